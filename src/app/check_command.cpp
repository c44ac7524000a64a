// carom check: the proof that a trajectory holds no overlap, no missed contact and no wrong impact.
#include <fmt/format.h>

#include <cstdio>

#include "app/checking.hpp"
#include "app/commands.hpp"
#include "app/interrupt.hpp"
#include "app/trajectory_summary.hpp"
#include "app/wording.hpp"

namespace carom::app {
namespace {

void print_line(const char* label, const std::string& text) {
    fmt::print("  {:<13}{}\n", label, text);
}

void print_verdict(const CheckReport& report, const CheckOptions& options) {
    if (report) {
        fmt::print(
            "{}: proved up to time {:.6g}: no overlap, no missed contact, every impact right, up to "
            "rounding\n",
            options.file.string(), report.end_seconds);
    } else {
        fmt::print("{}: {}\n", options.file.string(), counted(report.fault_count, "fault"));
    }
    for (const std::string& fault : report.faults) fmt::print("  {}\n", fault);
    if (report.fault_count > report.faults.size() && !report.faults.empty()) {
        fmt::print("  and {} more\n", with_separators(report.fault_count - report.faults.size()));
    }
    print_line("impacts", with_separators(report.records));
    print_line("pair flights", with_separators(report.pairs_proved));
    print_line("worst gap", fmt::format("{:.3g} smallest radii", report.worst_gap));
    print_line("worst bound", fmt::format("{:.2f} of what rounding allows", report.worst_bound_share));
    print_line("closed",
               report.closed ? "yes" : "no: the run was cut off; only what is in the file was checked");
}

}  // namespace

ExitCode execute(const CheckOptions& options) {
    const auto summary = summarise(options.file);
    auto trajectory = open_trajectory(options.file);
    if (!summary || !trajectory) {
        print_error(!summary ? summary.error() : trajectory.error());
        return ExitCode::file_error;
    }
    catch_interrupts();
    const auto report =
        check_with_progress(*trajectory, summary->records(), Verbosity::normal, {options.search});
    if (!report) {
        fmt::print(stderr, "carom: interrupted, nothing is proved\n");
        return ExitCode::interrupted;
    }
    print_verdict(*report, options);
    return *report ? ExitCode::success : ExitCode::faults_found;
}

}  // namespace carom::app
