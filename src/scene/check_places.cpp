// Are the balls where they may be, does each fit in, and can the coordinates tell its surface?
#include <cmath>

#include "carom/pair/overlap.hpp"
#include "scene/complaint.hpp"
#include "scene/scene_check.hpp"

namespace carom::detail {
namespace {

/// The largest coordinate of a scene, and whose it is.
struct Extreme {
    double size = 0;
    std::string owner;
};

template <int N>
Extreme extreme_of(const SceneCheck<N>& check) {
    const Scene<N>& scene = check.scene;
    Extreme extreme;
    std::size_t farthest = scene.balls.size();
    for (std::size_t i = 0; i < scene.balls.size(); ++i) {
        if (!check.sound[i] || largest(scene.balls[i].position) <= extreme.size) continue;
        extreme.size = largest(scene.balls[i].position);
        farthest = i;
    }
    if (farthest < scene.balls.size()) extreme.owner = label(scene.balls[farthest], farthest);
    const auto consider = [&](double size, const std::string& owner) {
        if (size > extreme.size) extreme = {size, owner};
    };
    for (int k = 0; k < N; ++k) {
        if (!check.sound_axes[k]) continue;
        consider(larger(std::fabs(scene.world.box.lower[k]), std::fabs(scene.world.box.upper[k])), "the box");
    }
    for (std::size_t c = 0; c < scene.world.containers.size(); ++c) {
        if (!check.sound_containers[c]) continue;
        const Container<N>& container = scene.world.containers[c];
        consider(larger(largest(container.center), container.radius), "container " + text(c));
    }
    for (std::size_t w = 0; w < scene.world.walls.size(); ++w) {
        if (!check.sound_walls[w]) continue;
        const HalfSpace<double, N>& wall = scene.world.walls[w].half_space;
        const double scale = safe_scale(largest(wall.normal));
        consider(std::fabs(scale * wall.offset) / length(scale * wall.normal), "wall " + text(w));
    }
    return extreme;
}

Finding about_ball(std::size_t i, const char* field, double size, std::string message) {
    return {Finding::Subject::ball, {i}, field, size, std::move(message)};
}

/// Reports how far a ball reaches beyond something solid; up to a touch it is a note.
template <int N>
void report_reach(SceneCheck<N>& check, std::size_t i, double gap, double coordinate,
                  const std::string& into) {
    if (!(gap < 0)) return;
    const double depth = -gap;
    const bool touches = depth <= kTouchUlps * ulp(coordinate);
    FindingList& list = touches ? check.notes : check.faults;
    list.add(touches ? "balls taken as touching a wall" : "balls that reach into walls", [&] {
        const std::string who = label(check.scene.balls[i], i) + " reaches " + rough(depth) + " " + into;
        return about_ball(i, "position", depth,
                          who + (touches ? ": taken as touching (up to 4 ulp of the coordinates)" : ""));
    });
}

template <int N>
void check_wall_axis(SceneCheck<N>& check, std::size_t i, int k) {
    const SceneBall<N>& ball = check.scene.balls[i];
    const double lower = check.scene.world.box.lower[k];
    const double upper = check.scene.world.box.upper[k];
    const double x = ball.position[k];
    const double size = larger(std::fabs(x), ball.radius);
    const double room = upper - lower;
    if (room < 2 * ball.radius * (1 + kRoom)) {
        check.faults.add("balls that the box is too small for", [&] {
            return about_ball(i, "radius", 2 * ball.radius - room,
                              "the box is too small for " + label(ball, i) + ": it is " + text(room) +
                                  " wide on axis " + axis_name(k) + ", the ball's diameter is " +
                                  text(2 * ball.radius) + ", and a millionth more is needed to move");
        });
        return;
    }
    const std::string axis = " of the box on axis " + axis_name(k);
    report_reach(check, i, gap_above(lower, x, ball.radius), larger(size, std::fabs(lower)),
                 "beyond the lower wall, " + text(lower) + "," + axis);
    report_reach(check, i, gap_below(upper, x, ball.radius), larger(size, std::fabs(upper)),
                 "beyond the upper wall, " + text(upper) + "," + axis);
}

template <int N>
void check_periodic_axis(SceneCheck<N>& check, std::size_t i, int k) {
    const SceneBall<N>& ball = check.scene.balls[i];
    const double lower = check.scene.world.box.lower[k];
    const double upper = check.scene.world.box.upper[k];
    const double x = ball.position[k];
    const double room = upper - lower;
    if (room <= 2 * ball.radius) {
        check.sound[i] = 0;
        check.faults.add("balls that touch their own periodic image", [&] {
            return about_ball(i, "radius", 2 * ball.radius - room,
                              "the box is too small for " + label(ball, i) +
                                  ", which touches its own periodic image: it is " + text(room) +
                                  " wide on axis " + axis_name(k) + ", the ball's diameter is " +
                                  text(2 * ball.radius));
        });
    }
    if (x >= lower && x < upper) return;
    check.sound[i] = 0;
    check.faults.add("balls outside the periodic box", [&] {
        return about_ball(i, "position", x < lower ? lower - x : x - upper,
                          label(ball, i) + outside_complaint(k, x, lower, upper) +
                              (x == upper ? "; write " + text(lower) + ", which is the same place" : ""));
    });
}

template <int N>
void check_further_walls(SceneCheck<N>& check, std::size_t i) {
    const SceneBall<N>& ball = check.scene.balls[i];
    for (std::size_t w = 0; w < check.scene.world.walls.size(); ++w) {
        if (!check.sound_walls[w]) continue;
        const Wall<N>& wall = check.scene.world.walls[w];
        const double scale = safe_scale(largest(wall.half_space.normal));
        const double distance =
            std::fabs(scale * wall.half_space.offset) / length(scale * wall.half_space.normal);
        const double coordinate = larger(larger(largest(ball.position), ball.radius), distance);
        const double room = gap(Ball<double, N>{ball.position, ball.radius}, wall.half_space);
        if (room < 0) {
            report_reach(check, i, room, coordinate,
                         "into wall " + text(w) + (wall.name.empty() ? "" : " " + in_quotes(wall.name)));
        }
    }
}

template <int N>
void check_inside_containers(SceneCheck<N>& check, std::size_t i) {
    const SceneBall<N>& ball = check.scene.balls[i];
    for (std::size_t c = 0; c < check.scene.world.containers.size(); ++c) {
        if (!check.sound_containers[c]) continue;
        const Container<N>& container = check.scene.world.containers[c];
        const double coordinate =
            larger(larger(largest(ball.position), largest(container.center)), container.radius);
        report_reach(
            check, i, gap_inside(container, ball.position, ball.radius), coordinate,
            "out of container " + text(c) + (container.name.empty() ? "" : " " + in_quotes(container.name)));
    }
}

}  // namespace

template <int N>
void check_resolution(SceneCheck<N>& check) {
    const Extreme extreme = extreme_of(check);
    check.coordinate_ulp = extreme.size > 0 ? ulp(extreme.size) : 0;
    const double least = kRadiusUlps * check.coordinate_ulp;
    for (std::size_t i = 0; i < check.scene.balls.size(); ++i) {
        const SceneBall<N>& ball = check.scene.balls[i];
        if (!check.sound[i] || ball.radius >= least) continue;
        check.sound[i] = 0;
        check.faults.add("balls too small for their coordinates", [&] {
            return about_ball(i, "radius", least - ball.radius,
                              label(ball, i) + ": radius " + text(ball.radius) + " is below " + rough(least) +
                                  ", which is 65536 ulp of the largest coordinate, " + text(extreme.size) +
                                  " of " + extreme.owner +
                                  ": contacts there could not be resolved; move the scene to the origin");
        });
    }
}

template <int N>
void check_places(SceneCheck<N>& check) {
    for (std::size_t i = 0; i < check.scene.balls.size() && !check.patience.ends(); ++i) {
        if (!check.sound[i]) continue;
        for (int k = 0; k < N; ++k) {
            if (!check.sound_axes[k]) continue;
            const Boundary boundary = boundary_of(check.scene.world, k);
            if (boundary == Boundary::wall) check_wall_axis(check, i, k);
            if (boundary == Boundary::periodic) check_periodic_axis(check, i, k);
        }
        check_further_walls(check, i);
        check_inside_containers(check, i);
    }
}

#define CAROM_INSTANTIATE(N)                        \
    template void check_resolution(SceneCheck<N>&); \
    template void check_places(SceneCheck<N>&);
CAROM_INSTANTIATE(2)
CAROM_INSTANTIATE(3)
#undef CAROM_INSTANTIATE

}  // namespace carom::detail
