// carom run: scene file -> simulation -> trajectory -> proof, picture, report, summary.
#include <fmt/format.h>

#include <cstdio>
#include <system_error>
#include <utility>

#include "app/commands.hpp"
#include "app/interrupt.hpp"
#include "app/paths_svg.hpp"
#include "app/recorder.hpp"
#include "app/report.hpp"
#include "app/wording.hpp"
#include "record/whole_file.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

std::optional<FileError> make_directory(const fs::path& directory) {
    std::error_code failure;
    fs::create_directories(directory, failure);
    if (!failure && fs::is_directory(directory, failure)) return {};
    const std::string why = failure ? failure.message() : "not a directory";
    return FileError{fmt::format("{}: cannot make this directory: {}", directory.string(), why)};
}

/// The report and the picture of an earlier run must not lie beside the new trajectory.
void remove_earlier_results(const fs::path& directory) {
    std::error_code ignored;
    fs::remove(directory / "report.json", ignored);
    fs::remove(directory / "paths.svg", ignored);
}

template <int N>
Totals totals_of(const Simulation<N>& simulation) {
    const Vec<double, N> momentum = simulation.momentum();
    return {simulation.kinetic_energy(), {momentum.coordinates.begin(), momentum.coordinates.end()}};
}

template <int N>
RunReport report_at_start(const RunOptions& options, const Scene<N>& scene, const Limits& limits,
                          const Simulation<N>& simulation) {
    RunReport report;
    report.scene = scene.name;
    report.scene_file = options.scene;
    report.seed = options.seed;
    report.dimension = N;
    report.balls = scene.balls.size();
    report.law = scene.law;
    report.law.elastic_below = simulation.elastic_below();
    report.contacts_taken_as_touching = simulation.notes().size();
    report.limits = limits;
    report.start = totals_of(simulation);
    return report;
}

template <int N>
std::optional<FileError> simulate(const RunOptions& options, Scene<N> scene, Simulation<N>& simulation,
                                  RunReport& report) {
    scene.law.elastic_below = simulation.elastic_below();
    const fs::path file = options.directory / "trajectory.carom";
    auto writer = TrajectoryWriter<N>::create(file, {std::move(scene), simulation.epoch_length()});
    if (!writer) return writer.error();
    const auto recording = record(simulation, *writer, report.limits, options.verbosity);
    if (!recording) return recording.error();
    remove_earlier_results(options.directory);
    if (auto failure = writer->close(simulation.now())) return failure;

    report.recording = *recording;
    report.counts = simulation.counts();
    report.simulated_time = simulation.seconds(simulation.now());
    report.end = totals_of(simulation);
    report.trajectory_hash = writer->hash();
    return {};
}

std::optional<FileError> write_results(const RunOptions& options, RunReport& report) {
    const fs::path file = options.directory / "trajectory.carom";
    if (report.recording.stopped_because == StoppedBecause::interrupted) {
        report.proof.why_not = "interrupted";
    } else {
        report.proof = prove(file, report.impacts(), report.balls, options.verbosity);
    }
    const auto picture = paths_svg(file);
    if (!picture) return picture.error();
    if (auto failure = write_file_whole(options.directory / "paths.svg", *picture)) return failure;
    return write_file_whole(options.directory / "report.json", to_json(report));
}

ExitCode exit_code(const RunReport& report) {
    if (interrupted()) return ExitCode::interrupted;
    if (report.proof.verdict == Proof::Verdict::faults) {
        for (const std::string& fault : report.proof.faults) {
            fmt::print(stderr, "carom: proof failed: {}\n", fault);
        }
        return ExitCode::faults_found;
    }
    const StoppedBecause why = report.recording.stopped_because;
    if (why != StoppedBecause::jammed && why != StoppedBecause::nothing_in_sight) return ExitCode::success;
    fmt::print(stderr, "carom: the run ended before its limits: {}\n", name_of(why));
    return ExitCode::stuck;
}

template <int N>
ExitCode run_scene(const RunOptions& options, const Scene<N>& scene, const Limits& limits) {
    auto simulation = Simulation<N>::create(scene);
    if (!simulation) {
        for (const Finding& fault : simulation.error().faults) {
            fmt::print(stderr, "{}: {}\n", options.scene.string(), fault.message);
        }
        return ExitCode::bad_input;
    }
    auto failure = make_directory(options.directory);
    RunReport report = report_at_start(options, scene, limits, *simulation);
    if (!failure) failure = simulate(options, scene, *simulation, report);
    if (!failure) failure = write_results(options, report);
    if (failure) {
        print_error(*failure);
        return ExitCode::file_error;
    }
    if (options.verbosity == Verbosity::normal) fmt::print("{}", summary(report, options.directory));
    return exit_code(report);
}

}  // namespace

ExitCode execute(const RunOptions& options) {
    const auto file = read_scene(options.scene, options.seed);
    if (!file) {
        for (const std::string& fault : file.error().lines) fmt::print(stderr, "{}\n", fault);
        return ExitCode::bad_input;
    }
    catch_interrupts();
    const Limits limits = limits_for(options, file->limits);
    return std::visit([&](const auto& scene) { return run_scene(options, scene, limits); }, file->scene);
}

}  // namespace carom::app
