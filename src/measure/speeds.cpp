#include "measure/speeds.hpp"

#include <algorithm>

namespace carom::detail {
namespace {

/// The lightest ball of a species is the fastest.
template <int N>
std::vector<double> lightest(const SpeciesTable<N>& table) {
    std::vector<double> masses(table.species.size(), immovable);
    for (const MeasuredBall<N>& body : table.bodies) {
        if (body.moves()) masses[body.species] = std::min(masses[body.species], body.mass);
    }
    return masses;
}

/// Where nothing moves at first any range is a guess.
double range(const MeasurePlan& plan, const SpeedScale& scale, double mass) {
    const double fastest = std::max(kThermalSpeeds * std::sqrt(scale.kt / mass), scale.fall);
    return plan.speed_range.value_or(fastest > 0 ? fastest : 1);
}

}  // namespace

template <int N>
VelocityMeter<N>::VelocityMeter(const SpeciesTable<N>& table, const MeasurePlan& plan,
                                const SpeedScale& scale) {
    for (const double mass : lightest(table)) {
        const double most = range(plan, scale, mass);
        OfSpecies one;
        one.components.fill(Histogram(-most, most, plan.bins));
        one.speed = Histogram(0, most, plan.bins);
        species_.push_back(one);
    }
}

template <int N>
void VelocityMeter<N>::look(std::span<const MeasuredBall<N>> bodies, double weight) {
    for (const MeasuredBall<N>& body : bodies) {
        if (!body.moves()) continue;
        OfSpecies& one = species_[body.species];
        for (std::size_t k = 0; k < N; ++k) one.components[k].add(body.velocity.coordinates[k]);
        one.speed.add(length(body.velocity));
    }
    for (OfSpecies& one : species_) {
        for (Histogram& component : one.components) component.close_as_density(weight);
        one.speed.close_as_density(weight);
    }
}

template <int N>
std::vector<BinnedCurve> VelocityMeter<N>::result() const {
    std::vector<BinnedCurve> curves;
    for (std::size_t s = 0; s < species_.size(); ++s) {
        for (std::size_t k = 0; k < N; ++k)
            curves.push_back(species_[s].components[k].curve({s}, std::string("v") + "xyz"[k]));
        curves.push_back(species_[s].speed.curve({s}, "speed"));
    }
    return curves;
}

template <int N>
ImpactSpeedMeter<N>::ImpactSpeedMeter(const SpeciesTable<N>& table, const MeasurePlan& plan,
                                      const SpeedScale& scale)
    : species_(table.species.size()) {
    const std::vector<double> masses = lightest(table);
    for_each_pair(species_, [&](std::size_t first, std::size_t second) {
        const double mass = masses[first] * masses[second] / (masses[first] + masses[second]);
        pairs_.emplace_back(0, range(plan, scale, mass), plan.bins);
    });
}

template <int N>
std::vector<BinnedCurve> ImpactSpeedMeter<N>::result() const {
    std::vector<BinnedCurve> curves;
    for_each_pair(species_, [&](std::size_t first, std::size_t second) {
        curves.push_back(pairs_[pair_index(first, second)].curve({first, second}, "approach speed"));
    });
    return curves;
}

template class VelocityMeter<2>;
template class VelocityMeter<3>;
template class ImpactSpeedMeter<2>;
template class ImpactSpeedMeter<3>;

}  // namespace carom::detail
