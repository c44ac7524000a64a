// The gap between a ball and a half-space or plane: within a few ulp of the rational one for numbers of any
// size, with the sign that overlaps decides, and never NaN.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "carom/pair/overlap.hpp"
#include "carom/pair/sweep.hpp"
#include "support/every_property.hpp"
#include "support/every_type.hpp"
#include "support/generators.hpp"
#include "support/rational_oracle.hpp"

namespace carom {
namespace {

/// n.c - o
template <class T, int N, class Surface>
mpq_class height(const Ball<T, N>& ball, const Surface& surface) {
    return oracle::dot(surface.normal, ball.center) - oracle::rational(surface.offset);
}

/// (s - r |n|) / |n| without cancellation: (s^2 - r^2 n.n) / ((s + r |n|) |n|).
template <class T, int N, class Surface>
mpf_class gap_at(const mpq_class& s, const Ball<T, N>& ball, const Surface& surface) {
    const mpq_class square = oracle::dot(surface.normal, surface.normal);
    const mpf_class norm = oracle::root(square);
    const mpq_class r = oracle::rational(ball.radius);
    if (s < 0) return oracle::real(s) / norm - oracle::real(r);
    const mpq_class excess = s * s - r * r * square;
    if (excess == 0) return mpf_class(0, oracle::kBits);
    return oracle::real(excess) / ((oracle::real(s) + oracle::real(r) * norm) * norm);
}

/// Infinity is right beyond the largest number.
template <class T>
bool is_rounded(T value, const mpf_class& exact) {
    if (exact == 0) return value == 0;
    if (exact < 0) return oracle::ulp_error(-value, mpf_class(-exact)) <= gap_bound<T> + 2;
    return oracle::ulp_error(value, exact) <= gap_bound<T> + 2;
}

template <class T, int N>
Vec<T, N> some_normal(int exponent) {
    Vec<T, N> normal = generators::vec<T, N>(exponent);
    if (normal == Vec<T, N>{}) normal[0] = 1;
    return normal;
}

template <class T, int N>
void check_gap() {
    const int exponent = generators::some_exponent(std::numeric_limits<T>::max_exponent - 1);
    Ball<T, N> ball = generators::ball<T, N>(exponent);
    const Vec<T, N> normal = some_normal<T, N>(exponent);
    const T offset = generators::number<T>(exponent);
    if (*rc::gen::inRange(0, 2) == 0) {
        const T near = std::fabs(gap(Ball<T, N>{ball.center, 0}, Plane<T, N>{normal, offset}));
        if (std::isfinite(near)) ball.radius = near;
    }
    const HalfSpace<T, N> solid{normal, offset};
    const Plane<T, N> plane{normal, offset};
    const mpq_class s = height(ball, solid);
    RC_ASSERT(is_rounded(gap(ball, solid), gap_at(s, ball, solid)));
    RC_ASSERT(is_rounded(gap(ball, plane), gap_at(mpq_class(abs(s)), ball, plane)));
    RC_ASSERT((overlaps(ball, solid) ? gap(ball, solid) <= 0 : gap(ball, solid) >= 0));
    RC_ASSERT((overlaps(ball, plane) ? gap(ball, plane) <= 0 : gap(ball, plane) >= 0));
}

CAROM_PROPERTY_OF_EVERY_KIND(SurfaceGap, AgreesWithRationals, check_gap)

template <class K>
class SurfaceGapOf : public testing::Test {};
TYPED_TEST_SUITE(SurfaceGapOf, EveryKind);

template <class T, int N>
bool is_number(const Vec<T, N>& x) {
    for (int k = 0; k < N; ++k) {
        if (std::isnan(x[k])) return false;
    }
    return true;
}

template <class T, int N, class Surface>
void expect_numbers(const Ball<T, N>& ball, const Surface& surface, const mpq_class& s) {
    ASSERT_TRUE(is_rounded(gap(ball, surface), gap_at(s, ball, surface)));
    const auto in = contact(ball, surface);
    ASSERT_TRUE(!in || is_number(in->point));
    ASSERT_TRUE(is_number(sweep(MovingBall<T, N>{ball.center, ball.radius, {}}, surface).point));
}

/// Products and distances beyond the largest number.
TYPED_TEST(SurfaceGapOf, FiniteNumbersGiveNoNan) {
    using K = TypeParam;
    using T = typename K::T;
    constexpr T most = std::numeric_limits<T>::max();
    const auto far = static_cast<double>(most);
    const auto least = static_cast<double>(std::numeric_limits<T>::denorm_min());
    for (const auto& center : {K::at(-1, -far), K::at(far, far), K::at(0, 0), K::at(12, 6)}) {
        for (const T radius : {T{0}, T{1}, most}) {
            const Ball<T, K::N> ball{center, radius};
            for (const auto& normal : {K::at(16, 16), K::at(1, 0), K::at(far, -far), K::at(least, 0)}) {
                for (const T offset : {-most, T{-16}, T{0}, most}) {
                    const HalfSpace<T, K::N> solid{normal, offset};
                    const mpq_class s = height(ball, solid);
                    expect_numbers(ball, solid, s);
                    expect_numbers(ball, Plane<T, K::N>{normal, offset}, mpq_class(abs(s)));
                }
            }
        }
    }
}

TYPED_TEST(SurfaceGapOf, NanHasNoGap) {
    using K = TypeParam;
    using T = typename K::T;
    const Ball<T, K::N> ball{K::at(std::numeric_limits<double>::quiet_NaN(), 0), 1};
    EXPECT_TRUE(std::isnan(gap(ball, HalfSpace<T, K::N>{K::at(1, 0), 0})));
    EXPECT_TRUE(std::isnan(gap(ball, Plane<T, K::N>{K::at(1, 0), 0})));
}

}  // namespace
}  // namespace carom
