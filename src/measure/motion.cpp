#include "measure/motion.hpp"

#include <algorithm>
#include <utility>

#include "sim/wall_contact.hpp"

namespace carom::detail {

template <int N>
Motion<N>::Motion(const Scene<N>& scene, const DegreesOfFreedom<N>& freedom,
                  std::vector<MeasuredBall<N>> bodies)
    : world_(scene.world),
      freedom_(freedom),
      domain_(make_domain(scene.world)),
      is_curved_(domain_.has_gravity || domain_.is_sheared()),
      bodies_(std::move(bodies)) {
    if (is_curved_) accelerations_.resize(bodies_.size());
    for (std::size_t ball = 0; ball < bodies_.size(); ++ball) {
        MeasuredBall<N>& body = bodies_[ball];
        if (body.moves()) body.velocity = body.velocity - freedom_.drift;
        if (is_curved_) accelerate(ball, free_flight);
    }
}

/// In a sheared box a ball that flies straight on comes to where the flow is another.
template <int N>
void Motion<N>::accelerate(std::size_t ball, MotionPhase phase) {
    MeasuredBall<N>& body = bodies_[ball];
    body.lies = phase == at_rest;
    if (!body.moves()) return;
    Vec<double, N>& acceleration = accelerations_[ball];
    if (domain_.is_sheared()) {
        acceleration = {};
        acceleration[domain_.drift.flow] = -domain_.drift.rate * body.velocity[domain_.drift.gradient];
    } else {
        acceleration = acceleration_of(domain_, phase, body.mass) - freedom_.fall;
    }
}

template <int N>
void Motion<N>::set_off(std::size_t ball, const BallState<N>& state, double time) {
    MeasuredBall<N>& body = bodies_[ball];
    body.since = time;
    if (!body.moves()) {
        body.velocity = state.velocity;
    } else if (!is_curved_) {
        // Number by number: a copy of two at once would wait for what has just been written one by one.
        for (int k = 0; k < N; ++k) body.velocity[k] = state.velocity[k] - freedom_.drift[k];
    } else {
        body.velocity = state.velocity - flow_at(world_, state.position) - freedom_.drift_at(time);
    }
    if (is_curved_) accelerate(ball, state.phase);
}

template <int N>
std::span<const MeasuredBall<N>> Motion<N>::at(double time) {
    if (!is_curved_) return bodies_;
    moved_ = bodies_;
    for (std::size_t ball = 0; ball < moved_.size(); ++ball) {
        moved_[ball].velocity = bodies_[ball].velocity_at(time, accelerations_[ball]);
        moved_[ball].since = time;
    }
    return moved_;
}

template <int N>
const MeasuredImpact<N>& Motion<N>::take(double time, const Event<N>& event) {
    MeasuredImpact<N>& impact = impact_;
    impact.is_thermal = false;
    impact.wall = 0;
    impact.slip = {};
    const auto part = [&](std::uint32_t ball, const BallState<N>& after, MeasuredBall<N>& before,
                          Vec<double, N>& velocity) {
        MeasuredBall<N>& body = bodies_[ball];
        before = body;
        if (is_curved_) before.velocity = body.velocity_at(time, accelerations_[ball]);
        set_off(ball, after, time);
        for (int k = 0; k < N; ++k) velocity[k] = body.velocity[k];
    };
    impact.is_pair = is_pair(event.kind);
    part(event.ball, event.ball_after, impact.ball, impact.ball_velocity);
    if (impact.is_pair) {
        part(event.other, event.other_after, impact.other, impact.other_velocity);
    } else {
        impact.other = {};
        impact.other.mass = immovable;
        impact.other.species = kNoSpecies;
        impact.other_velocity = {};
    }
    set_impulse(impact);
    if (event.kind == EventKind::ball_wall) {
        impact.wall = event.other;
        meet_wall(impact);
    }
    if (domain_.is_sheared() && impact.both_move() && impact.size > 0) {
        const double up = impact.contact() * impact.impulse[domain_.drift.gradient] / impact.size;
        impact.slip[domain_.drift.flow] = domain_.drift.rate * up;
    }
    return impact;
}

template <int N>
void Motion<N>::meet_wall(MeasuredImpact<N>& impact) const {
    const auto wall = std::find_if(domain_.walls.begin(), domain_.walls.end(),
                                   [&](const NumberedWall<N>& one) { return one.number == impact.wall; });
    if (wall == domain_.walls.end() || wall->shape != WallShape::plane) return;
    impact.other.velocity = impact.other_velocity = velocity_of(*wall);
    impact.is_thermal = wall->temperature > 0;
    if (impact.is_thermal) impact.size = dot(impact.impulse, wall->surface.toward);
}

template class Motion<2>;
template class Motion<3>;

}  // namespace carom::detail
