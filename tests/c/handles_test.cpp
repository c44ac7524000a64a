// Promise: no handle, closed, foreign or in use, is followed; messages belong to threads; no text and no file
// makes a call crash.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <fstream>
#include <thread>

#include "c/c_test.hpp"
#include "support/directory.hpp"

namespace carom::test {
namespace {

TEST(CHandles, AClosedOneIsRefused) {
    carom_scene* scene = nullptr;
    ASSERT_EQ(carom_scene_parse(kGas.data(), kGas.size(), "gas.toml", &scene), CAROM_OK);
    OwnedSimulation simulation;
    ASSERT_EQ(carom_simulation_create(scene, simulation.put()), CAROM_OK);
    EXPECT_EQ(carom_scene_free(scene), CAROM_OK);
    EXPECT_EQ(carom_scene_free(scene), CAROM_BAD_HANDLE);
    EXPECT_STREQ(carom_message(), "this is no open scene");
    carom_scene_info info{};
    EXPECT_EQ(carom_scene_describe(scene, &info), CAROM_BAD_HANDLE);
    carom_simulation* other = nullptr;
    EXPECT_EQ(carom_simulation_create(scene, &other), CAROM_BAD_HANDLE);
    EXPECT_EQ(other, nullptr);
    carom_event event{};
    EXPECT_EQ(carom_simulation_next(simulation, 1, &event), CAROM_OK);  // it has what it needs
}

TEST(CHandles, OneOfAnotherKindIsRefused) {
    OwnedTable table;
    ASSERT_EQ(carom_table_parse(kTwoBalls.data(), kTwoBalls.size(), "t.toml", table.put()), CAROM_OK);
    auto* const as_simulation = reinterpret_cast<carom_simulation*>(static_cast<carom_table*>(table));
    carom_event event{};
    EXPECT_EQ(carom_simulation_next(as_simulation, 1, &event), CAROM_BAD_HANDLE);
    EXPECT_EQ(carom_simulation_free(as_simulation), CAROM_BAD_HANDLE);
    EXPECT_EQ(carom_simulation_next(nullptr, 1, &event), CAROM_BAD_HANDLE);
    int on_the_stack = 0;
    EXPECT_EQ(carom_player_free(reinterpret_cast<carom_player*>(&on_the_stack)), CAROM_BAD_HANDLE);
    EXPECT_EQ(carom_player_free(nullptr), CAROM_OK);
}

TEST(CHandles, ASecondCallAtOnceIsRefused) {
    OwnedScene scene;
    ASSERT_EQ(carom_scene_parse(kGas.data(), kGas.size(), "gas.toml", scene.put()), CAROM_OK);
    OwnedSimulation simulation;
    ASSERT_EQ(carom_simulation_create(scene, simulation.put()), CAROM_OK);
    struct Both {
        carom_simulation* simulation;
        std::atomic<carom_status> second{CAROM_OK}, closing{CAROM_OK};
    } both{simulation, {}, {}};
    const carom_go_on from_another_thread = [](void* context, double) {
        auto& with = *static_cast<Both*>(context);
        std::thread([&with] {
            carom_event event{};
            with.second = carom_simulation_next(with.simulation, 1, &event);
            with.closing = carom_simulation_free(with.simulation);
        }).join();
        return 0;
    };
    EXPECT_EQ(carom_simulation_advance(simulation, 1e9, UINT64_MAX, from_another_thread, &both),
              CAROM_STOPPED);
    EXPECT_EQ(both.second, CAROM_BUSY);
    EXPECT_EQ(both.closing, CAROM_BUSY);
    EXPECT_STREQ(carom_message(), "stopped by the caller");  // what the other thread said is its own
}

TEST(CHandles, ManyThreadsHaveTheirOwn) {
    OwnedScene scene;
    ASSERT_EQ(carom_scene_parse(kGas.data(), kGas.size(), "gas.toml", scene.put()), CAROM_OK);
    std::vector<double> energies(4);
    std::vector<carom_simulation*> simulations(4, nullptr);
    for (auto& each : simulations) ASSERT_EQ(carom_simulation_create(scene, &each), CAROM_OK);
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k < 4; ++k) {
        threads.emplace_back([&, k] {
            carom_simulation_advance(simulations[k], 1e9, 2000, nullptr, nullptr);
            carom_simulation_info info{};
            carom_simulation_describe(simulations[k], &info);
            energies[k] = info.now;
            carom_simulation_free(simulations[k]);
        });
    }
    for (std::thread& each : threads) each.join();
    for (const double time : energies) EXPECT_EQ(time, energies[0]);
    EXPECT_GT(energies[0], 0);
}

TEST(CHandles, AChildProcessGoesOn) {
    OwnedScene scene;
    ASSERT_EQ(carom_scene_parse(kGas.data(), kGas.size(), "gas.toml", scene.put()), CAROM_OK);
    OwnedSimulation simulation;
    ASSERT_EQ(carom_simulation_create(scene, simulation.put()), CAROM_OK);
    const ::pid_t child = ::fork();
    if (child == 0) {
        carom_event event{};
        ::_exit(carom_simulation_next(simulation, 10, &event) == CAROM_OK ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
}

// A child that cleaned up wrote its copy of what was not yet in the file behind the parent's.
TEST(CHandles, ARecordingStaysWithTheProcessThatBeganIt) {
    const Directory directory;
    const std::string path = (directory / "r.carom").string();
    OwnedScene scene;
    ASSERT_EQ(carom_scene_parse(kGas.data(), kGas.size(), "gas.toml", scene.put()), CAROM_OK);
    OwnedSimulation simulation;
    ASSERT_EQ(carom_simulation_create(scene, simulation.put()), CAROM_OK);
    ASSERT_EQ(carom_simulation_record(simulation, path.c_str()), CAROM_OK);
    ASSERT_EQ(carom_simulation_advance(simulation, 5, UINT64_MAX, nullptr, nullptr), CAROM_END);
    for (int what = 0; what < 3; ++what) {
        const ::pid_t child = ::fork();
        if (child == 0) {
            if (what == 0) carom_simulation_free(simulation);
            if (what == 1) carom_simulation_advance(simulation, 1000, 20000, nullptr, nullptr);
            if (what == 2) ::_exit(carom_simulation_finish_record(simulation) == CAROM_FILE_ERROR ? 0 : 1);
            ::_exit(0);
        }
        int status = -1;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0) << what;
    }
    ASSERT_EQ(carom_simulation_advance(simulation, 20, UINT64_MAX, nullptr, nullptr), CAROM_END);
    ASSERT_EQ(carom_simulation_finish_record(simulation), CAROM_OK) << carom_message();
    carom_check_report report{};
    ASSERT_EQ(carom_check(path.c_str(), nullptr, nullptr, &report), CAROM_OK);
    EXPECT_EQ(report.faults, 0U) << carom_message();
    EXPECT_EQ(report.end, 20);
    std::size_t count = 0;
    EXPECT_EQ(carom_measure(path.c_str(), 20, nullptr, nullptr, 0, nullptr, &count), CAROM_BAD_ARGUMENT);
    EXPECT_EQ(carom_simulation_record(simulation, ""), CAROM_BAD_ARGUMENT);  // not at time 0
    carom_event event{};
    EXPECT_EQ(carom_simulation_next(simulation, -1, &event), CAROM_BAD_ARGUMENT);
}

TEST(CFaults, HaveTheirPlaces) {
    const std::string text =
        "dimension = 2\n[world]\nlower = [0, 0]\nupper = [1, 1]\n[[balls]]\nposition = [0.5]\n";
    carom_scene* scene = nullptr;
    ASSERT_EQ(carom_scene_parse(text.data(), text.size(), "s.toml", &scene), CAROM_BAD_INPUT);
    EXPECT_EQ(scene, nullptr);
    ASSERT_GE(carom_fault_count(), 2U);
    EXPECT_EQ(std::string(carom_fault(0)).rfind("s.toml:", 0), 0U) << carom_fault(0);
    EXPECT_STREQ(carom_fault(carom_fault_count()), "");
    EXPECT_NE(std::string(carom_message()).find('\n'), std::string::npos);
    EXPECT_EQ(carom_scene_read("/no/such/file.toml", &scene), CAROM_FILE_ERROR);
    EXPECT_STREQ(carom_status_name(CAROM_BAD_INPUT), "CAROM_BAD_INPUT");
    EXPECT_STREQ(carom_status_name(99), "unknown");
}

TEST(CFaults, FilesThatAreNoTrajectories) {
    const Directory directory;
    const std::string path = (directory / "x.carom").string();
    std::ofstream(path) << "no trajectory";
    carom_trajectory* trajectory = nullptr;
    EXPECT_EQ(carom_trajectory_open(path.c_str(), &trajectory), CAROM_FILE_ERROR);
    carom_check_report report{};
    EXPECT_EQ(carom_check(path.c_str(), nullptr, nullptr, &report), CAROM_FILE_ERROR);
    std::size_t count = 0;
    EXPECT_EQ(carom_measure(path.c_str(), 0, nullptr, nullptr, 0, nullptr, &count), CAROM_FILE_ERROR);
    EXPECT_NE(std::string(carom_message()).find("x.carom"), std::string::npos) << carom_message();
}

// A struct that changes breaks programs that were compiled before: then the library's version has to change.
TEST(CLayout, OfTheStructs) {
    EXPECT_EQ(sizeof(carom_doubles), 24U);
    EXPECT_EQ(sizeof(carom_ball), 56U);
    EXPECT_EQ(sizeof(carom_sweep_answer), 120U);
    EXPECT_EQ(sizeof(carom_body), 56U);
    EXPECT_EQ(sizeof(carom_ball_columns), 168U);
    EXPECT_EQ(sizeof(carom_sweep_columns), 72U);
    EXPECT_EQ(sizeof(carom_frame_contact), 32U);
    EXPECT_EQ(sizeof(carom_body_columns), 192U);
    EXPECT_EQ(sizeof(carom_frame_bounce), 16U);
    EXPECT_EQ(sizeof(carom_planned_shot), 72U);
    EXPECT_EQ(sizeof(carom_announcement), 20U);
    EXPECT_EQ(sizeof(carom_ruling), 188U);
    EXPECT_EQ(sizeof(carom_scene_info), 32U);
    EXPECT_EQ(sizeof(carom_event), 128U);
    EXPECT_EQ(offsetof(carom_event, position), 32U);
    EXPECT_EQ(sizeof(carom_simulation_info), 88U);
    EXPECT_EQ(offsetof(carom_simulation_info, momentum), 40U);
    EXPECT_EQ(sizeof(carom_trajectory_info), 32U);
    EXPECT_EQ(sizeof(carom_check_report), 56U);
    EXPECT_EQ(sizeof(carom_measurement), 88U);
    EXPECT_EQ(sizeof(carom_ball_state), 80U);
    EXPECT_EQ(sizeof(carom_strike), 48U);
    EXPECT_EQ(sizeof(carom_shot_event), 184U);
    EXPECT_EQ(sizeof(carom_strike_columns), 144U);
    EXPECT_EQ(sizeof(carom_outcome_columns), 312U);
    EXPECT_EQ(sizeof(carom_ruling_columns), 96U);
}

}  // namespace
}  // namespace carom::test
