// carom info: what a trajectory file holds.
#include <fmt/format.h>

#include <cstdio>

#include "app/commands.hpp"
#include "app/trajectory_summary.hpp"
#include "app/wording.hpp"

namespace carom::app {
namespace {

void print_line(const char* label, const std::string& text) {
    fmt::print("  {:<12}{}\n", label, text);
}

std::string balls_in_words(const TrajectorySummary& summary) {
    std::string text = with_separators(summary.balls);
    if (summary.immovable > 0)
        text += fmt::format(", {} of them immovable", with_separators(summary.immovable));
    return text;
}

void print_summary(const TrajectorySummary& summary) {
    fmt::print("{}\n", summary.scene);
    print_line("dimension", fmt::to_string(summary.dimension));
    print_line("balls", balls_in_words(summary));
    print_line("box", summary.boundaries);
    if (summary.walls > 0) print_line("walls", fmt::format("{} more", with_separators(summary.walls)));
    print_line("restitution",
               fmt::format("balls {}, walls {}, 1 below speed {:.6g}", summary.law.restitution_balls,
                           summary.law.restitution_walls, summary.law.elastic_below.value_or(0)));
    print_line("energy", fmt::format("{:.6g} at the start", summary.kinetic_energy_start));
    print_line("records",
               fmt::format("{}: {} ball-ball, {} wall", with_separators(summary.records()),
                           with_separators(summary.ball_ball), with_separators(summary.ball_wall)));
    print_line("end time", fmt::format("{}", summary.end));
    print_line("hash", fmt::format("{:016x}", summary.hash));
    print_line("closed",
               summary.closed ? "yes" : "no: the run was cut off, the file is good up to the end time above");
}

}  // namespace

ExitCode execute(const InfoOptions& options) {
    const auto summary = summarise(options.file);
    if (!summary) {
        print_error(summary.error());
        return ExitCode::file_error;
    }
    print_summary(*summary);
    if (!summary->fault) return ExitCode::success;
    print_error(*summary->fault);
    return ExitCode::file_error;
}

}  // namespace carom::app
