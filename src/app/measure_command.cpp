// carom measure: what a recorded trajectory says about its physics.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <system_error>

#include "app/commands.hpp"
#include "app/interrupt.hpp"
#include "app/measure_report.hpp"
#include "app/progress.hpp"
#include "app/result_files.hpp"
#include "app/trajectory_summary.hpp"
#include "app/wording.hpp"
#include "carom/measure/measurements.hpp"
#include "carom/record/playback.hpp"
#include "carom/scene_text/scene_file.hpp"
#include "record/whole_file.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

/// True when the whole file was measured, false when interrupted.
template <int N>
bool play(Playback<N>& playback, Measurements<N>& measurements, std::uint64_t records) {
    ProgressLine progress(Verbosity::normal);
    std::uint64_t done = 0;
    for (std::uint64_t steps = 0; !interrupted(); ++steps) {
        if (steps % 1024 == 0 && progress.due()) {
            progress.draw(static_cast<double>(done) / static_cast<double>(records),
                          {fmt::format("{} of {} impacts", with_separators(done), with_separators(records))});
        }
        const double stop = measurements.next_stop();
        if (const auto event = playback.next_until(playback.at(stop))) {
            measurements.observe(playback.seconds(event->time), *event);
            ++done;
        } else if (playback.seconds(playback.now()) >= stop) {
            measurements.look([&](std::size_t ball) { return playback.unwrapped_position(ball); });
        } else {
            return true;
        }
    }
    return false;
}

ExitCode write_results(const MeasureOptions& options, const std::string& title,
                       const MeasureResults& results) {
    fmt::print("{}", measurements_sheet(title, results).text(terminal_at(STDOUT_FILENO)));
    if (options.directory.empty()) return ExitCode::success;
    auto failure = make_directory(options.directory);
    if (!failure) failure = write_measurements(measurements_in(options.directory), results);
    if (!failure)
        failure = write_file_whole(options.directory / "measurements.json", measurements_text(results));
    if (!failure) return ExitCode::success;
    print_error(*failure);
    return ExitCode::file_error;
}

template <int N>
ExitCode measure(const MeasureOptions& options, TrajectoryReader<N> reader, std::uint64_t records) {
    Playback<N> playback(std::move(reader));
    MeasurePlan plan;
    plan.quantities.assign(all_quantities.begin(), all_quantities.end());
    if (!options.plan.empty()) {
        auto read = read_measure_plan(options.plan, playback.start().scene);
        if (!read) {
            for (const std::string& fault : read.error().lines) fmt::print(stderr, "{}\n", fault);
            return ExitCode::bad_input;
        }
        plan = *read;
    }
    Measurements<N> measurements(playback.start().scene, plan);
    if (!play(playback, measurements, records)) {
        fmt::print(stderr, "carom: interrupted, nothing is written\n");
        return ExitCode::interrupted;
    }
    if (const auto fault = playback.fault()) {
        print_error(*fault);
        return ExitCode::file_error;
    }
    return write_results(options, playback.start().scene.name, measurements.results());
}

}  // namespace

ExitCode execute(const MeasureOptions& options) {
    const fs::path file = trajectory_named(options.file);
    const auto summary = summarise(file);
    auto trajectory = open_trajectory(file);
    if (!summary || !trajectory) {
        print_error(!summary ? summary.error() : trajectory.error());
        return ExitCode::file_error;
    }
    catch_interrupts();
    return std::visit([&](auto& reader) { return measure(options, std::move(reader), summary->records); },
                      *trajectory);
}

}  // namespace carom::app
