// Closest approach of two moving balls, and a ray against a ball.
#include "carom/pair/approach.hpp"

#include <cmath>

#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "pair/relative.hpp"

namespace carom {
namespace {

using detail::NearestMoment;
using detail::RelativeMotion;
using detail::Scale;
using detail::TwoTerm;

double at_most_one(double u) {
    return u < 1 ? u : 1;
}

/// |d + w|^2 - r^2 at u = 1.
TwoTerm separation_at_end(TwoTerm a, TwoTerm b, TwoTerm c, Scale scale) {
    const double end = scale.end();
    return scaled(end * end, a) + scaled(2 * end, b) + c;
}

/// The nearest moment with the numbers that its gap comes from: f = s - r^2, for s the squared distance.
struct ApproachTerms {
    double u = 0;
    double f = 0;
    double s = 0;
};

/// s is d.d at the start, f + r^2 at the end, |d x w|^2 / a in between; there f = -D / a.
template <int N>
ApproachTerms nearest(const RelativeMotion<TwoTerm, N>& m, Scale scale) {
    using namespace detail;
    const Quadratic<double, N> q = quadratic(m);
    const TwoTerm a = q.a;
    const TwoTerm b = q.b;
    if (!(b.hi < 0)) return {0, to_double(q.c), to_double(dot_exactly(m.d, m.d))};
    if ((b + scaled(scale.end(), a)).hi <= 0) {
        const TwoTerm f = separation_at_end(a, b, q.c, scale);
        return {1, to_double(f), to_double(f + product(m.r, m.r))};
    }
    const double u = -to_double(b) / to_double(a) * (scale.move / scale.length);
    return {at_most_one(u), -to_double(q.disc) / to_double(a), dot(q.cross, q.cross) / to_double(a)};
}

/// Integers tell where the gap cancels to less than 2^-40 of the way and the lengths, or overflows.
template <class T, int N>
NearestMoment nearest_moment(const MovingBall<T, N>& a, const MovingBall<T, N>& b) {
    using namespace detail;
    const RelativeMotion<TwoTerm, N> motion = relative_motion(a, b);
    const Scale scale = safe_scale(motion);
    const RelativeMotion<TwoTerm, N> m = rescaled(motion, scale);
    const ApproachTerms at = nearest(m, scale);
    const double r = to_double(m.r);
    const double size = to_double(dot_exactly(m.d, m.d)) + r * r;
    if (std::fabs(at.f) > 0x1p-40 * size && std::isfinite(at.f))
        return {at.u, gap_from(at.f, at.s, r) / scale.length};
    if (!is_finite(a) || !is_finite(b)) return {at.u, NAN};
    return exact_nearest_moment(PairMotion<T, N>{a, b}.exact());
}

}  // namespace

template <class T, int N>
ClosestApproach<T, N> closest_approach(const MovingBall<T, N>& a, const MovingBall<T, N>& b) {
    const detail::DefaultFloatEnvironment environment;
    const NearestMoment at = nearest_moment(a, b);
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
#undef CAROM_INSTANTIATE

}  // namespace carom
