#include "record/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <system_error>
#include <utility>

namespace carom {
namespace {

FileError system_error(const std::filesystem::path& path, const char* what, int number) {
    return {fmt::format("{}: {}: {}", path.string(), what, std::generic_category().message(number))};
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

std::filesystem::path partial_of(std::filesystem::path path) {
    return path += ".partial";
}

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

Result<WholeFile, FileError> WholeFile::create(const std::filesystem::path& path,
                                               WhenAbandoned when_abandoned) {
    const auto place = place_to_write(path);
    if (!place) return place.error();
    const std::filesystem::path partial = partial_of(*place);
    const int descriptor = ::open(partial.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) return system_error(partial, "cannot create", errno);
    return WholeFile(*place, descriptor, when_abandoned);
}

Result<WholeFile, FileError> WholeFile::reopen(const std::filesystem::path& path,
                                               const std::filesystem::path& from, std::uint64_t size,
                                               WhenAbandoned when_abandoned) {
    const auto place = place_to_write(path);
    if (!place) return place.error();
    const std::filesystem::path partial = partial_of(*place);
    if (from != partial && ::rename(from.c_str(), partial.c_str()) != 0)
        return system_error(from, "cannot rename", errno);
    const int descriptor = ::open(partial.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) return system_error(partial, "cannot go on writing", errno);
    WholeFile file(*place, descriptor, when_abandoned);
    const auto end = static_cast<::off_t>(size);
    if (::ftruncate(descriptor, end) != 0 || ::lseek(descriptor, end, SEEK_SET) != end)
        return file.error("cannot go on writing", errno);
    return file;
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

std::optional<FileError> WholeFile::sync() {
    if (::fsync(descriptor_) != 0) return error("cannot bring to the disk", errno);
    return {};
}

std::optional<FileError> WholeFile::commit() {
    if (auto failure = sync()) return failure;
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

Result<std::string, FileError> read_file_whole(const std::filesystem::path& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return system_error(path, "cannot read", errno);
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(path, unknown);
    std::string bytes;
    if (!unknown) bytes.reserve(size);
    std::array<char, std::size_t{1} << 16> step{};
    ::ssize_t got = 0;
    while ((got = ::read(descriptor, step.data(), step.size())) > 0 || (got < 0 && errno == EINTR)) {
        if (got > 0) bytes.append(step.data(), static_cast<std::size_t>(got));
    }
    const int number = errno;
    ::close(descriptor);
    if (got < 0) return system_error(path, "cannot read", number);
    return bytes;
}

std::optional<FileError> write_file_whole(const std::filesystem::path& path, std::string_view contents) {
    auto file = WholeFile::create(path, WhenAbandoned::remove);
    if (!file) return file.error();
    if (auto failure = file->append(contents)) return failure;
    return file->commit();
}

}  // namespace carom
