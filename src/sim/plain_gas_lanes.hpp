// Events of a plain gas, each from its beginning to its end.
//
// Everything here depends on the instruction set, so that code compiled for one never serves another.
#pragma once

#include <cstddef>
#include <cstring>

#include "motion/images.hpp"
#include "sim/contact_bounds_lanes.hpp"
#include "sim/contact_reach.hpp"
#include "sim/flight_lanes.hpp"
#include "sim/plain_gas.hpp"

namespace carom::detail {

template <InstructionSet Set, int N>
struct GasLanes {
    using In = FlightLanes<Set, N>;
    using Lanes = typename In::Lanes;
    using Meet = MeetLanes<2 * lanes_of(Set), N>;

    static double since_origin(const PlainGas<N>& gas, Time now) {
        return gas.space.clock.between(gas.origin, now) * gas.time;
    }

    static unsigned bound(const PlainGas<N>& gas, std::uint32_t ball, Time now) {
        const double since = since_origin(gas, now);
        const double left = gas.records[ball].expiry * gas.time - since;
        const double expiry = left > 0 ? left : 0;
        const EarliestBounds bounds = look(gas, ball, since, expiry);
        write(gas, ball, bounds, expiry, now);
        return bounds.touching;
    }

    static EarliestBounds look(const PlainGas<N>& gas, std::uint32_t ball, double since, double expiry) {
        const BoundingFlight<N>& flight = gas.flights[ball];
        const NeighbourLine& line = gas.lines[ball];
        NeighbourQuery<N> query;
        query.since = static_cast<float>(since);
        for (int k = 0; k < N; ++k) {
            query.position[k] = flight.position[k] + query.since * flight.velocity[k];
            query.velocity[k] = flight.velocity[k];
            query.speed += __builtin_fabsf(flight.velocity[k]);
            query.period[k] = gas.period[k];
        }
        query.reach = flight.reach;
        query.slack = 2 * *gas.slack;
        query.limit = limit_of_interest(expiry);
        return Meet::meet(gas.flights, line.entries, line.count, query);
    }

    /// What comes first cannot be guessed: no branch.
    static void write(const PlainGas<N>& gas, std::uint32_t ball, const EarliestBounds& bounds, double expiry,
                      Time now) {
        const auto first = static_cast<double>(bounds.first);
        const auto second = static_cast<double>(bounds.second);
        const double from = surely_before(first);
        const std::uint32_t other = first < HUGE_VAL ? place_of(gas.lines[ball].entries[bounds.at]) : ball;
        Pending& event = gas.pending[ball];
        event.time = gas.space.clock.after(now, (from < expiry ? from : expiry) * gas.second);
        event.flights = gas.flights[other].flights & kFlightMask;
        event.set_margin(surely_between(first, second < expiry ? second : expiry));
        event.other = other & Pending::kOtherMask;
        event.kind = from < expiry ? PendingKind::candidate : PendingKind::list_expiry;
    }

    static void impact(const PlainGas<N>& gas, GasImpact<N>& impact) {
        BallRecord<N>& a = gas.records[impact.ball];
        BallRecord<N>& b = gas.records[impact.other];
        const double ago_a = gas.space.clock.between(a.flight.time, impact.now);
        const double ago_b = gas.space.clock.between(b.flight.time, impact.now);
        const Lanes va = In::load(&a.flight.velocity[0]);
        const Lanes vb = In::load(&b.flight.velocity[0]);
        const Lanes at_a = In::load(&a.flight.position[0]) + ago_a * va;
        const Lanes at_b = In::load(&b.flight.position[0]) + ago_b * vb;
        const Lanes apart = at_b - at_a;
        const Lanes boxes = In::nearest_whole(-apart * In::load_padded(gas.space.per_period));
        const Lanes d = apart + boxes * In::load_padded(gas.space.period);
        const Lanes n = In::direction(d);
        Restitution restitution{impact.restitution, false};
        if (!gas.is_elastic)
            restitution = restitution_at(*gas.rules, impact.restitution, -In::sum(n * (vb - va)),
                                         ago_b < ago_a ? ago_b : ago_a, CollapseRisk::possible);
        Lanes then_a;
        Lanes then_b;
        impact.happens = In::part({d, n}, {va, 1 / a.mass}, {vb, 1 / b.mass}, restitution.e, then_a, then_b);
        if (!impact.happens) return;
        impact.restitution = restitution.e;
        impact.made_elastic = restitution.made_elastic;
        impact.before[0] = a;
        impact.before[1] = b;
        impact.counts_used_up = false;
        const double since = since_origin(gas, impact.now);
        const double expiry_a = begin(gas, impact, 0, at_a, then_a, since);
        const double expiry_b = begin(gas, impact, 1, at_b, then_b, since);
        look_both(gas, impact, since, expiry_a, expiry_b);
    }

    /// Nothing that is seen of one holds up the look at the other.
    static void look_both(const PlainGas<N>& gas, GasImpact<N>& impact, double since, double expiry_a,
                          double expiry_b) {
        impact.has_looked = gas.lines[impact.ball].count <= NeighbourLine::kRoom &&
                            gas.lines[impact.other].count <= NeighbourLine::kRoom;
        if (!impact.has_looked) return;
        const EarliestBounds of_a = look(gas, impact.ball, since, expiry_a);
        const EarliestBounds of_b = look(gas, impact.other, since, expiry_b);
        write(gas, impact.ball, of_a, expiry_a, impact.now);
        write(gas, impact.other, of_b, expiry_b, impact.now);
        impact.in_reach = of_a.touching + of_b.touching;
    }

    /// One of the two flies on. Returns how long until it leaves its shell.
    static double begin(const PlainGas<N>& gas, GasImpact<N>& impact, int which, Lanes position,
                        Lanes velocity, double since) {
        const std::uint32_t ball = which == 0 ? impact.ball : impact.other;
        BallRecord<N>& record = gas.records[ball];
        BallState<N>& after = *impact.after[which];
        const bool same_epoch = record.flight.time.epoch == impact.now.epoch;
        record.impacts_in_epoch = same_epoch ? record.impacts_in_epoch + 1 : 1;
        record.expiries_since_impact = 0;
        record.slow_events_in_row = 0;
        record.phase = free_flight;
        if (!is_inside(gas, position)) [[unlikely]]
            position = enter_box(gas, record, position, impact.now);
        write(position, velocity, record.flight);
        record.flight.time = impact.now;
        write(position, velocity, after);
        after.image = record.image;
        after.time = impact.now;
        after.phase = free_flight;

        BoundingFlight<N>& flight = gas.flights[ball];
        impact.counts_used_up |= (++flight.flights & kFlightMask) == 0;
        const Shell<N>& shell = impact.shells[which];
        const typename In::Ball moving = in_flow(gas, position, velocity, impact.now);
        const Leaving leaving = In::straight_flight(
            gas.units, {moving.position, moving.velocity, radius_of(gas, record), since}, shell, flight);
        record.expiry = (since + leaving.wait) * gas.second;
        *gas.slack = leaving.slack > *gas.slack ? leaving.slack : *gas.slack;
        return leaving.wait;
    }

    /// As seen by one who goes along with the flow.
    static typename In::Ball in_flow(const PlainGas<N>& gas, Lanes position, Lanes velocity, Time now) {
        const Lanes flow = In::load_padded(gas.flow);
        const double since = gas.space.clock.between(gas.flow_since, now);
        return {position - since * flow, velocity - flow, 0, 0};
    }

    /// In the bounding flights' unit, with half of the gap that counts as none.
    static double radius_of(const PlainGas<N>& gas, const BallRecord<N>& record) {
        const double reach = contact_reach(gas.contact, record.radius, record.radius);
        return (record.radius + reach / 2) * gas.units.length;
    }

    static bool is_inside(const PlainGas<N>& gas, Lanes position) {
        const Lanes into = position - In::load_padded(gas.lower);
        const Lanes left = In::load_padded(gas.width) - into;
        return In::least(into) >= 0 && In::least(left) > 0;
    }

    static Lanes enter_box(const PlainGas<N>& gas, BallRecord<N>& record, Lanes position, Time now) {
        Vec<double, N> at;
        for (int k = 0; k < N; ++k) at[k] = position[k];
        record.image = record.image + wrap(gas.space.clock, *gas.domain, at, now);
        return In::load(&at[0]);
    }

    /// Position and velocity, each as one. What stands behind a coordinate of the last axis is overwritten:
    /// so all that follows these two is to be written after them.
    template <class Moving>
    static void write(Lanes position, Lanes velocity, Moving& to) {
        constexpr std::size_t kVelocity = N * sizeof(double);
        static_assert(offsetof(Moving, position) == 0 && offsetof(Moving, velocity) == kVelocity);
        static_assert(sizeof(Moving) >= kVelocity + sizeof velocity);
        char* const from = reinterpret_cast<char*>(&to);
        std::memcpy(from, &position, sizeof position);
        std::memcpy(from + kVelocity, &velocity, sizeof velocity);
    }
};

template <InstructionSet Set, int N>
[[gnu::flatten]] void gas_impact_in_lanes(const PlainGas<N>& gas, GasImpact<N>& impact) {
    GasLanes<Set, N>::impact(gas, impact);
}

template <InstructionSet Set, int N>
[[gnu::flatten]] unsigned gas_bound_in_lanes(const PlainGas<N>& gas, std::uint32_t ball, Time now) {
    return GasLanes<Set, N>::bound(gas, ball, now);
}

}  // namespace carom::detail
