// carom check: the proof that a trajectory holds no overlap, no missed contact and no wrong impact.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "app/commands/commands.hpp"
#include "app/files/directory_lock.hpp"
#include "app/files/result_files.hpp"
#include "app/files/trajectory_summary.hpp"
#include "app/run/checking.hpp"
#include "app/run/proof.hpp"
#include "app/shots/shot_check.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/sheet.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

std::string verdict(const CheckReport& report) {
    if (!report) return counted(report.fault_count, "fault");
    const std::string impacts = report.clusters_open == 0 ? "every impact right"
                                                          : counted(report.clusters_open, "impact") +
                                                                " proved in part, the others right";
    const std::string end =
        report.contacts_at_end == 0
            ? ""
            : fmt::format("; {} due at the end", counted(report.contacts_at_end, "impact"));
    if (report.contacts_open > 0)
        return fmt::format("proved in part up to time {:.6g}: no fault, but {}{}", report.end_seconds,
                           why_in_part(report.contacts_open), end);
    return fmt::format("proved up to time {:.6g}: no overlap, no missed contact, {}, up to rounding{}",
                       report.end_seconds, impacts, end);
}

void print_report(const CheckReport& report, const CheckOptions& options, const std::filesystem::path& file) {
    const Terminal terminal = terminal_at(STDOUT_FILENO);
    const Tone passed = report.contacts_open == 0 ? Tone::good : Tone::plain;
    const Tone tone = report ? passed : Tone::bad;
    const std::string name = terminal.shown(options.file.string(), Tone::plain);
    show(stdout, fmt::format("{}: {}\n", name, terminal.shown(verdict(report), tone)));
    for (const std::string& fault : report.faults) tell(stdout, "  {}\n", fault);
    if (report.fault_count > report.faults.size() && !report.faults.empty()) {
        tell(stdout, "  and {} more\n", with_separators(report.fault_count - report.faults.size()));
    }
    Sheet sheet("");
    sheet.line("records", with_separators(report.records));
    sheet.line("pair flights", with_separators(report.pairs_proved));
    if (report.clusters > 0)
        sheet.line("clusters", fmt::format("{}, of which {} proved in part", with_separators(report.clusters),
                                           with_separators(report.clusters_open)));
    if (report.contacts_open > 0)
        sheet.line("open",
                   counted(report.contacts_open, "contact") + " that rounding may hide an overlap in");
    if (report.contacts_at_end > 0)
        sheet.line("at the end", fmt::format("{} due at this very time, within rounding, and not in the file",
                                             counted(report.contacts_at_end, "impact")));
    sheet.line("worst gap", fmt::format("{:.3g} smallest radii", report.worst_gap));
    sheet.line("worst bound", fmt::format("{:.2f} of what rounding allows", report.worst_bound_share));
    sheet.line("closed", report.closed ? "yes"
                                       : fmt::format("no: {}; only what is in the file was checked",
                                                     why_not_closed(file)));
    if (report.left_out > 0) sheet.line("left out", unfinished_block(report.left_out));
    show(stdout, sheet.text(terminal));
}

}  // namespace

ExitCode execute(const CheckOptions& options) {
    catch_interrupts();
    const EndsAtOnce nothing_is_there("nothing is proved");
    const auto file = trajectory_named(options.file);
    if (!file) return failed(file.error());
    if (is_shot_file(*file)) return check_shot_file(*file);
    const auto summary = summarise(*file);
    auto trajectory = open_trajectory(*file);
    if (!summary || !trajectory) return failed(!summary ? summary.error() : trajectory.error());
    const auto report =
        check_with_progress(*trajectory, summary->records, Verbosity::normal, {options.search});
    if (!report) return stopped("nothing is proved");
    print_report(*report, options, *file);
    if (!*report) return ExitCode::faults_found;
    return report->open() > 0 ? ExitCode::partly_proved : ExitCode::success;
}

}  // namespace carom::app
