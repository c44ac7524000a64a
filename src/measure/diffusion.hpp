// Displacements and velocities, compared with those at the start of a window.
#pragma once

#include <span>
#include <vector>

#include "carom/measure/results.hpp"
#include "measure/freedom.hpp"
#include "measure/schedule.hpp"

namespace carom::detail {

/// Windows follow one another, with breaks once too little happens in them. In each, the balls are looked at
/// at lags that double up to the window's length; every window adds one value for each lag, the mean over the
/// balls of a species of
///   |r(t) - r(0)|^2     v(t).v(0)     v(0).(r(t) - r(0)) / d
/// The last is the integral of the correlation of velocities over the lag, exact whatever lies between looks.
/// Axes that walls bound count only if there are no others; then there is no D.
/// All are taken in the frame of the centre of mass, where that is conserved.
template <int N>
class DiffusionMeter {
public:
    /// `free`: the axes that no wall bounds.
    DiffusionMeter(const SpeciesTable<N>& table, const DegreesOfFreedom<N>& freedom, const MeasurePlan& plan,
                   const Vec<bool, N>& free);

    /// When to look next.
    double next() const { return lag_ == 0 ? start() : start() + lags_[lag_ - 1]; }
    /// The look at `next()`, after so many events.
    void look(std::span<const MeasuredBall<N>> bodies, std::span<const Vec<double, N>> unwrapped,
              std::uint64_t events);
    DiffusionResult result() const;
    bool has_window() const { return has_window_; }

private:
    struct AtLag {
        Blocking displacement, correlation, running;
    };
    struct OfSpecies {
        double balls = 0;
        std::vector<AtLag> lags;
        double half_window = 0;  // displacement at the half of this window
        Blocking from_slope;
    };
    struct Sums {
        double displacement = 0, correlation = 0, running = 0;
    };

    double start() const { return schedule_.last(); }
    void remember(std::span<const MeasuredBall<N>> bodies, std::span<const Vec<double, N>> unwrapped);
    std::vector<Sums> compare(std::span<const MeasuredBall<N>> bodies,
                              std::span<const Vec<double, N>> unwrapped, double lag) const;

    const DegreesOfFreedom<N>& freedom_;
    double window_;
    Schedule schedule_;  // of the starts of windows
    std::vector<double> lags_;
    std::size_t lag_ = 0;  // of the next look, from 1; 0 for the first one of all
    bool has_window_ = false;
    Vec<double, N> counts_;  // 1 on axes that count, else 0
    double axes_ = 0;        // that count
    bool is_caged_;
    std::vector<Vec<double, N>> positions_, velocities_;  // at the start of the window
    std::vector<OfSpecies> species_;
};

}  // namespace carom::detail
