// Promise: the checker knows when balls come to rest, awake and are parted. Trajectories in closed form pass;
// a small change of a record or of the world does not.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "proof/story.hpp"

namespace carom::test {
namespace {

/// A disc at rest on a post; another one falls on it from 2 above, with speed 4.
Recording<2> on_a_sleeper(double cut_off, const std::vector<Event<2>>& then, double end) {
    Scene<2> scene;
    scene.world.gravity = {0, -4};
    scene.law = {0.5, 1, cut_off};
    scene.law.contact_tolerance = 0;  // an impact on the sleeper does not take the post with it
    scene.balls.push_back({"sleeper", {0, 0}, {0, 0}, 1, 1});
    scene.balls.push_back({"drop", {0, 4}, {0, 0}, 1, 1});
    scene.balls.push_back({"post", {0, -2}, {0, 0}, 1, immovable});
    std::vector<Event<2>> events{alone(EventKind::rest, 0, {0, 0}, {0, 0}, at_rest)};
    events.insert(events.end(), then.begin(), then.end());
    return recording_of(scene, events, end);
}

Event<2> of_ball(std::uint32_t ball, Event<2> event) {
    event.ball = ball;
    return event;
}

TEST(CheckRest, HitsABallAtRest) {
    const Event<2> wake = alone(EventKind::wake, 1, {0, 0}, {0, 0});
    const Event<2> kept = alone(EventKind::ball_ball, 1, {0, 0}, {0, 0}, at_rest);
    const Event<2> freed = alone(EventKind::ball_ball, 1, {0, 0}, {0, -3});
    const Event<2> slow = of_two(1, 1, kept, {0, 2}, {0, 4});
    const Event<2> slow_lossy = of_two(1, 0.5, kept, {0, 2}, {0, 2});
    const Event<2> fast = of_two(1, 0.5, freed, {0, 2}, {0, -1});
    const Event<2> stays = of_ball(1, alone(EventKind::rest, 1, {0, 2}, {0, 0}, at_rest));
    EXPECT_TRUE(passes(on_a_sleeper(5, {slow, stays}, 1.5)));
    EXPECT_TRUE(fails(on_a_sleeper(5, {slow}, 1.5), "does not come to rest"));
    EXPECT_TRUE(passes(on_a_sleeper(1, {wake, fast}, 1)));
    EXPECT_TRUE(fails(on_a_sleeper(1, {slow_lossy}, 1), "too fast"));
    EXPECT_TRUE(fails(on_a_sleeper(1, {slow}, 1), "too fast"));
    EXPECT_TRUE(fails(on_a_sleeper(1, {fast}, 1), "momentum"));
    EXPECT_TRUE(fails(on_a_sleeper(5, {}, 1.5), "overlap"));
    Event<2> pushed = wake;
    pushed.ball_after.velocity = {0, 1e-9};
    EXPECT_TRUE(fails(on_a_sleeper(1, {pushed, fast}, 1), "push"));
}

TEST(CheckRest, AwakesOnlyForAReason) {
    const Event<2> wake = alone(EventKind::wake, 1, {0, 0}, {0, 0});
    const Event<2> freed = alone(EventKind::ball_ball, 1, {0, 0}, {0, -3});
    const Event<2> hit = of_two(1, 0.5, freed, {0, 2}, {0, -1});
    const std::string nothing = "ball 0 (sleeper) awakes, but nothing hits it";
    EXPECT_TRUE(fails(on_a_sleeper(5, {wake, hit}, 1), nothing));  // too slowly
    EXPECT_TRUE(passes(on_a_sleeper(4, {wake, hit}, 1)));
    EXPECT_TRUE(fails(on_a_sleeper(4 + 1e-9, {wake, hit}, 1), nothing));
    const Event<2> too_soon = alone(EventKind::wake, 1 - 0x1p-20, {0, 0}, {0, 0});
    EXPECT_TRUE(fails(on_a_sleeper(1, {too_soon, hit}, 1), nothing));
    EXPECT_TRUE(fails(on_a_sleeper(1, {too_soon}, 1 - 0x1p-21), nothing));
}

/// On the floor at 1, with speed 4 down.
TEST(CheckRest, RestsOnlyWhereItMay) {
    Scene<2> scene = over_the_floor();
    scene.law = {1, 0.5, 5};
    const auto sliding = [&](double v) { return at_wall(1, kFloor, 0, {v, 1}, {v, 0}, sliding_on(kFloor)); };
    const auto resting = [&](double t, const Vec2& x) {
        return alone(EventKind::rest, t, x, {0, 0}, at_rest);
    };
    EXPECT_TRUE(passes(recording_of(scene, {sliding(1), resting(1, {1, 1})}, 3)));
    EXPECT_TRUE(fails(recording_of(scene, {sliding(1), resting(1 + 0x1p-30, {1 + 0x1p-30, 1})}, 3),
                      "touches nothing just then"));
    EXPECT_TRUE(fails(recording_of(scene, {resting(0.5, {0.5, 2.5})}, 3), "touches nothing just then"));
    EXPECT_TRUE(fails(recording_of(scene, {sliding(1), resting(1, {1, 1}), resting(2, {1, 1})}, 3),
                      "does not come to rest"));
    scene.balls[0].velocity[0] = 10;  // twice the cut-off
    EXPECT_TRUE(passes(recording_of(scene, {sliding(10), resting(1, {10, 1})}, 3)));
    scene.balls[0].velocity[0] = 10 + 1e-9;
    EXPECT_TRUE(fails(recording_of(scene, {sliding(10 + 1e-9), resting(1, {10 + 1e-9, 1})}, 3), "too fast"));
    scene.law = {1, 1, 5};
    EXPECT_TRUE(fails(recording_of(scene, {resting(0.5, {5, 2.5})}, 3), "nothing rests"));
    scene.balls[0] = {"post", {0, 3}, {0, 0}, 1, immovable};
    EXPECT_TRUE(fails(recording_of(scene, {resting(1, {0, 3})}, 3), "immovable"));
}

/// A disc in touch with a post, its centre at (3, 4) from that one's, is parted from it by a quarter of the
/// cut-off.
TEST(CheckRest, PartsABallFromWhatItTouchesByANudge) {
    Scene<2> scene;
    scene.world.gravity = {0, -4};
    scene.law = {1, 0.5, 0.5};
    scene.balls.push_back({"disc", {3, 4}, {0, 0}, 2.5, 1});
    scene.balls.push_back({"post", {0, 0}, {0, 0}, 2.5, immovable});
    const auto parted = [&](double by, int times = 1) {
        std::vector<Event<2>> events;
        for (int i = 1; i <= times; ++i)
            events.push_back(alone(EventKind::wake, 0, {3, 4}, {0.6 * by * i, 0.8 * by * i}));
        return recording_of(scene, events, 0x1p-6);
    };
    EXPECT_TRUE(passes(parted(0.125)));
    for (const double by : {0.0, -0.125, 0.125 + 1e-9, 0.125 - 1e-9})
        EXPECT_TRUE(fails(parted(by), "push")) << by;
    EXPECT_TRUE(fails(parted(0.125, 2), "push"));
    scene.balls[1].position = {0, -1e-9};
    EXPECT_TRUE(fails(parted(0.125), "push"));
    scene.balls[1].position = {6, 8};  // above it: gravity takes it away
    EXPECT_TRUE(fails(parted(-0.125), "push"));
}

}  // namespace
}  // namespace carom::test
