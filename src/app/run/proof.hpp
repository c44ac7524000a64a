// Does the file just written pass its check?
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/command_line/options.hpp"

namespace carom::app {

struct Proof {
    enum class Verdict : unsigned char { proved, faults, not_proved };

    Verdict verdict = Verdict::not_proved;
    std::string why_not;   // when not proved
    double worst_gap = 0;  // the rest: unless not proved
    double worst_bound_share = 0;
    std::uint64_t clusters_open = 0;  // impacts of several contacts whose velocities rounding leaves open
    std::vector<std::string> faults;  // the first ones
};

/// Runs the check unless there are so many records or balls that it would take longer than a few seconds.
Proof prove(const std::filesystem::path& file, std::uint64_t records, std::uint64_t balls,
            Verbosity verbosity);

}  // namespace carom::app
