// carom export of a file of shots: tables of events and of states.
#pragma once

#include <filesystem>

#include "app/command_line/options.hpp"
#include "app/terminal/exit_code.hpp"

namespace carom::app {

ExitCode export_shots(const std::filesystem::path& file, const ExportOptions& options);

}  // namespace carom::app
