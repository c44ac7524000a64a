/** \file
 * Event-driven simulation of hard balls. Scenes: docs/formats/scene.md. Meanings:
 * carom/sim/simulation.hpp. */
#ifndef CAROM_C_SIMULATIONS_H
#define CAROM_C_SIMULATIONS_H

/* NOLINTBEGIN(modernize-*): this is C. */

#include "carom/c/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A scene. */
typedef struct carom_scene carom_scene;
/** A simulation that runs. */
typedef struct carom_simulation carom_simulation;

/** Reads a scene file; "-" is standard input. */
CAROM_API carom_status carom_scene_read(const char* path, carom_scene** scene);
/** The same from a text of `length` bytes; `name` stands for the file in messages. */
CAROM_API carom_status carom_scene_parse(const char* text, size_t length, const char* name,
                                         carom_scene** scene);
/** The same, and `go_on` is asked again and again with -1: generators take long to make many balls. When it
 * returns 0, the call ends with CAROM_STOPPED. Null: nobody is asked. */
CAROM_API carom_status carom_scene_read_asking(const char* path, carom_go_on go_on, void* context,
                                               carom_scene** scene);
CAROM_API carom_status carom_scene_parse_asking(const char* text, size_t length, const char* name,
                                                carom_go_on go_on, void* context, carom_scene** scene);
/** Closes the handle; null is fine. Simulations of the scene go on. */
CAROM_API carom_status carom_scene_free(carom_scene* scene);

/** What a scene says of itself. */
typedef struct carom_scene_info {
    int32_t dimension;    /**< 2 or 3 */
    size_t balls;         /**< immovable ones included */
    double until;         /**< time to run to; infinite when the scene does not say */
    uint64_t most_events; /**< impacts to run; UINT64_MAX when the scene does not say */
} carom_scene_info;

CAROM_API carom_status carom_scene_describe(carom_scene* scene, carom_scene_info* info);
/** Radius and mass of each ball; an immovable one has an infinite mass. */
CAROM_API carom_status carom_scene_balls(carom_scene* scene, carom_doubles_out radius,
                                         carom_doubles_out mass);

/** A simulation at time 0. */
CAROM_API carom_status carom_simulation_create(carom_scene* scene, carom_simulation** simulation);
/** The same, which takes seconds with millions of balls; `go_on` as in carom_scene_read_asking. */
CAROM_API carom_status carom_simulation_create_asking(carom_scene* scene, carom_go_on go_on, void* context,
                                                      carom_simulation** simulation);
/** Another one that goes on from where this one is, with the same bits. It records nothing. */
CAROM_API carom_status carom_simulation_copy(carom_simulation* simulation, carom_simulation** copy);
/** Writes where the simulation is to a file, a checkpoint, which appears whole or not at all. A recording is
 * no part of it. */
CAROM_API carom_status carom_simulation_save(carom_simulation* simulation, const char* path);
/** A simulation of the same scene that goes on from a checkpoint, with the same bits. It records nothing. A
 * file that is damaged, or of another version of Carom, gives CAROM_FILE_ERROR, and one of another scene
 * CAROM_BAD_INPUT. */
CAROM_API carom_status carom_simulation_resume(carom_scene* scene, const char* path,
                                               carom_simulation** simulation);
/** The same checkpoint as bytes, for callers who keep it elsewhere than in a file. `size` is how many there
 * are; they are written only where `capacity` is enough for them. */
CAROM_API carom_status carom_simulation_save_bytes(carom_simulation* simulation, size_t capacity, void* bytes,
                                                   size_t* size);
/** The same as carom_simulation_resume from these bytes; damaged ones give CAROM_FILE_ERROR too. */
CAROM_API carom_status carom_simulation_resume_bytes(carom_scene* scene, const void* bytes, size_t size,
                                                     carom_simulation** simulation);
/** Closes the handle; null is fine. A recording that was not finished stays as a `.partial` file. */
CAROM_API carom_status carom_simulation_free(carom_simulation* simulation);

/** What an event is about. */
typedef enum carom_event_kind {
    CAROM_BALL_BALL = 1, /**< two balls bounce */
    CAROM_BALL_WALL = 2, /**< a ball bounces off a wall; `other` is its number */
    CAROM_CLUSTER = 3,   /**< a ball takes its part of an impact of several contacts */
    CAROM_KICK = 4,      /**< a thermostat gives a ball a new velocity */
    CAROM_REST = 7,      /**< a ball comes to rest */
    CAROM_WAKE = 8       /**< a ball at rest can move again */
} carom_event_kind;

/** One impact, or another change of a ball's motion. */
typedef struct carom_event {
    double time;              /**< in the unit of the scene */
    int32_t kind;             /**< of carom_event_kind */
    uint32_t ball, other;     /**< indices; of two balls the lower first */
    double restitution;       /**< that was used */
    double position[3];       /**< of `ball`, unchanged by the impact; inside the box on periodic axes */
    double velocity[3];       /**< of `ball` after it */
    double other_position[3]; /**< of the other ball, where there is one */
    double other_velocity[3];
} carom_event;

/** From now on `go_on` is asked during carom_simulation_next and carom_simulation_events while a search for
 * one event lasts, again and again, with -1. When it returns 0, they end with CAROM_STOPPED, and the next
 * call goes on with the same bits. Null: nobody is asked. Copies of the simulation ask nobody. */
CAROM_API carom_status carom_simulation_on_wait(carom_simulation* simulation, carom_go_on go_on,
                                                void* context);

/** The next event up to and including `until`; CAROM_END when there is none. */
CAROM_API carom_status carom_simulation_next(carom_simulation* simulation, double until, carom_event* event);
/** The next events, at most `capacity` of them; CAROM_END when there are fewer. `count` says how many, also
 * with CAROM_STOPPED. */
CAROM_API carom_status carom_simulation_events(carom_simulation* simulation, double until, size_t capacity,
                                               carom_event* events, size_t* count);
/** Goes on up to `until` or for so many events, whichever comes first. `go_on` may be null; it is asked
 * during a long search for one event too, and the next call goes on with the same bits. */
CAROM_API carom_status carom_simulation_advance(carom_simulation* simulation, double until,
                                                uint64_t most_events, carom_go_on go_on, void* context);

/** Why no event came. */
typedef enum carom_stop_reason {
    CAROM_NOT_STOPPED = 0,
    CAROM_TIME_REACHED = 1,    /**< the next event lies after `until` */
    CAROM_NO_MORE_EVENTS = 2,  /**< nothing will ever touch again */
    CAROM_JAMMED = 3,          /**< impacts without end, and time stands still */
    CAROM_NOTHING_IN_SIGHT = 4 /**< `until` is infinite, and nothing meets as far as was looked */
} carom_stop_reason;

/** Where a simulation is. */
typedef struct carom_simulation_info {
    int32_t dimension;
    int32_t stop_reason; /**< of carom_stop_reason */
    size_t balls;
    double now; /**< in the unit of the scene */
    double kinetic_energy, potential_energy;
    double momentum[3];
    uint64_t ball_ball, ball_wall, clusters; /**< impacts since the start */
} carom_simulation_info;

CAROM_API carom_status carom_simulation_describe(carom_simulation* simulation, carom_simulation_info* info);

/** Where each ball is now, and how fast. Positions are unwrapped: periodic images are counted in. Three
 * columns each, in two dimensions the third is left alone. Columns with null, and null for all three, are not
 * wanted. */
CAROM_API carom_status carom_simulation_states(carom_simulation* simulation,
                                               const carom_doubles_out* position,
                                               const carom_doubles_out* velocity);

/** Writes all events from now on to a trajectory file, which appears when it is finished. Only at time 0. */
CAROM_API carom_status carom_simulation_record(carom_simulation* simulation, const char* path);
/** Ends the recording at the present time. */
CAROM_API carom_status carom_simulation_finish_record(carom_simulation* simulation);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-*) */

#endif
