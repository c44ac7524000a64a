// The first sieve of a batch: which pairs are surely apart, in the arithmetic of the columns, floats as
// floats. The rest goes to the filter of pair/contact_filter.hpp.
//
// With S = d.d + r^2 + w.w, every sum below is within 40 e S of its value (e the unit roundoff; 2 |d_k w_k|
// <= d_k^2 + w_k^2), and |d x w| within 7 e |d| |w|, so that (Cauchy, and 2 x y <= z x^2 + y^2 / z)
//
//   |d x w|^2 > w.w (r^2 (1 + z) + d.d k^2 / z), k = 8 e     means that the lines of motion pass apart.
//
// Underflow: where d.d - r^2 exceeds the slack, a contact needs |d| |w| so large that w.w d.d k^2 / z is far
// above the smallest number; with smaller moves the pair is apart whatever the comparison says. Test:
// tests/batch/sweep_columns_test.cpp.
#pragma once

#include "pair/kernel.hpp"

namespace carom::detail {

/// The constants for columns of T.
template <class T>
struct Coarse;
template <>
struct Coarse<double> {
    static constexpr double kSlack = 0x1p-47;      ///< of S
    static constexpr double kReach = 1 + 0x1p-39;  ///< 1 + z
    static constexpr double kFar = 0x1p-59;        ///< k^2 / z, k = 2^-50, z = 2^-40, and a margin
    static constexpr double kLeast = 0x1p-400;     ///< S must be in this range
    static constexpr double kMost = 0x1p400;
};
template <>
struct Coarse<float> {
    static constexpr double kSlack = 0x1p-18;
    static constexpr double kReach = 1 + 0x1p-11;
    static constexpr double kFar = 0x1p-29;  ///< k = 2^-21, z = 2^-12, and a margin
    static constexpr double kLeast = 0x1p-30;
    static constexpr double kMost = 0x1p60;
};

/// |x x y|^2.
template <class Real, int N>
Real cross_square_of(const Vec<Real, N>& x, const Vec<Real, N>& y) {
    const auto minor = [&](int i, int j) { return x[i] * y[j] - x[j] * y[i]; };
    const Real z = minor(0, 1);
    if constexpr (N == 2) {
        return z * z;
    } else {
        const Real u = minor(1, 2);
        const Real v = minor(2, 0);
        return z * z + u * u + v * v;
    }
}

template <class Real, int N>
Real dot_of(const Vec<Real, N>& x, const Vec<Real, N>& y) {
    Real sum = x[0] * y[0];
    for (int k = 1; k < N; ++k) sum = sum + x[k] * y[k];
    return sum;
}

/// A mask of the lanes that are surely apart in the whole frame; `m` holds d, w and r rounded once.
template <class T, class Real, int N>
auto surely_apart(const RelativeMotion<Real, N>& m) {
    using Constants = Coarse<T>;
    const Real distance = dot_of(m.d, m.d);
    const Real moved = dot_of(m.w, m.w);
    const Real b = dot_of(m.d, m.w);
    const Real reach = m.r * m.r;
    const Real around = reach + moved;
    const Real size = distance + around;
    const Real slack = Real(Constants::kSlack) * size;
    const Real c = distance - reach;
    const Real turn = b + moved;
    const Real at_end = (c + b) + turn;
    const Real passage = moved * (reach * Real(Constants::kReach) + distance * Real(Constants::kFar));
    const auto safe = both(size >= Real(Constants::kLeast), size <= Real(Constants::kMost));
    const auto out_of_reach = distance * Real(0.499) > around;  // |d|^2 > 2 (r^2 + w^2) >= (r + |w|)^2
    const auto too_late = both(at_end > slack, turn < -slack);
    return both(safe, c > slack,
                one_of(out_of_reach, b > slack, too_late, cross_square_of(m.d, m.w) > passage));
}

}  // namespace carom::detail
