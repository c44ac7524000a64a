#include "app/shots/job_threads.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace carom::app {

unsigned usual_threads() {
    return std::clamp(std::thread::hardware_concurrency(), 1U, 64U);
}

void share_out(std::uint64_t count, unsigned threads, const std::function<Job(unsigned)>& worker,
               const std::function<bool(std::uint64_t)>& progress) {
    using namespace std::chrono_literals;
    std::atomic<std::uint64_t> next{0}, done{0};
    std::atomic<bool> stops{false};
    const auto work = [&](unsigned thread) {
        const Job job = worker(thread);
        for (std::uint64_t k = next++; k < count && !stops; k = next++) {
            job(k);
            ++done;
        }
    };
    std::vector<std::thread> workers;
    workers.reserve(threads);
    for (unsigned thread = 0; thread < threads; ++thread) workers.emplace_back(work, thread);
    while (done < count && !stops) {
        if (!progress(done)) stops = true;
        std::this_thread::sleep_for(20ms);
    }
    for (std::thread& each : workers) each.join();
}

}  // namespace carom::app
