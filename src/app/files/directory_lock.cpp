#include "app/files/directory_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace carom::app {
namespace {

namespace fs = std::filesystem;

fs::path lock_file_of(const fs::path& directory) {
    return directory / "carom.lock";
}

struct flock whole_file(short type) {
    struct flock lock = {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    return lock;
}

/// The holder of the lock, who keeps us from it; 0 when there is none.
::pid_t holder_of(int descriptor) {
    struct flock lock = whole_file(F_WRLCK);
    if (::fcntl(descriptor, F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK) return 0;
    return lock.l_pid;
}

/// False when another process removed the file, and perhaps made a new one, before we had the lock.
bool is_still(const fs::path& file, int descriptor) {
    struct stat ours = {};
    struct stat present = {};
    return ::fstat(descriptor, &ours) == 0 && ::lstat(file.c_str(), &present) == 0 &&
           ours.st_ino == present.st_ino && ours.st_dev == present.st_dev;
}

}  // namespace

Result<DirectoryLock, FileError> DirectoryLock::take(const fs::path& directory) {
    const fs::path file = lock_file_of(directory);
    for (;;) {
        const int descriptor =
            ::open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
        if (descriptor < 0) {
            return FileError{
                fmt::format("{}: cannot create: {}", file.string(), std::generic_category().message(errno))};
        }
        DirectoryLock lock(file, descriptor);
        const struct flock wanted = whole_file(F_WRLCK);
        if (::fcntl(descriptor, F_SETLK, &wanted) != 0 && (errno == EACCES || errno == EAGAIN)) {
            const ::pid_t holder = holder_of(descriptor);
            ::close(std::exchange(lock.descriptor_, -1));
            return FileError{
                fmt::format("{}: in use by another carom, process {}", directory.string(), holder)};
        }
        if (is_still(file, descriptor)) return lock;
        ::close(std::exchange(lock.descriptor_, -1));
    }
}

DirectoryLock::DirectoryLock(fs::path file, int descriptor)
    : file_(std::move(file)), descriptor_(descriptor) {}

DirectoryLock::DirectoryLock(DirectoryLock&& other) noexcept
    : file_(std::move(other.file_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

DirectoryLock& DirectoryLock::operator=(DirectoryLock&& other) noexcept {
    std::swap(file_, other.file_);
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

DirectoryLock::~DirectoryLock() {
    if (descriptor_ < 0) return;
    ::unlink(file_.c_str());
    ::close(descriptor_);
}

::pid_t process_that_locks(const fs::path& directory) {
    const int descriptor =
        ::open(lock_file_of(directory).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return 0;
    const ::pid_t holder = holder_of(descriptor);
    ::close(descriptor);
    return holder;
}

const char* why_not_closed(const fs::path& trajectory) {
    const bool goes_on = process_that_locks(trajectory.parent_path()) != 0;
    return goes_on ? "the run goes on" : "the run was cut off";
}

}  // namespace carom::app
