// The N-th root with + * / and sqrt only, so that it is the same bits everywhere.
#pragma once

#include <cmath>

namespace carom::detail {

/// x^(1/2) or x^(1/3) for x > 0, within a few ulp.
template <int N>
double side_of(double x) {
    if constexpr (N == 2) return std::sqrt(x);
    int exponent = 0;
    double part = std::frexp(x, &exponent);
    for (; exponent % 3 != 0; ++exponent) part /= 2;
    double root = 1;
    for (int i = 0; i < 12; ++i) root -= (root - part / (root * root)) / 3;
    return std::ldexp(root, exponent / 3);
}

}  // namespace carom::detail
