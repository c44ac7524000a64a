// Promise: check says on a terminal how far it is, and Ctrl-C ends it at once and proves nothing.
#include <gtest/gtest.h>

#include <csignal>
#include <string>

#include "app/command.hpp"
#include "carom/record/trajectory.hpp"

namespace carom::test {
namespace {

/// A ball to and fro between two walls, a hit each second.
void record_long_rally(const std::string& path, int hits) {
    Scene<2> scene;
    scene.world.box = {{-1, 0}, {2, 0}};
    scene.world.boundary = {Boundary::wall, Boundary::open};
    scene.balls.push_back({"", {0, 0}, {1, 0}, 1, 1});
    scene.law.elastic_below = 0;
    auto writer = TrajectoryWriter<2>::create(path, {scene, 1});
    ASSERT_TRUE(writer);
    Event<2> event;
    event.kind = EventKind::ball_wall;
    for (int hit = 1; hit <= hits; ++hit) {
        const bool right = hit % 2 == 1;
        event.time = {hit, 0};
        event.other = right ? 1 : 0;
        event.ball_after = {{right ? 1.0 : 0.0, 0}, {right ? -1.0 : 1.0, 0}, {}, event.time};
        writer->write(event);
    }
    ASSERT_FALSE(writer->close(event.time));
}

TEST(CheckCommand, TakesTheDirectoryOfARun) {
    const WorkDirectory directory;
    record_long_rally(directory / "trajectory.carom", 10);
    const test::Outcome outcome = test::carom_command({"check", directory / ""});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("proved up to time 10"), std::string::npos) << outcome.out;
}

TEST(CheckCommand, ProgressWithARateUntilControlC) {
    const WorkDirectory directory;
    const std::string file = directory / "rally";
    record_long_rally(file, 1'000'000);
    Process process({"check", file}, Stderr::terminal);
    ASSERT_TRUE(
        process.wait_until([&] { return process.on_terminal().find(" left, ") != std::string::npos; }));
    process.send(SIGINT);
    const Outcome outcome = process.finish();
    EXPECT_EQ(outcome.code, 130);
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find(" impacts/s, "), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("checked"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("nothing is proved"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace carom::test
