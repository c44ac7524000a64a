#include "billiards/elementary.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace carom::billiards::detail {

namespace {

// 1/3!, 1/5!, ... and 1/4!, 1/6!, ... : the Taylor series, whose rest is below 2^-57 for |x| <= pi / 4
constexpr double kSine[] = {-1.0 / 6,          1.0 / 120,          -1.0 / 5040,           1.0 / 362880,
                            -1.0 / 39916800.0, 1.0 / 6227020800.0, -1.0 / 1307674368000.0};
constexpr double kCosine[] = {
    1.0 / 24,          -1.0 / 720,           1.0 / 40320,           -1.0 / 3628800.0,
    1.0 / 479001600.0, -1.0 / 87178291200.0, 1.0 / 20922789888000.0};

template <int N>
double series(const double (&coefficients)[N], double x) {
    double sum = coefficients[N - 1];
    for (int k = N - 2; k >= 0; --k) sum = sum * x + coefficients[k];
    return sum;
}

/// Of x + rest, |x| <= pi / 4 and a little, |rest| below an ulp of x.
SineCosine near_zero(double x, double rest) {
    const double square = x * x;
    const double half = 0.5 * square;
    const double whole = 1 - half;
    const double lost = (1 - whole) - half;  // what 1 - half could not hold
    const double sine = x + (x * square * series(kSine, square) + rest * (1 - half));
    const double cosine = whole + (lost + (square * square * series(kCosine, square) - x * rest));
    return {sine, cosine};
}

SineCosine turned(SineCosine at, long quarters) {
    switch (quarters & 3) {
        case 1:
            return {at.cosine, -at.sine};
        case 2:
            return {-at.sine, -at.cosine};
        case 3:
            return {-at.cosine, at.sine};
        default:
            return at;
    }
}

}  // namespace

SineCosine sine_cosine(double angle) {
    // pi / 2 in three parts; the first two have 33 bits, so that their multiples are exact
    constexpr double kFirst = 0x1.921fb544p+0;
    constexpr double kSecond = 0x1.0b4611a6p-34;
    constexpr double kThird = 0x1.3198a2e037073p-69;
    const double quarters = std::floor(angle * (2 / kPi) + 0.5);
    const double coarse = angle - quarters * kFirst;
    const double x = coarse - quarters * kSecond;
    const double rest = ((coarse - x) - quarters * kSecond) - quarters * kThird;
    const double sum = x + rest;
    return turned(near_zero(sum, (x - sum) + rest), static_cast<long>(quarters));
}

SineCosine sine_cosine_of_degrees(double degrees) {
    constexpr double kHigh = 0x1.1df46a2529d39p-6;  // pi / 180
    constexpr double kLow = 0x1.5c1d8becdd291p-62;
    const double within = std::remainder(degrees, 360.0);  // exact
    const double rest = std::remainder(within, 90.0);      // ties to even: mirrored angles stay mirrored
    const double quarters = (within - rest) / 90;
    const double x = rest * kHigh;
    return turned(near_zero(x, std::fma(rest, kHigh, -x) + rest * kLow), static_cast<long>(quarters));
}

double direction_angle(double y, double x) {
    const double size = std::sqrt(x * x + y * y);
    const double cosine = x / size;
    const double sine = y / size;
    // A rough angle, then two steps of third order: the sine of what is missing.
    const double small = std::fmin(std::fabs(sine), std::fabs(cosine));
    double angle = small * (1 + small * small * 0.2);
    if (std::fabs(sine) > std::fabs(cosine)) angle = kPi / 2 - angle;
    if (cosine < 0) angle = kPi - angle;
    if (sine < 0) angle = -angle;
    for (int k = 0; k < 3; ++k) {
        const SineCosine at = sine_cosine(angle);
        const double missing = sine * at.cosine - cosine * at.sine;
        angle += missing * (1 + missing * missing / 6);
    }
    return angle;
}

double arc_cosine(double x) {
    return direction_angle(std::sqrt((1 - x) * (1 + x)), x);
}

double exponential(double x) {
    if (!(x > -708)) return 0;
    constexpr double kHigh = 0x1.62e42fefp-1;  // log 2: its multiples are exact
    constexpr double kLow = 0x1.473de6af278edp-34;
    const double doublings = std::floor(x * 1.44269504088896340736 + 0.5);
    const double high = x - doublings * kHigh;
    const double rest = high - doublings * kLow;
    constexpr double kEven[] = {0.5, 1.0 / 24, 1.0 / 720, 1.0 / 40320, 1.0 / 3628800.0, 1.0 / 479001600.0};
    constexpr double kOdd[] = {1.0 / 6,      1.0 / 120,        1.0 / 5040,
                               1.0 / 362880, 1.0 / 39916800.0, 1.0 / 6227020800.0};
    // The even and the odd powers apart: two short chains instead of one.
    const double square = rest * rest;
    const double powers = series(kEven, square) + rest * series(kOdd, square);
    const double sum = rest + (square * powers + ((high - rest) - doublings * kLow));
    const auto exponent = static_cast<std::uint64_t>(1023 + doublings);
    return (1 + sum) * std::bit_cast<double>(exponent << 52);
}

}  // namespace carom::billiards::detail
