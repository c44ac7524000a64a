// Texts inside of XML and SVG.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "core/utf8.hpp"

namespace carom::detail {

/// Text for people inside an element: <, > and & are written as entities, control characters as spaces, and
/// what is no character, or none that XML may have, as U+FFFD.
inline std::string xml_text(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t length = length_of_character(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
        text.remove_prefix(character.size());
        if (character == "<") {
            result += "&lt;";
        } else if (character == ">") {
            result += "&gt;";
        } else if (character == "&") {
            result += "&amp;";
        } else if (length == 0 || character == "\uFFFE" || character == "\uFFFF") {
            result += "\uFFFD";
        } else {
            result += static_cast<unsigned char>(character[0]) < 0x20 ? " " : character;
        }
    }
    return result;
}

}  // namespace carom::detail
