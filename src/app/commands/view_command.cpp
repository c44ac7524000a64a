// carom view: a page that plays a trajectory.
#include <fmt/format.h>

#include <cstdio>
#include <optional>

#include "app/commands/commands.hpp"
#include "app/files/result_files.hpp"
#include "app/run/viewer.hpp"
#include "app/terminal/interrupt.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {

namespace fs = std::filesystem;

namespace {

ExitCode no_page(const view::ExcerptFault& fault) {
    if (fault.cause == view::ExcerptFault::Cause::file) return failed(FileError{fault.message});
    tell(stderr, "carom: {}\n", fault.message);
    return ExitCode::bad_input;
}

}  // namespace

ExitCode execute(const ViewOptions& options) {
    if (const std::string fault = scene_not_run(options.source); !fault.empty()) {
        tell(stderr, "carom: {}\n", fault);
        return ExitCode::bad_input;
    }
    catch_interrupts();
    const auto named = trajectory_named(options.source);
    if (!named) return failed(named.error());
    const fs::path& trajectory = *named;
    const fs::path page = options.page.value_or(page_in(trajectory.parent_path()));
    if (would_overwrite(page, trajectory)) {
        tell(stderr, "carom: -o {} would overwrite the trajectory\n", page.string());
        return ExitCode::bad_input;
    }
    if (options.window.from > options.window.to) {
        tell(stderr, "carom: --from {} is after --to {}\n", options.window.from, options.window.to);
        return ExitCode::bad_input;
    }
    std::optional<EndsAtOnce> incomplete;
    if (page == standard_output) incomplete.emplace("the page is not complete");
    const auto written = write_page_with_progress(trajectory, page, options.window, Verbosity::normal);
    if (!written) return no_page(written.error());
    if (!*written) return ExitCode::interrupted;
    tell(page == standard_output ? stderr : stdout, "{}\n", page_in_words(**written, page));
    return ExitCode::success;
}

}  // namespace carom::app
