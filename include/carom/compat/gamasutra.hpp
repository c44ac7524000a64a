/// \file
/// The two signatures of M. Gomez, "Simple Intersection Tests for Games" (Gamasutra, October 1999), with
/// right answers.
///
/// Out-parameters appear in this header only: they are the historical signatures, here for code that has them
/// already. New code takes `sweep` (carom/pair/sweep.hpp). What was repaired: docs/seeds.md.
///
/// Four positions cost digits. A displacement A1 - A0 was rounded to the grid of the positions before it came
/// here: at 1e5 units from the origin, where floats are 0.0078 apart, a float move of 0.3 arrives as
/// 0.296875, and a contact after 0.4948 of the move is reported at 0.5. `sweep` takes the displacement itself
/// and keeps those digits. Tests: tests/compat/gamasutra_test.cpp.
#pragma once

#include "carom/geom/plane.hpp"

namespace carom::compat {

/// True when two spheres touch between their previous positions A0, B0 and their current ones A1, B1,
/// touching included. Then u0 <= u1 are the first and the last time of contact in the frame [0, 1]: u0 is 0
/// when they touch at the start, u1 is 1 when they still touch at the end. Otherwise u0 and u1 are left
/// alone.
template <class T>
bool SphereSphereSweep(T ra, const Vec<T, 3>& A0, const Vec<T, 3>& A1, T rb, const Vec<T, 3>& B0,
                       const Vec<T, 3>& B1, T& u0, T& u1);

/// True when a sphere of radius r touches the plane between its previous position C0 and its current one C1,
/// from either side, touching included. Then u is the time of the first contact in [0, 1] and Ci the centre
/// at it. Otherwise Ci and u are left alone.
template <class T>
bool SpherePlaneSweep(T r, const Vec<T, 3>& C0, const Vec<T, 3>& C1, const Plane<T, 3>& plane, Vec<T, 3>& Ci,
                      T& u);

}  // namespace carom::compat
