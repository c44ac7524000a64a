// Do two moving balls touch in the frame? Plain arithmetic with error bounds: what it decides is right, and
// it decides almost always. One source for one lane and for packs.
//
// With e = 2^-53 every coefficient below is within 24 e of its value, relative to the sum of its terms'
// sizes, counting the roundings of d, w and r themselves; the slack is 2^-44 = 512 e. The components of d x w
// are known to 5 e of the products that cancel in them, so |d x w|^2 lies between the squares of their
// bounds. Derivation: docs/math/sweep.md ("The filter"). Tests: tests/pair/kernel_test.cpp.
#pragma once

#include "pair/kernel.hpp"

namespace carom::detail {

/// A sign is decided when the value exceeds this part of the sum of its terms' sizes.
inline constexpr double kSignSlack = 0x1p-44;

/// The same where a time follows from the value, so that the time is accurate as well: two-term sums keep a
/// relative error of 2^-56 at 2^-44, and plain sums one of 2^-29 at 2^-21, enough for a time that is rounded
/// to float.
template <class T>
inline constexpr double kTimeSlack = kSignSlack;
template <>
inline constexpr double kTimeSlack<float> = 0x1p-21;

/// What underflow may take from sums of squares and products, and from sums of fourth powers, of safe
/// numbers: bounds that are this small decide nothing.
inline constexpr double kLostSquare = 0x1p-1000;
inline constexpr double kLostFourth = 0x1p-600;

/// What the filter knows, one truth value a lane. Neither `apart` nor `touch`: not decided.
template <class Real>
struct Filtered {
    using Mask = decltype(Real{} < Real{});
    Mask apart{};    ///< surely no contact in the frame
    Mask touch{};    ///< surely in contact, and not just touching at the start
    Mask overlap{};  ///< surely overlapping at the start
    Mask stays{};    ///< surely in contact at the end of the frame
    Real a{}, b{}, c{}, disc{};
};

/// |d x w|^2, and safe bounds of it.
template <class Real>
struct CrossSquare {
    Real value, at_least, at_most;
};

template <class Real>
[[gnu::always_inline]] inline void add_minor(CrossSquare<Real>& sum, Real one, Real other) {
    const Real minor = absolute(one - other);
    const Real error = Real(kSignSlack) * (absolute(one) + absolute(other));
    const Real low = larger(minor - error, Real(0.0));
    const Real high = minor + error;
    sum.value = sum.value + minor * minor;
    sum.at_least = sum.at_least + low * low;
    sum.at_most = sum.at_most + high * high;
}

template <class Real, int N>
[[gnu::always_inline]] inline CrossSquare<Real> cross_square(const Vec<Real, N>& d, const Vec<Real, N>& w) {
    CrossSquare<Real> sum{Real(0.0), Real(0.0), Real(0.0)};
    if constexpr (N == 3) {
        add_minor(sum, d[1] * w[2], d[2] * w[1]);
        add_minor(sum, d[2] * w[0], d[0] * w[2]);
    }
    add_minor(sum, d[0] * w[1], d[1] * w[0]);
    return sum;
}

/// Squares of numbers in [2^-200, 2^200], where nothing over- or underflows so far that a bound would fail.
template <class Real>
auto is_safe(Real square) {
    return both(square >= Real(0x1p-400), square <= Real(0x1p402));
}

/// `m` holds d, w and r rounded once; `end` is u at the end of the frame, 1 unless the motion is scaled.
template <class Real, int N>
[[gnu::always_inline]] inline Filtered<Real> filtered(const RelativeMotion<Real, N>& m, Real end,
                                                      Real time_slack) {
    const Real slack(kSignSlack);
    const Real lost(kLostSquare);
    const Real lost_fourth(kLostFourth);
    Filtered<Real> f;
    Real size = m.d[0] * m.d[0];
    Real b_size = absolute(m.d[0] * m.w[0]);
    Real moves = absolute(m.w[0]);
    f.b = m.d[0] * m.w[0];
    f.a = m.w[0] * m.w[0];
    for (int k = 1; k < N; ++k) {
        const Real along = m.d[k] * m.w[k];
        size = size + m.d[k] * m.d[k];
        f.b = f.b + along;
        b_size = b_size + absolute(along);
        f.a = f.a + m.w[k] * m.w[k];
        moves = moves + absolute(m.w[k]);
    }
    const Real reach = m.r * m.r;
    const Real c_size = size + reach;
    f.c = size - reach;
    const auto rests = moves == Real(0.0);
    const auto safe = both(is_safe(c_size), one_of(rests, is_safe(f.a)));
    const auto outside = both(safe, f.c > slack * c_size);
    f.apart = both(outside, one_of(rests, f.b > slack * b_size + lost));
    if (everywhere(f.apart)) return f;

    const Real end_a = end * f.a;
    const Real at_end = f.c + end * (f.b + f.b + end_a);
    const Real at_end_size = c_size + end * (b_size + b_size + end_a);
    const Real turn = f.b + end_a;  // positive when the nearest approach comes before the end
    const Real turn_size = b_size + end_a;
    const Real reach_a = f.a * reach;
    const CrossSquare<Real> aside = cross_square(m.d, m.w);
    const auto leaves = at_end > slack * at_end_size;
    const auto too_late = both(leaves, turn < -(slack * turn_size + lost));
    const auto passes_by = reach_a + slack * reach_a + lost_fourth < aside.at_least;
    f.apart = one_of(f.apart, both(outside, one_of(passes_by, too_late)));

    f.disc = reach_a - aside.value;
    f.stays = at_end < -(slack * at_end_size);
    const auto meets = reach_a - time_slack * (reach_a + aside.value) > larger(aside.at_most, lost_fourth);
    const auto turns = both(leaves, turn > slack * turn_size + lost);
    f.overlap = both(safe, f.c < -(time_slack * c_size));
    const auto enters = both(safe, f.c > time_slack * c_size, f.b < -(time_slack * b_size + lost), meets,
                             one_of(f.stays, turns));
    f.touch = one_of(both(f.overlap, one_of(f.stays, both(leaves, meets))), enters);
    return f;
}

}  // namespace carom::detail
