/// \file
/// Where every ball of a trajectory is at any time: a reader that keeps the balls' states.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "carom/record/trajectory.hpp"

namespace carom {

/// Goes through a trajectory forwards and knows all balls at its present time, exactly as the engine did.
template <int N>
class Playback {
public:
    /// At time 0. Takes the reader over; it must not have been read from.
    explicit Playback(TrajectoryReader<N> reader);
    /// The other may only be assigned to or destroyed afterwards.
    Playback(Playback&&) noexcept;
    /// The other may only be assigned to or destroyed afterwards.
    Playback& operator=(Playback&&) noexcept;
    ~Playback();

    /// What it reads from; that is one record ahead.
    const TrajectoryReader<N>& trajectory() const;
    /// The start state.
    const TrajectoryStart<N>& start() const;
    /// The scene's unit of time, for `Time` values of this trajectory.
    double seconds(Time time) const;
    /// The time `seconds` >= 0 after the start.
    Time at(double seconds) const;

    /// The next event up to and including `until`, already applied; empty when there is none, and then
    /// `now` is `until`, or the end of the trajectory when that comes first.
    std::optional<Event<N>> next_until(Time until);
    /// The same up to `seconds` >= 0 after the start, with all events whose time is that when rounded to a
    /// double: at the end of a run, as a report gives it, its last impact has happened.
    std::optional<Event<N>> next_until(double seconds);
    /// Applies all events up to and including `until`.
    void advance(Time until);

    /// The present time.
    Time now() const;
    /// The end of the trajectory; known once `now` has reached it, else the time of the last event read.
    Time end() const;
    /// Why reading stopped early; empty when it did not.
    std::optional<FileError> fault() const;

    /// Number of balls, immovable ones included.
    std::size_t ball_count() const;
    /// The state of a ball at its last velocity change.
    const BallState<N>& state(std::size_t ball) const;
    /// Of the centre now; inside the box on periodic axes.
    Vec<double, N> position(std::size_t ball) const;
    /// Of the centre now, with the box crossings counted in.
    Vec<double, N> unwrapped_position(std::size_t ball) const;
    /// How often the ball has crossed the periodic box by now, per axis.
    Image<N> image(std::size_t ball) const;
    /// Now.
    Vec<double, N> velocity(std::size_t ball) const;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace carom
