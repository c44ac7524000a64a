// From argv to options.
#pragma once

#include "app/command_line/options.hpp"
#include "app/terminal/exit_code.hpp"
#include "carom/core/result.hpp"

namespace carom::app {

/// The options, or the exit code after help, version or an error was printed.
Result<Options, ExitCode> parse_command_line(int argc, const char* const* argv);

}  // namespace carom::app
