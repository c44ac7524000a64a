// Elementary functions of numbers of 113 bits, good to a few 2^-110 of the largest number involved.
#pragma once

#include "proof/wide.hpp"

namespace carom::proof {

/// pi in three doubles.
inline Wide wide_pi() {
    return Wide{0x1.921fb54442d18p+1} + Wide{0x1.1a62633145c07p-53} + Wide{-0x1.f1976b7ed8fbcp-109};
}

struct WideAngle {
    Wide sine;
    Wide cosine;
};

/// Of an angle in radians, not far beyond a full turn.
inline WideAngle sine_cosine(Wide angle) {
    constexpr int kHalvings = 4;
    Wide x = angle;
    for (int k = 0; k < kHalvings; ++k) x /= 2;
    Wide sine = 0;
    Wide lost = 0;  // 1 - cosine, which keeps its digits
    Wide term = x;
    for (int k = 2; k < 50; ++k) {
        if (k % 2 == 0) {
            sine += k % 4 == 2 ? term : -term;
        } else {
            lost += k % 4 == 3 ? term : -term;
        }
        term *= x / Wide(k);
    }
    for (int k = 0; k < kHalvings; ++k) {
        const Wide cosine = 1 - lost;
        lost = 2 * sine * sine;
        sine = 2 * sine * cosine;
    }
    return {sine, 1 - lost};
}

/// Of an angle in degrees.
inline WideAngle sine_cosine_of_degrees(double degrees) {
    return sine_cosine(Wide{std::fmod(degrees, 360.0)} * wide_pi() / 180);
}

/// e^x for x <= 0.
inline Wide exponential(Wide x) {
    if (x < -700) return 0;
    int halvings = 0;
    for (; x < Wide{-0.125}; x /= 2) ++halvings;
    Wide sum = 1;
    Wide term = 1;
    for (int k = 1; k < 30; ++k) {
        term *= x / Wide(k);
        sum += term;
    }
    for (int k = 0; k < halvings; ++k) sum *= sum;
    return sum;
}

/// The x in [low, high] where a rising function is 0, by bisection to the last digits of a double and beyond.
template <class F>
Wide zero_between(F f, Wide low, Wide high) {
    for (int k = 0; k < 100; ++k) {
        const Wide middle = (low + high) / 2;
        (f(middle) < 0 ? low : high) = middle;
    }
    return (low + high) / 2;
}

}  // namespace carom::proof
