// What carom export is asked for, whatever it exports from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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
                            std::uint64_t balls, int dimension);

/// Whether an export goes on: until a signal comes, or until what is left would fill a disk.
class ExportWatch {
public:
    /// Of files that will have so many bytes in all.
    ExportWatch(std::vector<std::filesystem::path> files, double bytes)
        : files_(std::move(files)), bytes_(bytes) {}

    /// When this share of the work is done.
    bool go_on(double share);
    /// The failure, or that the disk is full when that is why it stopped.
    std::optional<FileError> told(const std::optional<FileError>& failure) const;

private:
    std::vector<std::filesystem::path> files_;
    double bytes_;
    unsigned calls_ = 0;
    std::optional<FileError> full_;
};

/// What all files with states will have, in bytes.
double bytes_of_states(const ExportOptions& options, const Instants& instants, std::uint64_t balls,
                       int dimension);
std::vector<std::filesystem::path> files_with_states(const ExportOptions& options);

ExitCode refused(const std::string& why);
ExitCode not_exported(const FileError& error);

}  // namespace carom::app
