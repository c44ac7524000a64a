// CSV: a line of names, then a line for each ball. With a column `time`, lines of one time are an instant.
#include <algorithm>
#include <cmath>

#include "scene/wording.hpp"
#include "scene_text/ball_columns.hpp"
#include "scene_text/ball_file.hpp"

namespace carom::detail {
namespace {

constexpr const char* kNoComments = "this is a comment, it seems, and CSV has none: remove the line";

class CsvReader {
public:
    CsvReader(BallFile& file, const FileRequest& request, PlacedFaults& faults)
        : file_(file), request_(request), faults_(faults), lines_(file.text) {}

    bool read() {
        if (file_.text.empty()) return refuse({1, 1}, "the file is empty");
        if (!read_hint()) return false;
        const auto head = next();
        return head && is_heading(*head) && read_heading(*head) && read_rows();
    }

private:
    struct Row {
        BallRow row;
        std::vector<Field> fields;
    };

    bool refuse(TextPlace place, const std::string& message) {
        place.file = file_.number;
        faults_.add("wrong imports", place, message);
        return false;
    }

    /// Empty after a fault.
    std::optional<Row> next() {
        auto record = csv_record(lines_.rest(), file_.separator);
        if (record) {
            const BallRow row = lines_.take(record->size, record->breaks);
            return Row{row, std::move(record->fields)};
        }
        const CsvFault& fault = record.error();
        refuse({lines_.line() + fault.lines_down, fault.column}, fault.message);
        return {};
    }

    /// Spreadsheets take `sep=;` on a line of its own before the heading.
    bool read_hint() {
        const std::string_view text = lines_.rest();
        if (!text.starts_with("sep=")) return true;
        const BallRow row = *lines_.next();
        const std::string_view word = row.text.substr(4);
        const bool known = word.size() == 1 && kCsvSeparators.find(word[0]) != std::string_view::npos;
        if (!known) return refuse({row.line, 5}, "the separator must be , or ; or | or a tab");
        if (request_.separator != kBlanks && request_.separator != word[0]) {
            return refuse({row.line, 5}, "the scene says another separator");
        }
        file_.separator = word[0];
        return true;
    }

    /// Not a comment, nor the first line of numbers.
    bool is_heading(const Row& head) {
        if (head.row.text.starts_with('#')) return refuse({head.row.line, 1}, kNoComments);
        const bool numbers = std::all_of(head.fields.begin(), head.fields.end(), [](const Field& field) {
            return number_in(field.text).has_value();
        });
        if (!numbers) return true;
        return refuse({head.row.line, 1},
                      "the first line must name the columns, as in x,y,radius; this one has only numbers");
    }

    bool read_heading(const Row& head) {
        for (const Field& field : head.fields) {
            const TextPlace place = place_in(head.row, field, file_.number);
            auto column = csv_column(field.text, request_.ignored);
            if (!column && field.text.empty() && file_.columns.empty()) column = BallColumn{};
            if (!column) return refuse_column(place, field.text);
            const auto same = [&](const BallColumn& other) { return other.title == column->title; };
            if (column->quantity != ColumnKind::ignored &&
                std::any_of(file_.columns.begin(), file_.columns.end(), same)) {
                return refuse(place, "column " + in_quotes(field.text) + " is there twice");
            }
            if (column->quantity == ColumnKind::time) time_ = file_.columns.size();
            file_.columns.push_back(*column);
        }
        return true;
    }

    /// A heading that another separator would split.
    bool refuse_column(TextPlace place, const std::string& name) {
        if (name.empty()) return refuse(place, "this column has no name");
        for (const char separator : kCsvSeparators) {
            if (separator == file_.separator || name.find(separator) == std::string::npos) continue;
            const std::string word = in_quotes(std::string(1, separator));
            std::string advice = "the columns are separated by " + word;
            advice += ", it seems: say so with separator = " + word;
            return refuse(place, advice);
        }
        if (name.find(' ') != std::string::npos && csv_column(name.substr(0, name.find(' ')), {})) {
            return refuse(place, "the columns are separated by blanks, it seems: put commas between them");
        }
        return refuse(place, unknown_column(name));
    }

    /// Keeps the rows of the instant asked for.
    bool read_rows() {
        const FrameChoice& choice = request_.frame;
        using Mode = FrameChoice::Mode;
        std::optional<double> time;
        std::uint64_t frame = 0;
        while (!lines_.nothing_left()) {
            const auto row = next();
            if (!row || request_.patience->ends()) return false;
            if (row->row.text.starts_with('#')) return refuse({row->row.line, 1}, kNoComments);
            const auto now = time_ ? time_of(*row, time) : 0.0;
            if (!now) return false;
            if (time && *now > *time) {
                if (choice.mode == Mode::only) return refuse({row->row.line, 1}, kSeveralInstants);
                if (choice.mode == Mode::last) file_.rows.clear();
                ++frame;
            }
            time = now;
            if (choice.mode == Mode::numbered && frame != choice.number) continue;
            if (file_.rows.size() == request_.most_balls)
                return refuse({row->row.line, 1}, too_many_balls(request_.most_balls));
            file_.rows.push_back(row->row);
        }
        if (!file_.rows.empty()) return true;
        return refuse({1, 1}, choice.mode == Mode::numbered
                                  ? "the file has no instant " + std::to_string(choice.number)
                                  : "the file has no balls");
    }

    /// Empty after a fault.
    std::optional<double> time_of(const Row& row, const std::optional<double>& before) {
        if (*time_ >= row.fields.size()) {
            refuse({row.row.line, 1}, "this line has " + text(row.fields.size()) + " columns, not " +
                                          text(file_.columns.size()));
            return {};
        }
        const Field& field = row.fields[*time_];
        const TextPlace place = place_in(row.row, field, file_.number);
        const auto time = number_in(field.text);
        if (time && before && *time < *before) {
            refuse(place, "time " + text(*time) + " comes after time " + text(*before) +
                              ": sort the lines by time, so that those of an instant are together");
            return {};
        }
        if (time && std::isfinite(*time)) return time;
        refuse(place, "time: " + in_quotes(field.text) + (time ? " is not finite" : " is not a number"));
        return {};
    }

    BallFile& file_;
    const FileRequest& request_;
    PlacedFaults& faults_;
    LineSource lines_;
    std::optional<std::size_t> time_;  ///< number of that column
};

}  // namespace

bool read_csv(BallFile& file, const FileRequest& request, PlacedFaults& faults) {
    file.separator = request.separator == kBlanks ? ',' : request.separator;
    return CsvReader(file, request, faults).read();
}

}  // namespace carom::detail
