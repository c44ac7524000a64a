#include "scene_text/table_reader.hpp"

#include <algorithm>
#include <cmath>

#include "scene/wording.hpp"

namespace carom::detail {
namespace {

constexpr std::string_view kWrongValues = "wrong values";

const TomlEntry* entry_of(const TomlNode& table, std::string_view key) {
    const auto* entries = table.as<TomlNode::Table>();
    if (entries == nullptr) return nullptr;
    const auto found =
        std::find_if(entries->begin(), entries->end(), [&](const TomlEntry& e) { return e.key == key; });
    return found == entries->end() ? nullptr : &*found;
}

char small(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Insertions, deletions and replacements that turn one word into the other (Levenshtein); small and capital
/// letters are the same.
std::size_t edits_between(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (small(a[i - 1]) == small(b[j - 1]) ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

/// Where a key lives that stands in a table of another kind.
std::string home_of(std::string_view key) {
    constexpr std::pair<std::string_view, std::string_view> homes[] = {
        {"restitution", "restitution_balls and restitution_walls in [collisions], or [[collisions.between]]"},
        {"restitution_balls", "[collisions]"},
        {"restitution_walls", "[collisions]"},
        {"gravity", "[world]"},
        {"lower", "[world]"},
        {"upper", "[world]"},
        {"boundary", "[world]"},
        {"until", "[run]"},
        {"events", "[run]"},
        {"radius", "[defaults], [[balls]] or [[generate]]"},
        {"mass", "[defaults], [[balls]] or [[generate]]"},
        {"position", "[[balls]]"},
        {"velocity", "[[balls]]"},
        {"quantities", "[measure]"}};
    for (const auto& [one, home] : homes) {
        if (one == key) return "; it belongs to " + std::string(home);
    }
    return {};
}

}  // namespace

TableReader::TableReader(const TomlNode& table, std::string who, PlacedFaults& faults)
    : table_(table), who_(std::move(who)), faults_(faults) {}

std::optional<double> TableReader::number(std::string_view key) {
    const TomlNode* node = find(key);
    return node == nullptr ? std::nullopt : finite(key, *node);
}

std::optional<std::uint64_t> TableReader::whole(std::string_view key, std::uint64_t least,
                                                std::uint64_t most) {
    const TomlNode* node = find(key);
    return node == nullptr ? std::nullopt : in_range(key, *node, least, most);
}

std::optional<bool> TableReader::flag(std::string_view key) {
    const TomlNode* node = find(key);
    if (node == nullptr) return {};
    if (const auto* value = node->as<bool>()) return *value;
    wrong(key, *node, "true or false");
    return {};
}

std::optional<std::string> TableReader::text(std::string_view key) {
    const TomlNode* node = find(key);
    if (node == nullptr) return {};
    if (const auto* value = node->as<std::string>()) return *value;
    wrong(key, *node, "a string");
    return {};
}

std::optional<int> TableReader::axis(std::string_view key, int dimension) {
    const auto axis = choice<int>(key, {{"x", 0}, {"y", 1}, {"z", 2}});
    if (!axis || *axis < dimension) return axis;
    fault("wrong values", key, std::string(key) + " \"z\" needs dimension 3");
    return {};
}

std::optional<std::vector<double>> TableReader::numbers(std::string_view key, std::size_t count) {
    const auto* array = find_array(key, count, "numbers");
    if (array == nullptr) return {};
    std::vector<double> result;
    for (const TomlNode& node : *array) {
        const auto value = finite(key, node);
        if (!value) return {};
        result.push_back(*value);
    }
    return result;
}

std::optional<std::vector<std::uint64_t>> TableReader::wholes(std::string_view key, std::size_t count,
                                                              std::uint64_t least) {
    const auto* array = find_array(key, count, "whole numbers");
    if (array == nullptr) return {};
    std::vector<std::uint64_t> result;
    for (const TomlNode& node : *array) {
        const auto value = in_range(key, node, least, kMostWhole);
        if (!value) return {};
        result.push_back(*value);
    }
    return result;
}

std::optional<std::vector<std::string>> TableReader::texts(std::string_view key, std::size_t count) {
    return texts_in(key, find_array(key, count, "strings"));
}

std::optional<std::vector<std::string>> TableReader::texts(std::string_view key) {
    return texts_in(key, find_array(key, {}, "strings"));
}

std::optional<std::vector<std::string>> TableReader::texts_in(std::string_view key,
                                                              const TomlNode::Array* array) {
    if (array == nullptr) return {};
    std::vector<std::string> result;
    for (const TomlNode& node : *array) {
        const auto* value = node.as<std::string>();
        if (value == nullptr) {
            wrong(key, node, "an array of strings");
            return {};
        }
        result.push_back(*value);
    }
    return result;
}

std::vector<const TomlNode*> TableReader::tables(std::string_view key) {
    const TomlNode* node = find(key);
    if (node == nullptr) return {};
    const auto* array = node->as<TomlNode::Array>();
    const std::string wanted = "an array of tables, each starting with [[" + std::string(key) + "]]";
    if (array == nullptr) {
        wrong(key, *node, wanted);
        return {};
    }
    std::vector<const TomlNode*> result;
    for (const TomlNode& element : *array) {
        if (element.as<TomlNode::Table>() != nullptr) {
            result.push_back(&element);
        } else {
            wrong(key, element, wanted);
        }
    }
    return result;
}

const TomlNode* TableReader::table(std::string_view key) {
    const TomlNode* node = find(key);
    if (node == nullptr) return nullptr;
    if (node->as<TomlNode::Table>() != nullptr) return node;
    wrong(key, *node, "a table, [" + std::string(key) + "]");
    return nullptr;
}

void TableReader::missing(std::string_view key, const std::string& hint) {
    add("missing keys", table_.place, std::string(key) + " is missing" + hint);
}

void TableReader::fault(std::string_view kind, std::string_view key, const std::string& message) {
    add(kind, place_of(table_, key), message);
}

void TableReader::refuse_key(std::string_view key, const std::string& why) {
    if (find(key) != nullptr) fault(kWrongValues, key, std::string(key) + " " + why);
}

void TableReader::reject_word(std::string_view key, const std::string& word,
                              const std::vector<std::string>& words) {
    std::string list;
    for (const std::string& one : words) list += (list.empty() ? "" : ", ") + in_quotes(one);
    add(kWrongValues, place_of(table_, key),
        std::string(key) + " must be one of " + list + ", not " + in_quotes(word) + suggestion(word, words));
}

void TableReader::reject_other_keys() {
    const auto* entries = table_.as<TomlNode::Table>();
    if (entries == nullptr) return;
    for (const TomlEntry& one : *entries) {
        if (std::find(asked_.begin(), asked_.end(), one.key) != asked_.end()) continue;
        std::vector<std::string> known(asked_.begin(), asked_.end());
        std::string hint = suggestion(one.key, known);
        if (hint.empty()) hint = home_of(one.key);
        add("unknown keys", one.place, "unknown key " + in_quotes(one.key) + hint);
    }
}

const TomlEntry* TableReader::entry(std::string_view key) const {
    return entry_of(table_, key);
}

const TomlNode* TableReader::find(std::string_view key) {
    if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) asked_.push_back(key);
    const TomlEntry* found = entry(key);
    return found == nullptr ? nullptr : &found->node;
}

const TomlNode::Array* TableReader::find_array(std::string_view key, std::optional<std::size_t> count,
                                               const std::string& of) {
    const TomlNode* node = find(key);
    if (node == nullptr) return nullptr;
    const auto* array = node->as<TomlNode::Array>();
    const std::string wanted = "an array of " + (count ? std::to_string(*count) + " " : "") + of;
    if (array == nullptr) {
        wrong(key, *node, wanted);
    } else if (count && array->size() != *count) {
        add(kWrongValues, node->place,
            std::string(key) + " must be " + wanted + ", not of " + std::to_string(array->size()));
        return nullptr;
    }
    return array;
}

std::optional<double> TableReader::finite(std::string_view key, const TomlNode& node) {
    if (const auto* integer = node.as<std::int64_t>()) return static_cast<double>(*integer);
    const auto* value = node.as<double>();
    if (value == nullptr) {
        wrong(key, node, "a number");
        return {};
    }
    if (std::isfinite(*value)) return *value;
    add(kWrongValues, node.place, std::string(key) + " must be finite, not " + carom::detail::text(*value));
    return {};
}

std::optional<std::uint64_t> TableReader::in_range(std::string_view key, const TomlNode& node,
                                                   std::uint64_t least, std::uint64_t most) {
    const auto* value = node.as<std::int64_t>();
    if (value == nullptr) {
        wrong(key, node, "a whole number");
        return {};
    }
    if (*value >= static_cast<std::int64_t>(least) && *value <= static_cast<std::int64_t>(most))
        return static_cast<std::uint64_t>(*value);
    add(kWrongValues, node.place,
        std::string(key) + " must be a whole number from " + std::to_string(least) + " to " +
            (most == kMostWhole ? "2^53" : std::to_string(most)) + ", not " + std::to_string(*value));
    return {};
}

void TableReader::wrong(std::string_view key, const TomlNode& node, const std::string& wanted) {
    add(kWrongValues, node.place, std::string(key) + " must be " + wanted + ", not " + kind_of(node));
}

void TableReader::add(std::string_view kind, TextPlace place, const std::string& message) {
    sound_ = false;
    faults_.add(kind, place, who_.empty() ? message : who_ + ": " + message);
}

TextPlace place_of(const TomlNode& table, std::string_view key) {
    const TomlEntry* found = entry_of(table, key);
    return found == nullptr ? table.place : found->node.place;
}

const std::string* text_at(const TomlNode& table, std::string_view key) {
    const TomlEntry* found = entry_of(table, key);
    return found == nullptr ? nullptr : found->node.as<std::string>();
}

std::string suggestion(std::string_view word, const std::vector<std::string>& words) {
    const std::string* nearest = nullptr;
    std::size_t fewest = 1 + (word.size() < 5 ? 1 : std::max<std::size_t>(2, word.size() / 3));
    if (word.size() > 64) return {};
    for (const std::string& candidate : words) {
        const bool begun = word.size() > 2 && candidate.starts_with(word);
        const std::size_t edits = begun ? 1 : edits_between(word, candidate);
        const bool is_letter = word.size() == 2 && word[0] == '-';  // of which all are alike
        if (is_letter || edits >= fewest || edits >= candidate.size()) continue;
        nearest = &candidate;
        fewest = edits;
    }
    return nearest == nullptr ? std::string() : " (did you mean " + in_quotes(*nearest) + "?)";
}

}  // namespace carom::detail
