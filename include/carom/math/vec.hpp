/// \file
/// A point or a vector of N coordinates.
///
/// There is no arithmetic here on purpose: what a user's compiler flags could change is compiled
/// inside the library (docs/architecture.md, "The same bits everywhere").
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

namespace carom {

namespace detail {
/// True for the number types that the library is compiled for.
template <class T>
inline constexpr bool is_scalar = std::is_same_v<T, float> || std::is_same_v<T, double>;
}  // namespace detail

/// N coordinates of number type T (`float`, `double`, or an integer for counts; N is 2 or 3). An aggregate:
/// `Vec<double, 2>{1, 2}`.
template <class T, int N>
struct Vec {
    static_assert(N == 2 || N == 3, "Carom works in two and three dimensions");

    std::array<T, static_cast<std::size_t>(N)> coordinates{};  ///< in order of the axes

    /// Precondition: 0 <= axis < N.
    constexpr T& operator[](int axis) { return coordinates[static_cast<std::size_t>(axis)]; }
    /// Precondition: 0 <= axis < N.
    constexpr const T& operator[](int axis) const { return coordinates[static_cast<std::size_t>(axis)]; }

    friend constexpr bool operator==(const Vec&, const Vec&) = default;
};

using Vec2f = Vec<float, 2>;   ///< 2D, single precision
using Vec3f = Vec<float, 3>;   ///< 3D, single precision
using Vec2d = Vec<double, 2>;  ///< 2D, double precision
using Vec3d = Vec<double, 3>;  ///< 3D, double precision

}  // namespace carom
