// Where the boxes of windows are kept: in a grid or in a tree, which decides the speed only.
#include <algorithm>
#include <cmath>

#include "proof/broad_phase.hpp"

namespace carom::proof {
namespace {

/// Fewer balls than this have a tree.
constexpr std::size_t kFewestInGrid = 64;
/// So have balls whose radii differ by more than this factor.
constexpr double kLike = 2;
/// Cells are so wide compared with the spacing of the balls. 200,000 impacts of a gas at packing 0.001, with
/// 0.7, 1, 1.5, 2 and 3: 7.8, 6.7, 6.8, 8.2 and 10.4 s.
constexpr double kCellWidth = 1.25;
/// Where that is fewer radii than this, a tree is faster.
constexpr double kWideCells = 4;

/// A drift below this share of the fastest ball's speed is none.
constexpr double kLeastDrift = 0x1p-20;
/// Where a ball is faster than this many times the median speed, the others would fly with it.
constexpr double kFarFaster = 32;

}  // namespace

/// The velocity of the centre of mass along periodic axes, which impacts do not change.
template <int N>
void BroadPhase<N>::choose_stream() {
    const CheckContext<N>& context = prover_->context();
    double mass = 0;
    std::vector<double> speeds;
    for (std::size_t i = 0; i < windows_.size(); ++i) {
        mass += prover_->flight(i).mass;
        speeds.push_back(prover_->flight(i).speed);
    }
    if (context.is_sheared() || speeds.empty() || !std::isfinite(mass)) return;
    std::sort(speeds.begin(), speeds.end());
    const double fastest = speeds.back();
    if (!(fastest <= kFarFaster * speeds[speeds.size() / 2])) return;
    Vec<double, N> mean;
    for (std::size_t i = 0; i < windows_.size(); ++i) {
        const Flight<N>& flight = prover_->flight(i);
        for (int k = 0; k < N; ++k) mean[k] += flight.mass / mass * flight.state.velocity[k];
    }
    for (int k = 0; k < N; ++k)
        if (context.width[k] > 0 && std::abs(mean[k]) > kLeastDrift * fastest) stream_[k] = mean[k];
    drifts_ = rough_length(stream_);
}

/// Many balls of like sizes that are far apart go to a grid, as long as they are spread evenly.
template <int N>
void BroadPhase<N>::choose_grid() {
    if (windows_.size() < kFewestInGrid) return;
    std::vector<Vec<double, N>> centers;
    BoundingBox<N> all;
    double largest = 0;
    for (std::size_t i = 0; i < windows_.size(); ++i) {
        const Flight<N>& flight = prover_->flight(i);
        centers.push_back(flight.state.position);
        all.enclose({centers.back(), centers.back()});
        largest = std::max(largest, flight.radius);
    }
    if (!(largest <= kLike * prover_->context().smallest_radius)) return;
    double volume = 1;
    for (int k = 0; k < N; ++k) volume *= all.upper[k] - all.lower[k];
    const double spacing = std::pow(volume / static_cast<double>(windows_.size()), 1.0 / N);
    const double width = kCellWidth * spacing;
    if (!(width >= kWideCells * largest && std::isfinite(width))) return;
    grid_.emplace(centers, width);
    most_way_ = width;
}

template <int N>
std::vector<Vec<double, N>> BroadPhase<N>::centers() const {
    std::vector<Vec<double, N>> centers;
    centers.reserve(windows_.size());
    for (const FlightWindow& w : windows_) centers.push_back(w.x);
    return centers;
}

/// Balls drift away from where the tree was made for them. It is made anew for every window that each has
/// opened. For every second or eighth, the looser tree makes the check of 4,000 spheres at packing 0.3 take a
/// quarter or half as long again.
template <int N>
void BroadPhase<N>::arrange_now_and_then() {
    if (++opened_ < windows_.size()) return;
    opened_ = 0;
    if (!grid_) return tree_.arrange(centers());
    grid_->arrange(centers());
    if (!grid_->is_crowded()) return;
    grid_.reset();
    most_way_ = HUGE_VAL;
    for (std::size_t i = 0; i < windows_.size(); ++i) tree_.set(i, windows_[i].box);
    tree_.arrange(centers());
}

template void BroadPhase<2>::choose_stream();
template void BroadPhase<3>::choose_stream();
template void BroadPhase<2>::choose_grid();
template void BroadPhase<3>::choose_grid();
template void BroadPhase<2>::arrange_now_and_then();
template void BroadPhase<3>::arrange_now_and_then();

}  // namespace carom::proof
