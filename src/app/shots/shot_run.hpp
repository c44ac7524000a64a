// carom run of a scene with a table: its shots, one after the other.
#pragma once

#include "app/command_line/options.hpp"
#include "app/terminal/exit_code.hpp"

namespace carom::app {

ExitCode run_shots(const RunOptions& options);

}  // namespace carom::app
