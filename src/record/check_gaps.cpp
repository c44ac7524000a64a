#include "record/check_gaps.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

namespace carom::proof {
namespace {

/// Flights across more half-widths of a periodic box than this are refused: nobody would wait for the proof.
constexpr double kMostPieces = 0x1p24;

/// Rounding bounds above this share of the smallest radius would let balls through each other.
constexpr double kCoarse = 0x1p-10;

template <int N>
std::vector<WideWall<N>> walls_of(const World<N>& world) {
    std::vector<WideWall<N>> walls;
    for (int k = 0; k < N; ++k) {
        if (world.boundary[static_cast<std::size_t>(k)] != Boundary::wall) continue;
        WideWall<N> face;
        face.number = static_cast<std::uint32_t>(2 * k);
        face.normal[k] = 1;
        face.offset = world.box.lower[k];
        walls.push_back(face);
        ++face.number;
        face.normal[k] = -1;
        face.offset = -Wide{world.box.upper[k]};
        walls.push_back(face);
    }
    auto number = static_cast<std::uint32_t>(2 * N);
    for (const Wall<N>& wall : world.walls) {
        const WideVec<N> normal = widen(wall.half_space.normal);
        const Wide norm = length(normal);
        walls.push_back({number++, wall.name, (1 / norm) * normal, Wide{wall.half_space.offset} / norm});
    }
    return walls;
}

}  // namespace

template <int N>
Gaps<N>::Gaps(const TrajectoryStart<N>& start, Ledger& ledger)
    : arena_(start), walls_(walls_of(start.scene.world)), ledger_(&ledger) {
    for (const SceneBall<N>& ball : start.scene.balls) {
        const BallState<N> state{ball.position, ball.velocity, {}, {}};
        flights_.push_back(make_flight(state, ball.radius, ball.mass, arena_));
        names_.push_back(ball.name);
    }
    note_start_gaps();
}

/// Some gaps of the start, so that no pair needs a look just because nothing was seen before it: of balls
/// that follow one another along the first axis.
template <int N>
void Gaps<N>::note_start_gaps() {
    std::vector<std::size_t> order(flights_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto x = [&](std::size_t i) { return flights_[i].state.position[0]; };
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return x(i) < x(j); });
    for (std::size_t at = 1; at < order.size(); ++at) {
        const Flight<N>& a = flights_[order[at - 1]];
        const Flight<N>& b = flights_[order[at]];
        const WideVec<N> d = widen(b.state.position) - widen(a.state.position);
        ledger_->note_gap(gap_between(d, Wide{a.radius} + Wide{b.radius}));
    }
}

template <int N>
double Gaps<N>::looked_for() const {
    return std::min(std::max(ledger_->worst_gap(), 0.0), arena_.narrowest);
}

template <int N>
void Gaps<N>::set_state(std::size_t i, const BallState<N>& state) {
    Flight<N>& flight = flights_[i];
    const double drift = std::max(flight.drift, bound_at(i, state.time));
    flight = make_flight(state, flight.radius, flight.mass, arena_);
    flight.drift = drift;
}

template <int N>
double Gaps<N>::bound_at(std::size_t i, Time time) const {
    const Wide dt = seconds_between(flights_[i].state.time, time, arena_.epoch_length);
    return rounding_bound(flights_[i], std::abs(narrow(dt)), arena_);
}

template <int N>
std::string Gaps<N>::name(std::size_t i) const {
    return names_[i].empty() ? fmt::format("ball {}", i) : fmt::format("ball {} ({})", i, names_[i]);
}

template <int N>
std::string Gaps<N>::name(const WideWall<N>& wall) const {
    return wall.name.empty() ? fmt::format("wall {}", wall.number)
                             : fmt::format("wall {} ({})", wall.number, wall.name);
}

/// `who` names the two things only when there is something to say about them.
template <int N>
template <class Who>
void Gaps<N>::judge(const Approach& approach, double when, Who who) {
    const double gap = approach.gap;
    const double bound = approach.bound;
    ledger_->note_gap(gap);
    if (gap >= bound) return;
    const double sunk = std::min(approach.gap_before, 0.0) - gap;
    const double share = std::max(share_of(std::max(sunk, 0.0), bound),
                                  share_of(std::max(-gap, 0.0), bound + kAddedUp * approach.drift));
    if (!ledger_->accepts(share)) {
        ledger_->fault(fmt::format("t = {:.17g}: {} overlap by {:.6g} ({:.3g} times what rounding explains)",
                                   when, who(), -gap, share));
    } else if (bound > kCoarse * arena_.smallest_radius) {
        ledger_->fault(
            fmt::format("t = {:.17g}: {} touch where rounding may reach {:.3g}, too coarse to prove anything",
                        when, who(), bound));
    }
}

template <int N>
Encounter<N> Gaps<N>::encounter(std::size_t i, std::size_t j, Time now) const {
    const Flight<N>& a = flights_[i];
    const Flight<N>& b = flights_[j];
    const double unit = arena_.epoch_length;
    Encounter<N> e{i, j, std::max(a.state.time, b.state.time), 0, 0, 0, {}, {}, 0};
    e.age_i = rough_seconds_between(a.state.time, e.from, unit);
    e.age_j = rough_seconds_between(b.state.time, e.from, unit);
    e.duration = rough_seconds_between(e.from, now, unit);
    for (int k = 0; k < N; ++k) {
        const double at_a = a.state.position[k] + e.age_i * a.state.velocity[k];
        const double at_b = b.state.position[k] + e.age_j * b.state.velocity[k];
        e.d[k] = at_b - at_a;
        e.w[k] = b.state.velocity[k] - a.state.velocity[k];
    }
    const double moved = a.speed * (e.age_i + e.duration + unit) + b.speed * (e.age_j + e.duration + unit);
    e.reach = a.radius + b.radius + kFilterMargin * (a.size + b.size + moved) + looked_for();
    return e;
}

template <int N>
void Gaps<N>::prove_pair(std::size_t i, std::size_t j, Time now) {
    const Encounter<N> e = encounter(i, j, now);
    if (now < e.from) return;
    ledger_->note_pair();
    double pieces = 1;
    for (int k = 0; k < N && arena_.periodic; ++k) {
        if (arena_.width[k] > 0)
            pieces = std::max(pieces, 2 * std::abs(e.w[k]) / arena_.width[k] * e.duration);
    }
    if (!(pieces <= kMostPieces)) {
        ledger_->fault(fmt::format("t = {:.17g}: {} and {} cross the periodic box too often to be proved",
                                   seconds(now), name(i), name(j)));
        return;
    }
    pieces = std::ceil(pieces);
    std::vector<Vec<double, N>> examined;  // in the piece before: an image is near for one stretch of time
    for (double piece = 0; piece < pieces; piece += 1) {
        const double begin = e.duration * (piece / pieces);
        const double end = e.duration * ((piece + 1) / pieces);
        const ImageRange<N> range = images_between(e, begin, end);
        if (!range.countable) {
            ledger_->fault(fmt::format("t = {:.17g}: {} and {} are too many box widths apart to be proved",
                                       seconds(now), name(i), name(j)));
            return;
        }
        std::vector<Vec<double, N>> near;
        for_each_image(range, [&](const Vec<double, N>& image) {
            Vec<double, N> d = e.d;
            for (int k = 0; k < N; ++k) d[k] += image[k] * arena_.width[k];
            if (!stays_beyond(d, e.w, begin, end, e.reach)) near.push_back(image);
        });
        for (const Vec<double, N>& image : near) {
            if (std::find(examined.begin(), examined.end(), image) == examined.end()) examine(e, image, now);
        }
        examined = std::move(near);
    }
}

/// Which images may be near between two moments of an encounter?
template <int N>
ImageRange<N> Gaps<N>::images_between(const Encounter<N>& e, double begin, double end) const {
    Vec<double, N> middle;
    Vec<double, N> spread;
    for (int k = 0; k < N; ++k) {
        middle[k] = e.d[k] + e.w[k] * ((begin + end) / 2);
        spread[k] = std::abs(e.w[k]) * ((end - begin) / 2);
    }
    return images_near(middle, spread, e.reach, arena_);
}

/// The exact look at one image, over the whole encounter.
template <int N>
void Gaps<N>::examine(const Encounter<N>& e, const Vec<double, N>& image, Time now) {
    const Flight<N>& a = flights_[e.i];
    const Flight<N>& b = flights_[e.j];
    const double unit = arena_.epoch_length;
    const WideVec<N> at_a = position_after(a, seconds_between(a.state.time, e.from, unit));
    const WideVec<N> at_b = position_after(b, seconds_between(b.state.time, e.from, unit));
    const WideVec<N> d = at_b - at_a + shift_of(image, arena_);
    const WideVec<N> w = widen(b.state.velocity) - widen(a.state.velocity);
    const Wide ww = dot(w, w);
    const Wide nearest = ww > 0 ? -dot(d, w) / ww : Wide{0};
    const Wide s = std::clamp(nearest, Wide{0}, seconds_between(e.from, now, unit));
    const Wide r = Wide{a.radius} + Wide{b.radius};
    const double after = narrow(s);
    Approach approach;
    approach.gap_before = gap_between(d, r);
    approach.gap = s == 0 ? approach.gap_before : gap_between(d + s * w, r);
    approach.bound = rounding_bound(a, e.age_i + after, arena_) + rounding_bound(b, e.age_j + after, arena_);
    approach.drift = a.drift + b.drift;
    judge(approach, seconds(e.from) + after, [&] { return name(e.i) + " and " + name(e.j); });
}

/// The distance from a wall is linear in time, so its two ends bound it.
template <int N>
void Gaps<N>::prove_walls(std::size_t i, Time now) {
    const Flight<N>& a = flights_[i];
    if (walls_.empty() || now < a.state.time) return;
    const Wide duration = seconds_between(a.state.time, now, arena_.epoch_length);
    const WideVec<N> begin = widen(a.state.position);
    const WideVec<N> end = position_after(a, duration);
    for (const WideWall<N>& wall : walls_) {
        const auto who = [&] { return name(i) + " and " + name(wall); };
        const double gap_begin = narrow(wall.gap(begin, a.radius));
        const double gap_end = narrow(wall.gap(end, a.radius));
        judge({gap_begin, gap_begin, rounding_bound(a, 0, arena_), a.drift}, seconds(a.state.time), who);
        judge({gap_begin, gap_end, bound_at(i, now), a.drift}, seconds(now), who);
    }
}

template class Gaps<2>;
template class Gaps<3>;

}  // namespace carom::proof
