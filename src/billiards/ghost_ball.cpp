#include <algorithm>
#include <cmath>

#include "carom/billiards/aim.hpp"

namespace carom::billiards {
namespace {

constexpr double kDegrees = 57.295779513082320877;

struct Way {
    Vec2d from, along;  // `along` is a unit vector
    double length = 0;

    Way(const Vec2d& a, const Vec2d& b) : from(a), length(std::hypot(b[0] - a[0], b[1] - a[1])) {
        if (length > 0) along = {(b[0] - a[0]) / length, (b[1] - a[1]) / length};
    }
    /// How near it comes to a place.
    double distance(const Vec2d& place) const {
        const Vec2d d{place[0] - from[0], place[1] - from[1]};
        const double at = std::clamp(d[0] * along[0] + d[1] * along[1], 0.0, length);
        return std::hypot(d[0] - at * along[0], d[1] - at * along[1]);
    }
};

Vec2d centre_of(const BallState& state) {
    return {state.position[0], state.position[1]};
}

}  // namespace

GhostBall ghost_ball(const ShotSetup& setup, std::span<const BallState> states, int cue_ball, int ball,
                     int pocket) {
    const auto properties = [&](int k) -> const BallProperties& {
        return setup.balls[static_cast<std::size_t>(k)];
    };
    const auto place = [&](int k) { return centre_of(states[static_cast<std::size_t>(k)]); };
    const Pocket& hole = setup.table.pockets[static_cast<std::size_t>(pocket)];
    const double reach = contact_distance(properties(cue_ball), properties(ball));
    const Way out(place(ball), hole.centre);
    GhostBall ghost;
    ghost.place = {out.from[0] - reach * out.along[0], out.from[1] - reach * out.along[1]};
    const Way in(place(cue_ball), ghost.place);
    ghost.direction = std::atan2(in.along[1], in.along[0]) * kDegrees;
    if (ghost.direction < 0) ghost.direction += 360;
    const double cosine = in.along[0] * out.along[0] + in.along[1] * out.along[1];
    ghost.cut = std::acos(std::clamp(cosine, -1.0, 1.0)) * kDegrees;
    ghost.open = cosine > 0 && in.length > 0;
    for (int k = 0; k < static_cast<int>(states.size()) && ghost.open; ++k) {
        if (k == cue_ball || k == ball || is_out_of_play(states[static_cast<std::size_t>(k)].phase)) continue;
        ghost.open = in.distance(place(k)) >= contact_distance(properties(cue_ball), properties(k)) &&
                     out.distance(place(k)) >= contact_distance(properties(ball), properties(k));
    }
    if (!ghost.open) return ghost;
    // To first order the object ball turns by in.length / (reach cos) times what the cue ball turns.
    const double outgoing = 2 * std::asin(std::min(1.0, hole.radius / out.length)) * kDegrees;
    ghost.window = outgoing * reach * cosine / std::max(in.length, reach);
    return ghost;
}

double widest_direct_shot(const ShotSetup& setup, std::span<const BallState> states, int cue_ball,
                          std::span<const int> balls) {
    double widest = 0;
    for (const int ball : balls) {
        for (int pocket = 0; pocket < static_cast<int>(setup.table.pockets.size()); ++pocket)
            widest = std::max(widest, ghost_ball(setup, states, cue_ball, ball, pocket).window);
    }
    return widest;
}

}  // namespace carom::billiards
