// Families of moving pairs on which textbook code fails: each stresses one cause (docs/accuracy.md).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "support/pair_draws.hpp"

namespace carom::families {

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
    pool,
    unit_far,
    coin_very_far,
    nearly_touching,
    billion_offset,
    wide_tangent,
    wide_tangent_by_an_ulp,
    wide_touching,
    touching_by_an_ulp,
    wide_ending,
    ending_by_an_ulp,
    every_scale,
    scales_apart,
    tiny_component,
    mixed_exponents,
};

inline constexpr std::array kNames{
    "generic",
    "near tangent",
    "R = 0.02 at 100 to 1000",
    "far offset",
    "scaled",
    "exactly tangent",
    "tangent but for an ulp",
    "touching at the start",
    "touching at the end",
    "pool table",
    "R = 1 at 1e4",
    "R = 0.02 at 1e7 to 1e8",
    "gap of 1e-16 to 1e-3 R",
    "offset to 1e9",
    "exactly tangent, all bits",
    "tangent but for an ulp, all bits",
    "touching at the start, all bits",
    "touching but for an ulp",
    "touching at the end, all bits",
    "ending but for an ulp",
    "every power of two",
    "moves and lengths far apart",
    "one tiny component decides",
    "mixed exponents",
};

inline std::string name(Family f) {
    return kNames[static_cast<std::size_t>(f)];
}

inline const std::vector<Family>& all() {
    static const std::vector<Family> list = [] {
        std::vector<Family> every;
        for (std::size_t i = 0; i < kNames.size(); ++i) every.push_back(static_cast<Family>(i));
        return every;
    }();
    return list;
}

/// Makes pairs of a family; the seed fixes the sequence.
template <class T, int N>
class Maker : public Draws<T, N> {
public:
    using Base = Draws<T, N>;
    using Pair = MovingPair<T, N>;
    using Base::Base;
    using Base::decades;
    using Base::integer;
    using Base::one_in;
    using Base::sign;
    using Base::uniform;
    using Base::whole;
    using typename Base::Grid;
    using typename Base::Limits;
    using typename Base::Real3;

    Pair operator()(Family family) {
        switch (family) {
            case Family::generic:
                return this->generic(1, 1, 0);
            case Family::near_tangent:
                return near_tangent();
            case Family::small_far:
                return small_far();
            case Family::far_offset:
                return this->generic(1, 1, kFloat ? 1e5 : 1e11);
            case Family::scaled:
                return scaled();
            case Family::tangent:
                return tangent(30, 40, {});
            case Family::tangent_by_an_ulp:
                return tangent_by_an_ulp(tangent(30, 40, {}));
            case Family::touching:
                return touching(30, {});
            case Family::ending:
                return ending(30, 40, {});
            case Family::pool:
                return pool();
            default:
                return harder(family);
        }
    }

private:
    static constexpr bool kFloat = std::is_same_v<T, float>;
    /// The exponents that stand side by side in one vector.
    static constexpr int kSmallestMixed = kFloat ? -140 : -1000;
    static constexpr int kLargestMixed = kFloat ? 120 : 1000;

    Pair harder(Family family) {
        const std::int64_t length = Base::full_length();
        const Grid grid = Base::full_grid();
        switch (family) {
            case Family::unit_far:
                return unit_far();
            case Family::coin_very_far:
                return coin_very_far();
            case Family::nearly_touching:
                return nearly_touching();
            case Family::billion_offset:
                return billion_offset();
            case Family::wide_tangent:
                return tangent(length, length, grid);
            case Family::wide_tangent_by_an_ulp:
                return tangent_by_an_ulp(tangent(length, length, grid));
            case Family::wide_touching:
                return touching(length, grid);
            case Family::touching_by_an_ulp:
                return this->nudged(one_in(2) ? touching(length, grid) : touching(30, {}));
            case Family::wide_ending:
                return ending(length / 2, length / 2, grid);
            case Family::ending_by_an_ulp:
                return this->nudged(one_in(2) ? ending(length / 2, length / 2, grid) : ending(30, 40, {}));
            case Family::every_scale:
                return every_scale();
            case Family::scales_apart:
                return scales_apart();
            case Family::tiny_component:
                return tiny_component();
            case Family::mixed_exponents:
                return mixed_exponents();
            default:
                return {};
        }
    }

    Pair near_tangent() {
        const double ra = uniform(0.1, 1);
        const double rb = uniform(0.1, 1);
        const double off = std::ldexp(uniform(-1, 1), -integer(8, kFloat ? 26 : 55));
        const double along = uniform(0, 10);
        return this->passing(along, (ra + rb) * (1 + off), along * uniform(0.8, 3), ra, rb);
    }
    Pair small_far() {
        const double along = uniform(100, 1000);
        return this->passing(along, 0.02 * uniform(-1.2, 1.2), along * uniform(0.9, 3), 0.01, 0.01);
    }
    Pair unit_far() {
        const double along = uniform(5e3, 2e4);
        return this->passing(along, uniform(-1.2, 1.2), along * uniform(0.9, 3), 0.5, 0.5);
    }
    /// b comes from so far that its coordinates are coarser than the balls; its line passes exactly through
    /// the origin, and a lies within 1.2 R of it.
    Pair coin_very_far() {
        const double distance = decades(7, 8);
        const Real3 x = this->unit();
        const Real3 y = this->across(x);
        const double miss = 0.02 * uniform(-1.2, 1.2);
        const double grain = std::exp2(std::ceil(std::log2(distance)) - (kFloat ? 19 : 40));
        const double part = integer(7, 24) / 8.0;
        Pair p;
        p.a = {{}, T(0.01), this->cube(0.002, 0)};
        p.b.radius = T(0.01);
        for (int k = 0; k < N; ++k) {
            const auto i = static_cast<std::size_t>(k);
            const double start = std::round(distance * x[i] / grain) * grain;
            p.a.center[k] = static_cast<T>(miss * y[i]);
            p.b.center[k] = static_cast<T>(start);
            p.b.displacement[k] = static_cast<T>(-part * start);
        }
        return p;
    }
    /// b touches the origin exactly and a is moved away from it, or for one in eight toward it, by a part of
    /// R far below the grain of b's coordinates.
    Pair nearly_touching() {
        const auto r = static_cast<double>(integer(1, 30));
        Pair p = this->rotated({r, 0, 0}, {0, 0, 0}, r, {5, 0, -12, 3});
        const double part = decades(-16, -3) * (one_in(8) ? -1 : 1);
        const double speed = one_in(2) ? std::fabs(part) * uniform(0.5, 4) : uniform(0.05, 4);
        const Real3 aside = this->unit();
        const double size = static_cast<double>(p.a.radius) + static_cast<double>(p.b.radius);
        MovingBall<T, N>& mover = one_in(2) ? p.a : p.b;
        const double toward = &mover == &p.a ? speed : -speed;
        for (int k = 0; k < N; ++k) {
            const auto way = static_cast<double>(p.b.center[k]);
            p.a.center[k] = static_cast<T>(-part * way);
            mover.displacement[k] =
                static_cast<T>(toward * (way + 0.5 * size * aside[static_cast<std::size_t>(k)]));
        }
        return p;
    }
    /// The scene is as large as the grain of its coordinates demands: of floats near 1e9 that is 64.
    Pair billion_offset() {
        const double offset = sign() * decades(3, 9);
        const double size = std::max(1.0, 4 * std::fabs(offset) * static_cast<double>(Limits::epsilon()));
        return this->generic(size, size, offset);
    }
    Pair scaled() {
        const int range = kFloat ? 50 : 450;
        const int size = integer(-range, range);
        const int speed = integer(-4, 4) + size;
        return Base::with_powers(this->generic(1, 1, 0), size, speed);
    }

    Pair tangent(std::int64_t largest_radius, std::int64_t length, const Grid& grid) {
        const auto r = static_cast<double>(whole(1, largest_radius));
        const std::int64_t along = whole(1, length);
        const auto way = static_cast<double>(along + whole(-along, length));
        return this->rotated({-static_cast<double>(along), r, 0}, {way, 0, 0}, r, grid);
    }
    Pair tangent_by_an_ulp(Pair p) {
        p.b.radius = std::nextafter(p.b.radius, integer(0, 1) == 0 ? T{0} : Limits::max());
        return p;
    }
    Pair touching(std::int64_t largest_radius, const Grid& grid) {
        const auto r = static_cast<double>(whole(1, largest_radius));
        const double unit = largest_radius > 30 ? static_cast<double>(whole(1, largest_radius / 4)) : 1;
        return this->rotated({r, 0, 0}, {unit * integer(-3, 3), unit * integer(-1, 1), 0}, r, grid);
    }
    /// In contact first at exactly u = 1, head-on or grazing.
    Pair ending(std::int64_t largest_radius, std::int64_t length, const Grid& grid) {
        const auto r = static_cast<double>(whole(1, largest_radius));
        const auto way = static_cast<double>(whole(1, length));
        if (integer(0, 1) == 0) return this->rotated({r + way, 0, 0}, {-way, 0, 0}, r, grid);
        return this->rotated({-way, r, 0}, {way, 0, 0}, r, grid);
    }

    /// Generic or exact pairs, all numbers times one power of two, from subnormals (where most become 0) to
    /// the largest that are finite; some differences are not.
    Pair every_scale() {
        constexpr int lowest = Limits::min_exponent - Limits::digits - 3;
        constexpr int highest = Limits::max_exponent - 4;
        const int where = integer(0, 3);
        const int size = where == 0   ? integer(lowest, lowest + 30)
                         : where == 1 ? integer(highest - 8, highest)
                                      : integer(lowest, highest);
        if (!one_in(3)) return Base::with_powers(this->generic(1, 1, 0), size, size);
        const int exact = std::clamp(size - 12, lowest + 16, highest - 14);
        return Base::with_powers(any_exact(), exact, exact);
    }
    Pair any_exact() {
        const int kind = integer(0, 2);
        return kind == 0 ? tangent(30, 40, {}) : kind == 1 ? touching(30, {}) : ending(30, 40, {});
    }
    /// Aimed well enough to meet at any speed; or exactly touching or tangent with any speed.
    Pair scales_apart() {
        constexpr int lowest = Limits::min_exponent + 13;
        constexpr int highest = Limits::max_exponent - 20;
        const int length = integer(lowest, highest);
        if (one_in(3)) return Base::with_powers(touching(30, {}), length, integer(lowest, highest));
        const int move = integer(length, highest);
        if (one_in(2)) return Base::with_powers(tangent(30, 40, {}), length, move);
        const double ra = uniform(0, 1);
        const double rb = uniform(0.1, 1);
        return Base::with_powers(
            this->passing(uniform(1, 5), (ra + rb) * uniform(-1.1, 1.1), uniform(1, 8), ra, rb), length,
            move);
    }

    /// A number with one of the exponents from `low` to `high`.
    T anywhere(int low, int high) {
        return static_cast<T>(sign()) * std::ldexp(static_cast<T>(uniform(1, 2)), integer(low, high));
    }
    T anywhere_or_zero(int low, int high) { return one_in(3) ? T{0} : anywhere(low, high); }

    /// b touches a along one axis, or is tangent to it; components, or a radius, anywhere below decide.
    Pair tiny_component() {
        const int axis = integer(0, N - 1);
        const int other = (axis + integer(1, N - 1)) % N;
        const int exponent = one_in(2) ? integer(-4, 4) : integer(kSmallestMixed + 40, kLargestMixed - 4);
        const T r = std::ldexp(static_cast<T>(uniform(1, 2)), exponent);
        const auto tiny = [&] { return anywhere_or_zero(kSmallestMixed, exponent); };
        Pair p;
        p.b.center[axis] = static_cast<T>(sign()) * r;
        p.b.center[other] = tiny();
        p.a.radius = one_in(2) ? r : r / 2;
        p.b.radius = p.a.radius == r ? std::fabs(tiny()) : r / 2;
        if (one_in(3)) p.a.center[axis] = tiny();
        if (one_in(3)) p.a.displacement[integer(0, N - 1)] = tiny();
        if (one_in(2)) {  // head-on at the end of the tiny gap, or sliding along it
            p.b.displacement[axis] = static_cast<T>(one_in(3) ? 1 : -1) * p.b.center[axis] * T(0.5);
            p.b.displacement[other] = tiny();
        } else {
            p.b.displacement[axis] = one_in(2) ? tiny() : T{0};
            p.b.displacement[other] = -p.b.center[other] * static_cast<T>(integer(0, 3));
        }
        return p;
    }

    /// d and w have components of any size and b's line passes through a's centre, but for one component that
    /// is about as wrong as the radius allows, or exactly.
    Pair mixed_exponents() {
        Pair p;
        const T times = static_cast<T>(integer(0, 1) + 1);
        for (int k = 0; k < N; ++k) {
            p.b.center[k] = anywhere_or_zero(kSmallestMixed, kLargestMixed);
            p.b.displacement[k] = -times * p.b.center[k];
        }
        const T r = std::fabs(anywhere(kSmallestMixed + 4, kLargestMixed));
        (one_in(2) ? p.a : p.b).radius = r;
        T& wrong = p.b.displacement[integer(0, N - 1)];
        if (one_in(2)) wrong += static_cast<T>(sign()) * times * r;
        if (one_in(4)) wrong *= static_cast<T>(uniform(0.5, 1.5));
        if (one_in(4)) return this->nudged(p);
        if (one_in(2)) p.a.displacement[integer(0, N - 1)] = anywhere(kSmallestMixed, 0);
        return p;
    }

    Pair pool() {
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
};

}  // namespace carom::families
