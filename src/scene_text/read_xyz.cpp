// Extended XYZ: a line with the number of balls, a comment with keys, then a line for each ball; and again.
#include <algorithm>

#include "scene/wording.hpp"
#include "scene_text/ball_columns.hpp"
#include "scene_text/ball_file.hpp"
#include "scene_text/xyz_comment.hpp"

namespace carom::detail {
namespace {

/// One instant in the file.
struct XyzFrame {
    std::uint64_t balls = 0;
    BallRow comment;
};

/// The words of the format and no others.
std::optional<bool> flag_in(std::string_view word) {
    for (const char* yes : {"T", "True", "true", "TRUE", "1"}) {
        if (word == yes) return true;
    }
    for (const char* no : {"F", "False", "false", "FALSE", "0"}) {
        if (word == no) return false;
    }
    return {};
}

bool is_written_as(std::string_view word, std::string_view key) {
    const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::equal(word.begin(), word.end(), key.begin(), key.end(),
                      [&](char a, char b) { return small(a) == small(b); });
}

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

    /// Its rows are left in the file.
    std::optional<XyzFrame> next_frame() {
        const auto head = lines_.next();
        const auto fields = words(*head);
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
            if (!row) break;
            file_.rows.push_back(*row);
        }
        if (comment && file_.rows.size() == frame.balls) return frame;
        refuse(head->line,
               "the file ends after " + text(file_.rows.size()) + " of " + text(frame.balls) + " balls");
        return {};
    }

    static std::vector<Field> words(const BallRow& row) { return fields_of(row, kBlanks); }

    /// Of a value, where commas and brackets are blanks too.
    static std::vector<Field> words(const XyzEntry& entry) {
        std::string list = entry.value;
        std::replace_if(
            list.begin(), list.end(), [](char c) { return c == ',' || c == '[' || c == ']'; }, ' ');
        return words(BallRow{list, 1});
    }

    bool read_comment(const BallRow& comment) {
        const auto read = xyz_entries(comment.text);
        if (!read) {
            return refuse(comment.line, "this is never closed, and all that follows would be its value",
                          read.error().column);
        }
        const std::vector<XyzEntry>& entries = *read;
        if (!check_keys(entries, comment.line)) return false;
        const auto find = [&](std::string_view key) {
            const auto found = std::find_if(entries.begin(), entries.end(),
                                            [&](const XyzEntry& entry) { return entry.key == key; });
            return found == entries.end() ? nullptr : &*found;
        };
        const XyzEntry* const properties = find("Properties");
        const XyzEntry plain{"Properties", "species:S:1:pos:R:3", 1};
        if (!read_properties(properties == nullptr ? plain : *properties, comment.line)) return false;
        if (!request_.takes_box) return true;
        const XyzEntry* const boundary = find("Boundary");
        if (boundary != nullptr && find("Lower") != nullptr && find("Upper") != nullptr) {
            return read_own_box(*find("Lower"), *find("Upper"), *boundary, comment.line);
        }
        if (boundary != nullptr && find("Lattice") == nullptr) {
            XyzEntry none{"", "", boundary->column};
            for (std::size_t k = 0; k < words(*boundary).size(); ++k) none.value += "0 ";
            return read_own_box(none, none, *boundary, comment.line);
        }
        if (find("Lattice") == nullptr) return true;
        return read_lattice(*find("Lattice"), find("Origin"), find("pbc"), comment.line);
    }

    /// Keys that mean something here stand once, and in these letters.
    bool check_keys(const std::vector<XyzEntry>& entries, std::uint32_t line) {
        for (const char* key : {"Properties", "Lattice", "pbc", "Origin", "Lower", "Upper", "Boundary"}) {
            bool found = false;
            for (const XyzEntry& entry : entries) {
                if (entry.column == 0) continue;
                if (found && entry.key == key) {
                    return refuse(line, in_quotes(key) + " is there twice", entry.column);
                }
                found = found || entry.key == key;
                const bool of_format =
                    std::string_view("Properties Lattice pbc").find(key) != std::string::npos;
                if (of_format && entry.key != key && is_written_as(entry.key, key)) {
                    return refuse(line, "write " + in_quotes(key) + ", not " + in_quotes(entry.key),
                                  entry.column);
                }
            }
        }
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

    std::optional<std::vector<double>> numbers(const XyzEntry& entry, std::uint32_t line) {
        std::vector<double> result;
        for (const Field& field : words(entry)) {
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

    bool read_own_box(const XyzEntry& lower, const XyzEntry& upper, const XyzEntry& boundary,
                      std::uint32_t line) {
        const auto low = numbers(lower, line), high = numbers(upper, line);
        if (!low || !high) return false;
        const std::vector<Field> kinds = words(boundary);
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

    bool read_lattice(const XyzEntry& lattice, const XyzEntry* origin, const XyzEntry* periodic,
                      std::uint32_t line) {
        const auto cell = numbers(lattice, line);
        if (!cell) return false;
        if (cell->size() != 9) return refuse(line, "Lattice must be nine numbers", lattice.column);
        auto corner = std::optional(std::vector<double>(3, 0.0));
        if (origin != nullptr) corner = numbers(*origin, line);
        if (!corner) return false;
        if (corner->size() != 3) return refuse(line, "Origin must be three numbers", origin->column);
        const auto flags = periodic == nullptr ? std::nullopt : read_flags(*periodic, line);
        if (periodic != nullptr && !flags) return false;
        FileBox box;
        for (std::size_t k = 0; k < 9; ++k) {
            if (k % 4 != 0 && (*cell)[k] != 0) {
                return refuse(line, "the box is not along the axes, and no other is simulated",
                              lattice.column);
            }
        }
        for (std::size_t k = 0; k < 3; ++k) {
            const double length = (*cell)[4 * k];
            if (length == 0 && flags && (*flags)[k]) {
                const std::string axis = axis_name(static_cast<int>(k));
                return refuse(line, "pbc is T on axis " + axis + ", where Lattice has no length",
                              periodic->column);
            }
            box.lower[k] = (*corner)[k];
            box.upper[k] = (*corner)[k] + length;
            const bool on = !flags || (*flags)[k];
            box.boundary[k] = on ? Boundary::periodic : Boundary::wall;
            if (length == 0) box.boundary[k] = Boundary::open;
        }
        file_.box = box;
        return true;
    }

    /// Three, or one for all axes. Empty after a fault.
    std::optional<std::array<bool, 3>> read_flags(const XyzEntry& entry, std::uint32_t line) {
        const std::vector<Field> fields = words(entry);
        std::array<bool, 3> flags{};
        for (std::size_t k = 0; k < fields.size() && k < 3; ++k) {
            const auto flag = flag_in(fields[k].text);
            if (!flag) {
                refuse(line, "pbc must be T or F, not " + in_quotes(fields[k].text),
                       entry.column + fields[k].column - 1);
                return {};
            }
            flags[k] = *flag;
        }
        if (fields.size() == 3) return flags;
        if (fields.size() == 1) return std::array{flags[0], flags[0], flags[0]};
        refuse(line, "pbc must be three letters, T or F", entry.column);
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
