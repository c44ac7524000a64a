// How often balls meet, and what takes energy away.
#pragma once

#include <vector>

#include "carom/measure/results.hpp"
#include "math/two_term.hpp"
#include "measure/impact.hpp"
#include "measure/kinetic.hpp"

namespace carom::detail {

/// Impacts of two balls that move, by pair of species.
template <int N>
class RateMeter {
public:
    RateMeter(const Scene<N>& scene, const SpeciesTable<N>& table);

    void add(const MeasuredImpact<N>& impact) {
        if (impact.both_move()) ++counts_[pair_index(impact.ball.species, impact.other.species)];
    }
    void close(const MeanMotion<N>& motion, const DegreesOfFreedom<N>& freedom);

    MeanFreeTimeResult result() const;
    /// Impacts per time in the last interval.
    double rate() const { return last_; }

private:
    PairRate pair_result(std::size_t first, std::size_t second) const;

    const std::vector<MeasuredSpecies>& species_;
    double volume_;
    bool is_uniform_;                             // all places are alike, and velocities those of Maxwell
    std::vector<std::uint64_t> counts_, totals_;  // by pair
    std::vector<Blocking> rates_;                 // by pair
    std::vector<Blocking> contacts_;              // by pair: rate / sqrt(kT) with the correction of few balls
    std::vector<Blocking> of_species_;            // impacts per ball and time
    double last_ = 0;
};

/// Kinetic energy that impacts and rests take away.
template <int N>
class LossMeter {
public:
    /// What passes at a thermal wall is heat.
    void add(const MeasuredImpact<N>& impact) {
        if (!impact.is_thermal) (impact.is_pair ? balls_ : walls_) += impact.energy_lost();
    }
    /// One ball's part of an impact of several contacts.
    void add_part(const MeasuredImpact<N>& impact) { clusters_ += impact.energy_lost(); }
    /// A ball comes to rest, or is set in motion again.
    void add_rest(const MeasuredImpact<N>& impact) { rests_ += impact.energy_lost(); }
    void close(double length, double weight);

    EnergyLossResult result() const {
        return {to_double(all_balls_), to_double(all_walls_), to_double(all_clusters_), to_double(all_rests_),
                rate_.estimate()};
    }
    /// Energy per time in the last interval.
    double rate() const { return last_; }

private:
    double balls_ = 0, walls_ = 0, clusters_ = 0, rests_ = 0;
    TwoTerm all_balls_{}, all_walls_{}, all_clusters_{}, all_rests_{};
    Blocking rate_;
    double last_ = 0;
};

}  // namespace carom::detail
