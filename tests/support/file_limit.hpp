// A disk that is full after so many bytes.
#pragma once

#include <sys/resource.h>

#include <csignal>

namespace carom::test {

/// While it lives, no file may grow beyond this size: writing fails with "File too large".
class FileLimit {
public:
    explicit FileLimit(rlim_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit less{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &less);
    }
    ~FileLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }
    FileLimit(const FileLimit&) = delete;
    FileLimit& operator=(const FileLimit&) = delete;

private:
    rlimit before_ = {};
};

}  // namespace carom::test
