// How far is the run in a directory?
#pragma once

#include <filesystem>

#include "app/terminal/exit_code.hpp"

namespace carom::app {

/// True when a run has been saved there, or goes on.
bool has_status(const std::filesystem::path& directory);

/// Prints whether the run goes on, was stopped or is finished, and how far it is.
ExitCode print_run_status(const std::filesystem::path& directory);

}  // namespace carom::app
