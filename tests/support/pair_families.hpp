// Families of moving pairs on which textbook code fails: each stresses one cause.
#pragma once

#include <array>
#include <cmath>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "carom/geom/ball.hpp"

namespace carom::families {

template <class T, int N>
struct MovingPair {
    MovingBall<T, N> a;
    MovingBall<T, N> b;
};

enum class Family {
    generic,
    near_tangent,
    small_far,
    far_offset,
    scaled,
    tangent,
    tangent_by_an_ulp,
    touching,
    ending,
    pool
};

inline const std::vector<Family>& all() {
    static const std::vector<Family> list{
        Family::generic, Family::near_tangent,      Family::small_far, Family::far_offset, Family::scaled,
        Family::tangent, Family::tangent_by_an_ulp, Family::touching,  Family::ending,     Family::pool};
    return list;
}

inline std::string name(Family f) {
    static const char* const names[]{"generic",
                                     "near tangent",
                                     "R = 0.02 at 100 to 1000",
                                     "far offset",
                                     "scaled",
                                     "exactly tangent",
                                     "tangent but for an ulp",
                                     "touching at the start",
                                     "touching at the end",
                                     "pool table"};
    return names[static_cast<int>(f)];
}

/// Makes pairs of a family; the seed fixes the sequence.
template <class T, int N>
class Maker {
public:
    explicit Maker(unsigned seed) : engine_(seed) {}

    MovingPair<T, N> operator()(Family family) {
        switch (family) {
            case Family::generic:
                return generic(1, 1, 0);
            case Family::near_tangent:
                return near_tangent();
            case Family::small_far:
                return small_far();
            case Family::far_offset:
                return generic(1, 1, std::is_same_v<T, float> ? 1e5 : 1e11);
            case Family::scaled:
                return scaled();
            case Family::tangent:
                return tangent();
            case Family::tangent_by_an_ulp:
                return tangent_by_an_ulp();
            case Family::touching:
                return touching();
            case Family::ending:
                return ending();
            case Family::pool:
                return pool();
        }
        return {};
    }

    double uniform(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine_);
    }
    int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }

private:
    using Real3 = std::array<double, 3>;

    Vec<T, N> cube(double half, double offset) {
        Vec<T, N> x;
        for (int k = 0; k < N; ++k) x[k] = static_cast<T>(offset + uniform(-half, half));
        return x;
    }
    Vec<T, N> power(const Vec<T, N>& x, int exponent) {
        Vec<T, N> y;
        for (int k = 0; k < N; ++k) y[k] = std::ldexp(x[k], exponent);
        return y;
    }
    Real3 unit() {
        for (;;) {
            const Real3 x{uniform(-1, 1), uniform(-1, 1), N == 3 ? uniform(-1, 1) : 0};
            const double square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
            if (square > 1 || square < 0.01) continue;
            const double norm = std::sqrt(square);
            return {x[0] / norm, x[1] / norm, x[2] / norm};
        }
    }
    /// A unit vector perpendicular to `x`.
    Real3 across(const Real3& x) {
        if (N == 2) return {-x[1], x[0], 0};
        const Real3 y = unit();
        const Real3 z{x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
        const double norm = std::sqrt(z[0] * z[0] + z[1] * z[1] + z[2] * z[2]);
        return norm > 0.1 ? Real3{z[0] / norm, z[1] / norm, z[2] / norm} : across(x);
    }

    MovingPair<T, N> generic(double size, double speed, double offset) {
        return {{cube(5 * size, offset), static_cast<T>(size * uniform(0, 2)), cube(8 * speed, 0)},
                {cube(5 * size, offset), static_cast<T>(size * uniform(0, 2)), cube(8 * speed, 0)}};
    }

    /// b flies past a: `along` to go to the nearest approach at `miss` from a, `way` in the whole frame.
    MovingPair<T, N> passing(double along, double miss, double way, double ra, double rb) {
        const Real3 x = unit();
        const Real3 y = across(x);
        MovingPair<T, N> p;
        p.a = {cube(1, 0), static_cast<T>(ra), cube(1, 0)};
        p.b.radius = static_cast<T>(rb);
        for (int k = 0; k < N; ++k) {
            const auto i = static_cast<std::size_t>(k);
            p.b.center[k] = static_cast<T>(p.a.center[k] - along * x[i] + miss * y[i]);
            p.b.displacement[k] = static_cast<T>(p.a.displacement[k] + way * x[i]);
        }
        return p;
    }
    MovingPair<T, N> near_tangent() {
        const double ra = uniform(0.1, 1);
        const double rb = uniform(0.1, 1);
        const double off = std::ldexp(uniform(-1, 1), -integer(8, std::is_same_v<T, float> ? 26 : 55));
        const double along = uniform(0, 10);
        return passing(along, (ra + rb) * (1 + off), along * uniform(0.8, 3), ra, rb);
    }
    MovingPair<T, N> small_far() {
        const double along = uniform(100, 1000);
        return passing(along, 0.02 * uniform(-1.2, 1.2), along * uniform(0.9, 3), 0.01, 0.01);
    }
    MovingPair<T, N> scaled() {
        const int range = std::is_same_v<T, float> ? 50 : 450;
        const int size = integer(-range, range);
        const int speed = integer(-4, 4) + size;
        MovingPair<T, N> p = generic(1, 1, 0);
        for (MovingBall<T, N>* ball : {&p.a, &p.b}) {
            ball->center = power(ball->center, size);
            ball->radius = std::ldexp(ball->radius, size);
            ball->displacement = power(ball->displacement, speed);
        }
        return p;
    }

    /// d and w in integers, turned by an integer rotation of scale |q|^2; the sum of the radii is r |q|^2.
    /// Everything is small enough to be exact in float.
    MovingPair<T, N> rotated(const Real3& d, const Real3& w, int r) {
        const std::array<int, 4> q{integer(1, 5), N == 3 ? integer(-5, 5) : 0, N == 3 ? integer(-5, 5) : 0,
                                   integer(-5, 5)};
        const auto [s, x, y, z] = q;
        const double rows[3][3]{
            {double(s * s + x * x - y * y - z * z), double(2 * (x * y - s * z)), double(2 * (x * z + s * y))},
            {double(2 * (x * y + s * z)), double(s * s - x * x + y * y - z * z), double(2 * (y * z - s * x))},
            {double(2 * (x * z - s * y)), double(2 * (y * z + s * x)),
             double(s * s - x * x - y * y + z * z)}};
        const int total = r * (s * s + x * x + y * y + z * z);
        const int exponent = integer(-12, 3);
        const int ra = integer(0, total);
        MovingPair<T, N> p;
        p.a.radius = std::ldexp(static_cast<T>(ra), exponent);
        p.b.radius = std::ldexp(static_cast<T>(total - ra), exponent);
        for (int k = 0; k < N; ++k) {
            const double dk = rows[k][0] * d[0] + rows[k][1] * d[1] + rows[k][2] * d[2];
            const double wk = rows[k][0] * w[0] + rows[k][1] * w[1] + rows[k][2] * w[2];
            const int start = integer(-2000, 2000);
            const int way = integer(-2000, 2000);
            p.a.center[k] = std::ldexp(static_cast<T>(start), exponent);
            p.b.center[k] = std::ldexp(static_cast<T>(start + dk), exponent);
            p.a.displacement[k] = std::ldexp(static_cast<T>(way), exponent);
            p.b.displacement[k] = std::ldexp(static_cast<T>(way + wk), exponent);
        }
        return p;
    }
    MovingPair<T, N> tangent() {
        const int r = integer(1, 30);
        const int along = integer(1, 40);
        return rotated({double(-along), double(r), 0}, {double(along + integer(-along, 40)), 0, 0}, r);
    }
    MovingPair<T, N> tangent_by_an_ulp() {
        MovingPair<T, N> p = (*this)(Family::tangent);
        p.b.radius = std::nextafter(p.b.radius, integer(0, 1) == 0 ? T{0} : T{1e6});
        return p;
    }
    MovingPair<T, N> touching() {
        const int r = integer(1, 30);
        return rotated({double(r), 0, 0}, {double(integer(-3, 3)), double(integer(-1, 1)), 0}, r);
    }
    /// In contact first at exactly u = 1, head-on or grazing.
    MovingPair<T, N> ending() {
        const int r = integer(1, 30);
        const double way = integer(1, 40);
        if (integer(0, 1) == 0) return rotated({r + way, 0, 0}, {-way, 0, 0}, r);
        return rotated({-way, double(r), 0}, {way, 0, 0}, r);
    }

    MovingPair<T, N> pool() {
        constexpr double r = 0.028575;
        const auto ball = [&] {
            MovingBall<T, N> x;
            for (int k = 0; k < N; ++k)
                x.center[k] = static_cast<T>(k == 0 ? uniform(r, 0.6) : k == 1 ? uniform(r, 0.3) : r);
            for (int k = 0; k < N; ++k)
                x.displacement[k] = static_cast<T>(k < 2 ? uniform(-9, 9) / 60 * 4 : 0);
            x.radius = static_cast<T>(r);
            return x;
        };
        return {ball(), ball()};
    }

    std::mt19937 engine_;
};

}  // namespace carom::families
