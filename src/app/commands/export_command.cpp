// carom export: a trajectory in formats that other programs read.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <optional>
#include <system_error>
#include <utility>

#include "app/commands/commands.hpp"
#include "app/files/export_request.hpp"
#include "app/files/result_files.hpp"
#include "app/shots/shot_export.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "app/terminal/terminal.hpp"
#include "carom/export/export_csv.hpp"
#include "carom/record/shot_file.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

/// Of a line of the table of impacts, for each dimension.
constexpr double kBytesOfAnImpact = 95;

/// What one look through the trajectory tells.
struct Survey {
    int dimension = 0;
    std::uint64_t balls = 0;
    std::uint64_t impacts = 0;
    double end = 0;
};

template <int N>
Survey survey(TrajectoryReader<N>& reader) {
    ProgressLine progress(Verbosity::normal);
    while (reader.next()) {
        if (reader.records() % 4096 != 0) continue;
        if (interrupted()) break;
        if (progress.due()) {
            progress.draw({}, {"looking through the trajectory",
                               fmt::format("{} impacts", with_separators(reader.records()))});
        }
    }
    const Time end = reader.end();
    return {N, reader.start().scene.balls.size(), reader.records(),
            static_cast<double>(end.epoch) * reader.start().epoch_length + end.offset};
}

std::optional<FileError> export_events(const fs::path& file, const ExportOptions& options,
                                       const Survey& found) {
    if (options.events.empty()) return {};
    ProgressLine progress(verbosity_of(options));
    auto trajectory = open_trajectory(file);
    if (!trajectory) return trajectory.error();
    const auto all = static_cast<double>(found.impacts);
    ExportWatch watch({options.events}, all * kBytesOfAnImpact * found.dimension);
    const auto go_on = [&](std::uint64_t done) {
        const double share = static_cast<double>(done) / all;
        if (progress.due()) {
            progress.draw(share, {fmt::format("{} of {} impacts", with_separators(done),
                                              with_separators(found.impacts))});
        }
        return watch.go_on(share);
    };
    return watch.told(std::visit(
        [&](auto& reader) { return export_events_csv(reader, options.events, go_on); }, *trajectory));
}

std::optional<FileError> export_all_states(const fs::path& file, const ExportOptions& options,
                                           const Survey& found, const Instants& instants) {
    if (options.states.empty()) return {};
    ProgressLine progress(verbosity_of(options));
    auto trajectory = open_trajectory(file);
    if (!trajectory) return trajectory.error();
    ExportWatch watch(files_with_states(options),
                      bytes_of_states(options, instants, found.balls, found.dimension));
    const auto go_on = [&](const ExportProgress& done) {
        const double share = static_cast<double>(done.instants) / static_cast<double>(instants.count());
        if (progress.due()) {
            progress.draw(share, {fmt::format("{} of {} instants", with_separators(done.instants),
                                              with_separators(instants.count())),
                                  fmt::format("{} impacts", with_separators(done.events))});
        }
        return watch.go_on(share);
    };
    const auto write = [&]<int N>(TrajectoryReader<N>& reader) {
        Playback<N> playback(std::move(reader));
        return export_states(playback, instants, options.states, go_on);
    };
    return watch.told(std::visit(write, *trajectory));
}

}  // namespace

ExitCode execute(const ExportOptions& options) {
    if (const std::string fault = scene_not_run(options.file); !fault.empty()) return refused(fault);
    catch_interrupts();
    const auto named = trajectory_named(options.file);
    if (!named) return not_exported(named.error());
    const fs::path& file = *named;
    if (is_shot_file(file)) return export_shots(file, options);
    auto trajectory = open_trajectory(file);
    if (!trajectory) return not_exported(trajectory.error());
    if (const std::string fault = fault_of(options, file); !fault.empty()) return refused(fault);
    if (!options.shots.empty()) return refused("--shots is for runs of shots on a table");
    const Survey found = std::visit([&](auto& reader) { return survey(reader); }, *trajectory);
    const auto damage = std::visit([](auto& reader) { return reader.fault(); }, *trajectory);
    if (damage || interrupted()) return not_exported(damage.value_or(FileError{}));

    const Instants instants = instants_of(options.instants, found.end);
    const std::string no_states = fault_of_states(options, instants, found.end, found.balls, found.dimension);
    if (!no_states.empty()) return refused(no_states);
    std::optional<EndsAtOnce> incomplete;  // a pipe that nobody reads would not let it end later
    if (streams(options)) incomplete.emplace("the output is not complete");
    if (const auto failure = export_events(file, options, found)) return not_exported(*failure);
    if (const auto failure = export_all_states(file, options, found, instants)) return not_exported(*failure);
    return ExitCode::success;
}

}  // namespace carom::app
