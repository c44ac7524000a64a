// Scenes and simulations.
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <variant>

#include "carom/record/checkpoint.hpp"
#include "carom/sim/simulation.hpp"
#include "common.hpp"
#include "scene.hpp"

namespace carom::python {
namespace {

/// An event as a row of an array.
template <int N>
struct EventRow {
    double time;
    std::int32_t kind;
    std::uint32_t ball, other;
    double restitution;
    std::array<double, std::size_t{N}> position, velocity, other_position, other_velocity;
};
using FlatRow = EventRow<2>;
using SpaceRow = EventRow<3>;

template <int N>
std::array<double, std::size_t{N}> numbers(const Vec<double, N>& from) {
    std::array<double, std::size_t{N}> to{};
    for (std::size_t k = 0; k < std::size_t{N}; ++k) to[k] = from[static_cast<int>(k)];
    return to;
}

template <int N>
EventRow<N> row_of(const Event<N>& event, double time) {
    return {time,
            static_cast<std::int32_t>(event.kind),
            event.ball,
            event.other,
            event.restitution,
            numbers(event.ball_after.position),
            numbers(event.ball_after.velocity),
            numbers(event.other_after.position),
            numbers(event.other_after.velocity)};
}

std::vector<std::string> messages_of(const std::vector<Finding>& findings) {
    std::vector<std::string> messages;
    for (const Finding& finding : findings) messages.push_back(finding.message);
    return messages;
}

PyScene scene_of(Result<SceneFile, SceneFaults> file, std::string text, std::string name,
                 std::optional<std::uint64_t> seed) {
    if (!file) raise_scene_error(file.error().lines);
    return {std::make_shared<const SceneFile>(std::move(*file)), std::move(text), std::move(name), seed};
}

PyScene parse(const std::string& text, const std::string& name, std::optional<std::uint64_t> seed) {
    auto file = stoppable([&](const auto& go_on) {
        return parse_scene(text, name, seed, [&](const GrowthProgress&) { return go_on(); });
    });
    return scene_of(std::move(file), text, name, seed);
}

PyScene read(const std::string& path, std::optional<std::uint64_t> seed) {
    require_file(path);
    std::string text;
    auto file = stoppable([&](const auto& go_on) {
        std::ifstream stream(path, std::ios::binary);
        text.assign(std::istreambuf_iterator<char>(stream), {});
        return read_scene(path, seed, [&](const GrowthProgress&) { return go_on(); });
    });
    return scene_of(std::move(file), std::move(text), path, seed);
}

/// An object of Python that keeps something alive.
template <class Kept>
py::capsule keeper_of(Kept kept) {
    return py::capsule(new Kept(std::move(kept)), [](void* there) { delete static_cast<Kept*>(there); });
}

/// A view of a number of each ball, where the scene has it.
template <class NumberOf>
py::array_t<double> of_balls(const PyScene& scene, NumberOf number_of) {
    return std::visit(
        [&]<int N>(const Scene<N>& each) {
            const auto count = static_cast<py::ssize_t>(each.balls.size());
            const auto stride = static_cast<py::ssize_t>(sizeof(SceneBall<N>));
            return read_only(
                py::array_t<double>({count}, {stride}, &number_of(each.balls[0]), keeper_of(scene.file)));
        },
        scene.file->scene);
}

/// The same of a vector: a row for each ball.
template <class VectorOf>
py::array_t<double> vectors_of_balls(const PyScene& scene, VectorOf vector_of) {
    return std::visit(
        [&]<int N>(const Scene<N>& each) {
            static_assert(sizeof(Vec<double, N>) == N * sizeof(double));
            const auto count = static_cast<py::ssize_t>(each.balls.size());
            const auto stride = static_cast<py::ssize_t>(sizeof(SceneBall<N>));
            return read_only(py::array_t<double>({count, py::ssize_t{N}},
                                                 {stride, py::ssize_t{sizeof(double)}},
                                                 &vector_of(each.balls[0])[0], keeper_of(scene.file)));
        },
        scene.file->scene);
}

std::vector<std::string> names(const PyScene& scene) {
    return std::visit(
        [](const auto& each) {
            std::vector<std::string> result;
            for (const auto& ball : each.balls) result.push_back(ball.name);
            return result;
        },
        scene.file->scene);
}

using Writer = std::variant<std::monostate, TrajectoryWriter<2>, TrajectoryWriter<3>>;

/// The next event, which is recorded where there is a writer.
template <int N>
std::optional<Event<N>> next_of(Simulation<N>& simulation, double until, Signals& signals, Writer& recorded) {
    auto event = simulation.next_event(until, [&] { return signals.go_on(); });
    if (event) {
        if (auto* const writer = std::get_if<TrajectoryWriter<N>>(&recorded)) writer->write(*event);
    }
    return event;
}

/// A simulation of either dimension, with the file that it is recorded in.
class PySimulation {
public:
    explicit PySimulation(const PyScene& scene) : scene_(scene), simulation_(created(scene)) {}
    PySimulation(const PyScene& scene, std::variant<Simulation<2>, Simulation<3>> simulation)
        : scene_(scene), simulation_(std::move(simulation)) {}

    /// Calls `question` with the simulation of its dimension, alone.
    template <class Question>
    auto ask(Question question) {
        const OneCall call(in_use_);
        return std::visit(question, simulation_);
    }

    /// The next event, or nothing.
    py::object next(double until) {
        const OneCall call(in_use_);
        return std::visit(
            [&]<int N>(Simulation<N>& simulation) -> py::object {
                Signals signals;
                const auto event = next_of(simulation, until, signals, recorded_);
                signals.raise();
                if (!event) return py::none();
                return py::cast(row_of(*event, simulation.seconds(event->time)));
            },
            simulation_);
    }

    /// Up to `size` events as rows of an array.
    py::array block(double until, std::size_t size) {
        const OneCall call(in_use_);
        return std::visit(
            [&]<int N>(Simulation<N>& simulation) -> py::array {
                auto rows = std::make_unique<std::vector<EventRow<N>>>();
                Signals signals;
                {
                    const py::gil_scoped_release release;
                    rows->reserve(size);
                    while (rows->size() < size) {
                        const auto event = next_of(simulation, until, signals, recorded_);
                        if (!event) break;
                        rows->push_back(row_of(*event, simulation.seconds(event->time)));
                        if (rows->size() % 256 == 0 && !signals.go_on()) break;
                    }
                    rows->shrink_to_fit();  // a full block is not copied
                }
                signals.raise();
                const auto count = static_cast<py::ssize_t>(rows->size());
                EventRow<N>* const first = rows->data();
                return py::array_t<EventRow<N>>({count}, {}, first, keeper_of(std::move(rows)));
            },
            simulation_);
    }

    /// How many events there were.
    std::uint64_t advance(double until, std::uint64_t most) {
        const OneCall call(in_use_);
        Signals signals;
        std::uint64_t done = 0;
        {
            const py::gil_scoped_release release;
            std::visit(
                [&](auto& simulation) {
                    for (; done < most && next_of(simulation, until, signals, recorded_); ++done) {
                        if (done % 256 == 255 && !signals.go_on()) break;
                    }
                },
                simulation_);
        }
        signals.raise();
        return done;
    }

    std::unique_ptr<PySimulation> copy() {
        return ask([&]<int N>(const Simulation<N>& simulation) {
            auto other = stoppable([&](const std::function<bool()>& go_on) {
                return Simulation<N>::resume(scene_.of<N>(), simulation.saved_state(), {}, go_on);
            });
            if (!other) raise_scene_error(messages_of(other.error().faults));
            return std::make_unique<PySimulation>(scene_, std::move(*other));
        });
    }

    /// Where the simulation is, as a checkpoint.
    py::bytes save() {
        return py::bytes(ask([&]<int N>(const Simulation<N>& simulation) {
            Checkpoint<N> checkpoint{{}, simulation.saved_state(), {}};
            checkpoint.trajectory.blocks = 1;  // none belongs to it, and readers want one
            return checkpoint_bytes(checkpoint);
        }));
    }

    void record(const std::string& path) {
        ask([&]<int N>(const Simulation<N>& simulation) {
            if (recorded_.index() != 0) throw std::runtime_error("the simulation is recorded already");
            if (simulation.now() != Time{} || simulation.counts().impacts() > 0)
                throw std::runtime_error("a recording begins at time 0");
            TrajectoryStart<N> start{scene_.of<N>(), simulation.epoch_length()};
            start.scene.law.elastic_below = simulation.elastic_below();
            auto writer = TrajectoryWriter<N>::create(path, start);
            if (!writer) raise_file_error(writer.error());
            recorded_.emplace<TrajectoryWriter<N>>(std::move(*writer));
        });
    }

    void finish_record() {
        ask([&]<int N>(const Simulation<N>& simulation) {
            auto* const writer = std::get_if<TrajectoryWriter<N>>(&recorded_);
            if (writer == nullptr) throw std::runtime_error("the simulation is not recorded");
            const auto failure = writer->close(simulation.now());
            recorded_.emplace<std::monostate>();
            if (failure) raise_file_error(*failure);
        });
    }

private:
    static std::variant<Simulation<2>, Simulation<3>> created(const PyScene& scene) {
        return std::visit(
            []<int N>(const Scene<N>& each) -> std::variant<Simulation<2>, Simulation<3>> {
                auto simulation = stoppable([&](const std::function<bool()>& go_on) {
                    return Simulation<N>::create(each, {}, go_on);
                });
                if (!simulation) raise_scene_error(messages_of(simulation.error().faults));
                return std::move(*simulation);
            },
            scene.file->scene);
    }

    PyScene scene_;
    std::variant<Simulation<2>, Simulation<3>> simulation_;
    Writer recorded_;
    std::atomic<bool> in_use_{false};
};

std::unique_ptr<PySimulation> resumed(const PyScene& scene, std::string_view saved) {
    auto checkpoint = parse_checkpoint(saved, "saved");
    if (!checkpoint) raise_file_error(checkpoint.error());
    return std::visit(
        [&]<int N>(const Checkpoint<N>& saved) {
            if (scene.dimension() != N) throw std::invalid_argument("the scene has another dimension");
            auto simulation = stoppable([&](const std::function<bool()>& go_on) {
                return Simulation<N>::resume(scene.of<N>(), saved.simulation, {}, go_on);
            });
            if (!simulation) raise_scene_error(messages_of(simulation.error().faults));
            return std::make_unique<PySimulation>(scene, std::move(*simulation));
        },
        *checkpoint);
}

/// A vector of each ball, one row each.
template <class VectorOf>
py::array_t<double> vectors(PySimulation& simulation, VectorOf vector_of) {
    return simulation.ask([&]<int N>(const Simulation<N>& each) {
        const std::size_t count = each.ball_count();
        py::array_t<double> rows({static_cast<py::ssize_t>(count), py::ssize_t{N}});
        for (std::size_t i = 0; i < count; ++i) {
            const Vec<double, N> vector = vector_of(each, i);
            for (int k = 0; k < N; ++k) rows.mutable_data()[i * N + static_cast<std::size_t>(k)] = vector[k];
        }
        return rows;
    });
}

py::dict counts_of(PySimulation& simulation) {
    const Counts counts = simulation.ask([](const auto& each) { return each.counts(); });
    py::dict result;
    result["ball_ball"] = counts.ball_ball;
    result["ball_wall"] = counts.ball_wall;
    result["clusters"] = counts.clusters;
    result["made_elastic"] = counts.made_elastic;
    result["kicks"] = counts.kicks;
    result["rests"] = counts.rests;
    result["wakes"] = counts.wakes;
    return result;
}

template <class Row>
void add_row(py::module_& module, const char* name) {
    py::class_<Row>(module, name)
        .def_readonly("time", &Row::time)
        .def_readonly("kind", &Row::kind)
        .def_readonly("ball", &Row::ball)
        .def_readonly("other", &Row::other)
        .def_readonly("restitution", &Row::restitution)
        .def_readonly("position", &Row::position)
        .def_readonly("velocity", &Row::velocity)
        .def_readonly("other_position", &Row::other_position)
        .def_readonly("other_velocity", &Row::other_velocity)
        .def("__repr__", [](const Row& row) {
            return "<event of ball " + std::to_string(row.ball) + " at time " + std::to_string(row.time) +
                   ">";
        });
}

void add_scene(py::module_& module) {
    py::class_<PyScene>(module, "Scene")
        .def_static("parse", &parse, py::arg("text"), py::arg("name"), py::arg("seed"))
        .def_static("read", &read, py::arg("path"), py::arg("seed"))
        .def_property_readonly("dimension", &PyScene::dimension)
        .def_property_readonly("text", [](const PyScene& scene) { return scene.text; })
        .def_property_readonly("file", [](const PyScene& scene) { return scene.name; })
        .def_property_readonly("seed", [](const PyScene& scene) { return scene.seed; })
        .def_property_readonly("notes", [](const PyScene& scene) { return scene.file->notes; })
        .def_property_readonly("until", [](const PyScene& scene) { return scene.file->limits.until; })
        .def_property_readonly("names", &names)
        .def_property_readonly("radius",
                               [](const PyScene& scene) {
                                   return of_balls(
                                       scene, [](const auto& ball) -> const double& { return ball.radius; });
                               })
        .def_property_readonly("mass",
                               [](const PyScene& scene) {
                                   return of_balls(
                                       scene, [](const auto& ball) -> const double& { return ball.mass; });
                               })
        .def_property_readonly("position",
                               [](const PyScene& scene) {
                                   return vectors_of_balls(
                                       scene, [](const auto& ball) -> const auto& { return ball.position; });
                               })
        .def_property_readonly("velocity", [](const PyScene& scene) {
            return vectors_of_balls(
                scene, [](const auto& ball) -> const auto& { return ball.velocity; });
        });
}

}  // namespace

void add_simulations(py::module_& module) {
    PYBIND11_NUMPY_DTYPE(FlatRow, time, kind, ball, other, restitution, position, velocity, other_position,
                         other_velocity);
    PYBIND11_NUMPY_DTYPE(SpaceRow, time, kind, ball, other, restitution, position, velocity, other_position,
                         other_velocity);
    add_row<FlatRow>(module, "FlatEvent");
    add_row<SpaceRow>(module, "SpaceEvent");
    add_scene(module);
    module.def("resumed", &resumed);
    py::class_<PySimulation>(module, "Simulation")
        .def(py::init<const PyScene&>())
        .def("next", &PySimulation::next)
        .def("block", &PySimulation::block)
        .def("advance", &PySimulation::advance)
        .def("copy", &PySimulation::copy)
        .def("save", &PySimulation::save)
        .def("record", &PySimulation::record)
        .def("finish_record", &PySimulation::finish_record)
        .def("now",
             [](PySimulation& s) { return s.ask([](const auto& each) { return each.seconds(each.now()); }); })
        .def("stop_reason",
             [](PySimulation& s) {
                 return s.ask([](const auto& each) { return static_cast<int>(each.stop_reason()); });
             })
        .def("kinetic_energy",
             [](PySimulation& s) { return s.ask([](const auto& each) { return each.kinetic_energy(); }); })
        .def("potential_energy",
             [](PySimulation& s) { return s.ask([](const auto& each) { return each.potential_energy(); }); })
        .def("momentum",
             [](PySimulation& s) {
                 return s.ask([]<int N>(const Simulation<N>& each) {
                     const auto momentum = numbers(each.momentum());
                     return py::array_t<double>(N, momentum.data());
                 });
             })
        .def("counts", &counts_of)
        .def("positions",
             [](PySimulation& s) {
                 return vectors(s,
                                [](const auto& each, std::size_t ball) { return each.position_now(ball); });
             })
        .def("velocities", [](PySimulation& s) {
            return vectors(s, [](const auto& each, std::size_t ball) { return each.velocity_now(ball); });
        });
}

}  // namespace carom::python
