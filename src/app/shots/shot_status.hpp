// carom info of a file of shots.
#pragma once

#include <filesystem>

#include "app/terminal/exit_code.hpp"

namespace carom::app {

ExitCode print_shots(const std::filesystem::path& file);

}  // namespace carom::app
