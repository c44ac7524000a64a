#include "app/run/running.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <system_error>
#include <utility>

#include "app/files/scene_source.hpp"
#include "app/measure/measure_report.hpp"
#include "app/measure/measuring.hpp"
#include "app/run/recorder.hpp"
#include "app/run/results_reading.hpp"
#include "app/run/viewer.hpp"
#include "app/terminal/interrupt.hpp"
#include "files/whole_file.hpp"
#include "picture/paths_svg.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"
#include "view/page_file.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

template <int N>
std::optional<FileError> write_checkpoint_of(const Run<N>& run) {
    if (run.without.trajectory) return {};
    return write_checkpoint<N>(checkpoint_in(run.directory),
                               {run.mark, run.simulation.saved_state(), {section_of(run.progress)}});
}

template <int N>
std::optional<FileError> save(Run<N>& run) {
    auto mark = run.writer.mark();
    if (!mark) return mark.error();
    run.mark = std::move(*mark);
    return write_checkpoint_of(run);
}

/// The first checkpoint has the limits, the last one why the run ended.
template <int N>
std::optional<FileError> simulate(Run<N>& run) {
    RunProgress& progress = run.progress;
    progress.stopped.reset();
    if (auto failure = save(run)) return failure;
    const auto save_at = [&](double wall_seconds) {
        progress.wall_seconds = wall_seconds;
        return save(run);
    };
    const auto steady_energy =
        run.report.keeps_energy()
            ? std::optional(run.report.start.kinetic_energy + run.report.start.potential_energy)
            : std::nullopt;
    const auto recording =
        record(run.simulation, run.writer, progress.request.limits,
               run.measurements ? &*run.measurements : nullptr, run.verbosity, steady_energy,
               CheckpointPlan{run.pace.checkpoint_every, progress.wall_seconds, save_at,
                              run.without.trajectory ? fs::path() : run.directory});
    if (!recording) return recording.error();
    progress.stopped = recording->stopped_because;
    progress.wall_seconds = recording->wall_seconds;
    if (auto failure = save(run)) return failure;
    remove_results(run.directory);
    return run.writer.close(run.simulation.now());
}

void add_request(RunReport& report, const RunRequest& request) {
    report.scene_file = request.scene_file;
    report.seed = request.seed;
    report.contacts_taken_as_touching = request.contacts_taken_as_touching;
    report.limits = request.limits;
    report.start = request.start;
}

/// What was found, before the proof.
template <int N>
void add_findings(Run<N>& run) {
    RunReport& report = run.report;
    report.counts = run.simulation.counts();
    report.recorded = !run.without.trajectory;
    report.recording = {run.progress.stopped.value_or(StoppedBecause::interrupted),
                        run.progress.wall_seconds};
    report.simulated_time = run.simulation.seconds(run.simulation.now());
    report.end = totals_of(run.simulation);
    report.trajectory_hash = run.writer.hash();
    if (run.measurements) report.measurements = run.measurements->results();
}

/// Of a run that was taken up, whose trajectory has all that happened before.
template <int N>
std::optional<FileError> measure_recorded(Run<N>& run) {
    const RunRequest& request = run.progress.request;
    const MeasurePlan plan = ending_at(request.measure, request.limits.until);
    if (run.measurements || plan.quantities.empty() || interrupted()) return {};
    const fs::path file = trajectory_in(run.directory);
    auto trajectory = open_trajectory(file);
    if (!trajectory) return trajectory.error();
    auto& reader = std::get<TrajectoryReader<N>>(*trajectory);
    auto results = measure_with_progress(std::move(reader), plan, run.mark.records, run.verbosity);
    if (!results) return results.error();
    if (*results) run.report.measurements = std::move(**results);
    return {};
}

/// The page of a run that was cut off, or that has more balls than a page shows, is left to `carom view`.
template <int N>
bool wants_page(const Run<N>& run) {
    if (run.page == Page::none || is_put_off(run.report.recording.stopped_because) || interrupted())
        return false;
    if (run.report.balls <= view::kMostBalls) return true;
    tell(stderr, "carom: no page: it shows at most {} balls\n", with_separators(view::kMostBalls));
    return false;
}

/// Empty when the run is to be proved.
template <int N>
std::string why_not_proved(const Run<N>& run) {
    if (run.without.trajectory) return "nothing was recorded: --no-trajectory";
    if (run.without.proof) return "not wanted: --no-proof";
    const StoppedBecause why = run.report.recording.stopped_because;
    if (is_put_off(why)) return name_of(why);
    const bool quick = is_quick_to_check(run.mark.records, run.report.balls);
    return quick ? "" : "too large to be checked on the way: run carom check";
}

/// The picture and the page.
template <int N>
std::optional<FileError> draw(Run<N>& run, TrajectoryResults<N>& results) {
    auto undrawn = write_file_whole(picture_in(run.directory), paths_svg(results.paths));
    if (undrawn || !results.excerpt) return undrawn;
    if (!*results.excerpt) return results.excerpt->error();
    const RunRequest& request = run.progress.request;
    if (!request.seed) (*results.excerpt)->scene_text = text_for_page(request.scene_file);
    const auto page = view::write_page(**results.excerpt, page_in(run.directory));
    if (!page) return page.error();
    if (page->goes_on) run.report.page_ends = page->to;
    return {};
}

/// The proof, the picture and the page.
template <int N>
std::optional<FileError> read_and_draw(Run<N>& run) {
    const std::string why_not = why_not_proved(run);
    run.report.proof = not_proved(why_not);
    if (run.without.trajectory) return {};
    auto trajectory = open_trajectory(trajectory_in(run.directory));
    if (!trajectory) return trajectory.error();
    auto results = read_results(std::get<TrajectoryReader<N>>(std::move(*trajectory)),
                                {why_not.empty(), wants_page(run), run.mark.records}, run.verbosity);
    if (why_not.empty()) run.report.proof = results.proof;
    run.undrawn = draw(run, results);
    return {};
}

template <int N>
std::optional<FileError> write_results(Run<N>& run) {
    RunReport& report = run.report;
    if (auto failure = read_and_draw(run)) return failure;
    if (auto failure = write_measurements(measurements_in(run.directory), report.measurements))
        return failure;
    if (interrupted()) {
        // Perhaps during the proof, which is then to be made when the run is taken up again.
        run.progress.stopped = StoppedBecause::interrupted;
        if (auto failure = write_checkpoint_of(run)) return failure;
    }
    return write_file_whole(report_in(run.directory), to_json(report));
}

template <int N>
void tell_of_limit(const Run<N>& run) {
    const double until = run.progress.request.limits.until;
    const double end = run.report.clock_end;
    if (!std::isfinite(until) || until < end || run.verbosity != Verbosity::normal) return;
    tell(stderr, "carom: note: until = {:g} is beyond the clock of this scene, which ends at {:.4g}\n", until,
         end);
}

/// A full disk, for instance; what the last checkpoint has is not lost.
ExitCode give_up(const fs::path& directory, const FileError& failure) {
    print_error(failure);
    std::error_code ignored;
    if (fs::exists(checkpoint_in(directory), ignored)) {
        tell(stderr, "carom: the run stops here; once that is mended, it goes on with: carom resume {}\n",
             shell_word(directory.string()));
    }
    return ExitCode::file_error;
}

std::string why_stuck(StoppedBecause why) {
    if (why != StoppedBecause::jammed)
        return std::string(name_of(why)) + "; to go on, give a time as the limit";
    return "jammed: a ball bounces without room to move, and nothing goes forward. It cannot be resumed. "
           "Make "
           "room in the scene, or leave contact_tolerance at its default, so that what touches bounces at "
           "once";
}

ExitCode exit_code(const RunReport& report, const fs::path& directory) {
    if (interrupted()) return ExitCode::interrupted;
    if (report.recording.stopped_because == StoppedBecause::disk_almost_full)
        return give_up(directory, {directory.string() + ": the disk is almost full"});
    if (report.proof.verdict == Proof::Verdict::faults) {
        for (const std::string& fault : report.proof.faults) {
            tell(stderr, "carom: proof failed: {}\n", fault);
        }
        return ExitCode::faults_found;
    }
    const StoppedBecause why = report.recording.stopped_because;
    if (why != StoppedBecause::jammed && why != StoppedBecause::nothing_in_sight) return ExitCode::success;
    tell(stderr, "carom: the run ended before its limits: {}\n", why_stuck(why));
    return ExitCode::stuck;
}

}  // namespace

void tell_undrawn(const fs::path& directory, const FileError& why) {
    print_error(why);
    std::error_code ignored;
    const bool has_picture = fs::exists(picture_in(directory), ignored);
    tell(stderr, "carom: all else is written; once that is mended, the rest comes with: carom {} {}\n",
         has_picture ? "view" : "resume", shell_word(directory.string()));
}

void remove_results(const fs::path& directory) {
    std::error_code ignored;
    fs::remove(report_in(directory), ignored);
    fs::remove(picture_in(directory), ignored);
    fs::remove(page_in(directory), ignored);
    remove_measurements(measurements_in(directory));
}

void remove_run(const fs::path& directory) {
    std::error_code ignored;
    fs::remove(checkpoint_in(directory), ignored);
    remove_results(directory);
    fs::remove(trajectory_in(directory), ignored);
    fs::remove(partial_of(trajectory_in(directory)), ignored);
}

template <int N>
RunReport report_on(const Scene<N>& scene) {
    RunReport report;
    report.scene = scene.name;
    report.dimension = N;
    report.balls = scene.balls.size();
    report.law = scene.law;
    report.has_energy_source = scene.thermostat || scene.world.shear;
    for (const Wall<N>& wall : scene.world.walls)
        report.has_energy_source = report.has_energy_source || wall.speed != 0 || wall.temperature;
    return report;
}

template <int N>
Totals totals_of(const Simulation<N>& simulation) {
    const Vec<double, N> momentum = simulation.momentum();
    return {simulation.kinetic_energy(),
            simulation.potential_energy(),
            {momentum.coordinates.begin(), momentum.coordinates.end()}};
}

template <int N>
ExitCode execute_run(Run<N> run) {
    add_request(run.report, run.progress.request);
    run.report.clock_end = 0x1p61 * run.simulation.epoch_length();
    tell_of_limit(run);
    if (const auto failure = simulate(run)) return give_up(run.directory, *failure);
    add_findings(run);
    if (const auto failure = measure_recorded(run)) return give_up(run.directory, *failure);
    if (const auto failure = write_results(run)) return give_up(run.directory, *failure);
    if (run.undrawn) tell_undrawn(run.directory, *run.undrawn);
    run.report.command_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - run.command_began).count();
    if (run.verbosity == Verbosity::normal)
        show(stdout, summary(run.report, run.directory, terminal_at(STDOUT_FILENO)));
    const ExitCode code = exit_code(run.report, run.directory);
    return run.undrawn && code == ExitCode::success ? ExitCode::file_error : code;
}

template RunReport report_on(const Scene<2>&);
template RunReport report_on(const Scene<3>&);
template Totals totals_of(const Simulation<2>&);
template Totals totals_of(const Simulation<3>&);
template ExitCode execute_run(Run<2>);
template ExitCode execute_run(Run<3>);

}  // namespace carom::app
