/** \file
 * Two things: when do they touch, do they overlap, how do they bounce? Meanings: carom/pair. */
#ifndef CAROM_C_PAIRS_H
#define CAROM_C_PAIRS_H

/* NOLINTBEGIN(modernize-*): this is C. */

#include "carom/c/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* `dimension` is 2 or 3. In two dimensions the third entry of a vector is neither read nor written but for 0.
 */

/** A ball that moves in a straight line during a frame. */
typedef struct carom_ball {
    double center[3];       /**< at the start of the frame */
    double radius;          /**< >= 0 */
    double displacement[3]; /**< the whole move of the frame */
} carom_ball;

/** What two things do during a frame. */
typedef enum carom_contact_state {
    CAROM_APART = 0,            /**< no contact in the frame */
    CAROM_WILL_TOUCH = 1,       /**< apart at the start, in contact later */
    CAROM_TOUCHING_CLOSING = 2, /**< in touch at the start, and entering each other */
    CAROM_TOUCHING_PARTING = 3, /**< in touch at the start, and parting */
    CAROM_TOUCHING_AT_REST = 4, /**< in touch during the whole frame */
    CAROM_OVERLAPPING = 5       /**< overlapping at the start */
} carom_contact_state;

/** The answer of a sweep. */
typedef struct carom_sweep_answer {
    int32_t state;      /**< of carom_contact_state */
    double first;       /**< frame fraction of the first contact, in [0, 1] */
    double last;        /**< of the last contact */
    double center_a[3]; /**< at `first` */
    double center_b[3]; /**< at `first`; of a half-space or box the nearest point of its surface */
    double normal[3];   /**< unit, from a to b, at `first` */
    double point[3];    /**< where they touch */
} carom_sweep_answer;

/** Two moving balls. Numbers must be finite and radii >= 0, here and below. */
CAROM_API carom_status carom_sweep(int dimension, const carom_ball* a, const carom_ball* b,
                                   carom_sweep_answer* answer);
/** A moving ball and the half-space normal . x <= offset. `normal` is not zero. */
CAROM_API carom_status carom_sweep_half_space(int dimension, const carom_ball* ball, const double* normal,
                                              double offset, carom_sweep_answer* answer);
/** A moving ball and a solid box. */
CAROM_API carom_status carom_sweep_box(int dimension, const carom_ball* ball, const double* lower,
                                       const double* upper, carom_sweep_answer* answer);
/** Do two balls overlap or touch at the start? 1 or 0. */
CAROM_API carom_status carom_overlaps(int dimension, const carom_ball* a, const carom_ball* b,
                                      int32_t* answer);
/** The distance of their surfaces at the start, negative when they overlap. */
CAROM_API carom_status carom_gap(int dimension, const carom_ball* a, const carom_ball* b, double* gap);
/** When they are nearest to each other in the frame, and the distance of their surfaces then. */
CAROM_API carom_status carom_closest_approach(int dimension, const carom_ball* a, const carom_ball* b,
                                              double* when, double* gap);

/** A ball that bounces. */
typedef struct carom_body {
    double center[3];
    double velocity[3];
    double inverse_mass; /**< >= 0; 0 makes the ball immovable */
} carom_body;

/** The velocities after an impact of two balls with a restitution in [0, 1]; three numbers each. */
CAROM_API carom_status carom_bounce(int dimension, const carom_body* a, const carom_body* b,
                                    double restitution, double* velocity_a, double* velocity_b);

/** Many moving balls. In two dimensions the third columns are left alone; without displacements the balls
 * rest. */
typedef struct carom_ball_columns {
    carom_doubles center[3];
    carom_doubles radius;
    carom_doubles displacement[3];
} carom_ball_columns;

/** The answers, one entry a pair. What is not wanted is left out. */
typedef struct carom_sweep_columns {
    carom_ints_out state; /**< of carom_contact_state */
    carom_doubles_out first;
    carom_doubles_out last;
} carom_sweep_columns;

/** Each ball of a against the ball of b at the same place. A pair with a NaN or an infinity is apart.
 * `contacts`, if not null, gets the number of pairs in contact. */
CAROM_API carom_status carom_sweep_each(int dimension, const carom_ball_columns* a,
                                        const carom_ball_columns* b, const carom_sweep_columns* answers,
                                        size_t* contacts);
/** Each ball of a against each of b: pair (i, j) is at place i * count of b + j. */
CAROM_API carom_status carom_sweep_all(int dimension, const carom_ball_columns* a,
                                       const carom_ball_columns* b, const carom_sweep_columns* answers,
                                       size_t* contacts);

/* Single precision: the structs and questions above with numbers in float, and the answers of the library in
 * float.
 */

/** carom_ball in single precision. */
typedef struct carom_ball_float {
    float center[3];
    float radius;
    float displacement[3];
} carom_ball_float;

/** carom_sweep_answer in single precision. */
typedef struct carom_sweep_answer_float {
    int32_t state;
    float first;
    float last;
    float center_a[3];
    float center_b[3];
    float normal[3];
    float point[3];
} carom_sweep_answer_float;

/** carom_body in single precision. */
typedef struct carom_body_float {
    float center[3];
    float velocity[3];
    float inverse_mass;
} carom_body_float;

/** carom_sweep in single precision. */
CAROM_API carom_status carom_sweep_float(int dimension, const carom_ball_float* a, const carom_ball_float* b,
                                         carom_sweep_answer_float* answer);
/** carom_sweep_half_space in single precision. */
CAROM_API carom_status carom_sweep_half_space_float(int dimension, const carom_ball_float* ball,
                                                    const float* normal, float offset,
                                                    carom_sweep_answer_float* answer);
/** carom_sweep_box in single precision. */
CAROM_API carom_status carom_sweep_box_float(int dimension, const carom_ball_float* ball, const float* lower,
                                             const float* upper, carom_sweep_answer_float* answer);
/** carom_overlaps in single precision. */
CAROM_API carom_status carom_overlaps_float(int dimension, const carom_ball_float* a,
                                            const carom_ball_float* b, int32_t* answer);
/** carom_gap in single precision. */
CAROM_API carom_status carom_gap_float(int dimension, const carom_ball_float* a, const carom_ball_float* b,
                                       float* gap);
/** carom_closest_approach in single precision. */
CAROM_API carom_status carom_closest_approach_float(int dimension, const carom_ball_float* a,
                                                    const carom_ball_float* b, float* when, float* gap);
/** carom_bounce in single precision. */
CAROM_API carom_status carom_bounce_float(int dimension, const carom_body_float* a, const carom_body_float* b,
                                          float restitution, float* velocity_a, float* velocity_b);

/** Columns in single precision. */
typedef struct carom_ball_columns_float {
    carom_floats center[3];
    carom_floats radius;
    carom_floats displacement[3];
} carom_ball_columns_float;

/** Answers in single precision. */
typedef struct carom_sweep_columns_float {
    carom_ints_out state; /**< of carom_contact_state */
    carom_floats_out first;
    carom_floats_out last;
} carom_sweep_columns_float;

/** carom_sweep_each in single precision. */
CAROM_API carom_status carom_sweep_each_float(int dimension, const carom_ball_columns_float* a,
                                              const carom_ball_columns_float* b,
                                              const carom_sweep_columns_float* answers, size_t* contacts);
/** carom_sweep_all in single precision. */
CAROM_API carom_status carom_sweep_all_float(int dimension, const carom_ball_columns_float* a,
                                             const carom_ball_columns_float* b,
                                             const carom_sweep_columns_float* answers, size_t* contacts);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-*) */

#endif
