/// \file
/// Which of many obstacles stops a moving ball first?
///
/// The choice is exact. Inputs as in carom/pair/sweep.hpp. Tests: tests/pair/first_contact_test.cpp.
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <span>

#include "carom/pair/sweep.hpp"

namespace carom {

/// What a ball may meet. The spans' elements must outlive the call.
template <class T, int N>
struct Obstacles {
    static_assert(detail::is_scalar<T>, "Carom computes in float and double");

    std::span<const Ball<T, N>> balls;             ///< at rest
    std::span<const MovingBall<T, N>> movers;      ///< moving in the same frame
    std::span<const HalfSpace<T, N>> half_spaces;  ///< solid
    std::span<const Plane<T, N>> planes;           ///< two-sided
    std::span<const Box<T, N>> boxes;              ///< solid
};

/// Which span of `Obstacles`.
enum class ObstacleKind : unsigned char { ball, mover, half_space, plane, box };

/// One of the obstacles.
struct ObstacleId {
    ObstacleKind kind = ObstacleKind::ball;  ///< which span
    std::size_t index = 0;                   ///< in its span

    friend constexpr bool operator==(const ObstacleId&, const ObstacleId&) = default;
    /// By kind, then by index.
    friend constexpr auto operator<=>(const ObstacleId&, const ObstacleId&) = default;
};

/// The obstacle met first, and how.
template <class T, int N>
struct FirstContact {
    ObstacleId obstacle;  ///< which
    Sweep<T, N> sweep;    ///< of the mover against it
};

/// The first contact that stops the mover: it will touch, or it touches or overlaps at the start and closes.
/// Obstacles that it touches or overlaps without closing are passed over: a ball may always slide and back
/// out. Of contacts at exactly the same time the one with the lower kind, then the lower index, is named.
/// Empty when nothing stops it in the frame.
template <class T, int N>
std::optional<FirstContact<T, N>> first_contact(const MovingBall<T, N>& mover,
                                                const Obstacles<T, N>& obstacles);

}  // namespace carom
