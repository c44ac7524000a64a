// Families of two pairs whose first contacts are at the same time, or almost: hard questions about which
// comes first. And families of impacts: hard questions about velocities.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "carom/pair/bounce.hpp"
#include "support/pair_families.hpp"

namespace carom::families {

template <class T, int N>
struct TwoPairs {
    MovingPair<T, N> one;
    MovingPair<T, N> two;
};

enum class FirstTimes {
    equal_fractions,
    equal_roots,
    an_ulp_apart,
    nearly_equal,
    any,
};

inline constexpr std::array kFirstTimesNames{
    "first times equal, rational",
    "first times equal, with a root",
    "equal but for an ulp of one input",
    "first times nearly equal",
    "pairs of any family",
};

inline std::string name(FirstTimes f) {
    return kFirstTimesNames[static_cast<std::size_t>(f)];
}

inline const std::vector<FirstTimes>& all_first_times() {
    static const std::vector<FirstTimes> list{FirstTimes::equal_fractions, FirstTimes::equal_roots,
                                              FirstTimes::an_ulp_apart, FirstTimes::nearly_equal,
                                              FirstTimes::any};
    return list;
}

/// Makes two pairs to compare; the seed fixes the sequence.
template <class T, int N>
class FirstTimesMaker : public Maker<T, N> {
public:
    using Base = Maker<T, N>;
    using Pairs = TwoPairs<T, N>;
    using Base::Base;
    using Base::integer;
    using Base::one_in;
    using Base::uniform;
    using Base::whole;
    using typename Base::Limits;
    using typename Base::Pair;
    using typename Base::Real3;
    using Base::operator();

    Pairs operator()(FirstTimes family) {
        switch (family) {
            case FirstTimes::equal_fractions:
                return equal_fractions();
            case FirstTimes::equal_roots:
                return equal_roots();
            case FirstTimes::an_ulp_apart:
                return an_ulp_apart();
            case FirstTimes::nearly_equal:
                return nearly_equal();
            case FirstTimes::any:
                return {any_pair(), any_pair()};
        }
        return {};
    }

private:
    /// In contact first at exactly part / whole: d = m - part v and w = whole v, |m| = r, m.v < 0.
    Pair at_fraction(int part, int whole_frame) {
        const std::int64_t length = Base::full_length() / 2;
        const std::int64_t step = length / whole_frame;
        const auto r = static_cast<double>(whole(1, length));
        const Real3 v{-static_cast<double>(whole(1, step)), static_cast<double>(whole(-step, step)),
                      N == 3 ? static_cast<double>(whole(-step, step)) : 0};
        return this->rotated({r - part * v[0], -part * v[1], -part * v[2]},
                             {whole_frame * v[0], whole_frame * v[1], whole_frame * v[2]}, r,
                             Base::full_grid());
    }
    Pairs equal_fractions() {
        const int whole_frame = integer(1, 60);
        const int part = integer(1, whole_frame);
        return {at_fraction(part, whole_frame), at_fraction(part, whole_frame)};
    }

    /// The same small integers turned and enlarged in two ways. Most roots are irrational.
    Pairs equal_roots() {
        for (;;) {
            const auto i = [&](int n) { return static_cast<double>(integer(-n, n)); };
            const Real3 d{i(9), i(9), N == 3 ? i(9) : 0};
            const Real3 w{i(9), i(9), N == 3 ? i(9) : 0};
            const double r = integer(1, 9);
            const double a = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
            const double b = d[0] * w[0] + d[1] * w[1] + d[2] * w[2];
            const double c = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - r * r;
            if (c <= 0 || b >= 0 || b * b < a * c || (a + 2 * b + c > 0 && a + b < 0)) continue;
            const int size = integer(Limits::min_exponent + 13, Limits::max_exponent - 20);
            const Pair plain = enlarged(d, w, r);
            const Pair scaled = Base::with_powers(enlarged(d, w, r), size, size);
            return one_in(2) ? Pairs{plain, scaled} : Pairs{scaled, plain};
        }
    }
    Pair enlarged(const Real3& d, const Real3& w, double r) {
        const double n = integer(1, 5);
        return this->rotated({n * d[0], n * d[1], n * d[2]}, {n * w[0], n * w[1], n * w[2]}, n * r);
    }

    Pairs an_ulp_apart() {
        Pairs p = one_in(2) ? equal_fractions() : equal_roots();
        (one_in(2) ? p.one : p.two) = this->nudged(one_in(2) ? p.one : p.two);
        return p;
    }

    /// One pair with all lengths times 1 + e: e down to half an ulp, so that some round to the same pair.
    Pairs nearly_equal() {
        constexpr std::array kinds{Family::generic, Family::near_tangent, Family::small_far, Family::pool};
        const Pair one = (*this)(kinds[static_cast<std::size_t>(integer(0, 3))]);
        const double more = 1 + std::ldexp(uniform(-1, 1), -integer(8, Limits::digits));
        Pair two = one;
        for (MovingBall<T, N>* ball : {&two.a, &two.b}) {
            ball->radius = static_cast<T>(more * static_cast<double>(ball->radius));
            for (int k = 0; k < N; ++k)
                ball->center[k] = static_cast<T>(more * static_cast<double>(ball->center[k]));
        }
        return {one, two};
    }

    Pair any_pair() { return (*this)(all()[static_cast<std::size_t>(whole(0, kNames.size() - 1))]); }
};

/// Two bodies and what they keep of their speed.
template <class T, int N>
struct Impact {
    Body<T, N> a;
    Body<T, N> b;
    T restitution = 1;
};

enum class ImpactFamily {
    generic,
    mass_ratios,
    barely_closing,
    speeds_apart,
};

inline constexpr std::array kImpactNames{
    "generic bodies",
    "mass ratios to 1e20",
    "barely closing",
    "speeds far apart",
};

inline std::string name(ImpactFamily f) {
    return kImpactNames[static_cast<std::size_t>(f)];
}

inline const std::vector<ImpactFamily>& all_impacts() {
    static const std::vector<ImpactFamily> list{ImpactFamily::generic, ImpactFamily::mass_ratios,
                                                ImpactFamily::barely_closing, ImpactFamily::speeds_apart};
    return list;
}

/// Makes impacts; the seed fixes the sequence. Two of three close.
template <class T, int N>
class ImpactMaker : public Draws<T, N> {
public:
    using Draws<T, N>::Draws;
    using typename Draws<T, N>::Real3;
    using Draws<T, N>::cube;
    using Draws<T, N>::integer;
    using Draws<T, N>::one_in;
    using Draws<T, N>::uniform;

    Impact<T, N> operator()(ImpactFamily family) {
        Impact<T, N> impact{body(), body(), static_cast<T>(integer(0, 8) / 8.0)};
        switch (family) {
            case ImpactFamily::generic:
                break;
            case ImpactFamily::mass_ratios:
                (one_in(2) ? impact.a : impact.b).inverse_mass =
                    one_in(8) ? T{0} : static_cast<T>(this->decades(-20, 0));
                break;
            case ImpactFamily::barely_closing:
                slide(impact);
                break;
            case ImpactFamily::speeds_apart: {
                const T factor = static_cast<T>(this->decades(-16, 16));
                for (int k = 0; k < N; ++k) impact.a.velocity[k] *= factor;
                break;
            }
        }
        if (!one_in(3)) close(impact);
        return impact;
    }

private:
    Body<T, N> body() { return {cube(5, 0), cube(8, 0), static_cast<T>(uniform(0.1, 10))}; }

    /// The relative velocity runs across the line of centres, but for a part down to 1e-16.
    void slide(Impact<T, N>& impact) {
        Real3 along{};
        for (int k = 0; k < N; ++k)
            along[static_cast<std::size_t>(k)] = static_cast<double>(impact.b.center[k] - impact.a.center[k]);
        const Real3 aside = this->across(along);
        const double part = this->sign() * this->decades(-16, -1);
        if (one_in(2)) impact.a.velocity = {};
        for (int k = 0; k < N; ++k) {
            const auto i = static_cast<std::size_t>(k);
            impact.b.velocity[k] =
                static_cast<T>(static_cast<double>(impact.a.velocity[k]) + aside[i] + part * along[i]);
        }
    }

    /// Exchanges the velocities where the bodies part, roughly.
    static void close(Impact<T, N>& impact) {
        double approach = 0;
        for (int k = 0; k < N; ++k) {
            approach += static_cast<double>(impact.b.center[k] - impact.a.center[k]) *
                        static_cast<double>(impact.b.velocity[k] - impact.a.velocity[k]);
        }
        if (approach > 0) std::swap(impact.a.velocity, impact.b.velocity);
    }
};

}  // namespace carom::families
