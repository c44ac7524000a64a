#include "scene_text/ball_columns.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "scene/wording.hpp"
#include "scene_text/table_reader.hpp"

namespace carom::detail {
namespace {

using Named = std::pair<const char*, Quantity>;

/// Names that OVITO, ASE and others give them, and what says nothing about how a ball moves.
constexpr std::array<Named, 14> kXyz = {{{"pos", Quantity::position},
                                         {"velo", Quantity::velocity},
                                         {"vel", Quantity::velocity},
                                         {"velocity", Quantity::velocity},
                                         {"velocities", Quantity::velocity},
                                         {"radius", Quantity::radius},
                                         {"radii", Quantity::radius},
                                         {"mass", Quantity::mass},
                                         {"masses", Quantity::mass},
                                         {"name", Quantity::name},
                                         {"species", Quantity::species},
                                         {"id", Quantity::ignored},
                                         {"Z", Quantity::ignored},
                                         {"image", Quantity::ignored}}};

constexpr std::array<Named, 9> kCsv = {{{"radius", Quantity::radius},
                                        {"mass", Quantity::mass},
                                        {"name", Quantity::name},
                                        {"species", Quantity::species},
                                        {"time", Quantity::time},
                                        {"ball", Quantity::ignored},
                                        {"image_x", Quantity::ignored},
                                        {"image_y", Quantity::ignored},
                                        {"image_z", Quantity::ignored}}};

template <std::size_t Count>
std::optional<Quantity> known_as(const std::array<Named, Count>& names, const std::string& name,
                                 const std::vector<std::string>& ignored) {
    if (std::find(ignored.begin(), ignored.end(), name) != ignored.end()) return Quantity::ignored;
    for (const auto& [known, quantity] : names) {
        if (name == known) return quantity;
    }
    return {};
}

}  // namespace

std::optional<Quantity> xyz_quantity(const std::string& name, const std::vector<std::string>& ignored) {
    return known_as(kXyz, name, ignored);
}

std::optional<BallColumn> csv_column(const std::string& name, const std::vector<std::string>& ignored) {
    if (const auto quantity = known_as(kCsv, name, ignored)) return BallColumn{name, *quantity, 0};
    for (int axis = 0; axis < 3; ++axis) {
        if (name == axis_name(axis)) return BallColumn{name, Quantity::position, axis};
        if (name == "v" + axis_name(axis)) return BallColumn{name, Quantity::velocity, axis};
    }
    return {};
}

std::string unknown_column(const std::string& name) {
    std::vector<std::string> names = {"x", "y", "z", "vx", "vy", "vz"};
    for (const auto& [known, quantity] : kXyz) names.emplace_back(known);
    return "unknown column " + quoted(name) + suggestion(name, names) +
           "; name it in `ignore` when it has no meaning here";
}

std::optional<Boundary> boundary_named(const std::string& word) {
    if (word == "wall") return Boundary::wall;
    if (word == "periodic") return Boundary::periodic;
    if (word == "open") return Boundary::open;
    return {};
}

}  // namespace carom::detail
