// std::to_chars for double by printf of the C library. The tables of libc++ for it would be a fifth of the
// smallest module. It serves messages for people, so it may be slow.
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <system_error>

namespace {

/// The longest is 5e-324 without an exponent and with 17 digits.
using Text = std::array<char, 400>;

std::to_chars_result copied(char* first, char* last, const Text& text) {
    const std::string_view characters = text.data();
    if (characters.size() > static_cast<std::size_t>(last - first)) return {last, std::errc::value_too_large};
    std::memcpy(first, characters.data(), characters.size());
    return {first + characters.size(), std::errc{}};
}

/// With so many digits behind the point and an exponent. Where the nearest such decimal does not read back,
/// the next one farther from zero may: below a power of two the doubles are closer together than above it.
Text in_powers_of_ten(double value, int decimals) {
    Text text;
    std::snprintf(text.data(), text.size(), "%.*e", decimals, value);
    if (std::strtod(text.data(), nullptr) == value) return text;
    Text farther = text;
    // A nine becomes no digit, so that this does not read back. Its decimal has fewer digits, and was tried
    // before.
    if (char* const exponent = std::strchr(farther.data(), 'e')) ++exponent[-1];
    return std::strtod(farther.data(), nullptr) == value ? farther : text;
}

}  // namespace

// The shortest that reads back, without an exponent where that is not longer. Whole numbers then have all
// their digits.
std::to_chars_result std::to_chars(char* first, char* last, double value) {
    constexpr int always_enough = 16;
    Text scientific{};
    int decimals = 0;
    for (; decimals <= always_enough; ++decimals) {
        scientific = in_powers_of_ten(value, decimals);
        if (std::strtod(scientific.data(), nullptr) == value) break;
    }
    const char* const exponent = std::strchr(scientific.data(), 'e');
    const int behind_point = exponent == nullptr ? 0 : decimals - std::atoi(exponent + 1);
    Text fixed;
    std::snprintf(fixed.data(), fixed.size(), "%.*f", behind_point > 0 ? behind_point : 0, value);
    return copied(first, last,
                  std::strlen(fixed.data()) <= std::strlen(scientific.data()) ? fixed : scientific);
}

std::to_chars_result std::to_chars(char* first, char* last, double value, std::chars_format format,
                                   int precision) {
    const char* const form = format == std::chars_format::fixed        ? "%.*f"
                             : format == std::chars_format::scientific ? "%.*e"
                                                                       : "%.*g";
    Text text;
    std::snprintf(text.data(), text.size(), form, precision, value);
    return copied(first, last, text);
}
