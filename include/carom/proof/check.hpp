/// \file
/// The proof at the end: an independent, deliberately simple verifier of trajectories.
///
/// It shares no arithmetic with the engine, works in 113-bit floating point, and leaves out no pair of balls
/// and no wall between any two velocity changes. What it accepts and why: docs/math/check.md.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "carom/record/trajectory.hpp"

namespace carom {

/// How the pairs that need a look are found. Both give the same faults and the same report, but for
/// `pairs_proved`.
enum class PairSearch : unsigned char {
    in_space,  ///< among the balls that come near: the time of a record hardly depends on the number of balls
    all_pairs  ///< among all balls, one by one: the simplest there is, for tests of the other
};

/// Choices that change the speed of a check and no fault.
struct CheckTuning {
    PairSearch search = PairSearch::in_space;  ///< how pairs are found
};

/// What a check saw. Distances are in units of the smallest radius of the scene, bounds in units of the
/// rounding bound.
struct CheckReport {
    std::vector<std::string>
        faults;  ///< the first ones, each a line with time, balls and size; empty: the file passed
    std::uint64_t fault_count = 0;  ///< all of them
    std::uint64_t records = 0;      ///< velocity changes replayed
    std::uint64_t pairs_proved =
        0;                       ///< pairs of flights looked at one by one; the search excluded the others
    std::uint64_t clusters = 0;  ///< impacts of several contacts at once, and those of two in `clusters_open`
    std::uint64_t clusters_open = 0;  ///< those whose velocities rounding leaves open: of them only momentum,
                                      ///< energy, restitution and the contacts are proved. Also impacts of
                                      ///< two that touch others, where rounding leaves open whether the law
                                      ///< should have taken all contacts together
    std::uint64_t contacts_open = 0;  ///< looks at two things that touch where rounding may reach further
                                      ///< than 2^-10 of the smallest radius: no fault, but they may have
                                      ///< passed into each other by so much. Also two balls that pass more
                                      ///< images of each other in one flight than are looked at
    std::uint64_t contacts_at_end = 0;  ///< contacts that close when the trajectory ends: their impacts come
                                        ///< at this very time, within rounding, and are not in the file
    double worst_gap = 0;  ///< smallest gap between any two balls or a ball and a wall; negative is overlap;
                           ///< 0 without any pair or wall
    double worst_bound_share =
        0;                       ///< largest deviation seen as a share of its rounding bound; passes up to 1
    bool closed = false;         ///< the file has its closing block
    std::uint64_t left_out = 0;  ///< bytes at the end of a file without one that are no whole block
    double end_seconds = 0;      ///< time up to which the trajectory is proved

    /// What rounding leaves open, so that the file is proved in part.
    std::uint64_t open() const { return clusters_open + contacts_open + contacts_at_end; }
    /// True when nothing is wrong with the file. Not all is proved when something is `open`.
    explicit operator bool() const { return fault_count == 0; }
};

/// Replays and proves the whole file. `progress` is called now and then with the records done; it returns
/// false to stop early, which counts as a fault.
template <int N>
CheckReport check(TrajectoryReader<N>& trajectory, const std::function<bool(std::uint64_t)>& progress = {},
                  const CheckTuning& tuning = {});

}  // namespace carom
