// The kinetic energy and its tensor, integrated exactly over the time between impacts.
#pragma once

#include <span>
#include <vector>

#include "carom/measure/results.hpp"
#include "math/two_term.hpp"
#include "measure/freedom.hpp"
#include "measure/impact.hpp"
#include "measure/tensor.hpp"

namespace carom::detail {

/// Averages over one interval.
template <int N>
struct MeanMotion {
    std::vector<Tensor<N>> species;  ///< sum of m v (x) v over the balls of a species
    Tensor<N> all;                   ///< of all balls
    double kt = 0;                   ///< its trace / degrees of freedom
};

/// K(t) = sum of m v (x) v changes by a jump at each impact, so over an interval of length h up to `end`
///   integral of K = h K(start) + sum of jump * (end - time of the impact).
template <int N>
class KineticTally {
public:
    KineticTally(const Freedom<N>& freedom, std::span<const Body<N>> bodies);

    /// `left` is the time from the impact to the end of the interval.
    void add(const MeasuredImpact<N>& impact, double left) {
        add_ball(impact.ball, impact.ball_velocity, left);
        if (impact.is_pair) add_ball(impact.other, impact.other_velocity, left);
    }

    /// Ends the interval.
    const MeanMotion<N>& close(double length);

private:
    struct Sums {
        std::array<TwoTerm, static_cast<std::size_t>(N*(N + 1) / 2)> now{};  // at the start of the interval
        Tensor<N> jumps;
        Tensor<N> delayed;
    };

    void add_ball(const Body<N>& before, const Vec<double, N>& after, double left) {
        if (!before.moves()) return;
        Tensor<N> jump;
        jump.add_square(before.mass, after);
        jump.add_square(-before.mass, before.velocity);
        Sums& sums = sums_[before.species];
        sums.jumps.add(1, jump);
        sums.delayed.add(left, jump);
    }

    const Freedom<N>& freedom_;
    std::vector<Sums> sums_;  // by species
    MeanMotion<N> mean_;
};

/// kT = sum of m (v - drift)^2 / degrees of freedom.
class TemperatureMeter {
public:
    explicit TemperatureMeter(std::size_t species) : species_(species) {}

    template <int N>
    void close(const MeanMotion<N>& motion, const Freedom<N>& freedom) {
        kt_.add(motion.kt);
        for (std::size_t s = 0; s < species_.size(); ++s) {
            const double degrees = freedom.of_species[s];
            if (degrees > 0) species_[s].add(motion.species[s].trace() / degrees);
        }
    }
    TemperatureResult result() const;

private:
    Blocking kt_;
    std::vector<Blocking> species_;
};

}  // namespace carom::detail
