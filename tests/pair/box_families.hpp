// Families of moving balls and boxes on which a wrong sign shows: exact contact with faces, edges and
// corners, and the same but for an ulp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <type_traits>

#include "carom/geom/box.hpp"
#include "support/pair_draws.hpp"

namespace carom::families {

template <class T, int N>
struct BallAndBox {
    MovingBall<T, N> ball;
    Box<T, N> box;
};

enum class BoxFamily {
    generic,
    inside,
    far_offset,
    near_tangent,
    lattice,
    lattice_tangent,
    lattice_by_an_ulp,
    every_scale,
    scales_apart,
    mixed_exponents,
};

inline constexpr std::array kBoxFamilyNames{
    "generic",
    "centre inside",
    "far offset",
    "past an edge or corner, nearly tangent",
    "lattice: exact contact at the start, between or at the end",
    "lattice: exactly tangent",
    "lattice, but for an ulp",
    "every power of two",
    "moves and lengths far apart",
    "mixed exponents",
};
inline constexpr std::size_t kBoxFamilies = kBoxFamilyNames.size();

inline std::string name(BoxFamily f) {
    return kBoxFamilyNames[static_cast<std::size_t>(f)];
}

/// Makes balls and boxes of a family; the seed fixes the sequence. One box in six is flat, one ball in six a
/// point.
template <class T, int N>
class BoxMaker : public Draws<T, N> {
public:
    using Base = Draws<T, N>;
    using Case = BallAndBox<T, N>;
    using Base::Base;
    using Base::integer;
    using Base::one_in;
    using Base::sign;
    using Base::uniform;
    using typename Base::Limits;

    Case operator()(BoxFamily family) {
        switch (family) {
            case BoxFamily::generic:
                return generic(0);
            case BoxFamily::inside:
                return inside();
            case BoxFamily::far_offset:
                return generic(kFloat ? 1e5 : 1e11);
            case BoxFamily::near_tangent:
                return near_tangent();
            case BoxFamily::lattice:
                return lattice(one_in(8));
            case BoxFamily::lattice_tangent:
                return lattice(true);
            case BoxFamily::lattice_by_an_ulp:
                return nudged(lattice(one_in(2)));
            case BoxFamily::every_scale:
                return every_scale();
            case BoxFamily::scales_apart:
                return scales_apart();
            case BoxFamily::mixed_exponents:
                return mixed_exponents();
        }
        return {};
    }

    /// All lengths times 2^length, the displacement times 2^move.
    static Case with_powers(Case c, int length, int move) {
        c.ball.radius = std::ldexp(c.ball.radius, length);
        for (int k = 0; k < N; ++k) {
            c.ball.center[k] = std::ldexp(c.ball.center[k], length);
            c.ball.displacement[k] = std::ldexp(c.ball.displacement[k], move);
            c.box.lower[k] = std::ldexp(c.box.lower[k], length);
            c.box.upper[k] = std::ldexp(c.box.upper[k], length);
        }
        return c;
    }

private:
    static constexpr bool kFloat = std::is_same_v<T, float>;

    T radius(double most) { return one_in(6) ? T{0} : static_cast<T>(uniform(0, most)); }

    Box<T, N> box(double offset) {
        Box<T, N> b{this->cube(2, offset), this->cube(2, offset)};
        for (int k = 0; k < N; ++k) {
            if (b.lower[k] > b.upper[k]) std::swap(b.lower[k], b.upper[k]);
        }
        if (one_in(6)) flatten(b);
        return b;
    }
    void flatten(Box<T, N>& b) {
        const int k = integer(0, N - 1);
        b.upper[k] = b.lower[k];
    }

    Case generic(double offset) {
        return {{this->cube(5, offset), radius(2), this->cube(8, 0)}, box(offset)};
    }

    Case inside() {
        Case c{{{}, radius(1), this->cube(6, 0)}, box(0)};
        for (int k = 0; k < N; ++k) {
            const double part = one_in(4) ? integer(0, 4) / 4.0 : uniform(0, 1);
            c.ball.center[k] = static_cast<T>(c.box.lower[k] + part * (c.box.upper[k] - c.box.lower[k]));
            if (one_in(5)) c.ball.displacement[k] = 0;
        }
        return c;
    }

    /// The centre passes a point of the box's surface at r (1 + off), off down to half an ulp.
    Case near_tangent() {
        Case c{{{}, radius(1), {}}, box(0)};
        const auto side = sides();
        auto normal = this->unit();
        double size = 0;
        for (std::size_t k = 0; k < N; ++k) {
            normal[k] = side[k] * std::fabs(normal[k]);
            size += normal[k] * normal[k];
        }
        for (double& x : normal) x /= std::sqrt(size);
        const auto along = this->across(normal);
        const double off = 1 + std::ldexp(uniform(-1, 1), -integer(4, Limits::digits + 1));
        const double before = uniform(-0.2, 1.2);
        const double way = uniform(0.5, 8);
        for (int k = 0; k < N; ++k) {
            const auto i = static_cast<std::size_t>(k);
            const double at =
                feature(c.box, k, side[i]) + static_cast<double>(c.ball.radius) * off * normal[i];
            c.ball.displacement[k] = static_cast<T>(way * along[i]);
            c.ball.center[k] = static_cast<T>(at - before * way * along[i]);
        }
        return c;
    }

    /// For each axis: is the point on the lower face (-1), on the upper one (1), or between (0)? Not all
    /// between.
    std::array<int, 3> sides() {
        for (;;) {
            std::array<int, 3> side{};
            int outside = 0;
            for (std::size_t k = 0; k < N; ++k) {
                side[k] = integer(-1, 1);
                outside += side[k] != 0;
            }
            if (outside > 0) return side;
        }
    }
    double feature(const Box<T, N>& b, int k, int side) {
        if (side != 0) return static_cast<double>(side < 0 ? b.lower[k] : b.upper[k]);
        return uniform(static_cast<double>(b.lower[k]), static_cast<double>(b.upper[k]));
    }

    /// Integer vectors of integer length; the last number is the length.
    static constexpr std::array<std::array<int, 4>, 8> kRods{{{3, 4, 0, 5},
                                                              {5, 12, 0, 13},
                                                              {8, 15, 0, 17},
                                                              {20, 21, 0, 29},
                                                              {1, 2, 2, 3},
                                                              {2, 3, 6, 7},
                                                              {1, 4, 8, 9},
                                                              {2, 6, 9, 11}}};

    /// At u = part / whole the centre is at the distance r from a face, edge or corner, all in integers.
    Case lattice(bool tangent) {
        const auto side = sides();
        const std::array<int, 3> m = rod(side);
        const auto v = tangent
                           ? lattice_across(m)
                           : std::array<int, 3>{integer(-9, 9), integer(-9, 9), N == 3 ? integer(-9, 9) : 0};
        const int whole = one_in(2) ? 1 << integer(0, 4) : integer(1, 12);
        const int part = one_in(4) ? 0 : one_in(4) ? whole : integer(0, whole);
        const bool flat = one_in(6);
        const bool touches = !one_in(6);  // otherwise the ball is a point
        Case c;
        int square = 0;
        for (std::size_t i = 0; i < N; ++i) {
            const int k = static_cast<int>(i);
            const int lower = integer(-40, 40);
            const int upper = lower + (flat && k == 0 ? 0 : integer(0, 60));
            const int point = side[i] < 0 ? lower : side[i] > 0 ? upper : integer(lower, upper);
            const int reach = touches ? m[i] : 0;
            square += reach * reach;
            c.box.lower[k] = static_cast<T>(lower);
            c.box.upper[k] = static_cast<T>(upper);
            c.ball.center[k] = static_cast<T>(point + reach - part * v[i]);
            c.ball.displacement[k] = static_cast<T>(whole * v[i]);
        }
        c.ball.radius = std::sqrt(static_cast<T>(square));
        const int power = integer(-12, 3);
        return with_powers(c, power, power);
    }
    /// An integer vector of integer length with the signs `side`.
    std::array<int, 3> rod(const std::array<int, 3>& side) {
        std::array<int, 3> m{};
        const int outside = side[0] * side[0] + side[1] * side[1] + side[2] * side[2];
        if (outside == 1) {
            const int length = integer(1, 20);
            for (std::size_t k = 0; k < 3; ++k) m[k] = side[k] * length;
            return m;
        }
        auto some = kRods[static_cast<std::size_t>(outside == 2 ? integer(0, 3) : integer(4, 7))];
        if (one_in(2)) std::swap(some[0], some[1]);
        std::size_t next = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            if (side[k] != 0) m[k] = side[k] * some[next++];
        }
        return m;
    }
    std::array<int, 3> lattice_across(const std::array<int, 3>& m) {
        const int n = integer(-4, 4);
        if (N == 2) return {-n * m[1], n * m[0], 0};
        const std::array<int, 3> x{integer(-3, 3), integer(-3, 3), integer(-3, 3)};
        return {m[1] * x[2] - m[2] * x[1], m[2] * x[0] - m[0] * x[2], m[0] * x[1] - m[1] * x[0]};
    }

    /// Moves one of the numbers to the next one above or below; the box stays a box.
    Case nudged(Case c) {
        const T to = one_in(2) ? Limits::max() : -Limits::max();
        const int k = integer(0, N - 1);
        switch (integer(0, 4)) {
            case 0:
                c.ball.center[k] = std::nextafter(c.ball.center[k], to);
                break;
            case 1:
                c.ball.displacement[k] = std::nextafter(c.ball.displacement[k], to);
                break;
            case 2:
                c.ball.radius = std::fabs(std::nextafter(c.ball.radius, to));
                break;
            case 3:
                c.box.lower[k] = std::min(c.box.upper[k], std::nextafter(c.box.lower[k], to));
                break;
            default:
                c.box.upper[k] = std::max(c.box.lower[k], std::nextafter(c.box.upper[k], to));
        }
        return c;
    }

    Case every_scale() {
        constexpr int lowest = Limits::min_exponent - Limits::digits;
        constexpr int highest = Limits::max_exponent - 12;
        const int power = one_in(2) ? integer(lowest, lowest + 30) : integer(lowest, highest);
        return with_powers(one_in(2) ? generic(0) : lattice(one_in(2)), power, power);
    }
    Case scales_apart() {
        constexpr int lowest = Limits::min_exponent + 16;
        constexpr int highest = Limits::max_exponent - 20;
        const int length = integer(lowest, highest);
        return with_powers(lattice(one_in(2)), length,
                           one_in(2) ? integer(length, highest) : integer(lowest, highest));
    }

    T anywhere() {
        constexpr int lowest = Limits::min_exponent - Limits::digits / 2;
        return static_cast<T>(sign()) *
               std::ldexp(static_cast<T>(uniform(1, 2)), integer(lowest, Limits::max_exponent - 4));
    }
    /// Components of any size; the way leads to a corner, but for the radius and one wrong component.
    Case mixed_exponents() {
        Case c;
        c.ball.radius = one_in(6) ? T{0} : std::fabs(anywhere());
        const T times = static_cast<T>(integer(1, 2));
        for (int k = 0; k < N; ++k) {
            c.ball.center[k] = one_in(3) ? T{0} : anywhere();
            c.box.lower[k] = one_in(3) ? T{0} : anywhere();
            c.box.upper[k] = one_in(3) ? c.box.lower[k] : one_in(3) ? T{0} : anywhere();
            if (c.box.lower[k] > c.box.upper[k]) std::swap(c.box.lower[k], c.box.upper[k]);
            c.ball.displacement[k] =
                times * ((one_in(2) ? c.box.lower[k] : c.box.upper[k]) - c.ball.center[k]);
        }
        if (one_in(2))
            c.ball.displacement[integer(0, N - 1)] += static_cast<T>(sign()) * times * c.ball.radius;
        if (one_in(2)) c.ball.center[integer(0, N - 1)] += static_cast<T>(sign()) * c.ball.radius;
        return one_in(4) ? nudged(c) : c;
    }
};

/// f(case, family) for `count` cases of each family.
template <class T, int N, class F>
void for_each_box_case(unsigned seed, int count, F f) {
    for (std::size_t i = 0; i < kBoxFamilies; ++i) {
        BoxMaker<T, N> make(seed);
        const auto family = static_cast<BoxFamily>(i);
        for (int n = 0; n < count; ++n) f(make(family), family);
    }
}

}  // namespace carom::families
