// carom export: a trajectory in formats that other programs read.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <optional>
#include <system_error>
#include <utility>

#include "app/commands/commands.hpp"
#include "app/files/free_space.hpp"
#include "app/files/result_files.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "app/terminal/terminal.hpp"
#include "carom/export/export_csv.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

/// What one look through the trajectory tells.
struct Survey {
    std::uint64_t balls = 0;
    std::uint64_t impacts = 0;
    double end = 0;
};

std::vector<fs::path> files_of(const ExportOptions& options) {
    std::vector<fs::path> files;
    if (!options.impacts.empty()) files.push_back(options.impacts);
    for (const StateFile& file : options.states) files.push_back(file.path);
    return files;
}

bool streams(const ExportOptions& options) {
    const std::vector<fs::path> files = files_of(options);
    return std::find(files.begin(), files.end(), standard_output) != files.end();
}

/// Of the line of progress, which must not come between the lines of a table on a terminal.
Verbosity verbosity_of(const ExportOptions& options) {
    return streams(options) && terminal_at(STDOUT_FILENO).width > 0 ? Verbosity::quiet : Verbosity::normal;
}

/// What is wrong with the request, whatever the trajectory holds; empty when nothing is.
std::string fault_of(const ExportOptions& options, const fs::path& trajectory) {
    std::vector<fs::path> files = files_of(options);
    if (streams(options) && files.size() > 1)
        return "- is standard output, which takes one format: give it alone";
    if (files.empty()) return "nothing to export: give --impacts, --states, --xyz, --gsd, --vtk or --gltf";
    for (const fs::path& file : files) {
        if (would_overwrite(file, trajectory)) return file.string() + " would overwrite the trajectory";
    }
    std::sort(files.begin(), files.end());
    const auto twice = std::adjacent_find(files.begin(), files.end());
    if (twice != files.end()) return twice->string() + " is named twice";
    if (!options.states.empty() && !options.instants.given()) {
        return "say at which instants: --at T, --every DT or --instants N";
    }
    if (options.states.empty() && options.instants.given()) {
        return "instants are for files with states: --states, --xyz, --gsd, --vtk or --gltf";
    }
    return {};
}

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
    return {reader.start().scene.balls.size(), reader.records(),
            static_cast<double>(end.epoch) * reader.start().epoch_length + end.offset};
}

Instants instants_of(const InstantChoice& choice, double end) {
    if (!choice.at.empty()) {
        std::vector<double> at = choice.at;
        std::replace(at.begin(), at.end(), std::numeric_limits<double>::infinity(), end);
        return Instants::at(std::move(at));
    }
    const double from = choice.from.value_or(0), to = choice.to.value_or(end);
    return choice.every ? Instants::every(*choice.every, from, to)
                        : Instants::evenly(choice.count.value_or(0), from, to);
}

/// Why the trajectory has no states at these instants; empty when it has.
std::string fault_of(const InstantChoice& choice, const Instants& instants, double end) {
    const double from = choice.from.value_or(0), to = choice.to.value_or(end);
    if (choice.at.empty() && from > to) return fmt::format("no instants: {} is after {}", from, to);
    const double last = instants[instants.count() - 1];
    if (last <= end) return {};
    return fmt::format("instant {} is after the end of the trajectory, {}", last, end);
}

/// What a format needs for a ball at an instant, at the least.
constexpr double kBytesOfABall = 40;

/// Why these states are too many for the disk; empty when they are not.
std::string too_many(const ExportOptions& options, const Instants& instants, std::uint64_t balls) {
    const double bytes = static_cast<double>(instants.count()) * static_cast<double>(balls) * kBytesOfABall;
    if (streams(options)) return {};
    for (const StateFile& file : options.states) {
        const std::string why = why_no_room(file.path.parent_path(), bytes);
        if (why.empty()) continue;
        return fmt::format("{}: {} of {} take {}: ask for fewer instants", file.path.string(),
                           counted(instants.count(), "instant"), counted(balls, "ball"), why);
    }
    return {};
}

std::optional<FileError> export_events(const fs::path& file, const ExportOptions& options,
                                       std::uint64_t impacts) {
    if (options.impacts.empty()) return {};
    ProgressLine progress(verbosity_of(options));
    auto trajectory = open_trajectory(file);
    if (!trajectory) return trajectory.error();
    const auto go_on = [&](std::uint64_t done) {
        if (progress.due()) {
            progress.draw(static_cast<double>(done) / static_cast<double>(impacts),
                          {fmt::format("{} of {} impacts", with_separators(done), with_separators(impacts))});
        }
        return !interrupted();
    };
    return std::visit([&](auto& reader) { return export_events_csv(reader, options.impacts, go_on); },
                      *trajectory);
}

std::optional<FileError> export_all_states(const fs::path& file, const ExportOptions& options,
                                           const Instants& instants) {
    if (options.states.empty()) return {};
    ProgressLine progress(verbosity_of(options));
    auto trajectory = open_trajectory(file);
    if (!trajectory) return trajectory.error();
    const auto go_on = [&](const ExportProgress& done) {
        if (progress.due()) {
            progress.draw(static_cast<double>(done.instants) / static_cast<double>(instants.count()),
                          {fmt::format("{} of {} instants", with_separators(done.instants),
                                       with_separators(instants.count())),
                           fmt::format("{} impacts", with_separators(done.events))});
        }
        return !interrupted();
    };
    const auto write = [&]<int N>(TrajectoryReader<N>& reader) {
        Playback<N> playback(std::move(reader));
        return export_states(playback, instants, options.states, go_on);
    };
    return std::visit(write, *trajectory);
}

ExitCode refuse(const std::string& why) {
    tell(stderr, "carom: {}\n", why);
    return ExitCode::bad_input;
}

ExitCode fail(const FileError& error) {
    return interrupted() ? stopped("nothing was exported") : failed(error);
}

}  // namespace

ExitCode execute(const ExportOptions& options) {
    if (const std::string fault = scene_not_run(options.file); !fault.empty()) return refuse(fault);
    catch_interrupts();
    const auto named = trajectory_named(options.file);
    if (!named) return fail(named.error());
    const fs::path& file = *named;
    auto trajectory = open_trajectory(file);
    if (!trajectory) return fail(trajectory.error());
    if (const std::string fault = fault_of(options, file); !fault.empty()) return refuse(fault);
    const Survey found = std::visit([&](auto& reader) { return survey(reader); }, *trajectory);
    const auto damage = std::visit([](auto& reader) { return reader.fault(); }, *trajectory);
    if (damage || interrupted()) return fail(damage.value_or(FileError{}));

    const Instants instants = instants_of(options.instants, found.end);
    if (!options.states.empty()) {
        const std::string fault = fault_of(options.instants, instants, found.end);
        if (!fault.empty()) return refuse(fault);
        const std::string no_room = too_many(options, instants, found.balls);
        if (!no_room.empty()) return refuse(no_room);
    }
    std::optional<EndsAtOnce> incomplete;  // a pipe that nobody reads would not let it end later
    if (streams(options)) incomplete.emplace("the output is not complete");
    if (const auto failure = export_events(file, options, found.impacts)) return fail(*failure);
    if (const auto failure = export_all_states(file, options, instants)) return fail(*failure);
    return ExitCode::success;
}

}  // namespace carom::app
