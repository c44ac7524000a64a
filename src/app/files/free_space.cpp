#include "app/files/free_space.hpp"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <system_error>

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
    std::error_code failure;
    const std::filesystem::space_info space = std::filesystem::space(directory, failure);
    if (failure || space.capacity == 0) return {};
    DiskSpace result{space.available, space.capacity, UINTMAX_MAX};
    struct ::statvfs files {};
    if (::statvfs(directory.c_str(), &files) == 0 && files.f_files > 0) result.files = files.f_favail;
    return result;
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
