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
    std::uintmax_t files = UINTMAX_MAX;  ///< that still fit, where the system has a limit

    /// True when so little is left that writing should stop; `more` stays free besides.
    bool is_almost_full(std::uintmax_t more = 0) const;
};

/// Of the disk that a directory is on; empty where the system does not say.
std::optional<DiskSpace> space_at(const std::filesystem::path& directory);

/// Why so many bytes or files do not fit on that disk, such as "about 3 TB, and 80 GB are free"; empty when
/// they do.
std::string why_no_room(const std::filesystem::path& directory, double bytes, double files);

}  // namespace carom::app
