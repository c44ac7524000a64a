// Files to read. Pipes and devices are refused, so that no command waits for what may never come: only
// whoever asks for standard input waits for it.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "carom/core/result.hpp"
#include "carom/files/file_error.hpp"

namespace carom {

/// Why a file cannot be read, for people, without its name.
struct Unreadable {
    std::string why;
};

/// A regular file, open to read. It ends where it ended when it was opened: a file that grows is read as it
/// was then.
class InputFile {
public:
    static Result<InputFile, Unreadable> open(const std::filesystem::path& path);
    InputFile(InputFile&& other) noexcept;
    InputFile& operator=(InputFile&& other) noexcept;
    ~InputFile();

    /// Appends up to `count` bytes; fewer only at the end.
    std::optional<Unreadable> read(std::uint64_t count, std::string& to);
    /// Goes on reading at this byte.
    void go_to(std::uint64_t at) { at_ = at; }
    std::uint64_t at() const { return at_; }
    std::uint64_t size() const { return size_; }

private:
    InputFile(int descriptor, std::uint64_t size) : descriptor_(descriptor), size_(size) {}
    std::optional<Unreadable> fill();

    int descriptor_ = -1;
    std::uint64_t size_ = 0;
    std::uint64_t at_ = 0;
    std::string buffer_;           // what the file has from ...
    std::uint64_t buffer_at_ = 0;  // this byte on
};

/// What a file is that is no regular file, as in "this is a FIFO, not a regular file".
std::string not_a_regular_file(::mode_t mode);

/// All bytes of a file, or its first `most` and a few more.
Result<std::string, Unreadable> bytes_of_file(const std::filesystem::path& path,
                                              std::uint64_t most = UINT64_MAX);

/// The same of standard input, which may be a pipe.
Result<std::string, Unreadable> bytes_of_standard_input(std::uint64_t most);

/// What messages call a file that may be `standard_input`.
std::string name_in_messages(const std::filesystem::path& path);

/// The error of a file that cannot be read.
FileError cannot_read(const std::filesystem::path& path, const Unreadable& reason);

}  // namespace carom
