// What comes next for a ball whose neighbours are those in its cells.
#include <algorithm>
#include <bit>
#include <cmath>

#include "sim/predictor.hpp"

namespace carom::detail {

/// Like `scan`, each ball of the cells once. Bounding flights hold up to their horizon: what lies beyond is
/// looked for when that has come.
template <int N>
auto Predictor<N>::scan_cells(Place ball, std::span<const std::uint32_t> cells, double since, double limit,
                              PredictionScratch& scratch) const -> ContactBounds {
    NeighbourQuery<N> query = neighbours_.query(ball, since);
    const double until = smaller(limit, neighbours_.scale().horizon - since);
    query.limit = static_cast<float>(until * (1 + 0x1p-14));
    ContactBounds bounds{HUGE_VAL, until, ball, 0};
    scratch.touching.clear();
    float soonest[kAtOnce];
    for (const std::uint32_t cell : cells) {
        std::span<const Entry> list = neighbours_.cells().balls_in(cell);
        while (!list.empty()) {
            const auto count = static_cast<unsigned>(std::min<std::size_t>(list.size(), kAtOnce));
            const EarliestBounds found =
                lanes_.nearest_bounds(neighbours_.bounding_flights(), list.data(), count, query, soonest);
            for (std::uint64_t bits = found.touching; bits != 0; bits &= bits - 1) {
                const Place other = list[static_cast<std::size_t>(std::countr_zero(bits))];
                if (std::find(scratch.touching.begin(), scratch.touching.end(), other) ==
                    scratch.touching.end())
                    scratch.touching.push_back(other);
            }
            const auto first = static_cast<double>(found.first);
            const Place other = list[found.at];
            const bool is_known = other == bounds.other;
            if (!is_known) bounds.second = smaller(bounds.second, larger(bounds.first, first));
            bounds.second = smaller(bounds.second, static_cast<double>(found.second));
            if (first < bounds.first) {
                bounds.first = first;
                bounds.other = other;
            }
            list = list.subspan(count);
        }
    }
    bounds.in_reach = static_cast<unsigned>(scratch.touching.size());
    return bounds;
}

template <int N>
auto Predictor<N>::scan_own_cells(Place ball, double since, double limit, PredictionScratch& scratch) const
    -> ContactBounds {
    neighbours_.cells().list(ball, scratch.list.cells);
    return scan_cells(ball, scratch.list.cells, since, limit, scratch);
}

template <int N>
bool Predictor<N>::look_into(Place ball, std::span<const std::uint32_t> cells, Time now,
                             PredictionScratch& scratch, Pending& pending) const {
    const FlightScale<N>& scale = neighbours_.scale();
    const double wait = pending.time == kNever ? HUGE_VAL : clock().between(now, pending.time) * scale.time;
    const auto margin = static_cast<double>(pending.margin());
    ContactBounds bounds = scan_cells(ball, cells, scale.since_origin(clock(), now), wait + margin, scratch);
    const bool is_pair = pending.kind == PendingKind::candidate || pending.kind == PendingKind::ball_ball;
    const bool is_known =
        is_pair && bounds.other == pending.other && flights(bounds.other) == pending.flights;
    if (bounds.other == ball) return false;
    if (is_known || bounds.from() >= wait) {
        const double next = is_known ? bounds.second : bounds.from();
        pending.set_margin(smaller(margin, larger(next - wait, 0.0)));
        return false;
    }
    bounds.second = smaller(bounds.second, wait);
    write_bound(pending, bounds, HUGE_VAL, now);
    return true;
}

template class Predictor<2>;
template class Predictor<3>;

}  // namespace carom::detail
