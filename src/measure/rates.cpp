#include "measure/rates.hpp"

#include <algorithm>
#include <numbers>

#include "measure/region.hpp"
#include "measure/walls.hpp"

namespace carom::detail {

template <int N>
RateMeter<N>::RateMeter(const Scene<N>& scene, const SpeciesTable<N>& table)
    : species_(table.species),
      volume_(Region<N>(scene.world).volume()),
      is_uniform_(std::all_of(scene.world.boundary.begin(), scene.world.boundary.end(),
                              [](Boundary b) { return b == Boundary::periodic; }) &&
                  scene.world.walls.empty() && !scene.world.shear && has_only_balls_that_move(scene)),
      counts_(species_.size() * (species_.size() + 1) / 2),
      totals_(counts_.size()),
      rates_(counts_.size()),
      contacts_(counts_.size()),
      of_species_(species_.size()) {}

template <int N>
void RateMeter<N>::close(const MeanMotion<N>& motion, const DegreesOfFreedom<N>& freedom) {
    const double length = motion.length;
    std::vector<double> impacts(species_.size());
    const double speed = std::sqrt(motion.kt) * mean_size_ratio(freedom.degrees);
    last_ = 0;
    for_each_pair(species_.size(), [&](std::size_t first, std::size_t second) {
        const std::size_t pair = pair_index(first, second);
        const auto count = static_cast<double>(counts_[pair]);
        rates_[pair].add(count / length, motion.weight);
        if (speed > 0) contacts_[pair].add(count / (length * speed), motion.weight);
        impacts[first] += count;
        impacts[second] += count;
        last_ += count / length;
        totals_[pair] += counts_[pair];
        counts_[pair] = 0;
    });
    for (std::size_t s = 0; s < impacts.size(); ++s) {
        of_species_[s].add(impacts[s] / (static_cast<double>(species_[s].balls) * length), motion.weight);
    }
}

/// In equilibrium the pairs of two species meet at the rate (Chapman and Enskog)
///   pairs / V * surface(r) * sqrt(kT / (2 pi m)) * g(r+)      surface: 4 pi r^2 in 3D, 2 pi r in 2D
template <int N>
PairRate RateMeter<N>::pair_result(std::size_t first, std::size_t second) const {
    const MeasuredSpecies& a = species_[first];
    const MeasuredSpecies& b = species_[second];
    const std::size_t pair = pair_index(first, second);
    const double sides = first == second ? 2 : 1;
    const auto balls_a = static_cast<double>(a.balls);
    const auto balls_b = static_cast<double>(b.balls);
    PairRate result{first, second, totals_[pair], rates_[pair].estimate(), {}, {}, {}};
    result.first_free_time = inverse(scaled(result.rate, sides / balls_a));
    result.second_free_time = inverse(scaled(result.rate, sides / balls_b));
    const double pairs = first == second ? balls_a * (balls_a - 1) / 2 : balls_a * balls_b;
    if (!is_uniform_ || !(a.radius && b.radius && a.mass && b.mass) || pairs == 0) return result;
    const double r = *a.radius + *b.radius;
    const double mass = *a.mass * *b.mass / (*a.mass + *b.mass);
    const double surface = N == 2 ? 2 * std::numbers::pi * r : 4 * std::numbers::pi * r * r;
    const double ideal = pairs / volume_ * surface * std::sqrt(1 / (2 * std::numbers::pi * mass));
    result.contact_value = scaled(contacts_[pair].estimate(), 1 / ideal);
    return result;
}

template <int N>
MeanFreeTimeResult RateMeter<N>::result() const {
    MeanFreeTimeResult result;
    for_each_pair(species_.size(), [&](std::size_t first, std::size_t second) {
        result.pairs.push_back(pair_result(first, second));
    });
    for (const Blocking& one : of_species_) result.species.push_back(inverse(one.estimate()));
    return result;
}

template <int N>
void LossMeter<N>::close(double length, double weight) {
    last_ = (balls_ + walls_ + clusters_ + rests_) / length;
    rate_.add(last_, weight);
    const auto carry = [](double& now, TwoTerm& all) {
        all = all + TwoTerm{now, 0};
        now = 0;
    };
    carry(balls_, all_balls_);
    carry(walls_, all_walls_);
    carry(clusters_, all_clusters_);
    carry(rests_, all_rests_);
}

template class RateMeter<2>;
template class RateMeter<3>;
template class LossMeter<2>;
template class LossMeter<3>;

}  // namespace carom::detail
