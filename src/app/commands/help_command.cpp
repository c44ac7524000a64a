// carom help: what a command takes, or all options of all commands.
#include <unistd.h>

#include <cstdio>

#include "app/commands/commands.hpp"
#include "app/terminal/terminal.hpp"
#include "app/terminal/wrapping.hpp"
#include "text/printing.hpp"

namespace carom::app {

ExitCode execute(const HelpOptions& options) {
    tell(stdout, "{}", fitted(options.text, terminal_at(STDOUT_FILENO).width));
    return ExitCode::success;
}

}  // namespace carom::app
