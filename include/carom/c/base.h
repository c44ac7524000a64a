/** \file
 * What all of carom.h has in common: status, messages, columns. */
#ifndef CAROM_C_BASE_H
#define CAROM_C_BASE_H

/* NOLINTBEGIN(modernize-*): this is C. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define CAROM_API __attribute__((visibility("default")))
#else
#define CAROM_API
#endif

/** How a call ended. */
typedef enum carom_status {
    CAROM_OK = 0,
    CAROM_END = 1,           /**< nothing more comes; no failure */
    CAROM_BAD_ARGUMENT = 2,  /**< an argument is not what it must be */
    CAROM_BAD_HANDLE = 3,    /**< closed, never opened, or of another kind */
    CAROM_BUSY = 4,          /**< the handle is in another call */
    CAROM_BAD_INPUT = 5,     /**< a scene is at fault: carom_fault says where */
    CAROM_FILE_ERROR = 6,    /**< a file cannot be read or written */
    CAROM_STOPPED = 7,       /**< the caller's function said that it should stop */
    CAROM_OUT_OF_MEMORY = 8, /**< nothing has changed */
    CAROM_INTERNAL_ERROR = 9 /**< a fault of Carom */
} carom_status;

/** "1.2.3". */
CAROM_API const char* carom_version(void);

/** "CAROM_OK" and so on; "unknown" for other numbers. */
CAROM_API const char* carom_status_name(int status);

/** Why the last call of this thread did not return CAROM_OK: all its faults, in UTF-8, with line breaks
 * between them. Empty after CAROM_OK and CAROM_END. Valid until the next call of this thread. */
CAROM_API const char* carom_message(void);

/** How many faults that call told. */
CAROM_API size_t carom_fault_count(void);

/** One of them, from 0 on, as "FILE:LINE:COLUMN: what is wrong" where it has a place. Empty beyond the last
 * one. Valid until the next call of this thread. */
CAROM_API const char* carom_fault(size_t index);

/** Numbers to read: entry k is `stride` * k bytes behind the first. Stride 0 means side by side. */
typedef struct carom_doubles {
    const double* data;
    size_t count;
    ptrdiff_t stride;
} carom_doubles;

/** Numbers to write, likewise. `data` null: not wanted. */
typedef struct carom_doubles_out {
    double* data;
    size_t count;
    ptrdiff_t stride;
} carom_doubles_out;

/** Numbers in single precision, of the calls whose names end in _float. */
typedef struct carom_floats {
    const float* data;
    size_t count;
    ptrdiff_t stride;
} carom_floats;

/** Numbers in single precision to write. `data` null: not wanted. */
typedef struct carom_floats_out {
    float* data;
    size_t count;
    ptrdiff_t stride;
} carom_floats_out;

/** Whole numbers to read. */
typedef struct carom_ints {
    const int32_t* data;
    size_t count;
    ptrdiff_t stride;
} carom_ints;

/** Whole numbers to write. `data` null: not wanted. */
typedef struct carom_ints_out {
    int32_t* data;
    size_t count;
    ptrdiff_t stride;
} carom_ints_out;

/** Asked now and then during a long call with the share that is done, or with -1 where that is not known. 0
 * stops the call. It may not call Carom with the handle of that call. */
typedef int (*carom_go_on)(void* context, double share);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-*) */

#endif
