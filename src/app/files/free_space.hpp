// How much room is left on a disk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace carom::app {

struct DiskSpace {
    std::uintmax_t free = 0;
    std::uintmax_t size = 0;
};

/// Of the disk that a directory is on; empty where the system does not say.
std::optional<DiskSpace> space_at(const std::filesystem::path& directory);

/// The same for a file that is to be written.
std::optional<DiskSpace> space_for(const std::filesystem::path& file);

}  // namespace carom::app
