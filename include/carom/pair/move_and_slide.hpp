/// \file
/// Where does a ball end that moves among obstacles and slides along what it touches?
///
/// Inputs as in carom/pair/sweep.hpp. Law, bounds and limits: docs/math/slide.md. Tests:
/// tests/pair/move_and_slide_test.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "carom/pair/first_contact.hpp"

namespace carom {

/// At most so many contacts turn one move.
inline constexpr int kMostSlideTurns = 32;
/// At most so many obstacles are named.
inline constexpr std::size_t kMostSlideContacts = 16;

/// How a move ended.
enum class SlideEnd : unsigned char {
    arrived,  ///< the whole displacement was used, along obstacles where some were touched
    stopped,  ///< no more of it can be used: met head-on, held in a corner, or at the end of the number range
    squeezed,      ///< moving obstacles press the mover against others; the frame was cut short
    out_of_steps,  ///< more than `kMostSlideTurns` contacts; call again with `remaining`
};

/// An obstacle that turned or stopped the move.
template <class T, int N>
struct SlideContact {
    ObstacleId obstacle;  ///< which
    Vec<T, N> normal;     ///< unit, from the mover to the obstacle
    T fraction = 0;       ///< of the frame, when it was met
};

/// The answer of `move_and_slide`.
template <class T, int N>
struct SlideResult {
    Vec<T, N> center;     ///< where the mover ends
    Vec<T, N> moved;      ///< `center` less the start, rounded
    Vec<T, N> remaining;  ///< what is left of the displacement as given, not as turned; zero when arrived
    SlideEnd end = SlideEnd::arrived;  ///< why it ended
    T fraction = 1;                    ///< of the frame, that has passed: 1 unless cut short
    std::size_t contact_count = 0;     ///< how many of `contact_list` have a meaning
    std::array<SlideContact<T, N>, kMostSlideContacts> contact_list;  ///< in the order in which they were met

    /// What turned or stopped the move, each obstacle once; what was only grazed is not among them.
    std::span<const SlideContact<T, N>> contacts() const { return {contact_list.data(), contact_count}; }
};

/// Moves as far as possible and slides on, without restitution: after each contact, what is left of the
/// displacement is replaced by the nearest one that closes on nothing touched.
///
/// The end overlaps no obstacle that the start did not overlap, decided exactly. An obstacle overlapped at
/// the start blocks only what goes deeper. Among resting obstacles no part of the way is longer than the part
/// of the displacement that it replaces, or leads against it, but for a few units in the last place. Moving
/// obstacles move on meanwhile and push the mover; when the move ends, they are at center + fraction *
/// displacement, each rounded to T.
template <class T, int N>
SlideResult<T, N> move_and_slide(const MovingBall<T, N>& mover, const Obstacles<T, N>& obstacles);

}  // namespace carom
