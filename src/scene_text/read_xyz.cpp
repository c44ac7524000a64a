// Extended XYZ: a line with the number of balls, a comment with keys, then a line for each ball; and again.
#include <algorithm>

#include "core/utf8.hpp"
#include "scene/wording.hpp"
#include "scene_text/ball_columns.hpp"
#include "scene_text/ball_file.hpp"
#include "scene_text/xyz_box.hpp"
#include "scene_text/xyz_comment.hpp"

namespace carom::detail {
namespace {

/// One instant in the file.
struct XyzFrame {
    std::uint64_t balls = 0;
    BallRow comment;
};

class XyzReader {
public:
    XyzReader(BallFile& file, const FileRequest& request, PlacedFaults& faults)
        : file_(file), request_(request), faults_(faults), lines_(file.text) {}

    bool read() {
        const FrameChoice& choice = request_.frame;
        using Mode = FrameChoice::Mode;
        std::optional<XyzFrame> frame;
        for (std::uint64_t k = 0; !lines_.nothing_left(); ++k) {
            const std::uint32_t line = lines_.line();
            frame = next_frame();
            if (!frame) return false;
            if (choice.mode == Mode::only && k == 1) return refuse(line, kSeveralInstants);
            if (choice.mode == Mode::numbered && choice.number == k) break;
            if (choice.mode == Mode::numbered) frame.reset();
        }
        if (!frame) return refuse(1, "the file has no instant " + wanted(choice));
        file_.box_line = frame->comment.line;
        return read_comment(frame->comment);
    }

private:
    static std::string wanted(const FrameChoice& choice) {
        return choice.mode == FrameChoice::Mode::numbered ? std::to_string(choice.number) : "at all";
    }

    bool refuse(std::uint32_t line, const std::string& message, std::uint32_t column = 1) {
        faults_.add("wrong imports", {line, column, file_.number}, message);
        return false;
    }

    bool refuse(std::uint32_t line, const XyzFault& fault) {
        return refuse(line, fault.message, fault.column);
    }

    /// Its rows are left in the file.
    std::optional<XyzFrame> next_frame() {
        const auto head = lines_.next();
        const auto fields = fields_of(*head, kBlanks);
        const auto count = fields.size() == 1 ? whole_number_in(fields[0].text) : std::nullopt;
        if (!count) {
            refuse(head->line,
                   "this must be the number of balls of an instant, not " + in_quotes(head->text));
            return {};
        }
        if (*count > request_.most_balls) {
            refuse(head->line, too_many_balls(request_.most_balls));
            return {};
        }
        XyzFrame frame{*count, {}};
        const auto comment = lines_.next();
        if (comment) frame.comment = *comment;
        file_.rows.clear();
        while (comment && file_.rows.size() < frame.balls) {
            const auto row = lines_.next();
            if (!row || request_.patience->ends()) break;
            file_.rows.push_back(*row);
        }
        if (comment && file_.rows.size() == frame.balls) return frame;
        refuse(head->line,
               "the file ends after " + text(file_.rows.size()) + " of " + text(frame.balls) + " balls");
        return {};
    }

    bool read_comment(const BallRow& comment) {
        const auto entries = xyz_entries(comment.text);
        if (!entries) return refuse(comment.line, entries.error());
        if (const auto fault = fault_of_key(*entries, "Properties", false)) {
            return refuse(comment.line, *fault);
        }
        const XyzEntry* const properties = entry_of(*entries, "Properties");
        const XyzEntry plain{"Properties", "species:S:1:pos:R:3", 1, 1};
        if (!read_properties(properties == nullptr ? plain : *properties, comment.line)) return false;
        if (!request_.takes_box) return true;
        const auto box = xyz_box(*entries);
        if (!box) return refuse(comment.line, box.error());
        file_.box = *box;
        return true;
    }

    /// name:type:width, again and again.
    bool read_properties(const XyzEntry& entry, std::uint32_t line) {
        std::vector<std::string> parts(1);
        for (const char c : entry.value) {
            if (c == ':') {
                parts.emplace_back();
            } else {
                parts.back() += c;
            }
        }
        if (parts.size() % 3 != 0) {
            return refuse(line, "Properties must be name:type:width and so on", entry.column);
        }
        std::uint32_t column = entry.column;
        for (std::size_t k = 0; k < parts.size(); k += 3) {
            if (parts[k + 1].size() != 1 ||
                std::string_view("SRIL").find(parts[k + 1]) == std::string::npos) {
                return refuse(line,
                              "the type of " + in_quotes(parts[k]) + " must be S, R, I or L, not " +
                                  in_quotes(parts[k + 1]),
                              column);
            }
            const auto width = whole_number_in(parts[k + 2]);
            if (!width || *width < 1 || *width > 64) {
                return refuse(line, "the width of " + in_quotes(parts[k]) + " must be 1 to 64", column);
            }
            const auto fault = add_property(parts[k], parts[k + 1][0], static_cast<int>(*width));
            if (fault) return refuse(line, *fault, column);
            column += characters_in(parts[k]) + characters_in(parts[k + 1]) + characters_in(parts[k + 2]) + 3;
        }
        if (!file_.has(ColumnKind::position)) {
            return refuse(line, "Properties has no positions, pos:R:3", entry.column);
        }
        return true;
    }

    std::optional<std::string> add_property(const std::string& name, char type, int width) {
        const auto quantity = xyz_quantity(name, request_.ignored);
        if (!quantity) return unknown_column(name);
        if (holds_numbers(*quantity) && type != 'R' && type != 'I') {
            return "column " + in_quotes(name) + " must have the type R, not " + std::string(1, type);
        }
        const bool vector = *quantity == ColumnKind::position || *quantity == ColumnKind::velocity;
        if (*quantity != ColumnKind::ignored && width != (vector ? 3 : 1)) {
            return "column " + in_quotes(name) + " must have the width " + (vector ? "3" : "1") + ", not " +
                   std::to_string(width);
        }
        if (*quantity != ColumnKind::ignored && file_.has(*quantity))
            return "column " + in_quotes(name) + " is there twice";
        for (int axis = 0; axis < width; ++axis) {
            const std::string title = vector ? name + " " + axis_name(axis) : name;
            file_.columns.push_back({title, *quantity, axis, type == 'I'});
        }
        return {};
    }

    BallFile& file_;
    const FileRequest& request_;
    PlacedFaults& faults_;
    LineSource lines_;
};

}  // namespace

bool read_xyz(BallFile& file, const FileRequest& request, PlacedFaults& faults) {
    file.separator = kBlanks;
    return XyzReader(file, request, faults).read();
}

}  // namespace carom::detail
