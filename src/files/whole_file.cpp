#include "files/whole_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <system_error>
#include <utility>

#include "carom/files/standard_streams.hpp"
#include "files/input_file.hpp"

namespace carom {
namespace {

FileError system_error(const std::filesystem::path& path, const char* what, int number) {
    return {path.string() + ": " + what + ": " + std::generic_category().message(number)};
}

/// Makes a rename last through a power cut. Not every file system can, so a failure is no error.
void sync_directory_of(const std::filesystem::path& path) {
    const std::filesystem::path parent = path.has_parent_path() ? path.parent_path() : ".";
    const int directory = ::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return;
    ::fsync(directory);
    ::close(directory);
}

enum class Links : unsigned char { replaced, refused };

/// What is there under the name of a file to be written, and must not be replaced.
std::optional<FileError> in_the_way(const std::filesystem::path& path, Links links) {
    struct stat status = {};
    if (::lstat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode)) return {};
    if (S_ISLNK(status.st_mode) && links == Links::replaced) return {};
    return FileError{path.string() + ": cannot write: " + not_a_regular_file(status.st_mode)};
}

/// The descriptor of a file that was not there before; -1 and `errno` when it cannot be made. A file that was
/// left behind is removed first, so that nothing is written into it, whoever knows it by another name.
int open_new(const std::filesystem::path& path) {
    const auto create = [&] {
        return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    };
    const int descriptor = create();
    struct stat status = {};
    if (descriptor >= 0 || errno != EEXIST || ::lstat(path.c_str(), &status) != 0) return descriptor;
    if (!S_ISREG(status.st_mode) || ::unlink(path.c_str()) != 0) return -1;
    return create();
}

/// False when another program has taken the name away meanwhile.
bool is_still(const std::filesystem::path& path, int descriptor) {
    struct stat ours = {};
    struct stat present = {};
    return ::fstat(descriptor, &ours) == 0 && ::lstat(path.c_str(), &present) == 0 &&
           ours.st_ino == present.st_ino && ours.st_dev == present.st_dev;
}

}  // namespace

std::optional<FileError> name_is_taken(const std::filesystem::path& path) {
    return in_the_way(path, Links::replaced);
}

std::filesystem::path partial_of(std::filesystem::path path) {
    return path += ".partial";
}

Result<WholeFile, FileError> WholeFile::create(const std::filesystem::path& path,
                                               WhenAbandoned when_abandoned) {
    if (path.empty()) return FileError{"a file to write needs a name"};
    if (auto obstacle = in_the_way(path, Links::replaced)) return *obstacle;
    const std::filesystem::path partial = partial_of(path);
    const int descriptor = open_new(partial);
    if (descriptor >= 0) return WholeFile(path, descriptor, when_abandoned);
    const int number = errno;
    if (auto obstacle = in_the_way(partial, Links::refused)) return *obstacle;
    return system_error(partial, "cannot create", number);
}

Result<WholeFile, FileError> WholeFile::create_or_stream(const std::filesystem::path& path) {
    return path == standard_output ? stream() : create(path, WhenAbandoned::remove);
}

Result<WholeFile, FileError> WholeFile::stream() {
    WholeFile file("standard output", ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0), WhenAbandoned::keep);
    if (file.descriptor_ < 0) return system_error(file.path_, "cannot write", errno);
    file.partial_ = file.path_;
    file.is_stream_ = true;
    return file;
}

Result<WholeFile, FileError> WholeFile::reopen(const std::filesystem::path& path,
                                               const std::filesystem::path& from, std::uint64_t size,
                                               WhenAbandoned when_abandoned) {
    if (auto obstacle = in_the_way(from, Links::refused)) return *obstacle;
    struct stat status = {};
    if (::lstat(from.c_str(), &status) == 0 && status.st_nlink > 1)
        return FileError{from.string() + ": cannot go on writing: the file has other names too (hard links)"};
    const int descriptor = ::open(from.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return system_error(from, "cannot go on writing", errno);
    WholeFile file(path, descriptor, when_abandoned);
    if (from != file.partial_ && ::rename(from.c_str(), file.partial_.c_str()) != 0)
        return system_error(from, "cannot rename", errno);
    const auto end = static_cast<::off_t>(size);
    if (::ftruncate(descriptor, end) != 0 || ::lseek(descriptor, end, SEEK_SET) != end)
        return file.error("cannot go on writing", errno);
    return file;
}

WholeFile::WholeFile(std::filesystem::path path, int descriptor, WhenAbandoned when_abandoned)
    : path_(std::move(path)),
      partial_(partial_of(path_)),
      descriptor_(descriptor),
      when_abandoned_(when_abandoned),
      owner_(::getpid()) {}

WholeFile::WholeFile(WholeFile&& other) noexcept
    : path_(std::move(other.path_)),
      partial_(std::move(other.partial_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      when_abandoned_(other.when_abandoned_),
      is_stream_(other.is_stream_),
      owner_(other.owner_) {}

WholeFile& WholeFile::operator=(WholeFile&& other) noexcept {
    if (this == &other) return *this;
    abandon();
    path_ = std::move(other.path_);
    partial_ = std::move(other.partial_);
    descriptor_ = std::exchange(other.descriptor_, -1);
    when_abandoned_ = other.when_abandoned_;
    is_stream_ = other.is_stream_;
    owner_ = other.owner_;
    return *this;
}

WholeFile::~WholeFile() {
    abandon();
}

void WholeFile::abandon() noexcept {
    if (descriptor_ < 0) return;
    if (when_abandoned_ == WhenAbandoned::remove && owner_ == ::getpid() && is_still(partial_, descriptor_))
        ::unlink(partial_.c_str());
    ::close(std::exchange(descriptor_, -1));
}

FileError WholeFile::error(const char* what, int number) const {
    return system_error(partial_, what, number);
}

std::optional<FileError> WholeFile::not_ours() const {
    if (owner_ == ::getpid()) return {};
    return FileError{partial_.string() + ": cannot write: the file belongs to the process that began it"};
}

std::optional<FileError> WholeFile::append(std::string_view bytes) {
    if (auto foreign = not_ours()) return foreign;
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
    if (auto foreign = not_ours()) return foreign;
    if (is_stream_) {
        if (::close(std::exchange(descriptor_, -1)) != 0) return error("cannot write", errno);
        return {};
    }
    if (auto failure = sync()) return failure;
    const bool ours = is_still(partial_, descriptor_);
    if (::close(std::exchange(descriptor_, -1)) != 0) return error("cannot close", errno);
    if (!ours) return FileError{partial_.string() + ": another program writes this file too"};
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
    auto file = WholeFile::create_or_stream(path);
    if (!file) return file.error();
    if (auto failure = file->append(contents)) return failure;
    return file->commit();
}

}  // namespace carom
