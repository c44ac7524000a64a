// Numbers as unevaluated sums of two doubles: exact sums and products, and twice the working precision.
//
// Only + - * / and sqrt are used, so every compiler gives the same words; the file must be compiled with
// -ffp-contract=off and without fast-math. Products split their factors (Dekker 1971), so that machines with
// and without a fused multiply-add agree. Domain: |x| < 2^996 and products above 2^-969, where nothing is
// rounded; callers scale by powers of two (pair/kernel.hpp). Source: T. J. Dekker, Numer. Math. 18 (1971)
// 224-242; D. E. Knuth, TAOCP 2, 4.2.2. Test: tests/math/two_term_test.cpp.
#pragma once

#include <cmath>

namespace carom::detail {

/// The value hi + lo; after `sum` or `product` |lo| <= ulp(hi) / 2, so the sign is the sign of hi.
struct TwoTerm {
    double hi = 0;
    double lo = 0;
};

/// x + y exactly, for any x and y.
inline TwoTerm two_sum(double x, double y) {
    const double s = x + y;
    const double from_y = s - x;
    const double from_x = s - from_y;
    return {s, (x - from_x) + (y - from_y)};
}

/// x + y exactly, for |x| >= |y| or x = 0.
inline TwoTerm quick_two_sum(double x, double y) {
    const double s = x + y;
    return {s, y - (s - x)};
}

/// x as a sum of two numbers of 26 bits.
inline TwoTerm split(double x) {
    const double c = 134217729.0 * x;  // 2^27 + 1
    const double hi = c - (c - x);
    return {hi, x - hi};
}

/// x * y exactly.
inline TwoTerm two_product(double x, double y) {
    const double p = x * y;
    const TwoTerm xs = split(x);
    const TwoTerm ys = split(y);
    return {p, ((xs.hi * ys.hi - p) + xs.hi * ys.lo + xs.lo * ys.hi) + xs.lo * ys.lo};
}

inline TwoTerm operator-(TwoTerm x) {
    return {-x.hi, -x.lo};
}

/// Relative error below 2^-104 of |x| + |y|.
inline TwoTerm operator+(TwoTerm x, TwoTerm y) {
    const TwoTerm s = two_sum(x.hi, y.hi);
    const TwoTerm t = two_sum(x.lo, y.lo);
    const TwoTerm u = quick_two_sum(s.hi, s.lo + t.hi);
    return quick_two_sum(u.hi, u.lo + t.lo);
}

inline TwoTerm operator-(TwoTerm x, TwoTerm y) {
    return x + -y;
}

/// Relative error below 2^-102.
inline TwoTerm operator*(TwoTerm x, TwoTerm y) {
    const TwoTerm p = two_product(x.hi, y.hi);
    return quick_two_sum(p.hi, p.lo + (x.hi * y.lo + x.lo * y.hi));
}

/// sqrt(x) for x >= 0, relative error below 2^-102: one Newton step. Exact where the root is a double.
inline TwoTerm square_root(TwoTerm x) {
    if (!(x.hi > 0)) return {x.hi, 0};
    const double root = std::sqrt(x.hi);
    const TwoTerm rest = x - two_product(root, root);
    return quick_two_sum(root, rest.hi / (2 * root));
}

inline double to_double(TwoTerm x) {
    return x.hi + x.lo;
}
inline double to_double(double x) {
    return x;
}

/// s x for a power of two s.
inline TwoTerm scaled(double s, TwoTerm x) {
    return {s * x.hi, s * x.lo};
}
inline double scaled(double s, double x) {
    return s * x;
}

// The kernels are written once for coordinates known as one double or as an exact two-term difference.
inline TwoTerm product(double x, double y) {
    return two_product(x, y);
}
inline TwoTerm product(TwoTerm x, TwoTerm y) {
    return x * y;
}

/// x - y exactly.
inline TwoTerm difference(double x, double y) {
    return two_sum(x, -y);
}

}  // namespace carom::detail
