// carom help: what a command takes, or all options of all commands.
#include <cstdio>

#include "app/commands/commands.hpp"
#include "text/printing.hpp"

namespace carom::app {

ExitCode execute(const HelpOptions& options) {
    tell(stdout, "{}", options.text);
    return ExitCode::success;
}

}  // namespace carom::app
