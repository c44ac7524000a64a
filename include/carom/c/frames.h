/** \file All contacts of many balls in a frame, and the step of a game. Meanings: carom/frame. */
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

/** Balls that bounce: read, and moved. All columns but `inverse_mass` are needed, in two dimensions without
 * the third ones. Without `inverse_mass` all masses are 1. */
typedef struct carom_body_columns {
    carom_doubles_out center[3];
    carom_doubles radius;
    carom_doubles_out displacement[3]; /**< the move of this frame in, that of the next one out */
    carom_doubles inverse_mass;
} carom_body_columns;

/** An impact in a frame. */
typedef struct carom_frame_bounce {
    double fraction; /**< of the frame */
    uint32_t a, b;   /**< a < b */
} carom_frame_bounce;

/** Moves the balls through one frame, with all impacts in the order of time. `restitution` is in [0, 1];
 * contacts that close by less than `threshold` >= 0 in a frame do not rebound. Says how many impacts there
 * were. */
CAROM_API carom_status carom_frame_step(carom_frame* frame, const carom_body_columns* bodies,
                                        double restitution, double threshold, size_t* bounces);
/** Copies some of them, from number `first` on. */
CAROM_API carom_status carom_frame_bounces(carom_frame* frame, size_t first, size_t count,
                                           carom_frame_bounce* bounces);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-*) */

#endif
