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
                                  const MeasurePlan& plan, const Vec<bool, N>& free)
    : freedom_(freedom),
      window_(*plan.window),
      schedule_(plan.after, window_, window_, freedom.balls),
      is_caged_(free == Vec<bool, N>{}) {
    for (int k = 0; k < N; ++k) counts_[k] = is_caged_ || free[k] ? 1 : 0;
    axes_ = dot(counts_, counts_);
    for (int k = kLags - 1; k >= 0; --k) lags_.push_back(std::ldexp(window_, -k));
    for (const MeasuredSpecies& one : table.species) {
        species_.push_back({static_cast<double>(one.balls), std::vector<AtLag>(kLags), 0, {}});
    }
}

template <int N>
void DiffusionMeter<N>::look(std::span<const MeasuredBall<N>> bodies,
                             std::span<const Vec<double, N>> unwrapped, std::uint64_t events) {
    if (lag_ > 0) {
        const std::size_t at = lag_ - 1;
        const double lag = lags_[at];
        const std::vector<Sums> sums = compare(bodies, unwrapped, lag);
        const double weight = schedule_.weight();
        for (std::size_t s = 0; s < species_.size(); ++s) {
            OfSpecies& one = species_[s];
            const double displacement = sums[s].displacement / one.balls;
            one.lags[at].displacement.add(displacement, weight);
            one.lags[at].correlation.add(sums[s].correlation / one.balls, weight);
            one.lags[at].running.add(sums[s].running / (axes_ * one.balls), weight);
            if (at + 2 == lags_.size()) one.half_window = displacement;
            if (at + 1 == lags_.size())
                one.from_slope.add((displacement - one.half_window) / (axes_ * window_), weight);
        }
        if (++lag_ <= lags_.size()) return;
        has_window_ = true;
        const double now = start() + window_;
        schedule_.look(events);
        lag_ = 0;
        if (start() - now > window_ / 2) return;
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
        for (int k = 0; k < N; ++k) {
            sum.displacement += counts_[k] * moved[k] * moved[k];
            sum.correlation += counts_[k] * bodies[i].velocity[k] * velocities_[i][k];
            sum.running += counts_[k] * velocities_[i][k] * moved[k];
        }
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
        if (has_window_ && !is_caged_) {
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
