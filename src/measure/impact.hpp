// An impact as measurements see it: who met whom, and what passed between them.
#pragma once

#include <cmath>

#include "carom/sim/event.hpp"
#include "math/vec_ops.hpp"
#include "measure/species.hpp"

namespace carom::detail {

template <int N>
struct MeasuredImpact {
    bool is_pair = false;
    bool is_thermal = false;        ///< at a wall that gives velocities of its own
    std::uint32_t wall = 0;         ///< number of the wall, unless `is_pair`
    MeasuredBall<N> ball;           ///< just before the impact
    MeasuredBall<N> other;          ///< just before the impact; an immovable one with a wall's velocity
    Vec<double, N> ball_velocity;   ///< after the impact
    Vec<double, N> other_velocity;  ///< after the impact
    Vec<double, N> impulse;         ///< momentum that `ball` hands to `other`, along the line of centres
    double size = 0;                ///< |impulse|; of a thermal wall, what is along its normal
    Vec<double, N> slip;            ///< of the flow of a sheared box from centre to centre

    bool both_move() const { return is_pair && ball.moves() && other.moves(); }
    /// Distance of the centres.
    double contact() const { return ball.radius + other.radius; }
    /// m_a m_b / (m_a + m_b)
    double reduced_mass() const { return ball.mass * other.mass / (ball.mass + other.mass); }
    /// J.(w + w') / -2 with w = v_b - v_a: the kinetic energy before less that after, free of cancellation.
    double energy_lost() const {
        const Vec<double, N> before = other.velocity - ball.velocity;
        const Vec<double, N> after = other_velocity - ball_velocity;
        return -dot(impulse, before + after) / 2 - dot(impulse, slip);
    }
    /// Normal speed at which the two come together; 0 where nothing was transferred.
    double approach_speed() const {
        return size > 0 ? dot(impulse, ball.velocity - other.velocity - slip) / size : 0;
    }
};

/// What another ball hands to one at rest goes on into what that lies on. Else the lighter ball's change of
/// velocity has fewer digits cancelled.
template <int N>
void set_impulse(MeasuredImpact<N>& impact) {
    const bool stays = impact.is_pair && impact.ball.lies;
    const bool by_ball = impact.other.lies || (!stays && impact.ball.mass <= impact.other.mass);
    impact.impulse = by_ball ? impact.ball.mass * (impact.ball.velocity - impact.ball_velocity)
                             : impact.other.mass * (impact.other_velocity - impact.other.velocity);
    impact.size = length(impact.impulse);
}

}  // namespace carom::detail
