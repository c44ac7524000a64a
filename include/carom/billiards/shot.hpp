/// \file
/// A shot, from the cue's strike until the last ball rests, event by event.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "carom/billiards/ball.hpp"
#include "carom/billiards/cue.hpp"
#include "carom/billiards/laws.hpp"
#include "carom/billiards/table.hpp"

namespace carom::billiards {

/// What stays the same from shot to shot.
struct ShotSetup {
    Table table;                        ///< cushions, pockets and gravity
    std::vector<BallProperties> balls;  ///< one for each ball
    Cue cue;                            ///< the cue that strikes
    ImpactLaws laws;                    ///< which model answers which impact
    /// Balls that meet more slowly than this [m/s] stay in contact (docs/math/lasting_contact.md); > 0.
    double contact_speed = 1e-5;
};

/// Everything that is wrong with it; empty if nothing is.
std::vector<TableFault> faults_of(const ShotSetup& setup);

/// What can happen.
enum class EventKind {
    strike,            ///< the cue strikes the ball
    ball_ball,         ///< two balls meet
    straight_cushion,  ///< a ball meets one of Table::straight_cushions
    round_cushion,     ///< a ball meets one of Table::round_cushions
    pocket,            ///< a ball falls into one of Table::pockets
    slide_to_roll,     ///< the lowest point no longer slips
    roll_to_spin,      ///< the ball stands, and goes on turning about the vertical
    roll_to_rest,      ///< the ball stands still
    rest_to_roll,      ///< a ball that stood is pushed by another that stays in contact with it
    spin_to_rest,      ///< a ball that turned on the spot stands still
    motion,            ///< a ball goes on with another acceleration: Detail::every_motion only
    bed,               ///< a ball in the air comes down on the bed, or on the top of a rail
    rail_edge,         ///< a ball on a rail comes to its edge, and falls back or stops there
    off_table          ///< a ball leaves the table over the rails
};

/// A ball meets a cushion.
inline bool is_cushion(EventKind kind) {
    return kind == EventKind::straight_cushion || kind == EventKind::round_cushion;
}

/// The plain name of an event, such as "ball_ball".
const char* name_of(EventKind kind);

/// One event, and the states right after it.
struct ShotEvent {
    double time = 0;                     ///< seconds since the strike
    EventKind kind = EventKind::strike;  ///< what happened
    int ball = 0;                        ///< index
    int other = -1;                      ///< the other ball, the cushion or the pocket: an index; -1 for none
    int following = 0;         ///< of an impact of several balls at once: events of it after this one
    BallState ball_after;      ///< of `ball`
    BallState other_after;     ///< of the other ball, where there is one
    Vec2d ball_acceleration;   ///< of `ball`, until its next event [m/s^2]
    Vec2d other_acceleration;  ///< of the other ball, where there is one

    friend bool operator==(const ShotEvent&, const ShotEvent&) = default;
};

/// How much of a shot is told.
enum class Detail {
    events,       ///< what happens. Balls in contact that lasts move under forces that are not told.
    every_motion  ///< also each change of acceleration, so that `moved` gives every ball at any time
};

/// The state `after` seconds after an event, before the ball's next one. Of a ball in contact that lasts
/// place and velocity are right; its spin, which forces between balls change too, is only near.
BallState moved(const BallProperties& ball, double gravity, const BallState& state, const Vec2d& acceleration,
                double after);

/// What a strike needs to know besides the table.
struct Shot {
    int cue_ball = 0;  ///< index of the ball that is struck; it rests
    Strike strike;     ///< how
};

/// Plays shots on one table. After the first shot it allocates memory only for more events than ever before.
class ShotPlayer {
public:
    /// Precondition: faults_of(setup) is empty.
    explicit ShotPlayer(const ShotSetup& setup);
    ~ShotPlayer();
    ShotPlayer(ShotPlayer&&) noexcept;             ///< leaves the other unusable
    ShotPlayer& operator=(ShotPlayer&&) noexcept;  ///< leaves the other unusable

    /// Plays on until all balls rest. `start` has one state a ball; without a shot they move as they are.
    /// `go_on` is asked now and then; when it says no, the answer is false, and only the events so far hold.
    /// Precondition: no two balls overlap, and none overlaps a cushion.
    bool play(std::span<const BallState> start, const std::optional<Shot>& shot,
              Detail detail = Detail::events, const std::function<bool()>& go_on = {});

    /// Of the last shot, in order of time.
    std::span<const ShotEvent> events() const;
    /// Where the balls came to rest.
    std::span<const BallState> final_states() const;
    /// When the last of them did.
    double end_time() const;

private:
    struct Loop;
    std::unique_ptr<Loop> loop_;
};

}  // namespace carom::billiards
