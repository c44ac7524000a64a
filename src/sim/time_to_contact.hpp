// How long until two balls touch and close? The kernel's answer, compiled for each instruction set.
#pragma once

#include <cmath>

#include "motion/flight.hpp"
#include "pair/kernel.hpp"

namespace carom::detail {

/// Given d, w and r of N, N and 1 numbers that are 0 or between 2^-200 and 2^200.
using TimeToContactFunction = double (*)(const double* d, const double* w, double r);

/// Times and images in a box, with zeros behind the last axis.
template <int N>
struct ImageSpace {
    Clock clock{1};
    double period[4] = {};
    double per_period[4] = {};
};

template <int N>
ImageSpace<N> image_space(const Clock& clock, const Domain<N>& domain) {
    ImageSpace<N> space{clock, {}, {}};
    for (int k = 0; k < N; ++k) {
        space.period[k] = domain.period[k];
        space.per_period[k] = domain.per_period[k];
    }
    return space;
}

/// The next contact of two balls on straight flights, in the words of `predict_pair`, with the image that is
/// nearest at `seen`; `kNever` when there is none. False when it is now, or numbers are out of the range
/// above: then it takes the kernel to tell.
template <int N>
using NearestContactFunction = bool (*)(const ImageSpace<N>& space, const Flight<N>& a, const Flight<N>& b,
                                        double r, Time seen, Time& contact);

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
