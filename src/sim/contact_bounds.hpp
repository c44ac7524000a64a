// Which neighbours may a ball meet, and how soon at the earliest? Compiled for each instruction set.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "math/lane.hpp"
#include "sim/bounding_flight.hpp"

namespace carom::detail {

/// A ball at the present time, in the bounding flights' units.
template <int N>
struct NeighbourQuery {
    float position[N] = {};
    float velocity[N] = {};
    float reach = 0;
    float slack = 0;  ///< of both balls
    float speed = 0;  ///< sum of the |velocity| on each axis
    float since = 0;  ///< the present, from the origin of time
    float limit = 0;  ///< contacts later than this, from now, are of no interest
    float period[N] = {};
};

/// The same for a look into a cell.
template <int N>
struct NearestQuery : NeighbourQuery<N> {
    float per_period[N] = {};  ///< 1 / period, or 0
    std::uint32_t ball = 0;    ///< itself
};

/// The ball of a bounding flight at `since` from the origin of time. `slack` is that of two balls; the limit
/// is left open.
template <int N>
NeighbourQuery<N> query_of(const BoundingFlight<N>& flight, const FlightScale<N>& scale, double since,
                           float slack) {
    NeighbourQuery<N> query;
    query.since = static_cast<float>(since);
    for (int k = 0; k < N; ++k) {
        query.position[k] = flight.position[k] + query.since * flight.velocity[k];
        query.velocity[k] = flight.velocity[k];
        query.speed += std::fabs(flight.velocity[k]);
        query.period[k] = static_cast<float>(scale.period[k]);
    }
    query.reach = flight.reach;
    query.slack = slack;
    return query;
}

/// False when the two are surely apart at the present time, each where it is seen from the other's shell.
template <int N>
bool may_touch(const NeighbourQuery<N>& query, const BoundingFlight<N>& flight, Entry entry) {
    const float r = query.reach + flight.reach;
    float apart = -r * r;
    for (int k = 0; k < N; ++k) {
        const float at = flight.position[k] + query.since * flight.velocity[k];
        const float d = at - query.position[k] + static_cast<float>(image_of(entry, k)) * query.period[k];
        apart += d * d;
    }
    return !(apart > 0);
}

/// The same in the nearest image.
template <int N>
bool may_touch(const NearestQuery<N>& query, const BoundingFlight<N>& flight) {
    const float r = query.reach + flight.reach;
    float apart = -r * r;
    for (int k = 0; k < N; ++k) {
        const float d = flight.position[k] + query.since * flight.velocity[k] - query.position[k];
        const float nearest = d - std::nearbyint(d * query.per_period[k]) * query.period[k];
        apart += nearest * nearest;
    }
    return !(apart > 0);
}

/// The neighbour that may be met first, and how soon the others.
struct EarliestBounds {
    std::size_t at = 0;  ///< index in the list
    float first = 0;   ///< from now, but for 2^-16 of it, no contact is earlier; infinity when there is none
    float second = 0;  ///< and none with another neighbour is earlier than this
    unsigned touching = 0;  ///< neighbours, at least those within reach at present
};

/// Given the first bound: a time that is surely not later than the first contact.
inline double surely_before(double first) {
    return first * (1 - 0x1p-15);
}

/// How long from then on surely nothing else is met.
inline double surely_between(double first, double second) {
    return larger(second * (1 - 0x1p-14) - surely_before(first), 0.0) * (1 - 0x1p-20);
}

/// A limit as queries have it: what is later is of no interest, whatever rounding does.
inline float limit_of_interest(double limit) {
    return static_cast<float>(limit * (1 + 0x1p-14));
}

/// Looks at list[0] to list[count - 1], at most `kAtOnce`. The list can be read up to a multiple of 16, and
/// what it holds there are numbers of bounding flights. `soonest` has room for as many, and gets the time
/// before which there is no contact with each, infinity when there is none of interest.
template <int N>
using ContactBoundsFunction = EarliestBounds (*)(const BoundingFlight<N>* flights, const Entry* list,
                                                 unsigned count, const NeighbourQuery<N>& query,
                                                 float* soonest);

inline constexpr unsigned kAtOnce = 64;

inline constexpr unsigned kCellPack = 16;

/// The same of a cell.
struct CellBounds : EarliestBounds {
    std::uint64_t which = 0;  ///< bit i: the i-th is touching
};

/// Balls of a cell in columns: their bounding flights, and which they are.
template <int N>
struct alignas(64) CellPack {
    float position[N][kCellPack] = {};
    float velocity[N][kCellPack] = {};
    float reach[kCellPack] = {};
    std::uint32_t balls[kCellPack] = {};
};

/// The same of the balls of a cell, at most `kAtOnce` in so many packs: all but the ball itself, in their
/// nearest images.
template <int N>
using CellBoundsFunction = CellBounds (*)(const CellPack<N>* packs, unsigned count,
                                          const NearestQuery<N>& query, float* soonest);

/// Where a ball stands in packs of so many, one of which it is.
template <int N>
using PlaceInCellFunction = unsigned (*)(const CellPack<N>* packs, unsigned count, std::uint32_t ball);

}  // namespace carom::detail
