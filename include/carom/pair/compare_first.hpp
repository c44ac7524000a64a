/// \file
/// Which of two pairs of moving balls touches first?
///
/// Decided exactly for the inputs as given, also where both times round to the same number. Inputs as in
/// carom/pair/sweep.hpp. Derivation: docs/math/order.md. Tests: tests/pair/compare_first_test.cpp.
#pragma once

#include <compare>

#include "carom/geom/ball.hpp"

namespace carom {

/// The order of the first contacts of (a, b) and of (c, d) in the frame: `less` when (a, b) touch first.
/// Pairs in contact at u = 0 are equivalent and come before all others; pairs that stay apart are equivalent
/// and come after all others.
template <class T, int N>
std::weak_ordering compare_first(const MovingBall<T, N>& a, const MovingBall<T, N>& b,
                                 const MovingBall<T, N>& c, const MovingBall<T, N>& d);

}  // namespace carom
