#include "scene_text/toml_tree.hpp"

#include <algorithm>
#include <optional>

// The parser asserts, or with NDEBUG lets clang assume, that a table header starts with a key: "[.a]" would
// abort or be undefined. Without its assertions it reports an error. Test:
// tests/scene_text/mutation_test.cpp.
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert(true)
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace carom::detail {
namespace {

/// Parts of a dotted key. The TOML library takes any number and its destructor recurses into them, so that a
/// file of a few hundred kilobytes would exhaust the stack; brackets it limits to 256 itself.
constexpr int kMostKeyParts = 64;

Place place_of(const toml::source_region& source) {
    return {source.begin.line, source.begin.column};
}

bool in_key(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80U || (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= 'a' && byte <= 'z') || c == '_' || c == '-' || c == '"' || c == '\'' || c == ' ' ||
           c == '\t';
}

/// The place of a run of too many words with dots between them; words in long texts and comments look like
/// keys too.
std::optional<Place> endless_key(std::string_view text) {
    Place at;
    Place start;
    int dots = 0;
    char before = '.';
    for (const char c : text) {
        if (c == '.') {
            dots += before == '.' ? 0 : 1;
            if (dots > kMostKeyParts) return start;
        } else if (!in_key(c)) {
            dots = 0;
        }
        if (dots == 0) start = at;
        if (c != ' ' && c != '\t') before = c;
        at = c == '\n' ? Place{at.line + 1, 1} : Place{at.line, at.column + 1};
    }
    return {};
}

TomlNode tree_of(const toml::node& node);

TomlNode::Table entries_of(const toml::table& table) {
    TomlNode::Table entries;
    entries.reserve(table.size());
    for (const auto& [key, value] : table) {
        entries.push_back({std::string(key.str()), place_of(key.source()), tree_of(value)});
    }
    return entries;
}

TomlNode tree_of(const toml::node& node) {
    TomlNode tree;
    tree.place = place_of(node.source());
    if (const auto* flag = node.as_boolean()) {
        tree.value = flag->get();
    } else if (const auto* integer = node.as_integer()) {
        tree.value = integer->get();
    } else if (const auto* number = node.as_floating_point()) {
        tree.value = number->get();
    } else if (const auto* text = node.as_string()) {
        tree.value = text->get();
    } else if (const auto* table = node.as_table()) {
        tree.value = entries_of(*table);
    } else if (const auto* array = node.as_array()) {
        TomlNode::Array elements;
        elements.reserve(array->size());
        for (const toml::node& element : *array) elements.push_back(tree_of(element));
        tree.value = std::move(elements);
    }
    return tree;
}

}  // namespace

Result<TomlNode, TomlError> parse_toml(std::string_view text) {
    if (const auto place = endless_key(text)) {
        return TomlError{*place, "a dotted name of more than " + std::to_string(kMostKeyParts) + " parts"};
    }
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed) {
        std::string message(parsed.error().description());
        std::replace_if(
            message.begin(), message.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20U; },
            '?');
        return TomlError{place_of(parsed.error().source()), std::move(message)};
    }
    return tree_of(parsed.table());
}

std::string kind_of(const TomlNode& node) {
    static constexpr const char* names[] = {"a date or time", "true or false", "a whole number", "a number",
                                            "a string",       "an array",      "a table"};
    return names[node.value.index()];
}

}  // namespace carom::detail
