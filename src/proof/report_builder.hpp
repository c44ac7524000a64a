// What the checker has seen so far: faults, the worst gap, the worst share of a bound.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include "carom/proof/check.hpp"

namespace carom::proof {

/// Faults listed in full; further ones are only counted.
inline constexpr std::size_t kListedFaults = 20;

/// `deviation` in units of `bound`. A bound that is not a finite number bounds nothing.
inline double share_of(double deviation, double bound) {
    if (deviation == 0) return 0;
    const double share = deviation / bound;
    return std::isfinite(bound) && !std::isnan(share) ? share : std::numeric_limits<double>::infinity();
}

class ReportBuilder {
public:
    void fault(std::string line) {
        ++report_.fault_count;
        if (report_.faults.size() < kListedFaults) report_.faults.push_back(std::move(line));
    }

    std::uint64_t faults() const { return report_.fault_count; }
    std::uint64_t open_contacts() const { return report_.contacts_open; }

    /// Notes the share; true when it is at most 1.
    bool accepts(double share) {
        report_.worst_bound_share = std::max(report_.worst_bound_share, share);
        return share <= 1;
    }

    void note_gap(double gap) { worst_gap_ = std::min(worst_gap_, gap); }
    /// Smallest gap so far, in the scene's unit of length; infinity before the first.
    double worst_gap() const { return worst_gap_; }

    void note_record() { ++report_.records; }
    /// An impact of several contacts at once, with the velocities of the law or not.
    void note_cluster(bool is_proved) {
        ++report_.clusters;
        if (!is_proved) ++report_.clusters_open;
    }
    /// Two things that are so near that they touch within rounding, which is too coarse to prove more, or two
    /// balls that pass too many images of each other.
    void note_open_contact() { ++report_.contacts_open; }
    /// Two things that touch and close when the trajectory ends.
    void note_contact_at_end() { ++report_.contacts_at_end; }
    void note_pair() { ++report_.pairs_proved; }

    CheckReport report(double smallest_radius) const {
        CheckReport report = report_;
        if (std::isfinite(worst_gap_)) report.worst_gap = worst_gap_ / smallest_radius;
        return report;
    }

private:
    CheckReport report_;
    double worst_gap_ = std::numeric_limits<double>::infinity();
};

}  // namespace carom::proof
