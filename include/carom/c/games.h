/** \file
 * The referee: a game between two players, ruled shot by shot. Rules and their sources:
 * docs/referee.md. */
#ifndef CAROM_C_GAMES_H
#define CAROM_C_GAMES_H

/* NOLINTBEGIN(modernize-*): this is C. */

#include "carom/c/billiards.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A game, which knows whose shot it is and what is on. Players are 0 and 1. */
typedef struct carom_game carom_game;

typedef enum carom_game_kind {
    CAROM_EIGHT_BALL = 0,    /**< balls have the names "cue" and "1" to "15" */
    CAROM_NINE_BALL = 1,     /**< balls have the names "cue" and "1" to "9" */
    CAROM_SNOOKER = 2,       /**< "cue", "red 1" and so on, "yellow" to "black" */
    CAROM_THREE_CUSHION = 3, /**< any three balls */
    CAROM_TEN_BALL = 4       /**< balls have the names "cue" and "1" to "10" */
} carom_game_kind;

/** What may be wrong with a shot: bits of carom_ruling::fouls. */
typedef enum carom_foul {
    CAROM_FOUL_SCRATCH = 1,               /**< the cue ball fell */
    CAROM_FOUL_CUE_BALL_OFF_TABLE = 2,    /**< the cue ball left the table */
    CAROM_FOUL_BALL_OFF_TABLE = 4,        /**< another ball left the table */
    CAROM_FOUL_NO_HIT = 8,                /**< the cue ball met no ball */
    CAROM_FOUL_WRONG_BALL_FIRST = 16,     /**< the first ball that it met was not on */
    CAROM_FOUL_NO_CUSHION = 32,           /**< after that no ball fell and none met a cushion */
    CAROM_FOUL_ILLEGAL_BREAK = 64,        /**< no ball fell, and fewer than four met a cushion */
    CAROM_FOUL_WRONG_BALL_POCKETED = 128, /**< snooker: a ball fell that was not on */
    CAROM_FOUL_BAD_PLACEMENT = 256, /**< the cue ball was in hand behind a line, and was not placed there */
    CAROM_FOUL_HEAD_STRING_NOT_CROSSED = 512, /**< from there it met a ball behind the head string without
                                                 crossing it before */
    CAROM_FOUL_WRONG_CUE_BALL =
        1024 /**< three-cushion: the ball of the other player, or the red, was struck */
} carom_foul;

/** What the player announces before a shot. */
typedef struct carom_announcement {
    int32_t ball;     /**< eight-ball and ten-ball: the called ball; -1: any that counts */
    int32_t pocket;   /**< eight-ball and ten-ball: the called pocket; -1: any */
    int32_t safety;   /**< eight-ball and ten-ball: 1 ends the turn, whatever falls */
    int32_t push_out; /**< nine-ball and ten-ball, where it is allowed: 1. In a recording 2 says that the push
                         out of the other player was given back to him before, as by carom_game_pass */
    int32_t colour;   /**< snooker: the value of the named colour; 0: the one met first */
} carom_announcement;

/** What follows from a shot. Answers of yes or no are 1 and 0. */
typedef struct carom_ruling {
    uint32_t fouls;             /**< bits of carom_foul; 0: the shot was legal */
    int32_t shooter;            /**< whose shot is next */
    int32_t winner;             /**< -1: the game goes on */
    int32_t continues;          /**< the same player shoots again */
    int32_t ball_in_hand;       /**< the next player places the cue ball */
    int32_t behind_head_string; /**< and only there */
    int32_t may_rerack;         /**< the next player may ask for a new rack */
    int32_t may_push_out;       /**< nine-ball and ten-ball: the next shot may be a push-out */
    int32_t may_pass;           /**< the same: the next player may give the shot back */
    int32_t points[2];          /**< snooker and three-cushion: of each player */
    int32_t groups[2];          /**< eight-ball: of each player: 0 open, 1 solids, 2 stripes */
    int32_t on;                 /**< snooker: 0 a red, 1 a colour, 2 the colour of the lowest value */
    int32_t spotted_count;      /**< balls that go back on their spots */
    int32_t spotted[32];        /**< which */
} carom_ruling;

/** Begins a game with the balls of a table. */
CAROM_API carom_status carom_game_create(carom_table* table, int32_t kind, carom_game** game);
/** Closes the handle; null is fine. */
CAROM_API carom_status carom_game_free(carom_game* game);
/** Rules the last shot of a player, and goes on to the next one. `announced` null: nothing. Not after the end
 * of the game. */
CAROM_API carom_status carom_game_rule(carom_game* game, carom_player* player,
                                       const carom_announcement* announced, carom_ruling* ruling);
/** How the balls lie before the next shot; one entry a ball. They rest where the last ruled shot left them,
 * but for those that the ruling spots: they lie on their spots, or as near as the rules say. Before the first
 * shot it is the start of the table. A ball for which there is no room stays out of play. */
CAROM_API carom_status carom_game_start(carom_game* game, size_t balls, carom_ball_state* states);

/** A game between two shots, to go on with elsewhere. Answers of yes or no are 1 and 0, and what a game does
 * not have is 0. */
typedef struct carom_game_state {
    int32_t kind;         /**< one of carom_game_kind */
    int32_t shooter;      /**< whose shot it is */
    int32_t is_break;     /**< pool: the next shot is the break; three-cushion: it is the opening shot */
    int32_t may_push_out; /**< as in carom_ruling */
    int32_t may_pass;     /**< the same */
    int32_t fouls[2];     /**< nine-ball and ten-ball: in a row, of each player; the third loses */
    int32_t points[2];    /**< as in carom_ruling */
    int32_t groups[2];    /**< the same */
    int32_t on;           /**< the same */
    int32_t behind_line;  /**< eight-ball: the cue ball is in hand behind the head string, and nowhere else;
                             snooker: it is played from the D */
    int32_t distance;     /**< three-cushion: who has so many points wins; 0: the game does not end */
} carom_game_state;

/** How the game stands before the next shot. Not after its end. */
CAROM_API carom_status carom_game_state_of(carom_game* game, carom_game_state* state);
/** Goes on with a game on a table, which may lack balls that have fallen. */
CAROM_API carom_status carom_game_continue(carom_table* table, const carom_game_state* state,
                                           carom_game** game);
/** As carom_record_shots, of the shots of a game that stands as `state` before the first; null: without a
 * game. `announced` has an entry a shot; null: nothing. Balls that the referee spots are put back before the
 * next shot. */
CAROM_API carom_status carom_record_game(carom_table* table, const carom_game_state* state,
                                         const carom_ball_state* start, size_t balls,
                                         const carom_planned_shot* shots, const carom_announcement* announced,
                                         size_t count, const char* path);

/** What the referee says of each shot of a batch. Columns with null are not wanted. */
typedef struct carom_ruling_columns {
    carom_ints_out fouls;     /**< bits of carom_foul; 0: legal; -1: not ruled */
    carom_ints_out continues; /**< 1 if the same player shoots again */
    carom_ints_out points;    /**< to the player, or after a foul to the other */
    carom_ints_out winner;    /**< 0 or 1 if the shot ends the game, else -1 */
} carom_ruling_columns;

/** As carom_play_batch, and rules each shot by the game of the scene, which is the same before each of them.
 * Nothing is announced. Without a game, or where another ball than the cue ball is struck, nothing is ruled.
 */
CAROM_API carom_status carom_play_ruled_batch(carom_table* table, const carom_strike_columns* strikes,
                                              const carom_outcome_columns* outcomes,
                                              const carom_ruling_columns* rulings, unsigned threads,
                                              carom_go_on go_on, void* context);
/** The next player gives the shot back, which the last ruling has to allow by `may_pass`. */
CAROM_API carom_status carom_game_pass(carom_game* game);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-*) */

#endif
