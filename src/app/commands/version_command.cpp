// carom version: which one this is, and what it contains of others.
#include <fmt/format.h>

#include "app/commands/commands.hpp"
#include "app/files/embedded_text.hpp"
#include "carom/core/version.hpp"
#include "text/printing.hpp"

namespace carom::app {

ExitCode execute(const VersionOptions& options) {
    if (options.licences)
        tell(stdout, "{}", notices().front().text);
    else
        tell(stdout, "carom {}\n", version);
    return ExitCode::success;
}

}  // namespace carom::app
