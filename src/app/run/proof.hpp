// Does the file just written pass its check?
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "carom/proof/check.hpp"

namespace carom::app {

struct Proof {
    enum class Verdict : unsigned char { proved, in_part, faults, not_proved };

    Verdict verdict = Verdict::not_proved;
    std::string why_not;   // when not proved
    double worst_gap = 0;  // the rest: unless not proved
    double worst_bound_share = 0;
    std::uint64_t clusters_open = 0;    // impacts of several contacts whose velocities rounding leaves open
    std::uint64_t contacts_open = 0;    // where rounding is too coarse to prove more; not 0 when in part
    std::uint64_t contacts_at_end = 0;  // whose impacts are due at the end, within rounding, and not recorded
    std::vector<std::string> faults;    // the first ones
};

/// False when there are so many records or balls that the check would take longer than a few seconds.
bool is_quick_to_check(std::uint64_t records, std::uint64_t balls);

/// Why a file without faults is proved in part only.
std::string why_in_part(std::uint64_t contacts_open);

Proof not_proved(std::string why);
Proof proof_of(const CheckReport& report);

}  // namespace carom::app
