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
#include "sim/lane_functions.hpp"

namespace carom::detail {

template <int N>
class SharedCells {
public:
    /// Empties all. The space from `lower` on with these sides, the box on periodic axes, is cut into about
    /// `balls` / `kBallsInCell` cells, none narrower than `narrowest`.
    void reset(const Domain<N>& domain, const Vec<double, N>& lower, const Vec<double, N>& sides,
               std::size_t balls, double narrowest);

    /// False when a cell would be so narrow that balls fill it.
    bool is_useful() const { return is_useful_; }
    double narrowest_width() const { return *std::min_element(axes_.width, axes_.width + N); }
    const CellAxes& axes() const { return axes_; }

    /// Registers a ball on a new flight in the cells that it touches on its way, `kMostOnWay` along an axis
    /// at most, and takes it out of others. The cells that are new to it are `fresh()`.
    void enter(std::uint32_t ball, const CellsOnWay& way, const BoundingFlight<N>& flight);
    /// The same for a ball on the flight that it was on before.
    void go_on(std::uint32_t ball, const CellsOnWay& way, const BoundingFlight<N>& flight);
    std::span<const std::uint32_t> fresh() const { return fresh_; }

    /// Writes the cells of a ball.
    void list(std::uint32_t ball, std::vector<std::uint32_t>& cells) const;
    /// Those in a cell.
    struct Balls {
        const CellPack<N>* packs = nullptr;
        unsigned count = 0;

        std::uint32_t operator[](unsigned i) const { return packs[i / kCellPack].balls[i % kCellPack]; }
    };
    Balls balls_in(std::uint32_t cell) const {
        const Cell& here = cells_[cell];
        return {packs_.data() + here.begin, here.count};
    }

    /// Brings into the cache, one after the other: what is stored of a ball, its cells and the one that it is
    /// expected in, and who is in the latter.
    void prefetch_ball(std::uint32_t ball) const;
    void prefetch_cells(std::uint32_t ball) const;
    void prefetch_next(std::uint32_t ball) const;

    /// The mean number of balls that a ball sees in a cell, itself counted in.
    double crowd() const;

private:
    static constexpr double kBallsInCell = 28;
    static constexpr std::uint32_t kLeastRoom = 2;  // packs
    static constexpr std::int32_t kMostOnWay = 4;   // cells along an axis

    struct Cell {
        std::uint32_t begin = 0;
        std::uint32_t count = 0;
        std::uint32_t room = 0;
    };
    /// On each axis the first cell and how many there are; the first is one of the box.
    struct Place {
        std::array<std::int32_t, N> first{};
        std::array<std::int32_t, N> count{};

        friend bool operator==(const Place&, const Place&) = default;
    };

    template <class Visit>
    void each_beyond(const Place& place, const Place& other, Visit visit) const;
    std::uint32_t cell_beside(const Place& place, std::size_t axis, bool above) const;
    std::uint32_t next_cell(std::uint32_t ball) const {
        return cell_beside(places_[ball], next_[ball] / 2, next_[ball] % 2 == 1);
    }
    static void write(CellPack<N>& pack, unsigned at, std::uint32_t ball, const BoundingFlight<N>& flight);
    unsigned place_in(const Cell& cell, std::uint32_t ball) const;
    void insert(std::uint32_t cell, std::uint32_t ball, const BoundingFlight<N>& flight);
    void rewrite(std::uint32_t cell, std::uint32_t ball, const BoundingFlight<N>& flight);
    void erase(std::uint32_t cell, std::uint32_t ball);
    void grow(Cell& cell);

    CellAxes axes_;
    std::array<std::int32_t, N> count_{};
    bool is_useful_ = false;
    PageVector<Cell> cells_;
    PageVector<CellPack<N>> packs_;
    std::vector<std::uint32_t> free_[32];  // rooms that nobody uses, by the exponent of their size
    PageVector<Place> places_;             // by ball
    std::vector<std::uint8_t> next_;       // by ball: twice the axis on which it crosses next, 1 when upward
    std::vector<std::uint32_t> fresh_;
    PlaceInCellFunction<N> place_in_ = lane_functions<N>().place_in_cell;
};

}  // namespace carom::detail
