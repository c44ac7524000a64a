// How much of a long test runs.
#pragma once

#include <cstdint>

namespace carom::test {

/// The sanitizer build is ten times slower and runs a tenth.
#ifdef NDEBUG
inline constexpr int kShare = 1;
#else
inline constexpr int kShare = 10;
#endif

/// The share of so many; at least one.
constexpr std::uint64_t share_of(std::uint64_t whole) {
    return (whole + kShare - 1) / kShare;
}

}  // namespace carom::test
