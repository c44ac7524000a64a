// overlaps, gap and contact agree with each other, with sweeps of resting balls, and with themselves when a
// and b are exchanged or everything is mirrored.
#include <cmath>

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
void check_agreement(const Ball<T, N>& a, const Thing& b) {
    const bool meet = overlaps(a, b);
    const T apart_by = gap(a, b);
    const std::optional<Contact<T, N>> at = contact(a, b);
    if (any_nan(a, b)) {
        expect(!meet && !at, "with a NaN, overlaps is false and contact is empty", a, b, meet, at);
    }
    if (!all_finite(a, b)) return;
    expect(at.has_value() == meet, "contact is there when overlaps says so", a, b, meet, at);
    if (is_empty(b)) return expect(!meet && std::isinf(apart_by), "an empty box is met by nothing", a, b);
    expect(!std::isnan(apart_by), "no NaN from finite input", a, b, apart_by);
    const bool agrees = meet ? apart_by <= 0 : apart_by >= 0;
    expect(agrees, "the sign of gap is that of overlaps", a, b, meet, apart_by);
    const ContactState state = sweep(at_rest(a), b).state;
    expect((state != ContactState::apart) == meet, "a sweep without motion agrees with overlaps", a, b, meet,
           state);
    if (!at) return;
    expect(!any_nan(at->point, at->normal, at->depth), "no NaN from finite input", a, b, at);
    expect(is_unit(at->normal), "normal is a unit vector", a, b, at);
    expect(at->depth == (apart_by < 0 ? -apart_by : 0), "depth is minus the gap", a, b, apart_by, at);
}

template <class T, int N, class Thing>
void check_mirrored(const Ball<T, N>& a, const Thing& b, int axis) {
    const auto ma = mirrored(a, axis);
    const auto mb = mirrored(b, axis);
    expect(overlaps(ma, mb) == overlaps(a, b), "mirrored, overlaps is the same", a, b, axis);
    expect(gap(ma, mb) == gap(a, b), "mirrored, gap is the same", a, b, axis, gap(a, b), gap(ma, mb));
}

template <class T, int N>
void check_exchanged(const Ball<T, N>& a, const Ball<T, N>& b) {
    expect(overlaps(b, a) == overlaps(a, b), "exchanged, overlaps is the same", a, b);
    expect(gap(b, a) == gap(a, b), "exchanged, gap is the same", a, b, gap(a, b), gap(b, a));
    const auto there = contact(a, b);
    const auto back = contact(b, a);
    if (!there || !back) return;
    expect(there->depth == back->depth, "exchanged, depth is the same", a, b, there, back);
    expect(a.center == b.center || there->normal == negated(back->normal),
           "exchanged, the normal turns round", a, b, there, back);
}

template <class T, int N, class Thing>
void check_pair(const Ball<T, N>& a, const Thing& b, int axis) {
    check_agreement(a, b);
    if (!all_finite(a, b) || is_empty(b)) return;
    check_mirrored(a, b, axis);
    if constexpr (std::is_same_v<Thing, Ball<T, N>>) check_exchanged(a, b);
}

}  // namespace

template <class T, int N>
void check_rest(Query<T, N>& query) {
    const Ball<T, N> a = query.ball();
    const int axis = query.choice(N);
    switch (query.choice(4)) {
        case 0:
            return check_pair(a, query.ball_near(at_rest(a)), axis);
        case 1:
            return check_pair(a, query.template surface_near<HalfSpace<T, N>>(at_rest(a)), axis);
        case 2:
            return check_pair(a, query.template surface_near<Plane<T, N>>(at_rest(a)), axis);
        default:
            return check_pair(a, query.box_near(at_rest(a)), axis);
    }
}

#define CAROM_INSTANTIATE(T, N) template void check_rest(Query<T, N>& query);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)

}  // namespace carom::fuzz
