#include "view/base64.hpp"

#include <cstddef>
#include <cstdint>

namespace carom::view {

std::string base64(std::span<const unsigned char> bytes) {
    constexpr const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text((bytes.size() + 2) / 3 * 4, '=');
    std::size_t to = 0;
    for (std::size_t from = 0; from < bytes.size(); from += 3) {
        const std::size_t left = bytes.size() - from;
        const std::uint32_t three = std::uint32_t{bytes[from]} << 16 |
                                    (left > 1 ? std::uint32_t{bytes[from + 1]} << 8 : 0) |
                                    (left > 2 ? std::uint32_t{bytes[from + 2]} : 0);
        text[to++] = letters[three >> 18];
        text[to++] = letters[three >> 12 & 63];
        if (left > 1) text[to] = letters[three >> 6 & 63];
        ++to;
        if (left > 2) text[to] = letters[three & 63];
        ++to;
    }
    return text;
}

}  // namespace carom::view
