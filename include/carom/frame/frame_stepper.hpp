/// \file
/// Where are N colliding balls after a frame? The step of a game: all impacts in the order of time, what is
/// left of each move used, nothing passed through and nothing overlapping at the end.
///
/// How it works and what is bounded: docs/math/frame.md. Tests: tests/frame/frame_stepper_test.cpp. Example:
/// examples/game_loop.cpp.
#pragma once

#include <memory>

#include "carom/frame/frame_contact_finder.hpp"

namespace carom {

/// A ball that bounces. In a game loop `displacement` is velocity * duration of the frame.
template <class T, int N>
struct FrameBody {
    static_assert(detail::is_scalar<T>, "Carom computes in float and double");

    Vec<T, N> center;        ///< finite
    T radius = 0;            ///< finite, >= 0
    Vec<T, N> displacement;  ///< finite; the whole move of a frame
    T inverse_mass = 1;  ///< 1 / mass, finite, >= 0; 0 makes the ball immovable: it keeps its displacement
    /// Finite; what gravity or another force adds to the displacement as the frame begins: g times the square
    /// of its duration. Contacts that close by no more than twice this do not rebound. Immovable balls ignore
    /// it.
    Vec<T, N> acceleration{};
};

/// How impacts go.
template <class T>
struct StepRules {
    T restitution = 1;           ///< of balls with balls, in [0, 1]
    T obstacle_restitution = 1;  ///< of balls with obstacles, in [0, 1]
    /// A movable ball that has had so many impacts in one frame stops until the next, immovable for the
    /// others.
    unsigned most_bounces = 64;
    PairFilter filter;  ///< which balls may touch each other
    /// Contacts that close more slowly do not rebound; in [0, infinity), a displacement in a whole frame. Who
    /// adds gravity to the displacements instead of stating it as `FrameBody::acceleration` needs 2 g dt^2 or
    /// more, with frames of dt seconds: else balls hover over the floor, because the frame does not know
    /// which part of a speed gravity has added.
    T restitution_threshold = 0;
};

/// One impact.
template <class T>
struct FrameBounce {
    /// No ball has this index.
    static constexpr std::uint32_t kObstacle = ~std::uint32_t{0};

    T fraction = 0;         ///< of the frame, when it happened
    std::uint32_t a = 0;    ///< a ball
    std::uint32_t b = 0;    ///< a ball with a higher index, or kObstacle
    ObstacleId obstacle{};  ///< when b is kObstacle
};

/// A ball that did not get to where its move would have led.
template <class T, int N>
struct LostMove {
    std::uint32_t ball = 0;  ///< which
    Vec<T, N> displacement;  ///< what it did not move
};

/// What happened in a frame. The spans are valid until the next frame.
template <class T, int N>
struct FrameStep {
    /// In the order of (fraction, a, b, obstacle). Impacts of one instant that share a ball are one impact,
    /// of all contacts that close or pass it on.
    std::span<const FrameBounce<T>> bounces;
    std::span<const LostMove<T, N>> lost;  ///< by ball; empty unless a bound of work was reached, or no
                                           ///< rounded place near the end was free
};

/// Advances frames. It keeps its scratch memory. One call at a time.
template <class T, int N>
class FrameStepper {
public:
    /// Room for balls is taken with the first frame.
    explicit FrameStepper(const FinderOptions& options = {});
    ~FrameStepper();
    /// The other may only be assigned to or destroyed afterwards.
    FrameStepper(FrameStepper&&) noexcept;
    /// As moving into a new one.
    FrameStepper& operator=(FrameStepper&&) noexcept;

    /// Moves the bodies through one frame among obstacles, and gives them the displacements they leave with:
    /// those of the next frame.
    ///
    /// Bodies and obstacles that do not overlap at the start do not overlap at the end, decided exactly;
    /// those that do are let apart. Contacts of one instant are solved together, by the law of
    /// `bounce_cluster`. A body with a NaN, an infinity, or a negative radius or inverse mass stays and
    /// touches nothing. The bits depend on the bodies and the rules alone: another order of the bodies, or a
    /// mirror along an axis, changes none, where no more than 128 movable bodies are in touch. A shift of all
    /// bodies, and an exchange of axes, change none but by the rounding of places and sums.
    ///
    /// Balls that immovable ones press on from opposite sides, and these, stop where they touch until the
    /// next frame; the balls lose their displacement.
    FrameStep<T, N> advance_frame(std::span<FrameBody<T, N>> bodies, const ObstacleSet<T, N>& obstacles,
                                  const StepRules<T>& rules = {});
    /// The same without obstacles.
    FrameStep<T, N> advance_frame(std::span<FrameBody<T, N>> bodies, const StepRules<T>& rules = {});

    /// The scratch memory in bytes.
    std::size_t memory() const;

private:
    class Steps;
    std::unique_ptr<Steps> steps_;
};

}  // namespace carom
