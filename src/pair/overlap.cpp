// Overlap, gap and contact of things at rest.
#include "carom/pair/overlap.hpp"

#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "pair/plane_contact.hpp"
#include "pair/relative.hpp"

namespace carom {
namespace {

using detail::DefaultFloatEnvironment;

/// The contact at distance `along` from the centre of a on `normal`, with the given gap <= 0.
template <class T, int N>
Contact<T, N> contact_at(const Vec<T, N>& center, double along, const Vec<double, N>& normal, double gap) {
    const Vec<T, N> unit = detail::convert<T>(normal);
    return {detail::position_at(center, unit, along), unit, static_cast<T>(gap < 0 ? -gap : 0)};
}

template <class T, int N>
HalfSpace<T, N> facing(const Ball<T, N>&, const HalfSpace<T, N>& b) {
    return b;
}
/// The plane's side on which the centre is.
template <class T, int N>
HalfSpace<T, N> facing(const Ball<T, N>& a, const Plane<T, N>& b) {
    using namespace detail;
    const MovingBall<T, N> ball{a.center, a.radius, {}};
    const PlaneSigns<T, N> signs(ball, b.normal, b.offset);
    const int side = signs.is_finite() ? signs.side(Moment::start) : 0;
    return side < 0 ? HalfSpace<T, N>{-b.normal, -b.offset} : HalfSpace<T, N>{b.normal, b.offset};
}

template <class T, int N>
detail::FrameContact<N> resting_contact(const Ball<T, N>& a, const HalfSpace<T, N>& b) {
    return detail::PlaneContact<T, N>({a.center, a.radius, {}}, b.normal, b.offset, detail::Behind::solid)
        .contact();
}
template <class T, int N>
detail::FrameContact<N> resting_contact(const Ball<T, N>& a, const Plane<T, N>& b) {
    return detail::PlaneContact<T, N>({a.center, a.radius, {}}, b.normal, b.offset, detail::Behind::free)
        .contact();
}

/// A resting ball's distance from a surface, less its radius in `gap`.
struct Clearance {
    double distance = 0;
    double gap = 0;
};
template <class T, int N, class Surface>
Clearance clearance(const Ball<T, N>& a, const Surface& b) {
    const auto m = detail::plane_motion(MovingBall<T, N>{a.center, a.radius, {}}, facing(a, b));
    const double norm = m.surface.norm.hi;
    return {to_double(m.distance) / norm, to_double(m.distance - m.reach) / norm};
}

template <class T, int N, class Surface>
std::optional<Contact<T, N>> surface_contact(const Ball<T, N>& a, const Surface& b) {
    const detail::FrameContact<N> in = resting_contact(a, b);
    if (in.state == ContactState::apart) return {};
    const Clearance at = clearance(a, b);
    return contact_at(a.center, at.distance, detail::normalised(in.toward), at.gap);
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
        detail::normalised(detail::rounded(detail::exact_difference(b.center, a.center)));
    return contact_at(a.center, static_cast<double>(a.radius) + gap / 2, normal, gap);
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

}  // namespace carom
