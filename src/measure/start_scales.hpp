// How hot, fast and dense a scene is from the start: only for guesses of good intervals and ranges.
#pragma once

#include "carom/scene/scene.hpp"

namespace carom::detail {

/// Means over the balls that move.
template <int N>
struct StartScales {
    double balls = 0;
    double kt = 0;  ///< of the balls, or of what heats them if that is more
    double mass = 0;
    double diameter = 0;
    double packing = 0;
    double square = 0;  ///< of the speed
    double extent = 0;  ///< of all balls, immovable ones too: their longest side

    explicit StartScales(const Scene<N>& scene);
};

/// Enskog: a ball meets others at the rate (n - 1) / V * surface * sqrt(kT / (2 pi m / 2)) * g, with g(r+) of
/// Henderson in 2D and of Carnahan and Starling in 3D. Without a volume the time to cross the scene.
template <int N>
double mean_free_time(const Scene<N>& scene);

/// How long intervals, and times between snapshots, become in a long run: impacts or balls enough for a
/// value.
template <int N>
double usual_interval(const Scene<N>& scene);
template <int N>
double usual_snapshot_interval(const Scene<N>& scene);

/// The highest kT of the thermostat and of thermal walls; 0 without.
template <int N>
double kt_of_baths(const Scene<N>& scene);

/// What a ball gains that falls through the whole scene to what stops it; 0 without.
template <int N>
double fall_speed(const Scene<N>& scene);

}  // namespace carom::detail
