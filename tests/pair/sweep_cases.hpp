// Single cases that break textbook code, 2D, ball a at the origin at rest. Truth belongs to the rounded
// inputs, so they are written in hexadecimal; in single precision they are the same, rounded. `first` and
// `last` are for orientation, the exact times come from the rational oracle.
#pragma once

#include <limits>
#include <type_traits>
#include <vector>

#include "carom/pair/sweep.hpp"
#include "math/vec_ops.hpp"

namespace carom::sweep_cases {

inline constexpr double kUnchecked = -1;

template <class T>
struct Case {
    const char* name;
    double ra, rb;
    Vec<double, 2> d, w;
    ContactState state;
    double first, last;

    MovingBall<T, 2> a() const { return {{}, static_cast<T>(ra), {}}; }
    MovingBall<T, 2> b() const { return {detail::convert<T>(d), static_cast<T>(rb), detail::convert<T>(w)}; }
};

template <class T>
const std::vector<Case<T>>& cases() {
    using enum ContactState;
    constexpr bool is_float = std::is_same_v<T, float>;
    static const std::vector<Case<T>> list{
        {"C1 both at rest, 10 apart", 0x1p-1, 0x1p-1, {10, 0}, {0, 0}, apart, kUnchecked, kUnchecked},
        {"C2 parting", 0x1p-1, 0x1p-1, {3, 0}, {2, 0}, apart, kUnchecked, kUnchecked},
        {"C3 met 99 frames later", 0x1p-1, 0x1p-1, {100, 0}, {-1, 0}, apart, kUnchecked, kUnchecked},
        {"C4 inside, moving out ahead",
         0x1p-1,
         0x1p-1,
         {0x1p-1, 0},
         {3, 0},
         overlapping,
         0,
         0.16666666666666666},
        {"C4b inside, moving out through", 0x1p-1, 0x1p-1, {0x1p-1, 0}, {-3, 0}, overlapping, 0, 0.5},
        {"C5 touching, parting", 0x1p-1, 0x1p-1, {1, 0}, {1, 0}, touching_parting, 0, 0},
        {"C6 small and fast",
         0x1.47ae147ae147bp-7,
         0x1.47ae147ae147bp-7,
         {-600, -800},
         {1200, 1600},
         will_touch,
         0.49999,
         0.50001},
        {"C7 grazing for one instant", 0x1p-1, 0x1p-1, {-10, 1}, {20, 0}, will_touch, 0.5, 0.5},
        {"C7b nearly grazing",
         0x1p-1,
         0x1p-1,
         {-0x1.b333333333333p+2, -0x1.d99999999999ap+2},
         {12, 16},
         is_float ? apart : will_touch,
         is_float ? kUnchecked : 0.5,
         is_float ? kUnchecked : 0.5},
        {"C8 hardly moving",
         0x1p-1,
         0x1p-1,
         {10, 0},
         {-0x1.82db34012b251p-77, 0},
         apart,
         kUnchecked,
         kUnchecked},
        {"C9 astronomical",
         0x1.1e1a3p+28,
         0x1.7d784p+28,
         {0x1.2a05f2p+33, 0},
         {-0x1.2a05f2p+33, 0},
         will_touch,
         0.93,
         1},
        {"C9d microscopic gap",
         0x1.b7cdfd9d7bdbbp-34,
         0x1.b7cdfd9d7bdbbp-33,
         {0x1.49dd4ec98db8ep-32, 0},
         {-0x1.c25c268497682p-44, 0},
         will_touch,
         is_float ? 0.0999 : 0.1,
         1},
        {"C10 a gap of one ulp",
         0x1p-1,
         0x1p-1,
         {is_float ? 0x1.000002p+0 : 0x1.0000000000001p+0, 0},
         {-0x1.999999999999ap-4, 0},
         will_touch,
         static_cast<double>(std::numeric_limits<T>::epsilon()) / 0.1,
         1},
        {"C10b a small gap, oblique",
         0x1p-1,
         0x1p-1,
         {0x1.3333fc86cebbcp-1, 0x1.999aa60913a5p-1},
         {-0x1.f75104d551d69p-15, -0x1.4f8b588e368f1p-14},
         will_touch,
         is_float ? 0.0998974 : 0.1,
         1},
        {"C11b a small gap",
         0x1p-1,
         0x1p-1,
         {0x1.0147ae147ae14p+0, 0},
         {-0x1.3333333333333p-2, 0},
         will_touch,
         0.0166667,
         1},
        {"C12 cue ball at 500 frames a second",
         0x1.d42c3c9eecbfbp-6,
         0x1.d42c3c9eecbfbp-6,
         {-0x1.2c083126e978dp+7, -0x1.8ff9db22d0e56p+7},
         {300, 400},
         will_touch,
         0.499893,
         kUnchecked},
        {"C13 inside, no relative motion", 0x1p-1, 0x1p-1, {0x1p-1, 0}, {0, 0}, overlapping, 0, 1},
        {"C15 tenth of a millimetre",
         0x1.a36e2eb1c432dp-15,
         0x1.a36e2eb1c432dp-15,
         {0x1.0624dd2f1a9fcp-10, 0},
         {-0x1.0624dd2f1a9fcp-9, 0},
         will_touch,
         0.45,
         kUnchecked},
        {"C16 nanometres",
         0x1.12e0be826d695p-30,
         0x1.12e0be826d695p-30,
         {0x1.5798ee2308c3ap-27, 0},
         {-0x1.5798ee2308c3ap-26, 0},
         will_touch,
         0.4,
         kUnchecked},
    };
    return list;
}

}  // namespace carom::sweep_cases
