// advance never ends in an overlap that was not there at the start, and goes where sweep says, up to its few
// ulp.
#include "carom/pair/advance.hpp"
#include "carom/pair/overlap.hpp"
#include "checks.hpp"
#include "core/instantiate.hpp"
#include "expect.hpp"
#include "support/same_bits.hpp"
#include "things.hpp"
#include "unit.hpp"

namespace carom::fuzz {
namespace {

template <class T, int N, class Thing>
bool is_inside(const Vec<T, N>& center, T radius, const Thing& b) {
    return sweep(MovingBall<T, N>{center, radius, {}}, b).state == ContactState::overlapping;
}

/// Each coordinate is within 4 ulp of the larger of |center| and |displacement|, and the rounding of u and of
/// the place.
template <class T, int N>
bool is_near(const Vec<T, N>& place, const MovingBall<T, N>& ball, T u) {
    for (int k = 0; k < N; ++k) {
        const T size = std::max(std::fabs(ball.center[k]), std::fabs(ball.displacement[k]));
        if (size >= std::numeric_limits<T>::max() / 4) continue;
        const T ulp = std::nextafter(size, std::numeric_limits<T>::max()) - size;
        const T there = ball.center[k] + u * ball.displacement[k];
        if (!(std::fabs(place[k] - there) <= 7 * ulp)) return false;
    }
    return true;
}

template <class T, int N, class Thing>
void check_one(const MovingBall<T, N>& a, const Thing& b, int axis) {
    const Advance<T, N> at = advance(a, b);
    if (any_nan(a, b)) expect(at.state == ContactState::apart, "with a NaN, the answer is apart", a, b, at);
    if (!all_finite(a, b)) return;
    const Sweep<T, N> s = sweep(a, b);
    expect(at.state == s.state, "the state is that of sweep", a, b, at, s);
    expect(at.u >= 0 && at.u <= 1, "0 <= u <= 1", a, b, at);
    if (s.state == ContactState::will_touch)
        expect(at.u == s.first || at.u == 0, "u is first, or 0", a, b, at, s);
    if (s.state == ContactState::touching_closing)
        expect(at.u == 0, "touching and closing, u is 0", a, b, at);
    if (s.state == ContactState::apart) expect(at.u == 1 || at.u == 0, "apart, u is 1 or 0", a, b, at);
    expect(!any_nan(at.center_a, at.center_b), "no NaN from finite input", a, b, at);
    expect(is_near(at.center_a, a, at.u), "the place is near the one at u", a, b, at);
    if (s.state != ContactState::overlapping) {
        bool inside = false;
        if constexpr (requires { b.radius; }) {
            inside = is_inside(at.center_a, a.radius, Ball<T, N>{at.center_b, b.radius});
        } else {
            inside = is_inside(at.center_a, a.radius, b);
        }
        expect(!inside, "does not end in an overlap", a, b, at, s);
    }
    const Advance<T, N> mirror = advance(mirrored(a, axis), mirrored(b, axis));
    if constexpr (requires { b.radius; }) {
        if (a.center == b.center || is_lost_in_rounding(a, b.radius)) return;
    } else if constexpr (std::is_same_v<Thing, Box<T, N>>) {
        if (is_lost_in_rounding(a)) return;
    }
    const bool same = mirror.u == at.u && mirrored(mirror.center_a, axis) == at.center_a;
    expect(same, "mirrored, the answer is mirrored", a, b, axis, at, mirror);
}

template <class T, int N>
void check_plane(const MovingBall<T, N>& a, const Plane<T, N>& b, int axis) {
    check_one(a, b, axis);
    if (!all_finite(a, b)) return;
    const Advance<T, N> at = advance(a, b);
    const Advance<T, N> turned = advance(a, Plane<T, N>{negated(b.normal), -b.offset});
    expect(at.u == turned.u && at.center_a == turned.center_a, "a plane has two sides", a, b, at, turned);
}

template <class T, int N>
void check_both(const MovingBall<T, N>& a, const MovingBall<T, N>& b, int axis) {
    check_one(a, b, axis);
    if (!all_finite(a, b)) return;
    const Advance<T, N> at = advance(a, b);
    const Advance<T, N> back = advance(b, a);
    expect(is_near(at.center_b, b, at.u), "the place is near the one at u", a, b, at);
    if (a.center == b.center || is_lost_in_rounding(a, b.radius)) return;
    expect(at.u == back.u && at.center_a == back.center_b && at.center_b == back.center_a,
           "exchanged, the answer is exchanged", a, b, at, back);
}

}  // namespace

template <class T, int N>
void check_advance(Query<T, N>& query) {
    const MovingBall<T, N> a = query.moving_ball();
    const int axis = query.choice(N);
    switch (query.choice(5)) {
        case 0:
            return check_both(a, query.moving_ball_near(a), axis);
        case 1:
            return check_one(a, query.ball_near(a), axis);
        case 2:
            return check_one(a, query.template surface_near<HalfSpace<T, N>>(a), axis);
        case 3:
            return check_plane(a, query.template surface_near<Plane<T, N>>(a), axis);
        default:
            return check_one(a, query.box_near(a), axis);
    }
}

#define CAROM_INSTANTIATE(T, N) template void check_advance(Query<T, N>& query);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)

}  // namespace carom::fuzz
