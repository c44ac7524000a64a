#include "scene/name_texts.hpp"

#include <charconv>
#include <optional>

namespace carom::detail {
namespace {

constexpr char kText = '\'';  // what follows is text, for spreadsheets

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20U || c == '\x7F';
}

std::string escape(char c) {
    constexpr char digits[] = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    return {'%', digits[byte >> 4U], digits[byte & 15U]};
}

/// The character that %XX at the start of `text` stands for.
std::optional<char> escaped(std::string_view text) {
    if (text.size() < 3 || text[0] != '%') return {};
    unsigned byte = 0;
    if (std::from_chars(text.data() + 1, text.data() + 3, byte, 16).ptr != text.data() + 3) return {};
    return static_cast<char>(byte);
}

/// Replaces every %XX whose character is one of those that are written so.
template <class WrittenSo>
std::string without_escapes(std::string_view text, WrittenSo written_so) {
    std::string name;
    for (std::size_t k = 0; k < text.size(); ++k) {
        const auto character = escaped(text.substr(k));
        const bool stands_for_it = character && written_so(*character);
        name += stands_for_it ? *character : text[k];
        k += stands_for_it ? 2 : 0;
    }
    return name;
}

bool escaped_in_csv(char c) {
    return is_control(c) || c == '%';
}

/// Apostrophes, then what spreadsheets take for a formula.
bool starts_formula(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kText);
    return first != std::string_view::npos &&
           std::string_view("=+-@").find(text[first]) != std::string_view::npos;
}

bool needs_quotes(std::string_view cell) {
    if (cell.empty()) return false;
    return cell.front() == ' ' || cell.back() == ' ' || cell.find_first_of(",;\"") != std::string_view::npos;
}

bool escaped_in_xyz(char c) {
    return is_control(c) || c == ' ' || c == '%' || c == '"' || c == '\'';
}

}  // namespace

std::string csv_cell(std::string_view name) {
    std::string cell = starts_formula(name) ? std::string(1, kText) : std::string();
    for (std::size_t k = 0; k < name.size(); ++k) {
        const auto character = escaped(name.substr(k));
        const bool ambiguous = character && escaped_in_csv(*character);
        cell += is_control(name[k]) || ambiguous ? escape(name[k]) : std::string(1, name[k]);
    }
    if (!needs_quotes(cell)) return cell;
    std::string quoted = "\"";
    for (const char c : cell) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

std::string name_in_csv(std::string_view cell) {
    if (starts_formula(cell) && cell.front() == kText) cell.remove_prefix(1);
    return without_escapes(cell, escaped_in_csv);
}

std::string xyz_word(std::string_view name) {
    if (name.empty()) return "-";
    if (name == "-") return escape('-');
    std::string word;
    for (const char c : name) word += escaped_in_xyz(c) ? escape(c) : std::string(1, c);
    return word;
}

std::string name_in_xyz(std::string_view word) {
    if (word == "-") return "";
    return without_escapes(word, [](char c) { return escaped_in_xyz(c) || c == '-'; });
}

}  // namespace carom::detail
