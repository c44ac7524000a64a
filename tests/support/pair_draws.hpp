// What the families of pairs are drawn from: numbers, vectors, pairs that pass each other, and integer
// vectors turned by integer rotations, whose contacts are exact.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>

#include "carom/geom/ball.hpp"

namespace carom::families {

template <class T, int N>
struct MovingPair {
    MovingBall<T, N> a;
    MovingBall<T, N> b;
};

template <class T, int N>
class Draws {
public:
    explicit Draws(unsigned seed) : engine_(seed) {}

    double uniform(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine_);
    }
    int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
    std::int64_t whole(std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
    }
    bool one_in(int n) { return integer(1, n) == 1; }
    double sign() { return one_in(2) ? -1 : 1; }
    /// 10 to a power between the two.
    double decades(double low, double high) { return std::pow(10.0, uniform(low, high)); }

    using Real3 = std::array<double, 3>;
    using Limits = std::numeric_limits<T>;

    Vec<T, N> cube(double half, double offset) {
        Vec<T, N> x;
        for (int k = 0; k < N; ++k) x[k] = static_cast<T>(offset + uniform(-half, half));
        return x;
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
    /// A vector perpendicular to `x`: in 3D a unit vector, in 2D as long as `x`.
    Real3 across(const Real3& x) {
        if (N == 2) return {-x[1], x[0], 0};
        const Real3 y = unit();
        const double length = std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
        if (length == 0) return y;
        const Real3 z{x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
        const double norm = std::sqrt(z[0] * z[0] + z[1] * z[1] + z[2] * z[2]);
        return norm > 0.1 * std::min(1.0, length) ? Real3{z[0] / norm, z[1] / norm, z[2] / norm} : across(x);
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

    /// How integer pairs are made: the largest part of a quaternion, of a shared offset, and the powers of
    /// two that they are scaled with.
    struct Grid {
        int turn = 5;
        std::int64_t offset = 2000;
        int lowest_power = -12;
        int highest_power = 3;

        double largest_scale() const { return (N == 3 ? 4.0 : 2.0) * turn * turn; }
    };
    /// Uses all bits of T and still turns without rounding.
    static constexpr Grid full_grid() {
        return {Limits::digits > 24 ? 15 : 2, std::int64_t{1} << (Limits::digits - 2), -12, 3};
    }
    /// The largest coordinate before the turn that stays exact in `full_grid`.
    static std::int64_t full_length() {
        return static_cast<std::int64_t>(std::ldexp(1.0, Limits::digits - 3) / full_grid().largest_scale());
    }

    /// d and w in integers, turned by an integer rotation of scale |q|^2; the sum of the radii is r |q|^2.
    /// Everything is small enough to be exact in T.
    MovingPair<T, N> rotated(const Real3& d, const Real3& w, double r, const Grid& grid = {}) {
        const int n = grid.turn;
        const std::array<int, 4> q{integer(1, n), N == 3 ? integer(-n, n) : 0, N == 3 ? integer(-n, n) : 0,
                                   integer(-n, n)};
        const auto [s, x, y, z] = q;
        const double rows[3][3]{
            {double(s * s + x * x - y * y - z * z), double(2 * (x * y - s * z)), double(2 * (x * z + s * y))},
            {double(2 * (x * y + s * z)), double(s * s - x * x + y * y - z * z), double(2 * (y * z - s * x))},
            {double(2 * (x * z - s * y)), double(2 * (y * z + s * x)),
             double(s * s - x * x - y * y + z * z)}};
        const double total = r * (s * s + x * x + y * y + z * z);
        const int exponent = integer(grid.lowest_power, grid.highest_power);
        const auto ra = static_cast<double>(whole(0, static_cast<std::int64_t>(total)));
        const auto scaled = [&](double i) { return std::ldexp(static_cast<T>(i), exponent); };
        MovingPair<T, N> p;
        p.a.radius = scaled(ra);
        p.b.radius = scaled(total - ra);
        for (int k = 0; k < N; ++k) {
            const double dk = rows[k][0] * d[0] + rows[k][1] * d[1] + rows[k][2] * d[2];
            const double wk = rows[k][0] * w[0] + rows[k][1] * w[1] + rows[k][2] * w[2];
            const auto start = static_cast<double>(whole(-grid.offset, grid.offset));
            const auto way = static_cast<double>(whole(-grid.offset, grid.offset));
            p.a.center[k] = scaled(start);
            p.b.center[k] = scaled(start + dk);
            p.a.displacement[k] = scaled(way);
            p.b.displacement[k] = scaled(way + wk);
        }
        return p;
    }

    /// `pair` with lengths times 2^length and moves times 2^move.
    static MovingPair<T, N> with_powers(MovingPair<T, N> pair, int length, int move) {
        for (MovingBall<T, N>* ball : {&pair.a, &pair.b}) {
            ball->radius = std::ldexp(ball->radius, length);
            for (int k = 0; k < N; ++k) {
                ball->center[k] = std::ldexp(ball->center[k], length);
                ball->displacement[k] = std::ldexp(ball->displacement[k], move);
            }
        }
        return pair;
    }

    /// Moves one of the pair's numbers to the next one above or below.
    MovingPair<T, N> nudged(MovingPair<T, N> pair) {
        MovingBall<T, N>& ball = one_in(2) ? pair.a : pair.b;
        const int slot = integer(0, 2 * N);
        const T to = one_in(2) ? Limits::max() : -Limits::max();
        if (slot == 2 * N) {
            ball.radius = std::fabs(std::nextafter(ball.radius, to));
        } else {
            T& x = slot < N ? ball.center[slot] : ball.displacement[slot - N];
            x = std::nextafter(x, to);
        }
        return pair;
    }

private:
    std::mt19937 engine_;
};

}  // namespace carom::families
