/// \file
/// Standard input and standard output in place of files.
#pragma once

namespace carom {

/// As the path of a scene: standard input. Messages call it "<stdin>". A file of this name is "./-".
inline constexpr const char* standard_input = "-";

/// As the path of an export: standard output. It gets the bytes as they come, so after an error it may have
/// got a part of them.
inline constexpr const char* standard_output = "-";

}  // namespace carom
