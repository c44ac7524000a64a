// carom export: a trajectory in a format that other programs read.
#include <fmt/format.h>

#include <cstdio>
#include <system_error>

#include "app/commands.hpp"
#include "app/wording.hpp"
#include "carom/record/export_csv.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

/// Files are written as PATH.partial first, so neither of the two may be the file that is read.
bool would_overwrite(const ExportOptions& options) {
    std::error_code missing;
    fs::path partial = options.events;
    partial += ".partial";
    return fs::equivalent(options.file, options.events, missing) ||
           fs::equivalent(options.file, partial, missing);
}

}  // namespace

ExitCode execute(const ExportOptions& options) {
    auto trajectory = open_trajectory(options.file);
    if (!trajectory) {
        print_error(trajectory.error());
        return ExitCode::file_error;
    }
    if (would_overwrite(options)) {
        fmt::print(stderr, "carom: --events {} would overwrite the trajectory\n", options.events.string());
        return ExitCode::bad_input;
    }
    const auto failure =
        std::visit([&](auto& reader) { return export_events_csv(reader, options.events); }, *trajectory);
    if (failure) {
        print_error(*failure);
        return ExitCode::file_error;
    }
    return ExitCode::success;
}

}  // namespace carom::app
