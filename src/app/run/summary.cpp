// The summary of a run on the terminal.
#include <fmt/format.h>

#include <cmath>
#include <system_error>

#include "app/files/result_files.hpp"
#include "app/measure/measure_report.hpp"
#include "app/run/report.hpp"
#include "app/terminal/sheet.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

/// A limit that is asked for, but lies beyond it.
bool ends_with_clock(const RunReport& report) {
    return std::isfinite(report.limits.until) && report.limits.until >= report.clock_end;
}

std::string why_stopped(const RunReport& report) {
    switch (report.recording.stopped_because) {
        case StoppedBecause::time_reached:
            return report.limits.source == LimitSource::fallback ? "the default end, as nobody gave a limit"
                                                                 : "the time asked for";
        case StoppedBecause::events_reached:
            return "the number of impacts asked for";
        case StoppedBecause::no_more_events:
            return ends_with_clock(report) ? "nothing touches before the clock of this scene ends"
                                           : "nothing will ever touch again";
        case StoppedBecause::jammed:
            return "jammed: a ball bounces without room to move, and nothing goes forward";
        case StoppedBecause::nothing_in_sight:
            return "no impact in sight";
        case StoppedBecause::disk_almost_full:
            return "the disk is almost full";
        case StoppedBecause::interrupted:
            break;
    }
    return "interrupted";
}

std::string impacts(const RunReport& report) {
    std::string text =
        fmt::format("{}: {} ball-ball, {} wall", with_separators(report.impacts()),
                    with_separators(report.counts.ball_ball), with_separators(report.counts.ball_wall));
    if (report.counts.clusters > 0)
        text += fmt::format(", {} of several contacts at once", with_separators(report.counts.clusters));
    if (report.counts.made_elastic > 0) {
        text +=
            fmt::format("; {} below the cut-off speed {:.3g}, made elastic",
                        with_separators(report.counts.made_elastic), report.law.elastic_below.value_or(0));
    }
    if (report.counts.rests + report.counts.wakes > 0) {
        text += fmt::format("; came to rest {} times, woke {} times", with_separators(report.counts.rests),
                            with_separators(report.counts.wakes));
    }
    if (report.counts.kicks > 0)
        text += fmt::format("; {} kicks of the thermostat", with_separators(report.counts.kicks));
    return text;
}

std::string energy(const RunReport& report) {
    std::string text = fmt::format("{:.6g} at the start, {:.6g} at the end", report.start.kinetic_energy,
                                   report.end.kinetic_energy);
    if (report.start.potential_energy != report.end.potential_energy) {
        text += fmt::format(" (potential {:.6g}, {:.6g})", report.start.potential_energy,
                            report.end.potential_energy);
    }
    if (const auto error = report.energy_relative_error())
        text += fmt::format("; relative error {:.1e}", *error);
    return text;
}

std::string counted_if_any(std::uint64_t impacts, std::string_view what) {
    return impacts == 0 ? std::string() : fmt::format("; {} {}", counted(impacts, "impact"), what);
}

std::string proof(const Proof& proof) {
    switch (proof.verdict) {
        case Proof::Verdict::proved:
            return fmt::format("no overlap or missed impact beyond rounding; worst gap {:.2g} radii{}{}",
                               proof.worst_gap, counted_if_any(proof.clusters_open, "proved in part"),
                               counted_if_any(proof.contacts_at_end, "due at the end"));
        case Proof::Verdict::in_part:
            return fmt::format("in part: no fault, but {}; worst gap {:.2g} radii", proof.why_not,
                               proof.worst_gap);
        case Proof::Verdict::faults:
            return fmt::format("FAILED; worst gap {:.2g} radii", proof.worst_gap);
        case Proof::Verdict::not_proved:
            break;
    }
    return "not checked: " + proof.why_not;
}

Tone tone_of(Proof::Verdict verdict) {
    if (verdict == Proof::Verdict::faults) return Tone::bad;
    return verdict == Proof::Verdict::proved ? Tone::good : Tone::plain;
}

std::string file(const std::filesystem::path& path) {
    std::error_code failure;
    const auto size = std::filesystem::file_size(path, failure);
    return failure ? path.string()
                   : fmt::format("{} ({})", path.string(), short_size(static_cast<double>(size)));
}

}  // namespace

std::string summary(const RunReport& report, const std::filesystem::path& directory,
                    const Terminal& terminal) {
    Sheet sheet(fmt::format("{}{}{} in {}D", report.scene, report.scene.empty() ? "" : ": ",
                            counted(report.balls, "ball"), report.dimension));
    sheet.line("simulated", fmt::format("{:.6g}, {}", report.simulated_time, why_stopped(report)));
    sheet.line("impacts", impacts(report));
    sheet.line("speed", fmt::format("{} impacts/s, {:.3g} s in all", short_count(report.events_per_second()),
                                    report.command_seconds));
    sheet.line("energy", energy(report));
    if (report.contacts_taken_as_touching > 0) {
        sheet.line("touching", fmt::format("{} of the start within 4 ulp, taken as touching",
                                           counted(report.contacts_taken_as_touching, "contact")));
    }
    const std::string measured = measurements_line(report.measurements);
    if (!measured.empty()) sheet.line("measured", measured);
    add_remarks(sheet, report.measurements);
    sheet.line("proof", proof(report.proof), tone_of(report.proof.verdict));
    if (report.recorded) sheet.line("files", file(trajectory_in(directory)));
    sheet.line(report.recorded ? "" : "files", file(report_in(directory)));
    for (const auto& drawn : {picture_in(directory), page_in(directory)}) {
        if (std::filesystem::exists(drawn)) sheet.line("", file(drawn));
    }
    if (report.page_ends) {
        sheet.line("",
                   fmt::format("  which ends at time {:.4g} of {:.4g}: for more, carom view {} --from {:.4g}",
                               *report.page_ends, report.simulated_time, shell_word(directory.string()),
                               *report.page_ends));
    }
    if (!measured.empty()) sheet.line("", measurements_in(directory).string() + "/*.csv");
    return sheet.text(terminal);
}

}  // namespace carom::app
