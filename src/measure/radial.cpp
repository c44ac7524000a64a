#include "measure/radial.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/vec_ops.hpp"
#include "measure/region.hpp"

namespace carom::detail {
namespace {

/// Where the bins of a pair of species start.
double start_of(const MeasuredSpecies& a, const MeasuredSpecies& b) {
    return a.radius && b.radius ? *a.radius + *b.radius : 0;
}

template <int N>
double ball_volume(double r) {
    return std::numbers::pi * (N == 2 ? r * r : 4 * r * r * r / 3);
}

/// Cells on both sides of a ball's own one that its reach may enter.
constexpr int kCellsAround = 2;

/// So many balls are enough for a snapshot.
constexpr std::size_t kBallsLookedFrom = 200;

}  // namespace

template <int N>
double radial_reach(const SpeciesTable<N>& table, double range) {
    double most = 0;
    for (const MeasuredSpecies& a : table.species) {
        for (const MeasuredSpecies& b : table.species) most = std::max(most, start_of(a, b));
    }
    return most + range;
}

template <int N>
RadialMeter<N>::RadialMeter(const Scene<N>& scene, const SpeciesTable<N>& table, const MeasurePlan& plan)
    : world_(scene.world),
      box_(world_.box),
      width_(box_.upper - box_.lower),
      volume_(Region<N>(scene.world).volume()),
      reach_(radial_reach(table, *plan.radial_range)),
      species_(table.species) {
    for_each_pair(species_.size(), [&](std::size_t first, std::size_t second) {
        const double start = start_of(species_[first], species_[second]);
        pairs_.emplace_back(start, start + *plan.radial_range, plan.bins);
    });
    // More cells than balls would be empty ones.
    const double most =
        std::max(1.0, std::floor(std::pow(static_cast<double>(table.bodies.size()), 1.0 / N)));
    std::size_t all = 1;
    for (int k = 0; k < N; ++k) {
        cells_[k] = static_cast<int>(std::min(most, std::floor(2 * width_[k] / reach_)));
        all *= static_cast<std::size_t>(std::max(cells_[k], 1));
    }
    first_.resize(all + 1);
}

template <int N>
void RadialMeter<N>::look(double time, std::span<const MeasuredBall<N>> bodies,
                          std::span<const Vec<double, N>> inside, double weight) {
    sort_into_cells(bodies, inside);
    slide_ = slide_at(world_, time);
    const bool has_cells = !world_.shear && std::all_of(cells_.coordinates.begin(), cells_.coordinates.end(),
                                                        [](int n) { return n > 2 * kCellsAround; });
    stride_ = std::max<std::size_t>(1, balls_.size() / kBallsLookedFrom);
    has_cells ? count_near_pairs(snapshots_ % stride_) : count_all_pairs(snapshots_ % stride_);
    ++snapshots_;
    for_each_pair(species_.size(), [&](std::size_t first, std::size_t second) {
        const auto a = static_cast<double>(species_[first].balls);
        const auto b = static_cast<double>(species_[second].balls);
        const double pairs = first == second ? a * (a - 1) / 2 : a * b;
        if (pairs == 0) return;
        Histogram& pair = pairs_[pair_index(first, second)];
        pair.close(weight, [&](std::size_t bin, double count) {
            const double shell = ball_volume<N>(pair.edge(bin + 1)) - ball_volume<N>(pair.edge(bin));
            return static_cast<double>(stride_) * count * volume_ / (pairs * shell);
        });
    });
}

template <int N>
void RadialMeter<N>::sort_into_cells(std::span<const MeasuredBall<N>> bodies,
                                     std::span<const Vec<double, N>> inside) {
    const auto cell_of = [&](const Vec<double, N>& position) {
        std::size_t cell = 0;
        for (int k = N - 1; k >= 0; --k) {
            const int cells = std::max(cells_[k], 1);
            const double place = (position[k] - box_.lower[k]) / width_[k] * cells;
            const double last = cells - 1;
            cell = cell * static_cast<std::size_t>(cells) +
                   static_cast<std::size_t>(place > 0 ? std::min(place, last) : 0);
        }
        return cell;
    };
    std::fill(first_.begin(), first_.end(), 0);
    std::vector<std::size_t> cell(bodies.size());
    std::size_t balls = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (!bodies[i].moves()) continue;
        ++balls;
        cell[i] = cell_of(inside[i]);
        ++first_[cell[i] + 1];
    }
    for (std::size_t c = 1; c < first_.size(); ++c) first_[c] += first_[c - 1];
    balls_.resize(balls);
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (bodies[i].moves()) balls_[next[cell[i]]++] = {inside[i], bodies[i].species};
    }
}

template <int N>
void RadialMeter<N>::count(const CellBall& a, const CellBall& b, const Vec<double, N>& shift) {
    const Vec<double, N> d = b.position - a.position + shift;
    const double square = dot(d, d);
    if (square < reach_ * reach_) pairs_[pair_index(a.species, b.species)].add(std::sqrt(square));
}

/// The shift to the nearest image: right up to half the narrowest width.
template <int N>
Vec<double, N> RadialMeter<N>::nearest_image(const Vec<double, N>& d) const {
    const auto boxes = [&](int k, double x) { return -std::round(x / width_[k]); };
    Vec<double, N> shift;
    const auto& shear = world_.shear;
    if (shear) shift[shear->flow] = slide_ * boxes(shear->gradient, d[shear->gradient]);
    for (int k = 0; k < N; ++k) shift[k] += width_[k] * boxes(k, d[k] + shift[k]);
    return shift;
}

/// Balls sit round a ring, and each looks half round: every pair belongs to one ball, and all balls have the
/// same number of pairs, but for opposite ones, which the first half of the ring has.
template <int N>
void RadialMeter<N>::count_all_pairs(std::size_t first_ball) {
    const std::size_t n = balls_.size();
    for (std::size_t i = first_ball; i < n; i += stride_) {
        for (std::size_t step = 1; 2 * step <= n; ++step) {
            if (2 * step == n && i >= step) break;
            const CellBall& other = balls_[(i + step) % n];
            count(balls_[i], other, nearest_image(other.position - balls_[i].position));
        }
    }
}

template <int N>
Vec<int, N> RadialMeter<N>::place_of(std::size_t cell) const {
    Vec<int, N> place;
    for (int k = 0; k < N; ++k) {
        const auto cells = static_cast<std::size_t>(cells_[k]);
        place[k] = static_cast<int>(cell % cells);
        cell /= cells;
    }
    return place;
}

/// Each cell with itself and with that half of its neighbours whose step is above (0, 0, 0), so that each
/// pair belongs to one cell.
template <int N>
void RadialMeter<N>::count_near_pairs(std::size_t first_cell) {
    constexpr int side = 2 * kCellsAround + 1;
    constexpr int steps = N == 2 ? side * side : side * side * side;
    for (std::size_t cell = first_cell; cell + 1 < first_.size(); cell += stride_) {
        for (std::size_t i = first_[cell]; i < first_[cell + 1]; ++i) {
            for (std::size_t j = i + 1; j < first_[cell + 1]; ++j) count(balls_[i], balls_[j], {});
        }
        const Vec<int, N> at = place_of(cell);
        for (int code = steps / 2 + 1; code < steps; ++code) {
            const auto step = generate<int, N>([&](int k) {
                const int power = k == 0 ? 1 : (k == 1 ? side : side * side);
                return code / power % side - kCellsAround;
            });
            count_from(cell, at, step);
        }
    }
}

template <int N>
void RadialMeter<N>::count_from(std::size_t cell, const Vec<int, N>& at, const Vec<int, N>& step) {
    std::size_t other = 0;
    Vec<double, N> shift;
    for (int k = N - 1; k >= 0; --k) {
        int place = at[k] + step[k];
        if (place >= cells_[k]) {
            shift[k] = width_[k];
            place -= cells_[k];
        } else if (place < 0) {
            shift[k] = -width_[k];
            place += cells_[k];
        }
        other = other * static_cast<std::size_t>(cells_[k]) + static_cast<std::size_t>(place);
    }
    for (std::size_t i = first_[cell]; i < first_[cell + 1]; ++i) {
        for (std::size_t j = first_[other]; j < first_[other + 1]; ++j) count(balls_[i], balls_[j], shift);
    }
}

template <int N>
std::vector<BinnedCurve> RadialMeter<N>::result() const {
    std::vector<BinnedCurve> curves;
    for_each_pair(species_.size(), [&](std::size_t first, std::size_t second) {
        curves.push_back(pairs_[pair_index(first, second)].curve({first, second}, "g"));
        curves.back().outside = 0;  // of pairs beyond the range there is no count
    });
    return curves;
}

template double radial_reach(const SpeciesTable<2>&, double);
template double radial_reach(const SpeciesTable<3>&, double);
template class RadialMeter<2>;
template class RadialMeter<3>;

}  // namespace carom::detail
