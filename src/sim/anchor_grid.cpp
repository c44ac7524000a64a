// The hashed grid of shell centres.
#include "sim/anchor_grid.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace carom::detail {
namespace {

/// Cells further out than this share a coordinate; their balls are told apart by distance.
constexpr double kFarthestCell = 0x1p52;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15U;
    return hash ^ (hash >> 29);
}

}  // namespace

template <int N>
AnchorGrid<N>::AnchorGrid(const Space<N>& space, std::size_t balls)
    : space_(space), entries_(balls), buckets_(std::bit_ceil(2 * balls + 1), kNone) {}

template <int N>
std::uint32_t AnchorGrid<N>::level_for(double reach) {
    int exponent = 0;
    std::frexp(reach, &exponent);
    for (std::uint32_t level = 0; level < levels_.size(); ++level) {
        if (levels_[level].exponent == exponent) return level;
    }
    Level level;
    level.exponent = exponent;
    const double width = std::ldexp(2.0, exponent);
    for (int k = 0; k < N; ++k) {
        level.cell_width[k] = width;
        if (!space_.is_periodic(k)) continue;
        const double cells = std::clamp(std::floor(space_.period[k] / width), 1.0, 0x1p20);
        level.cells[k] = static_cast<std::int64_t>(cells);
        level.cell_width[k] = space_.period[k] / cells;
    }
    levels_.push_back(level);
    return static_cast<std::uint32_t>(levels_.size() - 1);
}

template <int N>
std::int64_t AnchorGrid<N>::cell_coordinate(const Level& level, int axis, double x) const {
    const double cell = std::floor((x - space_.lower[axis]) / level.cell_width[axis]);
    return static_cast<std::int64_t>(std::clamp(cell, -kFarthestCell, kFarthestCell));
}

template <int N>
typename AnchorGrid<N>::Range AnchorGrid<N>::range_around(const Level& level, const Vec<double, N>& center,
                                                          double radius) const {
    Range range;
    for (int k = 0; k < N; ++k) {
        range.lo[k] = cell_coordinate(level, k, center[k] - radius);
        range.hi[k] = cell_coordinate(level, k, center[k] + radius);
        range.count *= static_cast<double>(range.hi[k] - range.lo[k] + 1);
    }
    return range;
}

template <int N>
std::size_t AnchorGrid<N>::bucket_of(std::uint32_t level, const Cell<N>& cell) const {
    std::uint64_t hash = level;
    for (const std::int64_t coordinate : cell.coordinates)
        hash = mixed(hash, static_cast<std::uint64_t>(coordinate));
    return static_cast<std::size_t>(hash >> 20) & (buckets_.size() - 1);
}

template <int N>
void AnchorGrid<N>::insert(std::uint32_t ball, const Anchor<N>& anchor) {
    Entry& entry = entries_[ball];
    entry.anchor = anchor;
    entry.level = level_for(anchor.reach);
    Level& level = levels_[entry.level];
    for (int k = 0; k < N; ++k) {
        entry.cell[k] = cell_coordinate(level, k, anchor.position[k]);
        if (level.cells[k] > 0) {
            entry.cell[k] = std::clamp(entry.cell[k], std::int64_t{0}, level.cells[k] - 1);
        }
    }
    entry.place_in_level = static_cast<std::uint32_t>(level.balls.size());
    level.balls.push_back(ball);
    std::uint32_t& first = buckets_[bucket_of(entry.level, entry.cell)];
    entry.previous = kNone;
    entry.next = first;
    if (first != kNone) entries_[first].previous = ball;
    first = ball;
}

template <int N>
void AnchorGrid<N>::remove(std::uint32_t ball) {
    const Entry& entry = entries_[ball];
    std::vector<std::uint32_t>& balls = levels_[entry.level].balls;
    balls[entry.place_in_level] = balls.back();
    entries_[balls.back()].place_in_level = entry.place_in_level;
    balls.pop_back();
    if (entry.next != kNone) entries_[entry.next].previous = entry.previous;
    if (entry.previous != kNone) {
        entries_[entry.previous].next = entry.next;
    } else {
        buckets_[bucket_of(entry.level, entry.cell)] = entry.next;
    }
}

template class AnchorGrid<2>;
template class AnchorGrid<3>;

}  // namespace carom::detail
