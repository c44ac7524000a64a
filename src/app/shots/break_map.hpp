// A picture of where the cue ball comes to rest, and into which pockets balls fall.
#pragma once

#include <filesystem>
#include <optional>

#include "app/shots/break_statistics.hpp"
#include "carom/files/file_error.hpp"

namespace carom::app {

/// As SVG or PNG, as the name of the file says.
std::optional<FileError> write_break_map(const std::filesystem::path& file, const BreakCounts& counts,
                                         const billiards::TableScene& scene);

}  // namespace carom::app
