// Promise: simulations, recordings and proofs through C have the bits of the C++ library.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>

#include "c/c_test.hpp"
#include "carom/measure/named_curves.hpp"
#include "carom/record/measure_trajectory.hpp"
#include "carom/record/trajectory.hpp"
#include "carom/scene_text/scene_file.hpp"
#include "carom/sim/simulation.hpp"
#include "support/directory.hpp"

namespace carom::test {
namespace {

void open_gas(OwnedScene& scene) {
    ASSERT_EQ(carom_scene_parse(kGas.data(), kGas.size(), "gas.toml", scene.put()), CAROM_OK)
        << carom_message();
}

std::string bytes_of(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

TEST(CSimulation, HasTheEventsOfTheLibrary) {
    OwnedScene scene;
    open_gas(scene);
    carom_scene_info about{};
    ASSERT_EQ(carom_scene_describe(scene, &about), CAROM_OK);
    EXPECT_EQ(about.dimension, 3);
    EXPECT_EQ(about.balls, 100U);
    EXPECT_TRUE(std::isinf(about.until));
    OwnedSimulation simulation;
    ASSERT_EQ(carom_simulation_create(scene, simulation.put()), CAROM_OK);
    const auto file = parse_scene(kGas, "gas.toml");
    auto expected = Simulation<3>::create(std::get<Scene<3>>(file->scene));
    std::vector<carom_event> events(100);
    std::size_t all = 0;
    for (bool ends = false; !ends;) {
        std::size_t count = 0;
        const carom_status status =
            carom_simulation_events(simulation, 5, events.size(), events.data(), &count);
        ends = status == CAROM_END;
        ASSERT_TRUE(ends || status == CAROM_OK);
        for (std::size_t k = 0; k < count; ++k, ++all) {
            const auto event = expected->next_event(5);
            ASSERT_TRUE(event);
            ASSERT_EQ(events[k].time, expected->seconds(event->time));
            ASSERT_EQ(events[k].ball, event->ball);
            ASSERT_EQ(events[k].velocity[2], event->ball_after.velocity[2]);
            ASSERT_EQ(events[k].other_position[0], event->other_after.position[0]);
        }
    }
    EXPECT_FALSE(expected->next_event(5));
    EXPECT_GT(all, 200U);
    carom_simulation_info info{};
    ASSERT_EQ(carom_simulation_describe(simulation, &info), CAROM_OK);
    EXPECT_EQ(info.ball_ball, all);
    EXPECT_EQ(info.now, 5);
    EXPECT_EQ(info.stop_reason, CAROM_TIME_REACHED);
    EXPECT_EQ(info.kinetic_energy, expected->kinetic_energy());
    std::vector<double> x(100), z(100);
    const carom_doubles_out position[3] = {doubles_out(x), {}, doubles_out(z)};
    std::vector<double> vy(100);
    const carom_doubles_out velocity[3] = {{}, doubles_out(vy), {}};
    ASSERT_EQ(carom_simulation_states(simulation, position, velocity), CAROM_OK);
    EXPECT_EQ(vy[17], expected->velocity_now(17)[1]);
    EXPECT_EQ(x[17], expected->position_now(17)[0]);
    EXPECT_EQ(z[99], expected->position_now(99)[2]);
}

TEST(CSimulation, ACopyGoesOnWithTheSameBits) {
    OwnedScene scene;
    open_gas(scene);
    OwnedSimulation first, second;
    ASSERT_EQ(carom_simulation_create(scene, first.put()), CAROM_OK);
    ASSERT_EQ(carom_simulation_advance(first, 1e9, 500, nullptr, nullptr), CAROM_OK);
    ASSERT_EQ(carom_simulation_copy(first, second.put()), CAROM_OK);
    for (int k = 0; k < 200; ++k) {
        carom_event a{}, b{};
        ASSERT_EQ(carom_simulation_next(first, 1e9, &a), CAROM_OK);
        ASSERT_EQ(carom_simulation_next(second, 1e9, &b), CAROM_OK);
        ASSERT_EQ(a.time, b.time);
        ASSERT_EQ(a.velocity[0], b.velocity[0]);
    }
}

TEST(CSimulation, OneThatWasSavedGoesOnWithTheSameBits) {
    const Directory directory;
    const std::string path = (directory / "c.checkpoint").string();
    OwnedScene scene;
    open_gas(scene);
    OwnedSimulation first, second;
    ASSERT_EQ(carom_simulation_create(scene, first.put()), CAROM_OK);
    ASSERT_EQ(carom_simulation_record(first, (directory / "c.carom").c_str()), CAROM_OK);
    ASSERT_EQ(carom_simulation_advance(first, 1e9, 500, nullptr, nullptr), CAROM_OK);
    ASSERT_EQ(carom_simulation_save(first, path.c_str()), CAROM_OK) << carom_message();
    ASSERT_EQ(carom_simulation_resume(scene, path.c_str(), second.put()), CAROM_OK) << carom_message();
    for (int k = 0; k < 2000; ++k) {
        carom_event a{}, b{};
        ASSERT_EQ(carom_simulation_next(first, 1e9, &a), CAROM_OK);
        ASSERT_EQ(carom_simulation_next(second, 1e9, &b), CAROM_OK);
        ASSERT_EQ(a.time, b.time);
        ASSERT_EQ(a.ball, b.ball);
        ASSERT_EQ(a.velocity[0], b.velocity[0]);
    }
    carom_simulation_info a{}, b{};
    ASSERT_EQ(carom_simulation_describe(first, &a), CAROM_OK);
    ASSERT_EQ(carom_simulation_describe(second, &b), CAROM_OK);
    EXPECT_EQ(a.ball_ball, b.ball_ball);
    EXPECT_EQ(a.kinetic_energy, b.kinetic_energy);
    EXPECT_EQ(carom_simulation_finish_record(second), CAROM_BAD_ARGUMENT);
}

TEST(CSimulation, ACheckpointOfSomethingElseIsRefused) {
    const Directory directory;
    const std::string path = (directory / "c.checkpoint").string();
    OwnedScene gas, other, flat;
    open_gas(gas);
    std::string text = kGas;
    text.replace(text.find("seed = 3"), 8, "seed = 4");
    ASSERT_EQ(carom_scene_parse(text.data(), text.size(), "other.toml", other.put()), CAROM_OK);
    const std::string two = "dimension = 2\n[[balls]]\nposition = [0, 0]\nradius = 1\nmass = 1\n";
    ASSERT_EQ(carom_scene_parse(two.data(), two.size(), "flat.toml", flat.put()), CAROM_OK)
        << carom_message();
    OwnedSimulation simulation;
    ASSERT_EQ(carom_simulation_create(gas, simulation.put()), CAROM_OK);
    EXPECT_EQ(carom_simulation_save(simulation, nullptr), CAROM_BAD_ARGUMENT);
    EXPECT_EQ(carom_simulation_save(simulation, (directory / "no" / "such").c_str()), CAROM_FILE_ERROR);
    ASSERT_EQ(carom_simulation_save(simulation, path.c_str()), CAROM_OK);
    carom_simulation* none = nullptr;
    EXPECT_EQ(carom_simulation_resume(other, path.c_str(), &none), CAROM_BAD_INPUT);
    EXPECT_NE(std::string(carom_message()), "");
    EXPECT_EQ(carom_simulation_resume(flat, path.c_str(), &none), CAROM_BAD_INPUT);
    EXPECT_STREQ(carom_message(), "the checkpoint is of a scene in 3 dimensions");
    EXPECT_EQ(carom_simulation_resume(gas, (directory / "none").c_str(), &none), CAROM_FILE_ERROR);
    EXPECT_EQ(carom_simulation_resume(gas, path.c_str(), nullptr), CAROM_BAD_ARGUMENT);
    EXPECT_EQ(carom_simulation_resume(nullptr, path.c_str(), &none), CAROM_BAD_HANDLE);
    std::string bytes = bytes_of(path);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    std::ofstream(path, std::ios::binary) << bytes;
    EXPECT_EQ(carom_simulation_resume(gas, path.c_str(), &none), CAROM_FILE_ERROR);
    EXPECT_NE(std::string(carom_message()).find("its checksum is wrong"), std::string::npos);
    EXPECT_EQ(none, nullptr);
}

TEST(CSimulation, ARecordingIsTheLibrarysAndIsProvedAndMeasured) {
    const Directory directory;
    const std::string path = (directory / "c.carom").string(), other = (directory / "cpp.carom").string();
    OwnedScene scene;
    open_gas(scene);
    {
        OwnedSimulation simulation;
        ASSERT_EQ(carom_simulation_create(scene, simulation.put()), CAROM_OK);
        ASSERT_EQ(carom_simulation_record(simulation, path.c_str()), CAROM_OK) << carom_message();
        EXPECT_EQ(carom_simulation_advance(simulation, 8, UINT64_MAX, nullptr, nullptr), CAROM_END);
        ASSERT_EQ(carom_simulation_finish_record(simulation), CAROM_OK);
        EXPECT_EQ(carom_simulation_finish_record(simulation), CAROM_BAD_ARGUMENT);
        EXPECT_EQ(carom_simulation_record(simulation, path.c_str()), CAROM_BAD_ARGUMENT);
        EXPECT_STREQ(carom_message(), "a recording begins at time 0");
    }
    const auto file = parse_scene(kGas, "gas.toml");
    const auto& same = std::get<Scene<3>>(file->scene);
    auto simulation = Simulation<3>::create(same);
    TrajectoryStart<3> start{same, simulation->epoch_length()};
    start.scene.law.elastic_below = simulation->elastic_below();
    auto writer = TrajectoryWriter<3>::create(other, start);
    while (const auto event = simulation->next_event(8)) writer->write(*event);
    ASSERT_FALSE(writer->close(simulation->now()));
    EXPECT_EQ(bytes_of(path), bytes_of(other));

    carom_check_report report{};
    ASSERT_EQ(carom_check(path.c_str(), nullptr, nullptr, &report), CAROM_OK) << carom_message();
    EXPECT_EQ(report.faults, 0U);
    EXPECT_EQ(report.closed, 1);
    EXPECT_EQ(report.end, 8);
    std::vector<carom_measurement> numbers(64);
    std::size_t count = 0;
    ASSERT_EQ(carom_measure(path.c_str(), 0, nullptr, nullptr, 64, numbers.data(), &count), CAROM_OK);
    ASSERT_GT(count, 5U);
    EXPECT_STREQ(numbers[0].name, "temperature.kt");
    EXPECT_NEAR(numbers[0].value, 100.0 / 99, 1e-9);

    OwnedTrajectory trajectory;
    ASSERT_EQ(carom_trajectory_open(path.c_str(), trajectory.put()), CAROM_OK);
    std::vector<double> x(100), vx(100), again(100);
    const carom_doubles_out position[3] = {doubles_out(x), {}, {}}, velocity[3] = {doubles_out(vx), {}, {}};
    ASSERT_EQ(carom_trajectory_states(trajectory, 8, position, velocity), CAROM_OK) << carom_message();
    EXPECT_EQ(x[5], simulation->position_now(5)[0]);
    EXPECT_EQ(vx[5], simulation->state(5).velocity[0]);
    ASSERT_EQ(carom_trajectory_states(trajectory, 2, position, nullptr), CAROM_OK);
    const carom_doubles_out once_more[3] = {doubles_out(again), {}, {}};
    ASSERT_EQ(carom_trajectory_states(trajectory, 1, once_more, nullptr), CAROM_OK);
    ASSERT_EQ(carom_trajectory_states(trajectory, 2, once_more, nullptr), CAROM_OK);
    EXPECT_EQ(x, again);
    EXPECT_EQ(carom_trajectory_states(trajectory, 8.5, position, nullptr), CAROM_END);
    std::ofstream(path, std::ios::app) << "more";
    EXPECT_EQ(carom_trajectory_states(trajectory, 1, position, nullptr), CAROM_FILE_ERROR);
    EXPECT_NE(std::string(carom_message()).find("has changed since"), std::string::npos) << carom_message();
}

TEST(CSimulation, CurvesAreTheLibrarys) {
    OwnedScene scene;
    open_gas(scene);
    const std::string path = ::testing::TempDir() + "c_curves.carom";
    OwnedSimulation simulation;
    ASSERT_EQ(carom_simulation_create(scene, simulation.put()), CAROM_OK);
    ASSERT_EQ(carom_simulation_record(simulation, path.c_str()), CAROM_OK);
    ASSERT_EQ(carom_simulation_advance(simulation, 8, UINT64_MAX, nullptr, nullptr), CAROM_END);
    ASSERT_EQ(carom_simulation_finish_record(simulation), CAROM_OK);
    OwnedCurves curves;
    ASSERT_EQ(carom_measure_curves(path.c_str(), 1, nullptr, nullptr, curves.put()), CAROM_OK)
        << carom_message();
    auto opened = open_trajectory(path);
    MeasurePlan plan;
    plan.quantities.assign(all_quantities.begin(), all_quantities.end());
    plan.after = 1;
    plan.until = 8;
    const auto results = measure_trajectory(std::move(std::get<TrajectoryReader<3>>(*opened)), plan, {});
    const auto expected = named_curves(**results);
    std::size_t count = 0;
    ASSERT_EQ(carom_curves_count(curves, &count), CAROM_OK);
    ASSERT_EQ(count, expected.size());
    std::vector<std::string> names;
    for (std::size_t k = 0; k < count; ++k) {
        carom_curve_info info{};
        ASSERT_EQ(carom_curves_describe(curves, k, &info), CAROM_OK);
        names.emplace_back(info.name);
        EXPECT_EQ(names.back(), expected[k].name);
        std::vector<double> from(info.points), value(info.points), error(info.points);
        ASSERT_EQ(info.points, expected[k].points.size());
        ASSERT_EQ(
            carom_curves_points(curves, k, doubles_out(from), {}, doubles_out(value), doubles_out(error)),
            CAROM_OK);
        for (std::size_t i = 0; i < info.points; ++i) {
            const CurvePoint& point = expected[k].points[i];
            EXPECT_EQ(from[i], point.from);
            EXPECT_TRUE(point.estimate.count == 0 ? std::isnan(value[i]) : value[i] == point.estimate.value);
            EXPECT_EQ(std::isnan(error[i]), !point.estimate.error.has_value());
        }
    }
    for (const char* name : {"series.pressure", "radial_distribution.A-A.g", "diffusion.A.displacement"})
        EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
    EXPECT_EQ(carom_curves_describe(curves, count, nullptr), CAROM_BAD_ARGUMENT);
}

TEST(CSimulation, TheCallersFunctionStopsIt) {
    OwnedScene scene;
    open_gas(scene);
    OwnedSimulation simulation;
    ASSERT_EQ(carom_simulation_create(scene, simulation.put()), CAROM_OK);
    int asked = 0;
    const carom_go_on go_on = [](void* context, double share) {
        EXPECT_EQ(share, -1);
        return ++*static_cast<int*>(context) < 3 ? 1 : 0;
    };
    EXPECT_EQ(carom_simulation_advance(simulation, 1e9, UINT64_MAX, go_on, &asked), CAROM_STOPPED);
    EXPECT_EQ(asked, 3);
}

/// Two balls that never meet, though nothing says so.
void open_lanes(OwnedSimulation& simulation) {
    const std::string lanes = R"(dimension = 2
[world]
lower = [0.0, 0.0]
upper = [4.0, 4.0]
boundary = "periodic"
[[balls]]
position = [1.0, 1.0]
velocity = [1.0, 0.0]
radius = 0.25
[[balls]]
position = [1.0, 3.0]
velocity = [-1.0, 0.0]
radius = 0.25
)";
    OwnedScene scene;
    ASSERT_EQ(carom_scene_parse(lanes.data(), lanes.size(), "lanes", scene.put()), CAROM_OK);
    ASSERT_EQ(carom_simulation_create(scene, simulation.put()), CAROM_OK);
}

TEST(CSimulation, TheCallersFunctionStopsASearchWithoutEvents) {
    OwnedSimulation simulation;
    open_lanes(simulation);
    int asked = 0;
    const carom_go_on go_on = [](void* context, double share) {
        EXPECT_EQ(share, 0);
        return ++*static_cast<int*>(context) < 3 ? 1 : 0;
    };
    EXPECT_EQ(carom_simulation_advance(simulation, 1e9, 10, go_on, &asked), CAROM_STOPPED);
    EXPECT_EQ(asked, 3);
    EXPECT_EQ(carom_simulation_advance(simulation, 1e4, 10, nullptr, nullptr), CAROM_END);
}

TEST(CSimulation, WhoeverWaitsForOneEventIsAsked) {
    OwnedSimulation simulation;
    open_lanes(simulation);
    int asked = 0;
    const carom_go_on go_on = [](void* context, double share) {
        EXPECT_EQ(share, -1);
        return ++*static_cast<int*>(context) % 3 == 0 ? 0 : 1;
    };
    ASSERT_EQ(carom_simulation_on_wait(simulation, go_on, &asked), CAROM_OK);
    carom_event event{};
    EXPECT_EQ(carom_simulation_next(simulation, 1e9, &event), CAROM_STOPPED);
    EXPECT_EQ(asked, 3);
    std::size_t count = 1;
    EXPECT_EQ(carom_simulation_events(simulation, 1e9, 1, &event, &count), CAROM_STOPPED);
    EXPECT_EQ(asked, 6);
    EXPECT_EQ(count, 0U);
    ASSERT_EQ(carom_simulation_on_wait(simulation, nullptr, nullptr), CAROM_OK);
    EXPECT_EQ(carom_simulation_next(simulation, 1e4, &event), CAROM_END);
    EXPECT_EQ(asked, 6);
}

TEST(CSimulation, BytesAreTheSameCheckpoint) {
    const Directory directory;
    const std::string path = (directory / "c.checkpoint").string();
    OwnedScene scene;
    open_gas(scene);
    OwnedSimulation first, second;
    ASSERT_EQ(carom_simulation_create(scene, first.put()), CAROM_OK);
    ASSERT_EQ(carom_simulation_advance(first, 1e9, 700, nullptr, nullptr), CAROM_OK);
    std::size_t size = 0;
    ASSERT_EQ(carom_simulation_save_bytes(first, 0, nullptr, &size), CAROM_OK);
    std::string bytes(size, '?');
    ASSERT_EQ(carom_simulation_save_bytes(first, size - 1, bytes.data(), &size), CAROM_OK);
    EXPECT_EQ(bytes, std::string(size, '?')) << "there is no room for all";
    ASSERT_EQ(carom_simulation_save_bytes(first, size, bytes.data(), &size), CAROM_OK);
    ASSERT_EQ(carom_simulation_save(first, path.c_str()), CAROM_OK);
    EXPECT_TRUE(bytes == bytes_of(path));
    ASSERT_EQ(carom_simulation_resume_bytes(scene, bytes.data(), size, second.put()), CAROM_OK)
        << carom_message();
    for (int k = 0; k < 500; ++k) {
        carom_event a{}, b{};
        ASSERT_EQ(carom_simulation_next(first, 1e9, &a), CAROM_OK);
        ASSERT_EQ(carom_simulation_next(second, 1e9, &b), CAROM_OK);
        ASSERT_EQ(a.time, b.time);
        ASSERT_EQ(a.velocity[0], b.velocity[0]);
    }
    carom_simulation* none = nullptr;
    EXPECT_EQ(carom_simulation_save_bytes(first, size, nullptr, &size), CAROM_BAD_ARGUMENT);
    EXPECT_EQ(carom_simulation_save_bytes(first, 0, nullptr, nullptr), CAROM_BAD_ARGUMENT);
    EXPECT_EQ(carom_simulation_resume_bytes(scene, nullptr, 0, &none), CAROM_BAD_ARGUMENT);
    for (const std::size_t cut : {std::size_t{0}, std::size_t{7}, size / 2, size - 1})
        EXPECT_EQ(carom_simulation_resume_bytes(scene, bytes.data(), cut, &none), CAROM_FILE_ERROR) << cut;
    bytes[size / 2] = static_cast<char>(bytes[size / 2] ^ 1);
    EXPECT_EQ(carom_simulation_resume_bytes(scene, bytes.data(), size, &none), CAROM_FILE_ERROR);
    EXPECT_STREQ(carom_message(), "the bytes: the checkpoint is damaged: its checksum is wrong");
    EXPECT_EQ(none, nullptr);
}

}  // namespace
}  // namespace carom::test
