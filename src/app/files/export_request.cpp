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
    for (const fs::path& table : {options.events, options.shots}) {
        if (!table.empty()) files.push_back(table);
    }
    for (const StateFile& file : options.states) files.push_back(file.path);
    return files;
}

/// More than anyone takes from a stream.
constexpr double kMostBytesOfAStream = 1e15;

/// Questions whether to go on from one look at the disk to the next.
constexpr unsigned kBetweenLooks = 64;

/// Why the source has no states at these instants; empty when it has.
std::string fault_of(const InstantChoice& choice, const Instants& instants, double end) {
    const double from = choice.from.value_or(0), to = choice.to.value_or(end);
    if (choice.at.empty() && from > to) return fmt::format("no instants: {} is after {}", from, to);
    const double last = instants[instants.count() - 1];
    if (last <= end) return {};
    return fmt::format("instant {} is after the end of the trajectory, {}", last, end);
}

ExportSize size_of(const StateFile& file, const Instants& instants, std::uint64_t balls, int dimension) {
    return size_of_states(file.format, balls, dimension, instants.count());
}

/// Of all files in the directory of one.
ExportSize size_beside(const StateFile& one, const ExportOptions& options, const Instants& instants,
                       std::uint64_t balls, int dimension) {
    ExportSize sum{0, 0};
    for (const StateFile& file : options.states) {
        if (file.path.parent_path() != one.path.parent_path()) continue;
        const ExportSize size = size_of(file, instants, balls, dimension);
        sum.bytes += size.bytes;
        sum.files += size.files;
    }
    return sum;
}

/// Why these states are too many for the disk or a stream; empty when they are not.
std::string too_many(const ExportOptions& options, const Instants& instants, std::uint64_t balls,
                     int dimension) {
    for (const StateFile& file : options.states) {
        const ExportSize size = size_beside(file, options, instants, balls, dimension);
        const bool stream = file.path == standard_output;
        std::string why = stream ? "" : why_no_room(file.path.parent_path(), size.bytes, size.files);
        if (stream && size.bytes > kMostBytesOfAStream) {
            why = fmt::format("about {}, more than a stream may have", short_size(size.bytes));
        }
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
    if (files.empty())
        return "nothing to export: give --events, --shots, --states, --xyz, --gsd, --vtk or --gltf";
    for (const fs::path& file : files) {
        if (would_overwrite(file, source)) return file.string() + " would overwrite the trajectory";
    }
    for (fs::path& file : files) {
        if (file != standard_output) file = fs::absolute(file).lexically_normal();
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
                            std::uint64_t balls, int dimension) {
    if (options.states.empty()) return {};
    const std::string fault = fault_of(options.instants, instants, end);
    return fault.empty() ? too_many(options, instants, balls, dimension) : fault;
}

bool ExportWatch::go_on(double share) {
    if (interrupted() || full_) return false;
    if (++calls_ % kBetweenLooks != 0) return true;
    for (const fs::path& file : files_) {
        if (file == standard_output) continue;
        const fs::path directory = file.parent_path();
        const auto space = space_at(directory.empty() ? "." : directory);
        const double to_come = bytes_ * (1 - share);
        if (!space || !space->is_almost_full() || to_come < static_cast<double>(space->free)) continue;
        full_ = FileError{fmt::format("{}: the disk is almost full: {} are free, and about {} were to come",
                                      file.string(), short_size(static_cast<double>(space->free)),
                                      short_size(to_come))};
        return false;
    }
    return true;
}

std::optional<FileError> ExportWatch::told(const std::optional<FileError>& failure) const {
    return failure && full_ ? full_ : failure;
}

double bytes_of_states(const ExportOptions& options, const Instants& instants, std::uint64_t balls,
                       int dimension) {
    double bytes = 0;
    for (const StateFile& file : options.states) bytes += size_of(file, instants, balls, dimension).bytes;
    return bytes;
}

std::vector<fs::path> files_with_states(const ExportOptions& options) {
    std::vector<fs::path> files;
    for (const StateFile& file : options.states) files.push_back(file.path);
    return files;
}

ExitCode refused(const std::string& why) {
    tell(stderr, "carom: {}\n", why);
    return ExitCode::bad_input;
}

ExitCode not_exported(const FileError& error) {
    return interrupted() ? stopped("nothing was exported") : failed(error);
}

}  // namespace carom::app
