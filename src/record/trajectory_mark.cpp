// Which file is a mark of? The one whose last block before the mark is the same.
#include <system_error>

#include "files/whole_file.hpp"
#include "record/block_file.hpp"

namespace carom {
namespace {

std::optional<FileError> why_not(const std::filesystem::path& path, const TrajectoryMark& mark) {
    auto file = detail::BlockFile::open(path);
    if (!file) return file.error();
    file->go_to(mark.last_block, mark.blocks - 1);
    const bool same = file->next() && file->at() == mark.bytes && file->checksum() == mark.last_checksum;
    if (same) return {};
    if (file->fault()) return file->fault();
    return FileError{path.string() + ": this is not the trajectory that belongs to the checkpoint"};
}

}  // namespace

Result<std::filesystem::path, FileError> find_trajectory(const std::filesystem::path& path,
                                                         const TrajectoryMark& mark) {
    const std::filesystem::path partial = partial_of(path);
    const auto partial_differs = why_not(partial, mark);
    if (!partial_differs) return partial;
    const auto closed_differs = why_not(path, mark);
    if (!closed_differs) return path;
    std::error_code ignored;
    return std::filesystem::exists(partial, ignored) ? *partial_differs : *closed_differs;
}

}  // namespace carom
