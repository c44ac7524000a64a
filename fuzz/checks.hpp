// What every answer must keep, whatever the query: one function for each group of questions.
#pragma once

#include "query.hpp"

namespace carom::fuzz {

/// overlaps, gap and contact.
template <class T, int N>
void check_rest(Query<T, N>& query);
/// sweep, against balls, surfaces and boxes.
template <class T, int N>
void check_sweep(Query<T, N>& query);
/// closest_approach and cast.
template <class T, int N>
void check_approach(Query<T, N>& query);
/// compare_first.
template <class T, int N>
void check_order(Query<T, N>& query);
/// first_contact and clip_move.
template <class T, int N>
void check_obstacles(Query<T, N>& query);
/// move_and_slide.
template <class T, int N>
void check_slide(Query<T, N>& query);
/// advance.
template <class T, int N>
void check_advance(Query<T, N>& query);
/// bounce.
template <class T, int N>
void check_bounce(Query<T, N>& query);
/// bounce_cluster.
template <class T, int N>
void check_cluster(Query<T, N>& query);
/// sweep_each, sweep_one and sweep_all.
template <class T, int N>
void check_batch(Query<T, N>& query);

}  // namespace carom::fuzz
