// Frames of many balls in arrays. The checks of shapes and numbers are in carom/_frames.py.
#include <thread>

#include "carom/export/frame_svg.hpp"
#include "carom/frame/frame_stepper.hpp"
#include "common.hpp"
#include "obstacles.hpp"
#include "pair_filter.hpp"
#include "stoppable_workers.hpp"

namespace carom::python {
namespace {

struct ContactRecord {
    std::uint32_t a, b;
    double first, last;
    std::uint8_t state;
};

struct ObstacleContactRecord {
    std::uint32_t ball;
    std::int8_t kind;
    std::uint32_t index;
    double first, last;
    std::uint8_t state;
};

/// `b` is UINT32_MAX and `kind` is not -1 where the partner is an obstacle.
struct BounceRecord {
    double fraction;
    std::uint32_t a, b;
    std::int8_t kind;
    std::uint32_t index;
};

template <int N>
struct LostRecord {
    std::uint32_t ball;
    double displacement[N];
};
using FlatLost = LostRecord<2>;
using SpaceLost = LostRecord<3>;

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

ContactRecord record_of(const FrameContact<double>& one) {
    return {one.a, one.b, one.first, one.last, static_cast<std::uint8_t>(one.state)};
}
ObstacleContactRecord record_of(const ObstacleContact<double>& one) {
    return {one.ball,
            static_cast<std::int8_t>(one.obstacle.kind),
            static_cast<std::uint32_t>(one.obstacle.index),
            one.first,
            one.last,
            static_cast<std::uint8_t>(one.state)};
}

/// The records of what was found, which may be gigabytes.
template <class Contact>
auto told_contacts(StoppableWorkers& workers, std::span<const Contact> found) {
    using Record = decltype(record_of(found[0]));
    py::array_t<Record> told(static_cast<py::ssize_t>(found.size()));
    Record* const to = told.mutable_data();
    workers.call([&] {
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (i % 4096 == 0) workers.look();
            to[i] = record_of(found[i]);
        }
    });
    return told;
}

unsigned threads_for(unsigned wanted) {
    return wanted == 0 ? std::max(1U, std::thread::hardware_concurrency()) : wanted;
}

template <int N>
py::array_t<ContactRecord> contacts(const FrameBalls<double, N>& balls, const PairFilter& filter,
                                    unsigned threads) {
    StoppableWorkers workers(threads);
    FrameContactFinder<double, N> finder({workers.workers()});
    std::span<const FrameContact<double>> found;
    workers.call([&] { found = finder.find(balls, filter); });
    return told_contacts(workers, found);
}

py::array_t<ContactRecord> frame_contacts(const Doubles& center, const Doubles& radius,
                                          const Doubles& displacement, const PyPairFilter* filter,
                                          unsigned threads) {
    require_balls(center, radius, displacement);
    const PairFilter filtered = filter_for(filter, center.shape(0));
    threads = threads_for(threads);
    return center.shape(1) == 2 ? contacts<2>(balls_of<2>(center, radius, displacement), filtered, threads)
                                : contacts<3>(balls_of<3>(center, radius, displacement), filtered, threads);
}

template <int N>
py::array_t<ObstacleContactRecord> contacts_with(const ObstacleSet<double, N>& obstacles,
                                                 const FrameBalls<double, N>& balls, unsigned threads) {
    StoppableWorkers workers(threads);
    FrameContactFinder<double, N> finder({workers.workers()});
    std::span<const ObstacleContact<double>> found;
    workers.call([&] { found = finder.find(balls, obstacles); });
    return told_contacts(workers, found);
}

py::array_t<ObstacleContactRecord> obstacle_contacts(const Doubles& center, const Doubles& radius,
                                                     const Doubles& displacement,
                                                     const PyObstacles& obstacles, unsigned threads) {
    require_balls(center, radius, displacement);
    threads = threads_for(threads);
    return center.shape(1) == 2
               ? contacts_with<2>(obstacles.set<2>(), balls_of<2>(center, radius, displacement), threads)
               : contacts_with<3>(obstacles.set<3>(), balls_of<3>(center, radius, displacement), threads);
}

/// The text of a picture of balls in two dimensions.
std::string picture(const Doubles& center, const Doubles& radius, const Doubles& displacement,
                    const PyPairFilter* filter) {
    require_balls(center, radius, displacement);
    const PairFilter filtered = filter_for(filter, center.shape(0));
    if (center.shape(1) != 2) throw std::invalid_argument("pictures of frames have two dimensions");
    std::vector<MovingBall<double, 2>> balls;
    for (py::ssize_t i = 0; i < center.shape(0); ++i) {
        balls.push_back({{center.at(i, 0), center.at(i, 1)}, radius.at(i), {}});
        if (displacement.shape(0) > 0)
            balls.back().displacement = {displacement.at(i, 0), displacement.at(i, 1)};
    }
    StoppableWorkers workers(1);
    FrameContactFinder<double, 2> finder({workers.workers()});
    std::string svg;
    workers.call([&] {
        const auto found = finder.find(frame_balls(balls), filtered);
        svg = frame_svg(balls, found, finder.cells());
    });
    return svg;
}

/// What a step is told of its balls; each array has a row or a number for each of them.
struct BodyArrays {
    Doubles center, radius, displacement, inverse_mass, acceleration;
};

void require_bodies(const BodyArrays& of) {
    require_balls(of.center, of.radius, of.displacement);
    const bool fits = of.displacement.shape(0) == of.center.shape(0) &&
                      of.inverse_mass.size() == of.center.shape(0) &&
                      of.acceleration.size() == of.center.size();
    if (!fits)
        throw std::invalid_argument("each ball needs a displacement, an inverse mass and an acceleration");
}

template <int N>
std::vector<FrameBody<double, N>> read_bodies(const BodyArrays& from) {
    std::vector<FrameBody<double, N>> bodies(static_cast<std::size_t>(from.center.shape(0)));
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        FrameBody<double, N>& body = bodies[i];
        body.radius = from.radius.data()[i];
        body.inverse_mass = from.inverse_mass.data()[i];
        for (int k = 0; k < N; ++k) {
            const std::size_t at = i * N + static_cast<std::size_t>(k);
            body.center[k] = from.center.data()[at];
            body.displacement[k] = from.displacement.data()[at];
            body.acceleration[k] = from.acceleration.data()[at];
        }
    }
    return bodies;
}

py::array_t<BounceRecord> told_bounces(std::span<const FrameBounce<double>> from) {
    py::array_t<BounceRecord> told(static_cast<py::ssize_t>(from.size()));
    std::transform(from.begin(), from.end(), told.mutable_data(), [](const FrameBounce<double>& each) {
        BounceRecord to{each.fraction, each.a, each.b, -1, 0};
        if (each.b == FrameBounce<double>::kObstacle) {
            to.kind = static_cast<std::int8_t>(each.obstacle.kind);
            to.index = static_cast<std::uint32_t>(each.obstacle.index);
        }
        return to;
    });
    return told;
}

template <int N>
py::array_t<LostRecord<N>> told_lost(std::span<const LostMove<double, N>> from) {
    py::array_t<LostRecord<N>> told(static_cast<py::ssize_t>(from.size()));
    std::transform(from.begin(), from.end(), told.mutable_data(), [](const LostMove<double, N>& each) {
        LostRecord<N> to{each.ball, {}};
        for (int k = 0; k < N; ++k) to.displacement[k] = each.displacement[k];
        return to;
    });
    return told;
}

template <int N>
py::tuple step(FrameStepper<double, N>& stepper, StoppableWorkers& workers, const BodyArrays& arrays,
               const PyObstacles* obstacles, const StepRules<double>& rules) {
    std::vector<FrameBody<double, N>> bodies = read_bodies<N>(arrays);
    const ObstacleSet<double, N>* const among = obstacles == nullptr ? nullptr : &obstacles->set<N>();
    FrameStep<double, N> done;
    workers.call([&] {
        done = among == nullptr ? stepper.advance_frame(bodies, rules)
                                : stepper.advance_frame(bodies, *among, rules);
    });
    const auto rows = static_cast<py::ssize_t>(bodies.size());
    py::array_t<double> places({rows, py::ssize_t{N}}), moves({rows, py::ssize_t{N}});
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (int k = 0; k < N; ++k) {
            places.mutable_data()[i * N + static_cast<std::size_t>(k)] = bodies[i].center[k];
            moves.mutable_data()[i * N + static_cast<std::size_t>(k)] = bodies[i].displacement[k];
        }
    }
    return py::make_tuple(places, moves, told_bounces(done.bounces), told_lost<N>(done.lost));
}

/// Keeps the working memory of both dimensions. A frame that a signal ends changes nothing.
class Stepper {
public:
    py::tuple advance(const BodyArrays& arrays, const PyObstacles* obstacles,
                      const StepRules<double>& rules) {
        require_bodies(arrays);
        const OneCall call(in_use_);
        return arrays.center.shape(1) == 2 ? step(flat_, workers_, arrays, obstacles, rules)
                                           : step(space_, workers_, arrays, obstacles, rules);
    }

private:
    StoppableWorkers workers_{1};
    FrameStepper<double, 2> flat_{{workers_.workers()}};
    FrameStepper<double, 3> space_{{workers_.workers()}};
    std::atomic<bool> in_use_{false};
};

void add_stepper(py::module_& module) {
    py::class_<Stepper>(module, "Stepper")
        .def(py::init<>())
        .def("advance",
             [](Stepper& stepper, const Doubles& center, const Doubles& radius, const Doubles& displacement,
                const Doubles& inverse_mass, const Doubles& acceleration, const PyObstacles* obstacles,
                const PyPairFilter* filter, double restitution, double obstacle_restitution, double threshold,
                unsigned most_bounces) {
                 StepRules<double> rules;
                 rules.restitution = restitution;
                 rules.obstacle_restitution = obstacle_restitution;
                 rules.restitution_threshold = threshold;
                 rules.most_bounces = most_bounces;
                 rules.filter = filter_for(filter, center.shape(0));
                 return stepper.advance({center, radius, displacement, inverse_mass, acceleration}, obstacles,
                                        rules);
             });
}

}  // namespace

void add_frames(py::module_& module) {
    PYBIND11_NUMPY_DTYPE(ContactRecord, a, b, first, last, state);
    PYBIND11_NUMPY_DTYPE(ObstacleContactRecord, ball, kind, index, first, last, state);
    PYBIND11_NUMPY_DTYPE(BounceRecord, fraction, a, b, kind, index);
    PYBIND11_NUMPY_DTYPE(FlatLost, ball, displacement);
    PYBIND11_NUMPY_DTYPE(SpaceLost, ball, displacement);
    module.def("frame_contacts", frame_contacts);
    module.def("frame_svg", picture);
    py::class_<PyObstacles>(module, "Obstacles")
        .def(py::init([](int dimension, const Doubles& ball_center, const Doubles& ball_radius,
                         const Doubles& half_space_normal, const Doubles& half_space_offset,
                         const Doubles& plane_normal, const Doubles& plane_offset, const Doubles& box_lower,
                         const Doubles& box_upper) {
            return std::make_unique<PyObstacles>(
                dimension, Rows{ball_center, ball_radius}, Rows{half_space_normal, half_space_offset},
                Rows{plane_normal, plane_offset}, Rows{box_lower, box_upper});
        }))
        .def("rows", &PyObstacles::rows);
    module.def("obstacle_contacts", obstacle_contacts);
    py::class_<PyPairFilter>(module, "PairFilter")
        .def(py::init<std::optional<Bits>, std::optional<Bits>, const Bits&>());
    add_stepper(module);
}

}  // namespace carom::python
