// A plain gas: balls that fly straight between shells, far from walls, and meet each other in their nearest
// images. Most events of a dense fluid are of this kind. All that they read and write is at hand here, so
// that one function for the instruction set does what would take many calls.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "sim/ball_record.hpp"
#include "sim/cell_query.hpp"
#include "sim/contact_bounds.hpp"
#include "sim/engine_world.hpp"
#include "sim/flight_functions.hpp"
#include "sim/neighbour_lists.hpp"
#include "sim/pending.hpp"
#include "sim/time_to_contact.hpp"

namespace carom::detail {

/// The units, and where the engine's parts keep the balls. It holds until these are made anew.
template <int N>
struct PlainGas {
    FlightUnits units;
    double lower[4] = {};  ///< of the box; where there is none, below everything
    double width[4] = {};  ///< of the box; where there is none, infinite
    ImageSpace<N> space;
    Time origin;          ///< of bounding flights
    double flow[4] = {};  ///< shells and bounding flights go along with it
    Time flow_since;
    double time = 1;                ///< a time of 1 in the scene is `time` in their unit
    double second = 1;              ///< 1 / time
    float period[N] = {};           ///< in their unit
    std::optional<double> contact;  ///< `contact_tolerance` of the scene
    bool is_elastic = true;         ///< all impacts of two balls
    const Domain<N>* domain = nullptr;
    const BounceLaw* rules = nullptr;
    BallRecord<N>* records = nullptr;
    BoundingFlight<N>* flights = nullptr;
    NeighbourLine* lines = nullptr;
    const ShellCells<N>* cells = nullptr;
    Pending* pending = nullptr;
    float* slack = nullptr;  ///< the largest of all bounding flights
    const FarWall<N>* walls = nullptr;
    std::uint32_t wall_count = 0;
    std::uint32_t first_wall = 0;  ///< entries from here on are of walls
};

/// Of the world; the rest is to be filled in. `world` outlives it.
template <int N>
PlainGas<N> plain_gas_in(const EngineWorld<N>& world) {
    PlainGas<N> gas;
    gas.space = image_space(world.clock, world.domain);
    for (int k = 0; k < N; ++k) {
        const bool is_periodic = world.domain.is_periodic(k);
        gas.lower[k] = is_periodic ? world.domain.lower[k] : std::numeric_limits<double>::lowest();
        gas.width[k] = is_periodic ? world.domain.period[k] : HUGE_VAL;
    }
    gas.is_elastic = world.restitutions.least() >= 1;
    gas.domain = &world.domain;
    gas.rules = &world.rules;
    return gas;
}

/// An impact of two balls. What it is given, and what comes out.
template <int N>
struct GasImpact {
    std::uint32_t ball = 0;  ///< that of the lower index
    std::uint32_t other = 0;
    Time now;
    double restitution = 1;  ///< of the law; then the one that is used
    Shell<N> shells[2];      ///< where the two stand
    BallState<N>* after[2] = {};

    bool happens = false;       ///< false: it takes more than plain doubles to tell, and nothing was written
    bool has_looked = false;    ///< the next events of both are written
    bool made_elastic = false;  ///< see `Restitution`
    bool counts_used_up = false;  ///< of flights
    unsigned in_reach = 0;        ///< of both, where they have looked
    BallRecord<N> before[2];
};

/// Two balls bounce off each other: new flights, bounding flights and exits from their shells, and, where
/// both lists are short, lower bounds of their next events, which are pending then. Precondition: no list has
/// walls.
template <int N>
using GasImpactFunction = void (*)(const PlainGas<N>& gas, GasImpact<N>& impact);

/// A lower bound of a ball's next event becomes its pending event. Returns how many balls are in its reach.
/// Precondition: its list is short, and has no walls.
template <int N>
using GasBoundFunction = unsigned (*)(const PlainGas<N>& gas, std::uint32_t ball, Time now);

/// A ball that leaves its shell.
struct GasShell {
    std::uint32_t ball = 0;
    Time now;
    float reach = 0;  ///< of the new shell

    unsigned gone = 0;  ///< of its neighbours, those that are no more, and have not been told
    unsigned all = 0;   ///< these, and those that have become neighbours and have not been told
    Entry changed[2 * NeighbourLine::kRoom] = {};  ///< which
};

/// A new shell and list for the ball, whose neighbours are told as far as their lists are short; and a lower
/// bound of its next event, which is pending then. False when it is to be done in another way: then nothing
/// has changed.
template <int N>
using GasShellFunction = bool (*)(const PlainGas<N>& gas, GasShell& fresh);

}  // namespace carom::detail
