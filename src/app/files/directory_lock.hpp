// One carom at a time writes into a directory.
#pragma once

#include <sys/types.h>

#include <filesystem>

#include "carom/core/result.hpp"
#include "carom/record/trajectory.hpp"

namespace carom::app {

/// Holds the file "carom.lock" of a directory locked. The system lets go of it when the process ends,
/// however that happens, so a lock file left behind locks nothing.
class DirectoryLock {
public:
    /// Refused while another process holds it. Where the file system knows no locks, nothing is held.
    static Result<DirectoryLock, FileError> take(const std::filesystem::path& directory);
    DirectoryLock(DirectoryLock&& other) noexcept;
    DirectoryLock& operator=(DirectoryLock&& other) noexcept;
    /// Lets go, and removes the file.
    ~DirectoryLock();

private:
    DirectoryLock(std::filesystem::path file, int descriptor);

    std::filesystem::path file_;
    int descriptor_ = -1;
};

/// The process that writes into a directory; 0 when there is none.
::pid_t process_that_locks(const std::filesystem::path& directory);

/// Why a trajectory in this place is not closed: "the run goes on", or "the run was cut off".
const char* why_not_closed(const std::filesystem::path& trajectory);

}  // namespace carom::app
