/// \file
/// Axis-aligned boxes.
#pragma once

#include "carom/math/vec.hpp"

namespace carom {

/// The closed axis-aligned box {x : lower[k] <= x[k] <= upper[k] for every axis k}.
template <class T, int N>
struct Box {
    static_assert(detail::is_scalar<T>, "Carom computes in float and double");

    Vec<T, N> lower;  ///< finite
    Vec<T, N> upper;  ///< finite, not below `lower` on any axis; a flat box is a rectangle
};

}  // namespace carom
