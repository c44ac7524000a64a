// What the columns of imported files are called, there and here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene_text/ball_file.hpp"

namespace carom::detail {

/// Empty when nobody knows the name. `ignored` are names that stand for nothing.
std::optional<ColumnKind> xyz_quantity(const std::string& name, const std::vector<std::string>& ignored);

/// Likewise, with the axis: "x", "vy", "radius". A first column without a name holds numbers of lines.
std::optional<BallColumn> csv_column(const std::string& name, const std::vector<std::string>& ignored);

/// The message for a column that nobody knows.
std::string unknown_column(const std::string& name);

/// "wall", "periodic" or "open".
std::optional<Boundary> boundary_named(const std::string& word);

}  // namespace carom::detail
