// Density and temperature in slices of the box.
#pragma once

#include <span>
#include <vector>

#include "carom/measure/results.hpp"
#include "measure/species.hpp"

namespace carom::detail {

/// For each slice across the axis, looked at in snapshots: the number density of the centres of each species,
/// and kT = mean of m v^2 / dimension of all balls in it.
template <int N>
class ProfileMeter {
public:
    ProfileMeter(const Scene<N>& scene, const SpeciesTable<N>& table, const MeasurePlan& plan);

    /// `inside`: positions in the box.
    void look(std::span<const MeasuredBall<N>> bodies, std::span<const Vec<double, N>> inside, double weight);
    std::vector<BinnedCurve> result() const;

private:
    struct Slice {
        std::vector<std::uint64_t> balls;  // of this snapshot, by species
        double energy = 0;                 // sum of m v^2
        std::vector<Blocking> density;
        Blocking kt;
    };

    int axis_;
    double low_, width_;
    std::vector<double> volumes_;  // of slices
    std::vector<Slice> slices_;
};

}  // namespace carom::detail
