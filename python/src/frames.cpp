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

FinderOptions options_with(const std::optional<ThreadPool>& pool) {
    FinderOptions options;
    if (pool) options.workers = pool->workers();
    return options;
}

template <int N>
py::array_t<ContactRecord> contacts(const Doubles& center, const Doubles& radius, const Doubles& displacement,
                                    unsigned threads) {
    std::vector<ContactRecord> found;
    {
        const py::gil_scoped_release release;
        std::optional<ThreadPool> pool;
        if (threads > 1) pool.emplace(threads);
        FrameContactFinder<double, N> finder(options_with(pool));
        for (const auto& each : finder.find(balls_of<N>(center, radius, displacement)))
            found.push_back({each.a, each.b, each.first, each.last, static_cast<std::uint8_t>(each.state)});
    }
    py::array_t<ContactRecord> result(static_cast<py::ssize_t>(found.size()));
    std::copy(found.begin(), found.end(), result.mutable_data());
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
py::tuple step(FrameStepper<double, N>& stepper, const Doubles& center, const Doubles& radius,
               const Doubles& displacement, const Doubles& inverse_mass, const StepRules<double>& rules) {
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
    std::vector<BounceRecord> bounced;
    {
        const py::gil_scoped_release release;
        for (const auto& each : stepper.advance_frame(bodies, rules).bounces)
            bounced.push_back({each.fraction, each.a, each.b});
    }
    const auto rows = static_cast<py::ssize_t>(count);
    py::array_t<double> places({rows, py::ssize_t{N}}), moves({rows, py::ssize_t{N}});
    for (std::size_t i = 0; i < count; ++i) {
        for (int k = 0; k < N; ++k) {
            places.mutable_data()[i * N + static_cast<std::size_t>(k)] = bodies[i].center[k];
            moves.mutable_data()[i * N + static_cast<std::size_t>(k)] = bodies[i].displacement[k];
        }
    }
    py::array_t<BounceRecord> bounces(static_cast<py::ssize_t>(bounced.size()));
    std::copy(bounced.begin(), bounced.end(), bounces.mutable_data());
    return py::make_tuple(places, moves, bounces);
}

/// Keeps the working memory of both dimensions.
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
        return center.shape(1) == 2 ? step(flat_, center, radius, displacement, inverse_mass, rules)
                                    : step(space_, center, radius, displacement, inverse_mass, rules);
    }

private:
    FrameStepper<double, 2> flat_;
    FrameStepper<double, 3> space_;
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
