// A TOML document as a tree of plain values with their places. The TOML library stays behind this header.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "carom/core/result.hpp"
#include "core/patience.hpp"
#include "scene_text/place.hpp"

namespace carom::detail {

/// A date or a time: no scene has a use for one.
struct TomlDate {};

struct TomlEntry;

/// A value and where it starts; a table written as `[name]` starts at the bracket.
struct TomlNode {
    using Array = std::vector<TomlNode>;
    using Table = std::vector<TomlEntry>;  ///< in no particular order

    TextPlace place;
    std::variant<TomlDate, bool, std::int64_t, double, std::string, Array, Table> value;

    template <class Kind>
    const Kind* as() const {
        return std::get_if<Kind>(&value);
    }
};

struct TomlEntry {
    std::string key;
    TextPlace place;
    TomlNode node;
};

struct TomlError {
    TextPlace place;
    std::string message;
};

/// The top table of a document, or its first syntax error. Any bytes are fine as input. What comes after
/// `patience` has ended means nothing.
Result<TomlNode, TomlError> parse_toml(std::string_view text, Patience& patience);
inline Result<TomlNode, TomlError> parse_toml(std::string_view text) {
    Patience endless;
    return parse_toml(text, endless);
}

/// "a string", "a whole number" and so on.
std::string kind_of(const TomlNode& node);

}  // namespace carom::detail
