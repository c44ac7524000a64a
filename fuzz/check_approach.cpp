// closest_approach and cast agree with the sweep of the same pair.
#include "carom/pair/approach.hpp"
#include "checks.hpp"
#include "core/instantiate.hpp"
#include "expect.hpp"
#include "support/same_bits.hpp"
#include "things.hpp"
#include "unit.hpp"

namespace carom::fuzz {
namespace {

template <class T, int N>
void check_nearest(const MovingBall<T, N>& a, const MovingBall<T, N>& b, int axis) {
    const ClosestApproach<T, N> at = closest_approach(a, b);
    if (!all_finite(a, b)) return;
    expect(at.u >= 0 && at.u <= 1, "0 <= u <= 1", a, b, at);
    expect(!any_nan(at.gap, at.center_a, at.center_b), "no NaN from finite input", a, b, at);
    const Sweep<T, N> s = sweep(a, b);
    const bool agrees = s ? at.gap <= 0 : at.gap >= 0;
    expect(agrees, "the least gap tells whether there is contact", a, b, at, s);
    const ClosestApproach<T, N> swapped = closest_approach(b, a);
    expect(same_bits(at.u, swapped.u) && at.gap == swapped.gap, "exchanged, the answer is the same", a, b, at,
           swapped);
    const ClosestApproach<T, N> mirror = closest_approach(mirrored(a, axis), mirrored(b, axis));
    expect(same_bits(at.u, mirror.u) && at.gap == mirror.gap, "mirrored, the answer is the same", a, b, axis,
           at, mirror);
}

template <class T, int N>
void check_ray(const Ray<T, N>& ray, const Ball<T, N>& ball, int axis) {
    const std::optional<RayHit<T, N>> hit = cast(ray, ball);
    if (any_nan(ray, ball)) expect(!hit, "with a NaN, nothing is hit", ray, ball, hit);
    if (!all_finite(ray, ball)) return;
    const Sweep<T, N> s = sweep(MovingBall<T, N>{ray.origin, 0, ray.direction}, ball);
    expect(hit || !s, "what a point meets, a ray meets", ray, ball, hit, s);
    const auto mirror = cast(mirrored(ray, axis), mirrored(ball, axis));
    expect(hit.has_value() == mirror.has_value(), "mirrored, the answer is the same", ray, ball, axis, hit,
           mirror);
    if (!hit) return;
    expect(hit->first == mirror->first && hit->last == mirror->last, "mirrored, the answer is the same", ray,
           ball, axis, hit, mirror);
    expect(hit->first >= 0 && hit->first <= hit->last, "0 <= first <= last", ray, ball, hit);
    expect(!any_nan(hit->point, hit->normal), "no NaN from finite input", ray, ball, hit);
    expect(is_unit(hit->normal), "normal is a unit vector", ray, ball, hit);
    expect(s || hit->first >= 1, "what a ray meets before 1, a point meets", ray, ball, hit, s);
    if (!s) return;
    expect(ulps_between(hit->first, s.first) <= 2, "ray and sweep have the same first time", ray, ball, hit,
           s);
    const T last = hit->last < 1 ? hit->last : T{1};
    expect(s.state == ContactState::touching_parting || ulps_between(last, s.last) <= 2,
           "ray and sweep have the same last time", ray, ball, hit, s);
}

}  // namespace

template <class T, int N>
void check_approach(Query<T, N>& query) {
    const MovingBall<T, N> a = query.moving_ball();
    const int axis = query.choice(N);
    if (query.choice(2) == 0) return check_nearest(a, query.moving_ball_near(a), axis);
    check_ray(Ray<T, N>{a.center, a.displacement}, query.ball_near(a), axis);
}

#define CAROM_INSTANTIATE(T, N) template void check_approach(Query<T, N>& query);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)

}  // namespace carom::fuzz
