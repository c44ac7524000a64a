// A sweep is in order, agrees with overlaps at both ends of the frame, and keeps its bits or at least its
// decision under every symmetry.
#include <cmath>

#include "carom/pair/overlap.hpp"
#include "carom/pair/sweep.hpp"
#include "checks.hpp"
#include "core/instantiate.hpp"
#include "expect.hpp"
#include "support/same_bits.hpp"
#include "things.hpp"
#include "unit.hpp"

namespace carom::fuzz {
namespace {

template <class T, int N>
bool same_times(const Sweep<T, N>& x, const Sweep<T, N>& y) {
    return x.state == y.state && same_bits(x.first, y.first) && same_bits(x.last, y.last);
}
template <class T, int N>
bool has_no_numbers(const Sweep<T, N>& s) {
    const Vec<T, N> zero{};
    return s.state == ContactState::apart && s.first == 0 && s.last == 0 && s.center_a == zero &&
           s.center_b == zero && s.normal == zero && s.point == zero;
}
bool touches_at_start(ContactState state) {
    return state != ContactState::apart && state != ContactState::will_touch;
}

/// Where a thing is at u = 0 and, where that is a number, at u = 1.
template <class Thing>
const Thing& start_of(const Thing& resting) {
    return resting;
}
template <class T, int N>
Ball<T, N> start_of(const MovingBall<T, N>& a) {
    return at_start(a);
}
template <class Thing>
std::optional<Thing> end_of(const Thing& resting) {
    return resting;
}
template <class T, int N>
std::optional<Ball<T, N>> end_of(const MovingBall<T, N>& a) {
    const std::optional<Vec<T, N>> end = exact_sum(a.center, a.displacement);
    return end ? std::optional<Ball<T, N>>({*end, a.radius}) : std::nullopt;
}

template <class T, int N>
MovingBall<T, N> reversed(const MovingBall<T, N>& a) {
    return {*exact_sum(a.center, a.displacement), a.radius, negated(a.displacement)};
}
template <class Thing>
const Thing& reversed(const Thing& resting) {
    return resting;
}

/// False where the normal is a matter of choice: for centres in one place, and in the middle of a box.
template <class T, int N, class Thing>
bool has_one_normal(const MovingBall<T, N>& a, const Thing& b, const Sweep<T, N>& s) {
    if (!s) return false;
    if constexpr (std::is_same_v<Thing, Box<T, N>>) {
        return s.state == ContactState::will_touch && a.radius > 0;
    } else if constexpr (requires { b.radius; }) {
        return a.center != b.center && (a.radius > 0 || b.radius > 0);
    } else {
        return true;
    }
}

template <class T, int N, class Thing>
void check_order_of_times(const MovingBall<T, N>& a, const Thing& b, const Sweep<T, N>& s) {
    expect(s.first >= 0 && s.first <= s.last && s.last <= 1, "0 <= first <= last <= 1", a, b, s);
    expect(static_cast<bool>(s) == (s.state != ContactState::apart), "apart is false", a, b, s);
    if (!s) return expect(has_no_numbers(s), "apart has no numbers", a, b, s);
    if (s.state != ContactState::will_touch)
        expect(s.first == 0, "in contact at the start, first is 0", a, b, s);
    if (s.state == ContactState::touching_parting) expect(s.last == 0, "parting, last is 0", a, b, s);
    expect(!any_nan(s.center_a, s.center_b, s.normal, s.point), "no NaN from finite input", a, b, s);
    expect(is_unit(s.normal), "normal is a unit vector", a, b, s);
}

template <class T, int N, class Thing>
void check_ends(const MovingBall<T, N>& a, const Thing& b, const Sweep<T, N>& s) {
    const bool at_start = overlaps(start_of(a), start_of(b));
    expect(at_start == touches_at_start(s.state), "the state at the start is that of overlaps", a, b, s,
           at_start);
    const auto a_end = end_of(a);
    const auto b_end = end_of(b);
    if (!a_end || !b_end) return;
    if (overlaps(*a_end, *b_end)) expect(s && s.last == 1, "in contact at the end, last is 1", a, b, s);
    const Sweep<T, N> back = sweep(reversed(a), reversed(b));
    expect(static_cast<bool>(back) == static_cast<bool>(s), "backwards there is contact as well", a, b, s,
           back);
}

template <class T, int N, class Thing>
void check_symmetry(const MovingBall<T, N>& a, const Thing& b, const Sweep<T, N>& s, int axis, int power) {
    const Sweep<T, N> mirror = sweep(mirrored(a, axis), mirrored(b, axis));
    expect(same_times(s, mirror), "mirrored, the times are the same bits", a, b, axis, s, mirror);
    expect(!has_one_normal(a, b, s) || mirrored(s.normal, axis) == mirror.normal,
           "mirrored, the normal is mirrored", a, b, axis, s, mirror);
    const auto more_a = scaled(a, power);
    const auto more_b = scaled(b, power);
    if (more_a && more_b) {
        const Sweep<T, N> more = sweep(*more_a, *more_b);
        expect(same_times(s, more), "scaled by a power of two, the times are the same bits", a, b, power, s,
               more);
    }
    const Sweep<T, N> turn = sweep(turned(a), turned(b));
    expect(s.state == turn.state, "with other axes the state is the same", a, b, s, turn);
    expect(ulps_between(s.first, turn.first) <= 2 && ulps_between(s.last, turn.last) <= 2,
           "with other axes the times are the same within their bounds", a, b, s, turn);
    MovingBall<T, N> bigger = a;
    bigger.radius = std::nextafter(a.radius, std::numeric_limits<T>::max());
    if (s) expect(static_cast<bool>(sweep(bigger, b)), "a larger ball touches as well", a, b, s);
}

// What is so for one kind of thing only.
template <class T, int N>
void check_kind(const MovingBall<T, N>& a, const MovingBall<T, N>& b, const Sweep<T, N>& s, int) {
    const Sweep<T, N> swapped = sweep(b, a);
    expect(same_times(s, swapped), "exchanged, the times are the same bits", a, b, s, swapped);
    if (s) {
        expect(!has_one_normal(a, b, s) || negated(s.normal) == swapped.normal,
               "exchanged, the normal turns round", a, b, s, swapped);
        expect(s.center_a == swapped.center_b && s.center_b == swapped.center_a,
               "exchanged, the places are the same", a, b, s, swapped);
    }
    const auto d = exact_sum(b.center, negated(a.center));
    const auto w = exact_sum(b.displacement, negated(a.displacement));
    const auto r = exact_sum(a.radius, b.radius);
    if (!d || !w || !r) return;
    const Sweep<T, N> seen_from_a = sweep(MovingBall<T, N>{{}, *r, {}}, MovingBall<T, N>{*d, 0, *w});
    expect(same_times(s, seen_from_a), "seen from a, the times are the same bits", a, b, s, seen_from_a);
}
template <class T, int N>
void check_kind(const MovingBall<T, N>& a, const Ball<T, N>& b, const Sweep<T, N>& s, int) {
    const Sweep<T, N> moving = sweep(a, at_rest(b));
    expect(same_times(s, moving), "a resting ball is a ball that does not move", a, b, s, moving);
    if (a.radius == 0) return;
    if (b.radius != 0) return;
    const Sweep<T, N> box = sweep(a, Box<T, N>{b.center, b.center});
    expect(s.state == box.state, "a point is a box without size", a, b, s, box);
    expect(ulps_between(s.first, box.first) <= 2 && ulps_between(s.last, box.last) <= 2,
           "a point is a box without size", a, b, s, box);
}
template <class T, int N, class Surface>
void check_longer_normal(const MovingBall<T, N>& a, Surface b, const Sweep<T, N>& s, int power) {
    bool exact = true;
    const Surface given = b;
    for_each_number(b, [&](T& x) {
        const std::optional<T> y = times_power(x, power);
        exact = exact && y.has_value();
        x = y.value_or(0);
    });
    if (!exact) return;
    const Sweep<T, N> other = sweep(a, b);
    expect(same_times(s, other), "the length of the normal changes no bit", a, given, b, s, other);
}
template <class T, int N>
void check_kind(const MovingBall<T, N>& a, const HalfSpace<T, N>& b, const Sweep<T, N>& s, int power) {
    check_longer_normal(a, b, s, power);
    if (s.state != ContactState::will_touch) return;
    const Sweep<T, N> plane = sweep(a, Plane<T, N>{b.normal, b.offset});
    expect(plane.state == s.state && same_bits(plane.first, s.first),
           "a half-space begins where its plane is", a, b, s, plane);
}
template <class T, int N>
void check_kind(const MovingBall<T, N>& a, const Plane<T, N>& b, const Sweep<T, N>& s, int power) {
    check_longer_normal(a, b, s, power);
    const Sweep<T, N> other = sweep(a, Plane<T, N>{negated(b.normal), -b.offset});
    expect(same_times(s, other), "a plane has two sides", a, b, s, other);
}
template <class T, int N>
void check_kind(const MovingBall<T, N>&, const Box<T, N>&, const Sweep<T, N>&, int) {}

template <class T, int N, class Thing>
void check_pair(const MovingBall<T, N>& a, const Thing& b, Query<T, N>& query) {
    const Sweep<T, N> s = sweep(a, b);
    if (any_nan(a, b)) return expect(has_no_numbers(s), "with a NaN, the answer is apart", a, b, s);
    if (!all_finite(a, b)) return;
    const int axis = query.choice(N);
    const int power = query.choice(256) - 128;
    check_order_of_times(a, b, s);
    if (is_empty(b)) return expect(!s, "an empty box is met by nothing", a, b, s);
    check_ends(a, b, s);
    check_symmetry(a, b, s, axis, power);
    check_kind(a, b, s, power);
}

}  // namespace

template <class T, int N>
void check_sweep(Query<T, N>& query) {
    const MovingBall<T, N> a = query.moving_ball();
    switch (query.choice(5)) {
        case 0:
            return check_pair(a, query.moving_ball_near(a), query);
        case 1:
            return check_pair(a, query.ball_near(a), query);
        case 2:
            return check_pair(a, query.template surface_near<HalfSpace<T, N>>(a), query);
        case 3:
            return check_pair(a, query.template surface_near<Plane<T, N>>(a), query);
        default:
            return check_pair(a, query.box_near(a), query);
    }
}

#define CAROM_INSTANTIATE(T, N) template void check_sweep(Query<T, N>& query);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)

}  // namespace carom::fuzz
