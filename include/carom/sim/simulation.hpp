/// \file
/// Event-driven simulation of hard balls: from impact to impact, without a time step.
///
/// ```
/// auto simulation = carom::Simulation<2>::create(scene);
/// while (auto event = simulation->next_event(10.0)) { ... }
/// ```
///
/// The trajectory is the same bits whatever the compiler, the tuning, and how the calls are cut
/// (docs/architecture.md). Tests: tests/sim.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "carom/core/result.hpp"
#include "carom/scene/scene.hpp"
#include "carom/scene/validate.hpp"
#include "carom/sim/event.hpp"

namespace carom {

/// How the engine finds the balls that a ball may meet.
enum class NeighbourSearch : std::uint8_t {
    automatic,  ///< as the scene is: cells where balls fly far between impacts, images where they go round
                ///< the box many times, else shells
    shells,     ///< lists of those whose shells touch the ball's, a new list when it leaves its shell
    cells,      ///< those in the cells that the ball touches, where the scene allows it
    images      ///< all others in all their images, where the scene allows it
};

/// Choices that change the speed and no bit of the trajectory.
struct Tuning {
    /// Thickness of neighbour shells in units of what the engine takes to be best. What is not above 0 counts
    /// as 1.
    double shell_thickness = 1;
    NeighbourSearch search = NeighbourSearch::automatic;  ///< for comparisons; `automatic` is fastest
};

/// What the engine has chosen for the balls as they were when it last put them in order, in units of the
/// scene. It decides about speed and memory, and changes no bit of the trajectory.
struct EngineSettings {
    NeighbourSearch search = NeighbourSearch::automatic;  ///< shells, cells or images
    double shell_thickness = 0;  ///< length, of most neighbour shells; long and short lists have other ones
    double cell_width = 0;       ///< length, of cells that most balls are searched in, on the first axis
    double bucket = 0;           ///< time, of the calendar; infinity when all events are in one
};

/// Counts since the start.
struct Counts {
    std::uint64_t ball_ball = 0;      ///< impacts of two balls
    std::uint64_t ball_wall = 0;      ///< impacts with walls
    std::uint64_t made_elastic = 0;   ///< impacts below the cut-off speed, or too soon, taken as elastic
    std::uint64_t clusters = 0;       ///< impacts of several contacts at once, however many
    std::uint64_t kicks = 0;          ///< new velocities from the thermostat
    std::uint64_t rests = 0;          ///< times that a ball came to rest
    std::uint64_t wakes = 0;          ///< times that a ball lost its support, was hit, or got a nudge
    std::uint64_t list_rebuilds = 0;  ///< neighbour lists rebuilt; not part of the trajectory
    std::uint64_t predictions = 0;    ///< pairs and walls solved for; not part of the trajectory

    /// Of all kinds.
    std::uint64_t impacts() const { return ball_ball + ball_wall + clusters; }
};

/// What follows at the time of the last event: the rest of an impact of several contacts, or, under gravity,
/// what docs/math/gravity.md says.
template <int N>
struct SimultaneousEvents {
    /// A ball of such an impact that has yet to take its part.
    struct Part {
        std::uint32_t ball = 0;   ///< its index
        Vec<double, N> velocity;  ///< after the impact
    };

    /// A ball that may come to rest.
    struct Resting {
        std::uint32_t ball = 0;  ///< its index
        bool confined = false;   ///< whether or not something holds it
    };

    bool bounces = false;               ///< `ball` and `other` bounce next: one of them has just been woken
    std::uint32_t ball = 0;             ///< the lower one
    std::uint32_t other = 0;            ///< the higher one
    Image<N> shift{};                   ///< boxes that lead from where `other` is stored to the contact
    std::vector<Resting> resting;       ///< the last one first
    std::vector<std::uint32_t> waking;  ///< balls that lose their support, the last one first
    std::vector<Part> cluster;          ///< the last one first
    double restitution = 1;             ///< of that impact

    /// True when nothing follows.
    bool is_empty() const { return !bounces && resting.empty() && waking.empty() && cluster.empty(); }
};

/// A ball that has one impact after the other without room to move. It makes a jam when its closing speeds
/// stay the same: docs/math/collapse.md.
struct JamWatch {
    std::uint32_t ball = 0;     ///< that is watched, when `impacts` > 0
    std::uint32_t others = 0;   ///< such impacts of other balls since its last one
    std::uint64_t impacts = 0;  ///< such impacts in a row
    double sum = 0;             ///< of the closing speeds since `impacts` was last a power of two
    double usual = 0;           ///< closing speed: the mean before that
    std::uint32_t same = 0;     ///< how many times in a row that mean was the one before
};

/// All that decides, together with the scene, how a simulation goes on.
template <int N>
struct SavedState {
    /// What is kept of a ball.
    struct Ball {
        BallState<N> state;                  ///< at its last velocity change
        std::uint32_t impacts_in_epoch = 0;  ///< in the epoch of that change
        std::uint8_t slow_events_in_row =
            0;  ///< changes in a row, up to that one, that were no fast impact, at most 8
    };

    Time now;                    ///< as `Simulation::now`
    std::vector<Ball> balls;     ///< in the order of the scene
    Counts counts;               ///< since the start
    JamWatch watch;              ///< of a ball without room to move
    bool jammed = false;         ///< the last impact made a jam
    SimultaneousEvents<N> next;  ///< what comes before anything else
    std::uint64_t scene = 0;     ///< hash of all in the scene that decides the trajectory
};

/// Why `next_event` returned nothing.
enum class StopReason : unsigned char {
    none,              ///< it has not, or `go_on` said no
    time_reached,      ///< the next event lies after `until`
    no_more_events,    ///< nothing will ever touch again
    jammed,            ///< a ball had 131,072 impacts or more in a row without room to move, and neither time
                       ///< nor closing speeds went on
    nothing_in_sight,  ///< `until` is infinite, and balls fly in a periodic box without ever meeting, as far
                       ///< as was looked
};

/// A running simulation. Movable, not copyable; use from one thread at a time.
template <int N>
class Simulation {
public:
    /// A simulation at time 0, or the findings of `validate` when the scene has faults. With millions of
    /// balls this takes seconds: `go_on` is asked again and again, and when it says no, the only fault is
    /// that the making was stopped.
    static Result<Simulation, Validation> create(const Scene<N>& scene, const Tuning& tuning = {},
                                                 const std::function<bool()>& go_on = {});

    /// A simulation that goes on from `saved`, with the same bits as the one that `saved_state` was asked of.
    /// The scene is that of `create`: another one is refused, but it may have other names. Faults are those
    /// of the scene, or of a state that cannot be one of its. `go_on` as in `create`.
    static Result<Simulation, Validation> resume(const Scene<N>& scene, const SavedState<N>& saved,
                                                 const Tuning& tuning = {},
                                                 const std::function<bool()>& go_on = {});

    /// The other may only be assigned to or destroyed afterwards.
    Simulation(Simulation&&) noexcept;
    /// The other may only be assigned to or destroyed afterwards.
    Simulation& operator=(Simulation&&) noexcept;
    ~Simulation();

    /// Advances to the next impact and returns it; empty when there is none up to and including `until`,
    /// and then `stop_reason` says why. Cutting a run into several calls changes nothing. A negative or NaN
    /// `until` is in the past: nothing happens. In a world where little happens, the search for one impact
    /// can take minutes: `go_on` is asked now and then during it. When it says no, there is no event, `now`
    /// stays, and the next call goes on with the same bits.
    std::optional<Event<N>> next_event(double until = std::numeric_limits<double>::infinity(),
                                       const std::function<bool()>& go_on = {});

    /// Why the last `next_event` returned nothing.
    StopReason stop_reason() const;

    /// Time of the last event, or the last `until` reached. Never beyond either.
    Time now() const;
    /// The same in the unit of the scene.
    double seconds(Time time) const;
    /// A power of two that depends on the scene alone.
    double epoch_length() const;
    /// Cut-off speed in force.
    double elastic_below() const;

    /// Number of balls, immovable ones included.
    std::size_t ball_count() const;
    /// The state stored for a ball: at its last velocity change, not now. Precondition: ball < ball_count().
    BallState<N> state(std::size_t ball) const;
    /// The unwrapped position of a ball `now()`: periodic images are counted in.
    Vec<double, N> position_now(std::size_t ball) const;
    /// The velocity of a ball `now()`; in a sheared box that of its image in the box.
    Vec<double, N> velocity_now(std::size_t ball) const;

    /// What `resume` goes on from. To be asked at any time; it changes nothing.
    SavedState<N> saved_state() const;

    /// Sum of m v^2 / 2 over the balls that move, summed in twice the working precision.
    double kinetic_energy() const;
    /// Sum of -m g.x over the same balls, with unwrapped positions; 0 without gravity.
    double potential_energy() const;
    /// Sum of m v, likewise.
    Vec<double, N> momentum() const;

    /// Counts since the start.
    const Counts& counts() const;
    /// What the engine has chosen for this scene.
    EngineSettings settings() const;
    /// What `validate` noted when the simulation was created.
    const std::vector<Finding>& notes() const;

private:
    class Engine;
    explicit Simulation(std::unique_ptr<Engine> engine);
    std::unique_ptr<Engine> engine_;
};

}  // namespace carom
