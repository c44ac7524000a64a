// A double with a bound of its error: the filter before exact arithmetic.
//
// Each operation adds its own rounding (2^-53 of the result, or less than 2^-1074 where it is subnormal) and
// the propagated bounds, enlarged by 2^-50 for the roundings of the bound itself. Overflow makes the bound
// infinite or NaN, which decides nothing. Test: tests/math/exact_test.cpp.
#pragma once

#include <cmath>

#include "math/exact.hpp"

namespace carom::detail {

struct Bounded {
    double value = 0;
    double error = 0;  ///< |value - true value| <= error

    Bounded() = default;
    explicit Bounded(double x) : value(x) {}
    Bounded(double x, double propagated)
        : value(x), error((propagated + 0x1p-53 * std::fabs(x)) * (1 + 0x1p-50) + 0x1p-1070) {}

    bool has_sign() const { return std::fabs(value) > error; }
    int sign() const { return value < 0 ? -1 : 1; }

    Bounded operator-() const {
        Bounded result = *this;
        result.value = -value;
        return result;
    }
    friend Bounded operator+(const Bounded& x, const Bounded& y) {
        return {x.value + y.value, x.error + y.error};
    }
    friend Bounded operator-(const Bounded& x, const Bounded& y) {
        return {x.value - y.value, x.error + y.error};
    }
    friend Bounded operator*(const Bounded& x, const Bounded& y) {
        return {x.value * y.value,
                std::fabs(x.value) * y.error + std::fabs(y.value) * x.error + x.error * y.error};
    }
};

/// Turns inputs into numbers of one kind: Bounded, or Exact<1>.
template <class Number>
struct NumberFrom {
    Number operator()(double x) const { return Number(x); }
};

/// The sign of a homogeneous polynomial, always right. `f(number)` evaluates it, `number(x)` being an input.
template <class F>
int sign_of(F f) {
    const Bounded estimate = f(NumberFrom<Bounded>{});
    return estimate.has_sign() ? estimate.sign() : f(NumberFrom<Exact<1>>{}).sign();
}

}  // namespace carom::detail
