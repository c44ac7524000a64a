// Kind: a file with right checksums says what no run can say, and a command crashes on it or never ends.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "app/run_directory.hpp"
#include "carom/record/checkpoint.hpp"

namespace carom::test {
namespace {

/// A closed trajectory of two balls in a box, after `change`, given to a command: its file is `*`.
template <class Change>
Outcome run_on(std::vector<std::string> words, Time end, Change change) {
    TrajectoryStart<2> start;
    start.epoch_length = 0x1p-20;
    Scene<2>& scene = start.scene;
    scene.world.box = {{0, 0}, {4, 4}};
    scene.world.boundary = {Boundary::wall, Boundary::periodic};
    scene.law.elastic_below = 0;
    scene.balls = {{"a", {1, 1}, {1, 0.5}, 0.25, 1}, {"b", {3, 1}, {-1, 0}, 0.25, 1}};
    change(scene);
    const WorkDirectory directory;
    auto writer = TrajectoryWriter<2>::create(directory / "t.carom", start);
    EXPECT_TRUE(writer);
    EXPECT_FALSE(writer->close(end));
    for (std::string& word : words) {
        if (word[0] == '*') word = directory / ("t.carom" + word.substr(1));
    }
    return carom_command(words);
}

const std::vector<std::vector<std::string>> kReaders{{"info", "*"},
                                                     {"check", "*"},
                                                     {"measure", "*"},
                                                     {"view", "*", "-o", "*.html"},
                                                     {"picture", "*", "-o", "*.png"},
                                                     {"picture", "*", "--paths", "-o", "*.svg"},
                                                     {"export", "*", "--events", "*.csv"},
                                                     {"export", "*", "--states", "*.csv", "--at", "0.5"},
                                                     {"export", "*", "--xyz", "*.xyz", "--instants", "3"}};

void expect_refused(const Outcome& outcome, const std::string& reason) {
    EXPECT_EQ(outcome.code, 3) << outcome.out;
    EXPECT_NE(outcome.err.find(reason), std::string::npos) << outcome.err;
}

// Head with an upper face at 5e-324: `measure` ended with a segmentation fault. At 1e-12 it never ended.
TEST(FieldHostile, NoCommandReadsAStartThatIsNoScene) {
    using Change = std::function<void(Scene<2>&)>;
    const std::vector<std::pair<std::string, Change>> lies{
        {"a subnormal box", [](auto& s) { s.world.box.upper[0] = 5e-324; }},
        {"a subnormal period", [](auto& s) { s.world.box.upper[1] = 5e-324; }},
        {"a narrow box", [](auto& s) { s.world.box.upper[0] = 1e-12; }},
        {"a narrow period", [](auto& s) { s.world.box.upper[1] = 1e-12; }},
        {"a far box", [](auto& s) { s.world.box.upper[1] = 1e300; }},
        {"a large ball", [](auto& s) { s.balls[0].radius = 1e99; }},
        {"a tiny ball", [](auto& s) { s.balls[0].radius = 1e-99; }},
        {"a far ball", [](auto& s) { s.balls[0].position[0] = 1e99; }},
        {"a ball outside", [](auto& s) { s.balls[0].position[1] = -1; }},
        {"a fast ball", [](auto& s) { s.balls[1].velocity[0] = 1e300; }},
        {"a heavy ball", [](auto& s) { s.balls[1].mass = 1e300; }},
        {"a moving immovable ball", [](auto& s) { s.balls[1].mass = immovable; }},
        {"a wall across a period",
         [](auto& s) {
             s.world.walls.push_back({"w", {{0, 1}, -9}});
         }},
        {"gravity", [](auto& s) { s.world.gravity[0] = 1e300; }},
        {"no balls", [](auto& s) { s.balls.clear(); }}};
    for (const auto& [what, change] : lies) {
        for (const std::vector<std::string>& command : kReaders) {
            SCOPED_TRACE(what + ": " + command.front());
            expect_refused(run_on(command, {1 << 20, 0}, change), "the start state is not valid: ");
        }
    }
}

TEST(FieldHostile, EveryCommandReadsAnHonestStart) {
    for (const std::vector<std::string>& command : kReaders) {
        const Outcome outcome = run_on(command, {1 << 20, 0}, [](auto&) {});
        EXPECT_EQ(outcome.code, command.front() == "check" ? 1 : 0) << command.front() << outcome.err;
    }
}

// An end at epoch 2^63 - 1: `measure` never ended.
TEST(FieldHostile, MeasureReachesAnEndFarAfterTheLastImpact) {
    EXPECT_EQ(run_on({"measure", "*"}, {INT64_MAX, 0}, [](auto&) {}).code, 0);
}

// One ball at rest until 1e10 took 13 s, until 1e300 for ever. And a plan that the run is too short for was
// an empty table, without a word.
TEST(FieldHostile, MeasuringCostsImpactsNotTime) {
    const WorkDirectory directory;
    const std::string scene =
        "dimension = 2\n[world]\nboundary = \"wall\"\nlower = [0, 0]\nupper = [4, 4]\n"
        "[[balls]]\nposition = [1, 1]\nvelocity = [0, 0]\nradius = 0.25\nmass = 1\n[measure]\n";
    put_text(directory / "s.toml", scene);
    const std::string out = directory / "o";
    EXPECT_EQ(carom_command({"run", directory / "s.toml", "-o", out, "--until", "1e300", "--quiet"}).code, 0);
    EXPECT_GT(report_in(out)["measurements"]["measured_time"], 1e15);
    EXPECT_LT(report_in(out)["measurements"]["snapshots"], 100'000);
    const Outcome brief = carom_command({"run", directory / "s.toml", "-o", out, "--until", "1"});
    EXPECT_NE(brief.out.find("diffusion: no window of 3200 was complete after 0"), std::string::npos);
    EXPECT_EQ(report_in(out)["measurements"]["unmeasured"].front(),
              "diffusion: no window of 3200 was complete after 0");
    EXPECT_EQ(report_in(out)["measurements"]["snapshots"], 16);
}

/// Doctored checkpoints, with right checksums: `resume` went on without end, or the result was another with
/// exit code 0.
class FieldCheckpoint : public testing::Test {
protected:
    FieldCheckpoint() {
        put_text(directory_ / "s.toml", kMarbles);
        EXPECT_EQ(carom_command({"run", directory_ / "s.toml", "-o", out_, "--until", "5", "--quiet"}).code,
                  0);
    }

    Outcome resume(const std::function<void(Checkpoint<2>&)>& change) const {
        const std::string file = out_ + "/checkpoint.carom";
        const std::string bytes = text_of(file);
        auto checkpoint = read_checkpoint(file);
        EXPECT_TRUE(checkpoint);
        change(std::get<Checkpoint<2>>(*checkpoint));
        EXPECT_FALSE(write_checkpoint(file, std::get<Checkpoint<2>>(*checkpoint)));
        const Outcome outcome = carom_command({"resume", out_, "--until", "6", "--quiet"});
        put_text(file, bytes);
        return outcome;
    }

    void expect_refused(const char* what, const std::function<void(Checkpoint<2>&)>& change) const {
        const Outcome outcome = resume(change);
        EXPECT_EQ(outcome.code, 3) << what;
        EXPECT_NE(outcome.err, "") << what;
    }

    /// Of the section of the command: until and events.
    static void set_limits(Checkpoint<2>& checkpoint, double until, std::uint64_t events) {
        std::string& bytes = checkpoint.sections.front().bytes;
        std::uint32_t length = 0;
        std::memcpy(&length, bytes.data(), sizeof length);
        const std::size_t at = sizeof length + length + 1 + 8;
        std::memcpy(bytes.data() + at, &until, sizeof until);
        std::memcpy(bytes.data() + at + sizeof until, &events, sizeof events);
    }

    WorkDirectory directory_;
    std::string out_ = directory_ / "o";
};

TEST_F(FieldCheckpoint, AStateThatIsNotThatOfTheTrajectory) {
    expect_refused("position", [](auto& c) { c.simulation.balls[3].state.position[0] += 1e-9; });
    expect_refused("velocity", [](auto& c) { c.simulation.balls[3].state.velocity[1] *= -1; });
    expect_refused("image", [](auto& c) { c.simulation.balls[3].state.image[0] += 1; });
    expect_refused("time", [](auto& c) { c.simulation.balls[3].state.time.offset /= 2; });
    expect_refused("count", [](auto& c) { c.simulation.counts.ball_ball += 1; });
    expect_refused("fewer", [](auto& c) { c.simulation.counts.ball_wall = 0; });
    expect_refused("now", [](auto& c) { c.simulation.now = {0, 0}; });
    expect_refused("cluster", [](auto& c) { c.simulation.next.cluster.push_back({3, {100, 100}}); });
    expect_refused("unwritten", [](auto& c) { c.trajectory.unwritten.back() ^= 1; });
    expect_refused("records", [](auto& c) { c.trajectory.records += 1; });
    expect_refused("hash", [](auto& c) { c.trajectory.hash += 1; });
    expect_refused("calm", [](auto& c) { c.simulation.balls[3].slow_events_in_row = 200; });
}

TEST_F(FieldCheckpoint, LimitsThatNoCommandLineHas) {
    const double infinite = std::numeric_limits<double>::infinity();
    expect_refused("none", [&](auto& c) { set_limits(c, infinite, UINT64_MAX); });
    expect_refused("not a number", [&](auto& c) { set_limits(c, std::nan(""), UINT64_MAX); });
    expect_refused("negative", [&](auto& c) { set_limits(c, -1, UINT64_MAX); });
    expect_refused("no events", [&](auto& c) { set_limits(c, 5, 0); });
}

/// A time beyond the last record would have left out impacts; it is taken from the record.
TEST_F(FieldCheckpoint, ATimeThatWasPutForward) {
    const std::string whole = directory_ / "whole";
    ASSERT_EQ(carom_command({"run", directory_ / "s.toml", "-o", whole, "--until", "6", "--quiet"}).code, 0);
    const Outcome outcome = resume([](auto& c) {
        const Time last = c.simulation.now;
        c.simulation.now = {last.epoch + (last.epoch / 6), last.offset};
    });
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(report_in(out_)["trajectory_hash"], report_in(whole)["trajectory_hash"]);
}

}  // namespace
}  // namespace carom::test
