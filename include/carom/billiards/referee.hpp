/// \file
/// What a shot did, as the rules of a game ask for it, and what follows for the game.
///
/// Everything here is a pure function: facts from events, a ruling from a state and facts. Rules: WPA, *The
/// Rules of Play* (2016), for eight-ball, nine-ball and ten-ball; WPBSA, *Official Rules of Snooker*; UMB,
/// *World Rules of Carom Billiard*. What only a person can judge (intent, misses, time) is left out;
/// docs/referee.md says what.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "carom/billiards/shot.hpp"

namespace carom::billiards {

/// A ball that fell.
struct FallenBall {
    int ball = 0;    ///< index
    int pocket = 0;  ///< index
    friend bool operator==(const FallenBall&, const FallenBall&) = default;
};

/// What a shot had to do with the lines behind which the cue ball may be in hand. A ball lies where its
/// centre is. The head string is a line across the playing area at a quarter of its length, and a ball on it
/// is not behind it. The playing area is the rectangle of the straight cushions along x and y, and its foot
/// is at its high y.
struct LineFacts {
    bool starts_behind = false;  ///< the cue ball started behind the head string
    bool crosses = false;        ///< before it met a ball it was on the head string or past it
    bool hit_behind = false;     ///< the first ball that it met, of several at once all, lay behind it then
    bool starts_in_d = false;    ///< the cue ball started in the D of snooker, or on its lines
    friend bool operator==(const LineFacts&, const LineFacts&) = default;
};

/// What rules ask of a shot. Balls are indices of the shot.
struct ShotFacts {
    int cue_ball = 0;                   ///< that was struck
    std::vector<int> on_table;          ///< balls in play before the shot, the cue ball among them
    int first_hit = -1;                 ///< the ball that the cue ball met first; -1 for none
    int second_hit = -1;                ///< the next ball that it met, another one than the first
    int cushions_before_hit = 0;        ///< that the cue ball met before the first ball
    int cushions_before_second = 0;     ///< that it met before the second ball, or in all without one
    bool cushion_after_hit = false;     ///< any ball met a cushion after the first hit
    std::vector<int> tied_hits;         ///< other balls that it met at the same instant as the first
    std::vector<int> to_cushion;        ///< object balls that met a cushion, each once, in order
    std::vector<FallenBall> pocketed;   ///< in order, the cue ball too
    std::vector<int> off_table;         ///< in order, the cue ball too
    std::optional<LineFacts> lines;     ///< nothing where the table is not known, or has no such lines
    bool is_pocketed(int ball) const;   ///< did it fall in this shot?
    bool is_off_table(int ball) const;  ///< did it leave the table in this shot?
};

/// The facts of a shot, but for those of lines. `start` has one state a ball, before the strike.
ShotFacts facts_of(std::span<const BallState> start, std::span<const ShotEvent> events, int cue_ball);
/// All facts of a shot on this table. Whether the cue ball crosses the head string follows from its motion
/// between events, which is a quadratic in time, not from samples of it.
ShotFacts facts_of(std::span<const BallState> start, std::span<const ShotEvent> events, int cue_ball,
                   const Table& table);

/// The numbers of pool balls by their names in scenes: 0 for "cue", 1 to 15, and -1 for any other.
std::vector<int> pool_numbers(std::span<const std::string> names);
/// The values of snooker balls by their names in scenes: 0 for "cue", 1 for "red 7", 2 for "yellow" and so on
/// to 7 for "black", and -1 for any other.
std::vector<int> snooker_values(std::span<const std::string> names);

/// What was wrong with a shot.
enum class Foul {
    scratch,                  ///< the cue ball fell into a pocket
    cue_ball_off_table,       ///< the cue ball left the table
    ball_off_table,           ///< another ball left the table
    no_hit,                   ///< the cue ball met no ball
    wrong_ball_first,         ///< the first ball that it met was not on
    no_cushion,               ///< after that no ball fell and none met a cushion
    illegal_break,            ///< no ball fell, and fewer than four met a cushion
    wrong_ball_pocketed,      ///< snooker: a ball fell that was not on
    bad_placement,            ///< the cue ball was in hand behind a line, and was not placed there
    head_string_not_crossed,  ///< from there it met a ball behind the head string without crossing it before
    wrong_cue_ball            ///< three-cushion: the ball of the other player, or the red, was struck
};

/// The plain name of a foul, such as "wrong_ball_first".
const char* name_of(Foul foul);

/// What every ruling says. Players are 0 and 1.
struct Ruling {
    std::vector<Foul> fouls;          ///< empty: the shot was legal
    bool continues = false;           ///< the same player shoots again
    bool ball_in_hand = false;        ///< the next player places the cue ball
    bool behind_head_string = false;  ///< and only there
    bool may_rerack = false;          ///< the next player may ask for a new rack
    int winner = -1;                  ///< the game has ended
    std::vector<int> made;            ///< balls that were pocketed legally, as called, in order
    std::vector<int> spotted;         ///< balls that are put back on their spots
};

/// Nine-ball between two shots.
struct NineBallState {
    int shooter = 0;                    ///< whose shot it is
    bool is_break = true;               ///< the next shot is the break
    bool may_push_out = false;          ///< the shot after a legal break
    std::array<int, 2> fouls_in_row{};  ///< of each player; the third loses
};

/// What follows from a shot at nine-ball.
struct NineBallRuling : Ruling {
    NineBallState next;     ///< before the next shot
    bool may_pass = false;  ///< after a push-out: the next player may give the shot back
};

/// `numbers`: of each ball, 0 for the cue ball. `push_out`: it was announced, and allowed.
NineBallRuling rule_nine_ball(const NineBallState& state, const ShotFacts& facts,
                              std::span<const int> numbers, bool push_out = false);

/// Which balls a player has at eight-ball.
enum class Group {
    open,    ///< not yet decided
    solids,  ///< 1 to 7
    stripes  ///< 9 to 15
};

/// Eight-ball between two shots.
struct EightBallState {
    int shooter = 0;                ///< whose shot it is
    bool is_break = true;           ///< the next shot is the break
    std::array<Group, 2> groups{};  ///< of each player
    /// The cue ball is in hand behind the head string, and nowhere else. After other fouls in the break it
    /// may also be played where it lies, and then this is false.
    bool behind_line = false;
};

/// What a player announces.
struct Call {
    int ball = -1;        ///< index; -1: any of the group
    int pocket = -1;      ///< index; -1: any
    bool safety = false;  ///< the turn ends, whatever falls
};

/// What follows from a shot at eight-ball.
struct EightBallRuling : Ruling {
    EightBallState next;  ///< before the next shot
};

/// `numbers`: of each ball, 0 for the cue ball.
EightBallRuling rule_eight_ball(const EightBallState& state, const ShotFacts& facts,
                                std::span<const int> numbers, const Call& call = {});

/// Ten-ball between two shots.
struct TenBallState {
    int shooter = 0;                    ///< whose shot it is
    bool is_break = true;               ///< the next shot is the break
    bool may_push_out = false;          ///< the shot after a legal break
    std::array<int, 2> fouls_in_row{};  ///< of each player; the third loses
};

/// What follows from a shot at ten-ball.
struct TenBallRuling : Ruling {
    TenBallState next;      ///< before the next shot
    bool may_pass = false;  ///< after a push-out, or where only balls fell that were not called: the next
                            ///< player may give the shot back
};

/// `numbers`: of each ball, 0 for the cue ball. Every shot but the break is called: where `call` names
/// neither a ball nor a pocket, the shot counts as obvious, and whatever falls counts as called. `push_out`:
/// it was announced, and allowed.
TenBallRuling rule_ten_ball(const TenBallState& state, const ShotFacts& facts, std::span<const int> numbers,
                            const Call& call = {}, bool push_out = false);

/// What is on at snooker.
enum class BallOn {
    red,     ///< any red
    colour,  ///< the colour that the player names
    clear    ///< the colour of the lowest value on the table
};

/// A frame of snooker between two shots.
struct SnookerState {
    int shooter = 0;              ///< whose shot it is
    BallOn on = BallOn::red;      ///< what is on
    std::array<int, 2> points{};  ///< of each player
    bool behind_line = false;     ///< the cue ball is in hand: it is played from the D
};

/// What follows from a shot at snooker.
struct SnookerRuling : Ruling {
    SnookerState next;  ///< before the next shot
    int points = 0;     ///< of this shot: to the player, or after a foul to the other
};

/// `values`: of each ball: 0 the cue ball, 1 a red, 2 yellow, ... 7 black. `named`: the value of the colour
/// that the player named; 0: the one met first.
SnookerRuling rule_snooker(const SnookerState& state, const ShotFacts& facts, std::span<const int> values,
                           int named = 0);

/// Three-cushion between two shots. Player 0 has the white ball and player 1 the yellow one.
struct ThreeCushionState {
    int shooter = 0;              ///< whose shot it is
    std::array<int, 2> points{};  ///< of each player
    bool is_break = false;        ///< the next shot is the opening shot
    int distance = 0;             ///< who has so many points wins; 0: the game does not end
};

/// What follows from a shot at three-cushion.
struct ThreeCushionRuling : Ruling {
    ThreeCushionState next;  ///< before the next shot
};

/// What three-cushion knows a ball by, from their names in scenes: kRedBall for "red", kYellowBall for
/// "yellow", and 0 for the white one, of any other name.
std::vector<int> three_cushion_numbers(std::span<const std::string> names);
inline constexpr int kRedBall = 1;     ///< see three_cushion_numbers
inline constexpr int kYellowBall = 2;  ///< see three_cushion_numbers

/// A point: the cue ball met both others, and three cushions before the second of them. In the opening shot
/// it has to meet the red ball first, before any cushion. `numbers` as three_cushion_numbers gives them:
/// without a red the opening shot is one like others, and without a red and a yellow one each player may
/// strike any ball.
ThreeCushionRuling rule_three_cushion(const ThreeCushionState& state, const ShotFacts& facts,
                                      std::span<const int> numbers = {});

}  // namespace carom::billiards
