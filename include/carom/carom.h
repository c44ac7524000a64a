/**
 * \file
 * Carom for C (C99) and for every language that calls C. Library: libcarom_c.
 *
 * Every call returns a status and throws nothing. Where it is not CAROM_OK, carom_message has the reason in
 * words, and carom_fault each fault with its place. Handles are numbers in the shape of pointers: a handle
 * that was closed, or is of another kind, is refused and never followed.
 *
 * Threads: any thread may call at any time. A handle serves one call at a time: a second one is refused with
 * CAROM_BUSY. Messages belong to the thread. After fork, the child may go on with all handles if no other
 * thread was in a call; a recording stays with the process that began it.
 *
 * The bits are those of the C++ library. How-to: docs/how_to/use_from_c.md. Tests: tests/c.
 */
#ifndef CAROM_CAROM_H
#define CAROM_CAROM_H

#include "carom/c/base.h"
#include "carom/c/billiards.h"
#include "carom/c/frames.h"
#include "carom/c/games.h"
#include "carom/c/pairs.h"
#include "carom/c/simulations.h"
#include "carom/c/trajectories.h"

#endif
