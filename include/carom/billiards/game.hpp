/// \file
/// A game of any kind, for those who learn its kind from a scene or from a caller. The rules of each kind are
/// in carom/billiards/referee.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "carom/billiards/rack.hpp"
#include "carom/billiards/referee.hpp"

namespace carom::billiards {

/// The games that the referee knows, in the order of GameState. Files keep these numbers.
enum class Rules {
    none,           ///< nothing is ruled
    eight_ball,     ///< rule_eight_ball
    nine_ball,      ///< rule_nine_ball
    snooker,        ///< rule_snooker
    three_cushion,  ///< rule_three_cushion
    ten_ball        ///< rule_ten_ball
};

/// A game between two shots; the first is none.
using GameState = std::variant<std::monostate, EightBallState, NineBallState, SnookerState, ThreeCushionState,
                               TenBallState>;

/// What a player announces before a shot. Each game heeds what it knows.
struct Announcement {
    Call call{};            ///< eight-ball, ten-ball; at snooker the ball is the colour that the player names
    bool push_out = false;  ///< nine-ball and ten-ball, where it is allowed
    int colour = 0;         ///< snooker: the value of the named colour, instead of the ball
    bool pass = false;      ///< the shot was given back before, where `may_pass` allows it
};

/// What follows from a shot at any game.
struct GameRuling : Ruling {
    GameState before;       ///< the game before the shot
    GameState next;         ///< and before the next one
    bool may_pass = false;  ///< the next player may give the shot back
    int points = 0;         ///< snooker: to the player, or after a foul to the other; three-cushion: 1 or 0
};

/// Which game it is.
Rules rules_of(const GameState& game);
/// The game for which a rack is made; none for reds alone.
Rules rules_of(Game rack);
/// Its name in scenes, such as "nine_ball"; "none".
const char* name_of(Rules rules);
/// Whose shot it is; 0 without a game.
int shooter_of(const GameState& game);
/// The same game where the next player gives the shot back, as `may_pass` of a ruling allows.
GameState passed(GameState game);
/// Is the next shot a break at pool, or the opening shot of three-cushion?
bool is_break(const GameState& game);

/// The ball that has to be struck next, an index; -1 for none. At three-cushion the white ball of player 0,
/// or the yellow one of player 1. `numbers`: of each ball, as numbers_in gives them.
int cue_ball_of(const GameState& game, std::span<const int> numbers);

/// Is the cue ball in hand behind the head string alone, or at snooker in the D?
bool is_behind_line(const GameState& game);

/// Points of each player; 0 at pool.
std::array<int, 2> points_of(const GameState& game);

/// Are all its numbers such that the game can be ruled?
bool is_proper(const GameState& game);

/// A game before its first shot.
GameState new_game(Rules rules);

/// What the rules count balls by, from their names in scenes: numbers of pool balls, values of snooker balls,
/// three_cushion_numbers; 0 for the cue ball, and -1 for a ball that is none of this game.
std::vector<int> numbers_in(Rules rules, std::span<const std::string> names);
/// May a ball of this number be called? At pool not the cue ball, at snooker the colours alone. Where nothing
/// is called, that is not heeded.
bool may_be_called(Rules rules, int number);
/// Why these balls have no such game, in words; empty if they have.
std::string why_no_game(Rules rules, std::span<const std::string> names);

/// What cannot be announced at a game with balls of these numbers (numbers_in) and so many pockets, in words.
std::vector<std::string> faults_of(const Announcement& announced, Rules rules, std::span<const int> numbers,
                                   std::size_t pockets);

/// Rules a shot. `numbers`: of each ball, as numbers_in gives them. The announcement has no faults.
GameRuling rule(const GameState& game, const ShotFacts& facts, std::span<const int> numbers,
                const Announcement& announced = {});

}  // namespace carom::billiards
