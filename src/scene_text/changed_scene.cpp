#include "scene_text/changed_scene.hpp"

#include <algorithm>
#include <string>

#include "core/utf8.hpp"
#include "scene_text/toml_tree.hpp"

namespace carom::detail {
namespace {

/// The byte at a place.
std::size_t offset_of(std::string_view text, TextPlace place) {
    std::size_t at = 0;
    for (std::uint32_t line = 1; line < place.line; ++line) at = text.find('\n', at) + 1;
    for (std::uint32_t column = 1; column < place.column; ++column) {
        ++at;
        while (at < text.size() && continues_character(text[at])) ++at;
    }
    return at;
}

/// The byte after the value that begins there: a number, a word, a string of one line, an array, an inline
/// table.
std::size_t end_of_value(std::string_view text, std::size_t begin) {
    std::size_t at = begin;
    int depth = 0;
    do {
        const char c = text[at];
        if (c == '"' || c == '\'') {
            for (++at; at < text.size() && text[at] != c; ++at) {
                if (c == '"' && text[at] == '\\') ++at;
            }
            ++at;
        } else if (c == '[' || c == '{') {
            ++depth, ++at;
        } else if (c == ']' || c == '}') {
            --depth, ++at;
        } else if (depth > 0) {
            ++at;
        } else {
            at = text.find_first_of(" \t\r\n,#}]", at);
        }
    } while (depth > 0 && at < text.size());
    return std::min(at, text.size());
}

const TomlNode* node_at(const TomlNode& table, std::string_view key) {
    const auto* const entries = table.as<TomlNode::Table>();
    if (entries == nullptr) return nullptr;
    const auto found = std::find_if(entries->begin(), entries->end(),
                                    [&](const TomlEntry& entry) { return entry.key == key; });
    return found == entries->end() ? nullptr : &found->node;
}

/// Null when there is none.
const TomlNode* table_of(const TomlNode& tree, const SceneChange& change) {
    if (change.table.empty()) return &tree;
    const TomlNode* const found = node_at(tree, change.table);
    const auto* const tables = found != nullptr ? found->as<TomlNode::Array>() : nullptr;
    if (tables == nullptr) return found;
    const std::size_t entry = change.entry.value_or(0);
    return entry < tables->size() ? &(*tables)[entry] : nullptr;
}

/// Why it is not clear which table is meant; empty when it is.
std::string unclear_table(const TomlNode& tree, const SceneChange& change) {
    const TomlNode* const found = change.table.empty() ? nullptr : node_at(tree, change.table);
    if (found == nullptr) return "";
    const auto* const tables = found->as<TomlNode::Array>();
    if (tables == nullptr) return change.entry ? change.table + " is one table, without numbers" : "";
    if (!change.entry && tables->size() != 1)
        return "there are " + std::to_string(tables->size()) + " entries of " + change.table + ": write " +
               change.table + "[K]." + change.key;
    if (change.entry && *change.entry >= tables->size())
        return "there is no " + change.table + "[" + std::to_string(*change.entry + 1) + "]";
    return "";
}

/// Why not; empty when it is done.
std::string change_in(std::string& text, const SceneChange& change) {
    const auto tree = parse_toml(text);
    if (!tree) return "this is not TOML: " + tree.error().message;
    if (std::string why = unclear_table(*tree, change); !why.empty()) return why;
    const TomlNode* const table = table_of(*tree, change);
    const TomlNode* const value = table != nullptr ? node_at(*table, change.key) : nullptr;
    if (value != nullptr) {
        const std::size_t begin = offset_of(text, value->place);
        text.replace(begin, end_of_value(text, begin) - begin, change.value);
        return "";
    }
    if (change.only_where_given) return "";
    const std::string line = change.key + " = " + change.value + "\n";
    if (change.table.empty()) {
        text.insert(0, line);
        return "";
    }
    if (table == nullptr) {
        if (!text.empty() && text.back() != '\n') text += '\n';
        const std::string header = change.entry ? "[[" + change.table + "]]" : "[" + change.table + "]";
        text += "\n" + header + "\n" + line;
        return "";
    }
    const std::size_t begin = offset_of(text, table->place);
    if (text[begin] == '{') {
        const bool is_empty = text.find_first_not_of(" \t", begin + 1) == text.find('}', begin);
        text.insert(begin + 1, " " + change.key + " = " + change.value + (is_empty ? " " : ","));
        return "";
    }
    if (text[begin] != '[') return "write " + change.table + " as a table of its own, [" + change.table + "]";
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) {
        text += "\n" + line;
    } else {
        text.insert(end + 1, line);
    }
    return "";
}

}  // namespace

std::string change_scene(std::string& text, const std::vector<SceneChange>& changes) {
    for (const SceneChange& change : changes) {
        std::string why = change_in(text, change);
        if (!why.empty()) return why;
    }
    return "";
}

}  // namespace carom::detail
