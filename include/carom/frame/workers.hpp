/// \file
/// Who does the work of a large frame: the caller's thread, the caller's pool, or a small pool of ours.
///
/// How many work changes no bit of any answer. Tests: tests/frame/workers_test.cpp.
#pragma once

#include <cstddef>
#include <memory>

namespace carom {

/// A way to run tasks side by side. The default runs all of them on the calling thread. To use a pool of your
/// own, fill in the first three members.
struct Workers {
    /// One of the tasks 0, 1, 2, ... of a call.
    using Task = void (*)(void* context, std::size_t index);

    std::size_t count = 1;  ///< how many tasks can run at once, >= 1
    void* pool = nullptr;   ///< given to `run`
    /// Calls task(context, i) once for every i in [0, tasks), in any order and on any threads, and returns
    /// when all of them have returned. The tasks throw nothing, unless `pause` does, and wait for nothing.
    /// Null: the calling thread runs them in order.
    void (*run)(void* pool, std::size_t tasks, Task task, void* context) = nullptr;
    /// Called with `pool` often during a call, by the threads that work, between tasks and inside of them. To
    /// end the call it may throw: then nothing that was given has changed, and the finder or stepper serves
    /// the next call. A `run` that goes with it passes on what a task throws. Null: not called.
    void (*pause)(void* pool) = nullptr;
};

/// Threads that wait for tasks. One call at a time: two threads must not use one pool at once.
class ThreadPool {
public:
    /// `count` >= 1 threads work, the calling one included.
    explicit ThreadPool(std::size_t count);
    ~ThreadPool();
    /// The other may only be assigned to or destroyed afterwards.
    ThreadPool(ThreadPool&&) noexcept;
    /// As moving into a new one.
    ThreadPool& operator=(ThreadPool&&) noexcept;

    /// Valid while the pool lives.
    Workers workers() const;

private:
    class Threads;
    std::unique_ptr<Threads> threads_;
};

}  // namespace carom
