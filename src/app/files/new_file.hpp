// Files that must not be there yet.
#pragma once

#include <filesystem>
#include <string_view>

#include "app/terminal/exit_code.hpp"

namespace carom::app {

/// Writes the file, whole or not at all, or `standard_output`, and prints why it could not. What exists is
/// never replaced.
ExitCode write_new_file(const std::filesystem::path& path, std::string_view text);

}  // namespace carom::app
