// What holds in narrow places: a ball rests in a sharp wedge to the bit, and goes along a corridor that is
// exactly as wide as it.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "pair/slide_scenes.hpp"
#include "support/always.hpp"
#include "support/every_type.hpp"
#include "support/generators.hpp"

namespace carom {
namespace {

using namespace slide_scenes;

template <class K>
class SlideInANarrowPlace : public testing::Test {};
TYPED_TEST_SUITE(SlideInANarrowPlace, EveryKind);

double some() {
    return number<double>(Grain::dense, 1);
}
template <int N>
Vec<double, N> sum(double s, const Vec<double, N>& x, double t, const Vec<double, N>& y) {
    Vec<double, N> z;
    for (int k = 0; k < N; ++k) z[k] = s * x[k] + t * y[k];
    return z;
}
template <int N>
Vec<double, N> without(Vec<double, N> x, const std::vector<Vec<double, N>>& others) {
    for (const auto& y : others) x = sum(1, x, -product(x, y), y);
    return x;
}
/// Across the others, which are N - 1 units at most.
template <int N>
Vec<double, N> unit_across(const std::vector<Vec<double, N>>& others) {
    Vec<double, N> x;
    for (int k = 0; k < N; ++k) x[k] = some();
    x = without(x, others);
    for (int k = 0; k < N && norm(x) < 0.1; ++k) {
        x = {};
        x[k] = 1;
        x = without(x, others);
    }
    return sum(1 / norm(x), x, 0, x);
}
template <class T, int N>
Vec<T, N> rounded(const Vec<double, N>& x) {
    Vec<T, N> y;
    for (int k = 0; k < N; ++k) y[k] = static_cast<T>(x[k]);
    return y;
}
template <class T, int N>
Ball<T, N> ball_of(const MovingBall<T, N>& mover) {
    return {mover.center, mover.radius};
}

// --- wedges

/// Unit vectors across `out`, some positive multiples of which add up to nothing.
std::vector<Vec<double, 2>> fan(const Vec<double, 2>& out) {
    const Vec<double, 2> x = unit_across<2>({out});
    return {x, sum(-1, x, 0, x)};
}
std::vector<Vec<double, 3>> fan(const Vec<double, 3>& out) {
    const Vec<double, 3> x = unit_across<3>({out});
    const Vec<double, 3> y = unit_across<3>({out, x});
    return {x, sum(-0.6, x, 0.8, y), sum(-0.6, x, -0.8, y)};
}

/// N half-spaces, each at half the angle to the way out; above the place where it rests a ball, and a push
/// against all of them.
template <class T, int N>
Draw<T, N> draw_wedge(double angle) {
    Draw<T, N> d;
    const Vec<double, N> out = unit_across<N>({});
    const Vec<double, N> apex{{some(), some()}};
    const double height = std::ldexp(2 + some(), uniform(-2, 4));
    Vec<double, N> push;
    for (const auto& side : fan(out)) {
        const Vec<double, N> exact = sum(std::sin(angle / 2), out, std::cos(angle / 2), side);
        const Vec<T, N> normal = rounded<T>(exact);
        d.scene.half_spaces.push_back({normal, static_cast<T>(product(normal, rounded<T>(apex)))});
        push = sum(1, push, -height * (1.25 + some()), exact);
    }
    const double above = height * (1 + (1 + some()) * std::sin(angle));
    const T radius = static_cast<T>(height * std::sin(angle / 2));
    d.mover = {rounded<T>(sum(1, apex, above, out)), radius, rounded<T>(push)};
    return d;
}

/// Whole degrees, and down to 1e-6.
double draw_angle() {
    constexpr double degree = 3.14159265358979323846 / 180;
    return uniform(0, 4) > 0 ? uniform(1, 90) * degree : std::pow(10.0, -uniform(2, 7));
}

/// Frames with one displacement, until one leaves the ball where it is.
template <class T, int N>
void come_to_rest(Draw<T, N>& d) {
    for (int frame = 0; frame < 50; ++frame) {
        const SlideResult<T, N> result = d.scene.slide(d.mover);
        RC_ASSERT(!enters_something(d.scene, ball_of(d.mover), result.center));
        if (result.center == d.mover.center) return;
        d.mover.center = result.center;
    }
    RC_FAIL("still moving after 50 frames");
}

/// The answer depends on nothing but the arguments: what does not change in one frame never does.
template <class T, int N>
void check_rest_in_a_wedge() {
    Draw<T, N> d = draw_wedge<T, N>(draw_angle());
    come_to_rest(d);
    for (const auto& side : d.scene.half_spaces) {
        RC_ASSERT(static_cast<double>(gap(ball_of(d.mover), side)) <= rounding(d.mover));
    }
    for (int frame = 0; frame < 2; ++frame) {
        const SlideResult<T, N> result = d.scene.slide(d.mover);
        RC_ASSERT(result.center == d.mover.center);
        RC_ASSERT(result.end == SlideEnd::stopped);
    }
}

TYPED_TEST(SlideInANarrowPlace, RestsInAWedgeToTheBit) {
    always<TypeParam>([]<class T, int N>(Kind<T, N>) { check_rest_in_a_wedge<T, N>(); });
}

// --- corridors

/// Two faces across an axis, as far apart as the ball is wide, but for rounding, which may leave it too
/// little room; and a way along them, with some of it into a face.
template <class T, int N>
Draw<T, N> draw_corridor(Vec<double, N>& along) {
    Draw<T, N> d;
    const Grain grain = *rc::gen::element(Grain::sixteenths, Grain::dense);
    Vec<T, N> up;
    const int axis = uniform(0, N);
    up[axis] = T(0.0625) + std::fabs(number<T>(grain, 1));
    const double size = norm(up);
    d.mover.center = place<T, N>(grain, 4);
    d.mover.radius = T(0.0625) + std::fabs(number<T>(grain, 1));
    const double at = product(up, d.mover.center), reach = size * static_cast<double>(d.mover.radius);
    Vec<T, N> down;
    for (int k = 0; k < N; ++k) down[k] = -up[k];
    d.scene.half_spaces.push_back({up, static_cast<T>(at - reach)});
    d.scene.half_spaces.push_back({down, static_cast<T>(-at - reach)});
    Vec<double, N> unit;
    for (int k = 0; k < N; ++k) unit[k] = static_cast<double>(up[k]) / size;
    along = sum(1 + some() / 2, unit_across<N>({unit}), 0, unit);
    d.mover.displacement = rounded<T>(sum(1, along, uniform(0, 2) * some(), unit));
    return d;
}

template <class T, int N>
void check_way_along_a_corridor() {
    Vec<double, N> along;
    Draw<T, N> d = draw_corridor<T, N>(along);
    const std::vector<MovingBall<T, N>> far{{{{100, 100}}, T{1}, {{1, 0}}}};
    Obstacles<T, N> all = d.scene.obstacles();
    if (uniform(0, 2) == 0) all.movers = far;
    for (int frame = 0; frame < 8; ++frame) {
        const SlideResult<T, N> result = move_and_slide(d.mover, all);
        RC_ASSERT(!enters_something(d.scene, ball_of(d.mover), result.center));
        RC_ASSERT(result.end == SlideEnd::arrived);
        RC_ASSERT(result.fraction == 1);
        Vec<double, N> off;
        for (int k = 0; k < N; ++k) off[k] = static_cast<double>(result.moved[k]) - along[k];
        RC_ASSERT(norm(off) <= rounding(d.mover));
        d.mover.center = result.center;
    }
}

TYPED_TEST(SlideInANarrowPlace, GoesAlongACorridorAsWideAsItself) {
    always<TypeParam>([]<class T, int N>(Kind<T, N>) { check_way_along_a_corridor<T, N>(); });
}

}  // namespace
}  // namespace carom
