// CSV with a line for each ball and instant: time, shot, ball or name, x, y.
#include "carom/scene_text/shot_record.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "files/input_file.hpp"
#include "scene/wording.hpp"
#include "scene_text/ball_file.hpp"

namespace carom {
namespace detail {
namespace {

constexpr std::size_t kLargestRecord = std::size_t{1} << 28U;
constexpr const char* kFaultyPlaces = "wrong places";

/// The columns that have a meaning; others are left alone.
enum RecordColumn : std::size_t { time_column, x_column, y_column, ball_column, name_column, shot_column };
constexpr std::array kColumnNames{"time", "x", "y", "ball", "name", "shot"};

class RecordReader {
public:
    RecordReader(std::string_view text, const billiards::TableScene& scene, PlacedFaults& faults)
        : scene_(scene), faults_(faults), lines_(text) {}

    std::vector<RecordedPlace> read() {
        if (lines_.nothing_left()) {
            faults_.add({1, 1}, "the file is empty");
            return {};
        }
        if (!read_heading()) return {};
        std::vector<RecordedPlace> places;
        while (!lines_.nothing_left()) {
            const auto row = next();
            if (!row) return {};
            if (const auto place = place_of(*row)) places.push_back(*place);
        }
        if (places.empty() && faults_.empty()) faults_.add({1, 1}, "the file has no places of balls");
        return places;
    }

private:
    struct Row {
        BallRow line;
        std::vector<Field> fields;
    };

    /// Empty after a fault.
    std::optional<Row> next() {
        auto record = csv_record(lines_.rest(), separator_);
        if (!record) {
            const CsvFault& fault = record.error();
            faults_.add({lines_.line() + fault.lines_down, fault.column}, fault.message);
            return {};
        }
        const BallRow line = lines_.take(record->size, record->breaks);
        return Row{line, std::move(record->fields)};
    }

    /// The one that the heading has.
    void find_separator() {
        const std::string_view heading = lines_.rest().substr(0, lines_.rest().find('\n'));
        for (const char separator : kCsvSeparators) {
            if (heading.find(separator) == std::string_view::npos) continue;
            separator_ = separator;
            return;
        }
    }

    bool read_heading() {
        find_separator();
        const auto heading = next();
        if (!heading) return false;
        count_ = heading->fields.size();
        for (std::size_t k = 0; k < count_; ++k) {
            const auto known = std::find(kColumnNames.begin(), kColumnNames.end(), heading->fields[k].text);
            if (known == kColumnNames.end()) continue;
            auto& column = columns_[static_cast<std::size_t>(known - kColumnNames.begin())];
            if (column) {
                faults_.add(place_in(heading->line, heading->fields[k], 0),
                            "column " + in_quotes(*known) + " is there twice");
                return false;
            }
            column = k;
        }
        for (const RecordColumn needed : {time_column, x_column, y_column}) {
            if (columns_[needed]) continue;
            faults_.add({1, 1}, "column " + in_quotes(kColumnNames[needed]) +
                                    " is missing: the first line must name time, ball (or name), x and y");
            return false;
        }
        if (columns_[ball_column] || columns_[name_column]) return true;
        faults_.add({1, 1}, "which ball is it? A column ball (its number, from 0 on) or name is missing");
        return false;
    }

    void refuse(const Row& row, std::size_t column, const std::string& message) {
        faults_.add(kFaultyPlaces, place_in(row.line, row.fields[column], 0), message);
    }

    std::optional<double> number(const Row& row, RecordColumn which) {
        const std::size_t column = *columns_[which];
        const std::string& word = row.fields[column].text;
        const auto found = number_in(word);
        if (found && std::isfinite(*found) && std::fabs(*found) <= 1e6) return found;
        const char* const what =
            !found ? " is not a number" : (std::isfinite(*found) ? " is beyond 1e6" : " is not finite");
        refuse(row, column, std::string(kColumnNames[which]) + ": " + in_quotes(word) + what);
        return {};
    }

    std::optional<std::size_t> shot(const Row& row) {
        if (!columns_[shot_column]) return 0;
        const std::size_t most = std::max<std::size_t>(scene_.shots.size(), 1);
        const std::string& word = row.fields[*columns_[shot_column]].text;
        const auto number = whole_number_in(word);
        if (number && *number >= 1 && *number <= most) return static_cast<std::size_t>(*number) - 1;
        refuse(row, *columns_[shot_column],
               "shot: " + in_quotes(word) + " is not one of the shots of the scene, 1 to " +
                   std::to_string(most));
        return {};
    }

    std::optional<std::size_t> ball(const Row& row) {
        const std::size_t column = columns_[ball_column] ? *columns_[ball_column] : *columns_[name_column];
        const std::string& word = row.fields[column].text;
        if (columns_[ball_column]) {
            const auto number = whole_number_in(word);
            if (number && *number < scene_.start.size()) return static_cast<std::size_t>(*number);
            refuse(row, column,
                   "ball: " + in_quotes(word) + " is not the number of a ball, 0 to " +
                       std::to_string(scene_.start.size() - 1) + " (names belong into a column name)");
            return {};
        }
        const auto& names = scene_.ball_names;
        const auto found = std::find(names.begin(), names.end(), word);
        if (!word.empty() && found != names.end()) return static_cast<std::size_t>(found - names.begin());
        refuse(row, column, "name: the scene has no ball " + in_quotes(word));
        return {};
    }

    std::optional<RecordedPlace> place_of(const Row& row) {
        if (row.fields.size() != count_) {
            faults_.add(kFaultyPlaces, {row.line.line, 1},
                        "columns of this line: " + text(row.fields.size()) + ", not " + text(count_));
            return {};
        }
        const auto time = number(row, time_column);
        const auto x = number(row, x_column);
        const auto y = number(row, y_column);
        const auto which = ball(row);
        const auto when = shot(row);
        if (!time || !x || !y || !which || !when) return {};
        return RecordedPlace{*when, *which, *time, {*x, *y}};
    }

    const billiards::TableScene& scene_;
    PlacedFaults& faults_;
    LineSource lines_;
    char separator_ = ',';
    std::size_t count_ = 0;
    std::array<std::optional<std::size_t>, kColumnNames.size()> columns_;
};

}  // namespace
}  // namespace detail

Result<std::vector<RecordedPlace>, SceneFaults> parse_shot_record(std::string_view text,
                                                                  const std::string& name,
                                                                  const billiards::TableScene& scene) {
    detail::PlacedFaults faults(name, text);
    std::vector<RecordedPlace> places = detail::RecordReader(text, scene, faults).read();
    if (!faults.empty()) return faults.all();
    std::stable_sort(places.begin(), places.end(), [](const RecordedPlace& a, const RecordedPlace& b) {
        return a.shot != b.shot ? a.shot < b.shot : a.time < b.time;
    });
    return places;
}

Result<std::vector<RecordedPlace>, SceneFaults> read_shot_record(const std::filesystem::path& path,
                                                                 const billiards::TableScene& scene) {
    const std::string name = path.string();
    const auto text = bytes_of_file(path, detail::kLargestRecord);
    if (!text) return SceneFaults{{name + ": " + text.error().why}, {}};
    if (text->size() > detail::kLargestRecord)
        return SceneFaults{{name + ": a record may have 256 MiB at most"}, {}};
    return parse_shot_record(*text, name, scene);
}

}  // namespace carom
