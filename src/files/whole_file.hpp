// Files that appear whole or not at all: written under another name, renamed when complete. All that Carom
// writes is written here.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "carom/core/result.hpp"
#include "carom/files/file_error.hpp"

namespace carom {

/// What becomes of the `.partial` file when it is never committed.
enum class WhenAbandoned : unsigned char { keep, remove };

/// A file that grows as `path` + ".partial" and takes its name, replacing any older file, when it is
/// committed. No link is followed: one called `path` is replaced, not its target, and one in place of the
/// ".partial" file is refused, as are directories, pipes and devices of either name.
class WholeFile {
public:
    static Result<WholeFile, FileError> create(const std::filesystem::path& path,
                                               WhenAbandoned when_abandoned);
    /// The same with a `.partial` file that goes when it is abandoned, or a stream to `standard_output`: that
    /// has what was appended at once, and a commit only says whether it got there.
    static Result<WholeFile, FileError> create_or_stream(const std::filesystem::path& path);
    /// Goes on behind the first `size` bytes of `from`, which is `path` or the `.partial` file; the rest is
    /// cut off. Refused when the file has another name, a copy of hard links for instance, that would change
    /// too.
    static Result<WholeFile, FileError> reopen(const std::filesystem::path& path,
                                               const std::filesystem::path& from, std::uint64_t size,
                                               WhenAbandoned when_abandoned);
    WholeFile(WholeFile&& other) noexcept;
    WholeFile& operator=(WholeFile&& other) noexcept;
    ~WholeFile();

    /// Hands bytes to the operating system, without a buffer in between.
    std::optional<FileError> append(std::string_view bytes);
    /// For another program that writes the file; not after `commit`.
    int descriptor() const { return descriptor_; }
    /// Brings the bytes to the disk.
    std::optional<FileError> sync();
    /// Brings the bytes to the disk and renames the file; nothing may be appended after it.
    std::optional<FileError> commit();

private:
    WholeFile(std::filesystem::path path, int descriptor, WhenAbandoned when_abandoned);
    static Result<WholeFile, FileError> stream();
    void abandon() noexcept;
    std::optional<FileError> not_ours() const;
    FileError error(const char* what, int number) const;

    std::filesystem::path path_;
    std::filesystem::path partial_;
    int descriptor_ = -1;
    WhenAbandoned when_abandoned_ = WhenAbandoned::remove;
    bool is_stream_ = false;  // both names are then for messages only
    ::pid_t owner_;           // a child process has a copy, which must not touch the file
};

/// Why no file can take this name: a directory, a pipe or a device has it. Empty when one can.
std::optional<FileError> name_is_taken(const std::filesystem::path& path);

/// The name of a file while it grows.
std::filesystem::path partial_of(std::filesystem::path path);

/// Writes `contents` to `path`, which may be `standard_output`; after an error the older file, if any, is
/// still there.
std::optional<FileError> write_file_whole(const std::filesystem::path& path, std::string_view contents);

}  // namespace carom
