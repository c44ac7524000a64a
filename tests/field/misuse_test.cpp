// Kind: a call that compiles and was wrong in silence. Each has a defined result now, or is refused.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <utility>
#include <vector>

#include "carom/frame/frame_contact_finder.hpp"
#include "carom/frame/frame_stepper.hpp"
#include "carom/record/checkpoint.hpp"
#include "carom/sim/simulation.hpp"
#include "support/directory.hpp"

namespace carom {
namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Four balls, all in touch with each other.
std::vector<Ball<double, 2>> heap() {
    return {{{0, 0}, 1}, {{1, 0}, 1}, {{0, 1}, 1}, {{1, 1}, 1}};
}

Pairs pairs_of(std::span<const FrameContact<double>> contacts) {
    Pairs pairs;
    for (const auto& contact : contacts) pairs.emplace_back(contact.a, contact.b);
    return pairs;
}

// A user of FrameContactFinder gave (2, 0) before (1, 0), and nothing was ignored.
TEST(FieldMisuse, IgnoredPairsMayBeGivenInAnyOrder) {
    const auto balls = heap();
    const Pairs sorted{{0, 1}, {0, 2}, {1, 3}};
    const Pairs kept{{0, 3}, {1, 2}, {2, 3}};
    FrameContactFinder<double, 2> finder;
    for (const Pairs& ignored : {sorted, Pairs{{1, 3}, {0, 2}, {0, 1}}, Pairs{{1, 0}, {2, 0}, {3, 1}},
                                 Pairs{{3, 1}, {0, 2}, {1, 0}, {0, 1}}}) {
        const PairFilter filter{{}, {}, ignored};
        EXPECT_EQ(pairs_of(finder.find(frame_balls(balls), filter)), kept);
        Pairs visited;
        const auto visit = [](void* context, std::span<const FrameContact<double>> some) {
            for (const auto& pair : pairs_of(some)) static_cast<Pairs*>(context)->push_back(pair);
        };
        finder.visit(frame_balls(balls), {&visited, visit}, filter);
        std::sort(visited.begin(), visited.end());
        EXPECT_EQ(visited, kept);
        for (const auto& contact : finder.find_earliest(frame_balls(balls), filter))
            EXPECT_NE(std::find(kept.begin(), kept.end(), std::pair(contact.a, contact.b)), kept.end());
    }
}

// The same filter in the step of a game.
TEST(FieldMisuse, IgnoredPairsOfAStepMayBeGivenInAnyOrder) {
    const std::vector<FrameBody<double, 2>> start{
        {{0, 0}, 1, {10, 0}, 1}, {{5, 0}, 1, {}, 1}, {{9, 0}, 1, {}, 1}};
    const Pairs ignored{{2, 1}, {1, 0}};
    FrameStepper<double, 2> stepper;
    auto bodies = start;
    const auto step = stepper.advance_frame(bodies, {1, 1, 64, PairFilter{{}, {}, ignored}});
    ASSERT_EQ(step.bounces.size(), 1U);
    EXPECT_EQ(step.bounces[0].a, 0U);
    EXPECT_EQ(step.bounces[0].b, 2U);
}

Scene<2> two_balls() {
    Scene<2> scene;
    scene.name = "two balls";
    scene.world.box = {{0, 0}, {4, 2}};
    scene.world.boundary = {Boundary::periodic, Boundary::wall};
    scene.law.restitution_balls = 0.9;
    scene.balls = {{"a", {1, 1}, {1, 0.5}, 0.25, 1}, {"b", {3, 1}, {}, 0.25, 1}};
    return scene;
}

// A program changed its scene between `create` and `resume`, and the run went on with other balls.
TEST(FieldMisuse, AStateIsResumedWithItsOwnSceneOnly) {
    const Scene<2> scene = two_balls();
    auto simulation = Simulation<2>::create(scene);
    ASSERT_TRUE(simulation && simulation->next_event(10));
    const SavedState<2> saved = simulation->saved_state();
    const std::vector<std::function<void(Scene<2>&)>> changes{
        [](auto& s) { s.balls[0].radius = 0.125; },
        [](auto& s) { s.balls[1].mass = 2; },
        [](auto& s) { s.balls[1].position[0] = 2.5; },
        [](auto& s) { s.balls[0].velocity[1] = 0.25; },
        [](auto& s) { s.world.box.upper[1] = 2.5; },
        [](auto& s) { s.world.gravity[1] = -1; },
        [](auto& s) { s.law.restitution_balls = 0.875; },
        [](auto& s) { s.law.restitution_walls = 0.5; },
        [](auto& s) { s.law.elastic_below = 1e-3; },
        [](auto& s) { s.law.contact_time = 1e-3; },
        [](auto& s) { s.law.full_loss_speed = 1; },
        [](auto& s) { s.law.contact_tolerance = 0; },
        [](auto& s) {
            s.thermostat = Thermostat{1, 0.5};
        },
        [](auto& s) { s.world.boundary[0] = Boundary::wall; },
        [](auto& s) {
            s.law.between = {{"a", "b", 0.5}};
        },
        [](auto& s) {
            s.world.walls = {{"", {{0, 1}, -1}, 0, {}}};
        },
        [](auto& s) {
            s.world.containers = {{"", {2, 1}, {}, 3}};
        }};
    for (std::size_t i = 0; i < changes.size(); ++i) {
        Scene<2> other = scene;
        changes[i](other);
        const auto resumed = Simulation<2>::resume(other, saved);
        EXPECT_FALSE(resumed) << "change " << i;
    }
}

// The same with a scene that a file has carried: names do not count, and neither does how the cut-off is
// written.
TEST(FieldMisuse, AStateIsResumedWithTheSceneOfItsTrajectory) {
    Scene<2> scene = two_balls();
    scene.world.boundary[0] = Boundary::open;
    scene.noise = 7;  // nothing is drawn from it
    scene.world.box.lower[0] = -7;
    auto simulation = Simulation<2>::create(scene);
    ASSERT_TRUE(simulation && simulation->next_event(10));
    const test::Directory directory;
    TrajectoryStart<2> start{scene, simulation->epoch_length()};
    start.scene.law.elastic_below = simulation->elastic_below();
    auto writer = TrajectoryWriter<2>::create(directory / "t", start);
    ASSERT_TRUE(writer);
    ASSERT_FALSE(writer->close(simulation->now()));
    auto file = open_trajectory(directory / "t");
    ASSERT_TRUE(file);
    Scene<2> read = std::get<TrajectoryReader<2>>(*file).start().scene;
    EXPECT_TRUE(Simulation<2>::resume(read, simulation->saved_state()));
    read.name = "another name";
    read.balls[0].name = "c";
    EXPECT_TRUE(Simulation<2>::resume(read, simulation->saved_state()));
}

}  // namespace
}  // namespace carom
