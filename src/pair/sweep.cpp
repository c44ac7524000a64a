// Sweeps of balls: the interval of contact inside the frame, its state, and the normal at first contact.
// Derivation: docs/math/sweep.md.
#include "carom/pair/sweep.hpp"

#include "carom/pair/overlap.hpp"
#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "pair/frame_contact.hpp"
#include "pair/relative.hpp"

namespace carom {
namespace {

/// Half way between the surfaces on the line of centres; on both of them unless they overlap.
template <class T, int N>
Vec<T, N> contact_point(const MovingBall<T, N>& a, const MovingBall<T, N>& b, const Sweep<T, N>& s) {
    const Ball<T, N> from{a.center, a.radius};
    const Ball<T, N> to{b.center, b.radius};
    const double along = s.state == ContactState::overlapping
                             ? detail::half_way(from, to, static_cast<double>(gap(from, to)))
                             : static_cast<double>(a.radius);
    return detail::position_at(s.center_a, s.normal, along);
}

/// Out of line, so that most queries stay short.
template <class T, int N>
[[gnu::noinline]] Sweep<T, N> with_places(const MovingBall<T, N>& a, const MovingBall<T, N>& b,
                                          const detail::Filtered<double>& filtered) {
    using namespace detail;
    const ContactSpan<N> in = likely_contact<T, N>(PairMotion<T, N>{a, b}, filtered);
    Sweep<T, N> result;
    result.state = in.state;
    if (!result) return result;
    result.first = static_cast<T>(in.first);
    result.last = static_cast<T>(in.last);
    result.center_a = position_at(a.center, a.displacement, in.first);
    result.center_b = position_at(b.center, b.displacement, in.first);
    result.normal = convert<T>(normalised(in.toward));
    result.point = contact_point(a, b, result);
    return result;
}

template <class T, int N>
Sweep<T, N> sweep_motion(const MovingBall<T, N>& a, const MovingBall<T, N>& b) {
    using namespace detail;
    const Filtered<double> f = filtered(PairMotion<T, N>{a, b}.plain(), 1.0, kTimeSlack<T>);
    if (f.apart) return {};
    return with_places(a, b, f);
}

}  // namespace

template <class T, int N>
Sweep<T, N> sweep(const MovingBall<T, N>& a, const MovingBall<T, N>& b) {
    const detail::DefaultFloatEnvironment environment;
    return sweep_motion(a, b);
}

template <class T, int N>
Sweep<T, N> sweep(const MovingBall<T, N>& a, const Ball<T, N>& b) {
    const detail::DefaultFloatEnvironment environment;
    return sweep_motion(a, MovingBall<T, N>{b.center, b.radius, {}});
}

#define CAROM_INSTANTIATE(T, N)                                                       \
    template Sweep<T, N> sweep(const MovingBall<T, N>& a, const MovingBall<T, N>& b); \
    template Sweep<T, N> sweep(const MovingBall<T, N>& a, const Ball<T, N>& b);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom
