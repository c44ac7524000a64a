/** \file
 * Billiards: tables, shots one by one and in batches. Scenes: docs/formats/table_scene.md. SI units,
 * degrees for the cue. Meanings: carom/billiards. */
#ifndef CAROM_C_BILLIARDS_H
#define CAROM_C_BILLIARDS_H

/* NOLINTBEGIN(modernize-*): this is C. */

#include "carom/c/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A table with balls, a cue and laws. */
typedef struct carom_table carom_table;
/** Plays shots on a table, one after the other. */
typedef struct carom_player carom_player;

/** Reads a scene file with a table; "-" is standard input. */
CAROM_API carom_status carom_table_read(const char* path, carom_table** table);
/** The same from a text of `length` bytes; `name` stands for the file in messages. */
CAROM_API carom_status carom_table_parse(const char* text, size_t length, const char* name,
                                         carom_table** table);
/** Closes the handle; null is fine. Players on the table go on. */
CAROM_API carom_status carom_table_free(carom_table* table);

typedef enum carom_phase {
    CAROM_RESTING = 0,
    CAROM_SPINNING = 1, /**< on the spot */
    CAROM_SLIDING = 2,
    CAROM_ROLLING = 3,
    CAROM_POCKETED = 4,
    CAROM_AIRBORNE = 5,
    CAROM_OFF_TABLE = 6
} carom_phase;

typedef struct carom_ball_state {
    int32_t phase; /**< of carom_phase */
    double position[3];
    double velocity[3];
    double spin[3]; /**< angular velocity, rad/s */
} carom_ball_state;

/** How the cue strikes. */
typedef struct carom_strike {
    int32_t cue_ball; /**< which ball is struck */
    double speed;     /**< of the cue, > 0, at most 1000 m/s */
    double direction; /**< counterclockwise from x, degrees */
    double elevation; /**< of the cue above the bed, degrees in [0, 90) */
    double left, up;  /**< where the tip meets the ball, in ball radii from its centre */
} carom_strike;

CAROM_API carom_status carom_table_ball_count(carom_table* table, size_t* balls);
/** The name of a ball, empty if it has none: up to `capacity` - 1 bytes and a zero. `length` is that of the
 * name. */
CAROM_API carom_status carom_table_ball_name(carom_table* table, size_t ball, size_t capacity, char* name,
                                             size_t* length);
/** How the balls lie at the start; one entry a ball. */
CAROM_API carom_status carom_table_start(carom_table* table, size_t balls, carom_ball_state* states);
CAROM_API carom_status carom_table_shot_count(carom_table* table, size_t* shots);
/** A shot of the scene, from 0 on. */
CAROM_API carom_status carom_table_shot(carom_table* table, size_t shot, carom_strike* strike);

/** The table as the text of a scene file, with the balls at `states` (one entry a ball; null: the start of
 * the scene) and one shot, or none. Writes the first `capacity` - 1 bytes and a zero; `length` is that of the
 * whole text, so a first call with `capacity` 0 and `text` null says how much room is needed. Balls out of
 * play lose their places. The struck ball needs a name that no other ball has, unless it is called "cue" or
 * is the first. */
CAROM_API carom_status carom_table_text(carom_table* table, const carom_ball_state* states, size_t balls,
                                        const carom_strike* strike, size_t capacity, char* text,
                                        size_t* length);

CAROM_API carom_status carom_player_create(carom_table* table, carom_player** player);
/** Closes the handle; null is fine. */
CAROM_API carom_status carom_player_free(carom_player* player);

typedef enum carom_shot_event_kind {
    CAROM_SHOT_STRIKE = 0,
    CAROM_SHOT_BALL_BALL = 1,
    CAROM_SHOT_STRAIGHT_CUSHION = 2,
    CAROM_SHOT_ROUND_CUSHION = 3,
    CAROM_SHOT_POCKET = 4,
    CAROM_SHOT_SLIDE_TO_ROLL = 5,
    CAROM_SHOT_ROLL_TO_SPIN = 6,
    CAROM_SHOT_ROLL_TO_REST = 7,
    CAROM_SHOT_REST_TO_ROLL = 8,
    CAROM_SHOT_SPIN_TO_REST = 9,
    CAROM_SHOT_MOTION = 10, /**< another acceleration */
    CAROM_SHOT_BED = 11,
    CAROM_SHOT_RAIL_EDGE = 12,
    CAROM_SHOT_OFF_TABLE = 13
} carom_shot_event_kind;

typedef struct carom_shot_event {
    double time;   /**< since the strike */
    int32_t kind;  /**< of carom_shot_event_kind */
    int32_t ball;  /**< index */
    int32_t other; /**< the other ball, the cushion or the pocket; -1 for none */
    carom_ball_state ball_after;
    carom_ball_state other_after; /**< of the other ball, where there is one */
} carom_shot_event;

/** Plays a shot until all balls rest. `start` has one entry a ball; null: the start of the scene. `strike`
 * null: the balls move as they are. Says how many events there were. */
CAROM_API carom_status carom_play(carom_player* player, const carom_ball_state* start, size_t balls,
                                  const carom_strike* strike, size_t* events);
/** Copies events of the last shot, from number `first` on. */
CAROM_API carom_status carom_player_events(carom_player* player, size_t first, size_t count,
                                           carom_shot_event* events);
/** The balls `time` seconds after the strike of the last shot. An infinite time is when all balls rest. */
CAROM_API carom_status carom_player_states(carom_player* player, double time, size_t balls,
                                           carom_ball_state* states);

/** Where the balls of the last shot are at so many times [s], which are finite, >= 0 and do not decrease: x,
 * y and z [m] of each ball at the first time, and so on: 3 x `count` x `balls` numbers. */
CAROM_API carom_status carom_player_positions(carom_player* player, const double* times, size_t count,
                                              size_t balls, double* positions);

/** A shot of a sequence. */
typedef struct carom_planned_shot {
    carom_strike strike;
    int32_t has_place; /**< ball in hand: 1 puts the struck ball at `place` before */
    double place[2];
} carom_planned_shot;

/** Plays shots one after the other, each from where the last one came to rest, and writes a file of shots,
 * which `carom check` proves and `carom view` shows. `start` has one entry a ball; null: the start of the
 * scene. A shot whose ball is out of play, or does not lie on the bed, is refused. A file of this name is
 * replaced when all is well; after a failure it is still there, and `path`.partial has the shots before. */
CAROM_API carom_status carom_record_shots(carom_table* table, const carom_ball_state* start, size_t balls,
                                          const carom_planned_shot* shots, size_t count, const char* path);

/** Many strikes: entry k of each column is of shot k. `speed` and `direction` are needed; others are 0 when
 * left out. */
typedef struct carom_strike_columns {
    carom_doubles speed, direction, elevation, left, up;
    carom_ints cue_ball;
} carom_strike_columns;

/** What became of each shot. Columns with null are not wanted. The first three have an entry for each ball:
 * ball i of shot k is at k * balls + i. */
typedef struct carom_outcome_columns {
    carom_doubles_out x, y; /**< where the ball ended */
    carom_ints_out
        pocket; /**< its pocket; -1: on the table, -2: out of play from the start, -3: off the table */
    carom_doubles_out duration;
    carom_ints_out events, ball_ball, cushions;
    carom_ints_out first_hit, cushions_before_hit, second_hit, cushions_before_second;
    carom_ints_out cushion_after_hit, to_cushion;
} carom_outcome_columns;

/** Plays many shots from the start of the scene, on so many threads; 0 means as many as the machine has. A
 * shot has the same bits in a batch as alone. `go_on` may be null. */
CAROM_API carom_status carom_play_batch(carom_table* table, const carom_strike_columns* strikes,
                                        const carom_outcome_columns* outcomes, unsigned threads,
                                        carom_go_on go_on, void* context);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-*) */

#endif
