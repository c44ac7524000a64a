// Closest approach of two moving balls, and a ray against a ball.
#include "carom/pair/approach.hpp"

#include <cmath>

#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
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

double at_most_one(double u) {
    return u < 1 ? u : 1;
}

/// |d + w|^2 - r^2 at u = 1.
TwoTerm separation_at_end(TwoTerm a, TwoTerm b, TwoTerm c, Scale scale) {
    const double end = scale.end();
    return scaled(end * end, a) + scaled(2 * end, b) + c;
}

/// The squared distance is d.d at the start, f + r^2 at the end, |d x w|^2 / a in between; there the gap
/// follows from D: |d x w|^2 / a - r^2 = -D / a.
template <int N>
Nearest nearest(const RelativeMotion<TwoTerm, N>& m, Scale scale) {
    using namespace detail;
    const Quadratic<double, N> q = quadratic(m);
    const TwoTerm a = q.a;
    const TwoTerm b = q.b;
    const TwoTerm c = q.c;
    const double r = to_double(m.r);
    if (!(b.hi < 0)) return {0, gap_from(to_double(c), to_double(dot_exactly(m.d, m.d)), r) / scale.length};
    if ((b + scaled(scale.end(), a)).hi <= 0) {
        const TwoTerm f = separation_at_end(a, b, c, scale);
        return {1, gap_from(to_double(f), to_double(f + product(m.r, m.r)), r) / scale.length};
    }
    const double u = -to_double(b) / to_double(a) * (scale.move / scale.length);
    const double squared = dot(q.cross, q.cross) / to_double(a);
    return {at_most_one(u), gap_from(-to_double(q.disc) / to_double(a), squared, r) / scale.length};
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
    if (!is_finite(ray.origin) || !is_finite(ray.direction) || !is_finite(ball.center) ||
        !std::isfinite(ball.radius)) {
        return {};
    }
    // The ray's point moves toward the resting ball: d = ball - origin, w = -direction.
    const ExactMotion<N> motion{exact_span(ray.origin, ball.center), exact_span(ray.direction, Vec<T, N>{}),
                                Exact<1>(static_cast<double>(ball.radius))};
    const std::optional<EndlessContact<N>> in = exact_endless_contact(motion);
    if (!in) return {};
    const Vec<T, N> normal = convert<T>(normalised(-in->toward));
    const Vec<T, N> point = std::isfinite(in->first)
                                ? position_at(ray.origin, ray.direction, in->first)
                                : position_at(ball.center, normal, static_cast<double>(ball.radius));
    return RayHit<T, N>{static_cast<T>(in->first), static_cast<T>(in->last), point, normal};
}

#define CAROM_INSTANTIATE(T, N)                                                                            \
    template ClosestApproach<T, N> closest_approach(const MovingBall<T, N>& a, const MovingBall<T, N>& b); \
    template std::optional<RayHit<T, N>> cast(const Ray<T, N>& ray, const Ball<T, N>& ball);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)

}  // namespace carom
