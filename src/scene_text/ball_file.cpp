#include "scene_text/ball_file.hpp"

#include <algorithm>
#include <charconv>

#include "core/utf8.hpp"
#include "scene/wording.hpp"

namespace carom::detail {
namespace {

ColumnKind quantity_named(std::string_view field) {
    if (field == "position") return ColumnKind::position;
    if (field == "velocity") return ColumnKind::velocity;
    if (field == "radius") return ColumnKind::radius;
    return field == "mass" ? ColumnKind::mass : ColumnKind::ignored;
}

std::vector<Field> words_of(std::string_view text) {
    std::vector<Field> fields;
    std::size_t at = text.find_first_not_of(" \t");
    std::uint32_t column = 1;
    for (std::size_t counted = 0; at != std::string_view::npos;) {
        column += characters_in(text.substr(counted, at - counted));
        counted = at;
        const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
        fields.push_back({std::string(text.substr(at, end - at)), column, 0});
        at = text.find_first_not_of(" \t", end);
    }
    return fields;
}

template <class Number>
std::optional<Number> whole_text(std::string_view text) {
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return {};
    return number;
}

/// Where the first field of the row is whose column is wanted; the start of the row when it has none.
template <class Wanted>
TextPlace place_where(const BallFile& file, std::size_t row, Wanted wanted) {
    const std::vector<Field> fields = fields_of(file.rows[row], file.separator);
    for (std::size_t k = 0; k < file.columns.size() && k < fields.size(); ++k) {
        if (wanted(file.columns[k])) return place_in(file.rows[row], fields[k], file.number);
    }
    return {file.rows[row].line, 1, file.number};
}

}  // namespace

bool BallFile::has(ColumnKind quantity) const {
    return std::any_of(columns.begin(), columns.end(),
                       [&](const BallColumn& column) { return column.quantity == quantity; });
}

TextPlace BallFile::place_of(std::size_t row, std::string_view field) const {
    const ColumnKind quantity = quantity_named(field);
    if (quantity == ColumnKind::ignored) return {rows[row].line, 1, number};
    return place_where(*this, row, [&](const BallColumn& column) { return column.quantity == quantity; });
}

TextPlace BallFile::place_of(std::size_t row, ColumnKind quantity, int axis) const {
    return place_where(*this, row, [&](const BallColumn& column) {
        return column.quantity == quantity && column.axis == axis;
    });
}

std::vector<Field> fields_of(const BallRow& row, char separator) {
    if (separator == kBlanks) return words_of(row.text);
    const auto record = csv_record(row.text, separator);
    return record ? record->fields : std::vector<Field>{};
}

std::optional<double> number_in(std::string_view text) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    std::string fortran;
    if (const std::size_t exponent = text.find_first_of("dD"); exponent != std::string_view::npos) {
        fortran = text;
        fortran[exponent] = 'e';
        text = fortran;
    }
    return whole_text<double>(text);
}

std::optional<std::uint64_t> whole_number_in(std::string_view text) {
    return whole_text<std::uint64_t>(text);
}

std::string too_many_balls(std::size_t most) {
    if (most == max_balls) return "more than " + text(max_balls) + " balls";
    return "more than " + text(most) + " balls here, which makes more than " + text(max_balls) + " in all";
}

LineSource::LineSource(std::string_view text) : rest_(text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
}

BallRow LineSource::take(std::size_t size, std::uint32_t breaks) {
    BallRow row{rest_.substr(0, size), line_};
    rest_.remove_prefix(size);
    rest_.remove_prefix(rest_.starts_with("\r\n") ? 2 : std::min<std::size_t>(rest_.size(), 1));
    line_ += breaks + 1;
    if (!row.text.empty() && row.text.back() == '\r') row.text.remove_suffix(1);
    return row;
}

std::optional<BallRow> LineSource::next() {
    if (rest_.empty()) return {};
    return take(std::min(rest_.find('\n'), rest_.size()), 0);
}

}  // namespace carom::detail
