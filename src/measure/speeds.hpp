// Histograms of velocities, at snapshots, and of the speeds of impacts, at impacts.
#pragma once

#include <span>
#include <vector>

#include "measure/histogram.hpp"
#include "measure/impact.hpp"

namespace carom::detail {

/// Ranges of histograms reach so many thermal speeds: beyond are 6e-7 of the components of a gas.
inline constexpr double kThermalSpeeds = 5;

/// How fast balls may become.
struct SpeedScale {
    double kt = 0;    ///< of the gas, or of what heats it
    double fall = 0;  ///< speed gained in a fall through the scene
};

/// Probability densities of each component of the velocity and of the speed, by species.
template <int N>
class VelocityMeter {
public:
    VelocityMeter(const SpeciesTable<N>& table, const MeasurePlan& plan, const SpeedScale& scale);

    void look(std::span<const MeasuredBall<N>> bodies, double weight);
    std::vector<BinnedCurve> result() const;

private:
    struct OfSpecies {
        std::array<Histogram, N> components;
        Histogram speed;
    };
    std::vector<OfSpecies> species_;
};

/// Probability density of the normal approach speed at impacts of two balls that move, by pair of species.
template <int N>
class ImpactSpeedMeter {
public:
    ImpactSpeedMeter(const SpeciesTable<N>& table, const MeasurePlan& plan, const SpeedScale& scale);

    void add(const MeasuredImpact<N>& impact) {
        if (!impact.both_move()) return;
        pairs_[pair_index(impact.ball.species, impact.other.species)].add(impact.approach_speed());
    }
    /// Ends a batch of impacts.
    void close(double weight) {
        for (Histogram& pair : pairs_) pair.close_as_density(weight);
    }
    std::vector<BinnedCurve> result() const;

private:
    std::size_t species_;
    std::vector<Histogram> pairs_;
};

}  // namespace carom::detail
