/// \file
/// The version of the library.
#pragma once

namespace carom {

/// Semantic version, the same as the CMake package's.
inline constexpr const char* version = "0.1.0";

}  // namespace carom
