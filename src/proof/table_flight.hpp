// How a ball on a table goes on from its last event: its path, the end of its phase, and how far rounding may
// be off. Bounds: docs/math/check_shots.md.
#pragma once

#include <cmath>

#include "carom/billiards/table_scene.hpp"
#include "proof/arc.hpp"
#include "proof/flight.hpp"
#include "proof/shot_laws.hpp"

namespace carom::proof {

/// Roundings of velocities and spins between two events, and of an impact.
inline constexpr double kMotionRoundings = 64;
/// Balls that press on each other are followed in steps, whose ends are this near [m, m/s].
inline constexpr double kHeldPlace = 1e-12;
inline constexpr double kHeldVelocity = 1e-6;

/// One ball from an event on.
struct TableFlight {
    double since = 0;  ///< [s] from the strike
    billiards::BallState state;
    Vec2d acceleration;
    /// The cloth alone does not explain the acceleration: something presses on the ball.
    bool is_held = false;
    bool touches = false;  ///< such a ball, at the start: another ball or a cushion
    bool is_high = false;  ///< off the bed: in the air or on a rail
    double fall = 0;       ///< the acceleration downwards: gravity in the air

    bool moves() const {
        return state.phase == billiards::Phase::sliding || state.phase == billiards::Phase::rolling;
    }
    Wide age(double time) const { return Wide{time} - Wide{since}; }
    WideVec<2> place(double time) const;
    /// The same in double, and how far off it is at most, as a part of the numbers that it comes from.
    struct RoughPlace {
        Vec2d at;
        double off = 0;
    };
    RoughPlace rough_place(double time) const;
    /// Precondition: nothing presses on the ball, or the spin does not matter.
    WideMotion motion(double time, const billiards::BallProperties& ball, double gravity) const;
    /// The path from `from` on: seen from above, and in space.
    Arc<2> arc(double from) const;
    Arc<3> arc_in_space(double from) const;
    WideVec<3> place_in_space(double time) const { return arc_in_space(since).at(age(time)); }
    bool flies() const { return state.phase == billiards::Phase::airborne; }
    /// No faster than this up to `time` [m/s].
    double fastest(double time) const;
    /// How far rounding may move the place at `time`.
    double place_bound(double time) const;
    /// And change velocity [m/s] or the speed of the surface that spin gives it.
    double velocity_bound(double time, double radius) const;
};

/// What the cloth does to a ball in this state, and how far rounding may be off in it.
struct ClothAcceleration {
    WideVec<2> acceleration;
    double bound = 0;
};
ClothAcceleration cloth_acceleration(const billiards::BallState& state, const billiards::BallProperties& ball,
                                     double gravity);

/// How long the phase lasts [s], by the cloth alone; infinite at rest.
double lasts(const billiards::BallState& state, const billiards::BallProperties& ball, double gravity);

}  // namespace carom::proof
