// Which balls' neighbour shells may reach a given ball's? A hashed grid of shell centres in levels of size.
//
// A ball stands in the level whose cells are about twice its reach (radius + shell), so small balls among
// large ones, and lone balls with huge shells, cost what they should. Cells wrap around periodic axes; on
// open axes they have no end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/space.hpp"

namespace carom::detail {

template <int N>
using Cell = Vec<std::int64_t, N>;

/// The centre of a ball's neighbour shell: fixed between two rebuilds of the ball's list.
template <int N>
struct Anchor {
    Vec<double, N> position;  ///< in the box on periodic axes
    Image<N> image{};         ///< box crossings of the ball when it was here
    double reach = 0;         ///< radius + shell thickness
};

template <int N>
class AnchorGrid {
public:
    AnchorGrid(const Space<N>& space, std::size_t balls);

    void insert(std::uint32_t ball, const Anchor<N>& anchor);
    void remove(std::uint32_t ball);

    /// Calls visit(ball, image) for every stored ball whose sphere of reach, moved by `image` boxes, may
    /// touch the sphere of `radius` around `center`; now and then for others too, never twice for the same.
    template <class Visit>
    void for_each_near(const Vec<double, N>& center, double radius, Visit visit) const;

private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;

    struct Level {
        int exponent = 0;  // reaches are at most 2^exponent
        Vec<double, N> cell_width;
        Cell<N> cells{};  // on periodic axes; 0 elsewhere
        std::vector<std::uint32_t> balls;
    };
    struct Entry {
        Anchor<N> anchor;
        Cell<N> cell{};
        std::uint32_t level = 0;
        std::uint32_t place_in_level = 0;
        std::uint32_t next = kNone;      // in the bucket
        std::uint32_t previous = kNone;  // in the bucket; kNone for the first
    };
    /// Cells lo to hi on each axis, not wrapped.
    struct Range {
        Cell<N> lo{};
        Cell<N> hi{};
        double count = 1;
    };

    std::uint32_t level_for(double reach);
    std::int64_t cell_coordinate(const Level& level, int axis, double x) const;
    Range range_around(const Level& level, const Vec<double, N>& center, double radius) const;
    std::size_t bucket_of(std::uint32_t level, const Cell<N>& cell) const;
    template <class Visit>
    void visit_cells(std::uint32_t level, const Range& range, Visit visit) const;
    template <class Visit>
    void visit_images(std::uint32_t ball, const Vec<double, N>& center, double radius, Visit visit) const;

    Space<N> space_;
    std::vector<Level> levels_;
    std::vector<Entry> entries_;          // by ball
    std::vector<std::uint32_t> buckets_;  // first ball of each chain; a power of two of them
};

template <int N>
template <class Visit>
void AnchorGrid<N>::visit_cells(std::uint32_t level, const Range& range, Visit visit) const {
    Cell<N> at = range.lo;
    for (;;) {
        Cell<N> wrapped = at;
        Image<N> image{};
        for (int k = 0; k < N; ++k) {
            const std::int64_t cells = levels_[level].cells[k];
            if (cells == 0) continue;
            wrapped[k] = ((at[k] % cells) + cells) % cells;
            image[k] = (at[k] - wrapped[k]) / cells;
        }
        for (std::uint32_t ball = buckets_[bucket_of(level, wrapped)]; ball != kNone;
             ball = entries_[ball].next) {
            if (entries_[ball].level == level && entries_[ball].cell == wrapped) visit(ball, image);
        }
        int k = 0;
        while (k < N && at[k] == range.hi[k]) {
            at[k] = range.lo[k];
            ++k;
        }
        if (k == N) return;
        ++at[k];
    }
}

/// All images of one ball within `radius`, found by arithmetic instead of cells.
template <int N>
template <class Visit>
void AnchorGrid<N>::visit_images(std::uint32_t ball, const Vec<double, N>& center, double radius,
                                 Visit visit) const {
    Image<N> lo{};
    Image<N> hi{};
    for (int k = 0; k < N; ++k) {
        if (!space_.is_periodic(k)) continue;
        const double ahead = center[k] - entries_[ball].anchor.position[k];
        lo[k] = static_cast<std::int64_t>(std::ceil((ahead - radius) / space_.period[k]));
        hi[k] = static_cast<std::int64_t>(std::floor((ahead + radius) / space_.period[k]));
        if (lo[k] > hi[k]) return;
    }
    Image<N> at = lo;
    for (;;) {
        visit(ball, at);
        int k = 0;
        while (k < N && at[k] == hi[k]) {
            at[k] = lo[k];
            ++k;
        }
        if (k == N) return;
        ++at[k];
    }
}

template <int N>
template <class Visit>
void AnchorGrid<N>::for_each_near(const Vec<double, N>& center, double radius, Visit visit) const {
    for (std::uint32_t level = 0; level < levels_.size(); ++level) {
        if (levels_[level].balls.empty()) continue;
        const double distance = radius + std::ldexp(1.0, levels_[level].exponent);
        const Range range = range_around(levels_[level], center, distance);
        if (range.count <= static_cast<double>(levels_[level].balls.size())) {
            visit_cells(level, range, visit);
        } else {
            for (const std::uint32_t ball : levels_[level].balls) visit_images(ball, center, distance, visit);
        }
    }
}

}  // namespace carom::detail
