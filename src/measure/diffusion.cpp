#include "measure/diffusion.hpp"

#include <cmath>

#include "math/vec_ops.hpp"

namespace carom::detail {
namespace {

/// Lags in a window: window / 2^k down to a 256th of it.
constexpr int kLags = 9;

}  // namespace

template <int N>
DiffusionMeter<N>::DiffusionMeter(const SpeciesTable<N>& table, const DegreesOfFreedom<N>& freedom,
                                  const MeasurePlan& plan)
    : freedom_(freedom), after_(plan.after), window_(*plan.window) {
    for (int k = kLags - 1; k >= 0; --k) lags_.push_back(std::ldexp(window_, -k));
    for (const MeasuredSpecies& one : table.species) {
        species_.push_back({static_cast<double>(one.balls), std::vector<AtLag>(kLags), 0, {}});
    }
}

template <int N>
void DiffusionMeter<N>::look(std::span<const MeasuredBall<N>> bodies,
                             std::span<const Vec<double, N>> unwrapped) {
    if (lag_ > 0) {
        const std::size_t at = lag_ - 1;
        const double lag = lags_[at];
        const std::vector<Sums> sums = compare(bodies, unwrapped, lag);
        for (std::size_t s = 0; s < species_.size(); ++s) {
            OfSpecies& one = species_[s];
            const double displacement = sums[s].displacement / one.balls;
            one.lags[at].displacement.add(displacement);
            one.lags[at].correlation.add(sums[s].correlation / one.balls);
            one.lags[at].running.add(sums[s].running / (N * one.balls));
            if (at + 2 == lags_.size()) one.half_window = displacement;
            if (at + 1 == lags_.size()) one.from_slope.add((displacement - one.half_window) / (N * window_));
        }
        if (++lag_ <= lags_.size()) return;
        ++windows_;
    }
    remember(bodies, unwrapped);
    lag_ = 1;
}

template <int N>
void DiffusionMeter<N>::remember(std::span<const MeasuredBall<N>> bodies,
                                 std::span<const Vec<double, N>> unwrapped) {
    positions_.assign(unwrapped.begin(), unwrapped.end());
    velocities_.clear();
    for (const MeasuredBall<N>& body : bodies) velocities_.push_back(body.velocity);
}

template <int N>
auto DiffusionMeter<N>::compare(std::span<const MeasuredBall<N>> bodies,
                                std::span<const Vec<double, N>> unwrapped, double lag) const
    -> std::vector<Sums> {
    std::vector<Sums> sums(species_.size());
    const Vec<double, N> drifted = lag * freedom_.drift_at(start() + lag / 2);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (!bodies[i].moves()) continue;
        Sums& sum = sums[bodies[i].species];
        const Vec<double, N> moved = unwrapped[i] - positions_[i] - drifted;
        sum.displacement += dot(moved, moved);
        sum.correlation += dot(bodies[i].velocity, velocities_[i]);
        sum.running += dot(velocities_[i], moved);
    }
    return sums;
}

/// D is the slope of the mean squared displacement over 2 d, taken from half a window to a whole one.
template <int N>
DiffusionResult DiffusionMeter<N>::result() const {
    DiffusionResult result{lags_, {}};
    for (const OfSpecies& one : species_) {
        DiffusionCurve curve;
        for (const AtLag& at : one.lags) {
            curve.displacement.push_back(at.displacement.estimate());
            curve.correlation.push_back(at.correlation.estimate());
            curve.running.push_back(at.running.estimate());
        }
        if (windows_ > 0) {
            curve.from_slope = one.from_slope.estimate();
            curve.from_running = curve.running.back();
        }
        result.species.push_back(std::move(curve));
    }
    return result;
}

template class DiffusionMeter<2>;
template class DiffusionMeter<3>;

}  // namespace carom::detail
