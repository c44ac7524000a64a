// Cells that hold every ball that touches them: which balls can meet where all fly far between impacts.
//
// Two balls touch in a cell that holds both, so a ball that enters a cell looks at that cell alone. Time goes
// in windows: what will have touched a cell by the end of the present window is in it already, since to be in
// a cell too early does no harm. Crossings are so taken window by window, in any order. Lengths are those of
// the scene, times are seconds since the origin of bounding flights. Cells are numbered over the box; on each
// axis they go round.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/page_allocator.hpp"
#include "motion/domain.hpp"
#include "sim/bounding_flight.hpp"

namespace carom::detail {

/// Where a ball goes in a straight line, and what it needs besides to each side.
template <int N>
struct SweptWay {
    Vec<double, N> from;
    Vec<double, N> to;
    Vec<double, N> velocity;
    Vec<double, N> reach;
};

template <int N>
class SharedCells {
public:
    /// Empties all. The space from `lower` on with these sides, the box on periodic axes, is cut into about
    /// `balls` / `kBallsInCell` cells, none narrower than `narrowest`.
    void reset(const Domain<N>& domain, const Vec<double, N>& lower, const Vec<double, N>& sides,
               std::size_t balls, double narrowest);

    /// False when a cell would be so narrow that balls fill it.
    bool is_useful() const { return is_useful_; }
    double narrowest_width() const { return *std::min_element(&width_[0], &width_[0] + N); }

    /// Registers the ball in the cells that it touches on its way, and takes it out of others. Returns how
    /// long after the end of the way it touches another one. The cells that are new to it are `fresh()`.
    double enter(std::uint32_t ball, const SweptWay<N>& way);
    std::span<const std::uint32_t> fresh() const { return fresh_; }

    /// Writes the cells of a ball.
    void list(std::uint32_t ball, std::vector<std::uint32_t>& cells) const { list(places_[ball], cells); }
    /// Those in a cell. What stands behind them may be read up to a multiple of 16.
    std::span<const Entry> balls_in(std::uint32_t cell) const {
        const Cell& here = cells_[cell];
        return {entries_.data() + here.begin, here.count};
    }

    /// The mean number of balls that a ball sees in a cell, itself counted in.
    double crowd() const;

private:
    static constexpr double kBallsInCell = 12;
    static constexpr std::uint32_t kLeastRoom = 16;

    struct Cell {
        std::uint32_t begin = 0;
        std::uint32_t count = 0;
        std::uint32_t room = 0;
    };
    /// On each axis the first cell and how many more; the first is one of the box.
    struct Place {
        std::array<std::int32_t, N> first{};
        std::array<std::int32_t, N> more{};
        bool is_nowhere = true;

        friend bool operator==(const Place&, const Place&) = default;
    };

    void move(std::uint32_t ball, const Place& place);
    void list(const Place& place, std::vector<std::uint32_t>& cells) const;
    void insert(std::uint32_t cell, std::uint32_t ball);
    void erase(std::uint32_t cell, std::uint32_t ball);
    void grow(Cell& cell);

    Vec<double, N> lower_;
    Vec<double, N> width_;
    Vec<double, N> per_width_;
    std::array<std::int32_t, N> count_{};
    std::array<double, N> per_count_{};
    bool is_useful_ = false;
    PageVector<Cell> cells_;
    PageVector<Entry> entries_;
    std::vector<std::uint32_t> free_[32];  // rooms that nobody uses, by the exponent of their size
    PageVector<Place> places_;             // by ball
    std::vector<std::uint32_t> before_;
    std::vector<std::uint32_t> after_;
    std::vector<std::uint32_t> fresh_;
};

}  // namespace carom::detail
