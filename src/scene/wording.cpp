#include "scene/wording.hpp"

#include <array>
#include <charconv>

#include "core/utf8.hpp"

namespace carom::detail {
namespace {

template <class... Arguments>
std::string converted(Arguments... arguments) {
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), arguments...).ptr;
    return {buffer.data(), end};
}

}  // namespace

std::string text(double x) {
    return converted(x);
}

std::string text(unsigned long long x) {
    return converted(x);
}

std::string rough(double x) {
    return converted(x, std::chars_format::general, 4);
}

std::string rough_beside(double limit, double x) {
    constexpr int enough = 17;
    std::string result = rough(x);
    for (int digits = 5; digits <= enough && result == rough(limit); ++digits)
        result = converted(x, std::chars_format::general, digits);
    return result;
}

std::string in_quotes(std::string_view name) {
    constexpr std::size_t longest = 60;
    std::string result = "\"";
    std::size_t length = name.size();
    if (length > longest) {
        length = longest;
        while (length > 0 && continues_character(name[length])) --length;
    }
    for (const char byte : name.substr(0, length)) {
        const bool control = static_cast<unsigned char>(byte) < 0x20U || byte == '\x7f';
        result += byte == '\t' ? "\\t" : std::string(1, control ? '?' : byte);
    }
    return result + (length < name.size() ? "...\"" : "\"");
}

std::string axis_name(int axis) {
    return std::string(1, "xyz"[axis]);
}

}  // namespace carom::detail
