// What carom export is asked for, whatever it exports from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "app/command_line/options.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/progress.hpp"
#include "carom/export/instants.hpp"
#include "carom/files/file_error.hpp"

namespace carom::app {

/// Does anything go to standard output?
bool streams(const ExportOptions& options);
/// Of the line of progress, which must not come between the lines of a table on a terminal.
Verbosity verbosity_of(const ExportOptions& options);
/// What is wrong with the request, whatever `source` holds; empty when nothing is.
std::string fault_of(const ExportOptions& options, const std::filesystem::path& source);
/// The instants of a source that ends at `end`.
Instants instants_of(const InstantChoice& choice, double end);
/// Why a source that ends at `end` has no states at these instants, or too many for the disk; empty when all
/// is well or no states are asked for.
std::string fault_of_states(const ExportOptions& options, const Instants& instants, double end,
                            std::uint64_t balls);

ExitCode refused(const std::string& why);
ExitCode not_exported(const FileError& error);

}  // namespace carom::app
