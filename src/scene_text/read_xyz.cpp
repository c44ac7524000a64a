// Extended XYZ: a line with the number of balls, a comment with keys, then a line for each ball; and again.
#include <algorithm>

#include "scene/wording.hpp"
#include "scene_text/ball_columns.hpp"
#include "scene_text/ball_file.hpp"

namespace carom::detail {
namespace {

/// A key of the comment.
struct Entry {
    std::string key, value;
    std::uint32_t column = 1;  ///< of the value
};

/// One instant in the file.
struct Frame {
    std::uint64_t balls = 0;
    BallRow comment;
};

std::vector<Entry> entries_of(std::string_view comment) {
    std::vector<Entry> entries;
    for (std::size_t at = comment.find_first_not_of(" \t"); at != std::string_view::npos;) {
        std::size_t end = std::min(comment.find_first_of(" \t=", at), comment.size());
        Entry entry{std::string(comment.substr(at, end - at)), "", 0};
        if (end < comment.size() && comment[end] == '=') {
            at = end + 1;
            const char quote = at < comment.size() ? comment[at] : ' ';
            const bool quoted = quote == '"' || quote == '\'';
            at += quoted ? 1 : 0;
            end =
                std::min(quoted ? comment.find(quote, at) : comment.find_first_of(" \t", at), comment.size());
            entry.value = comment.substr(at, end - at);
            entry.column = static_cast<std::uint32_t>(at + 1);
            end += quoted ? 1 : 0;
        }
        entries.push_back(std::move(entry));
        at = comment.find_first_not_of(" \t", end);
    }
    return entries;
}

class XyzReader {
public:
    XyzReader(BallFile& file, const FileRequest& request, PlacedFaults& faults)
        : file_(file), request_(request), faults_(faults), lines_(file.text) {}

    bool read() {
        const FrameChoice& choice = request_.frame;
        using Kind = FrameChoice::Kind;
        std::optional<Frame> frame;
        for (std::uint64_t k = 0; !lines_.nothing_left(); ++k) {
            if (choice.kind == Kind::only && k == 1) return refuse(lines_.line(), several_instants());
            frame = next_frame();
            if (!frame) return false;
            if (choice.kind == Kind::numbered && choice.number == k) break;
            if (choice.kind == Kind::numbered) frame.reset();
        }
        if (!frame) return refuse(1, "the file has no instant " + wanted(choice));
        file_.box_line = frame->comment.line;
        return read_comment(frame->comment);
    }

private:
    static std::string several_instants() {
        return "the file holds several instants: say which with frame = 0, 1 and so on, or \"last\"";
    }
    static std::string wanted(const FrameChoice& choice) {
        return choice.kind == FrameChoice::Kind::numbered ? std::to_string(choice.number) : "at all";
    }

    bool refuse(std::uint32_t line, const std::string& message, std::uint32_t column = 1) {
        faults_.add("wrong imports", {line, column, file_.number}, message);
        return false;
    }

    /// Its rows are left in the file.
    std::optional<Frame> next_frame() {
        const auto head = lines_.next();
        const auto fields = words(*head);
        const auto count = fields.size() == 1 ? number_in(fields[0].text) : std::nullopt;
        if (!count || !(*count >= 0) || *count != static_cast<double>(static_cast<std::int64_t>(*count))) {
            refuse(head->line,
                   "this must be the number of balls of an instant, not " + in_quotes(head->text));
            return {};
        }
        if (*count > static_cast<double>(max_balls)) {
            refuse(head->line, "more than " + text(max_balls) + " balls");
            return {};
        }
        Frame frame{static_cast<std::uint64_t>(*count), {}};
        const auto comment = lines_.next();
        if (comment) frame.comment = *comment;
        file_.rows.clear();
        while (comment && file_.rows.size() < frame.balls) {
            const auto row = lines_.next();
            if (!row) break;
            file_.rows.push_back(*row);
        }
        if (comment && file_.rows.size() == frame.balls) return frame;
        refuse(head->line,
               "the file ends after " + text(file_.rows.size()) + " of " + text(frame.balls) + " balls");
        return {};
    }

    static std::vector<Field> words(const BallRow& row) { return fields_of(row, Separator::blanks); }

    bool read_comment(const BallRow& comment) {
        const std::vector<Entry> entries = entries_of(comment.text);
        const auto find = [&](std::string_view key) {
            const auto found = std::find_if(entries.begin(), entries.end(),
                                            [&](const Entry& entry) { return entry.key == key; });
            return found == entries.end() ? nullptr : &*found;
        };
        const Entry* const properties = find("Properties");
        const Entry plain{"Properties", "species:S:1:pos:R:3", 1};
        if (!read_properties(properties == nullptr ? plain : *properties, comment.line)) return false;
        if (!request_.takes_box) return true;
        if (find("Lower") != nullptr && find("Upper") != nullptr && find("Boundary") != nullptr) {
            return read_own_box(*find("Lower"), *find("Upper"), *find("Boundary"), comment.line);
        }
        if (find("Lattice") == nullptr) return true;
        return read_lattice(*find("Lattice"), find("Origin"), find("pbc"), comment.line);
    }

    /// name:type:width, again and again.
    bool read_properties(const Entry& entry, std::uint32_t line) {
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
            const auto width = number_in(parts[k + 2]);
            if (!width || !(*width >= 1 && *width <= 64)) {
                return refuse(line, "the width of " + in_quotes(parts[k]) + " must be 1 to 64", column);
            }
            const auto fault = add_property(parts[k], static_cast<int>(*width));
            if (fault) return refuse(line, *fault, column);
            column +=
                static_cast<std::uint32_t>(parts[k].size() + parts[k + 1].size() + parts[k + 2].size()) + 3;
        }
        if (!file_.has(ColumnKind::position)) {
            return refuse(line, "Properties has no positions, pos:R:3", entry.column);
        }
        return true;
    }

    std::optional<std::string> add_property(const std::string& name, int width) {
        const auto quantity = xyz_quantity(name, request_.ignored);
        if (!quantity) return unknown_column(name);
        const bool vector = *quantity == ColumnKind::position || *quantity == ColumnKind::velocity;
        if (*quantity != ColumnKind::ignored && width != (vector ? 3 : 1)) {
            return "column " + in_quotes(name) + " must have the width " + (vector ? "3" : "1") + ", not " +
                   std::to_string(width);
        }
        if (*quantity != ColumnKind::ignored && file_.has(*quantity))
            return "column " + in_quotes(name) + " is there twice";
        for (int axis = 0; axis < width; ++axis) {
            const std::string title = vector ? name + " " + axis_name(axis) : name;
            file_.columns.push_back({title, *quantity, axis});
        }
        return {};
    }

    std::optional<std::vector<double>> numbers(const Entry& entry, std::uint32_t line) {
        std::vector<double> result;
        for (const Field& field : words({entry.value, line})) {
            const auto number = number_in(field.text);
            if (!number) {
                refuse(line, entry.key + ": " + in_quotes(field.text) + " is not a number",
                       entry.column + field.column - 1);
                return {};
            }
            result.push_back(*number);
        }
        return result;
    }

    bool read_own_box(const Entry& lower, const Entry& upper, const Entry& boundary, std::uint32_t line) {
        const auto low = numbers(lower, line), high = numbers(upper, line);
        if (!low || !high) return false;
        const std::vector<Field> kinds = words({boundary.value, line});
        if (low->size() != high->size() || kinds.size() != low->size() || low->size() < 2 ||
            low->size() > 3) {
            return refuse(line, "Lower, Upper and Boundary must have two or three parts each", lower.column);
        }
        FileBox box;
        for (std::size_t k = 0; k < kinds.size(); ++k) {
            const auto kind = boundary_named(kinds[k].text);
            if (!kind) {
                return refuse(line,
                              "Boundary must be wall, periodic or open, not " + in_quotes(kinds[k].text),
                              boundary.column + kinds[k].column - 1);
            }
            box.lower[k] = (*low)[k];
            box.upper[k] = (*high)[k];
            box.boundary[k] = *kind;
        }
        file_.box = box;
        return true;
    }

    bool read_lattice(const Entry& lattice, const Entry* origin, const Entry* periodic, std::uint32_t line) {
        const auto cell = numbers(lattice, line);
        if (!cell) return false;
        if (cell->size() != 9) return refuse(line, "Lattice must be nine numbers", lattice.column);
        auto corner = std::optional(std::vector<double>(3, 0.0));
        if (origin != nullptr) corner = numbers(*origin, line);
        if (!corner) return false;
        if (corner->size() != 3) return refuse(line, "Origin must be three numbers", origin->column);
        const Entry all{"pbc", "T T T", lattice.column};
        const Entry& entry = periodic == nullptr ? all : *periodic;
        const std::vector<Field> flags = words({entry.value, line});
        if (flags.size() != 3) return refuse(line, "pbc must be three letters, T or F", entry.column);
        FileBox box;
        for (std::size_t k = 0; k < 9; ++k) {
            if (k % 4 != 0 && (*cell)[k] != 0) {
                return refuse(line, "the box is not along the axes, and no other is simulated",
                              lattice.column);
            }
        }
        for (std::size_t k = 0; k < 3; ++k) {
            const std::string& flag = flags[k].text;
            const bool on = flag == "T" || flag == "True" || flag == "true" || flag == "1";
            box.lower[k] = (*corner)[k];
            box.upper[k] = (*corner)[k] + (*cell)[4 * k];
            box.boundary[k] = on ? Boundary::periodic : Boundary::wall;
        }
        file_.box = box;
        return true;
    }

    BallFile& file_;
    const FileRequest& request_;
    PlacedFaults& faults_;
    LineSource lines_;
};

}  // namespace

bool read_xyz(BallFile& file, const FileRequest& request, PlacedFaults& faults) {
    file.separator = Separator::blanks;
    return XyzReader(file, request, faults).read();
}

}  // namespace carom::detail
