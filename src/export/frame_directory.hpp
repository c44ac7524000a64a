// A directory of files that appears whole or not at all: filled under another name, renamed when complete.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "carom/core/result.hpp"
#include "carom/record/trajectory.hpp"

namespace carom::detail {

class FrameDirectory {
public:
    /// Fills `path` + ".partial". A directory of either name that holds anything but files with this
    /// extension is refused, since `commit` replaces it.
    static Result<FrameDirectory, FileError> create(const std::filesystem::path& path,
                                                    const std::string& extension);
    FrameDirectory(FrameDirectory&& other) noexcept
        : path_(std::exchange(other.path_, {})), partial_(std::exchange(other.partial_, {})) {}
    FrameDirectory& operator=(FrameDirectory&& other) noexcept = delete;
    /// Without `commit` before it, removes what is there so far.
    ~FrameDirectory();

    /// Where the files go for now.
    const std::filesystem::path& partial() const { return partial_; }
    std::optional<FileError> commit();

private:
    explicit FrameDirectory(std::filesystem::path path, std::filesystem::path partial)
        : path_(std::move(path)), partial_(std::move(partial)) {}

    std::filesystem::path path_;
    std::filesystem::path partial_;  // empty once it is not this object's any more
};

}  // namespace carom::detail
