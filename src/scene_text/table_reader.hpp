// Typed access to one table of a scene file. Whatever is not as asked for becomes a fault and an empty
// answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/math/vec.hpp"
#include "scene_text/placed_faults.hpp"
#include "scene_text/toml_tree.hpp"

namespace carom::detail {

/// Whole numbers in scene files end here: doubles tell those up to it apart.
inline constexpr std::uint64_t kMostWhole = std::uint64_t{1} << 53;

class TableReader {
public:
    /// `who` starts every message about this table: "[world]", "ball 3".
    TableReader(const TomlNode& table, std::string who, PlacedFaults& faults);

    std::optional<double> number(std::string_view key);
    /// A whole number from `least` to `most`.
    std::optional<std::uint64_t> whole(std::string_view key, std::uint64_t least,
                                       std::uint64_t most = kMostWhole);
    std::optional<bool> flag(std::string_view key);
    std::optional<std::string> text(std::string_view key);
    /// The number of an axis, "x" being 0.
    std::optional<int> axis(std::string_view key, int dimension);
    std::optional<std::vector<double>> numbers(std::string_view key, std::size_t count);
    std::optional<std::vector<std::uint64_t>> wholes(std::string_view key, std::size_t count,
                                                     std::uint64_t least);
    std::optional<std::vector<std::string>> texts(std::string_view key, std::size_t count);
    /// However many.
    std::optional<std::vector<std::string>> texts(std::string_view key);
    /// The tables of an array, `[[key]]`.
    std::vector<const TomlNode*> tables(std::string_view key);
    /// The table `[key]`.
    const TomlNode* table(std::string_view key);

    template <int N>
    std::optional<Vec<double, N>> vec(std::string_view key) {
        const auto given = numbers(key, N);
        if (!given) return {};
        Vec<double, N> result;
        for (int k = 0; k < N; ++k) result[k] = (*given)[static_cast<std::size_t>(k)];
        return result;
    }

    /// One of several words.
    template <class Choice>
    std::optional<Choice> choice(std::string_view key,
                                 std::initializer_list<std::pair<std::string_view, Choice>> choices) {
        return choice_of(key, std::span(choices.begin(), choices.size()));
    }
    template <class Choice, std::size_t K>
    std::optional<Choice> choice(std::string_view key,
                                 const std::pair<std::string_view, Choice> (&choices)[K]) {
        return choice_of(key, std::span(choices));
    }
    template <class Choice, std::size_t K>
    std::optional<Choice> choice_of(std::string_view key,
                                    std::span<const std::pair<std::string_view, Choice>, K> choices) {
        const auto word = text(key);
        if (!word) return {};
        std::vector<std::string> words;
        for (const auto& [name, meaning] : choices) {
            if (*word == name) return meaning;
            words.emplace_back(name);
        }
        reject_word(key, *word, words);
        return {};
    }

    /// Passes `value` on; a key that is not there at all is a fault.
    template <class Value>
    std::optional<Value> needed(std::string_view key, std::optional<Value> value) {
        if (!has(key)) missing(key);
        return value;
    }

    bool has(std::string_view key) const { return entry(key) != nullptr; }
    /// `hint` is added to the message.
    void missing(std::string_view key, const std::string& hint = "");
    /// Adds a fault at the value of `key`, or at the table when there is no such key.
    void fault(std::string_view kind, std::string_view key, const std::string& message);
    /// The same for a key that is known, but must not stand here.
    void refuse_key(std::string_view key, const std::string& why);
    void reject_word(std::string_view key, const std::string& word, const std::vector<std::string>& words);
    /// Every key that was never asked for is a fault. Call it last.
    void reject_other_keys();
    /// True while nothing was wrong.
    bool sound() const { return sound_; }
    /// Something that belongs to this table was wrong.
    void refuse() { sound_ = false; }

private:
    const TomlEntry* entry(std::string_view key) const;
    const TomlNode* find(std::string_view key);
    /// With `count` elements, if a count is given.
    const TomlNode::Array* find_array(std::string_view key, std::optional<std::size_t> count,
                                      const std::string& of);
    std::optional<std::vector<std::string>> texts_in(std::string_view key, const TomlNode::Array* array);
    std::optional<double> finite(std::string_view key, const TomlNode& node);
    std::optional<std::uint64_t> in_range(std::string_view key, const TomlNode& node, std::uint64_t least,
                                          std::uint64_t most);
    void wrong(std::string_view key, const TomlNode& node, const std::string& wanted);
    void add(std::string_view kind, TextPlace place, const std::string& message);

    const TomlNode& table_;
    std::string who_;
    PlacedFaults& faults_;
    std::vector<std::string_view> asked_;
    bool sound_ = true;
};

/// The place of the value of `key` in a table; that of the table when there is none.
TextPlace place_of(const TomlNode& table, std::string_view key);

/// The string at `key`, if there is one.
const std::string* text_at(const TomlNode& table, std::string_view key);

/// ` (did you mean "radius"?)` for the most similar word, nothing when none is similar.
std::string suggestion(std::string_view word, const std::vector<std::string>& words);

}  // namespace carom::detail
