/// \file
/// Aiming: the ghost ball, and the windows of cue angles and speeds in which a shot does what is wanted.
///
/// Windows are found by playing shots. Their limits are certified: a shot that does it and one that does not,
/// at most 1e-9 apart. What lies between them is sampled. docs/aim.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "carom/billiards/referee.hpp"
#include "carom/billiards/shot.hpp"
#include "carom/billiards/shot_errors.hpp"

namespace carom::billiards {

/// Where the cue ball has to be when it meets another, so that this one leaves towards a pocket, without
/// throw, spin and sliding.
struct GhostBall {
    Vec2d place;           ///< of the cue ball's centre at the impact [m]
    double direction = 0;  ///< from the cue ball to there, in [0, 360) [degrees]
    double cut = 0;        ///< between this direction and that from the object ball to the pocket [degrees]
    bool open = false;     ///< the cut is below 90 degrees, and no ball is in either way
    /// About how wide the window of directions is: the object ball's way may miss the pocket's centre by the
    /// pocket's radius. 0 where it is not open. [degrees]
    double window = 0;
};

/// Precondition: both balls are in play and apart.
GhostBall ghost_ball(const ShotSetup& setup, std::span<const BallState> states, int cue_ball, int ball,
                     int pocket);

/// The widest window of a ghost ball to any pocket over these balls [degrees]; 0 for none. What a position
/// leaves to the next player, estimated.
double widest_direct_shot(const ShotSetup& setup, std::span<const BallState> states, int cue_ball,
                          std::span<const int> balls);

/// One thing that happens on the way of a shot: `ball` meets a ball, a cushion or a pocket.
struct RouteStep {
    int ball = 0;                           ///< index of what moves
    EventKind kind = EventKind::ball_ball;  ///< what it meets
    int other = -1;                         ///< index of that
    friend bool operator==(const RouteStep&, const RouteStep&) = default;
};

/// The way from the strike to an event: what the ball met before it, and where it stood before, what the
/// ball met that set it in motion, and so on. `ball` is one of the event's two.
std::vector<RouteStep> route_to(std::span<const ShotEvent> events, std::size_t event, int ball);

/// What players call a way.
struct RouteKind {
    int cushions_first = 0;    ///< a kick: cushions that the cue ball meets before the first ball
    int cushions_last = 0;     ///< a bank: cushions that the last ball meets after the last ball that it met
    bool carom = false;        ///< a ball that meets another goes on its way
    bool combination = false;  ///< the ball that falls is not the first that is set in motion
    /// None of them.
    bool direct() const { return cushions_first + cushions_last == 0 && !carom && !combination; }
};

/// Does this step meet a cushion that players count? Straight ones shorter than two balls are sides of
/// pockets, and round ones are jaws: they do not.
bool is_rail(const RouteStep& step, const ShotSetup& setup);

/// See is_rail.
RouteKind kind_of(std::span<const RouteStep> route, const ShotSetup& setup);

/// One limit of a window: a value that does what is wanted, and one beyond that does not. Both are equal
/// where the search ended before.
struct WindowLimit {
    double inside = 0;   ///< does it
    double outside = 0;  ///< does not
};

/// Between its limits every shot that was played did the same.
struct Window {
    WindowLimit lower;  ///< below
    WindowLimit upper;  ///< above
    /// So many shots, evenly apart between the limits, were played and did the same; 0: only those on the way
    /// to the limits were.
    std::uint64_t checked = 0;
    /// From limit to limit.
    double width() const { return upper.inside - lower.inside; }
};

/// A shot that does what is wanted, in the middle of its window of directions.
struct Aim {
    Shot shot;                         ///< plays it
    std::vector<FallenBall> pocketed;  ///< sorted by ball; the same in both windows
    std::vector<RouteStep> route;      ///< of the first object ball that falls; of none: of the cue ball
    double pocket_speed = 0;           ///< of that ball as it falls [m/s]
    Window direction;                  ///< with the speed of `shot` [degrees]
    Window speed;                      ///< with its direction [m/s]
};

/// Limits of windows are so near to each other, in degrees and in m/s.
inline constexpr double kWindowPrecision = 1e-9;
/// The slowest and the fastest cue of a window of speeds [m/s].
inline constexpr double kSlowestCue = 0.05;
/// See kSlowestCue.
inline constexpr double kFastestCue = 15;

/// What a shot is to do. It is asked of each shot that is played.
using WantedShot = std::function<bool(const ShotFacts&)>;

/// Which shot an aim is about.
enum class AimKeeps {
    window,  ///< the middle of its window of directions, and where that has gaps the widest piece of it
    shot     ///< the one that was asked about, and the piece around it, as with speeds in any case
};

/// Looks for shots from one position. Each thread has its own.
class AimSearch {
public:
    /// Precondition: those of ShotPlayer and ShotPlayer::play.
    AimSearch(const ShotSetup& setup, std::span<const BallState> start, WantedShot wanted);

    /// Plays directions `from`, `from` + `step`, ... below `to` [degrees], otherwise like `like`, and returns
    /// the windows that these meet, from the first to the last. A window narrower than the step can be
    /// missed, and so can a gap in a window: see `check`. Windows may begin before `from` and end after `to`.
    /// `go_on` is asked before each shot; when it says no, what was found so far is returned.
    std::vector<Aim> scan(const Shot& like, double from, double to, double step,
                          const std::function<bool()>& go_on = {});
    /// The windows around one shot; none if it does not do what is wanted. `step`: how far the next shots are
    /// played apart on the way to the limits [degrees]. `go_on` is asked before each shot; when it says no,
    /// the answer is none.
    std::optional<Aim> around(const Shot& shot, double step, AimKeeps keeps = AimKeeps::window,
                              const std::function<bool()>& go_on = {});
    /// Plays `count` shots, evenly apart, in each window of an aim. A window in which one of them does
    /// something else is cut there, its new limits are certified, and what is left is played again with
    /// `count` shots, until all of them do the same (Window::checked). False when `go_on`, asked before each
    /// shot, says no; then the aim stays as it was. Precondition: the shot of `aim` does what is wanted, and
    /// count > 0.
    bool check(Aim& aim, std::uint64_t count, AimKeeps keeps, const std::function<bool()>& go_on = {});
    /// How many of `count` shots with such errors do what is wanted, with the ball at the end of the route in
    /// the same pocket; none when `go_on`, asked before each, says no.
    std::optional<std::uint64_t> hits(const Aim& meant, const ShotErrors& errors, std::uint64_t count,
                                      std::uint64_t seed, const std::function<bool()>& go_on = {});

    /// So many shots were played so far.
    std::uint64_t played() const { return played_; }
    /// Plays one, and says whether it does what is wanted.
    bool does_it(const Shot& shot);
    /// Of the shot that was played last.
    const ShotFacts& facts() const { return facts_; }

private:
    class Question;

    void find_speeds(Aim& aim, const Question& question);
    void describe(Aim& aim);
    double speed_before(std::size_t event) const;
    bool ends_as(const Aim& aim) const;

    ShotSetup setup_;
    std::vector<BallState> start_;
    WantedShot wanted_;
    ShotPlayer player_;
    ShotFacts facts_;
    std::uint64_t played_ = 0;
};

/// How often a player with these errors hits both windows, as independent normal distributions: an estimate
/// from the windows alone. The error of the tip does not count.
double estimated_chance(const Aim& aim, const ShotErrors& errors);

/// Sorts by the estimated chance, the best first. Of the same shot at other speeds only the best is left: the
/// same balls fall on the same way, and the speed is in the window of a better one. So is only one of aims
/// whose windows of directions overlap at one speed and that pocket the same balls.
void rank(std::vector<Aim>& aims, const ShotErrors& errors);

}  // namespace carom::billiards
