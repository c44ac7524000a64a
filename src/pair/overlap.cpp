// Overlap, gap and contact of things at rest.
#include "carom/pair/overlap.hpp"

#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "pair/plane_contact.hpp"
#include "pair/relative.hpp"

namespace carom {
namespace {

using detail::Clearance;
using detail::DefaultFloatEnvironment;

/// The contact at distance `along` from the centre of a on `normal`, with the given gap <= 0.
template <class T, int N>
Contact<T, N> contact_at(const Vec<T, N>& center, double along, const Vec<double, N>& normal, double gap) {
    const Vec<T, N> unit = detail::convert<T>(normal);
    return {detail::position_at(center, unit, along), unit, static_cast<T>(gap < 0 ? -gap : 0)};
}

template <class T, int N>
detail::ContactSpan<N> resting_contact(const Ball<T, N>& a, const HalfSpace<T, N>& b) {
    return detail::PlaneContact<T, N>({a.center, a.radius, {}}, b.normal, b.offset, detail::Behind::solid)
        .contact();
}
template <class T, int N>
detail::ContactSpan<N> resting_contact(const Ball<T, N>& a, const Plane<T, N>& b) {
    return detail::PlaneContact<T, N>({a.center, a.radius, {}}, b.normal, b.offset, detail::Behind::free)
        .contact();
}

/// From the side of a surface on which balls are free: of a plane that on which the centre is.
template <class T, int N>
Clearance clearance(const Ball<T, N>& a, const HalfSpace<T, N>& b) {
    return detail::clearance_from({a.center, a.radius, {}}, b.normal, b.offset, detail::Behind::solid);
}
template <class T, int N>
Clearance clearance(const Ball<T, N>& a, const Plane<T, N>& b) {
    return detail::clearance_from({a.center, a.radius, {}}, b.normal, b.offset, detail::Behind::free);
}

template <class T, int N, class Surface>
std::optional<Contact<T, N>> surface_contact(const Ball<T, N>& a, const Surface& b) {
    const detail::ContactSpan<N> in = resting_contact(a, b);
    if (in.state == ContactState::apart) return {};
    const Clearance at = clearance(a, b);
    return contact_at(a.center, detail::at_most_largest(at.distance), detail::normalised(in.toward), at.gap);
}

}  // namespace

template <class T, int N>
bool overlaps(const Ball<T, N>& a, const Ball<T, N>& b) {
    const DefaultFloatEnvironment environment;
    return detail::separation_sign(a, b) <= 0;
}

template <class T, int N>
bool overlaps(const Ball<T, N>& a, const HalfSpace<T, N>& b) {
    const DefaultFloatEnvironment environment;
    return resting_contact(a, b).state != ContactState::apart;
}

template <class T, int N>
bool overlaps(const Ball<T, N>& a, const Plane<T, N>& b) {
    const DefaultFloatEnvironment environment;
    return resting_contact(a, b).state != ContactState::apart;
}

template <class T, int N>
T gap(const Ball<T, N>& a, const Ball<T, N>& b) {
    const DefaultFloatEnvironment environment;
    return static_cast<T>(detail::ball_gap(a, b));
}

template <class T, int N>
T gap(const Ball<T, N>& a, const HalfSpace<T, N>& b) {
    const DefaultFloatEnvironment environment;
    return static_cast<T>(clearance(a, b).gap);
}

template <class T, int N>
T gap(const Ball<T, N>& a, const Plane<T, N>& b) {
    const DefaultFloatEnvironment environment;
    return static_cast<T>(clearance(a, b).gap);
}

template <class T, int N>
std::optional<Contact<T, N>> contact(const Ball<T, N>& a, const Ball<T, N>& b) {
    const DefaultFloatEnvironment environment;
    if (!overlaps(a, b)) return {};
    const double gap = detail::ball_gap(a, b);
    const Vec<double, N> normal =
        detail::normalised(detail::rounded(detail::exact_direction(a.center, b.center)));
    return contact_at(a.center, detail::half_way(a, b, gap), normal, gap);
}

template <class T, int N>
std::optional<Contact<T, N>> contact(const Ball<T, N>& a, const HalfSpace<T, N>& b) {
    const DefaultFloatEnvironment environment;
    return surface_contact(a, b);
}

template <class T, int N>
std::optional<Contact<T, N>> contact(const Ball<T, N>& a, const Plane<T, N>& b) {
    const DefaultFloatEnvironment environment;
    return surface_contact(a, b);
}

#define CAROM_INSTANTIATE(T, N)                                                                   \
    template bool overlaps(const Ball<T, N>& a, const Ball<T, N>& b);                             \
    template bool overlaps(const Ball<T, N>& a, const HalfSpace<T, N>& b);                        \
    template bool overlaps(const Ball<T, N>& a, const Plane<T, N>& b);                            \
    template T gap(const Ball<T, N>& a, const Ball<T, N>& b);                                     \
    template T gap(const Ball<T, N>& a, const HalfSpace<T, N>& b);                                \
    template T gap(const Ball<T, N>& a, const Plane<T, N>& b);                                    \
    template std::optional<Contact<T, N>> contact(const Ball<T, N>& a, const Ball<T, N>& b);      \
    template std::optional<Contact<T, N>> contact(const Ball<T, N>& a, const HalfSpace<T, N>& b); \
    template std::optional<Contact<T, N>> contact(const Ball<T, N>& a, const Plane<T, N>& b);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom
