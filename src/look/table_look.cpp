#include "look/table_look.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "look/table_plan.hpp"

namespace carom::look {
namespace {

struct Range {
    double lower = std::numeric_limits<double>::infinity();
    double upper = -std::numeric_limits<double>::infinity();

    void include(double x) {
        lower = std::min(lower, x);
        upper = std::max(upper, x);
    }
    bool has_width() const { return upper > lower; }
};

/// Between the cushions across this axis; of a table without two of them, between all ends.
Range playing_area(const billiards::TableScene& scene, int axis) {
    Range across, all;
    for (const billiards::StraightCushion& cushion : scene.setup.table.straight_cushions) {
        for (const Vec2d& end : {cushion.from, cushion.to}) all.include(end[axis]);
        if (cushion.from[axis] == cushion.to[axis]) across.include(cushion.from[axis]);
    }
    if (across.has_width()) return across;
    if (all.has_width()) return all;
    for (std::size_t k = 0; k < scene.start.size(); ++k) {
        for (const int side : {-1, 1})
            all.include(scene.start[k].position[axis] + 20 * side * scene.setup.balls[k].radius);
    }
    return all;
}

constexpr std::array<std::pair<std::string_view, const char*>, 8> kNamedColours = {{
    {"red", "#c9242b"},
    {"yellow", "#f5c518"},
    {"green", "#1d8a43"},
    {"brown", "#7a4a21"},
    {"blue", "#1d4fb8"},
    {"pink", "#f39ab5"},
    {"black", "#16181a"},
    {"white", "#ffffff"},
}};

}  // namespace

Scene<2> flat_scene(const billiards::TableScene& scene) {
    Scene<2> flat;
    flat.name = scene.name;
    for (int k = 0; k < 2; ++k) {
        const Range range = playing_area(scene, k);
        flat.world.box.lower[k] = range.lower;
        flat.world.box.upper[k] = range.upper;
    }
    flat.world.boundary.fill(Boundary::wall);
    std::size_t fallen = 0;
    for (std::size_t k = 0; k < scene.start.size(); ++k) {
        const billiards::BallState& state = scene.start[k];
        const double radius = scene.setup.balls[k].radius;
        const bool is_out = is_out_of_play(state.phase);
        flat.balls.push_back(
            {scene.ball_names[k],
             is_out ? tray_place(flat, radius, fallen++) : Vec2d{state.position[0], state.position[1]},
             {state.velocity[0], state.velocity[1]},
             radius,
             scene.setup.balls[k].mass});
    }
    return flat;
}

std::vector<BallLook> table_looks_of(const Scene<2>& scene) {
    std::vector<BallLook> looks = looks_of(scene);
    for (BallLook& look : looks) {
        if (look.pool_number >= 0) continue;
        if (look.name == "cue") {
            look = {look.name, kPoolWhite, kPoolWhite, kPoolInk, "", -1, false};
            continue;
        }
        const std::string_view colour = std::string_view(look.name).substr(0, look.name.find(' '));
        for (const auto& [name, fill] : kNamedColours) {
            if (colour != name) continue;
            look.fill = fill;
            look.line = name == "black" ? "#0b0d0e" : fill;
            look.label.clear();
        }
    }
    return looks;
}

Vec2d tray_place(const Scene<2>& flat, double radius, std::size_t k) {
    const auto& box = flat.world.box;
    return {box.lower[0] + radius * (4.2 + 2.2 * static_cast<double>(k)),
            box.lower[1] - 0.55 * kRailShare * shorter_side(box)};
}

}  // namespace carom::look
