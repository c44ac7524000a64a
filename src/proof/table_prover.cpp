#include "proof/table_prover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "proof/report_builder.hpp"

namespace carom::proof {

using billiards::BallState;
using billiards::Phase;

namespace {

/// Numbers in decimals that touch may overlap by this much at the start [m].
constexpr double kTouching = billiards::kTouching;
/// Balls this far apart at the end of a flight need no exact look [m].
constexpr double kClear = 1e-9;

WideCushion wide_cushion(const billiards::StraightCushion& from) {
    const WideVec<2> way = widen(from.to) - widen(from.from);
    WideCushion cushion;
    cushion.length = length(way);
    cushion.from = widen(from.from);
    cushion.along = (1 / cushion.length) * way;
    cushion.normal = {{-cushion.along[1], cushion.along[0]}};
    return cushion;
}

double distance_in_double(const BallState& a, const Vec2d& b) {
    return std::hypot(a.position[0] - b[0], a.position[1] - b[1]);
}

/// Farther apart than `reach`, whatever rounding did. Most balls are.
bool are_clear(const TableFlight::RoughPlace& a, const TableFlight::RoughPlace& b, double reach) {
    const double dx = b.at[0] - a.at[0], dy = b.at[1] - a.at[1];
    const double least = reach + a.off + b.off + kClear;
    return dx * dx + dy * dy > least * least;
}

}  // namespace

TableProver::TableProver(const billiards::TableScene& scene, ShotCheckReport& report)
    : scene_(&scene), report_(&report), rails_(scene.setup.table) {
    for (const billiards::StraightCushion& cushion : scene.setup.table.straight_cushions)
        cushions_.push_back(wide_cushion(cushion));
}

void TableProver::begin_shot(const std::vector<BallState>& start) {
    flights_.clear();
    for (const BallState& state : start) {
        flights_.push_back({0, state, {}, false, false});
        note_height(flights_.size() - 1);
    }
}

/// In the air it falls, and there and on a rail it is off the bed.
void TableProver::note_height(std::size_t i) {
    TableFlight& flight = flights_[i];
    const bool in_play = !is_out_of_play(flight.state.phase);
    flight.is_high = in_play && (flight.flies() || flight.state.position[2] != ball(i).radius);
    flight.fall = flight.flies() ? scene_->setup.table.gravity : 0;
}

WideMotion TableProver::motion(std::size_t i, double time) const {
    return flights_[i].motion(time, ball(i), scene_->setup.table.gravity);
}

void TableProver::begin_flight(std::size_t i, double time, const BallState& state, const Vec2d& acceleration,
                               bool after_impact) {
    TableFlight& flight = flights_[i];
    flight = {time, state, acceleration, false, false};
    note_height(i);
    const ClothAcceleration cloth = cloth_acceleration(state, ball(i), scene_->setup.table.gravity);
    const double off = narrow(length(widen(acceleration) - cloth.acceleration));
    flight.is_held = off > cloth.bound;
    if (flight.is_held && (after_impact || !flight.moves())) {
        fault(time, name(i) + " is accelerated as the cloth does not");
        return;
    }
    // What presses on a ball can turn it where it stands.
    const bool stands = state.velocity[0] == 0 && state.velocity[1] == 0;
    const bool may_turn =
        !after_impact && stands && (state.phase == Phase::spinning || state.phase == Phase::rolling);
    flight.touches = (flight.is_held || may_turn) && touches(i, time);
    flight.is_held = flight.is_held || (may_turn && flight.touches);
}

bool TableProver::touches(std::size_t i, double time) const {
    return !contacts_of(i, time).empty();
}

/// Unit vectors from what ball i touches to its centre.
std::vector<WideVec<2>> TableProver::contacts_of(std::size_t i, double time) const {
    std::vector<WideVec<2>> normals;
    if (flights_[i].is_high) return normals;
    const WideVec<2> place = flights_[i].place(time);
    const double radius = ball(i).radius;
    const double bound = flights_[i].place_bound(time) + kHeldPlace;
    const auto away_from = [&](const WideVec<2>& centre) {
        const WideVec<2> d = place - centre;
        normals.push_back((Wide{1} / length(d)) * d);
    };
    const TableFlight::RoughPlace rough = flights_[i].rough_place(time);
    for (std::size_t j = 0; j < flights_.size(); ++j) {
        if (j == i || !is_in_play(j) || flights_[j].is_high) continue;
        if (are_clear(rough, flights_[j].rough_place(time), radius + ball(j).radius)) continue;
        const WideVec<2> other = flights_[j].place(time);
        if (gap_between(other - place, WideTouch(ball(i), ball(j)).level) <=
            bound + flights_[j].place_bound(time))
            away_from(other);
    }
    for (const WideCushion& cushion : cushions_) {
        const Wide gap = dot(place - cushion.from, cushion.normal) - Wide{radius};
        const Wide along = dot(place - cushion.from, cushion.along);
        if (magnitude(gap) <= bound && along >= -bound && along <= cushion.length + bound)
            normals.push_back(cushion.normal);
    }
    for (const billiards::RoundCushion& cushion : scene_->setup.table.round_cushions) {
        const WideVec<2> centre = widen(cushion.centre);
        if (std::abs(gap_between(place - centre, Wide{radius} + Wide{cushion.radius})) <= bound)
            away_from(centre);
    }
    return normals;
}

double TableProver::stopping_factor(std::size_t i, double time) const {
    constexpr double kLargest = 1e3;
    const std::vector<WideVec<2>> normals = contacts_of(i, time);
    if (normals.empty()) return 0;
    double factor = 1;
    for (const WideVec<2>& a : normals) {
        for (const WideVec<2>& b : normals)
            factor = std::max(factor, 1 / std::sqrt(std::max(narrow(Wide{1} + dot(a, b)) / 2, 1e-12)));
    }
    double heaviest = 0;
    for (std::size_t j = 0; j < flights_.size(); ++j) heaviest = std::max(heaviest, ball(j).mass);
    const double friction = std::max({1.0, ball(i).cushion_friction, ball(i).ball_friction});
    return std::min(factor * friction * heaviest / ball(i).mass, kLargest);
}

void TableProver::prove(std::size_t i, double time) {
    const TableFlight& flight = flights_[i];
    if (!is_in_play(i)) return;
    for (std::size_t j = 0; j < flights_.size(); ++j) {
        if (j != i && is_in_play(j)) prove_pair(i, j, time);
    }
    if (!(time > flight.since)) return;
    if (flight.is_held) {
        ++report_->motions_open;
        if (!flight.touches)
            fault(flight.since, name(i) + " is accelerated as the cloth does not, but nothing presses on it");
    }
    prove_phase(i, time);
    if (flight.flies()) return prove_in_air(i, time);
    if (!flight.moves()) return;
    if (flight.is_high) return prove_on_rail(i, time);
    prove_cushions(i, time);
    prove_discs(i, time);
    prove_pockets(i, time);
}

void TableProver::prove_pair(std::size_t i, std::size_t j, double time) {
    const TableFlight& a = flights_[i];
    const TableFlight& b = flights_[j];
    const double from = std::max(a.since, b.since);
    const bool moves = a.moves() || b.moves() || a.flies() || b.flies();
    if (time < from || (!moves && from > 0)) return;
    const double reach = ball(i).radius + ball(j).radius;
    const double way = (a.fastest(time) + b.fastest(time)) * (time - from);
    if (are_clear(a.rough_place(from), b.rough_place(from), reach + way)) return;
    const auto judge = [&](const auto& of_a, const auto& of_b, Wide r) {
        auto arc = of_a;
        arc.d = of_b.d - of_a.d;
        arc.w = of_b.w - of_a.w;
        arc.bend(of_b.a - of_a.a);
        const Wide s = nearest_time(arc, Wide{time} - Wide{from});
        const double when = from + narrow(s);
        judge_gap(gap_between(arc.at(s), r), a.place_bound(when) + b.place_bound(when), when,
                  name(i) + " and " + name(j));
    };
    if (a.is_high || b.is_high) {
        judge(a.arc_in_space(from), b.arc_in_space(from), Wide{ball(i).radius} + Wide{ball(j).radius});
    } else {
        judge(a.arc(from), b.arc(from), WideTouch(ball(i), ball(j)).level);
    }
}

/// Numbers in decimals that touch overlap a little, and so do balls that press on each other.
void TableProver::judge_gap(double gap, double bound, double time, const std::string& who) {
    report_->deepest_overlap = std::max(report_->deepest_overlap, -gap);
    if (!accepts(std::max(-gap, 0.0), bound + kTouching))
        fault(time, fmt::format("{} overlap by {:.3g} m (rounding explains {:.3g})", who, -gap, bound));
}

void TableProver::prove_cushions(std::size_t i, double time) {
    for (std::size_t k = 0; k < cushions_.size(); ++k) prove_straight(i, k, time);
}

/// A ball touches the cushion when its centre comes through the line of contact beside the segment.
void TableProver::prove_straight(std::size_t i, std::size_t k, double time) {
    const TableFlight& flight = flights_[i];
    const WideCushion& cushion = cushions_[k];
    const double way = flight.fastest(time) * (time - flight.since);
    const Arc<2> arc = flight.arc(flight.since);
    const Gap gap{dot(arc.d - cushion.from, cushion.normal) - Wide{ball(i).radius},
                  dot(arc.w, cushion.normal), dot(arc.a, cushion.normal) / 2};
    if (narrow(gap.at_begin) > way + kClear) return;
    const Wide end = Wide{time} - Wide{flight.since};
    Wide lowest = gap.lowest(end);
    const double bound = flight.place_bound(time);
    if (narrow(gap.at(lowest)) >= -bound) return;
    const double before = narrow(gap.at_begin);
    std::optional<Wide> entry = gap.falls_through_zero(end);
    if (std::abs(before) <= bound + kTouching && gap.slope < 0) entry = 0;
    if (!entry) return;
    const Wide along = dot(arc.at(*entry) - cushion.from, cushion.along);
    if (along < bound || along > cushion.length - bound) return;
    // Before it came through, it was behind the line but not beside the segment.
    if (lowest < *entry) lowest = end;
    judge_gap(narrow(gap.at(lowest)), bound, flight.since + narrow(lowest),
              fmt::format("{} and straight cushion {}", name(i), k));
}

/// The smallest distance from a point up to `time`.
double TableProver::nearest(std::size_t i, const Vec2d& centre, double time) const {
    const TableFlight& flight = flights_[i];
    Arc<2> arc = flight.arc(flight.since);
    arc.d = arc.d - widen(centre);
    return narrow(length(arc.at(nearest_time(arc, Wide{time} - Wide{flight.since}))));
}

void TableProver::prove_discs(std::size_t i, double time) {
    const TableFlight& flight = flights_[i];
    const double way = flight.fastest(time) * (time - flight.since) + kClear;
    const double bound = flight.place_bound(time);
    const auto& table = scene_->setup.table;
    for (std::size_t k = 0; k < table.round_cushions.size(); ++k) {
        const billiards::RoundCushion& cushion = table.round_cushions[k];
        const double reach = ball(i).radius + cushion.radius;
        if (distance_in_double(flight.state, cushion.centre) - way > reach) continue;
        const double gap = nearest(i, cushion.centre, time) - reach;
        judge_gap(gap, bound, time, fmt::format("{} and round cushion {}", name(i), k));
    }
}

void TableProver::prove_pockets(std::size_t i, double time) {
    const TableFlight& flight = flights_[i];
    const double way = flight.fastest(time) * (time - flight.since) + kClear;
    const double bound = flight.place_bound(time);
    const auto& table = scene_->setup.table;
    for (std::size_t k = 0; k < table.pockets.size(); ++k) {
        const billiards::Pocket& pocket = table.pockets[k];
        if (distance_in_double(flight.state, pocket.centre) - way > pocket.radius) continue;
        const double inside = pocket.radius - nearest(i, pocket.centre, time);
        if (accepts(std::max(inside, 0.0), bound)) continue;
        fault(time, fmt::format("{} was {:.3g} m inside pocket {} and did not fall", name(i), inside, k));
    }
}

/// Sliding, rolling and turning on the spot end by themselves.
void TableProver::prove_phase(std::size_t i, double time) {
    const TableFlight& flight = flights_[i];
    if (flight.is_held) return;
    const double gravity = scene_->setup.table.gravity;
    const double late = narrow(flight.age(time)) - lasts(flight.state, ball(i), gravity);
    if (!(late > 0)) return;
    const billiards::BallProperties& of = ball(i);
    const double rate = flight.state.phase == Phase::sliding   ? 3.5 * of.sliding_friction * gravity
                        : flight.state.phase == Phase::rolling ? of.rolling_friction * gravity
                                                               : 2.5 * of.spinning_friction * gravity;
    const double of_time = kTimeRoundings * kUnit * time * rate;
    if (accepts(late * rate, 4 * (flight.velocity_bound(time, of.radius) + of_time))) return;
    fault(time,
          fmt::format("{} goes on {} for {:.3g} s too long", name(i), name_of(flight.state.phase), late));
}

std::string TableProver::name(std::size_t i) const {
    const std::string& name = scene_->ball_names[i];
    return name.empty() ? fmt::format("ball {}", i) : fmt::format("ball {} ({})", i, name);
}

void TableProver::fault(double time, const std::string& what) {
    ++report_->fault_count;
    if (report_->faults.size() >= kListedFaults) return;
    report_->faults.push_back(fmt::format("shot {}, t = {:.17g}: {}", report_->shots, time, what));
}

bool TableProver::accepts(double deviation, double bound) {
    const double share = share_of(deviation, bound);
    report_->worst_bound_share = std::max(report_->worst_bound_share, share);
    return share <= 1;
}

}  // namespace carom::proof
