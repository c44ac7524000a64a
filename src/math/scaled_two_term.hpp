// Arithmetic of non-negative two-term numbers with an exponent of their own, for quotients of exact values of
// any size.
#pragma once

#include <algorithm>
#include <cmath>

#include "math/exact.hpp"

namespace carom::detail {

inline ScaledTwoTerm shifted(const ScaledTwoTerm& x, int exponent) {
    const int by = x.exponent - exponent;
    return {{std::ldexp(x.value.hi, by), std::ldexp(x.value.lo, by)}, exponent};
}

inline ScaledTwoTerm operator*(const ScaledTwoTerm& x, const ScaledTwoTerm& y) {
    return {x.value * y.value, x.exponent + y.exponent};
}

inline ScaledTwoTerm operator+(const ScaledTwoTerm& x, const ScaledTwoTerm& y) {
    if (x.value.hi == 0) return y;
    if (y.value.hi == 0) return x;
    const int common = std::max(x.exponent, y.exponent);
    return {shifted(x, common).value + shifted(y, common).value, common};
}

inline ScaledTwoTerm magnitude(ScaledTwoTerm x) {
    if (x.value.hi < 0) x.value = -x.value;
    return x;
}

/// For an even exponent, as products of two factors have.
inline ScaledTwoTerm square_root(const ScaledTwoTerm& x) {
    return {square_root(x.value), x.exponent / 2};
}

/// x / y rounded once, but for 2^-9 ulp.
inline double ratio(const ScaledTwoTerm& x, const ScaledTwoTerm& y) {
    const double reciprocal = 1 / y.value.hi;
    const double estimate = x.value.hi * reciprocal;
    const TwoTerm rest = x.value - TwoTerm{estimate, 0} * y.value;
    return std::ldexp(estimate + rest.hi * reciprocal, x.exponent - y.exponent);
}

}  // namespace carom::detail
