// What comes next for a ball whose neighbours are those in its cells.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "sim/predictor.hpp"

namespace carom::detail {

/// Like `scan`, each ball of the cells once. Bounding flights hold up to their horizon: what lies beyond is
/// looked for when that has come.
template <int N>
auto Predictor<N>::scan_cells(Place ball, std::span<const std::uint32_t> cells, double since, double limit,
                              PredictionScratch& scratch) const -> ContactBounds {
    NearestQuery<N> query = neighbours_.nearest_query(ball, since);
    const double until = smaller(limit, neighbours_.scale().horizon - since);
    query.limit = static_cast<float>(until * (1 + 0x1p-14));
    ContactBounds bounds{HUGE_VAL, until, ball, 0};
    scratch.touching.clear();
    float soonest[kAtOnce];
    for (const std::uint32_t cell : cells) {
        auto balls = neighbours_.cells().balls_in(cell);
        for (;;) {
            const unsigned count = std::min(balls.count, kAtOnce);
            const CellBounds found = lanes_.cell_bounds(balls.packs, count, query, soonest);
            for (std::uint64_t bits = found.which; bits != 0; bits &= bits - 1) {
                const Place other = balls[static_cast<unsigned>(std::countr_zero(bits))];
                if (std::find(scratch.touching.begin(), scratch.touching.end(), other) ==
                    scratch.touching.end())
                    scratch.touching.push_back(other);
            }
            if (found.first < std::numeric_limits<float>::infinity())
                bounds.add(found, balls[static_cast<unsigned>(found.at)]);
            if (balls.count == count) break;
            balls = {balls.packs + kAtOnce / kCellPack, balls.count - count};
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
    // What is not known yet: with a known partner that may be met first, the others of the cells.
    const double next = is_known ? bounds.second * (1 - 0x1p-14) : bounds.from();
    if (next >= wait) {
        pending.set_margin(smaller(margin, next - wait));
        return false;
    }
    bounds.second = smaller(bounds.second, wait);
    write_bound(pending, bounds, HUGE_VAL, now);
    return true;
}

/// `try_pairs` among the balls of the ball's cells. One that shares several with it is solved for as often.
template <int N>
void Predictor<N>::try_pairs_in_cells(Place ball, Time now, PredictionScratch& scratch,
                                      Pending& earliest) const {
    const FlightScale<N>& scale = neighbours_.scale();
    const double since = scale.since_origin(clock(), now);
    NearestQuery<N> query = neighbours_.nearest_query(ball, since);
    const auto limit = [&] {
        return smaller(clock().between(now, earliest.time) * scale.time, scale.horizon - since) *
               (1 + 0x1p-14);
    };
    float soonest[kAtOnce];
    neighbours_.cells().list(ball, scratch.list.cells);
    for (const std::uint32_t cell : scratch.list.cells) {
        auto balls = neighbours_.cells().balls_in(cell);
        for (;;) {
            const unsigned count = std::min(balls.count, kAtOnce);
            query.limit = static_cast<float>(limit());
            lanes_.cell_bounds(balls.packs, count, query, soonest);
            for (;;) {
                float* const next = std::min_element(soonest, soonest + count);
                if (*next == HUGE_VALF || static_cast<double>(*next) > limit()) break;
                try_pair(ball, balls[static_cast<unsigned>(next - soonest)], now, scratch, earliest);
                *next = HUGE_VALF;
            }
            if (balls.count == count) break;
            balls = {balls.packs + kAtOnce / kCellPack, balls.count - count};
        }
    }
}

template class Predictor<2>;
template class Predictor<3>;

}  // namespace carom::detail
