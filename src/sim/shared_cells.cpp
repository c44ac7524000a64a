#include "sim/shared_cells.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "math/lane.hpp"

namespace carom::detail {
namespace {

/// On a periodic axis. Two balls in one cell are then less than half a box apart, and see each other in their
/// nearest images: a cell, twice a reach of a third of it and two ways of a quarter are 2.2 cells.
constexpr double kFewestOnAxis = 5;

/// On an axis: many more would be empty.
constexpr double kMostOnAxis = 1024;

bool has(std::span<const std::uint32_t> cells, std::uint32_t cell) {
    return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

/// |x| < 2^62.
std::int64_t floor_of(double x) {
    const auto whole = static_cast<std::int64_t>(x);
    return whole - (x < static_cast<double>(whole) ? 1 : 0);
}

}  // namespace

template <int N>
void SharedCells<N>::reset(const Domain<N>& domain, const Vec<double, N>& lower, const Vec<double, N>& sides,
                           std::size_t balls, double narrowest) {
    double volume = 1;
    for (int k = 0; k < N; ++k) volume *= sides[k];
    const double wanted = std::pow(volume * kBallsInCell / static_cast<double>(balls), 1.0 / N);
    lower_ = lower;
    std::size_t cells = 1;
    is_useful_ = true;
    for (int k = 0; k < N; ++k) {
        const double fewest = domain.is_periodic(k) ? kFewestOnAxis : 1.0;
        const double count = std::clamp(std::floor(sides[k] / wanted), fewest, kMostOnAxis);
        count_[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(count);
        per_count_[static_cast<std::size_t>(k)] = 1 / count;
        width_[k] = sides[k] / count;
        per_width_[k] = count / sides[k];
        cells *= static_cast<std::size_t>(count);
        is_useful_ = is_useful_ && width_[k] >= narrowest;
    }
    if (!is_useful_) return;
    cells_.assign(cells, Cell{});
    entries_.assign(cells * kLeastRoom, Entry{0});
    for (std::uint32_t i = 0; i < cells; ++i) cells_[i] = {i * kLeastRoom, 0, kLeastRoom};
    for (auto& rooms : free_) rooms.clear();
    places_.assign(balls, Place{});
}

template <int N>
double SharedCells<N>::enter(std::uint32_t ball, const SweptWay<N>& way) {
    fresh_.clear();
    Place place;
    place.is_nowhere = false;
    double wait = HUGE_VAL;
    for (int k = 0; k < N; ++k) {
        const double low = smaller(way.from[k], way.to[k]) - way.reach[k] - lower_[k];
        const double high = larger(way.from[k], way.to[k]) + way.reach[k] - lower_[k];
        const std::int64_t first = floor_of(low * per_width_[k]);
        const std::int64_t last = floor_of(high * per_width_[k]);
        const double above = static_cast<double>(last + 1) * width_[k] - high;
        const double below = low - static_cast<double>(first) * width_[k];
        const double room = larger(chosen(way.velocity[k] > 0, above, below), 0.0);
        const double speed = std::fabs(way.velocity[k]);
        wait = smaller(wait, speed > 0 ? room / speed : HUGE_VAL);
        const auto axis = static_cast<std::size_t>(k);
        const std::int64_t count = count_[axis];
        std::int64_t home = first;
        if (home < 0 || home >= count) home -= count * floor_of(static_cast<double>(home) * per_count_[axis]);
        place.first[axis] = static_cast<std::int32_t>(std::clamp<std::int64_t>(home, 0, count - 1));
        place.more[axis] = static_cast<std::int32_t>(std::min(last - first, count - 1));
    }
    if (place != places_[ball]) move(ball, place);
    return wait;
}

template <int N>
void SharedCells<N>::move(std::uint32_t ball, const Place& place) {
    list(places_[ball], before_);
    list(place, after_);
    places_[ball] = place;
    for (const std::uint32_t cell : before_)
        if (!has(after_, cell)) erase(cell, ball);
    for (const std::uint32_t cell : after_) {
        if (has(before_, cell)) continue;
        insert(cell, ball);
        fresh_.push_back(cell);
    }
}

template <int N>
void SharedCells<N>::list(const Place& place, std::vector<std::uint32_t>& cells) const {
    std::size_t count = place.is_nowhere ? 0 : 1;
    for (const std::int32_t more : place.more) count *= static_cast<std::size_t>(more) + 1;
    cells.resize(count);
    if (count == 0) return;
    cells[0] = 0;
    std::uint32_t stride = 1;
    std::size_t so_far = 1;
    for (std::size_t k = 0; k < N; ++k) {
        // The first cell last: the others begin from what is there.
        std::size_t end = so_far;
        for (std::int32_t i = 1; i <= place.more[k]; ++i) {
            const std::int32_t at = place.first[k] + i - (place.first[k] + i >= count_[k] ? count_[k] : 0);
            for (std::size_t c = 0; c < so_far; ++c)
                cells[end++] = cells[c] + static_cast<std::uint32_t>(at) * stride;
        }
        for (std::size_t c = 0; c < so_far; ++c)
            cells[c] += static_cast<std::uint32_t>(place.first[k]) * stride;
        so_far = end;
        stride *= static_cast<std::uint32_t>(count_[k]);
    }
}

template <int N>
void SharedCells<N>::insert(std::uint32_t cell, std::uint32_t ball) {
    Cell& here = cells_[cell];
    if (here.count == here.room) grow(here);
    entries_[here.begin + here.count++] = ball;
}

template <int N>
void SharedCells<N>::erase(std::uint32_t cell, std::uint32_t ball) {
    Cell& here = cells_[cell];
    Entry* const begin = entries_.data() + here.begin;
    Entry* const last = begin + --here.count;
    *std::find(begin, last, ball) = *last;
}

template <int N>
void SharedCells<N>::grow(Cell& cell) {
    const std::uint32_t room = 2 * cell.room;
    std::vector<std::uint32_t>& unused = free_[std::countr_zero(room)];
    std::uint32_t begin = static_cast<std::uint32_t>(entries_.size());
    if (unused.empty()) {
        entries_.resize(entries_.size() + room);
    } else {
        begin = unused.back();
        unused.pop_back();
    }
    std::copy_n(entries_.begin() + cell.begin, cell.count, entries_.begin() + begin);
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
