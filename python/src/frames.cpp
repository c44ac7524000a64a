// Frames of many balls in arrays. The checks of shapes and numbers are in carom/_frames.py.
#include <optional>
#include <thread>

#include "carom/frame/frame_stepper.hpp"
#include "common.hpp"

namespace carom::python {
namespace {

struct ContactRecord {
    std::uint32_t a, b;
    double first, last;
    std::uint8_t state;
};

struct BounceRecord {
    double fraction;
    std::uint32_t a, b;
};

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
            work();
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

/// The balls of arrays, where they are. `displacement` has no rows where they rest.
template <int N>
FrameBalls<double, N> balls_of(const Doubles& center, const Doubles& radius, const Doubles& displacement) {
    FrameBalls<double, N> balls;
    balls.size = static_cast<std::size_t>(center.shape(0));
    balls.center = {center.data(), N * sizeof(double)};
    balls.radius = {radius.data(), sizeof(double)};
    if (displacement.shape(0) > 0) balls.displacement = {displacement.data(), N * sizeof(double)};
    return balls;
}

template <int N>
py::array_t<ContactRecord> contacts(const Doubles& center, const Doubles& radius, const Doubles& displacement,
                                    unsigned threads) {
    StoppableWorkers workers(threads);
    FrameContactFinder<double, N> finder({workers.workers()});
    std::span<const FrameContact<double>> found;
    workers.call([&] { found = finder.find(balls_of<N>(center, radius, displacement)); });
    py::array_t<ContactRecord> result(static_cast<py::ssize_t>(found.size()));
    ContactRecord* const to = result.mutable_data();
    workers.call([&] {
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (i % 4096 == 0) workers.look();
            const FrameContact<double>& one = found[i];
            to[i] = {one.a, one.b, one.first, one.last, static_cast<std::uint8_t>(one.state)};
        }
    });
    return result;
}

py::array_t<ContactRecord> frame_contacts(const Doubles& center, const Doubles& radius,
                                          const Doubles& displacement, unsigned threads) {
    require_balls(center, radius, displacement);
    if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
    return center.shape(1) == 2 ? contacts<2>(center, radius, displacement, threads)
                                : contacts<3>(center, radius, displacement, threads);
}

template <int N>
py::tuple step(FrameStepper<double, N>& stepper, StoppableWorkers& workers, const Doubles& center,
               const Doubles& radius, const Doubles& displacement, const Doubles& inverse_mass,
               const StepRules<double>& rules) {
    const auto count = static_cast<std::size_t>(center.shape(0));
    std::vector<FrameBody<double, N>> bodies(count);
    for (std::size_t i = 0; i < count; ++i) {
        FrameBody<double, N>& body = bodies[i];
        body.radius = radius.data()[i];
        body.inverse_mass = inverse_mass.data()[i];
        for (int k = 0; k < N; ++k) {
            body.center[k] = center.data()[i * N + static_cast<std::size_t>(k)];
            body.displacement[k] = displacement.data()[i * N + static_cast<std::size_t>(k)];
        }
    }
    std::span<const FrameBounce<double>> bounced;
    workers.call([&] { bounced = stepper.advance_frame(bodies, rules).bounces; });
    const auto rows = static_cast<py::ssize_t>(count);
    py::array_t<double> places({rows, py::ssize_t{N}}), moves({rows, py::ssize_t{N}});
    for (std::size_t i = 0; i < count; ++i) {
        for (int k = 0; k < N; ++k) {
            places.mutable_data()[i * N + static_cast<std::size_t>(k)] = bodies[i].center[k];
            moves.mutable_data()[i * N + static_cast<std::size_t>(k)] = bodies[i].displacement[k];
        }
    }
    py::array_t<BounceRecord> bounces(static_cast<py::ssize_t>(bounced.size()));
    std::transform(bounced.begin(), bounced.end(), bounces.mutable_data(), [](const auto& each) {
        return BounceRecord{each.fraction, each.a, each.b};
    });
    return py::make_tuple(places, moves, bounces);
}

/// Keeps the working memory of both dimensions. A frame that a signal ends changes nothing.
class Stepper {
public:
    py::tuple advance(const Doubles& center, const Doubles& radius, const Doubles& displacement,
                      const Doubles& inverse_mass, double restitution, double threshold) {
        require_balls(center, radius, displacement);
        if (displacement.shape(0) != center.shape(0) || inverse_mass.size() != center.shape(0))
            throw std::invalid_argument("each ball needs a displacement and an inverse mass");
        const OneCall call(in_use_);
        StepRules<double> rules;
        rules.restitution = restitution;
        rules.restitution_threshold = threshold;
        return center.shape(1) == 2
                   ? step(flat_, workers_, center, radius, displacement, inverse_mass, rules)
                   : step(space_, workers_, center, radius, displacement, inverse_mass, rules);
    }

private:
    StoppableWorkers workers_{1};
    FrameStepper<double, 2> flat_{{workers_.workers()}};
    FrameStepper<double, 3> space_{{workers_.workers()}};
    std::atomic<bool> in_use_{false};
};

}  // namespace

void add_frames(py::module_& module) {
    PYBIND11_NUMPY_DTYPE(ContactRecord, a, b, first, last, state);
    PYBIND11_NUMPY_DTYPE(BounceRecord, fraction, a, b);
    module.def("frame_contacts", frame_contacts);
    py::class_<Stepper>(module, "Stepper").def(py::init<>()).def("advance", &Stepper::advance);
}

}  // namespace carom::python
