#include "scene_text/ball_columns.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "scene/wording.hpp"
#include "scene_text/table_reader.hpp"

namespace carom::detail {
namespace {

using ColumnName = std::pair<const char*, ColumnKind>;

/// Names that OVITO, ASE and others give them, and what says nothing about how a ball moves.
constexpr std::array<ColumnName, 20> kXyz = {
    {{"pos", ColumnKind::position},        {"velo", ColumnKind::velocity},
     {"vel", ColumnKind::velocity},        {"velocity", ColumnKind::velocity},
     {"velocities", ColumnKind::velocity}, {"radius", ColumnKind::radius},
     {"radii", ColumnKind::radius},        {"mass", ColumnKind::mass},
     {"masses", ColumnKind::mass},         {"name", ColumnKind::name},
     {"species", ColumnKind::species},     {"id", ColumnKind::ignored},
     {"index", ColumnKind::ignored},       {"Z", ColumnKind::ignored},
     {"tags", ColumnKind::ignored},        {"primitive_index", ColumnKind::ignored},
     {"orig_index", ColumnKind::ignored},  {"map_shift", ColumnKind::ignored},
     {"travel", ColumnKind::ignored},      {"image", ColumnKind::ignored}}};

constexpr std::array<ColumnName, 11> kCsv = {{{"radius", ColumnKind::radius},
                                              {"mass", ColumnKind::mass},
                                              {"name", ColumnKind::name},
                                              {"species", ColumnKind::species},
                                              {"time", ColumnKind::time},
                                              {"ball", ColumnKind::ignored},
                                              {"id", ColumnKind::ignored},
                                              {"index", ColumnKind::ignored},
                                              {"image_x", ColumnKind::ignored},
                                              {"image_y", ColumnKind::ignored},
                                              {"image_z", ColumnKind::ignored}}};

template <std::size_t Count>
std::optional<ColumnKind> known_as(const std::array<ColumnName, Count>& names, const std::string& name,
                                   const std::vector<std::string>& ignored) {
    if (std::find(ignored.begin(), ignored.end(), name) != ignored.end()) return ColumnKind::ignored;
    for (const auto& [known, quantity] : names) {
        if (name == known) return quantity;
    }
    return {};
}

}  // namespace

std::optional<ColumnKind> xyz_quantity(const std::string& name, const std::vector<std::string>& ignored) {
    return known_as(kXyz, name, ignored);
}

std::optional<BallColumn> csv_column(const std::string& name, const std::vector<std::string>& ignored) {
    if (const auto quantity = known_as(kCsv, name, ignored)) return BallColumn{name, *quantity, 0, false};
    for (int axis = 0; axis < 3; ++axis) {
        if (name == axis_name(axis)) return BallColumn{name, ColumnKind::position, axis, false};
        if (name == "v" + axis_name(axis)) return BallColumn{name, ColumnKind::velocity, axis, false};
    }
    return {};
}

std::string unknown_column(const std::string& name) {
    std::vector<std::string> names = {"x", "y", "z", "vx", "vy", "vz"};
    for (const auto& [known, quantity] : kXyz) names.emplace_back(known);
    if (name == "momenta") return "momenta are not read: write velocities, or name the column in `ignore`";
    return "unknown column " + in_quotes(name) + suggestion(name, names) +
           "; name it in `ignore` when it has no meaning here";
}

std::optional<Boundary> boundary_named(const std::string& word) {
    if (word == "wall") return Boundary::wall;
    if (word == "periodic") return Boundary::periodic;
    if (word == "open") return Boundary::open;
    return {};
}

}  // namespace carom::detail
