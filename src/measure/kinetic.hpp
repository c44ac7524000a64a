// The kinetic energy and its tensor, integrated exactly over flights.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "carom/measure/results.hpp"
#include "measure/freedom.hpp"
#include "measure/tensor.hpp"

namespace carom::detail {

/// Averages over one interval.
template <int N>
struct MeanMotion {
    std::vector<Tensor<N>> species;  ///< sum of m v (x) v over the balls of a species
    Tensor<N> all;                   ///< of all balls
    double kt = 0;                   ///< its trace / degrees of freedom
    double length = 0;               ///< of the interval
    double weight = 1;               ///< what its values count
};

/// Sums m v (x) v over flights. With v at the middle of a flight of length h, and its acceleration a,
///   integral of v (x) v = h v (x) v + h^3 / 12 a (x) a
template <int N>
class KineticTally {
public:
    /// Nothing before `start` counts.
    KineticTally(const DegreesOfFreedom<N>& freedom, double start)
        : freedom_(freedom), start_(start), sums_(freedom.of_species.size()) {
        mean_.species.resize(sums_.size());
    }

    /// What the ball has flown since its last event, up to `end`.
    void add(const MeasuredBall<N>& ball, double end) {
        if (!ball.moves()) return;
        const double length = end - std::max(ball.since, start_);
        sums_[ball.species].add_square(ball.mass * length, ball.velocity);
    }
    void add(const MeasuredBall<N>& ball, const Vec<double, N>& acceleration, double end) {
        if (!ball.moves()) return;
        const double from = std::max(ball.since, start_);
        const double length = end - from;
        Tensor<N>& sum = sums_[ball.species];
        sum.add_square(ball.mass * length, ball.velocity_at(from + length / 2, acceleration));
        sum.add_square(ball.mass * length * length * length / 12, acceleration);
    }

    /// Ends the interval, to whose end all flights have been added.
    const MeanMotion<N>& close(double end, double weight);

private:
    const DegreesOfFreedom<N>& freedom_;
    double start_;                 // of the interval
    std::vector<Tensor<N>> sums_;  // by species
    MeanMotion<N> mean_;
};

/// kT = sum of m (v - drift)^2 / degrees of freedom.
class TemperatureMeter {
public:
    explicit TemperatureMeter(std::size_t species) : species_(species) {}

    template <int N>
    void close(const MeanMotion<N>& motion, const DegreesOfFreedom<N>& freedom) {
        kt_.add(motion.kt, motion.weight);
        for (std::size_t s = 0; s < species_.size(); ++s) {
            const double degrees = freedom.of_species[s];
            if (degrees > 0) species_[s].add(motion.species[s].trace() / degrees, motion.weight);
        }
    }
    TemperatureResult result() const;

private:
    Blocking kt_;
    std::vector<Blocking> species_;
};

}  // namespace carom::detail
