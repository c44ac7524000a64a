#include "app/run/run_status.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <system_error>

#include "app/files/directory_lock.hpp"
#include "app/run/saved_run.hpp"
#include "app/terminal/sheet.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

std::string stage_of(const SavedRun& saved, ::pid_t process) {
    if (process != 0) return fmt::format("running, process {}", process);
    if (saved.is_finished()) return fmt::format("finished, {}", name_of(*saved.progress.stopped));
    const auto stopped = saved.progress.stopped;
    return stopped && is_put_off(*stopped) ? name_of(*stopped) : "cut off";
}

double time_of(const SavedRun& saved, double epoch_length) {
    const Time now = std::visit([](const auto& c) { return c.simulation.now; }, saved.checkpoint);
    return static_cast<double>(now.epoch) * epoch_length + now.offset;
}

std::string time_of_limit(double time, double until) {
    return std::isfinite(until) ? fmt::format("{:.6g} of {:.6g}", time, until) : fmt::format("{:.6g}", time);
}

std::string impacts_of_limit(std::uint64_t impacts, std::uint64_t events) {
    const std::string text = with_separators(impacts);
    return events == Limits().events ? text : text + " of " + with_separators(events);
}

/// The time since a file was written.
std::string age_of(const fs::path& file) {
    std::error_code failure;
    const auto written = fs::last_write_time(file, failure);
    if (failure) return "";
    const auto age = fs::file_time_type::clock::now() - written;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(age).count();
    const auto shown = std::max<std::int64_t>(seconds, 0);
    return fmt::format(", saved {}:{:02}:{:02} ago", shown / 3600, shown / 60 % 60, shown % 60);
}

bool has_checkpoint(const fs::path& directory) {
    std::error_code ignored;
    return fs::exists(checkpoint_in(directory), ignored);
}

}  // namespace

bool has_status(const fs::path& directory) {
    return has_checkpoint(directory) || process_that_locks(directory) != 0;
}

ExitCode print_run_status(const fs::path& directory) {
    const ::pid_t process = process_that_locks(directory);
    const auto saved = load_run(directory);
    if (!saved && process != 0) {
        tell(stdout, "{}: running, process {}, not saved yet\n", directory.string(), process);
        return ExitCode::success;
    }
    if (!saved && !has_checkpoint(directory))
        return failed({directory.string() + ": no run is here: neither a checkpoint nor a trajectory"});
    if (!saved) return failed(saved.error());
    const auto trajectory = open_trajectory(saved->trajectory);
    if (!trajectory) {
        print_error(trajectory.error());
        return ExitCode::file_error;
    }
    const auto epoch_length =
        std::visit([](const auto& reader) { return reader.start().epoch_length; }, *trajectory);
    const auto scene = std::visit([](const auto& reader) { return reader.start().scene.name; }, *trajectory);
    const RunProgress& progress = saved->progress;
    const Limits& limits = progress.request.limits;
    const bool stopped = process == 0 && !saved->is_finished();
    Sheet sheet(fmt::format("{}: {}", directory.string(), stage_of(*saved, process)));
    if (!scene.empty()) sheet.line("scene", scene);
    sheet.line("time", time_of_limit(time_of(*saved, epoch_length), limits.until));
    sheet.line("impacts", impacts_of_limit(saved->impacts(), limits.events));
    sheet.line("wall time",
               fmt::format("{:.3g} s{}", progress.wall_seconds, age_of(checkpoint_in(directory))));
    if (stopped) sheet.line("to go on", "carom resume " + shell_word(directory.string()));
    show(stdout, sheet.text(terminal_at(STDOUT_FILENO)));
    return ExitCode::success;
}

}  // namespace carom::app
