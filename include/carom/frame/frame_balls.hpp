/// \file
/// The balls of a frame, where the caller keeps them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "carom/geom/ball.hpp"

namespace carom {

namespace detail {
template <class Element>
inline constexpr bool is_ball = false;
template <class T, int N>
inline constexpr bool is_ball<Ball<T, N>> = true;
template <class T, int N>
inline constexpr bool is_ball<MovingBall<T, N>> = true;

template <class Range>
inline constexpr bool are_balls = false;
template <class Range>
requires requires(const Range& range) {
    std::span(range);
}
inline constexpr bool are_balls<Range> =
    is_ball<typename decltype(std::span(std::declval<const Range&>()))::value_type>;
}  // namespace detail

/// Numbers in the caller's own structs: the one of ball i is `stride` * i bytes behind the first.
template <class T>
struct Strided {
    const T* data = nullptr;            ///< of ball 0; null where a member is left out
    std::ptrdiff_t stride = sizeof(T);  ///< bytes from one ball to the next; 0 when all share one
};

/// Moving balls in any layout that has the coordinates of one vector side by side. Nothing is kept after a
/// call.
///
/// A ball with a NaN, an infinity or a negative radius is in contact with nothing.
template <class T, int N>
struct FrameBalls {
    static_assert(detail::is_scalar<T>, "Carom computes in float and double");

    std::size_t size = 0;     ///< how many, below 2^32
    Strided<T> center;        ///< N numbers a ball; where it is at u = 0
    Strided<T> radius;        ///< one number a ball, >= 0
    Strided<T> displacement;  ///< N numbers a ball: the whole move of the frame; left out: all rest
};

/// The balls of an array of ours.
template <class T, int N>
FrameBalls<T, N> frame_balls(std::span<const MovingBall<T, N>> balls);
/// The same, at rest.
template <class T, int N>
FrameBalls<T, N> frame_balls(std::span<const Ball<T, N>> balls);

/// The balls of a vector, an array or a span of either.
template <class Range>
auto frame_balls(const Range& balls) {
    constexpr bool are_balls = detail::are_balls<Range>;
    static_assert(
        are_balls,
        "frame_balls takes a vector, array or span of carom::Ball or carom::MovingBall; for balls in "
        "structs of your own fill in a carom::FrameBalls");
    if constexpr (are_balls) {
        using Element = typename decltype(std::span(balls))::value_type;
        return frame_balls(std::span<const Element>(balls));
    }
}

/// Which pairs may touch.
struct PairFilter {
    /// A pair (a, b) counts when group[a] & mask[b] and group[b] & mask[a] are both not 0. Left out: all bits
    /// set.
    Strided<std::uint32_t> group;
    Strided<std::uint32_t> mask;  ///< as `group`
    /// Pairs that are passed over. With the lower ball first, in ascending order, they are not copied.
    std::span<const std::pair<std::uint32_t, std::uint32_t>> ignored;
};

}  // namespace carom
