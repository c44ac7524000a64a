// carom run: scene file -> simulation and trajectory file, then whatever running.cpp does with them.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <system_error>
#include <utility>

#include "app/commands/commands.hpp"
#include "app/files/directory_lock.hpp"
#include "app/files/result_files.hpp"
#include "app/files/scene_source.hpp"
#include "app/run/running.hpp"
#include "app/run/scene_faults.hpp"
#include "app/shots/shot_run.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "files/input_file.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

using SteadyTime = std::chrono::steady_clock::time_point;

/// A directory holds one run, so the results of an earlier one go before the new one begins. One that was not
/// finished goes like any other, but not in silence.
void dismiss_earlier_run(const fs::path& directory, Verbosity verbosity) {
    std::error_code ignored;
    if (fs::exists(checkpoint_in(directory), ignored)) {
        const auto earlier = load_run(directory);
        if (earlier && !earlier->is_finished() && verbosity == Verbosity::normal) {
            tell(stderr,
                 "carom: {}: an unfinished run of {} is replaced; carom resume would have gone on with it\n",
                 directory.string(), counted(earlier->impacts(), "impact"));
        }
    }
    remove_run(directory);
}

template <int N>
Result<TrajectoryWriter<N>, FileError> writer_of(const RunOptions& options, const TrajectoryStart<N>& start) {
    if (options.without.trajectory) return TrajectoryWriter<N>::without_file(start);
    return TrajectoryWriter<N>::create(trajectory_in(options.directory), start);
}

/// The run of a scene in its directory, which is locked.
template <int N>
Result<Run<N>, FileError> begin(const RunOptions& options, Scene<N> scene, const SceneFile& file,
                                Simulation<N> simulation, SteadyTime began) {
    std::optional<Measurements<N>> measurements;
    const Limits limits = limits_for(options.limits, file.limits);
    if (!file.measure.quantities.empty()) measurements.emplace(scene, ending_at(file.measure, limits.until));
    scene.law.elastic_below = simulation.elastic_below();
    RunRequest request{options.scene,         options.seed, limits, simulation.notes().size(),
                       totals_of(simulation), file.measure};
    RunReport report = report_on(scene);
    dismiss_earlier_run(options.directory, options.verbosity);
    auto writer = writer_of<N>(options, {std::move(scene), simulation.epoch_length()});
    if (!writer) return writer.error();
    return Run<N>{options.directory,
                  std::move(simulation),
                  std::move(*writer),
                  std::move(report),
                  {std::move(request), {}, 0},
                  options.pace,
                  options.verbosity,
                  {},
                  options.page,
                  options.without,
                  began,
                  std::move(measurements)};
}

/// With millions of balls this takes seconds.
template <int N>
Result<Simulation<N>, Validation> create_at(const Scene<N>& scene) {
    const EndsAtOnce nothing_is_there("nothing was recorded");
    return Simulation<N>::create(scene);
}

template <int N>
ExitCode run_scene(const RunOptions& options, const Scene<N>& scene, const SceneFile& file,
                   SteadyTime began) {
    auto simulation = create_at(scene);
    if (!simulation) {
        for (const Finding& fault : simulation.error().faults) {
            tell(stderr, "{}: {}\n", name_in_messages(options.scene), fault.message);
        }
        return ExitCode::bad_input;
    }
    if (const auto failure = make_directory(options.directory)) return failed(*failure);
    const auto lock = DirectoryLock::take(options.directory);
    if (!lock) return failed(lock.error());
    auto run = begin(options, scene, file, std::move(*simulation), began);
    if (!run) return failed(run.error());
    return execute_run(std::move(*run));
}

/// Balls that grow into a dense gas may take minutes.
Result<SceneFile, SceneFaults> read_with_progress(const RunOptions& options) {
    const EndsAtOnce nothing_is_there("nothing was recorded");
    ProgressLine progress(options.verbosity);
    std::optional<double> first;
    const auto show = [&](const GrowthProgress& growth) {
        if (growth.packing == 0) return true;  // nothing grows yet
        const double begun = first.value_or(growth.packing);
        first = begun;
        if (progress.due())
            progress.draw((growth.packing - begun) / (growth.wanted - begun),
                          {fmt::format("the balls grow to a packing of {:.3f}", growth.wanted),
                           fmt::format("now {:.4f}", growth.packing)});
        return true;
    };
    return read_any_scene(options.scene, options.seed, show);
}

}  // namespace

ExitCode execute(const RunOptions& options) {
    const SteadyTime began = std::chrono::steady_clock::now();
    catch_interrupts();
    if (has_table(options.scene)) return run_shots(options);
    if (options.without.trajectory && options.page == Page::written) {
        tell(stderr, "carom: --view shows a trajectory: not with --no-trajectory\n");
        return ExitCode::bad_input;
    }
    const auto file = read_with_progress(options);
    if (!file) {
        show(stderr, faults_text(file.error(), terminal_at(STDERR_FILENO)));
        return ExitCode::bad_input;
    }
    return std::visit([&](const auto& scene) { return run_scene(options, scene, *file, began); },
                      file->scene);
}

}  // namespace carom::app
