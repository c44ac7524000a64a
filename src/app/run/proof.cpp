#include "app/run/proof.hpp"

#include <limits>

#include "app/run/checking.hpp"

namespace carom::app {
namespace {

/// Of records and balls together, which decide what a check costs: a few seconds.
constexpr std::uint64_t kAffordable = 200'000;

Proof not_proved(std::string why) {
    Proof proof;
    proof.why_not = std::move(why);
    return proof;
}

}  // namespace

Proof prove(const std::filesystem::path& file, std::uint64_t records, std::uint64_t balls,
            Verbosity verbosity) {
    if (records > kAffordable || balls > kAffordable - records)
        return not_proved("too large to be checked on the way: run carom check");
    auto trajectory = open_trajectory(file);
    if (!trajectory) return not_proved(trajectory.error().message);
    const auto report = check_with_progress(*trajectory, records, verbosity);
    if (!report) return not_proved("interrupted");
    Proof proof;
    proof.verdict = *report ? Proof::Verdict::proved : Proof::Verdict::faults;
    proof.worst_gap = report->worst_gap;
    proof.worst_bound_share = report->worst_bound_share;
    proof.clusters_open = report->clusters_open;
    proof.faults = report->faults;
    return proof;
}

}  // namespace carom::app
