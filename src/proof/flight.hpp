// A ball's flight since its last velocity change, and how far rounding may have moved it.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "carom/record/trajectory.hpp"
#include "proof/wide.hpp"

namespace carom::proof {

/// Rounding unit of double.
inline constexpr double kUnit = 0x1p-53;
/// Roundings of one coordinate between two events, and of what is computed from it: docs/math/check.md counts
/// them.
inline constexpr double kRoundings = 16;
/// Things that stay in touch through many events add up the roundings of each; accepted up to this many of
/// them.
inline constexpr double kAddedUp = 64;
/// What closes no faster than this share of what falling by a radius gives stays in touch.
inline constexpr double kStill = 0x1.0001p-18;
/// What presses less than this share of gravity may count as not pressing.
inline constexpr double kPress = 0x1p-29;
/// Surfaces nearer than this share of the smaller radius are in contact, when the law does not say otherwise.
inline constexpr double kUsualTolerance = 0x1p-40;
/// Roundings of a time below an epoch.
inline constexpr double kTimeRoundings = 4;

template <int N>
struct Flight {
    BallState<N> state;
    double radius = 0;
    double mass = 1;
    double speed = 0;         ///< |velocity| at the start
    double size = 0;          ///< largest number that the coordinates are made of: |coordinate|, radius, box
    double pull = 0;          ///< |gravity| when it moves the ball, so at least |acceleration|
    WideVec<N> acceleration;  ///< see `accelerate`
    Vec<Quick, N> quick_acceleration;   ///< the same, rounded
    Vec<double, N> rough_acceleration;  ///< the same
    double drift = 0;  ///< largest rounding bound at the end of one of the ball's earlier flights

    void accelerate(const WideVec<N>& by) {
        acceleration = by;
        quick_acceleration = as<Quick>(by);
        rough_acceleration = narrow(by);
    }
    template <WideOrQuick Real>
    const Vec<Real, N>& pulled() const {
        if constexpr (std::is_same_v<Real, Wide>) {
            return acceleration;
        } else {
            return quick_acceleration;
        }
    }
    /// The ball is not faster than this, up to `dt` after the start.
    double fastest(double dt) const { return speed + pull * dt; }
};

/// Lees-Edwards boundaries: images one box up on the gradient move along the flow.
struct ShearDrift {
    int flow = 0;
    int gradient = 1;
    double speed = 0;  ///< rounded once as the engine's; 0: none
    double width = 0;  ///< of the box along the flow

    /// How far images `boxes` up have come `seconds` after the start, whole boxes along the flow left out: at
    /// most half a box either way.
    Wide way(double boxes, Wide seconds) const {
        Wide x = Wide{boxes} * Wide{speed} * seconds;
        for (int pass = 0; pass < 3; ++pass) x -= Wide{std::nearbyint(narrow(x) / width)} * Wide{width};
        return x;
    }
};

/// What all flights share.
template <int N>
struct CheckContext {
    explicit CheckContext(const TrajectoryStart<N>& start)
        : world(start.scene.world), law(start.scene.law), epoch_length(start.epoch_length) {
        for (int k = 0; k < N; ++k) {
            if (world.boundary[static_cast<std::size_t>(k)] != Boundary::periodic) continue;
            width[k] = world.box.upper[k] - world.box.lower[k];
            periodic = true;
            narrowest = std::min(narrowest, width[k]);
        }
        gravity = rough_length(world.gravity);
        if (world.shear) {
            const Shear& shear = *world.shear;
            drift = {shear.flow, shear.gradient, shear.rate * width[shear.gradient], width[shear.flow]};
        }
        for (const SceneBall<N>& ball : start.scene.balls)
            smallest_radius = std::min(smallest_radius, ball.radius);
        if (law.between.empty()) return;
        for (const SceneBall<N>& ball : start.scene.balls) species.push_back(species_name(ball.name));
    }

    /// What the law says of impacts of two balls.
    double restitution_of(std::uint32_t one, std::uint32_t other) const {
        for (const SpeciesRestitution& pair : law.between) {
            const bool straight = pair.first == species[one] && pair.second == species[other];
            const bool crossed = pair.first == species[other] && pair.second == species[one];
            if (straight || crossed) return pair.restitution;
        }
        return law.restitution_balls;
    }

    /// Surfaces nearer than this are in contact.
    double contact_reach(double radius_a, double radius_b) const {
        return law.contact_tolerance.value_or(kUsualTolerance * std::min(radius_a, radius_b));
    }

    World<N> world;
    CollisionLaw law;
    std::vector<std::string> species;  ///< by ball, when the law asks
    double epoch_length;
    Vec<double, N> width;  ///< of the box on periodic axes, rounded once as the engine's; 0 on the others
    bool periodic = false;
    double narrowest = std::numeric_limits<double>::infinity();  ///< periodic width
    double smallest_radius = std::numeric_limits<double>::infinity();
    double gravity = 0;  ///< |world.gravity|
    ShearDrift drift;

    bool is_sheared() const { return drift.speed != 0; }

    /// Under gravity: a speed that counts as none.
    double still() const { return kStill * std::sqrt(gravity) * std::sqrt(smallest_radius); }
};

template <int N>
double size_of(const BallState<N>& state, double radius, const CheckContext<N>& context) {
    double size = radius;
    for (int k = 0; k < N; ++k) {
        size = std::max(size, std::abs(state.position[k]));
        if (context.width[k] == 0) continue;
        size = std::max({size, std::abs(context.world.box.lower[k]), std::abs(context.world.box.upper[k])});
    }
    return size;
}

/// Position `dt` after the start of the flight, in the frame of the flight's own image counts.
template <int N, WideOrQuick Real>
Vec<Real, N> position_after(const Flight<N>& flight, Real dt) {
    const Vec<Real, N> straight =
        widen<Real>(flight.state.position) + dt * widen<Real>(flight.state.velocity);
    return flight.pull > 0 ? straight + (dt * dt / 2) * flight.template pulled<Real>() : straight;
}

template <int N, WideOrQuick Real>
Vec<Real, N> velocity_after(const Flight<N>& flight, Real dt) {
    const Vec<Real, N> velocity = widen<Real>(flight.state.velocity);
    return flight.pull > 0 ? velocity + dt * flight.template pulled<Real>() : velocity;
}

/// How far rounding may move a position that is `dt` into its flight.
template <int N>
double rounding_bound(const Flight<N>& flight, double dt, const CheckContext<N>& context) {
    const double fastest = flight.fastest(dt);
    const double of_position = kRoundings * kUnit * (flight.size + fastest * dt);
    return of_position + kTimeRoundings * kUnit * context.epoch_length * fastest;
}

/// What that of a pair adds when one is seen `boxes` up on the gradient of a sheared box for `dt`.
template <int N>
double drift_bound(double boxes, double dt, const CheckContext<N>& context) {
    const double speed = std::abs(boxes * context.drift.speed);
    return kUnit *
           (kRoundings * (context.drift.width + speed * dt) + kTimeRoundings * context.epoch_length * speed);
}

/// How far rounding may change a velocity that is `dt` into its flight; without gravity it is the recorded
/// one.
template <int N>
double velocity_bound(const Flight<N>& flight, double dt, const CheckContext<N>& context) {
    if (flight.pull == 0) return 0;
    return kUnit * (kRoundings * flight.fastest(dt) + kTimeRoundings * context.epoch_length * flight.pull);
}

}  // namespace carom::proof
