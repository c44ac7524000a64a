// Sweeps of a ball against a half-space and a two-sided plane. Derivation: docs/math/sweep.md.
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
    using namespace detail;
    const PlaneContact<T, N> plane(a, surface.normal, surface.offset, behind);
    const ContactSpan<N>& in = plane.contact();
    Sweep<T, N> result;
    result.state = in.state;
    if (!result) return result;
    result.first = static_cast<T>(in.first);
    result.last = static_cast<T>(in.last);
    result.center_a = position_at(a.center, a.displacement, in.first);
    result.normal = convert<T>(normalised(in.toward));
    const MovingBall<T, N> at_start{a.center, a.radius, {}};
    const double distance =
        in.state == ContactState::overlapping
            ? at_most_largest(clearance_from(at_start, surface.normal, surface.offset, behind).distance)
            : static_cast<double>(a.radius);
    result.center_b = position_at(result.center_a, result.normal, distance);
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
#undef CAROM_INSTANTIATE

}  // namespace carom
