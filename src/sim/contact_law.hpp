// What becomes of the velocities of two balls at a contact: one function of both their states. The law of
// smooth balls; one with friction reads and writes spins too, and belongs beside it.
#pragma once

#include "pair/impact.hpp"
#include "sim/lane_functions.hpp"

namespace carom::detail {

/// What the law reads of a ball.
template <int N>
struct LawState {
    Vec<double, N> velocity;
    double inverse_mass = 1;  ///< 0 for what a contact does not move
};

/// `impact` by way of the instruction set's function, with the same bits.
template <int N>
class SmoothContactLaw {
public:
    /// `d` is the centre of b less that of a; `restitution` is that of this contact.
    BounceVelocities<double, N> operator()(const Vec<double, N>& d, const LawState<N>& a,
                                           const LawState<N>& b, double restitution) const {
        double after_a[4];
        double after_b[4];
        const bool usual = impact_(&d[0], &a.velocity[0], &b.velocity[0], a.inverse_mass, b.inverse_mass,
                                   restitution, after_a, after_b);
        if (!usual) return impact(d, a.velocity, b.velocity, a.inverse_mass, b.inverse_mass, restitution);
        return {generate<double, N>([&](int k) { return after_a[k]; }),
                generate<double, N>([&](int k) { return after_b[k]; })};
    }

private:
    ImpactFunction impact_ = lane_functions<N>().impact;
};

}  // namespace carom::detail
