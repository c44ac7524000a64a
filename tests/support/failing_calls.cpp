// Loaded into a program before all else (LD_PRELOAD), this ends it at its n-th call that changes a file, or
// lets writes fail from there on. CAROM_FAIL_AT is n, from 1; CAROM_FAIL_HOW one of
//   kill  killed in place of the call
//   torn  killed after the call; of a write, only half of the bytes are there
//   full  from the n-th write on, the disk is full
// With CAROM_FREE_BYTES, every disk has so many bytes, less by what was written; a write of more fails.
#include <fcntl.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdlib>
#include <cstring>

namespace {

long fail_at() {
    const char* const text = std::getenv("CAROM_FAIL_AT");
    return text == nullptr ? 0 : std::atol(text);
}

bool fails_by(const char* how) {
    const char* const text = std::getenv("CAROM_FAIL_HOW");
    return text != nullptr && std::strcmp(text, how) == 0;
}

/// True at the call that was chosen.
bool is_the_one() {
    static long calls = 0;
    return ++calls == fail_at() && !fails_by("full");
}

void die() {
    ::raise(SIGKILL);
}

/// By this process.
long long written = 0;

long long disk_size() {
    const char* const text = std::getenv("CAROM_FREE_BYTES");
    return text == nullptr ? 1'000'000'000'000 : std::atoll(text);
}

long long left() {
    return disk_size() - written;
}

template <class Call>
long changing(Call call) {
    if (!is_the_one()) return call();
    if (fails_by("torn")) call();
    die();
    return -1;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
    std::va_list rest;
    va_start(rest, flags);
    const unsigned mode = (flags & O_CREAT) != 0 ? va_arg(rest, unsigned) : 0;
    va_end(rest);
    const auto call = [&] { return ::syscall(SYS_openat, AT_FDCWD, path, flags, mode); };
    return static_cast<int>((flags & O_CREAT) != 0 ? changing(call) : call());
}

ssize_t write(int descriptor, const void* bytes, size_t count) {
    if (descriptor <= 2) return ::syscall(SYS_write, descriptor, bytes, count);
    static long writes = 0;
    if ((++writes >= fail_at() && fails_by("full")) || static_cast<long long>(count) > left()) {
        errno = ENOSPC;
        return -1;
    }
    written += static_cast<long long>(count);
    const bool torn = fails_by("torn");
    if (is_the_one()) {
        if (torn) ::syscall(SYS_write, descriptor, bytes, count / 2);
        die();
    }
    return ::syscall(SYS_write, descriptor, bytes, count);
}

int statvfs(const char*, struct statvfs* disk) noexcept {
    *disk = {};
    disk->f_bsize = disk->f_frsize = 1;
    disk->f_blocks = static_cast<fsblkcnt_t>(disk_size());
    disk->f_bfree = disk->f_bavail = static_cast<fsblkcnt_t>(left() > 0 ? left() : 0);
    return 0;
}

int rename(const char* from, const char* to) noexcept {
    return static_cast<int>(changing([&] { return ::syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to); }));
}

int remove(const char* path) noexcept {
    return static_cast<int>(changing([&] { return ::syscall(SYS_unlinkat, AT_FDCWD, path, 0); }));
}

int unlink(const char* path) noexcept {
    return static_cast<int>(changing([&] { return ::syscall(SYS_unlinkat, AT_FDCWD, path, 0); }));
}

int ftruncate(int descriptor, off_t size) noexcept {
    return static_cast<int>(changing([&] { return ::syscall(SYS_ftruncate, descriptor, size); }));
}

int fsync(int descriptor) {
    return static_cast<int>(changing([&] { return ::syscall(SYS_fsync, descriptor); }));
}

}  // extern "C"
