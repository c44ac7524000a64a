// Sweeps of a ball against a half-space and a two-sided plane. Derivation: docs/math/sweep.md.
#include "carom/pair/overlap.hpp"
#include "carom/pair/sweep.hpp"
#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "pair/plane_contact.hpp"
#include "pair/relative.hpp"

namespace carom {
namespace {

/// `surface` is a HalfSpace or a Plane.
template <class T, int N, class Surface>
Sweep<T, N> sweep_surface(const MovingBall<T, N>& a, const Surface& surface, detail::Behind behind) {
    const detail::PlaneContact<T, N> plane(a, surface.normal, surface.offset, behind);
    const detail::FrameContact<N>& in = plane.contact();
    Sweep<T, N> result;
    result.state = in.state;
    if (!result) return result;
    result.first = static_cast<T>(in.first);
    result.last = static_cast<T>(in.last);
    result.center_a = detail::position_at(a.center, a.displacement, in.first);
    result.normal = detail::convert<T>(detail::normalised(in.toward));
    const double distance = in.state == ContactState::overlapping
                                ? static_cast<double>(gap(Ball<T, N>{a.center, a.radius}, surface)) +
                                      static_cast<double>(a.radius)
                                : static_cast<double>(a.radius);
    result.center_b = detail::position_at(result.center_a, result.normal, distance);
    result.point = result.center_b;
    return result;
}

}  // namespace

template <class T, int N>
Sweep<T, N> sweep(const MovingBall<T, N>& a, const HalfSpace<T, N>& b) {
    const detail::DefaultFloatEnvironment environment;
    return sweep_surface(a, b, detail::Behind::solid);
}

template <class T, int N>
Sweep<T, N> sweep(const MovingBall<T, N>& a, const Plane<T, N>& b) {
    const detail::DefaultFloatEnvironment environment;
    return sweep_surface(a, b, detail::Behind::free);
}

#define CAROM_INSTANTIATE(T, N)                                                      \
    template Sweep<T, N> sweep(const MovingBall<T, N>& a, const HalfSpace<T, N>& b); \
    template Sweep<T, N> sweep(const MovingBall<T, N>& a, const Plane<T, N>& b);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)

}  // namespace carom
