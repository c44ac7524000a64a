#include "scene_text/ball_file.hpp"

#include <algorithm>
#include <charconv>

namespace carom::detail {
namespace {

ColumnKind quantity_named(std::string_view field) {
    if (field == "position") return ColumnKind::position;
    if (field == "velocity") return ColumnKind::velocity;
    if (field == "radius") return ColumnKind::radius;
    return field == "mass" ? ColumnKind::mass : ColumnKind::ignored;
}

std::uint32_t characters(std::string_view text) {
    return static_cast<std::uint32_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

std::vector<Field> words_of(std::string_view text) {
    std::vector<Field> fields;
    std::size_t at = text.find_first_not_of(" \t");
    std::uint32_t column = 1;
    for (std::size_t counted = 0; at != std::string_view::npos;) {
        column += characters(text.substr(counted, at - counted));
        counted = at;
        const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
        fields.push_back({std::string(text.substr(at, end - at)), column});
        at = text.find_first_not_of(" \t", end);
    }
    return fields;
}

/// RFC 4180: a field in quotes may hold commas, line breaks and doubled quotes.
std::vector<Field> cells_of(std::string_view text) {
    std::vector<Field> fields;
    std::uint32_t column = 1;
    for (std::size_t at = 0;;) {
        Field field{"", column};
        std::size_t end = at;
        const bool quoted = at < text.size() && text[at] == '"';
        if (quoted) {
            for (end = at + 1; end < text.size(); ++end) {
                const bool quote = text[end] == '"';
                if (quote && (end + 1 == text.size() || text[end + 1] != '"')) break;
                end += quote ? 1 : 0;
                field.text += text[end];
            }
            end = std::min(text.find(',', end), text.size());
        } else {
            end = std::min(text.find(',', at), text.size());
            field.text = trimmed(text.substr(at, end - at));
        }
        fields.push_back(std::move(field));
        if (end == text.size()) return fields;
        column += characters(text.substr(at, end + 1 - at));
        at = end + 1;
    }
}

}  // namespace

bool BallFile::has(ColumnKind quantity) const {
    return std::any_of(columns.begin(), columns.end(),
                       [&](const BallColumn& column) { return column.quantity == quantity; });
}

Place BallFile::place_of(std::size_t row, std::string_view field) const {
    Place place{rows[row].line, 1, number};
    const ColumnKind quantity = quantity_named(field);
    if (quantity == ColumnKind::ignored) return place;
    const std::vector<Field> fields = fields_of(rows[row], separator);
    for (std::size_t k = 0; k < columns.size() && k < fields.size(); ++k) {
        if (columns[k].quantity != quantity) continue;
        place.column = fields[k].column;
        return place;
    }
    return place;
}

std::vector<Field> fields_of(const BallRow& row, Separator separator) {
    return separator == Separator::blanks ? words_of(row.text) : cells_of(row.text);
}

std::optional<double> number_in(std::string_view text) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return {};
    return number;
}

LineSource::LineSource(std::string_view text) : rest_(text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
}

BallRow LineSource::take(std::size_t size, std::uint32_t breaks) {
    BallRow row{rest_.substr(0, size), line_};
    rest_.remove_prefix(std::min(size + 1, rest_.size()));
    line_ += breaks + 1;
    if (!row.text.empty() && row.text.back() == '\r') row.text.remove_suffix(1);
    return row;
}

std::optional<BallRow> LineSource::next() {
    if (rest_.empty()) return {};
    return take(std::min(rest_.find('\n'), rest_.size()), 0);
}

std::optional<BallRow> LineSource::next_record() {
    if (rest_.empty()) return {};
    std::size_t end = rest_.find_first_of("\"\n");
    std::uint32_t breaks = 0;
    for (bool quoted = false; end != std::string_view::npos; end = rest_.find_first_of("\"\n", end + 1)) {
        if (rest_[end] == '"') {
            quoted = !quoted;
        } else if (quoted) {
            ++breaks;
        } else {
            break;
        }
    }
    return take(std::min(end, rest_.size()), breaks);
}

}  // namespace carom::detail
