// Stress, pressure, Z in two ways, and what walls bear.
#pragma once

#include <vector>

#include "carom/measure/results.hpp"
#include "measure/impact.hpp"
#include "measure/kinetic.hpp"
#include "measure/region.hpp"

namespace carom::detail {

/// What is summed over an interval:
///   virial   W = sum over impacts of two balls that move of d (x) J, with J the momentum that passes and
///            d the vector between the centres: r J (x) J / |J|, as J is along d and |d| = r
///   by rate  sum of r sqrt(2 pi m), m the reduced mass; times sqrt(kT) it is the mean of the trace of W in
///            equilibrium
///   walls    |J| for each wall, along its normal
template <int N>
class PressureMeter {
public:
    PressureMeter(const Scene<N>& scene, const DegreesOfFreedom<N>& freedom);

    void add(const MeasuredImpact<N>& impact) {
        if (!(impact.size > 0)) return;
        if (!impact.is_pair) {
            push_[impact.wall] += impact.size;
        } else if (impact.both_move()) {
            virial_.add_square(impact.contact() / impact.size, impact.impulse);
            by_rate_ += impact.contact() * std::sqrt(impact.reduced_mass());
        }
    }
    void close(const MeanMotion<N>& motion, double from, double to);

    PressureResult result() const;
    /// Of the last interval.
    double pressure() const { return last_; }

private:
    const Scene<N>& scene_;
    const DegreesOfFreedom<N>& freedom_;
    Region<N> region_;
    Tensor<N> virial_;
    double by_rate_ = 0;
    std::vector<double> push_;  // by wall
    double last_ = 0;
    Blocking pressure_;
    std::vector<Blocking> stress_;
    Blocking z_virial_, z_rate_;  // Z - 1
    std::vector<Blocking> force_;
};

}  // namespace carom::detail
