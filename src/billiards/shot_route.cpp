#include <algorithm>
#include <cmath>

#include "carom/billiards/aim.hpp"

namespace carom::billiards {
namespace {

bool concerns(const ShotEvent& event, int ball) {
    return event.ball == ball || (event.kind == EventKind::ball_ball && event.other == ball);
}

/// Did it stand still right before this event? Without an earlier event it stood from the start.
bool stood(std::span<const ShotEvent> earlier, int ball) {
    for (std::size_t k = earlier.size(); k-- > 0;) {
        if (!concerns(earlier[k], ball)) continue;
        const BallState& state = earlier[k].ball == ball ? earlier[k].ball_after : earlier[k].other_after;
        return state.phase == Phase::resting || state.phase == Phase::spinning;
    }
    return true;
}

int partner(const ShotEvent& event, int ball) {
    return event.ball == ball ? event.other : event.ball;
}

}  // namespace

bool is_rail(const RouteStep& step, const ShotSetup& setup) {
    if (step.kind != EventKind::straight_cushion) return false;
    const StraightCushion& cushion = setup.table.straight_cushions[static_cast<std::size_t>(step.other)];
    const double length = std::hypot(cushion.to[0] - cushion.from[0], cushion.to[1] - cushion.from[1]);
    return length > 4 * setup.balls[static_cast<std::size_t>(step.ball)].radius;
}

std::vector<RouteStep> route_to(std::span<const ShotEvent> events, std::size_t event, int ball) {
    std::vector<RouteStep> steps{{ball, events[event].kind, partner(events[event], ball)}};
    int mover = ball;
    for (std::size_t k = event; k-- > 0;) {
        const ShotEvent& earlier = events[k];
        if (!concerns(earlier, mover)) continue;
        if (is_cushion(earlier.kind)) steps.push_back({mover, earlier.kind, earlier.other});
        if (earlier.kind != EventKind::ball_ball) continue;
        const int other = partner(earlier, mover);
        const bool set_off = stood(events.first(k), mover);
        steps.push_back({set_off ? other : mover, EventKind::ball_ball, set_off ? mover : other});
        if (set_off) mover = other;
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
}

RouteKind kind_of(std::span<const RouteStep> route, const ShotSetup& setup) {
    RouteKind kind;
    int transfers = 0;
    bool met_a_ball = false;
    for (std::size_t k = 0; k < route.size(); ++k) {
        const RouteStep& step = route[k];
        if (is_rail(step, setup)) ++(met_a_ball ? kind.cushions_last : kind.cushions_first);
        if (step.kind != EventKind::ball_ball) continue;
        met_a_ball = true;
        kind.cushions_last = 0;
        const bool passes_on = k + 1 < route.size() && route[k + 1].ball == step.other;
        if (passes_on) {
            ++transfers;
        } else if (k + 1 < route.size()) {
            kind.carom = true;
        }
    }
    kind.combination = transfers > 1;
    return kind;
}

}  // namespace carom::billiards
