#include "app/files/free_space.hpp"

#include <system_error>

namespace carom::app {

std::optional<DiskSpace> space_at(const std::filesystem::path& directory) {
    std::error_code failure;
    const std::filesystem::space_info space = std::filesystem::space(directory, failure);
    if (failure || space.capacity == 0) return {};
    return DiskSpace{space.available, space.capacity};
}

std::optional<DiskSpace> space_for(const std::filesystem::path& file) {
    return space_at(file.has_parent_path() ? file.parent_path() : ".");
}

}  // namespace carom::app
