#include "app/files/free_space.hpp"

#include <fmt/format.h>

#include <system_error>

#include "text/wording.hpp"

namespace carom::app {

std::optional<DiskSpace> space_at(const std::filesystem::path& directory) {
    std::error_code failure;
    const std::filesystem::space_info space = std::filesystem::space(directory, failure);
    if (failure || space.capacity == 0) return {};
    return DiskSpace{space.available, space.capacity};
}

std::string why_no_room(const std::filesystem::path& directory, double bytes) {
    const auto space = space_at(directory.empty() ? "." : directory);
    if (!space || bytes <= static_cast<double>(space->free)) return {};
    return fmt::format("at least {}, and {} are free", short_size(bytes),
                       short_size(static_cast<double>(space->free)));
}

}  // namespace carom::app
