// carom resume: checkpoint and trajectory file -> simulation, then on as if it had never stopped.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <optional>
#include <system_error>
#include <utility>

#include "app/commands/commands.hpp"
#include "app/files/directory_lock.hpp"
#include "app/run/running.hpp"
#include "app/run/saved_run_check.hpp"
#include "app/shots/shot_run.hpp"
#include "app/terminal/interrupt.hpp"
#include "carom/record/shot_file.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

using AnyRun = std::variant<Run<2>, Run<3>>;

/// Why a run does not go on.
struct Refusal {
    FileError error;
    ExitCode code = ExitCode::file_error;
};

Refusal refusal(const fs::path& directory, const std::string& what, ExitCode code = ExitCode::file_error) {
    return {{directory.string() + ": " + what}, code};
}

bool has_limits(const LimitOptions& limits) {
    return limits.until || limits.events;
}

/// What keeps a run at this time and count from going on until these limits; empty when nothing does.
std::string why_too_early(const LimitOptions& limits, double time, std::uint64_t impacts) {
    if (limits.until && *limits.until < time)
        return fmt::format("the run is at time {} already, beyond --until {}", time, *limits.until);
    if (limits.events && *limits.events < impacts)
        return fmt::format("the run has {} impacts already, more than --events {}", impacts, *limits.events);
    return {};
}

template <int N>
Result<AnyRun, Refusal> taken_up(const ResumeOptions& options, SavedRun& saved,
                                 const TrajectoryStart<N>& start,
                                 std::chrono::steady_clock::time_point began) {
    const auto* const checkpoint = std::get_if<Checkpoint<N>>(&saved.checkpoint);
    if (checkpoint == nullptr)
        return refusal(options.directory, "checkpoint and trajectory have different dimensions");
    std::optional<EndsAtOnce> unchanged(std::in_place, "the run is as it was");
    const auto state = checked_state(saved, *checkpoint, options.verbosity);
    if (!state) return Refusal{state.error()};
    auto simulation = Simulation<N>::resume(start.scene, *state);
    if (!simulation) return refusal(options.directory, simulation.error().faults.front().message);
    if (simulation->epoch_length() != start.epoch_length)
        return refusal(options.directory, "the trajectory's epoch length is not that of its scene");
    const double time = simulation->seconds(checkpoint->simulation.now);
    const std::string too_early = why_too_early(options.limits, time, saved.impacts());
    if (!too_early.empty()) return refusal(options.directory, too_early, ExitCode::bad_input);
    unchanged.reset();
    auto writer = TrajectoryWriter<N>::reopen(trajectory_in(options.directory), checkpoint->trajectory);
    if (!writer) return Refusal{writer.error()};
    remove_results(options.directory);
    if (options.verbosity == Verbosity::normal) {
        tell(stdout, "{}: going on at time {:.6g}, after {}\n", options.directory.string(), time,
             counted(saved.impacts(), "impact"));
        std::fflush(stdout);
    }
    if (has_limits(options.limits)) saved.progress.request.limits = limits_for(options.limits, {});
    return AnyRun(Run<N>{options.directory,
                         std::move(*simulation),
                         std::move(*writer),
                         report_on(start.scene),
                         std::move(saved.progress),
                         options.pace,
                         options.verbosity,
                         {},
                         options.page,
                         options.without,
                         began,
                         {}});
}

/// What was read for it is let go before the run goes on.
Result<AnyRun, Refusal> taken_up(const ResumeOptions& options, SavedRun saved,
                                 std::chrono::steady_clock::time_point began) {
    const auto trajectory = open_trajectory(saved.trajectory);
    if (!trajectory) return Refusal{trajectory.error()};
    return std::visit([&](const auto& reader) { return taken_up(options, saved, reader.start(), began); },
                      *trajectory);
}

ExitCode refuse(const Refusal& refusal) {
    print_error(refusal.error);
    return refusal.code;
}

ExitCode say_finished(const ResumeOptions& options, const SavedRun& saved) {
    if (options.verbosity == Verbosity::normal) {
        tell(stdout, "{}: this run is finished ({}, {}); --until or --events make it go further\n",
             options.directory.string(), name_of(*saved.progress.stopped),
             counted(saved.impacts(), "impact"));
    }
    return ExitCode::success;
}

}  // namespace

ExitCode execute(const ResumeOptions& options) {
    const auto began = std::chrono::steady_clock::now();
    std::error_code failure;
    if (!fs::is_directory(options.directory, failure)) {
        return refuse(
            refusal(options.directory, "cannot read: " + (failure ? failure.message() : "not a directory")));
    }
    const auto lock = DirectoryLock::take(options.directory);
    if (!lock) return refuse({lock.error()});
    const auto trajectory = trajectory_named(options.directory);
    if (!trajectory) return refuse({trajectory.error()});
    if (is_shot_file(*trajectory)) {
        catch_interrupts();
        return resume_shots(options, *trajectory);
    }
    auto saved = load_run(options.directory);
    if (!saved) return refuse({saved.error()});
    const bool has_picture = fs::exists(picture_in(options.directory), failure);
    if (saved->is_finished() && has_picture && !has_limits(options.limits))
        return say_finished(options, *saved);
    catch_interrupts();
    auto run = taken_up(options, std::move(*saved), began);
    if (!run) return refuse(run.error());
    return std::visit([](auto& taken) { return execute_run(std::move(taken)); }, *run);
}

}  // namespace carom::app
