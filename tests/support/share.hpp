// How much of a long test runs.
#pragma once

namespace carom::test {

/// The sanitizer build is ten times slower and runs a tenth.
#ifdef NDEBUG
inline constexpr int kShare = 1;
#else
inline constexpr int kShare = 10;
#endif

}  // namespace carom::test
