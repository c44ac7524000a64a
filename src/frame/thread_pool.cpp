#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "carom/frame/workers.hpp"

namespace carom {

class ThreadPool::Threads {
public:
    explicit Threads(std::size_t count) {
        for (std::size_t i = 1; i < count; ++i) threads_.emplace_back([this] { wait_for_work(); });
    }
    ~Threads() {
        {
            const std::lock_guard lock(mutex_);
            ends_ = true;
        }
        wake_.notify_all();
        for (std::thread& thread : threads_) thread.join();
    }
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

    std::size_t count() const { return threads_.size() + 1; }

    void run(std::size_t tasks, Workers::Task task, void* context) {
        {
            const std::lock_guard lock(mutex_);
            tasks_ = tasks;
            task_ = task;
            context_ = context;
            next_ = 0;
            busy_ = threads_.size();
            ++call_;
        }
        wake_.notify_all();
        work();
        const auto is_done = [this] { return busy_ == 0; };
        if (comes_soon(is_done)) return;
        std::unique_lock lock(mutex_);
        done_.wait(lock, is_done);
    }

private:
    void work() {
        for (std::size_t i = next_++; i < tasks_; i = next_++) task_(context_, i);
    }
    void wait_for_work() {
        std::size_t seen = 0;
        const auto is_called = [&] { return ends_ || call_ != seen; };
        while (true) {
            if (!comes_soon(is_called)) {
                std::unique_lock lock(mutex_);
                wake_.wait(lock, is_called);
            }
            if (ends_) return;
            seen = call_;
            work();
            if (--busy_ > 0) continue;
            const std::lock_guard lock(mutex_);
            done_.notify_one();
        }
    }
    /// The calls of a frame follow each other at once: going to sleep in between, and waking up, would take
    /// longer than most of them.
    template <class Condition>
    static bool comes_soon(const Condition& condition) {
        constexpr int looks = 200;
        for (int i = 0; i < looks; ++i) {
            if (condition()) return true;
            std::this_thread::yield();
        }
        return false;
    }

    std::mutex mutex_;
    std::condition_variable wake_, done_;
    std::atomic<std::size_t> call_{0};  ///< counts the calls, so that each thread takes part once in each
    std::atomic<std::size_t> busy_{0};  ///< threads that have not yet ended their part of the call
    std::atomic<bool> ends_{false};
    std::atomic<std::size_t> next_{0};
    std::size_t tasks_ = 0;
    Workers::Task task_ = nullptr;
    void* context_ = nullptr;
    std::vector<std::thread> threads_;
};

ThreadPool::ThreadPool(std::size_t count) : threads_(std::make_unique<Threads>(count)) {}
ThreadPool::~ThreadPool() = default;
ThreadPool::ThreadPool(ThreadPool&&) noexcept = default;
ThreadPool& ThreadPool::operator=(ThreadPool&&) noexcept = default;

Workers ThreadPool::workers() const {
    return {threads_->count(), threads_.get(),
            [](void* pool, std::size_t tasks, Workers::Task task, void* context) {
                static_cast<Threads*>(pool)->run(tasks, task, context);
            }};
}

}  // namespace carom
