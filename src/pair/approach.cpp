// Closest approach of two moving balls, and a ray against a ball.
#include "carom/pair/approach.hpp"

#include <cmath>

#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "pair/frame_interval.hpp"
#include "pair/relative.hpp"

namespace carom {
namespace {

using detail::RelativeMotion;
using detail::Scale;
using detail::TwoTerm;

struct Nearest {
    double u = 0;
    double gap = 0;
};

/// The squared distance is d.d at the start, f + r^2 at the end, |d x w|^2 / a in between; there the gap
/// follows from D: |d x w|^2 / a - r^2 = -D / a.
template <int N>
Nearest nearest(const RelativeMotion<TwoTerm, N>& m, Scale scale) {
    using namespace detail;
    const TwoTerm a = dot_exactly(m.w, m.w);
    const TwoTerm b = dot_exactly(m.d, m.w);
    const TwoTerm c = separation(m);
    const double r = to_double(m.r);
    if (!(b.hi < 0)) return {0, gap_from(to_double(c), to_double(dot_exactly(m.d, m.d)), r) / scale.length};
    if ((b + scaled(scale.end(), a)).hi <= 0) {
        const TwoTerm f = separation_at_end(a, b, c, scale);
        return {1, gap_from(to_double(f), to_double(f + product(m.r, m.r)), r) / scale.length};
    }
    const double u = -to_double(b) / to_double(a) * (scale.move / scale.length);
    const Vec<TwoTerm, N> cross = cross_exactly(m.d, m.w);
    const double squared = to_double(dot_exactly(cross, cross)) / to_double(a);
    return {at_most_one(u),
            gap_from(-to_double(discriminant(m, a)) / to_double(a), squared, r) / scale.length};
}

}  // namespace

template <class T, int N>
ClosestApproach<T, N> closest_approach(const MovingBall<T, N>& a, const MovingBall<T, N>& b) {
    const detail::DefaultFloatEnvironment environment;
    const RelativeMotion<TwoTerm, N> motion = detail::relative_motion(a, b);
    const Scale scale = safe_scale(motion);
    const Nearest at = nearest(rescaled(motion, scale), scale);
    return {static_cast<T>(at.u), static_cast<T>(at.gap), detail::position_at(a.center, a.displacement, at.u),
            detail::position_at(b.center, b.displacement, at.u)};
}

template <class T, int N>
std::optional<RayHit<T, N>> cast(const Ray<T, N>& ray, const Ball<T, N>& ball) {
    using namespace detail;
    const DefaultFloatEnvironment environment;
    // The ray's point moves toward the resting ball: d = ball - origin, w = -direction.
    const RelativeMotion<TwoTerm, N> motion{exact_difference(ball.center, ray.origin),
                                            generate<TwoTerm, N>([&](int k) {
                                                return TwoTerm{-static_cast<double>(ray.direction[k]), 0};
                                            }),
                                            TwoTerm{static_cast<double>(ball.radius), 0}};
    const Scale scale = safe_scale(motion);
    const RelativeMotion<TwoTerm, N> m = rescaled(motion, scale);
    const double unit = scale.move / scale.length;
    const TwoTerm a = dot_exactly(m.w, m.w);
    const double b = to_double(dot_exactly(m.d, m.w));
    const double c = to_double(separation(m));
    const TwoTerm disc = discriminant(m, a);
    const bool inside = c <= 0;
    const bool enters = c > 0 && b < 0 && disc.hi >= 0;
    if (!inside && !enters) return {};
    const double q = b < 0 ? root(disc) - b : root(disc) + b;
    const double first = inside ? 0 : c / q * unit;
    const double exit = b < 0 ? q / to_double(a) : (c < 0 ? -c / q : 0);
    const double last = a.hi > 0 ? exit * unit : HUGE_VAL;
    const Vec<T, N> point = position_at(ray.origin, ray.direction, first);
    const Vec<double, N> outward = -(inside ? rounded(m.d) : direction_at_first_root(m));
    return RayHit<T, N>{static_cast<T>(first), static_cast<T>(last), point, convert<T>(normalised(outward))};
}

#define CAROM_INSTANTIATE(T, N)                                                                            \
    template ClosestApproach<T, N> closest_approach(const MovingBall<T, N>& a, const MovingBall<T, N>& b); \
    template std::optional<RayHit<T, N>> cast(const Ray<T, N>& ray, const Ball<T, N>& ball);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)

}  // namespace carom
