#include "record/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <system_error>
#include <utility>

namespace carom {
namespace {

std::filesystem::path partial_of(std::filesystem::path path) {
    return path += ".partial";
}

FileError system_error(const std::filesystem::path& path, const char* what, int number) {
    return {fmt::format("{}: {}: {}", path.string(), what, std::generic_category().message(number))};
}

/// Where a file of this name goes: behind a symbolic link its target, so that the rename does not replace the
/// link. Devices, pipes and directories are refused: a rename would destroy them.
Result<std::filesystem::path, FileError> place_to_write(const std::filesystem::path& path) {
    std::error_code failure;
    const bool link = std::filesystem::is_symlink(path, failure);
    const std::filesystem::path place = link ? std::filesystem::canonical(path, failure) : path;
    if (link && failure) return system_error(path, "cannot write behind this link", failure.value());
    const std::filesystem::file_status status = std::filesystem::status(place, failure);
    if (std::filesystem::is_directory(status)) return system_error(path, "cannot write", EISDIR);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        return FileError{path.string() + ": cannot write: not a regular file"};
    }
    return place;
}

/// Makes a rename last through a power cut. Not every file system can, so a failure is no error.
void sync_directory_of(const std::filesystem::path& path) {
    const std::filesystem::path parent = path.has_parent_path() ? path.parent_path() : ".";
    const int directory = ::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return;
    ::fsync(directory);
    ::close(directory);
}

}  // namespace

Result<WholeFile, FileError> WholeFile::create(const std::filesystem::path& path,
                                               WhenAbandoned when_abandoned) {
    const auto place = place_to_write(path);
    if (!place) return place.error();
    const std::filesystem::path partial = partial_of(*place);
    const int descriptor = ::open(partial.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) return system_error(partial, "cannot create", errno);
    return WholeFile(*place, descriptor, when_abandoned);
}

WholeFile::WholeFile(std::filesystem::path path, int descriptor, WhenAbandoned when_abandoned)
    : path_(std::move(path)),
      partial_(partial_of(path_)),
      descriptor_(descriptor),
      when_abandoned_(when_abandoned) {}

WholeFile::WholeFile(WholeFile&& other) noexcept
    : path_(std::move(other.path_)),
      partial_(std::move(other.partial_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      when_abandoned_(other.when_abandoned_) {}

WholeFile& WholeFile::operator=(WholeFile&& other) noexcept {
    if (this == &other) return *this;
    abandon();
    path_ = std::move(other.path_);
    partial_ = std::move(other.partial_);
    descriptor_ = std::exchange(other.descriptor_, -1);
    when_abandoned_ = other.when_abandoned_;
    return *this;
}

WholeFile::~WholeFile() {
    abandon();
}

void WholeFile::abandon() noexcept {
    if (descriptor_ < 0) return;
    ::close(std::exchange(descriptor_, -1));
    if (when_abandoned_ == WhenAbandoned::remove) ::unlink(partial_.c_str());
}

FileError WholeFile::error(const char* what, int number) const {
    return system_error(partial_, what, number);
}

std::optional<FileError> WholeFile::append(std::string_view bytes) {
    while (!bytes.empty()) {
        const ::ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return error("cannot write", errno);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

std::optional<FileError> WholeFile::commit() {
    if (::fsync(descriptor_) != 0) return error("cannot bring to the disk", errno);
    if (::close(std::exchange(descriptor_, -1)) != 0) return error("cannot close", errno);
    std::error_code failure;
    std::filesystem::rename(partial_, path_, failure);
    if (failure) {
        if (when_abandoned_ == WhenAbandoned::remove) ::unlink(partial_.c_str());
        return error("cannot rename", failure.value());
    }
    sync_directory_of(path_);
    return {};
}

std::optional<FileError> write_file_whole(const std::filesystem::path& path, std::string_view contents) {
    auto file = WholeFile::create(path, WhenAbandoned::remove);
    if (!file) return file.error();
    if (auto failure = file->append(contents)) return failure;
    return file->commit();
}

}  // namespace carom
