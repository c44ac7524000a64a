// A place for the files of a test.
#pragma once

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace carom::test {

/// A directory of its own, removed at the end; in memory where possible, because `close` waits for disks.
class Directory {
public:
    Directory() {
        static std::atomic<int> count{0};
        const std::filesystem::path memory = "/dev/shm";
        path_ = (std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path()) /
                ("carom_record_" + std::to_string(::getpid()) + "_" + std::to_string(count++));
        std::filesystem::create_directories(path_);
    }
    ~Directory() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Directory(const Directory&) = delete;
    Directory& operator=(const Directory&) = delete;

    std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

}  // namespace carom::test
