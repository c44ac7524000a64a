#include "study/same_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "scene_text/toml_tree.hpp"

namespace carom::detail {
namespace {

std::string meaning_of(const TomlNode& node);

/// Whole numbers and others are the same where they are equal.
std::string meaning_of(std::int64_t number) {
    constexpr std::int64_t exact = std::int64_t{1} << 53;
    return number >= -exact && number <= exact ? fmt::format("{}", static_cast<double>(number))
                                               : fmt::format("{}", number);
}

std::string meaning_of(double number) {
    return fmt::format("{}", number + 0.0);  // no zero below zero
}

std::string meaning_of(const std::string& text) {
    return fmt::format("\"{}:{}", text.size(), text);
}

std::string meaning_of(const TomlNode::Array& array) {
    std::string text = "[";
    for (const TomlNode& node : array) text += meaning_of(node) + ",";
    return text + "]";
}

std::string meaning_of(const TomlNode::Table& table) {
    std::vector<std::string> entries;
    for (const TomlEntry& entry : table) entries.push_back(meaning_of(entry.key) + meaning_of(entry.node));
    std::sort(entries.begin(), entries.end());
    return fmt::format("{{{}}}", fmt::join(entries, ","));
}

std::string meaning_of(bool is) {
    return is ? "true" : "false";
}

std::string meaning_of(TomlDate) {
    return "date";
}

std::string meaning_of(const TomlNode& node) {
    return std::visit([](const auto& value) { return meaning_of(value); }, node.value);
}

/// Two values have one meaning when they say the same. Dates differ where their texts do.
std::string meaning_of_text(const std::string& value) {
    const auto tree = parse_toml("x = " + value + "\n");
    if (!tree) return value;
    const auto* const entries = tree->as<TomlNode::Table>();
    if (entries == nullptr || entries->size() != 1) return value;
    const TomlNode& node = entries->front().node;
    return node.as<TomlDate>() != nullptr ? value : meaning_of(node);
}

}  // namespace

std::string fault_of_same(std::span<const std::string> values) {
    std::vector<std::pair<std::string, std::size_t>> meanings;
    for (std::size_t k = 0; k < values.size(); ++k) meanings.emplace_back(meaning_of_text(values[k]), k);
    std::sort(meanings.begin(), meanings.end());
    const auto twice =
        std::adjacent_find(meanings.begin(), meanings.end(),
                           [](const auto& one, const auto& other) { return one.first == other.first; });
    if (twice == meanings.end()) return "";
    const std::string& first = values[twice->second];
    const std::string& second = values[std::next(twice)->second];
    return first == second ? fmt::format("{} is there twice", first)
                           : fmt::format("{} and {} are the same value", first, second);
}

}  // namespace carom::detail
