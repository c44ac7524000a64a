// Balls off the bed between two events: did they pass a cushion, a rail, the bed or a pocket?
#include <fmt/format.h>

#include <algorithm>

#include "proof/table_prover.hpp"

namespace carom::proof {

namespace {

/// A stretch of a flight.
struct Stretch {
    Wide from, to;
};

/// When a flight is lower than `height`: at its begin, and at its end.
std::vector<Stretch> low_stretches(const Arc<3>& arc, Wide end, Wide height) {
    const Wide above = arc.d[2] - height, rise = arc.w[2], fall = -arc.a[2];
    const Wide discriminant = rise * rise + 2 * fall * above;
    if (discriminant <= 0) return {{0, end}};
    std::vector<Stretch> low;
    const Wide up = (rise - root(discriminant)) / fall, down = (rise + root(discriminant)) / fall;
    if (up > 0) low.push_back({0, std::min(up, end)});
    if (down < end) low.push_back({std::max(down, Wide{0}), end});
    return low;
}

}  // namespace

void TableProver::prove_in_air(std::size_t i, double time) {
    const TableFlight& flight = flights_[i];
    const Arc<3> arc = flight.arc_in_space(flight.since);
    const Wide end = flight.age(time);
    const double bound = flight.place_bound(time);
    const double radius = ball(i).radius;
    judge_gap(narrow(arc.at(end)[2]) - radius, bound, time, name(i) + " and the bed");
    const auto& table = scene_->setup.table;
    for (std::size_t k = 0; k < table.straight_cushions.size(); ++k) {
        judge_gap(rails_.lowest_to_straight(k, arc, end, radius, bound + billiards::kTouching), bound, time,
                  fmt::format("{} and straight cushion {}", name(i), k));
    }
    for (std::size_t k = 0; k < table.round_cushions.size(); ++k) {
        judge_gap(rails_.lowest_to_round(k, arc, end, radius, bound + billiards::kTouching), bound, time,
                  fmt::format("{} and round cushion {}", name(i), k));
    }
    if (rails_.exist()) prove_over_rails(i, time);
}

/// Below the tops of the rails a ball in the air is on the table's side of their edge.
void TableProver::prove_over_rails(std::size_t i, double time) {
    constexpr double kBelow = 1e-12;
    const TableFlight& flight = flights_[i];
    const Arc<3> arc = flight.arc_in_space(flight.since);
    const Wide end = flight.age(time);
    const double bound = flight.place_bound(time) + kBelow;
    const Wide top = Wide{rails_.centre_height(ball(i).radius)} - Wide{bound};
    for (const Stretch& low : low_stretches(arc, end, top)) {
        const WideVec<2> from = seen_from_above(arc.at(low.from)), to = seen_from_above(arc.at(low.to));
        if (low.from > 0 && rails_.inside(from) < -1e3 * bound)
            fault(time, name(i) + " falls through a rail");
        for (const WideEdge& edge : rails_.edges()) {
            const Wide begin = dot(from - edge.from, edge.normal), last = dot(to - edge.from, edge.normal);
            if (edge.pocket < 0 || begin < 0 || !(narrow(last) < -bound)) continue;
            const WideVec<2> through = from + (begin / (begin - last)) * (to - from);
            const double along = narrow(dot(through - edge.from, edge.along));
            if (along < bound || along > narrow(edge.length) - bound) continue;
            fault(time, fmt::format("{} flew into pocket {} and did not fall", name(i), edge.pocket));
        }
    }
    if (!accepts(std::max(-rails_.within_rails(flight.place(time)), 0.0), bound))
        fault(time, name(i) + " flies on beyond the rails");
}

/// A ball on a rail stays behind its edge, outside pockets and on the rail.
void TableProver::prove_on_rail(std::size_t i, double time) {
    const TableFlight& flight = flights_[i];
    const double bound = flight.place_bound(time);
    const WideVec<2> there = flight.place(time);
    const Arc<2> arc = flight.arc(flight.since);
    const Wide end = flight.age(time);
    for (const WideEdge& edge : rails_.edges()) {
        // from outside
        const Gap gap{-dot(arc.d - edge.from, edge.normal), -dot(arc.w, edge.normal),
                      -dot(arc.a, edge.normal) / 2};
        const auto entry = gap.falls_through_zero(end);
        if (!entry) continue;
        const double along = narrow(dot(arc.at(*entry) - edge.from, edge.along));
        if (along < bound || along > narrow(edge.length) - bound) continue;
        if (!accepts(std::max(-narrow(gap.at(end)), 0.0), bound))
            fault(time, name(i) + " rolls over the edge of a rail and does not fall");
    }
    if (!accepts(std::max(-rails_.within_rails(there), 0.0), bound))
        fault(time, name(i) + " rolls on beyond the rails");
    prove_pockets(i, time);
}

}  // namespace carom::proof
