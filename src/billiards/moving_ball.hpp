// How one ball moves between its events: closed forms on cloth (Han 2005; Leckie and Greenspan 2006).
//
// In every phase the place is a quadratic in time and the horizontal spin is linear. The vertical spin decays
// on its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "carom/billiards/ball.hpp"

namespace carom::billiards::detail {

/// "Never", as a time. It leaves room for sums.
inline constexpr double kNever = 1e300;

/// The end of the motion of a ball out of play, before all times: nothing meets it.
inline constexpr double kOutOfPlay = -1;

/// What a ball of these properties does on a cloth, ready for use.
struct ClothRates {
    double radius;
    double sliding;       ///< half the deceleration of a sliding ball
    double rolling;       ///< half that of a rolling ball
    double slip_time;     ///< seconds of sliding for each m/s of slip
    double roll_time;     ///< seconds of rolling for each m/s
    double spin_decay;    ///< rad/s lost a second by the vertical spin
    double falling;       ///< half of gravity
    double sliding_spin;  ///< horizontal spin gained for each m/s that friction takes: 5 / radius, for half
                          ///< decelerations
    double rolling_spin;  ///< the same of a rolling ball: -2 / radius

    ClothRates(const BallProperties& ball, double gravity)
        : radius(ball.radius),
          sliding(0.5 * ball.sliding_friction * gravity),
          rolling(0.5 * ball.rolling_friction * gravity),
          slip_time(2 / (7 * ball.sliding_friction * gravity)),
          roll_time(1 / (ball.rolling_friction * gravity)),
          spin_decay(5 * ball.spinning_friction * gravity / (2 * ball.radius)),
          falling(0.5 * gravity),
          sliding_spin(5 / ball.radius),
          rolling_spin(-2 / ball.radius) {}
};

/// What ends a ball's motion by itself.
enum class Change : std::uint8_t {
    none,
    slide_to_roll,
    roll_to_spin,
    roll_to_rest,
    spin_to_rest,
    held_step  ///< balls in contact go on to their next step
};

/// One ball from `start` on. Its place at a time t is x + q (u + q hx), y + q (v + q hy) with q = t - start.
/// In the air its height is z + q (w - q falling), and its spin stays.
struct MovingBall {
    double x = 0, y = 0;    ///< place at `start`
    double u = 0, v = 0;    ///< velocity at `start`
    double hx = 0, hy = 0;  ///< half the acceleration
    double start = 0;
    double until = kNever;          ///< this motion ends here, or never while the ball lies still
    double wx = 0, wy = 0, wz = 0;  ///< spin at `start`
    double spin_rate = 0;           ///< horizontal spin: d(wx, wy) = spin_rate q (hy, -hx)
    double change_at = kNever;      ///< when `change` comes
    Phase phase = Phase::resting;
    Change change = Change::none;
    double z = 0, w = 0;  ///< height of the centre and its speed upwards: they count off the bed only

    bool moves() const { return phase == Phase::sliding || phase == Phase::rolling; }
};

/// A ball in this state at time 0, that nothing accelerates yet.
inline MovingBall moving_ball(const BallState& state) {
    MovingBall ball;
    ball.x = state.position[0];
    ball.y = state.position[1];
    ball.u = state.velocity[0];
    ball.v = state.velocity[1];
    ball.z = state.position[2];
    ball.w = state.velocity[2];
    ball.wx = state.spin[0];
    ball.wy = state.spin[1];
    ball.wz = state.spin[2];
    return ball;
}

/// Moves the start to `now`.
inline void advance(MovingBall& ball, const ClothRates& rates, double now) {
    const double q = now - ball.start;
    const double gained_u = q * ball.hx;
    const double gained_v = q * ball.hy;
    ball.x += q * (ball.u + gained_u);
    ball.y += q * (ball.v + gained_v);
    ball.u += 2 * gained_u;
    ball.v += 2 * gained_v;
    ball.start = now;
    if (ball.phase == Phase::airborne) {
        const double lost = q * rates.falling;
        ball.z += q * (ball.w - lost);
        ball.w -= 2 * lost;
        return;
    }
    ball.wx += ball.spin_rate * gained_v;
    ball.wy -= ball.spin_rate * gained_u;
    ball.wz = std::copysign(std::max(std::fabs(ball.wz) - rates.spin_decay * q, 0.0), ball.wz);
}

/// The same path and the same turning, as far as the numbers of both tell.
inline bool is_same_motion(const MovingBall& a, const MovingBall& b) {
    return a.x == b.x && a.y == b.y && a.u == b.u && a.v == b.v && a.hx == b.hx && a.hy == b.hy &&
           a.wx == b.wx && a.wy == b.wy && a.wz == b.wz && a.phase == b.phase &&
           (a.phase != Phase::airborne || (a.z == b.z && a.w == b.w));
}

/// Lets the ball slide from its state at `now`. Without slip it takes no time.
inline void launch_sliding(MovingBall& ball, const ClothRates& rates, double now) {
    const double slip_x = ball.u - rates.radius * ball.wy;
    const double slip_y = ball.v + rates.radius * ball.wx;
    const double slip = std::sqrt(slip_x * slip_x + slip_y * slip_y);
    const double scale = -rates.sliding / (slip + 1e-300);
    ball.hx = scale * slip_x;
    ball.hy = scale * slip_y;
    ball.spin_rate = rates.sliding_spin;
    ball.start = now;
    ball.until = ball.change_at = now + slip * rates.slip_time;
    ball.phase = Phase::sliding;
    ball.change = Change::slide_to_roll;
}

/// Lets the ball roll with its velocity at `now`.
inline void launch_rolling(MovingBall& ball, const ClothRates& rates, double now) {
    ball.wx = -ball.v / rates.radius;
    ball.wy = ball.u / rates.radius;
    const double speed = std::sqrt(ball.u * ball.u + ball.v * ball.v);
    const double lasts = speed * rates.roll_time;
    const double scale = -rates.rolling / (speed + 1e-300);
    ball.hx = scale * ball.u;
    ball.hy = scale * ball.v;
    ball.spin_rate = rates.rolling_spin;
    ball.start = now;
    ball.until = ball.change_at = now + lasts;
    ball.phase = Phase::rolling;
    ball.change = std::fabs(ball.wz) > rates.spin_decay * lasts ? Change::roll_to_spin : Change::roll_to_rest;
}

/// Lets the ball fly from its state at `now`.
inline void launch_flying(MovingBall& ball, double now) {
    ball.hx = ball.hy = ball.spin_rate = 0;
    ball.start = now;
    ball.until = ball.change_at = kNever;
    ball.phase = Phase::airborne;
    ball.change = Change::none;
}

/// Stops the ball at `now`; it goes on turning if it has a vertical spin and may keep it.
inline void launch_still(MovingBall& ball, const ClothRates& rates, double now, Phase phase) {
    ball.u = ball.v = ball.w = ball.hx = ball.hy = ball.wx = ball.wy = ball.spin_rate = 0;
    ball.start = now;
    ball.until = is_out_of_play(phase) ? kOutOfPlay : kNever;
    ball.change_at = kNever;
    ball.phase = phase;
    ball.change = Change::none;
    if (phase == Phase::spinning) {
        ball.change_at = now + std::fabs(ball.wz) / rates.spin_decay;
        ball.change = Change::spin_to_rest;
    } else {
        ball.wz = 0;
    }
}

}  // namespace carom::billiards::detail
