#include "export/frame_directory.hpp"

#include <system_error>

namespace carom::detail {
namespace {

namespace fs = std::filesystem;

FileError cannot(const char* what, const fs::path& path, const std::error_code& why) {
    return {path.string() + ": cannot " + what + " this directory: " + why.message()};
}

/// Why `path` must not be replaced; empty when there is nothing, or only files of the extension.
std::optional<FileError> foreign(const fs::path& path, const std::string& extension) {
    std::error_code failure;
    const fs::file_status status = fs::symlink_status(path, failure);
    if (!fs::exists(status)) return {};
    if (!fs::is_directory(status)) return FileError{path.string() + ": is in the way: not a directory"};
    for (fs::directory_iterator entry(path, failure), end; !failure && entry != end;
         entry.increment(failure)) {
        const fs::path kind = entry->path().extension();
        const bool ours = (kind == extension || kind == ".partial") && entry->is_regular_file(failure);
        if (!ours) return FileError{entry->path().string() + ": is in the way: not an earlier export"};
    }
    if (failure) return cannot("read", path, failure);
    return {};
}

}  // namespace

Result<FrameDirectory, FileError> FrameDirectory::create(const fs::path& path, const std::string& extension) {
    fs::path partial = path;
    partial += ".partial";
    for (const fs::path& place : {path, partial}) {
        if (auto fault = foreign(place, extension)) return *fault;
    }
    std::error_code failure;
    fs::remove_all(partial, failure);
    if (!failure) fs::create_directory(partial, failure);
    if (failure) return cannot("make", partial, failure);
    return FrameDirectory(path, partial);
}

FrameDirectory::~FrameDirectory() {
    std::error_code ignored;
    if (!partial_.empty()) fs::remove_all(partial_, ignored);
}

std::optional<FileError> FrameDirectory::commit() {
    std::error_code failure;
    fs::remove_all(path_, failure);
    if (failure) return cannot("replace", path_, failure);
    fs::rename(partial_, path_, failure);
    if (failure) return cannot("rename", partial_, failure);
    partial_.clear();
    return {};
}

}  // namespace carom::detail
