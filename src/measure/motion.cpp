#include "measure/motion.hpp"

#include <algorithm>
#include <utility>

#include "sim/wall_contact.hpp"

namespace carom::detail {

template <int N>
Motion<N>::Motion(const Scene<N>& scene, const Freedom<N>& freedom, std::vector<Body<N>> bodies)
    : world_(scene.world),
      freedom_(freedom),
      space_(make_space(scene.world)),
      is_curved_(space_.is_heavy || space_.is_sheared()),
      bodies_(std::move(bodies)) {
    for (Body<N>& body : bodies_) {
        if (body.moves()) body.velocity = body.velocity - freedom_.drift;
        accelerate(body, falls);
    }
}

/// In a sheared box a ball that flies straight on comes to where the flow is another.
template <int N>
void Motion<N>::accelerate(Body<N>& body, Hold hold) const {
    body.lies = hold == rests;
    if (!is_curved_ || !body.moves()) return;
    if (space_.is_sheared()) {
        body.acceleration = {};
        body.acceleration[space_.drift.flow] = -space_.drift.rate * body.velocity[space_.drift.gradient];
    } else {
        body.acceleration = acceleration_of(space_, hold, body.mass) - freedom_.fall;
    }
}

template <int N>
void Motion<N>::set_off(Body<N>& body, const BallState<N>& state, double time) const {
    body.velocity = state.velocity;
    body.since = time;
    if (!is_curved_) {
        if (body.moves()) body.velocity = body.velocity - freedom_.drift;
        return;
    }
    if (body.moves())
        body.velocity = body.velocity - flow_at(world_, state.position) - freedom_.drift_at(time);
    accelerate(body, state.hold);
}

template <int N>
std::span<const Body<N>> Motion<N>::at(double time) {
    if (!is_curved_) return bodies_;
    moved_ = bodies_;
    for (Body<N>& body : moved_) {
        body.velocity = body.velocity_at(time);
        body.since = time;
    }
    return moved_;
}

template <int N>
MeasuredImpact<N> Motion<N>::take(double time, const Event<N>& event) {
    MeasuredImpact<N> impact;
    const auto part = [&](std::uint32_t ball, const BallState<N>& after, Body<N>& before) {
        Body<N>& body = bodies_[ball];
        before = body;
        if (is_curved_) before.velocity = body.velocity_at(time);
        set_off(body, after, time);
        return body.velocity;
    };
    impact.is_pair = is_pair(event.kind);
    impact.ball_velocity = part(event.ball, event.ball_after, impact.ball);
    if (impact.is_pair) {
        impact.other_velocity = part(event.other, event.other_after, impact.other);
    } else {
        impact.other.mass = immovable;
        impact.other.species = kNoSpecies;
    }
    set_impulse(impact);
    if (event.kind == EventKind::ball_wall) {
        impact.wall = event.other;
        meet_wall(impact);
    }
    if (space_.is_sheared() && impact.both_move() && impact.size > 0) {
        const double up = impact.contact() * impact.impulse[space_.drift.gradient] / impact.size;
        impact.slip[space_.drift.flow] = space_.drift.rate * up;
    }
    return impact;
}

template <int N>
void Motion<N>::meet_wall(MeasuredImpact<N>& impact) const {
    const auto wall = std::find_if(space_.walls.begin(), space_.walls.end(),
                                   [&](const NumberedWall<N>& one) { return one.number == impact.wall; });
    if (wall == space_.walls.end() || wall->shape != WallShape::plane) return;
    impact.other.velocity = impact.other_velocity = velocity_of(*wall);
    impact.is_thermal = wall->temperature > 0;
    if (impact.is_thermal) impact.size = dot(impact.impulse, wall->surface.toward);
}

template class Motion<2>;
template class Motion<3>;

}  // namespace carom::detail
