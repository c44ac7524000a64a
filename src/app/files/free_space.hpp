// How much room is left on a disk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace carom::app {

struct DiskSpace {
    std::uintmax_t free = 0;
    std::uintmax_t size = 0;
};

/// Of the disk that a directory is on; empty where the system does not say.
std::optional<DiskSpace> space_at(const std::filesystem::path& directory);

/// Why so many bytes do not fit on that disk, such as "at least 3 TB, and 80 GB are free"; empty when they
/// do.
std::string why_no_room(const std::filesystem::path& directory, double bytes);

}  // namespace carom::app
