// Neighbours where balls go round a periodic box many times between impacts: all others, in all their images.
#include <algorithm>
#include <cmath>

#include "sim/neighbours.hpp"

namespace carom::detail {
namespace {

/// A look at all others costs as much as to cross so many boxes' cells, over the 2/3-rd power of the number
/// of balls.
constexpr double kLookOverCrossing = 3;

/// The widest ball takes no more than this share of the narrowest axis.
constexpr double kMostOfBox = 0x1p-5;

/// A look goes no further than so many mean free times, nor round the box so many times: two that fly past
/// each other in the same way each time are looked at each time.
constexpr double kFreeTimes = 3;
constexpr double kMostRounds = 0x1p20;

}  // namespace

/// Chooses this way where it is wanted, or the better one.
template <int N>
bool Neighbours<N>::choose_images(BallTable<N>& balls, Time now) {
    const bool may = search_ == NeighbourSearch::automatic || search_ == NeighbourSearch::images;
    if (!may || domain_.has_gravity || domain_.is_sheared() || !domain_.walls.empty()) return false;
    double space = 1;
    double widest = 0;
    double narrowest = HUGE_VAL;
    for (int k = 0; k < N; ++k) {
        if (!domain_.is_periodic(k)) return false;
        space *= domain_.period[k];
        widest = std::max(widest, domain_.period[k]);
        narrowest = std::min(narrowest, domain_.period[k]);
    }
    double largest_radius = 0;
    double speeds = 0;
    for (std::uint32_t ball = 0; ball < balls.size(); ++ball) {
        largest_radius = std::max(largest_radius, balls[ball].radius);
        speeds += largest(balls[ball].flight.velocity - flow_);
    }
    const auto count = static_cast<double>(balls.size());
    free_path_ = mean_free_path(balls, space);
    free_time_ = free_path_ * count / speeds;
    farthest_look_ = std::min(kFreeTimes * free_path_, kMostRounds * narrowest) * count / speeds;
    if (!(2 * largest_radius < kMostOfBox * narrowest && free_time_ > 0 && free_time_ < HUGE_VAL))
        return false;
    by_images_ = search_ == NeighbourSearch::images ||
                 free_path_ > kLookOverCrossing * std::pow(count, 2.0 / 3) * widest;
    if (!by_images_) return false;
    in_cells_ = false;
    set_horizon(balls.size(), HUGE_VAL);
    flights_.assign(std::max<std::size_t>(balls.size(), 64), BoundingFlight<N>{});
    balls_ = static_cast<std::uint32_t>(balls.size());
    lists_.reset(0);
    all_walls_.clear();
    all_meet_in_nearest_ = true;
    for (std::uint32_t ball = 0; ball < balls.size(); ++ball) set_expiry_of_images(balls, ball, now);
    return true;
}

template <int N>
void Neighbours<N>::set_expiry_of_images(BallTable<N>& balls, std::uint32_t ball, Time now) const {
    balls.record(ball).expiry = balls.clock().between(scale_.origin, now) + farthest_look_;
}

template class Neighbours<2>;
template class Neighbours<3>;

}  // namespace carom::detail
