// carom measure: what a recorded trajectory says about its physics.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <system_error>

#include "app/commands/commands.hpp"
#include "app/files/result_files.hpp"
#include "app/files/trajectory_summary.hpp"
#include "app/measure/measure_report.hpp"
#include "app/measure/measuring.hpp"
#include "app/terminal/interrupt.hpp"
#include "carom/scene_text/scene_file.hpp"
#include "files/whole_file.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

ExitCode write_results(const MeasureOptions& options, const std::string& title,
                       const MeasureResults& results) {
    const bool streams = options.directory == standard_output;
    const Terminal terminal = terminal_at(streams ? STDERR_FILENO : STDOUT_FILENO);
    show(streams ? stderr : stdout, measurements_sheet(title, results).text(terminal));
    if (options.directory.empty()) return ExitCode::success;
    if (streams) {
        const EndsAtOnce incomplete("the output is not complete");
        const auto failure = write_file_whole(standard_output, measurements_text(results));
        return failure ? failed(*failure) : ExitCode::success;
    }
    auto failure = make_directory(options.directory);
    if (!failure) failure = write_measurements(measurements_in(options.directory), results);
    if (!failure)
        failure = write_file_whole(options.directory / "measurements.json", measurements_text(results));
    return failure ? failed(*failure) : ExitCode::success;
}

template <int N>
ExitCode measure(const MeasureOptions& options, TrajectoryReader<N> reader,
                 const TrajectorySummary& summary) {
    const Scene<N>& scene = reader.start().scene;
    const std::string title = scene.name;
    MeasurePlan plan;
    plan.quantities.assign(all_quantities.begin(), all_quantities.end());
    if (!options.plan.empty()) {
        const EndsAtOnce nothing_is_there("nothing is written");
        auto read = read_measure_plan(options.plan, scene);
        if (!read) {
            for (const std::string& fault : read.error().lines) tell(stderr, "{}\n", fault);
            return ExitCode::bad_input;
        }
        plan = *read;
    }
    const auto results = measure_with_progress(std::move(reader), ending_at(plan, summary.end),
                                               summary.records, Verbosity::normal);
    if (!results) return failed(results.error());
    if (!*results) return stopped("nothing is written");
    return write_results(options, title, **results);
}

}  // namespace

ExitCode execute(const MeasureOptions& options) {
    catch_interrupts();
    const auto file = trajectory_named(options.file);
    if (!file) return failed(file.error());
    const auto summary = summarise(*file);
    if (interrupted()) return stopped("nothing is written");
    auto trajectory = open_trajectory(*file);
    if (!summary || !trajectory) {
        return failed(!summary ? summary.error() : trajectory.error());
    }
    return std::visit([&](auto& reader) { return measure(options, std::move(reader), *summary); },
                      *trajectory);
}

}  // namespace carom::app
