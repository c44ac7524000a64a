/** \file
 * All contacts of many balls in a frame, and the step of a game. Meanings: carom/frame. */
#ifndef CAROM_C_FRAMES_H
#define CAROM_C_FRAMES_H

/* NOLINTBEGIN(modernize-*): this is C. */

#include "carom/c/pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Working memory for frames of one dimension. */
typedef struct carom_frame carom_frame;

/** `threads` work on large frames, the calling one included; 0 means as many as the machine has. */
CAROM_API carom_status carom_frame_create(int dimension, unsigned threads, carom_frame** frame);
/** Closes the handle; null is fine. */
CAROM_API carom_status carom_frame_free(carom_frame* frame);

/** Which pairs of balls may touch. */
typedef struct carom_pair_filter {
    /** Pair (a, b) may touch when group[a] & mask[b] and group[b] & mask[a] are both not 0. A column that is
     * left out has all bits. */
    carom_ints group, mask;
    const uint32_t (*ignored)[2]; /**< pairs that may not */
    size_t ignored_count;
} carom_pair_filter;

/** For all calls from now on, until another one; null: all pairs may touch. The filter is copied. Its columns
 * are as long as those of the balls. */
CAROM_API carom_status carom_frame_set_filter(carom_frame* frame, const carom_pair_filter* filter);

/** What rests: balls, half-spaces normal . x <= offset, two-sided planes normal . x = offset, and solid
 * boxes. All numbers are finite, and normals not zero. In two dimensions the third columns are left alone. */
typedef struct carom_obstacle_columns {
    carom_doubles ball_center[3];
    carom_doubles ball_radius;
    carom_doubles half_space_normal[3];
    carom_doubles half_space_offset;
    carom_doubles plane_normal[3];
    carom_doubles plane_offset;
    carom_doubles box_lower[3];
    carom_doubles box_upper[3];
} carom_obstacle_columns;

/** For carom_frame_step and carom_frame_find_obstacles from now on, until others; null: none. They are
 * copied, and rounded for calls in single precision. `restitution` is that of balls with obstacles, in [0,
 * 1]. */
CAROM_API carom_status carom_frame_set_obstacles(carom_frame* frame, const carom_obstacle_columns* obstacles,
                                                 double restitution);

/** What an obstacle is. */
typedef enum carom_obstacle_kind {
    CAROM_NO_OBSTACLE = -1,
    CAROM_OBSTACLE_BALL = 0,
    CAROM_OBSTACLE_HALF_SPACE = 2,
    CAROM_OBSTACLE_PLANE = 3,
    CAROM_OBSTACLE_BOX = 4
} carom_obstacle_kind;

/** One of the obstacles. */
typedef struct carom_obstacle {
    int32_t kind;   /**< of carom_obstacle_kind */
    uint32_t index; /**< among those of its kind */
} carom_obstacle;

/** Two balls that touch in the frame. */
typedef struct carom_frame_contact {
    uint32_t a, b; /**< a < b */
    double first;  /**< frame fraction of the first contact */
    double last;   /**< of the last one */
    int32_t state; /**< of carom_contact_state, never CAROM_APART */
} carom_frame_contact;

/** Finds all contacts, in the order of (first, a, b), and says how many. A ball with a NaN touches nothing.
 */
CAROM_API carom_status carom_frame_find(carom_frame* frame, const carom_ball_columns* balls, size_t* count);
/** Copies some of them, from number `first` on. */
CAROM_API carom_status carom_frame_contacts(carom_frame* frame, size_t first, size_t count,
                                            carom_frame_contact* contacts);

/** carom_frame_find in single precision. */
CAROM_API carom_status carom_frame_find_float(carom_frame* frame, const carom_ball_columns_float* balls,
                                              size_t* count);
/** A picture of the last find in two dimensions, for small frames: balls, moves, contacts, and how space was
 * cut. The text of an SVG file of `length` bytes, written only where `capacity` is enough for it. */
CAROM_API carom_status carom_frame_svg(carom_frame* frame, size_t capacity, char* text, size_t* length);

/** A ball and an obstacle that touch in the frame. */
typedef struct carom_obstacle_contact {
    uint32_t ball;
    carom_obstacle obstacle;
    double first;  /**< frame fraction of the first contact */
    double last;   /**< of the last one */
    int32_t state; /**< of carom_contact_state, never CAROM_APART */
} carom_obstacle_contact;

/** Finds all contacts of balls with obstacles, in the order of (first, ball, kind, index), and says how many.
 */
CAROM_API carom_status carom_frame_find_obstacles(carom_frame* frame, const carom_ball_columns* balls,
                                                  size_t* count);
/** carom_frame_find_obstacles in single precision. */
CAROM_API carom_status carom_frame_find_obstacles_float(carom_frame* frame,
                                                        const carom_ball_columns_float* balls, size_t* count);
/** Copies some of them, from number `first` on. */
CAROM_API carom_status carom_frame_obstacle_contacts(carom_frame* frame, size_t first, size_t count,
                                                     carom_obstacle_contact* contacts);

/** What a force such as gravity adds to the displacements of balls as a frame begins: g times the square of
 * its duration. For carom_frame_step from now on, until another one; null: nothing. As many columns as the
 * frame has dimensions, of finite numbers, with one entry a ball or one for all balls. In two dimensions a
 * third column is left alone, so there need not be one. They are copied, and rounded for steps in single
 * precision. Contacts that close by no more than twice this do not rebound, so balls come to rest. Immovable
 * balls ignore it. */
CAROM_API carom_status carom_frame_set_acceleration(carom_frame* frame, const carom_doubles* acceleration);

/** A movable ball that has had so many impacts in one step stops until the next one, immovable for the
 * others: 1 or more, and 64 until it is set. */
CAROM_API carom_status carom_frame_set_most_bounces(carom_frame* frame, unsigned most_bounces);

/** Balls that bounce: read, and moved. All columns but `inverse_mass` are needed; in two dimensions the third
 * ones are left alone. Without `inverse_mass` all masses are 1. */
typedef struct carom_body_columns {
    carom_doubles_out center[3];
    carom_doubles radius;
    carom_doubles_out displacement[3]; /**< the move of this frame in, that of the next one out */
    carom_doubles inverse_mass;
} carom_body_columns;

/** The same in single precision. */
typedef struct carom_body_columns_float {
    carom_floats_out center[3];
    carom_floats radius;
    carom_floats_out displacement[3];
    carom_floats inverse_mass;
} carom_body_columns_float;

/** An impact in a frame. */
typedef struct carom_frame_bounce {
    double fraction; /**< of the frame */
    uint32_t a, b;   /**< a < b; UINT32_MAX for b: an obstacle */
} carom_frame_bounce;

/** Moves the balls through one frame, with all impacts in the order of time. `restitution` is in [0, 1];
 * contacts that close by less than `threshold` >= 0 in a frame do not rebound. Says how many impacts there
 * were. */
CAROM_API carom_status carom_frame_step(carom_frame* frame, const carom_body_columns* bodies,
                                        double restitution, double threshold, size_t* bounces);
/** carom_frame_step in single precision. */
CAROM_API carom_status carom_frame_step_float(carom_frame* frame, const carom_body_columns_float* bodies,
                                              double restitution, double threshold, size_t* bounces);
/** Copies some of them, from number `first` on. */
CAROM_API carom_status carom_frame_bounces(carom_frame* frame, size_t first, size_t count,
                                           carom_frame_bounce* bounces);
/** Which obstacles some of them were with, from number `first` on; CAROM_NO_OBSTACLE: two balls. */
CAROM_API carom_status carom_frame_bounce_obstacles(carom_frame* frame, size_t first, size_t count,
                                                    carom_obstacle* obstacles);

/** A ball that did not get to where its move would have led. */
typedef struct carom_lost_move {
    uint32_t ball;
    double displacement[3]; /**< what it did not move */
} carom_lost_move;

/** How many moves the last step did not finish: 0 unless a ball had most_bounces impacts, immovable balls
 * squeezed one, or no rounded place near its end was free. */
CAROM_API carom_status carom_frame_lost_count(carom_frame* frame, size_t* count);
/** Copies some of them, by ball, from number `first` on. */
CAROM_API carom_status carom_frame_lost_moves(carom_frame* frame, size_t first, size_t count,
                                              carom_lost_move* moves);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-*) */

#endif
