// Promise: a simulation ends with a proof. The checker passes what is right, whoever made it, and
// rejects what is wrong by a billionth part. Bounds: docs/math/check.md.
#include "carom/proof/check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "carom/sim/simulation.hpp"
#include "proof/changed_records.hpp"
#include "proof/recorded.hpp"
#include "record/plain_recording.hpp"
#include "record/recording.hpp"
#include "support/random_scene.hpp"

namespace carom::test {
namespace {

constexpr double kEpochLength = kPlainEpoch;

Time at(double seconds) {
    return plain_time(seconds);
}

template <int N>
void expect_plain_engine_passes(std::uint64_t seed) {
    const Recording<N> recording = plain_recording(random_scene<N>(seed, 10), 4, 150);
    const CheckReport report = check_recording(recording);
    EXPECT_TRUE(report) << N << "D, seed " << seed << "\n" << all_faults(report);
    EXPECT_TRUE(report.closed);
    EXPECT_EQ(report.records, recording.events.size());
    EXPECT_GT(report.worst_gap, -1e-12);
    EXPECT_LE(report.worst_bound_share, 1);
}

TEST(Check, PassesAnIndependentPlainEngine) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        expect_plain_engine_passes<2>(seed);
        expect_plain_engine_passes<3>(seed);
    }
}

template <int N>
void expect_simulation_passes(std::uint64_t seed, double until) {
    const Scene<N> scene = random_scene<N>(seed);
    auto simulation = Simulation<N>::create(scene);
    ASSERT_TRUE(simulation);
    Recording<N> recording{start_of(scene, simulation->epoch_length()), {}, {}};
    while (recording.events.size() < 400) {
        const auto event = simulation->next_event(until);
        if (!event) break;
        recording.events.push_back(*event);
    }
    recording.end = simulation->now();
    const CheckReport report = check_recording(recording);
    EXPECT_TRUE(report) << N << "D, seed " << seed << "\n" << all_faults(report);
}

TEST(Check, PassesTheSimulation) {
    for (std::uint64_t seed = 1000; seed < 1060; ++seed) {
        expect_simulation_passes<2>(seed, 20);
        expect_simulation_passes<3>(seed, 20);
    }
}

/// Flights across hundreds of boxes end in overlaps that the short flights after them could not explain.
TEST(Check, PassesTheSimulationAfterLongFlights) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        expect_simulation_passes<2>(seed, 1000);
        expect_simulation_passes<3>(seed, 1000);
    }
}

template <int N>
Recording<N> small_recording(std::uint64_t seed) {
    return plain_recording(random_scene<N>(seed, 14), 5, 60);
}

template <int N>
bool is_zero(const Vec<double, N>& x) {
    return x == Vec<double, N>{} || x == stretched(x);
}

/// A small ball that crosses a large box 32 times, a little further up each time, before it hits another one.
Recording<2> far_recording() {
    Scene<2> scene;
    const double width = 0x1p27;
    scene.world.box = {{0, 0}, {width, width}};
    scene.world.boundary.fill(Boundary::periodic);
    scene.balls = {{"", {9, 9}, {1, 0x1p-31}, 0x1p-8, 1}, {"", {9, 11}, {0, 0}, 0x1p-8, 1}};
    return recorded(scene, 32 * width + 9);
}

TEST(Check, ContactsInsideCoarseRoundingAreOpenAndNoFault) {
    const CheckReport report = check_recording(far_recording());
    EXPECT_TRUE(report) << all_faults(report);
    EXPECT_EQ(report.records, 1U);
    EXPECT_GT(report.contacts_open, 0U);
    EXPECT_EQ(report.open(), report.contacts_open);
    EXPECT_EQ(check_recording(small_recording<2>(1)).contacts_open, 0U);
}

TEST(Check, OverlapsBeyondCoarseRoundingAreFaults) {
    Recording<2> recording = far_recording();
    recording.events.clear();
    EXPECT_NE(all_faults(check_recording(recording)).find("overlap by"), std::string::npos);
}

template <class Change>
void expect_rejected(const char* what, Change change) {
    EXPECT_GE(expect_changes_found(10, small_recording<2>, what, change), 20) << what;
    EXPECT_GE(expect_changes_found(10, small_recording<3>, what, change), 20) << what;
}

TEST(Check, RejectsATimeWrongByABillionth) {
    for (const double factor : {1 + 1e-9, 1 - 1e-9}) {
        expect_rejected("time", [&](auto& recording, std::size_t i) {
            const double seconds = plain_seconds(recording.events[i].time);
            if (seconds * factor == seconds) return false;
            recording.events[i].time = at(seconds * factor);
            return true;
        });
    }
}

TEST(Check, RejectsAVelocityWrongByABillionth) {
    expect_rejected("velocity of the first", [](auto& recording, std::size_t i) {
        auto& velocity = recording.events[i].ball_after.velocity;
        if (is_zero(velocity)) return false;
        velocity = stretched(velocity);
        return true;
    });
    expect_rejected("velocity of the second", [](auto& recording, std::size_t i) {
        auto& velocity = recording.events[i].other_after.velocity;
        if (is_zero(velocity)) return false;
        velocity = stretched(velocity);
        return true;
    });
}

TEST(Check, RejectsAPositionWrongByABillionth) {
    expect_rejected("position of the first", [](auto& recording, std::size_t i) {
        auto& position = recording.events[i].ball_after.position;
        position = stretched(position);
        return true;
    });
    expect_rejected("position of the second", [](auto& recording, std::size_t i) {
        if (recording.events[i].kind == EventKind::ball_wall) return false;
        auto& position = recording.events[i].other_after.position;
        position = stretched(position);
        return true;
    });
}

TEST(Check, RejectsAWrongImageCount) {
    expect_rejected("image", [](auto& recording, std::size_t i) {
        const auto& boundary = recording.start.scene.world.boundary;
        const auto periodic = std::find(boundary.begin(), boundary.end(), Boundary::periodic);
        if (periodic == boundary.end()) return false;
        recording.events[i].ball_after.image[static_cast<int>(periodic - boundary.begin())] +=
            i % 2 == 0 ? 1 : -1;
        return true;
    });
}

/// Nothing is missed yet where the file ends at the very moment of the impact.
TEST(Check, RejectsARemovedRecord) {
    expect_rejected("removed", [](auto& recording, std::size_t i) {
        if (plain_seconds(recording.end) - plain_seconds(recording.events[i].time) < 1e-9) return false;
        recording.events.erase(recording.events.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
    });
}

TEST(Check, RejectsTwoRecordsSwapped) {
    expect_rejected("swapped", [](auto& recording, std::size_t i) {
        if (i + 1 == recording.events.size()) return false;
        std::swap(recording.events[i], recording.events[i + 1]);
        return true;
    });
}

TEST(Check, RejectsAWrongRestitution) {
    expect_rejected("restitution", [](auto& recording, std::size_t i) {
        recording.events[i].restitution *= 1 - 1e-9;
        return true;
    });
}

TEST(Check, SharesNoArithmeticWithTheEngine) {
    // Data, and what reads it; nothing that computes. The referee decides by which balls met what.
    const std::vector<std::string> data{"carom/proof/check.hpp",
                                        "carom/record/trajectory.hpp",
                                        "carom/proof/check_shots.hpp",
                                        "carom/billiards/table_scene.hpp",
                                        "carom/math/vec.hpp",
                                        "carom/sim/event.hpp",
                                        "carom/motion/ball_state.hpp",
                                        "scene/wall_numbers.hpp",
                                        "carom/billiards/scene_referee.hpp"};
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(CAROM_SOURCE_DIR "/src/proof")) {
        ++files;
        std::ifstream lines(entry.path());
        for (std::string line; std::getline(lines, line);) {
            if (line.rfind("#include \"", 0) != 0) continue;
            const std::string header = line.substr(10, line.size() - 11);
            const bool own = header.rfind("proof/", 0) == 0;
            const bool is_data = std::find(data.begin(), data.end(), header) != data.end();
            EXPECT_TRUE(own || is_data) << entry.path().filename() << " includes " << header;
        }
    }
    EXPECT_GE(files, 20);
}

/// Two unit discs in an open world; the second flies towards the first, aimed `off` beside its centre.
Recording<2> two_discs(double off, double until) {
    Scene<2> scene;
    scene.balls.push_back({"cue", {0, 0}, {0, 0}, 1, 1});
    scene.balls.push_back({"eight", {6, off}, {-2, 0}, 1, 1});
    return {start_of(scene, kEpochLength), {}, at(until)};
}

TEST(Check, FindsAMissedContactAndNamesTheBalls) {
    const CheckReport report = check_recording(two_discs(0, 6));
    ASSERT_EQ(report.fault_count, 1U);
    EXPECT_NE(report.faults[0].find("ball 0 (cue) and ball 1 (eight) overlap by 2 "), std::string::npos)
        << report.faults[0];
    EXPECT_NE(report.faults[0].find("t = 3:"), std::string::npos) << report.faults[0];
    EXPECT_EQ(report.worst_gap, -2);
    EXPECT_EQ(report.end_seconds, 6);
}

TEST(Check, TellsAMissedGrazeFromAPass) {
    EXPECT_TRUE(check_recording(two_discs(2, 6)));
    EXPECT_TRUE(check_recording(two_discs(std::nextafter(2, 0), 6)));
    EXPECT_TRUE(check_recording(two_discs(2 + 1e-9, 6)));
    EXPECT_FALSE(check_recording(two_discs(2 - 1e-12, 6)));
}

TEST(Check, ProvesOnlyUpToTheEnd) {
    EXPECT_TRUE(check_recording(two_discs(0, 2)));
    const CheckReport apart = check_recording(two_discs(0, 1));
    EXPECT_TRUE(apart);
    EXPECT_EQ(apart.worst_gap, 2);
    EXPECT_FALSE(check_recording(two_discs(0, 2 + 1e-9)));
}

TEST(Check, FindsAContactMissedAtTheStart) {
    Recording<2> recording = two_discs(0, 1e-3);
    recording.start.scene.balls[1].position = {2, 0};
    EXPECT_FALSE(check_recording(recording));
    recording.start.scene.balls[1].velocity = {2, 0};
    EXPECT_TRUE(check_recording(recording));
    recording.start.scene.balls[1].velocity = {0, 2};
    EXPECT_TRUE(check_recording(recording));
}

TEST(Check, FindsABallThatLeavesThroughAWall) {
    Recording<2> recording = two_discs(0, 1);
    World<2>& world = recording.start.scene.world;
    world.walls.push_back({"rail", {{3, 0}, -30}});
    EXPECT_TRUE(check_recording(recording));
    recording.start.scene.balls[0].velocity = {-9 - 1e-9, 0};
    const CheckReport report = check_recording(recording);
    ASSERT_EQ(report.fault_count, 1U);
    EXPECT_NE(report.faults[0].find("wall 4 (rail)"), std::string::npos) << report.faults[0];
}

/// In a periodic box of width 10 the second disc passes `boxes` box lengths before it meets an image of the
/// first, which sits half a diameter aside on every crossing but the last.
TEST(Check, FindsAContactWithAFarImage) {
    Scene<2> scene;
    scene.world.boundary = {Boundary::periodic, Boundary::periodic};
    scene.world.box = {{0, 0}, {10, 100}};
    scene.balls.push_back({"", {5, 50}, {0, 0}, 1, 1});
    scene.balls.push_back({"", {0, 1}, {40, 1}, 1, 1});
    const Recording<2> before{start_of(scene, kEpochLength), {}, at(46.5)};
    const Recording<2> after{start_of(scene, kEpochLength), {}, at(48)};
    EXPECT_TRUE(check_recording(before)) << all_faults(check_recording(before));
    EXPECT_FALSE(check_recording(after));
}

TEST(Check, RefusesWhatNobodyWouldWaitForOrCouldResolve) {
    Scene<2> scene;
    scene.world.boundary = {Boundary::periodic, Boundary::open};
    scene.world.box = {{0, 0}, {10, 0}};
    scene.balls.push_back({"", {5, 5}, {0, 0}, 1, 1});
    scene.balls.push_back({"", {5, 9}, {1e300, 0}, 1, 1});
    EXPECT_FALSE(check_recording(Recording<2>{start_of(scene, kEpochLength), {}, at(1)}));
    Recording<2> coarse = two_discs(0, 3);
    coarse.start.scene.balls[0].position = {1e15, 0};
    coarse.start.scene.balls[1].position = {1e15 + 2, 0};
    coarse.start.scene.balls[1].velocity = {0, 0};
    EXPECT_FALSE(check_recording(coarse));
}

TEST(Check, HoldsImmovableBallsAndTheStartToTheirRules) {
    Recording<2> recording = two_discs(4, 1);
    recording.start.scene.balls[1].mass = immovable;
    EXPECT_FALSE(check_recording(recording));
    recording.start.scene.balls[1].velocity = {};
    EXPECT_TRUE(check_recording(recording));
    recording.start.scene.world.boundary[0] = Boundary::periodic;
    recording.start.scene.world.box = {{-1, 0}, {8, 0}};
    EXPECT_TRUE(check_recording(recording)) << all_faults(check_recording(recording));
    recording.start.scene.world.box = {{-1, 0}, {5, 0}};
    EXPECT_FALSE(check_recording(recording));
}

TEST(Check, CountsFaultsBeyondTheListedOnes) {
    Recording<2> recording = two_discs(0, 1);
    for (int i = 0; i < 30; ++i) recording.start.scene.balls.push_back(recording.start.scene.balls[1]);
    const CheckReport report = check_recording(recording);
    EXPECT_EQ(report.faults.size(), 20U);
    EXPECT_EQ(report.fault_count, 31U * 30U / 2U);
}

TEST(Check, StopsWhenToldTo) {
    const Directory directory;
    write(plain_recording(random_scene<2>(1, 10), 4, 500), directory / "t");
    auto file = open_trajectory(directory / "t");
    ASSERT_TRUE(file);
    const CheckReport report =
        check(std::get<TrajectoryReader<2>>(*file), [](std::uint64_t) { return false; });
    EXPECT_FALSE(report);
}

TEST(Check, SaysWhenAFileWasNotClosed) {
    const Directory directory;
    const Recording<2> recording = plain_recording(random_scene<2>(1, 10), 4, 50);
    {
        auto writer = TrajectoryWriter<2>::create(directory / "t", recording.start);
        ASSERT_TRUE(writer);
        for (const Event<2>& event : recording.events) writer->write(event);
    }
    const CheckReport report = check_file<2>(directory / "t.partial");
    EXPECT_TRUE(report) << all_faults(report);
    EXPECT_FALSE(report.closed);
    EXPECT_EQ(report.left_out, 0U);
}

TEST(Check, LeavesOutABlockThatWasNotFinished) {
    const Directory directory;
    const Recording<2> recording = plain_recording(random_scene<2>(1, 10), 4, 50);
    const std::size_t half = recording.events.size() / 2;
    std::size_t whole = 0;
    {
        auto writer = TrajectoryWriter<2>::create(directory / "t", recording.start);
        ASSERT_TRUE(writer);
        for (std::size_t i = 0; i < half; ++i) writer->write(recording.events[i]);
        ASSERT_FALSE(writer->flush());
        whole = writer->size();
        for (std::size_t i = half; i < recording.events.size(); ++i) writer->write(recording.events[i]);
    }
    std::string bytes = bytes_of(directory / "t.partial");
    bytes.pop_back();
    put_bytes(directory / "cut", bytes);
    const CheckReport report = check_file<2>(directory / "cut");
    EXPECT_TRUE(report) << all_faults(report);
    EXPECT_FALSE(report.closed);
    EXPECT_EQ(report.records, half);
    EXPECT_EQ(report.left_out, bytes.size() - whole);
    write(recording, directory / "closed");
    bytes = bytes_of(directory / "closed");
    char& in_the_last_records = bytes[bytes.size() - 100];
    in_the_last_records = static_cast<char>(in_the_last_records ^ 1);
    put_bytes(directory / "damaged", bytes);
    EXPECT_FALSE(check_file<2>(directory / "damaged"));
}

}  // namespace
}  // namespace carom::test
