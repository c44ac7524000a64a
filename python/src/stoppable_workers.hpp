// Work of frames that Ctrl-C ends.
#pragma once

#include <atomic>
#include <chrono>
#include <future>
#include <optional>
#include <thread>

#include "carom/frame/workers.hpp"
#include "common.hpp"

namespace carom::python {

/// Does the work of a finder or stepper so that Ctrl-C ends it: the thread that called looks for signals, and
/// all threads that work end with `Stopped`.
class StoppableWorkers {
public:
    explicit StoppableWorkers(unsigned threads) {
        if (threads > 1) pool_.emplace(threads);
    }

    /// To be given to a finder or stepper.
    Workers workers() {
        const auto pause = [](void* self) { all_of(self).look(); };
        return pool_ ? Workers{pool_->workers().count, this, &run, pause} : Workers{1, this, nullptr, pause};
    }

    /// Does it without the interpreter's lock, and raises what a signal's handler has raised.
    template <class Work>
    void call(const Work& work) {
        signals_ = {};
        stopped_ = false;
        caller_ = std::this_thread::get_id();
        try {
            const py::gil_scoped_release release;
            if (pool_) {
                call_beside(work);
            } else {
                work();
            }
        } catch (const Stopped&) {
            signals_.raise();
        }
    }

    /// Ends the call when it is to end.
    void look() {
        if (!stopped_ && std::this_thread::get_id() == caller_ && !signals_.go_on()) stopped_ = true;
        if (stopped_) throw Stopped{};
    }

private:
    struct Stopped {};
    struct Tasks {
        StoppableWorkers& workers;
        Workers::Task task;
        void* context;
    };

    /// The thread that called does none of the work: it would look for signals late, where it waits for
    /// others.
    template <class Work>
    void call_beside(const Work& work) {
        auto done = std::async(std::launch::async, [&] { work(); });
        while (done.wait_for(std::chrono::milliseconds(20)) == std::future_status::timeout) {
            if (!stopped_ && !signals_.go_on()) stopped_ = true;
        }
        done.get();
        if (stopped_) throw Stopped{};
    }

    static StoppableWorkers& all_of(void* self) { return *static_cast<StoppableWorkers*>(self); }

    /// The pool's threads must not throw.
    static void run(void* self, std::size_t count, Workers::Task task, void* context) {
        StoppableWorkers& workers = all_of(self);
        Tasks tasks{workers, task, context};
        const Workers pool = workers.pool_->workers();
        const auto one = [](void* all, std::size_t index) {
            const Tasks& mine = *static_cast<const Tasks*>(all);
            try {
                mine.workers.look();
                mine.task(mine.context, index);
            } catch (const Stopped&) {
                // `stopped_` says so to all others, and to the caller below.
            }
        };
        pool.run(pool.pool, count, one, &tasks);
        workers.look();
    }

    std::optional<ThreadPool> pool_;
    std::atomic<bool> stopped_{false};
    Signals signals_;
    std::thread::id caller_;
};

}  // namespace carom::python
