// Which balls can a given one touch? A hash grid per size class, so that a grain of sand next to a planet
// costs little.
//
// Size classes are powers of two of the radius; the cells of a class are as wide as its largest ball. The map
// from coordinates to cells is monotonic, whatever it rounds, so looking from x - reach to x + reach misses
// no centre in between. Cells of one row are neighbours in memory. Equal hashes of different cells only add
// candidates. Tests: tests/scene/overlap_search_test.cpp.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "carom/geom/ball.hpp"
#include "carom/geom/box.hpp"
#include "scene/clearance.hpp"

namespace carom::detail {

/// The periods of space: on axes with `periodic` the copies of a ball are `width` apart.
template <int N>
struct Periods {
    Vec<double, N> lower;
    Vec<double, N> width;
    Vec<bool, N> periodic;
};

template <int N>
class BallGrid {
public:
    /// A ball that may touch, and which copy of it.
    struct Candidate {
        std::size_t ball = 0;
        Ball<double, N> shape;
        Shift<N> shift{};
    };
    /// Which size classes to look at: all, or only those of the given radius and above.
    enum class Classes : unsigned char { all, same_and_larger };

    /// A grid for balls of the given radii (each announced once or more; only those may be inserted), about
    /// `count` of them. `slack` is the distance up to which apart balls shall still be candidates.
    BallGrid(const Periods<N>& periods, const std::vector<double>& radii, std::size_t count, double slack);

    void insert(std::size_t ball, const Ball<double, N>& shape);

    /// Calls `visit(candidate)` for every inserted ball, in any copy, that is nearer than `slack` to `shape`,
    /// and for others, some of them twice; stops when it returns true. Returns whether it was stopped.
    template <class Visit>
    bool any_near(const Ball<double, N>& shape, Classes classes, Visit visit) const {
        const std::int32_t own = size_class(shape.radius);
        for (const SizeLevel& level : levels_) {
            if (classes == Classes::same_and_larger && level.size_class < own) continue;
            if (any_in_level(level, shape, visit)) return true;
        }
        return false;
    }

    /// True when a candidate is of the same size class as a ball of this radius.
    static bool same_class(double radius, double other) { return size_class(radius) == size_class(other); }

private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
    struct SizeLevel {
        std::int32_t size_class = 0;
        double largest_radius = 0;
        double cells_per_length = 0;
        std::vector<std::uint32_t> entries;
    };
    struct GridBall {
        Ball<double, N> shape;
        std::uint32_t ball = 0;
        std::uint32_t next = kNone;
        std::int32_t size_class = 0;
    };
    using Cell = Vec<std::int64_t, N>;

    /// Per axis: from the cell of the centre to its nearer neighbour, the farther one, and so on outwards.
    /// Whoever asks for any obstacle mostly finds it in the first few cells.
    struct CellWalk {
        Cell start;
        Cell side;  ///< +1 or -1: where the nearer neighbour is
        Vec<int, N> last_step;
    };

    static std::int32_t size_class(double radius) {
        int exponent = 0;
        std::frexp(radius, &exponent);
        return exponent;
    }

    SizeLevel& level_of(std::int32_t size_class) {
        for (SizeLevel& level : levels_) {
            if (level.size_class == size_class) return level;
        }
        return levels_.emplace_back(SizeLevel{size_class, 0, 0, {}});
    }

    static Cell cell_of(const SizeLevel& level, const Vec<double, N>& x) {
        Cell cell;
        for (int k = 0; k < N; ++k) {
            cell[k] = static_cast<std::int64_t>(std::floor(x[k] * level.cells_per_length));
        }
        return cell;
    }

    static CellWalk walk_from(const SizeLevel& level, const Vec<double, N>& center, const Cell& low,
                              const Cell& high) {
        CellWalk walk{cell_of(level, center), {}, {}};
        for (int k = 0; k < N; ++k) {
            const double in_cell = center[k] * level.cells_per_length - static_cast<double>(walk.start[k]);
            walk.side[k] = in_cell < 0.5 ? -1 : 1;
            const std::int64_t below = walk.start[k] - low[k];
            const std::int64_t above = high[k] - walk.start[k];
            walk.last_step[k] = static_cast<int>(2 * (below > above ? below : above));
        }
        return walk;
    }

    /// The last axes are mixed, the first is added: a row of cells is a run of buckets.
    std::size_t bucket_of(const SizeLevel& level, const Cell& cell) const {
        std::uint64_t hash = static_cast<std::uint64_t>(level.size_class) * 0x9E3779B97F4A7C15U;
        for (int k = 1; k < N; ++k) {
            hash = (hash ^ static_cast<std::uint64_t>(cell[k])) * 0xBF58476D1CE4E5B9U;
            hash ^= hash >> 29U;
        }
        return static_cast<std::size_t>(hash + static_cast<std::uint64_t>(cell[0])) & (buckets_.size() - 1);
    }

    template <class Visit>
    bool any_in_level(const SizeLevel& level, const Ball<double, N>& shape, Visit& visit) const;
    template <class Visit>
    bool any_in_image(const SizeLevel& level, const Vec<double, N>& center, double reach,
                      const Shift<N>& shift, Visit& visit) const;
    template <class Visit>
    bool any_in_bucket(const SizeLevel& level, std::size_t bucket, const Shift<N>& shift, Visit& visit) const;

    Periods<N> periods_;
    double slack_ = 0;
    std::vector<SizeLevel> levels_;
    std::vector<GridBall> entries_;
    std::vector<std::uint32_t> buckets_;
};

template <int N>
BallGrid<N>::BallGrid(const Periods<N>& periods, const std::vector<double>& radii, std::size_t count,
                      double slack)
    : periods_(periods), slack_(slack) {
    for (const double radius : radii) {
        SizeLevel& level = level_of(size_class(radius));
        level.largest_radius = larger(level.largest_radius, radius);
    }
    for (SizeLevel& level : levels_) level.cells_per_length = 1 / (2 * level.largest_radius + slack);
    std::size_t buckets = 16;
    while (buckets < 2 * count) buckets *= 2;
    buckets_.assign(buckets, kNone);
    entries_.reserve(count);
}

template <int N>
void BallGrid<N>::insert(std::size_t ball, const Ball<double, N>& shape) {
    SizeLevel& level = level_of(size_class(shape.radius));
    std::uint32_t& head = buckets_[bucket_of(level, cell_of(level, shape.center))];
    const auto entry = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({shape, static_cast<std::uint32_t>(ball), head, level.size_class});
    level.entries.push_back(entry);
    head = entry;
}

/// A copy of b shifted by s touches `shape` where b itself touches `shape` shifted by -s: only the question
/// is copied, and only where it reaches over a periodic face.
template <int N>
template <class Visit>
bool BallGrid<N>::any_in_level(const SizeLevel& level, const Ball<double, N>& shape, Visit& visit) const {
    const double reach = shape.radius + level.largest_radius + slack_;
    Shift<N> first;
    Shift<N> last;
    for (int k = 0; k < N; ++k) {
        if (!periods_.periodic[k]) continue;
        const double from_lower = shape.center[k] - periods_.lower[k];
        if (from_lower < reach) first[k] = -1;
        if (periods_.width[k] - from_lower < reach) last[k] = 1;
    }
    Shift<N> shift = first;
    while (true) {
        Vec<double, N> center = shape.center;
        for (int k = 0; k < N; ++k) center[k] -= shift[k] * periods_.width[k];
        if (any_in_image(level, center, reach, shift, visit)) return true;
        int axis = 0;
        while (axis < N && shift[axis] == last[axis]) {
            shift[axis] = first[axis];
            ++axis;
        }
        if (axis == N) return false;
        ++shift[axis];
    }
}

template <int N>
template <class Visit>
bool BallGrid<N>::any_in_image(const SizeLevel& level, const Vec<double, N>& center, double reach,
                               const Shift<N>& shift, Visit& visit) const {
    const Cell low = cell_of(level, generate<double, N>([&](int k) { return center[k] - reach; }));
    const Cell high = cell_of(level, generate<double, N>([&](int k) { return center[k] + reach; }));
    double cells = 1;
    for (int k = 0; k < N; ++k) cells *= static_cast<double>(high[k] - low[k] + 1);
    if (cells > 64 + static_cast<double>(level.entries.size())) {
        for (const std::uint32_t entry : level.entries) {
            if (visit(Candidate{entries_[entry].ball, entries_[entry].shape, shift})) return true;
        }
        return false;
    }
    const CellWalk walk = walk_from(level, center, low, high);
    Vec<int, N> step;
    while (true) {
        Cell cell;
        bool in_range = true;
        for (int k = 0; k < N; ++k) {
            cell[k] = walk.start[k] + (step[k] % 2 == 1 ? walk.side[k] : -walk.side[k]) * ((step[k] + 1) / 2);
            in_range = in_range && cell[k] >= low[k] && cell[k] <= high[k];
        }
        if (in_range && any_in_bucket(level, bucket_of(level, cell), shift, visit)) return true;
        int axis = 0;
        while (axis < N && step[axis] == walk.last_step[axis]) {
            step[axis] = 0;
            ++axis;
        }
        if (axis == N) return false;
        ++step[axis];
    }
}

template <int N>
template <class Visit>
bool BallGrid<N>::any_in_bucket(const SizeLevel& level, std::size_t bucket, const Shift<N>& shift,
                                Visit& visit) const {
    for (std::uint32_t at = buckets_[bucket]; at != kNone; at = entries_[at].next) {
        const GridBall& entry = entries_[at];
        if (entry.size_class == level.size_class && visit(Candidate{entry.ball, entry.shape, shift}))
            return true;
    }
    return false;
}

}  // namespace carom::detail
