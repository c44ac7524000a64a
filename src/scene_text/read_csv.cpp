// CSV: a line of names, then a line for each ball. With a column `time`, lines of one time are an instant.
#include <algorithm>

#include "scene/wording.hpp"
#include "scene_text/ball_columns.hpp"
#include "scene_text/ball_file.hpp"

namespace carom::detail {
namespace {

class CsvReader {
public:
    CsvReader(BallFile& file, const FileRequest& request, PlacedFaults& faults)
        : file_(file), request_(request), faults_(faults), lines_(file.text) {}

    bool read() {
        const auto head = lines_.next_record();
        if (!head) return refuse({1, 1, file_.number}, "the file is empty");
        return read_heading(*head) && read_rows();
    }

private:
    bool refuse(Place place, const std::string& message) {
        place.file = file_.number;
        faults_.add("wrong imports", place, message);
        return false;
    }

    bool read_heading(const BallRow& head) {
        for (const Field& field : fields_of(head, Separator::commas)) {
            const Place place{head.line, field.column, file_.number};
            const auto column = csv_column(field.text, request_.ignored);
            if (!column) return refuse(place, unknown_column(field.text));
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

    /// Keeps the rows of the instant asked for.
    bool read_rows() {
        const FrameChoice& choice = request_.frame;
        using Kind = FrameChoice::Kind;
        std::optional<std::string> time;
        std::uint64_t frame = 0;
        while (!lines_.nothing_left()) {
            const BallRow row = *lines_.next_record();
            const std::string now = time_of(row);
            if (time && now != *time) {
                if (choice.kind == Kind::only) {
                    return refuse(
                        {row.line, 1},
                        "the file holds several instants: say which with frame = 0, 1 and so on, or "
                        "\"last\"");
                }
                if (choice.kind == Kind::last) file_.rows.clear();
                ++frame;
            }
            time = now;
            if (choice.kind == Kind::numbered && frame > choice.number) return true;
            if (choice.kind == Kind::numbered && frame < choice.number) continue;
            if (file_.rows.size() == max_balls) {
                return refuse({row.line, 1}, "more than " + text(max_balls) + " balls");
            }
            file_.rows.push_back(row);
        }
        if (!file_.rows.empty()) return true;
        return refuse({1, 1}, choice.kind == Kind::numbered
                                  ? "the file has no instant " + std::to_string(choice.number)
                                  : "the file has no balls");
    }

    std::string time_of(const BallRow& row) const {
        if (!time_) return {};
        const std::vector<Field> fields = fields_of(row, Separator::commas);
        return *time_ < fields.size() ? fields[*time_].text : "";
    }

    BallFile& file_;
    const FileRequest& request_;
    PlacedFaults& faults_;
    LineSource lines_;
    std::optional<std::size_t> time_;  ///< number of that column
};

}  // namespace

bool read_csv(BallFile& file, const FileRequest& request, PlacedFaults& faults) {
    file.separator = Separator::commas;
    return CsvReader(file, request, faults).read();
}

}  // namespace carom::detail
