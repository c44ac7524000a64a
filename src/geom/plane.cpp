// Planes from points, and the distance from them.
#include "carom/geom/plane.hpp"

#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "math/exact_vec.hpp"

namespace carom {

template <class T, int N>
Plane<T, N> plane_through(const Vec<T, N>& point, const Vec<T, N>& normal) {
    const detail::DefaultFloatEnvironment environment;
    return {normal, static_cast<T>(to_double(detail::dot_exactly(detail::convert<double>(normal),
                                                                 detail::convert<double>(point))))};
}

template <class T>
std::optional<Plane<T, 3>> plane_through(const Vec<T, 3>& p0, const Vec<T, 3>& p1, const Vec<T, 3>& p2) {
    const detail::DefaultFloatEnvironment environment;
    const auto cross = detail::cross_exactly(detail::safely_scaled(detail::exact_difference(p1, p0)),
                                             detail::safely_scaled(detail::exact_difference(p2, p0)));
    const Vec<double, 3> direction = detail::rounded(cross);
    if (!(detail::largest(direction) > 0)) return {};
    return plane_through(p0, detail::convert<T>(detail::normalised(direction)));
}

template <class T, int N>
HalfSpace<T, N> half_space_below(const Plane<T, N>& plane) {
    return {plane.normal, plane.offset};
}

template <class T, int N>
T signed_distance(const Plane<T, N>& plane, const Vec<T, N>& point) {
    using namespace detail;
    const DefaultFloatEnvironment environment;
    const Vec<double, N> given = convert<double>(plane.normal);
    const double scale = safe_scale(largest(given));
    const Vec<double, N> n = scale * given;
    const TwoTerm above =
        dot_exactly(n, convert<double>(point)) - TwoTerm{scale * static_cast<double>(plane.offset), 0};
    return static_cast<T>(to_double(above) / length(n));
}

#define CAROM_INSTANTIATE(T, N)                                                          \
    template Plane<T, N> plane_through(const Vec<T, N>& point, const Vec<T, N>& normal); \
    template HalfSpace<T, N> half_space_below(const Plane<T, N>& plane);                 \
    template T signed_distance(const Plane<T, N>& plane, const Vec<T, N>& point);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

template std::optional<Plane<float, 3>> plane_through(const Vec<float, 3>&, const Vec<float, 3>&,
                                                      const Vec<float, 3>&);
template std::optional<Plane<double, 3>> plane_through(const Vec<double, 3>&, const Vec<double, 3>&,
                                                       const Vec<double, 3>&);

}  // namespace carom
