// Kind: a file with right checksums says what no run can say, and a command crashes on it or never ends.
#include <gtest/gtest.h>

#include "app/command.hpp"
#include "carom/record/trajectory.hpp"

namespace carom::test {
namespace {

/// A closed trajectory of two balls in a box, after `change`.
template <class Change>
Outcome measure_file(Time end, Change change) {
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
    return carom_command({"measure", directory / "t.carom"});
}

void expect_refused(const Outcome& outcome, const std::string& reason) {
    EXPECT_EQ(outcome.code, 3) << outcome.out;
    EXPECT_NE(outcome.err.find(reason), std::string::npos) << outcome.err;
}

// Head with an upper face at 5e-324: `measure` ended with a segmentation fault. At 1e-12 it never ended.
TEST(FieldHostile, MeasureRefusesABoxThatIsTooNarrow) {
    for (const double upper : {5e-324, 1e-12})
        for (const int axis : {0, 1})
            expect_refused(
                measure_file({1 << 20, 0}, [&](auto& scene) { scene.world.box.upper[axis] = upper; }),
                "the start state is not valid");
}

// An end at epoch 2^63 - 1: `measure` never ended.
TEST(FieldHostile, MeasureRefusesAnEndBeyondAllIntervals) {
    expect_refused(measure_file({INT64_MAX, 0}, [](auto&) {}), "intervals long, more than");
}

// The same file without the change is measured.
TEST(FieldHostile, MeasureTakesAnHonestFile) {
    EXPECT_EQ(measure_file({1 << 20, 0}, [](auto&) {}).code, 0);
}

}  // namespace
}  // namespace carom::test
