// The part of a trajectory that a page shows: the balls at its start and every velocity change in it, as
// columns.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/billiards/shot.hpp"
#include "carom/core/result.hpp"
#include "carom/record/playback.hpp"
#include "look/scene_look.hpp"
#include "motion/domain.hpp"
#include "view/shot_facts.hpp"

namespace carom::view {

/// The largest number of records in a page: about half a gigabyte.
inline constexpr std::uint64_t kMostRecords = 4'000'000;
/// More balls than a browser can draw.
inline constexpr std::uint64_t kMostBalls = 1'000'000;

/// Which part of a trajectory is wanted.
struct Window {
    double from = 0;  // unit of time of the scene
    double to = std::numeric_limits<double>::infinity();
    std::uint64_t most_records = 200'000;  // the window ends before an impact that would make it more
};

/// Why there is no excerpt.
struct ExcerptFault {
    enum class Cause { file, window };

    ExcerptFault(Cause of, std::string words) : cause(of), message(std::move(words)) {}
    explicit ExcerptFault(FileError error) : ExcerptFault(Cause::file, std::move(error.message)) {}

    Cause cause;  // the window: the trajectory has no such part
    std::string message;
};

/// Asked now and then with the share done in [0, 1]; reading ends when it says no.
using GoesOn = std::function<bool(double share)>;

/// Of a ball in the air: which state it is, how high its centre is then, and how fast it rises.
struct Flight {
    std::size_t state = 0;
    double height = 0, rise = 0;
};

/// Times count from `from`, so that they keep their resolution late in a long run. Vectors stand one after
/// the other, N numbers each; positions are wrapped into the periodic box. State k of `position` and
/// `velocity` is that of the ball, then of the other ball if there is one, of the first event, the second,
/// and so on.
template <int N>
struct Excerpt {
    Scene<N> scene;
    std::optional<billiards::ShotSetup> setup;  // of shots, from above
    std::string scene_text;            // of a scene file that gives it again; empty where none is known
    double from = 0;                   // after the start of the trajectory
    double length = 0;                 // of the window
    std::uint64_t impacts_before = 0;  // before the window
    std::uint64_t impacts = 0;         // in it; an impact of several contacts has an event per ball
    bool goes_on = false;              // the trajectory does, after the window

    std::vector<double> start_time;  // of each ball's last velocity change; at most 0
    std::vector<double> start_position, start_velocity;
    std::vector<double> radius, mass;
    std::vector<look::SpeciesLook> species;
    std::vector<std::uint32_t> species_of;  // each ball's

    std::vector<double> event_time, restitution;
    std::vector<double> position, velocity;
    std::vector<double> start_acceleration, acceleration;  // of the same states; empty without gravity
    std::vector<double> start_spin, spin;              // of the same states, on a table: three numbers each
    std::vector<double> spin_decay;                    // of each ball's vertical spin
    std::vector<Flight> start_flights, flights;        // on a table; of the start, `state` is the ball
    std::vector<billiards::Phase> start_phase, phase;  // of the same states, on a table
    std::vector<std::pair<std::size_t, Facts>> facts;  // of strikes and impacts on a table, by their events
    std::vector<std::uint32_t> ball, other;
    std::vector<std::uint8_t> kind;
};

/// Fills an excerpt from the events of a playback. The playback goes to the start of the window first, with
/// `skip` after each event, and on from `begin`, with `take` after each event.
template <int N>
class ExcerptCollector {
public:
    /// `playback` must outlive this.
    ExcerptCollector(const Playback<N>& playback, const Window& window);

    void skip(const Event<N>& event);
    void begin();
    /// False, and the event is left out, when the excerpt is full.
    bool take(const Event<N>& event);
    /// At the end of the window, or when the excerpt is full.
    Excerpt<N> finish();

private:
    double since_from(Time time) const;
    void add(const BallState<N>& state, std::size_t ball);
    void add_acceleration(std::vector<double>& column, const BallState<N>& state, std::size_t ball) const;

    const Playback<N>& playback_;
    std::uint64_t most_records_;
    Time from_;
    detail::Domain<N> domain_;
    Excerpt<N> excerpt_;
};

/// The excerpt, empty when `goes_on` ended it, or why there is none.
template <int N>
Result<std::optional<Excerpt<N>>, ExcerptFault> read_excerpt(Playback<N>& playback, const Window& window,
                                                             const GoesOn& goes_on);

}  // namespace carom::view
