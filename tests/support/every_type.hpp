// Typed tests over float and double in two and three dimensions.
#pragma once

#include <gtest/gtest.h>

#include <type_traits>

#include "carom/math/vec.hpp"

namespace carom {

template <class Number, int Dimension>
struct Kind {
    using T = Number;
    static constexpr int N = Dimension;
    using V = Vec<T, N>;

    /// (x, y, 0): exact in T for the short numbers that tests use.
    static V at(double x, double y) {
        V result;
        result[0] = static_cast<T>(x);
        result[1] = static_cast<T>(y);
        return result;
    }
};

using EveryKind = testing::Types<Kind<float, 2>, Kind<float, 3>, Kind<double, 2>, Kind<double, 3>>;

/// What a time may differ from the exact one, in ulp: float answers are doubles rounded once more.
template <class T>
inline constexpr double time_bound = 0.55;

/// The same for gaps.
template <class T>
inline constexpr double gap_bound = std::is_same_v<T, float> ? 0.501 : 5;

}  // namespace carom
