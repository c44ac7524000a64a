#include "app/files/free_space.hpp"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <algorithm>

#include "text/wording.hpp"

namespace carom::app {
namespace {

/// Left free on a disk, and on a small one this share of it.
constexpr std::uintmax_t kReserve = 100'000'000;
constexpr std::uintmax_t kReserveShare = 20;

/// More than common file systems take in one directory.
constexpr double kMostFiles = 1e7;

}  // namespace

std::optional<DiskSpace> space_at(const std::filesystem::path& directory) {
    struct ::statvfs disk {};
    if (::statvfs(directory.c_str(), &disk) != 0 || disk.f_blocks == 0) return {};
    const std::uintmax_t unit = disk.f_frsize;
    return DiskSpace{disk.f_bavail * unit, disk.f_blocks * unit,
                     disk.f_files > 0 ? disk.f_favail : UINTMAX_MAX};
}

bool DiskSpace::is_almost_full(std::uintmax_t more) const {
    return free < std::min(kReserve, size / kReserveShare) + more;
}

std::string why_no_room(const std::filesystem::path& directory, double bytes, double files) {
    const auto space = space_at(directory.empty() ? "." : directory);
    if (!space) return {};
    if (bytes > static_cast<double>(space->free)) {
        return fmt::format("about {}, and {} are free", short_size(bytes),
                           short_size(static_cast<double>(space->free)));
    }
    if (files <= std::min(static_cast<double>(space->files), kMostFiles)) return {};
    return fmt::format("{:.0f} files, and there is room for {:.0f}", files,
                       std::min(static_cast<double>(space->files), kMostFiles));
}

}  // namespace carom::app
