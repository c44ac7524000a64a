// Every task of a call runs once, on however many threads.
#include "carom/frame/workers.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include "frame/parallel.hpp"

namespace carom {
namespace {

/// Counts how often each task has run.
struct Count {
    explicit Count(std::size_t tasks) : runs(tasks) {}

    static void task(void* context, std::size_t index) {
        // Not atomic: each task has its own place, and a call ends after all of them.
        ++static_cast<Count*>(context)->runs.at(index);
    }
    std::vector<int> runs;
};

TEST(ThreadPool, RunsEveryTaskOnce) {
    for (const std::size_t threads : {1U, 2U, 3U, 8U}) {
        const ThreadPool pool(threads);
        const Workers workers = pool.workers();
        ASSERT_EQ(workers.count, threads);
        for (const std::size_t tasks : {0U, 1U, 2U, 3U, 7U, 8U, 9U, 100U, 5000U}) {
            Count count(tasks);
            workers.run(workers.pool, tasks, &Count::task, &count);
            ASSERT_EQ(count.runs, std::vector<int>(tasks, 1)) << threads << " threads";
        }
    }
}

TEST(ThreadPool, ManySmallCallsInARow) {
    for (const std::size_t threads : {2U, 3U}) {
        const ThreadPool pool(threads);
        const Workers workers = pool.workers();
        Count count(5);
        for (int i = 0; i < 10'000; ++i) workers.run(workers.pool, 5, &Count::task, &count);
        ASSERT_EQ(count.runs, std::vector<int>(5, 10'000));
    }
}

TEST(ThreadPool, AllThreadsWorkAtOnce) {
    constexpr std::size_t threads = 4;
    struct Meeting {
        std::atomic<std::size_t> arrived{0};
        std::vector<std::thread::id> ids = std::vector<std::thread::id>(threads);
    } meeting;
    const ThreadPool pool(threads);
    const Workers workers = pool.workers();
    // Each task waits for the others, so that one thread cannot run two.
    const auto task = [](void* context, std::size_t index) {
        Meeting& all = *static_cast<Meeting*>(context);
        all.ids[index] = std::this_thread::get_id();
        ++all.arrived;
        while (all.arrived < threads) std::this_thread::yield();
    };
    workers.run(workers.pool, threads, task, &meeting);
    const std::set<std::thread::id> different(meeting.ids.begin(), meeting.ids.end());
    EXPECT_EQ(different.size(), threads);
    EXPECT_EQ(different.count(std::this_thread::get_id()), 1U);
}

TEST(ThreadPool, WorkersStayValidWhenThePoolMoves) {
    ThreadPool first(3);
    const Workers workers = first.workers();
    ThreadPool second(std::move(first));
    Count count(50);
    workers.run(workers.pool, 50, &Count::task, &count);
    ThreadPool third(2);
    third = std::move(second);
    EXPECT_EQ(third.workers().count, 3U);
    workers.run(workers.pool, 50, &Count::task, &count);
    EXPECT_EQ(count.runs, std::vector<int>(50, 2));
}

TEST(ThreadPool, PoolsThatNeverWorkEnd) {
    for (int i = 0; i < 200; ++i) const ThreadPool pool(4);
}

TEST(Workers, TheDefaultRunsTasksInOrderOnTheCallingThread) {
    std::vector<std::size_t> order;
    const std::thread::id caller = std::this_thread::get_id();
    detail::in_parallel(Workers{}, 4, [&](std::size_t i) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        order.push_back(i);
    });
    EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3}));
}

}  // namespace
}  // namespace carom
