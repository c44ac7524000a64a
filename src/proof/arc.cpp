#include "proof/arc.hpp"

#include <utility>

namespace carom::proof {
namespace {

constexpr int kMostSteps = 400;
constexpr double kPrecision = 0x1p-100;

/// Newton's steps, and halves where they leave the bracket. Precondition: monotonic with different signs at
/// `low` and `high`.
Wide root_between(const Cubic& cubic, Wide low, Wide high, Wide precision) {
    const bool rises = cubic.at(high) > cubic.at(low);
    Wide s = (low + high) / 2;
    for (int step = 0; step < kMostSteps; ++step) {
        const Wide value = cubic.at(s);
        if (value == 0) return s;
        ((value > 0) == rises ? high : low) = s;
        Wide next = s - value / cubic.slope(s);
        if (!(next > low && next < high)) next = (low + high) / 2;
        if (magnitude(next - s) <= precision) return next;
        s = next;
    }
    return s;
}

/// The roots of the cubic's derivative, the smaller first; not a number, or infinite, where there is none.
std::pair<Wide, Wide> turns(const Cubic& cubic) {
    const Wide a = 3 * cubic.c[3];
    const Wide b = cubic.c[2];
    const Wide c = cubic.c[1];
    const Wide discriminant = b * b - a * c;
    if (discriminant < 0) return {-1, -1};
    const Wide q = b < 0 ? root(discriminant) - b : -root(discriminant) - b;
    const Wide one = q / a;
    const Wide other = c / q;
    return other < one ? std::pair{other, one} : std::pair{one, other};
}

/// The s in [0, end] at which `sign` times the square of the distance is largest.
template <int N>
Wide extreme_time(const Arc<N>& arc, Wide end, int sign) {
    Wide best = 0;
    Wide most = sign * dot(arc.d, arc.d);
    const auto look = [&](Wide s) {
        const WideVec<N> x = arc.at(s);
        const Wide value = sign * dot(x, x);
        if (!(value > most)) return;
        most = value;
        best = s;
    };
    Cubic slope;
    slope.c = {dot(arc.d, arc.w), dot(arc.w, arc.w) + dot(arc.d, arc.a), 3 * dot(arc.w, arc.a) / 2,
               dot(arc.a, arc.a) / 2};
    const SignChanges changes = sign_changes(slope, end);
    for (int i = 0; i < changes.count; ++i) look(changes.at[static_cast<std::size_t>(i)]);
    look(end);
    return best;
}

}  // namespace

SignChanges sign_changes(const Cubic& cubic, Wide end) {
    SignChanges found;
    const auto [first, second] = turns(cubic);
    Wide from = 0;
    const auto note = [&](Wide s) { found.at[static_cast<std::size_t>(found.count++)] = s; };
    const auto search = [&](Wide to) {
        const Wide begin = cubic.at(from);
        const Wide there = cubic.at(to);
        if ((begin < 0 && there > 0) || (begin > 0 && there < 0)) {
            note(root_between(cubic, from, to, Wide{kPrecision} * end));
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

template <int N>
Wide nearest_time(const Arc<N>& arc, Wide end) {
    if (arc.is_straight) {
        const Wide ww = dot(arc.w, arc.w);
        const Wide s = ww > 0 ? -dot(arc.d, arc.w) / ww : Wide{0};
        return std::clamp(s, Wide{0}, end);
    }
    return extreme_time(arc, end, -1);
}

template <int N>
Wide farthest_time(const Arc<N>& arc, Wide end) {
    return extreme_time(arc, end, 1);
}

#define CAROM_INSTANTIATE(N)                             \
    template Wide nearest_time(const Arc<N>& arc, Wide); \
    template Wide farthest_time(const Arc<N>& arc, Wide);
CAROM_INSTANTIATE(2)
CAROM_INSTANTIATE(3)
#undef CAROM_INSTANTIATE

}  // namespace carom::proof
