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
#include "scene_text/placed_faults.hpp"

namespace carom::detail {

enum class ColumnKind : unsigned char { ignored, position, velocity, radius, mass, name, species, time };

struct BallColumn {
    std::string title;
    ColumnKind quantity = ColumnKind::ignored;
    int axis = 0;  ///< of positions and velocities
};

struct BallRow {
    std::string_view text;
    std::uint32_t line = 1;
};

enum class Separator : unsigned char { blanks, commas };

/// A word of a row, without the quotes of CSV.
struct Field {
    std::string text;
    std::uint32_t column = 1;  ///< in characters
};

/// The box that the file gives, in three dimensions.
struct FileBox {
    std::array<double, 3> lower{}, upper{};
    std::array<Boundary, 3> boundary{};
};

/// Which instant of a file with several: a number from 0, or the last one; nobody said.
struct FrameChoice {
    enum class Kind : unsigned char { only, numbered, last };
    Kind kind = Kind::only;
    std::uint64_t number = 0;
};

/// What is wanted of a file.
struct FileRequest {
    FrameChoice frame;
    std::vector<std::string> ignored;  ///< columns that have no meaning here
    bool takes_box = false;
};

struct BallFile {
    std::string text;
    std::uint32_t number = 0;  ///< for places
    Separator separator = Separator::blanks;
    std::vector<BallColumn> columns;
    std::vector<BallRow> rows;  ///< of the instant asked for
    std::optional<FileBox> box;
    std::uint32_t box_line = 1;  ///< where it is, or would be

    bool has(ColumnKind quantity) const;
    /// Where the quantity of a row is; the start of the row when it has no such column. `field` is that of
    /// a finding of `validate`.
    Place place_of(std::size_t row, std::string_view field) const;
};

std::vector<Field> fields_of(const BallRow& row, Separator separator);

/// The number that the whole text is; "inf" and "nan" are numbers too.
std::optional<double> number_in(std::string_view text);

/// Finds the rows of the instant, the meaning of the columns and the box. False after a fault.
bool read_xyz(BallFile& file, const FileRequest& request, PlacedFaults& faults);
bool read_csv(BallFile& file, const FileRequest& request, PlacedFaults& faults);

/// What both readers use: the lines of a text, with their numbers.
class LineSource {
public:
    explicit LineSource(std::string_view text);
    /// Empty at the end of the text.
    std::optional<BallRow> next();
    /// Like `next`, but a line break within double quotes belongs to the row.
    std::optional<BallRow> next_record();
    /// True when only blank lines are left.
    bool nothing_left() const { return rest_.find_first_not_of(" \t\r\n") == std::string_view::npos; }
    std::uint32_t line() const { return line_; }  ///< of the next row

private:
    BallRow take(std::size_t size, std::uint32_t breaks);

    std::string_view rest_;
    std::uint32_t line_ = 1;
};

}  // namespace carom::detail
