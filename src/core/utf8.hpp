// Characters of texts in UTF-8 (RFC 3629).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace carom::detail {

/// True for every byte of a character but its first.
inline bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// How many characters a text has whose UTF-8 is right.
inline std::uint32_t characters_in(std::string_view text) {
    return static_cast<std::uint32_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); }));
}

/// The bytes of the character at the head of a text that is not empty; 0 when there is none. Longer forms
/// than needed, halves of surrogate pairs and what lies beyond U+10FFFF are none.
inline std::size_t length_of_character(std::string_view text) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xC2 ? 0
                               : first < 0xE0 ? 2
                               : first < 0xF0 ? 3
                               : first < 0xF5 ? 4
                                              : 0;
    if (length > text.size()) return 0;
    for (std::size_t k = 1; k < length; ++k) {
        if (!continues_character(text[k])) return 0;
    }
    if (length < 3) return length;
    const bool sound = (first != 0xE0 || byte(1) >= 0xA0) && (first != 0xED || byte(1) < 0xA0) &&
                       (first != 0xF0 || byte(1) >= 0x90) && (first != 0xF4 || byte(1) < 0x90);
    return sound ? length : 0;
}

/// Where the first byte is that belongs to no character; `npos` when all do.
inline std::size_t first_fault_in_utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = length_of_character(text.substr(at));
        if (length == 0) return at;
        at += length;
    }
    return std::string_view::npos;
}

}  // namespace carom::detail
