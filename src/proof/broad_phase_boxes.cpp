// Where the boxes of windows are kept: in a grid or in a tree, which decides the speed only.
#include <algorithm>
#include <cmath>

#include "proof/broad_phase.hpp"

namespace carom::proof {
namespace {

/// From so many balls on, whose radii differ by this factor at most, there is a grid, whose cells are so wide
/// compared with the spacing of the balls; if that is so many radii at least, else a tree is faster. Gases of
/// spheres at packing 0.01 and 0.001, cells 0.7, 1, 1.25, 1.5, 2 and 3 times as
/// wide: 3.8, 3.5, 3.5, 3.6, 4.0, 5.0 and 7.8, 6.7, 6.7, 6.8, 8.2, 10.4 s.
constexpr std::size_t kFewestInGrid = 64;
constexpr double kLike = 2;
constexpr double kCellWidth = 1.25;
constexpr double kWideCells = 4;

}  // namespace

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

/// Balls drift away from where the tree was made for them. Sorting them anew for every window that each has
/// opened takes a thirtieth of the time; for every eighth, the looser tree costs a fifth more.
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

template void BroadPhase<2>::choose_grid();
template void BroadPhase<3>::choose_grid();
template void BroadPhase<2>::arrange_now_and_then();
template void BroadPhase<3>::arrange_now_and_then();

}  // namespace carom::proof
