/// \file
/// What went wrong with a file.
#pragma once

#include <string>

namespace carom {

/// Why a file could not be written or read, with its path and, where it helps, the byte.
struct FileError {
    std::string message;  ///< one line for people
};

}  // namespace carom
