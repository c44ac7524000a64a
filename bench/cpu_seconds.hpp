#pragma once

#include <ctime>

namespace carom::bench {

/// CPU time of this thread.
inline double cpu_seconds() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace carom::bench
