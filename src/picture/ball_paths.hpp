// Where did the balls fly? Straight pieces between velocity changes, many for a curve, read from a trajectory
// file.
//
// Memory is bounded: of a large scene or a long run only a part is taken, and `PathSet` says which.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "carom/billiards/table.hpp"
#include "carom/core/result.hpp"
#include "carom/record/playback.hpp"

namespace carom::app {

/// A straight piece of a path; it ends at a velocity change or at the face of a periodic box.
template <int N>
struct Leg {
    Vec<double, N> from, to;
    double begin = 0, end = 0;  // times
    bool slides = false;        // on the cloth of a table
};

template <int N>
struct BallPath {
    std::size_t ball = 0;
    Vec<double, N> end;  // where the ball is at the end of the picture
    std::vector<Leg<N>> legs;
    std::vector<Vec<double, N>> impacts;  // where the velocity changed
};

enum class Extent : unsigned char { all, part };

template <int N>
struct PathSet {
    Scene<N> scene;
    std::optional<billiards::Table> table;  // of a shot
    std::vector<BallPath<N>> paths;
    double end = 0;                                            // time at the end of the picture
    std::uint64_t ball_ball = 0, ball_wall = 0, clusters = 0;  // impacts up to then, of all balls
    Extent balls = Extent::all;
    Extent time = Extent::all;
    Extent flights = Extent::all;  // part: some ball crossed a periodic box too often
};

using AnyPathSet = std::variant<PathSet<2>, PathSet<3>>;

/// Which paths, and how far.
struct PathChoice {
    double until = std::numeric_limits<double>::infinity();  // a time, or the end when that comes first
    std::vector<std::size_t> balls;  // none: every ball of a scene of up to 40, else 12 of them
    std::size_t most_legs = 2'000;   // more cannot be followed
};

/// Draws paths along a playback, with `take` after each of its events.
template <int N>
class PathCollector {
public:
    /// `playback` must outlive this and be at its start. It is to go no further than `choice.until`.
    explicit PathCollector(const Playback<N>& playback, const PathChoice& choice = {});

    /// False when there are as many legs as wanted.
    bool take(const Event<N>& event);
    /// After the last event.
    PathSet<N> finish();

private:
    /// How a ball goes on from its last velocity change.
    struct PathState {
        Vec<double, N> position, unwrapped, velocity;
        double time = 0;
    };
    struct PathTime {
        double begin, end;
    };

    double now() const { return playback_.seconds(playback_.now()); }
    PathState flight_of(std::size_t ball) const;
    void add(const Event<N>& event);
    void change(std::size_t ball);
    void mark(std::size_t ball);
    void fly(std::size_t slot);
    void end_here();
    Vec<double, N> draw(BallPath<N>& path, Vec<double, N> from, Vec<double, N> target, PathTime time);
    std::pair<int, double> next_face(const Vec<double, N>& from, const Vec<double, N>& target) const;

    const Playback<N>& playback_;
    std::size_t most_legs_;
    PathSet<N> set_;
    std::vector<std::size_t> slots_;  // of each ball in `set_.paths`
    std::vector<PathState> flights_;  // of the drawn balls
    std::size_t legs_ = 0;
};

/// The paths until the time, the end, or the number of legs, whichever comes first.
Result<AnyPathSet, FileError> read_paths(const std::filesystem::path& trajectory,
                                         const PathChoice& choice = {});

}  // namespace carom::app
