#include "proof/arc.hpp"

#include <utility>

namespace carom::proof {
namespace {

constexpr int kMostSteps = 400;
template <WideOrQuick Real>
constexpr double kPrecision = std::is_same_v<Real, Wide> ? 0x1p-100 : 0x1p-56;

/// Newton's steps, and halves where they leave the bracket. Precondition: monotonic with different signs at
/// `low` and `high`.
template <WideOrQuick Real>
Real root_between(const Cubic<Real>& cubic, Real low, Real high, Real precision) {
    const bool rises = cubic.at(high) > cubic.at(low);
    Real s = (low + high) / 2;
    for (int step = 0; step < kMostSteps; ++step) {
        const Real value = cubic.at(s);
        if (value == 0) return s;
        ((value > 0) == rises ? high : low) = s;
        Real next = s - value / cubic.slope(s);
        if (!(next > low && next < high)) next = (low + high) / 2;
        if (magnitude(next - s) <= precision) return next;
        s = next;
    }
    return s;
}

/// The roots of the cubic's derivative, the smaller first; not a number, or infinite, where there is none.
template <WideOrQuick Real>
std::pair<Real, Real> turns(const Cubic<Real>& cubic) {
    const Real a = 3 * cubic.c[3];
    const Real b = cubic.c[2];
    const Real c = cubic.c[1];
    const Real discriminant = b * b - a * c;
    if (discriminant < 0) return {Real{-1}, Real{-1}};
    const Real q = b < 0 ? root(discriminant) - b : -root(discriminant) - b;
    const Real one = q / a;
    const Real other = c / q;
    return other < one ? std::pair{other, one} : std::pair{one, other};
}

/// The s in [0, end] at which `sign` times the square of the distance is largest.
template <int N, WideOrQuick Real>
Real extreme_time(const Arc<N, Real>& arc, Real end, int sign) {
    Real best = 0;
    Real most = sign * dot(arc.d, arc.d);
    const auto look = [&](Real s) {
        const Vec<Real, N> x = arc.at(s);
        const Real value = sign * dot(x, x);
        if (!(value > most)) return;
        most = value;
        best = s;
    };
    Cubic<Real> slope;
    slope.c = {dot(arc.d, arc.w), dot(arc.w, arc.w) + dot(arc.d, arc.a), 3 * dot(arc.w, arc.a) / 2,
               dot(arc.a, arc.a) / 2};
    const SignChanges<Real> changes = sign_changes(slope, end);
    for (int i = 0; i < changes.count; ++i) look(changes.at[static_cast<std::size_t>(i)]);
    look(end);
    return best;
}

}  // namespace

template <WideOrQuick Real>
SignChanges<Real> sign_changes(const Cubic<Real>& cubic, std::type_identity_t<Real> end) {
    SignChanges<Real> found;
    const auto [first, second] = turns(cubic);
    Real from = 0;
    const auto note = [&](Real s) { found.at[static_cast<std::size_t>(found.count++)] = s; };
    const auto search = [&](Real to) {
        const Real begin = cubic.at(from);
        const Real there = cubic.at(to);
        if ((begin < 0 && there > 0) || (begin > 0 && there < 0)) {
            note(root_between(cubic, from, to, Real{kPrecision<Real>} * end));
        } else if (there == 0 && to < end) {
            note(to);
        }
        from = to;
    };
    if (first > from && first < end) search(first);
    if (second > from && second < end) search(second);
    search(end);
    return found;
}

template <int N, WideOrQuick Real>
Real nearest_time(const Arc<N, Real>& arc, std::type_identity_t<Real> end) {
    if (arc.is_straight) {
        const Real ww = dot(arc.w, arc.w);
        const Real s = ww > 0 ? -dot(arc.d, arc.w) / ww : Real{0};
        return std::clamp(s, Real{0}, end);
    }
    return extreme_time(arc, end, -1);
}

template <int N, WideOrQuick Real>
Real farthest_time(const Arc<N, Real>& arc, std::type_identity_t<Real> end) {
    return extreme_time(arc, end, 1);
}

#define CAROM_INSTANTIATE(N, REAL)                             \
    template REAL nearest_time(const Arc<N, REAL>& arc, REAL); \
    template REAL farthest_time(const Arc<N, REAL>& arc, REAL);
CAROM_INSTANTIATE(2, Wide)
CAROM_INSTANTIATE(3, Wide)
template SignChanges<Wide> sign_changes(const Cubic<Wide>& cubic, Wide end);
#if CAROM_HAS_QUICK
CAROM_INSTANTIATE(2, Quick)
CAROM_INSTANTIATE(3, Quick)
#endif
#undef CAROM_INSTANTIATE

}  // namespace carom::proof
