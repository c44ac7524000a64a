#include "app/files/export_request.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <vector>

#include "app/files/free_space.hpp"
#include "app/files/result_files.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/terminal.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const ExportOptions& options) {
    std::vector<fs::path> files;
    if (!options.events.empty()) files.push_back(options.events);
    for (const StateFile& file : options.states) files.push_back(file.path);
    return files;
}

/// What a format needs for a ball at an instant, at the least.
constexpr double kBytesOfABall = 40;

/// Why the source has no states at these instants; empty when it has.
std::string fault_of(const InstantChoice& choice, const Instants& instants, double end) {
    const double from = choice.from.value_or(0), to = choice.to.value_or(end);
    if (choice.at.empty() && from > to) return fmt::format("no instants: {} is after {}", from, to);
    const double last = instants[instants.count() - 1];
    if (last <= end) return {};
    return fmt::format("instant {} is after the end of the trajectory, {}", last, end);
}

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

}  // namespace

bool streams(const ExportOptions& options) {
    const std::vector<fs::path> files = files_of(options);
    return std::find(files.begin(), files.end(), standard_output) != files.end();
}

Verbosity verbosity_of(const ExportOptions& options) {
    return streams(options) && terminal_at(STDOUT_FILENO).width > 0 ? Verbosity::quiet : Verbosity::normal;
}

std::string fault_of(const ExportOptions& options, const fs::path& source) {
    std::vector<fs::path> files = files_of(options);
    if (streams(options) && files.size() > 1)
        return "- is standard output, which takes one format: give it alone";
    if (files.empty()) return "nothing to export: give --events, --states, --xyz, --gsd, --vtk or --gltf";
    for (const fs::path& file : files) {
        if (would_overwrite(file, source)) return file.string() + " would overwrite the trajectory";
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

std::string fault_of_states(const ExportOptions& options, const Instants& instants, double end,
                            std::uint64_t balls) {
    if (options.states.empty()) return {};
    const std::string fault = fault_of(options.instants, instants, end);
    return fault.empty() ? too_many(options, instants, balls) : fault;
}

ExitCode refused(const std::string& why) {
    tell(stderr, "carom: {}\n", why);
    return ExitCode::bad_input;
}

ExitCode not_exported(const FileError& error) {
    return interrupted() ? stopped("nothing was exported") : failed(error);
}

}  // namespace carom::app
