#include "app/run/proof.hpp"

#include <utility>

#include "text/wording.hpp"

namespace carom::app {

bool is_quick_to_check(std::uint64_t records, std::uint64_t balls) {
    // Of records and balls together, which decide what a check costs.
    constexpr std::uint64_t affordable = 200'000;
    return records <= affordable && balls <= affordable - records;
}

std::string why_in_part(std::uint64_t contacts_open) {
    return "rounding is too coarse to prove " + counted(contacts_open, "contact");
}

Proof not_proved(std::string why) {
    Proof proof;
    proof.why_not = std::move(why);
    return proof;
}

Proof proof_of(const CheckReport& report) {
    Proof proof;
    proof.verdict = !report                     ? Proof::Verdict::faults
                    : report.contacts_open == 0 ? Proof::Verdict::proved
                                                : Proof::Verdict::in_part;
    if (proof.verdict == Proof::Verdict::in_part) proof.why_not = why_in_part(report.contacts_open);
    proof.worst_gap = report.worst_gap;
    proof.worst_bound_share = report.worst_bound_share;
    proof.clusters_open = report.clusters_open;
    proof.contacts_open = report.contacts_open;
    proof.contacts_at_end = report.contacts_at_end;
    proof.faults = report.faults;
    return proof;
}

}  // namespace carom::app
