// Overlap, gap and contact of things at rest.
#include "carom/pair/overlap.hpp"

#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "pair/plane_motion.hpp"
#include "pair/relative.hpp"

namespace carom {
namespace {

using detail::DefaultFloatEnvironment;
using detail::PlaneMotion;
using detail::RelativeMotion;
using detail::Scale;
using detail::TwoTerm;

template <class T, int N>
double ball_gap(const Ball<T, N>& a, const Ball<T, N>& b) {
    using namespace detail;
    const RelativeMotion<TwoTerm, N> motion = relative_motion(a, b);
    const Scale scale = safe_scale(motion);
    const RelativeMotion<TwoTerm, N> m = rescaled(motion, scale);
    return gap_from(to_double(separation(m)), to_double(dot_exactly(m.d, m.d)), to_double(m.r)) /
           scale.length;
}

/// The contact at distance `along` from the centre of a on `normal`, with the given gap <= 0.
template <class T, int N>
Contact<T, N> contact_at(const Vec<T, N>& center, double along, const Vec<double, N>& normal, double gap) {
    const Vec<T, N> unit = detail::convert<T>(normal);
    return {detail::position_at(center, unit, along), unit, static_cast<T>(gap < 0 ? -gap : 0)};
}

template <class T, int N, class Surface>
std::optional<Contact<T, N>> plane_contact(const Ball<T, N>& a, const Surface& b) {
    const PlaneMotion<N> m = detail::plane_motion(MovingBall<T, N>{a.center, a.radius, {}}, b);
    if (!(m.gap_sign() <= 0)) return {};
    return contact_at(a.center, to_double(m.distance) / m.norm, m.toward, m.gap());
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
    return detail::plane_motion(MovingBall<T, N>{a.center, a.radius, {}}, b).gap_sign() <= 0;
}

template <class T, int N>
bool overlaps(const Ball<T, N>& a, const Plane<T, N>& b) {
    const DefaultFloatEnvironment environment;
    return detail::plane_motion(MovingBall<T, N>{a.center, a.radius, {}}, b).gap_sign() <= 0;
}

template <class T, int N>
T gap(const Ball<T, N>& a, const Ball<T, N>& b) {
    const DefaultFloatEnvironment environment;
    return static_cast<T>(ball_gap(a, b));
}

template <class T, int N>
T gap(const Ball<T, N>& a, const HalfSpace<T, N>& b) {
    const DefaultFloatEnvironment environment;
    return static_cast<T>(detail::plane_motion(MovingBall<T, N>{a.center, a.radius, {}}, b).gap());
}

template <class T, int N>
T gap(const Ball<T, N>& a, const Plane<T, N>& b) {
    const DefaultFloatEnvironment environment;
    return static_cast<T>(detail::plane_motion(MovingBall<T, N>{a.center, a.radius, {}}, b).gap());
}

template <class T, int N>
std::optional<Contact<T, N>> contact(const Ball<T, N>& a, const Ball<T, N>& b) {
    const DefaultFloatEnvironment environment;
    if (!overlaps(a, b)) return {};
    const double gap = ball_gap(a, b);
    const Vec<double, N> normal =
        detail::normalised(detail::rounded(detail::exact_difference(b.center, a.center)));
    return contact_at(a.center, static_cast<double>(a.radius) + gap / 2, normal, gap);
}

template <class T, int N>
std::optional<Contact<T, N>> contact(const Ball<T, N>& a, const HalfSpace<T, N>& b) {
    const DefaultFloatEnvironment environment;
    return plane_contact(a, b);
}

template <class T, int N>
std::optional<Contact<T, N>> contact(const Ball<T, N>& a, const Plane<T, N>& b) {
    const DefaultFloatEnvironment environment;
    return plane_contact(a, b);
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
