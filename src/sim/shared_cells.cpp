#include "sim/shared_cells.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "core/prefetch.hpp"

namespace carom::detail {
namespace {

/// On a periodic axis. Two balls in one cell are then less than half a box apart, and see each other in their
/// nearest images: a cell, twice a reach of a third of it and two ways of a quarter are 2.2 cells.
constexpr double kFewestOnAxis = 5;

/// On an axis: many more would be empty.
constexpr double kMostOnAxis = 1024;

}  // namespace

template <int N>
void SharedCells<N>::reset(const Domain<N>& domain, const Vec<double, N>& lower, const Vec<double, N>& sides,
                           std::size_t balls, double narrowest) {
    double volume = 1;
    for (int k = 0; k < N; ++k) volume *= sides[k];
    const double wanted = std::pow(volume * kBallsInCell / static_cast<double>(balls), 1.0 / N);
    std::size_t cells = 1;
    is_useful_ = true;
    for (int k = 0; k < N; ++k) {
        const double fewest = domain.is_periodic(k) ? kFewestOnAxis : 1.0;
        const double count = std::clamp(std::floor(sides[k] / wanted), fewest, kMostOnAxis);
        count_[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(count);
        axes_.lower[k] = lower[k];
        axes_.width[k] = sides[k] / count;
        axes_.per_width[k] = count / sides[k];
        axes_.count[k] = count;
        axes_.per_count[k] = 1 / count;
        cells *= static_cast<std::size_t>(count);
        is_useful_ = is_useful_ && axes_.width[k] >= narrowest;
    }
    if (!is_useful_) return;
    cells_.assign(cells, Cell{});
    packs_.assign(cells * kLeastRoom, CellPack<N>{});
    for (std::uint32_t i = 0; i < cells; ++i) cells_[i] = {i * kLeastRoom, 0, kLeastRoom};
    for (auto& rooms : free_) rooms.clear();
    places_.assign(balls, Place{});
    next_.assign(balls, 0);
}

template <int N>
void SharedCells<N>::enter(std::uint32_t ball, const CellsOnWay& way, const BoundingFlight<N>& flight) {
    go_on(ball, way, flight);
    each_beyond(places_[ball], Place{}, [&](std::uint32_t cell) { rewrite(cell, ball, flight); });
}

template <int N>
void SharedCells<N>::go_on(std::uint32_t ball, const CellsOnWay& way, const BoundingFlight<N>& flight) {
    fresh_.clear();
    Place place;
    for (std::size_t k = 0; k < N; ++k) {
        place.first[k] = std::clamp(way.first[k], 0, count_[k] - 1);
        place.count[k] = std::clamp(way.count[k], 1, std::min(count_[k], kMostOnWay));
    }
    next_[ball] = static_cast<std::uint8_t>(2 * way.axis + (way.is_upward ? 1 : 0));
    const Place before = std::exchange(places_[ball], place);
    if (place != before) {
        each_beyond(before, place, [&](std::uint32_t cell) { erase(cell, ball); });
        each_beyond(place, before, [&](std::uint32_t cell) {
            insert(cell, ball, flight);
            fresh_.push_back(cell);
        });
    }
}

/// The cells of a place that are not of another one.
template <int N>
template <class Visit>
void SharedCells<N>::each_beyond(const Place& place, const Place& other, Visit visit) const {
    std::uint32_t cell[N][kMostOnWay];  // its part of the number, on each axis
    bool shared[N][kMostOnWay];
    std::uint32_t stride = 1;
    for (std::size_t k = 0; k < N; ++k) {
        for (std::int32_t i = 0; i < place.count[k]; ++i) {
            const std::int32_t at = place.first[k] + i - (place.first[k] + i >= count_[k] ? count_[k] : 0);
            const std::int32_t from = at - other.first[k];
            cell[k][i] = static_cast<std::uint32_t>(at) * stride;
            shared[k][i] = (from < 0 ? from + count_[k] : from) < other.count[k];
        }
        stride *= static_cast<std::uint32_t>(count_[k]);
    }
    const auto row = [&](std::uint32_t begin, bool all_shared) {
        for (std::int32_t i = 0; i < place.count[0]; ++i)
            if (!(all_shared && shared[0][i])) visit(begin + cell[0][i]);
    };
    for (std::int32_t j = 0; j < place.count[1]; ++j) {
        if constexpr (N == 2) {
            row(cell[1][j], shared[1][j]);
        } else {
            for (std::int32_t k = 0; k < place.count[2]; ++k)
                row(cell[1][j] + cell[2][k], shared[1][j] && shared[2][k]);
        }
    }
}

template <int N>
void SharedCells<N>::list(std::uint32_t ball, std::vector<std::uint32_t>& cells) const {
    cells.clear();
    each_beyond(places_[ball], Place{}, [&](std::uint32_t cell) { cells.push_back(cell); });
}

/// One of those that the place grows into along an axis; its first cell for axis N.
template <int N>
std::uint32_t SharedCells<N>::cell_beside(const Place& place, std::size_t axis, bool above) const {
    std::uint32_t cell = 0;
    std::uint32_t stride = 1;
    for (std::size_t k = 0; k < N; ++k) {
        std::int32_t at = place.first[k];
        if (k == axis) at += above ? place.count[k] : -1;
        if (at >= count_[k]) at -= count_[k];
        if (at < 0) at += count_[k];
        cell += static_cast<std::uint32_t>(at) * stride;
        stride *= static_cast<std::uint32_t>(count_[k]);
    }
    return cell;
}

template <int N>
void SharedCells<N>::prefetch_ball(std::uint32_t ball) const {
    prefetch_line(&places_[ball]);
    prefetch_line(&next_[ball]);
}

template <int N>
void SharedCells<N>::prefetch_cells(std::uint32_t ball) const {
    prefetch_line(&cells_[next_cell(ball)]);
    prefetch_line(&cells_[cell_beside(places_[ball], N, false)]);
}

template <int N>
void SharedCells<N>::prefetch_next(std::uint32_t ball) const {
    const Cell& cell = cells_[next_cell(ball)];
    const CellPack<N>* const packs = packs_.data() + cell.begin;
    for (unsigned pack = 0; pack * kCellPack < cell.count; ++pack)
        for (const auto& column : packs[pack].position) prefetch_line(column);
}

template <int N>
void SharedCells<N>::write(CellPack<N>& pack, unsigned at, std::uint32_t ball,
                           const BoundingFlight<N>& flight) {
    for (int k = 0; k < N; ++k) {
        pack.position[k][at] = flight.position[k];
        pack.velocity[k][at] = flight.velocity[k];
    }
    pack.reach[at] = flight.reach;
    pack.balls[at] = ball;
}

template <int N>
unsigned SharedCells<N>::place_in(const Cell& cell, std::uint32_t ball) const {
    return place_in_(packs_.data() + cell.begin, cell.count, ball);
}

template <int N>
void SharedCells<N>::insert(std::uint32_t cell, std::uint32_t ball, const BoundingFlight<N>& flight) {
    Cell& here = cells_[cell];
    if (here.count == here.room * kCellPack) grow(here);
    write(packs_[here.begin + here.count / kCellPack], here.count % kCellPack, ball, flight);
    ++here.count;
}

template <int N>
void SharedCells<N>::rewrite(std::uint32_t cell, std::uint32_t ball, const BoundingFlight<N>& flight) {
    const Cell& here = cells_[cell];
    const unsigned at = place_in(here, ball);
    write(packs_[here.begin + at / kCellPack], at % kCellPack, ball, flight);
}

template <int N>
void SharedCells<N>::erase(std::uint32_t cell, std::uint32_t ball) {
    Cell& here = cells_[cell];
    const unsigned at = place_in(here, ball);
    const unsigned last = --here.count;
    CellPack<N>& gap = packs_[here.begin + at / kCellPack];
    const CellPack<N>& from = packs_[here.begin + last / kCellPack];
    for (int k = 0; k < N; ++k) {
        gap.position[k][at % kCellPack] = from.position[k][last % kCellPack];
        gap.velocity[k][at % kCellPack] = from.velocity[k][last % kCellPack];
    }
    gap.reach[at % kCellPack] = from.reach[last % kCellPack];
    gap.balls[at % kCellPack] = from.balls[last % kCellPack];
}

template <int N>
void SharedCells<N>::grow(Cell& cell) {
    const std::uint32_t room = 2 * cell.room;
    std::vector<std::uint32_t>& unused = free_[std::countr_zero(room)];
    std::uint32_t begin = static_cast<std::uint32_t>(packs_.size());
    if (unused.empty()) {
        packs_.resize(packs_.size() + room);
    } else {
        begin = unused.back();
        unused.pop_back();
    }
    std::copy_n(packs_.data() + cell.begin, cell.room, packs_.data() + begin);
    free_[std::countr_zero(cell.room)].push_back(cell.begin);
    cell.begin = begin;
    cell.room = room;
}

template <int N>
double SharedCells<N>::crowd() const {
    double seen = 0;
    double registered = 0;
    for (const Cell& cell : cells_) {
        const auto count = static_cast<double>(cell.count);
        seen += count * count;
        registered += count;
    }
    return registered > 0 ? seen / registered : 0;
}

template class SharedCells<2>;
template class SharedCells<3>;

}  // namespace carom::detail
