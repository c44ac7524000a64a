#include "text/wording.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "text/printing.hpp"

namespace carom::app {
namespace {

/// Three significant digits with the largest prefix that leaves at least 1.
std::string with_prefix(double value, const char* separator) {
    constexpr const char* prefixes[] = {"", "k", "M", "G", "T"};
    std::size_t prefix = 0;
    while (value >= 999.5 && prefix + 1 < std::size(prefixes)) {
        value /= 1000;
        ++prefix;
    }
    const int decimals = prefix == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    return fmt::format("{:.{}f}{}{}", value, decimals, separator, prefixes[prefix]);
}

}  // namespace

std::string with_separators(std::uint64_t count) {
    std::string digits = fmt::to_string(count);
    for (std::size_t left = digits.size(); left > 3; left -= 3) digits.insert(left - 3, ",");
    return digits;
}

std::string counted(std::uint64_t count, const char* noun) {
    return with_separators(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string short_count(double count) {
    const std::string text = with_prefix(count, " ");
    return text.back() == ' ' ? text.substr(0, text.size() - 1) : text;
}

std::string short_size(double bytes) {
    return with_prefix(bytes, " ") + "B";
}

std::string unfinished_block(std::uint64_t bytes) {
    return counted(bytes, "byte") + " at the end, of a block that was not finished";
}

std::string shell_word(const std::string& text) {
    constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+,:@%";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
    return word + "'";
}

void print_error(const FileError& error) {
    show(stderr, "carom: " + plain_text(error.message, LineEnds::replaced) + "\n");
}

}  // namespace carom::app
