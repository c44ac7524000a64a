// How long until two balls touch and close? The kernel's answer, compiled for each instruction set.
#pragma once

#include <cmath>

#include "pair/kernel.hpp"

namespace carom::detail {

/// Given d, w and r of N, N and 1 numbers that are 0 or between 2^-200 and 2^200.
using TimeToContactFunction = double (*)(const double* d, const double* w, double r);

/// Two balls on straight flights, in a box where the nearest image of the second is the one that is met.
struct FlightPair {
    const double* a = nullptr;  ///< position and velocity behind it
    const double* b = nullptr;
    double a_ago = 0;  ///< the time from its flight's beginning to that of the newer flight, "now"
    double b_ago = 0;
    double a_seen = 0;  ///< the time from there to when the two are nearest in the image that is met
    double b_seen = 0;
    double r = 0;  ///< sum of radii
    const double* period = nullptr;
    const double* per_period = nullptr;
};

/// The first closing contact from "now" on, in the words of `predict_pair`; NaN when numbers are out of the
/// range above.
using PairTimeToContactFunction = double (*)(const FlightPair& pair);

/// True when a number's powers are far from both ends of the number range.
inline bool is_ordinary(double x) {
    const double size = std::fabs(x);
    return (size >= 0x1p-200 && size <= 0x1p200) || size == 0;
}

/// The same of all numbers of a motion.
template <int N>
bool is_ordinary(const RelativeMotion<double, N>& m) {
    double sum = std::fabs(m.r);  // NaN when one is
    double least = sum;
    for (int k = 0; k < N; ++k) {
        for (const double size : {std::fabs(m.d[k]), std::fabs(m.w[k])}) {
            sum += size;
            least = smaller(size, least);
        }
    }
    if (least >= 0x1p-200 && sum <= 0x1p200) return true;
    bool ordinary = is_ordinary(m.r);
    for (int k = 0; k < N; ++k) ordinary = ordinary && is_ordinary(m.d[k]) && is_ordinary(m.w[k]);
    return ordinary;
}

/// `first_closing_contact` by way of the instruction set's function.
template <int N>
double first_closing_contact(const RelativeMotion<double, N>& m, TimeToContactFunction in_lanes) {
    return is_ordinary(m) ? in_lanes(&m.d[0], &m.w[0], m.r) : first_closing_contact(m);
}

}  // namespace carom::detail
