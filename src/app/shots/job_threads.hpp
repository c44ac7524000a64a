// Jobs shared out among threads.
#pragma once

#include <cstdint>
#include <functional>

namespace carom::app {

/// Does one job, by its number.
using Job = std::function<void(std::uint64_t)>;

/// As many as the machine has, at most 64.
unsigned usual_threads();

/// Calls jobs 0 to count - 1, each once. `worker` makes, in each thread, what calls them there. `progress` is
/// called now and then with the jobs done; when it says no, no further job begins.
void share_out(std::uint64_t count, unsigned threads, const std::function<Job(unsigned)>& worker,
               const std::function<bool(std::uint64_t)>& progress);

}  // namespace carom::app
