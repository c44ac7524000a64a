// Random numbers that belong to an occasion, not to a sequence: the same ball at the same time draws the same
// numbers, whatever else was drawn before. Only + - * / and sqrt, so the same bits everywhere.
//
// The counter is mixed by math/mixed.hpp. Normal deviates by Marsaglia's polar method (SIAM Review 6 (1964)
// 260). Tests: tests/math/noise_test.cpp.
#pragma once

#include <cmath>
#include <cstdint>

#include "carom/math/vec.hpp"
#include "math/mixed.hpp"

namespace carom::detail {

/// Natural logarithm of a normal x > 0, good to some 2^-50: the exponent, and the series of atanh.
inline double natural_logarithm(double x) {
    int exponent = 0;
    double mantissa = std::frexp(x, &exponent);
    if (mantissa < 0.70710678118654752) {
        mantissa *= 2;
        --exponent;
    }
    const double z = (mantissa - 1) / (mantissa + 1);
    const double square = z * z;
    double sum = 0;
    for (int k = 25; k > 0; k -= 2) sum = sum * square + 1.0 / k;
    return 2 * z * sum + exponent * 0.69314718055994531;
}

class Noise {
public:
    Noise(std::uint64_t seed, std::uint64_t ball, std::uint64_t a, std::uint64_t b)
        : key_(mixed(mixed(mixed(mixed(seed) + ball) + a) + b)) {}

    /// Evenly from the odd multiples of 2^-53 in (0, 1).
    double uniform() { return (static_cast<double>(next() >> 12U) + 0.5) * 0x1p-52; }

    /// Mean 0, variance 1.
    double normal() {
        for (;;) {
            const double x = 2 * uniform() - 1;
            const double y = 2 * uniform() - 1;
            const double square = x * x + y * y;
            if (square < 1) return x * std::sqrt(-2 * natural_logarithm(square) / square);
        }
    }

    template <int N>
    Vec<double, N> normals() {
        Vec<double, N> result;
        for (int k = 0; k < N; ++k) result[k] = normal();
        return result;
    }

private:
    std::uint64_t next() { return mixed(key_ + counter_++); }

    std::uint64_t key_;
    std::uint64_t counter_ = 0;
};

}  // namespace carom::detail
