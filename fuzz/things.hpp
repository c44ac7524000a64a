// What the checks do to the things of a query: look at every number, mirror, scale, exchange axes.
#pragma once

#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

#include "carom/geom/ball.hpp"
#include "carom/geom/box.hpp"
#include "carom/geom/plane.hpp"
#include "carom/pair/approach.hpp"
#include "carom/pair/bounce.hpp"
#include "carom/pair/sweep.hpp"

namespace carom::fuzz {

// f(vector) for each vector of a thing, g(number) for each of its other numbers.
template <class T, int N, class F, class G>
void visit(Vec<T, N>& x, F f, G) {
    f(x);
}
template <class T, int N, class F, class G>
void visit(Ball<T, N>& x, F f, G g) {
    f(x.center);
    g(x.radius);
}
template <class T, int N, class F, class G>
void visit(MovingBall<T, N>& x, F f, G g) {
    f(x.center);
    g(x.radius);
    f(x.displacement);
}
template <class T, int N, class F, class G>
void visit(HalfSpace<T, N>& x, F f, G g) {
    f(x.normal);
    g(x.offset);
}
template <class T, int N, class F, class G>
void visit(Plane<T, N>& x, F f, G g) {
    f(x.normal);
    g(x.offset);
}
template <class T, int N, class F, class G>
void visit(Box<T, N>& x, F f, G) {
    f(x.lower);
    f(x.upper);
}
template <class T, int N, class F, class G>
void visit(Ray<T, N>& x, F f, G) {
    f(x.origin);
    f(x.direction);
}
template <class T, int N, class F, class G>
void visit(Body<T, N>& x, F f, G g) {
    f(x.center);
    f(x.velocity);
    g(x.inverse_mass);
}
template <class F, class G>
void visit(float& x, F, G g) {
    g(x);
}
template <class F, class G>
void visit(double& x, F, G g) {
    g(x);
}

template <class Thing, class F>
void for_each_number(Thing& thing, F f) {
    visit(
        thing,
        [&](auto& vec) {
            for (auto& x : vec.coordinates) f(x);
        },
        f);
}

template <class... Things>
bool any_nan(Things... things) {
    bool found = false;
    (for_each_number(things, [&](auto x) { found = found || std::isnan(x); }), ...);
    return found;
}
template <class... Things>
bool all_finite(Things... things) {
    bool finite = true;
    (for_each_number(things, [&](auto x) { finite = finite && std::isfinite(x); }), ...);
    return finite;
}

template <class Thing>
Thing mirrored(Thing thing, int axis) {
    visit(
        thing, [&](auto& x) { x[axis] = -x[axis]; }, [](auto&) {});
    return thing;
}
template <class T, int N>
Box<T, N> mirrored(Box<T, N> box, int axis) {
    const T lower = box.lower[axis];
    box.lower[axis] = -box.upper[axis];
    box.upper[axis] = -lower;
    return box;
}

/// With the axes moved on by one.
template <class Thing>
Thing turned(Thing thing) {
    visit(
        thing,
        [](auto& x) {
            auto& c = x.coordinates;
            const auto last = c.back();
            for (std::size_t k = c.size() - 1; k > 0; --k) c[k] = c[k - 1];
            c.front() = last;
        },
        [](auto&) {});
    return thing;
}

template <class T>
std::optional<T> times_power(T x, int exponent) {
    const T y = std::ldexp(x, exponent);
    if (!std::isfinite(y) || std::ldexp(y, -exponent) != x) return {};
    return y;
}

/// All lengths times 2^exponent; empty where that rounds.
template <class Thing>
std::optional<Thing> scaled(Thing thing, int exponent) {
    bool exact = true;
    const auto scale = [&](auto& x) {
        const auto y = times_power(x, exponent);
        exact = exact && y.has_value();
        if (y) x = *y;
    };
    // The normal of a surface is no length.
    if constexpr (requires { thing.offset; }) {
        scale(thing.offset);
    } else {
        for_each_number(thing, scale);
    }
    return exact ? std::optional<Thing>(thing) : std::nullopt;
}

/// x + y when the sum is exact.
template <class T>
std::optional<T> exact_sum(T x, T y) {
    const T s = x + y;
    const T from_y = s - x;
    const T rest = (x - (s - from_y)) + (y - from_y);
    return rest == 0 && std::isfinite(s) ? std::optional<T>(s) : std::nullopt;
}
template <class T, int N>
std::optional<Vec<T, N>> exact_sum(const Vec<T, N>& x, const Vec<T, N>& y) {
    Vec<T, N> sum;
    for (int k = 0; k < N; ++k) {
        const std::optional<T> s = exact_sum(x[k], y[k]);
        if (!s) return {};
        sum[k] = *s;
    }
    return sum;
}

template <class Thing>
bool is_empty(const Thing&) {
    return false;
}
template <class T, int N>
bool is_empty(const Box<T, N>& box) {
    for (int k = 0; k < N; ++k) {
        if (box.lower[k] > box.upper[k]) return true;
    }
    return false;
}

template <class T, int N>
Ball<T, N> at_start(const MovingBall<T, N>& a) {
    return {a.center, a.radius};
}
template <class T, int N>
MovingBall<T, N> at_rest(const Ball<T, N>& a) {
    return {a.center, a.radius, {}};
}

/// How many numbers of T lie between two.
template <class T>
double ulps_between(T x, T y) {
    if (x == y) return 0;
    const T size = std::fabs(x) > std::fabs(y) ? std::fabs(x) : std::fabs(y);
    const T ulp = size - std::nextafter(size, T{0});
    return static_cast<double>(std::fabs(x - y) / ulp);
}

}  // namespace carom::fuzz
