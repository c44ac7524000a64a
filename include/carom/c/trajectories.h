/** \file
 * Recorded runs: where balls are, the proof, and what is measured. */
#ifndef CAROM_C_TRAJECTORIES_H
#define CAROM_C_TRAJECTORIES_H

/* NOLINTBEGIN(modernize-*): this is C. */

#include "carom/c/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A trajectory file that is played. */
typedef struct carom_trajectory carom_trajectory;

CAROM_API carom_status carom_trajectory_open(const char* path, carom_trajectory** trajectory);
/** Closes the handle; null is fine. */
CAROM_API carom_status carom_trajectory_free(carom_trajectory* trajectory);

typedef struct carom_trajectory_info {
    int32_t dimension;
    size_t balls;
    double now; /**< where it is, in the unit of the scene */
    double end; /**< of the file; where it was not closed, of its last whole record */
} carom_trajectory_info;

CAROM_API carom_status carom_trajectory_describe(carom_trajectory* trajectory, carom_trajectory_info* info);

/** Goes to a time >= 0, forwards or backwards; CAROM_END beyond the end. Columns with null are not wanted.
 * Positions are unwrapped; three columns each, in two dimensions the third is left alone. */
CAROM_API carom_status carom_trajectory_states(carom_trajectory* trajectory, double time,
                                               const carom_doubles_out* position,
                                               const carom_doubles_out* velocity);

/** What the checker says of a file. */
typedef struct carom_check_report {
    uint64_t faults;          /**< 0: proved, but for what is open; carom_fault has the first ones */
    uint64_t records;         /**< velocity changes, or events of shots, that were replayed */
    uint64_t shots;           /**< of a file of shots */
    uint64_t open;            /**< impacts, contacts and motions that are proved in part */
    double worst_bound_share; /**< largest deviation as a share of its rounding bound; passes up to 1 */
    double end;               /**< time up to which a trajectory is proved */
    int32_t closed;           /**< 1: the file has its end */
} carom_check_report;

/** Proves a trajectory or a file of shots. CAROM_OK says that it was checked, not that it passed: see
 * `faults`. `go_on` may be null. */
CAROM_API carom_status carom_check(const char* path, carom_go_on go_on, void* context,
                                   carom_check_report* report);

/** A number that was measured, with its standard error. Units are those of the scene. docs/physics.md. */
typedef struct carom_measurement {
    char name[64]; /**< such as "temperature.kt", "pressure.z_virial", "diffusion.A.from_slope" */
    double value;
    double error;      /**< NaN where there is none */
    int32_t converged; /**< 1: the error can be trusted */
} carom_measurement;

/** Measures everything that a trajectory tells, from time `after` on. `count` says how many numbers there
 * are, of which the first `capacity` are written. `go_on` may be null. */
CAROM_API carom_status carom_measure(const char* path, double after, carom_go_on go_on, void* context,
                                     size_t capacity, carom_measurement* measurements, size_t* count);

/** Curves that were measured: over distance, speed, lag or time. */
typedef struct carom_curves carom_curves;

/** Measures what carom_measure does, and gives the curves instead of the single numbers. */
CAROM_API carom_status carom_measure_curves(const char* path, double after, carom_go_on go_on, void* context,
                                            carom_curves** curves);
/** Closes the handle; null is fine. */
CAROM_API carom_status carom_curves_free(carom_curves* curves);
/** How many there are. */
CAROM_API carom_status carom_curves_count(carom_curves* curves, size_t* count);

/** What a curve is about. */
typedef struct carom_curve_info {
    /** Such as "radial_distribution.A-A.g", "diffusion.A.displacement", "series.temperature". */
    char name[64];
    size_t points;
} carom_curve_info;

/** Of curve number `index`, from 0 on. */
CAROM_API carom_status carom_curves_describe(carom_curves* curves, size_t index, carom_curve_info* info);
/** Its points: the bin or the interval of time, which of a lag begins and ends there, and what was measured.
 * Values and errors are NaN where there are none. Columns with null are not wanted. */
CAROM_API carom_status carom_curves_points(carom_curves* curves, size_t index, carom_doubles_out from,
                                           carom_doubles_out to, carom_doubles_out value,
                                           carom_doubles_out error);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-*) */

#endif
