// The exact contact quadratic of two balls in integers: all numbers of a pair times one power of two. It
// decides like support/rational_oracle.hpp, six times as fast, and gives times and their errors in
// extended precision.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "support/rational_oracle.hpp"

namespace carom::oracle {

using IntegerQuadratic = QuadraticOf<mpz_class>;

static_assert(std::numeric_limits<long double>::digits >= 64, "the times are compared with doubles");
static_assert(std::numeric_limits<long double>::max_exponent >= 16384,
              "degree 4 in any doubles is in the range");

/// Makes quadratics; keeps its numbers between the calls, so that memory is rarely asked for.
class QuadraticMaker {
public:
    template <class T, int N>
    const IntegerQuadratic& operator()(const MovingBall<T, N>& a, const MovingBall<T, N>& b) {
        lowest_ = std::numeric_limits<int>::max();
        for (const MovingBall<T, N>* ball : {&a, &b}) {
            see(ball->radius);
            for (int k = 0; k < N; ++k) {
                see(ball->center[k]);
                see(ball->displacement[k]);
            }
        }
        set(q_.a, 0.0);
        set(q_.b, 0.0);
        set(q_.c, 0.0);
        for (int k = 0; k < N; ++k) {
            span(d_, a.center[k], b.center[k]);
            span(w_, a.displacement[k], b.displacement[k]);
            mpz_addmul(q_.a.get_mpz_t(), w_.get_mpz_t(), w_.get_mpz_t());
            mpz_addmul(q_.b.get_mpz_t(), d_.get_mpz_t(), w_.get_mpz_t());
            mpz_addmul(q_.c.get_mpz_t(), d_.get_mpz_t(), d_.get_mpz_t());
        }
        span(d_, -a.radius, b.radius);
        mpz_submul(q_.c.get_mpz_t(), d_.get_mpz_t(), d_.get_mpz_t());
        return q_;
    }

private:
    /// x = mantissa 2^exponent with an odd mantissa.
    struct Odd {
        std::int64_t mantissa;
        int exponent;

        explicit Odd(double x) {
            int above = 0;
            mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &above), 53));
            const int zeros = mantissa == 0 ? 0 : __builtin_ctzll(static_cast<std::uint64_t>(mantissa));
            mantissa /= std::int64_t{1} << zeros;
            exponent = above - 53 + zeros;
        }
    };

    void see(double x) {
        if (x != 0) lowest_ = std::min(lowest_, Odd(x).exponent);
    }
    void set(mpz_class& result, double x) const {
        const Odd odd(x);
        mpz_set_si(result.get_mpz_t(), odd.mantissa);
        if (x == 0) return;
        mpz_mul_2exp(result.get_mpz_t(), result.get_mpz_t(),
                     static_cast<mp_bitcnt_t>(odd.exponent - lowest_));
    }
    void span(mpz_class& result, double x, double y) {
        set(result, y);
        set(other_, x);
        mpz_sub(result.get_mpz_t(), result.get_mpz_t(), other_.get_mpz_t());
    }

    int lowest_ = 0;
    IntegerQuadratic q_;
    mpz_class d_, w_, other_;
};

/// The leading 64 bits: within 2^-63, relatively.
inline long double leading(const mpz_class& x) {
    const std::size_t limbs = mpz_size(x.get_mpz_t());
    if (limbs == 0) return 0;
    const mp_limb_t* limb = mpz_limbs_read(x.get_mpz_t());
    long double value = static_cast<long double>(limb[limbs - 1]);
    if (limbs > 1) value += std::ldexp(static_cast<long double>(limb[limbs - 2]), -64);
    return static_cast<long double>(sgn(x)) * std::ldexp(value, 64 * (static_cast<int>(limbs) - 1));
}

/// The contact interval in the frame within 2^-60, relatively: exact coefficients, and sums of positive
/// terms.
struct Times {
    long double first = 0;
    long double last = 0;
};

inline Times times(const IntegerQuadratic& q, ContactState s) {
    Times t;
    if (s == ContactState::touching_parting) return t;
    if (q.a == 0) return {0, 1};
    const long double root = std::sqrt(leading(q.discriminant()));
    const long double b = leading(q.b);
    const long double c = leading(q.c);
    if (s == ContactState::will_touch) t.first = std::min(c / (root - b), 1.0L);
    if (q.at_end() <= 0) {
        t.last = 1;
    } else {
        t.last = std::min(b < 0 ? (root - b) / leading(q.a) : -c / (root + b), 1.0L);
    }
    return t;
}

/// The distance of the numbers of type T at `exact` >= 0.
template <class T>
long double ulp_at(long double exact) {
    using Limits = std::numeric_limits<T>;
    const int exponent = exact > 0 ? std::ilogb(exact) + 1 : Limits::min_exponent;
    return std::ldexp(1.0L, std::max(exponent, Limits::min_exponent) - Limits::digits);
}

/// |value - exact| in units in the last place of T at `exact` >= 0.
template <class T>
double ulp_error(T value, long double exact) {
    return static_cast<double>(std::fabs(static_cast<long double>(value) - exact) / ulp_at<T>(exact));
}

}  // namespace carom::oracle
