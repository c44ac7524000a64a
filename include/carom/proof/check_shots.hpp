/// \file
/// The proof of shots on a table: a verifier that shares no arithmetic with the code that plays them.
///
/// It computes strikes, motion and impacts again in 113 bits, and looks at every pair of balls, every cushion
/// and every pocket between any two events. What it accepts and why: docs/math/check_shots.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "carom/record/shot_file.hpp"

namespace carom {

/// What the check of shots saw. Lengths in metres.
struct ShotCheckReport {
    std::vector<std::string> faults;  ///< the first ones: shot, time, balls and size; empty: the file passed
    std::uint64_t fault_count = 0;    ///< all of them
    std::uint64_t shots = 0;          ///< replayed
    std::uint64_t events = 0;         ///< of all shots
    std::uint64_t impacts_open = 0;   ///< of balls that pressed on others: only the contacts are proved, and
                                      ///< of several at once that momentum is kept and no energy gained
    std::uint64_t motions_open = 0;   ///< of balls that press on others: only places and contacts are proved
    double deepest_overlap = 0;       ///< of two balls, or of a ball and a cushion
    double worst_bound_share = 0;     ///< largest deviation as a share of its rounding bound; passes up to 1
    bool closed = false;              ///< the file has its closing block

    /// True when the file passed.
    explicit operator bool() const { return fault_count == 0; }
};

/// Checks shots one by one.
class ShotChecker {
public:
    /// `scene` has no faults and outlives the checker.
    explicit ShotChecker(const billiards::TableScene& scene);
    ShotChecker(const ShotChecker&) = delete;
    ShotChecker& operator=(const ShotChecker&) = delete;
    ~ShotChecker();

    /// The next shot, with every motion. `go_on` is asked now and then; when it says no, the rest of the shot
    /// is not looked at.
    void take(const PlayedShot& shot, const std::function<bool()>& go_on = {});
    /// What was seen so far.
    ShotCheckReport report() const;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

/// Checks a whole file. `progress` is called now and then with the shots done; it returns false to stop
/// early, which counts as a fault.
ShotCheckReport check_shots(ShotFileReader& shots, const std::function<bool(std::uint64_t)>& progress = {});

}  // namespace carom
