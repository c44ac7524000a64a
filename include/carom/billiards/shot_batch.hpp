/// \file
/// Many shots on one table: strikes in as columns, outcomes out as columns.
///
/// The columns are the caller's. A shot gives the same bits in a batch as alone, on any number of threads.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "carom/billiards/game.hpp"
#include "carom/billiards/shot.hpp"

namespace carom::billiards {

/// Entry k of each column is of shot k; meanings and units as in Strike. An empty column has its default.
struct StrikeColumns {
    std::span<const double> speed{};      ///< needed: its length is the number of shots
    std::span<const double> direction{};  ///< needed
    std::span<const double> elevation{};  ///< 0 by default
    std::span<const double> left{};       ///< 0 by default
    std::span<const double> up{};         ///< 0 by default
    std::span<const int> cue_ball{};      ///< which ball is struck; 0 by default

    /// How many shots there are.
    std::size_t size() const { return speed.size(); }
    /// `count` shots from `first` on, for one thread.
    StrikeColumns part(std::size_t first, std::size_t count) const;
};

/// What a ball's entry in OutcomeColumns::pocket says beside the index of a pocket.
inline constexpr int kOnTheTable = -1;      ///< it rests there
inline constexpr int kPocketedBefore = -2;  ///< it was out of play from the start
inline constexpr int kOffTheTable = -3;     ///< it left the table over the rails

/// The game before each of many shots, in which nothing is announced.
struct RuledGame {
    GameState state;               ///< the same for all of them
    std::vector<int> numbers;      ///< of each ball, as numbers_in gives them
    const Table* table = nullptr;  ///< the table of the shots; null: what the lines on it decide is not ruled
};

/// OutcomeColumns::fouls of a shot that is not ruled: its cue ball is none in the game.
inline constexpr int kNotRuled = -1;

/// What became of each shot. An empty column is not written.
struct OutcomeColumns {
    std::span<double>
        x{};  ///< where ball i of shot k ended, at k * balls + i [m]; pocketed: the centre of the pocket
    std::span<double> y{};         ///< the same
    std::span<int> pocket{};       ///< at k * balls + i: its pocket, or one of the three numbers above
    std::span<double> duration{};  ///< of each shot, until all balls rest [s]
    std::span<int> events{};       ///< of each shot: how many
    std::span<int> ball_ball{};    ///< of each shot: impacts of two balls
    std::span<int> cushions{};     ///< of each shot: impacts of balls and cushions
    std::span<int> first_hit{};    ///< of each shot: the ball that the struck ball met first; -1 for none
    std::span<int> cushions_before_hit{};  ///< of each shot: cushions that the struck ball met before that
    /// What rules ask for besides, as in ShotFacts (carom/billiards/referee.hpp).
    std::span<int> second_hit{};              ///< of each shot: the next ball that it met; -1 for none
    std::span<int> cushions_before_second{};  ///< of each shot: cushions before that, or in all without one
    std::span<int> cushion_after_hit{};  ///< of each shot: 1 if any ball met a cushion after the first hit
    std::span<int> to_cushion{};         ///< of each shot: how many object balls met a cushion
    /// What the referee says of each shot, as in GameRuling (carom/billiards/game.hpp).
    const RuledGame* game = nullptr;  ///< needed for the columns below
    std::span<int> fouls{};           ///< of each shot: bit f for each Foul f; 0: legal; or kNotRuled
    std::span<int> continues{};       ///< of each shot: 1 if the same player shoots again
    std::span<int> points{};          ///< of each shot: to the player, or after a foul to the other
    std::span<int> winner{};          ///< of each shot: 0 or 1 if it ends the game, else -1

    /// `count` shots from `first` on, of so many balls each.
    OutcomeColumns part(std::size_t first, std::size_t count, std::size_t balls) const;
};

/// Everything that is wrong with the lengths of columns and the numbers of strikes; empty if nothing is.
/// `start` has one row of states for all shots, or one for each.
std::vector<std::string> faults_of(std::size_t balls, std::span<const BallState> start,
                                   const StrikeColumns& strikes, const OutcomeColumns& outcomes);

/// Plays all of them, one after the other, and returns how many: fewer than all when `go_on`, asked now and
/// then, says no. Precondition: faults_of is empty, and that of ShotPlayer::play for each row of `start`.
std::size_t play_shots(ShotPlayer& player, std::size_t balls, std::span<const BallState> start,
                       const StrikeColumns& strikes, const OutcomeColumns& outcomes,
                       const std::function<bool()>& go_on = {});

/// The same on so many threads, each with a player of its own; 0 means as many as the machine has. `go_on` is
/// asked on the calling thread, with the share of shots that is done; when it says no, the answer is false
/// and the rest of the outcomes is as it was.
bool play_shots_on_threads(const ShotSetup& setup, std::span<const BallState> start,
                           const StrikeColumns& strikes, const OutcomeColumns& outcomes, unsigned threads = 0,
                           const std::function<bool(double)>& go_on = {});

}  // namespace carom::billiards
