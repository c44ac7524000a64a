// Whole text files in memory.
#pragma once

#include <cstddef>
#include <string>

#include "carom/core/result.hpp"

namespace carom::detail {

/// Why a file cannot be read, for people.
struct Unreadable {
    std::string why;
};

/// The content of a file; one with more than `largest` bytes may come with a few more, and is cut off there.
Result<std::string, Unreadable> read_text_file(const std::string& path, std::size_t largest);

/// The content of a regular file, so that nothing waits for a pipe or reads a device without end. A relative
/// `path` starts where the file `beside` is.
Result<std::string, Unreadable> read_regular_file(const std::string& path, const std::string& beside,
                                                  std::size_t largest);

/// `path` as seen from the directory of the file `beside`.
std::string path_beside(const std::string& path, const std::string& beside);

}  // namespace carom::detail
