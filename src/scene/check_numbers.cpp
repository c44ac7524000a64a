// Are the numbers of a scene by themselves what they have to be?
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "scene/complaint.hpp"
#include "scene/scene_check.hpp"

namespace carom::detail {
namespace {

template <int N>
void check_ball(SceneCheck<N>& check, std::size_t i) {
    const SceneBall<N>& ball = check.scene.balls[i];
    const std::string position = complaint(ball.position, Zero::allowed);
    const std::string velocity = complaint(ball.velocity, Zero::allowed);
    const std::string radius = positive_complaint(ball.radius);
    const std::string mass = mass_complaint(ball.mass);
    const bool slides = ball.mass == immovable && velocity.empty() && largest(ball.velocity) > 0;
    check.sound[i] = position.empty() && radius.empty();
    if (position.empty() && velocity.empty() && radius.empty() && mass.empty() && !slides) return;
    const std::string who = label(ball, i);
    accept(check, "bad positions", about(Subject::ball, {i}, "position", 0), who, position);
    accept(check, "bad velocities", about(Subject::ball, {i}, "velocity", 0), who, velocity);
    accept(check, "bad radii", about(Subject::ball, {i}, "radius", ball.radius), who, radius);
    accept(check, "bad masses", about(Subject::ball, {i}, "mass", ball.mass), who, mass);
    if (slides) {
        accept(check, "moving immovable balls", about(Subject::ball, {i}, "velocity", largest(ball.velocity)),
               who, "has to be zero, because the ball is immovable");
    }
}

/// A wall that does more than a face of the box is of no effect behind the faces.
template <int N>
std::string hidden_complaint(const SceneCheck<N>& check, const Wall<N>& wall) {
    if (wall.speed > 0 || (wall.speed == 0 && !wall.temperature)) return "";
    double least = -wall.half_space.offset;  // of the corners of the box, along the normal
    for (int k = 0; k < N; ++k) {
        const double n = wall.half_space.normal[k];
        if (n == 0) continue;
        if (boundary_of(check.scene.world, k) != Boundary::wall || !check.sound_axes[k]) return "";
        const Box<double, N>& box = check.scene.world.box;
        least += std::min(n * box.lower[k], n * box.upper[k]);
    }
    return least < 0
               ? ""
               : "puts it on or behind the walls of the box, where no ball reaches it: leave that axis open "
                 "or move it inside";
}

struct NamedNumber {
    const char* field;
    double value;
};

}  // namespace

template <int N>
void check_box(SceneCheck<N>& check) {
    const World<N>& world = check.scene.world;
    for (int k = 0; k < N; ++k) {
        const auto axis = static_cast<std::size_t>(k);
        if (boundary_of(world, k) == Boundary::open) continue;
        const double lower = world.box.lower[k];
        const double upper = world.box.upper[k];
        const std::string who = "box on axis " + axis_name(k);
        const std::string low = complaint(lower, Zero::allowed);
        const std::string high = complaint(upper, Zero::allowed);
        const std::string order = !low.empty() || !high.empty() || lower < upper
                                      ? ""
                                      : text(upper) + " is not above lower " + text(lower);
        accept(check, "bad box faces", about(Subject::box, {axis}, "lower", 0), who, low);
        accept(check, "bad box faces", about(Subject::box, {axis}, "upper", 0), who, high);
        accept(check, "bad box faces", about(Subject::box, {axis}, "upper", lower - upper), who, order);
        check.sound_axes[k] = low.empty() && high.empty() && order.empty();
    }
}

template <int N>
void check_walls(SceneCheck<N>& check) {
    for (std::size_t w = 0; w < check.scene.world.walls.size(); ++w) {
        if (!check.sound_walls[w]) continue;
        const Wall<N>& wall = check.scene.world.walls[w];
        const std::string who = "wall " + text(w) + (wall.name.empty() ? "" : " " + in_quotes(wall.name));
        std::string normal = complaint(wall.half_space.normal, Zero::allowed);
        if (normal.empty() && largest(wall.half_space.normal) == 0) normal = "is zero, which is no direction";
        const std::string offset = complaint(wall.half_space.offset, Zero::allowed);
        const std::string speed = complaint(wall.speed, Zero::allowed);
        bool sound = accept(check, "bad walls", about(Subject::walls, {w}, "normal", 0), who, normal);
        sound = accept(check, "bad walls", about(Subject::walls, {w}, "offset", 0), who, offset) && sound;
        sound = accept(check, "bad walls", about(Subject::walls, {w}, "speed", 0), who, speed) && sound;
        if (wall.temperature) {
            sound = accept(check, "bad walls", about(Subject::walls, {w}, "temperature", 0), who,
                           positive_complaint(*wall.temperature)) &&
                    sound;
        }
        check.sound_walls[w] = sound;
        if (sound) {
            accept(check, "walls without effect",
                   about(Subject::walls, {w}, "offset", wall.half_space.offset), who,
                   hidden_complaint(check, wall));
        }
        for (int k = 0; sound && k < N; ++k) {
            if (boundary_of(check.scene.world, k) != Boundary::periodic) continue;
            const std::string leans =
                wall.half_space.normal[k] == 0
                    ? ""
                    : "has to be 0 on the periodic axis " + axis_name(k) + ": the wall has no copies there";
            sound = accept(check, "bad walls",
                           about(Subject::walls, {w}, "normal", wall.half_space.normal[k]), who, leans);
        }
    }
}

/// Species that no ball has are faults: a misspelt one would be without effect.
template <int N>
void check_species_restitutions(SceneCheck<N>& check) {
    const CollisionLaw& law = check.scene.law;
    if (law.between.empty()) return;
    std::set<std::string> present;
    for (const SceneBall<N>& ball : check.scene.balls) present.insert(species_name(ball.name));
    std::set<std::pair<std::string, std::string>> seen;
    for (const SpeciesRestitution& pair : law.between) {
        const std::string who =
            "restitution between " + in_quotes(pair.first) + " and " + in_quotes(pair.second);
        std::string bad;
        if (!(pair.restitution >= 0 && pair.restitution <= 1))
            bad = "is " + text(pair.restitution) + "; it must be in [0, 1]";
        if (!seen.insert(std::minmax(pair.first, pair.second)).second) bad = "is there twice";
        for (const std::string& name : {pair.first, pair.second})
            if (!present.contains(name)) bad = "names a species of no ball: " + in_quotes(name);
        accept(check, "bad restitutions", about(Subject::law, {}, "between", pair.restitution), who, bad);
    }
}

template <int N>
void check_contact_tolerance(SceneCheck<N>& check) {
    if (!check.scene.law.contact_tolerance) return;
    const double tolerance = *check.scene.law.contact_tolerance;
    double smallest = HUGE_VAL;
    for (const SceneBall<N>& ball : check.scene.balls) smallest = std::min(smallest, ball.radius);
    std::string bad;
    if (!(tolerance >= 0))
        bad = "is " + text(tolerance) + "; it must be 0 or more";
    else if (tolerance > smallest)
        bad = "is " + text(tolerance) + "; it must be at most the smallest radius, " + text(smallest);
    accept(check, "bad collision laws", about(Subject::law, {}, "contact_tolerance", tolerance),
           "collision law", bad);
}

template <int N>
void check_law(SceneCheck<N>& check) {
    const CollisionLaw& law = check.scene.law;
    for (const NamedNumber e : {NamedNumber{"restitution_balls", law.restitution_balls},
                                NamedNumber{"restitution_walls", law.restitution_walls}}) {
        const std::string bad =
            e.value >= 0 && e.value <= 1 ? "" : "is " + text(e.value) + "; it must be in [0, 1]";
        accept(check, "bad restitutions", about(Subject::law, {}, e.field, e.value), "collision law", bad);
    }
    for (const NamedNumber x : {NamedNumber{"contact_time", law.contact_time},
                                NamedNumber{"full_loss_speed", law.full_loss_speed}}) {
        const std::string bad = x.value < 0 ? "is " + text(x.value) + "; it must be 0 or more"
                                            : complaint(x.value, Zero::allowed);
        accept(check, "bad collision laws", about(Subject::law, {}, x.field, x.value), "collision law", bad);
    }
    check_species_restitutions(check);
    check_contact_tolerance(check);
    if (!law.elastic_below) return;
    const double speed = *law.elastic_below;
    const std::string bad =
        speed < 0 ? "is " + text(speed) + "; it must be 0 or more" : complaint(speed, Zero::allowed);
    accept(check, "bad cut-off speeds", about(Subject::law, {}, "elastic_below", speed), "collision law",
           bad);
}

template <int N>
void check_balls(SceneCheck<N>& check) {
    for (std::size_t i = 0; i < check.scene.balls.size() && !check.patience.ends(); ++i) {
        if (check.sound[i]) check_ball(check, i);
    }
}

#define CAROM_INSTANTIATE(N)                   \
    template void check_box(SceneCheck<N>&);   \
    template void check_walls(SceneCheck<N>&); \
    template void check_law(SceneCheck<N>&);   \
    template void check_balls(SceneCheck<N>&);
CAROM_INSTANTIATE(2)
CAROM_INSTANTIATE(3)
#undef CAROM_INSTANTIATE

}  // namespace carom::detail
