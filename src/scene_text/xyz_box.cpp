#include "scene_text/xyz_box.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "scene/wording.hpp"
#include "scene_text/ball_columns.hpp"

namespace carom::detail {
namespace {

constexpr std::array<const char*, 6> kKeys = {"Lattice", "Origin", "pbc", "Lower", "Upper", "Boundary"};

/// Programs may round Lattice and Origin; Lower and Upper must be the same box within this part of it.
constexpr double kRounding = 1e-6;

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

/// Commas and brackets are blanks too.
std::vector<Field> words(const XyzEntry& entry) {
    std::string list = entry.value;
    std::replace_if(
        list.begin(), list.end(), [](char c) { return c == ',' || c == '[' || c == ']'; }, ' ');
    return fields_of(BallRow{list, 1}, kBlanks);
}

class BoxReader {
public:
    explicit BoxReader(const std::vector<XyzEntry>& entries)
        : entries_(entries),
          lattice_(entry_of(entries, "Lattice")),
          origin_(entry_of(entries, "Origin")),
          periodic_(entry_of(entries, "pbc")),
          lower_(entry_of(entries, "Lower")),
          upper_(entry_of(entries, "Upper")),
          boundary_(entry_of(entries, "Boundary")) {}

    Result<std::optional<FileBox>, XyzFault> read() {
        const bool told =
            lattice_ != nullptr || lower_ != nullptr || upper_ != nullptr || boundary_ != nullptr;
        for (const char* key : kKeys) {
            // Without a box, bare words are a sentence.
            if (auto fault = fault_of_key(entries_, key, told)) return std::move(*fault);
        }
        if (!read_flags() || !read_lattice() || !read_own()) return fault_;
        return told ? std::optional(box_) : std::nullopt;
    }

private:
    bool refuse(std::uint32_t column, std::string message) {
        fault_ = {column, std::move(message)};
        return false;
    }

    static std::string on_axis(std::size_t k) { return "on axis " + axis_name(static_cast<int>(k)); }

    /// Three, or one for all axes.
    bool read_flags() {
        if (periodic_ == nullptr) return true;
        const std::vector<Field> fields = words(*periodic_);
        if (fields.size() != 1 && fields.size() != 3) {
            return refuse(periodic_->column, "pbc must be three letters, T or F");
        }
        flags_.emplace();
        for (std::size_t k = 0; k < 3; ++k) {
            const Field& field = fields[fields.size() == 1 ? 0 : k];
            const auto flag = flag_in(field.text);
            if (!flag) {
                return refuse(periodic_->column + field.column - 1,
                              "pbc must be T or F, not " + in_quotes(field.text));
            }
            (*flags_)[k] = *flag;
        }
        return true;
    }

    bool read_numbers(const XyzEntry& entry, std::vector<double>& numbers) {
        for (const Field& field : words(entry)) {
            const auto number = number_in(field.text);
            if (!number) {
                return refuse(entry.column + field.column - 1,
                              entry.key + ": " + in_quotes(field.text) + " is not a number");
            }
            numbers.push_back(*number);
        }
        return true;
    }

    bool read_lattice() {
        if (lattice_ == nullptr) {
            return origin_ == nullptr ||
                   refuse(origin_->key_column, "Origin is a corner of Lattice, which is not there");
        }
        std::vector<double> cell, corner;
        if (!read_numbers(*lattice_, cell)) return false;
        if (cell.size() != 9) return refuse(lattice_->column, "Lattice must be nine numbers");
        if (origin_ != nullptr && !read_numbers(*origin_, corner)) return false;
        if (origin_ == nullptr) corner.assign(3, 0);
        if (corner.size() != 3) return refuse(origin_->column, "Origin must be three numbers");
        for (std::size_t k = 0; k < 9; ++k) {
            if (k % 4 != 0 && cell[k] != 0) {
                return refuse(lattice_->column, "the box is not along the axes, and no other is simulated");
            }
        }
        for (std::size_t k = 0; k < 3; ++k) {
            if (!take_cell(k, corner[k], cell[4 * k])) return false;
        }
        return true;
    }

    /// An axis without length is open.
    bool take_cell(std::size_t k, double corner, double length) {
        if (length == 0 && flags_ && (*flags_)[k]) {
            return refuse(periodic_->column, "pbc is T " + on_axis(k) + ", where Lattice has no length");
        }
        box_.lower[k] = corner;
        box_.upper[k] = corner + length;
        const bool periodic = !flags_ || (*flags_)[k];
        box_.boundary[k] = periodic ? Boundary::periodic : Boundary::wall;
        if (length == 0) box_.boundary[k] = Boundary::open;
        return true;
    }

    bool read_own() {
        if (lower_ == nullptr && upper_ == nullptr && boundary_ == nullptr) return true;
        if (lower_ == nullptr && upper_ != nullptr) {
            return refuse(upper_->key_column, "Upper needs Lower beside it");
        }
        if (lower_ != nullptr && upper_ == nullptr) {
            return refuse(lower_->key_column, "Lower needs Upper beside it");
        }
        if (boundary_ == nullptr) {
            return refuse(lower_->key_column, "Lower and Upper need Boundary beside them");
        }
        const std::vector<Field> kinds = words(*boundary_);
        std::vector<double> lower, upper;
        if (lower_ != nullptr && (!read_numbers(*lower_, lower) || !read_numbers(*upper_, upper)))
            return false;
        const bool sound = kinds.size() == 2 || kinds.size() == 3;
        if (!sound || (lower_ != nullptr && (lower.size() != kinds.size() || upper.size() != kinds.size()))) {
            return refuse((lower_ != nullptr ? lower_ : boundary_)->column,
                          "Lower, Upper and Boundary must have two or three parts each");
        }
        box_.axes = kinds.size();
        for (std::size_t k = 0; k < kinds.size(); ++k) {
            if (lower_ != nullptr && !take_faces(k, lower[k], upper[k])) return false;
            if (!take_kind(k, kinds[k])) return false;
        }
        return true;
    }

    /// An axis without width has a side of 1 in Lattice, where carom wrote it.
    bool take_faces(std::size_t k, double lower, double upper) {
        const double size = std::max({std::abs(lower), std::abs(upper), upper - lower});
        const auto same = [&](double a, double b) { return std::abs(a - b) <= kRounding * size; };
        const bool agrees = same(lower, box_.lower[k]) && same(upper, box_.upper[k]);
        if (lattice_ != nullptr && upper > lower && !agrees) {
            return refuse(lower_->column,
                          "Lower and Upper are another box than Lattice and Origin " + on_axis(k));
        }
        box_.lower[k] = lower;
        box_.upper[k] = upper;
        return true;
    }

    bool take_kind(std::size_t k, const Field& word) {
        const std::uint32_t column = boundary_->column + word.column - 1;
        const auto kind = boundary_named(word.text);
        if (!kind)
            return refuse(column, "Boundary must be wall, periodic or open, not " + in_quotes(word.text));
        if (flags_ && (*flags_)[k] != (kind == Boundary::periodic)) {
            return refuse(column, "Boundary and pbc contradict each other " + on_axis(k));
        }
        if (kind != Boundary::open && lower_ == nullptr && box_.lower[k] == box_.upper[k]) {
            return refuse(column,
                          "Boundary is " + word.text + " " + on_axis(k) + ", which has no length here");
        }
        box_.boundary[k] = *kind;
        return true;
    }

    const std::vector<XyzEntry>& entries_;
    const XyzEntry *lattice_, *origin_, *periodic_, *lower_, *upper_, *boundary_;
    std::optional<std::array<bool, 3>> flags_;  ///< of pbc
    FileBox box_;
    XyzFault fault_;
};

}  // namespace

Result<std::optional<FileBox>, XyzFault> xyz_box(const std::vector<XyzEntry>& entries) {
    return BoxReader(entries).read();
}

}  // namespace carom::detail
