#include "text/printing.hpp"

#include <algorithm>
#include <cstddef>

#include "core/utf8.hpp"

namespace carom::app {
namespace {

/// What turns the direction of writing round (U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069), and no
/// characters (U+FFFE, U+FFFF).
bool hides_text(std::string_view character) {
    return character == "\u200E" || character == "\u200F" ||
           (character >= "\u202A" && character <= "\u202E") ||
           (character >= "\u2066" && character <= "\u2069") || character == "\uFFFE" || character == "\uFFFF";
}

/// C0 with NUL and escape, DEL, and C1, which UTF-8 writes as two bytes.
bool is_control(std::string_view character) {
    const auto first = static_cast<unsigned char>(character[0]);
    if (character.size() == 1) return first < 0x20 || first == 0x7F;
    if (character.size() == 3) return hides_text(character);
    return first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

}  // namespace

std::string plain_text(std::string_view text, LineEnds line_ends) {
    std::string plain;
    plain.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = detail::length_of_character(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
        text.remove_prefix(character.size());
        const bool is_ours = (character == "\n" || character == "\t") && line_ends == LineEnds::kept;
        if (length == 0 || (is_control(character) && !is_ours)) {
            plain += '?';
        } else {
            plain += character;
        }
    }
    return plain;
}

void show(std::FILE* stream, const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stream);
}

}  // namespace carom::app
