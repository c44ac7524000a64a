// A table of balls in a text file, extended XYZ or CSV: a line for each ball, columns that have names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/scene/scene.hpp"
#include "scene_text/csv_record.hpp"
#include "scene_text/placed_faults.hpp"

namespace carom::detail {

enum class ColumnKind : unsigned char { ignored, position, velocity, radius, mass, name, species, time };

struct BallColumn {
    std::string title;
    ColumnKind quantity = ColumnKind::ignored;
    int axis = 0;        ///< of positions and velocities
    bool whole = false;  ///< its numbers are whole ones
};

/// True where a number stands, not a word.
inline bool holds_numbers(ColumnKind quantity) {
    return quantity == ColumnKind::position || quantity == ColumnKind::velocity ||
           quantity == ColumnKind::radius || quantity == ColumnKind::mass;
}

struct BallRow {
    std::string_view text;
    std::uint32_t line = 1;
};

/// Of extended XYZ: words with any number of blanks between them. CSV has another separator.
inline constexpr char kBlanks = ' ';

/// Between the columns of CSV.
inline constexpr std::string_view kCsvSeparators = ",;|\t";

/// The box that the file gives.
struct FileBox {
    std::size_t axes = 3;  ///< 2 or 3
    std::array<double, 3> lower{}, upper{};
    std::array<Boundary, 3> boundary{};
};

/// Which instant of a file with several: a number from 0, or the last one; nobody said.
struct FrameChoice {
    enum class Mode : unsigned char { only, numbered, last };
    Mode mode = Mode::only;
    std::uint64_t number = 0;
};

/// What is wanted of a file.
struct FileRequest {
    FrameChoice frame;
    char separator = kBlanks;
    std::size_t most_balls = max_balls;
    std::vector<std::string> ignored;  ///< columns that have no meaning here
    bool takes_box = false;
    Patience* patience = nullptr;  ///< there is one; nothing more is read where it has ended
};

struct BallFile {
    std::string text;
    std::uint32_t number = 0;  ///< for places
    char separator = kBlanks;
    std::vector<BallColumn> columns;
    std::vector<BallRow> rows;  ///< of the instant asked for
    std::optional<FileBox> box;
    std::uint32_t box_line = 1;  ///< where it is, or would be

    bool has(ColumnKind quantity) const;
    /// Where the quantity of a row is; the start of the row when it has no such column. `field` is that of
    /// a finding of `validate`.
    TextPlace place_of(std::size_t row, std::string_view field) const;
    /// Likewise, of one axis.
    TextPlace place_of(std::size_t row, ColumnKind quantity, int axis) const;
};

/// Of a row whose record is sound.
std::vector<Field> fields_of(const BallRow& row, char separator);

/// Where a field of a row is.
inline TextPlace place_in(const BallRow& row, const Field& field, std::uint32_t file) {
    return {row.line + field.lines_down, field.column, file};
}

/// The number that the whole text is; "inf" and "nan" are numbers too, and 1D-3 is 0.001 as in Fortran.
std::optional<double> number_in(std::string_view text);
std::optional<std::uint64_t> whole_number_in(std::string_view text);

inline constexpr const char* kSeveralInstants =
    "the file holds several instants: say which with frame = 0, 1 and so on, or \"last\"";

/// The message for a file with more balls than a scene still takes.
std::string too_many_balls(std::size_t most);

/// Finds the rows of the instant, the meaning of the columns and the box. False after a fault.
bool read_xyz(BallFile& file, const FileRequest& request, PlacedFaults& faults);
bool read_csv(BallFile& file, const FileRequest& request, PlacedFaults& faults);

/// What both readers use: the lines of a text, with their numbers.
class LineSource {
public:
    explicit LineSource(std::string_view text);
    /// The next line; empty at the end of the text.
    std::optional<BallRow> next();
    /// The next `size` bytes, which have so many line breaks, and the line break after them.
    BallRow take(std::size_t size, std::uint32_t breaks);
    std::string_view rest() const { return rest_; }
    /// True when only blank lines are left.
    bool nothing_left() const { return rest_.find_first_not_of(" \t\r\n") == std::string_view::npos; }
    std::uint32_t line() const { return line_; }  ///< of the next row

private:
    std::string_view rest_;
    std::uint32_t line_ = 1;
};

}  // namespace carom::detail
