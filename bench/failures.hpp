// How a verb ends before its time.
#pragma once

#include <stdexcept>

namespace carom::bench {

/// Carom is wrong, and there is nothing more to measure: exit code 1.
struct Wrong : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A request that cannot be met: exit code 2.
struct Refused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace carom::bench
