// How does a ball move until its next event? The one place that knows: engine, playback, measurements and
// pictures read what it says. The checker has its own, in its own arithmetic (proof/flight.hpp).
#pragma once

#include "motion/clock.hpp"
#include "motion/domain.hpp"

namespace carom::detail {

/// Where a ball was at its last velocity change, and how fast since.
template <int N>
struct Flight {
    Vec<double, N> position;
    Vec<double, N> velocity;
    Time time;
};

/// A flight with its acceleration: all that says where a ball is until its next event.
template <int N>
struct MotionPiece {
    Flight<N> flight;
    Vec<double, N> acceleration;  ///< constant until the next event
    bool is_straight = true;      ///< all balls of its world fly straight
};

template <int N>
Flight<N> flight_of(const BallState<N>& state) {
    return {state.position, state.velocity, state.time};
}

/// The acceleration of a ball in this phase.
template <int N>
Vec<double, N> acceleration_of(const Domain<N>& domain, MotionPhase phase, double mass) {
    if (!domain.has_gravity || phase == at_rest || std::isinf(mass)) return {};
    Vec<double, N> acceleration = domain.gravity;
    for (const NumberedWall<N>& wall : domain.walls) {
        if (phase != sliding_on(wall.number)) continue;
        const Vec<double, N>& toward = wall.surface.toward;
        acceleration = acceleration - dot(acceleration, toward) * toward;
    }
    return acceleration;
}

template <int N>
MotionPiece<N> motion_of(const Domain<N>& domain, const BallState<N>& state, double mass) {
    if (!domain.has_gravity) return {flight_of(state), {}, true};
    return {flight_of(state), acceleration_of(domain, state.phase, mass), false};
}

/// Where the ball is at `time`, on its straight flight; not wrapped.
template <int N>
Vec<double, N> position_at(const Clock& clock, const Flight<N>& flight, Time time) {
    return flight.position + clock.between(flight.time, time) * flight.velocity;
}

/// The same on a parabola.
template <int N>
Vec<double, N> position_at(const Clock& clock, const Flight<N>& flight, const Vec<double, N>& acceleration,
                           Time time) {
    const double dt = clock.between(flight.time, time);
    return flight.position + dt * (flight.velocity + 0.5 * dt * acceleration);
}

template <int N>
Vec<double, N> velocity_at(const Clock& clock, const Flight<N>& flight, const Vec<double, N>& acceleration,
                           Time time) {
    return flight.velocity + clock.between(flight.time, time) * acceleration;
}

template <int N>
Vec<double, N> position_at(const Clock& clock, const MotionPiece<N>& motion, Time time) {
    if (motion.is_straight) return position_at(clock, motion.flight, time);
    return position_at(clock, motion.flight, motion.acceleration, time);
}

template <int N>
Vec<double, N> velocity_at(const Clock& clock, const MotionPiece<N>& motion, Time time) {
    if (motion.is_straight) return motion.flight.velocity;
    return velocity_at(clock, motion.flight, motion.acceleration, time);
}

}  // namespace carom::detail
