// Promise: the checker knows what gravity, bowls, pistons, ramps and rest do. Trajectories in closed form, in
// numbers that doubles hold exactly, pass; a small change of the world or of a record does not.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "proof/story.hpp"
#include "record/plain_draws.hpp"

namespace carom::test {
namespace {

TEST(CheckStory, BouncesUnderGravity) {
    Scene<2> scene = over_the_floor();
    scene.law.restitution_walls = 0.5;
    scene.law.elastic_below = 0.25;
    const std::vector<Event<2>> bounces{
        at_wall(1, kFloor, 0.5, {1, 1}, {1, 2}),
        at_wall(2, kFloor, 0.5, {2, 1}, {1, 1}),
        at_wall(2.5, kFloor, 0.5, {2.5, 1}, {1, 0.5}),
    };
    const auto good = recording_of(scene, bounces, 2.75);
    EXPECT_TRUE(passes(good));
    EXPECT_EQ(check_recording(good).worst_gap, 0);
    EXPECT_TRUE(fails(recording_of(scene, bounces, 2.75 + 1e-12), "overlap"));
    EXPECT_TRUE(fails(recording_of(scene, {bounces[0], bounces[2]}, 2.75), "overlap"));
    auto weaker = good;
    weaker.start.scene.world.gravity[1] *= 1 - 1e-12;
    EXPECT_TRUE(fails(weaker, "jumps"));
    for (const double speed : {2 + 1e-9, 2 - 1e-9, -2.0}) {
        auto bad = good;
        bad.events[0].ball_after.velocity[1] = speed;
        EXPECT_TRUE(fails(bad, "momentum and restitution"));
    }
    auto heavy = good;
    heavy.start.scene.balls[0].mass = immovable;
    EXPECT_FALSE(passes(heavy));
}

/// Thrown down so that it would turn below the floor, and up so that it turns below the ceiling.
TEST(CheckStory, SeesTheTurnOfAParabola) {
    Scene<2> scene = over_the_floor();
    scene.world.gravity = {0, 4};
    scene.balls[0].velocity = {1, -4};
    EXPECT_TRUE(passes(recording_of(scene, {}, 2)));
    EXPECT_EQ(check_recording(recording_of(scene, {}, 2)).worst_gap, 0);
    scene.balls[0].velocity[1] -= 1e-12;
    EXPECT_TRUE(fails(recording_of(scene, {}, 2), "overlap"));
    EXPECT_TRUE(passes(recording_of(scene, {}, 0.875)));
}

TEST(CheckStory, BouncesInABowl) {
    Scene<2> scene;
    scene.world.gravity = {0, -4};
    scene.world.containers.push_back({"bowl", {0, 0}, {}, 3});
    scene.balls.push_back({"disc", {0, 0}, {0, 0}, 1, 1});
    const std::vector<Event<2>> bounces{at_wall(1, kFurther, 1, {0, -2}, {0, 4}),
                                        at_wall(3, kFurther, 1, {0, -2}, {0, 4})};
    EXPECT_TRUE(passes(recording_of(scene, bounces, 5)));
    EXPECT_TRUE(fails(recording_of(scene, bounces, 5 + 1e-12), "wall 4 (bowl) overlap"));
    EXPECT_TRUE(fails(recording_of(scene, {bounces[0]}, 5), "overlap"));
    Recording<2> bad = recording_of(scene, bounces, 5);
    bad.events[1].ball_after.velocity = {1e-9, 4};
    EXPECT_TRUE(fails(bad, "momentum and restitution"));
    scene.world.containers[0].radius -= 1e-12;
    EXPECT_FALSE(passes(recording_of(scene, bounces, 5)));
    scene.world.containers[0].radius += 2e-12;
    EXPECT_TRUE(fails(recording_of(scene, bounces, 5), "do not touch"));
}

/// Up and down inside the bowl without a bounce: the top of the flight is the farthest.
TEST(CheckStory, SeesTheTurnInABowl) {
    Scene<2> scene;
    scene.world.gravity = {0, -4};
    scene.world.containers.push_back({"bowl", {0, 0}, {}, 3});
    scene.balls.push_back({"disc", {0, 0}, {0, 4}, 1, 1});
    EXPECT_TRUE(passes(recording_of(scene, {}, 2)));
    scene.balls[0].velocity[1] += 1e-12;
    EXPECT_TRUE(fails(recording_of(scene, {}, 2), "overlap"));
}

/// A parabola with its top at height h over the centre of an immovable ball is nearest to it on both sides of
/// the top, at the distance sqrt(h - 1/4) for this gravity and speed.
Recording<2> arched(double h) {
    Scene<2> scene;
    scene.world.gravity = {0, -2};
    scene.balls.push_back({"post", {0, 0}, {0, 0}, 1, immovable});
    scene.balls.push_back({"arch", {-3, h - 9}, {1, 6}, 1, 1});
    return recording_of(scene, {}, 6);
}

TEST(CheckStory, TellsAGrazeOfAParabolaFromAPass) {
    EXPECT_TRUE(passes(arched(4.25)));
    EXPECT_NEAR(check_recording(arched(4.25)).worst_gap, 0, 1e-15);
    EXPECT_TRUE(passes(arched(4.25 + 1e-9)));
    EXPECT_NEAR(check_recording(arched(4.26)).worst_gap, std::sqrt(4.01) - 2, 1e-14);
    EXPECT_TRUE(fails(arched(4.25 - 1e-11), "ball 0 (post) and ball 1 (arch) overlap"));
}

TEST(CheckStory, DropsABallOnAnImmovableOne) {
    Scene<2> scene;
    scene.world.gravity = {0, -4};
    scene.balls.push_back({"drop", {0, 4}, {0, 0}, 1, 1});
    scene.balls.push_back({"post", {0, 0}, {0, 0}, 1, immovable});
    const Event<2> bounce = of_two(1, 1, alone(EventKind::ball_ball, 1, {0, 2}, {0, 4}), {0, 0}, {0, 0});
    EXPECT_TRUE(passes(recording_of(scene, {bounce}, 3)));
    EXPECT_TRUE(fails(recording_of(scene, {bounce}, 3 + 1e-12), "overlap"));
    EXPECT_TRUE(fails(recording_of(scene, {}, 3), "overlap"));
}

TEST(CheckStory, HitsAPiston) {
    Scene<2> scene;
    scene.world.walls.push_back({"piston", {{2, 0}, -2}, 1});  // from x = -1, 1 faster each second
    scene.balls.push_back({"disc", {2, 0}, {0, 0}, 1, 1});
    const auto with = [&](double e, double speed) {
        return recording_of(scene, {at_wall(2, kFurther, e, {2, 0}, {speed, 0})}, 4);
    };
    EXPECT_TRUE(passes(with(1, 2)));
    EXPECT_TRUE(fails(with(1, 2 - 1e-9), "momentum and restitution"));
    EXPECT_TRUE(fails(recording_of(scene, {}, 2 + 1e-12), "overlap"));
    EXPECT_TRUE(passes(recording_of(scene, {}, 2)));
    scene.law.restitution_walls = 0.5;
    EXPECT_TRUE(passes(with(0.5, 1.5)));
    EXPECT_TRUE(fails(with(1, 2), "restitution"));
    scene.world.walls[0].speed = 1 - 1e-12;
    EXPECT_TRUE(fails(with(0.5, 1.5), "do not touch"));
}

TEST(CheckStory, LetsAPistonPassWhatCannotMove) {
    Scene<2> scene;
    scene.world.walls.push_back({"piston", {{2, 0}, -2}, 1});  // from x = -1, 1 faster each second
    scene.balls.push_back({"post", {2, 0}, {0, 0}, 1, immovable});
    scene.balls.push_back({"disc", {9, 5}, {1, 0}, 1, 1});
    EXPECT_TRUE(passes(recording_of(scene, {}, 6)));
    scene.balls[0].mass = 1;
    EXPECT_TRUE(fails(recording_of(scene, {}, 6), "overlap"));
}

TEST(CheckStory, LeavesAThermalWallWithTheVelocityOfTheSeed) {
    Scene<2> scene;
    scene.world.walls.push_back({"hot", {{1, 0}, -1}, 0.25, 2.0});
    scene.balls.push_back({"disc", {1, 0}, {-0.75, 0}, 1, 1});
    const auto with = [&](double e, const Vec2& v) {
        return recording_of(scene, {at_wall(1, kFurther, e, {0.25, 0}, v)}, 2);
    };
    PlainDraws draws(scene.noise, 0, with(1, {}).events[0].time);
    const LongVec<2> any = draws.normals<2>();
    const Long x = draws.normal();
    const Long y = draws.normal();
    const Long root_of_two = std::sqrt(Long{2});
    const Vec2 drawn{static_cast<double>(root_of_two * std::sqrt(x * x + y * y) + 0.25L),
                     static_cast<double>(root_of_two * any[1])};
    EXPECT_TRUE(passes(with(1, drawn)));
    EXPECT_FALSE(passes(with(0.5, drawn)));
    EXPECT_FALSE(passes(with(1, {drawn[0], drawn[1] * (1 + 1e-12)})));
    EXPECT_FALSE(passes(with(1, {drawn[0] * (1 - 1e-12), drawn[1]})));
}

/// A ramp of 45 degrees in exact numbers: gravity (0, -2) leaves (1, -1) along it.
Recording<2> on_a_ramp(const Vec2& v, MotionPhase phase, double cut_off) {
    Scene<2> scene;
    scene.world.gravity = {0, -2};
    scene.world.walls.push_back({"ramp", {{1, 1}, 0}});
    scene.law = {0.5, 0.5, cut_off};
    const double touch = std::sqrt(0.5);  // the centre of a disc that touches, on both axes
    scene.balls.push_back({"disc", {touch, touch}, {0.25, -0.5}, 1, 1});
    return recording_of(scene, {at_wall(0, kFurther, 0, {touch, touch}, v, phase)}, 4);
}

TEST(CheckStory, SlidesDownARamp) {
    const Vec2 along{0.375, -0.375};
    const auto good = on_a_ramp(along, sliding_on(kFurther), 0.25);
    EXPECT_TRUE(passes(good));
    EXPECT_NEAR(check_recording(good).worst_gap, 0, 1e-15);
    EXPECT_TRUE(fails(on_a_ramp(along, free_flight, 0.25), "overlap"));
    EXPECT_TRUE(fails(on_a_ramp(along, sliding_on(kFurther), 0.125), "restitution"));
    EXPECT_TRUE(fails(on_a_ramp({0.375, -0.375 + 1e-9}, sliding_on(kFurther), 0.25), "slides and leaves"));
    auto elastic = good;
    elastic.start.scene.law.restitution_walls = 1;
    EXPECT_TRUE(fails(elastic, "restitution"));
    auto away = good;
    away.start.scene.world.gravity = {0, 2};
    EXPECT_TRUE(fails(away, "not held"));
    auto piston = good;
    piston.start.scene.world.walls[0].speed = 1e-3;
    EXPECT_TRUE(fails(piston, "not held"));
}

TEST(CheckStory, GoesOnSlidingWhenHitAlongItsWall) {
    auto recording = on_a_ramp({0.375, -0.375}, sliding_on(kFurther), 0.25);
    // The one in front of it, on the ramp too, as heavy, slides ahead of it at the same pace but slower.
    const double touch = std::sqrt(0.5);
    const double step = 2.0;
    recording.start.scene.balls.push_back({"front", {touch + step, touch - step}, {0.125, -0.125}, 1, 1});
    Event<2> start = recording.events[0];
    start.ball = 1;
    start.ball_after.position = {touch + step, touch - step};
    start.ball_after.velocity = {0.125, -0.125};
    recording.events.push_back(start);
    // 2 sqrt 2 apart, in touch at 2: the way of sqrt 2 - 1 per axis at 1/4 per axis and second.
    const double gap = step - std::sqrt(2.0);
    const double t = gap / 0.25;
    const auto slid = [&](double x, double v) {
        return Vec2{touch + x + v * t + t * t / 2, touch - x - v * t - t * t / 2};
    };
    const Vec2 slow{0.125 + t, -0.125 - t};
    const Vec2 fast{0.375 + t, -0.375 - t};
    recording.start.scene.law.elastic_below = 0.5;
    recording.end = plain_time(t + 0.5);
    Event<2> hit = alone(EventKind::ball_ball, t, slid(0, 0.375), slow, sliding_on(kFurther));
    recording.events.push_back(of_two(t, 1, hit, slid(step, 0.125), fast, sliding_on(kFurther)));
    EXPECT_TRUE(passes(recording));
    auto lifted = recording;
    lifted.events[2].ball_after.velocity[1] += 1e-9;
    EXPECT_TRUE(fails(lifted, "not held"));
    auto elsewhere = recording;
    elsewhere.events[2].ball_after.phase = free_flight;
    EXPECT_TRUE(fails(elsewhere, "overlap"));
}

TEST(CheckStory, KicksOnlyWithAThermostat) {
    Scene<2> scene;
    scene.world.gravity = {0, -4};
    scene.balls.push_back({"disc", {0, 0}, {1, 0}, 1, 1});
    const double t = plain_next_kick(1, scene.noise, 0, 0);
    const double end = (t + plain_next_kick(1, scene.noise, 0, t)) / 2;
    const LongVec<2> drawn = PlainDraws(scene.noise, 0, plain_time(t)).normals<2>();
    const Vec2 given{static_cast<double>(drawn[0]), static_cast<double>(drawn[1])};
    const Event<2> kick = alone(EventKind::kick, t, {t, -2 * t * t}, given);
    EXPECT_TRUE(fails(recording_of(scene, {kick}, end), "no thermostat"));
    scene.thermostat = Thermostat{1, 1};
    EXPECT_TRUE(passes(recording_of(scene, {kick}, end)));
    EXPECT_TRUE(fails(recording_of(scene, {}, end), "no kick at the time"));
    Event<2> elsewhere = kick;
    elsewhere.ball_after.position[0] += 1e-9;
    EXPECT_TRUE(fails(recording_of(scene, {elsewhere}, end), "jumps"));
    scene.balls[0].mass = immovable;
    scene.balls[0].velocity = {0, 0};
    EXPECT_TRUE(fails(recording_of(scene, {alone(EventKind::kick, 1, {0, 0}, {1, 0})}, 2), "immovable"));
}

/// At a sixteenth of the speed of full loss, an eighth of it is lost.
TEST(CheckStory, LosesLessAtLowSpeed) {
    Scene<2> scene = over_the_floor();
    scene.law.restitution_walls = 0.5;
    scene.law.elastic_below = 0.25;
    scene.law.full_loss_speed = 64;
    const auto with = [&](double e) {
        return recording_of(scene, {at_wall(1, kFloor, e, {1, 1}, {1, 4 * e})}, 1.5);
    };
    EXPECT_TRUE(passes(with(0.9375)));
    EXPECT_TRUE(fails(with(0.9375 + 1e-12), "restitution"));
    EXPECT_TRUE(fails(with(0.9375 - 1e-12), "restitution"));
    EXPECT_TRUE(fails(with(0.5), "restitution"));
    scene.law.full_loss_speed = 4;
    EXPECT_TRUE(passes(with(0.5)));
    scene.law.elastic_below = 8;
    Recording<2> elastic = with(1);
    elastic.events.push_back(alone(EventKind::rest, 1, {1, 1}, {0, 0}, at_rest));
    EXPECT_TRUE(passes(elastic));
    EXPECT_TRUE(fails(with(1), "does not come to rest"));
    EXPECT_TRUE(fails(with(0.5), "restitution"));
}

TEST(CheckStory, IsElasticWithinTheContactTime) {
    Scene<2> scene = over_the_floor();
    scene.law.restitution_walls = 0.5;
    scene.law.elastic_below = 0.25;
    scene.law.contact_time = 0.75;
    const Event<2> first = at_wall(1, kFloor, 0.5, {1, 1}, {1, 2});
    const auto with = [&](double e) {
        return recording_of(scene, {first, at_wall(2, kFloor, e, {2, 1}, {1, 2 * e})}, 2.25);
    };
    EXPECT_TRUE(passes(with(0.5)));
    EXPECT_TRUE(fails(with(1), "restitution"));
    scene.law.contact_time = 1.25;
    EXPECT_TRUE(passes(with(1)));
    EXPECT_TRUE(fails(with(0.5), "restitution"));
}

}  // namespace
}  // namespace carom::test
