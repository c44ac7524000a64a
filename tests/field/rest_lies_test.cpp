// Lies about what happens under gravity without an impact: rests that nothing holds, balls that awake without
// a reason or stay when their support goes, and nudges without a contact. A rest in mid-air hung up a falling
// ball for ever, and nudges in any number kept one hovering.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "proof/recorded.hpp"
#include "support/extended_scene.hpp"

namespace carom::test {
namespace {

using Vec2 = Vec<double, 2>;

constexpr std::uint32_t kFirstWall = 4;

Scene<2> heavy() {
    Scene<2> scene;
    scene.world.gravity = {0, -1};
    scene.law = {0.5, 0.5, {}};
    return scene;
}

/// Solid below a line through the origin with this direction up.
Wall<2> slope(const Vec2& up) {
    Wall<2> wall;
    wall.half_space.normal = up;
    return wall;
}

/// What the engine makes of the start, and then this.
Recording<2> told(const Scene<2>& scene, std::vector<Event<2>> events) {
    Recording<2> recording = recorded(scene, 0);
    recording.events = std::move(events);
    recording.end = {1, 0};
    return recording;
}

/// At time 0, of ball 0.
Event<2> change(EventKind kind, const Scene<2>& scene, const Vec2& velocity, MotionPhase phase) {
    Event<2> event;
    event.kind = kind;
    event.ball_after = {scene.balls[0].position, velocity, {}, {}, phase};
    return event;
}

Event<2> rest(const Scene<2>& scene) {
    return change(EventKind::rest, scene, {}, at_rest);
}

Event<2> slide(const Scene<2>& scene, std::uint32_t wall) {
    Event<2> event = change(EventKind::ball_wall, scene, scene.balls[0].velocity, sliding_on(wall));
    event.other = wall;
    event.restitution = 0;
    return event;
}

TEST(FieldRestLies, NothingHangsInMidAir) {
    Scene<2> scene = heavy();
    scene.balls = {{"ball", {0, 10}, {}, 0.5, 1}};
    expect_fault(told(scene, {rest(scene)}), "comes to rest, but touches nothing just then");
    scene.world.walls = {slope({0, 1})};  // far below
    expect_fault(told(scene, {rest(scene)}), "comes to rest, but touches nothing just then");
}

/// Lower one slides along the floor, slower than what may come to rest.
TEST(FieldRestLies, NothingRestsOnWhatMoves) {
    Scene<2> scene = heavy();
    scene.world.walls = {slope({0, 1})};
    scene.balls = {{"upper", {0, 1.5}, {}, 0.5, 1}, {"lower", {0, 0.5}, {1e-3, 0}, 0.5, 1}};
    Event<2> below = slide(scene, kFirstWall);
    below.ball = 1;
    below.ball_after.position = scene.balls[1].position;
    below.ball_after.velocity = scene.balls[1].velocity;
    expect_fault(told(scene, {below, rest(scene)}), "upper) comes to rest, but nothing holds it");
}

TEST(FieldRestLies, NothingRestsAtSpeed) {
    Scene<2> scene = heavy();
    scene.world.walls = {slope({0, 1})};
    scene.balls = {{"ball", {0, 0.5}, {1, 0}, 0.5, 1}};
    expect_fault(told(scene, {slide(scene, kFirstWall), rest(scene)}), "comes to rest but moves too fast");
}

TEST(FieldRestLies, NothingRestsOnASlopeOrInAnOpenWedge) {
    Scene<2> scene = heavy();
    scene.world.walls = {slope({0.6, 0.8})};
    scene.balls = {{"ball", {0.3, 0.4}, {}, 0.5, 1}};
    const Event<2> sliding = slide(scene, kFirstWall);
    expect_fault(told(scene, {sliding, rest(scene)}), "comes to rest, but nothing holds it");
    scene.world.walls.push_back(slope({1, 0}));
    scene.world.walls[1].half_space.offset = scene.balls[0].position[0] - 0.5;
    expect_fault(told(scene, {sliding, rest(scene)}), "comes to rest, but nothing holds it");
    scene.world.walls[1] = slope({-0.6, 0.8});
    scene.world.walls[1].half_space.offset = -0.6 * 0.3 + 0.8 * 0.4 - 0.5;
    const Recording<2> wedged = told(scene, {sliding, rest(scene)});
    EXPECT_EQ(all_faults(check_recording(wedged)), "");
}

/// A ball on a post that cannot hold it there.
Scene<2> on_a_post() {
    Scene<2> scene = heavy();
    scene.balls = {{"ball", {3, 4}, {}, 2.5, 1}, {"post", {}, {}, 2.5, immovable}};
    return scene;
}

TEST(FieldRestLies, NothingIsPartedFromNothing) {
    Scene<2> scene = heavy();
    scene.law.elastic_below = 0.5;
    scene.balls = {{"ball", {0, 10}, {}, 0.5, 1}};
    std::vector<Event<2>> nudges;
    for (int i = 1; i <= 40; ++i)
        nudges.push_back(change(EventKind::wake, scene, {0, 0.125 * i}, free_flight));
    EXPECT_EQ(check_recording(told(scene, {nudges[0]})).fault_count, 1U);
    EXPECT_EQ(check_recording(told(scene, nudges)).fault_count, 40U);
    expect_fault(told(scene, {nudges[0]}), "awakes with a push that nothing explains");
}

TEST(FieldRestLies, ANudgeIsOneAndOfTheRightSize) {
    const Recording<2> good = recorded(on_a_post(), 1e-4);
    ASSERT_EQ(good.events.size(), 1U);
    ASSERT_EQ(good.events[0].kind, EventKind::wake);
    EXPECT_EQ(all_faults(check_recording(good)), "");
    for (int k = 0; k < 2; ++k) {
        for (const double by : {1e-9, -1e-9}) {
            Recording<2> lie = good;
            lie.events[0].ball_after.velocity[k] += by;
            expect_fault(lie, "awakes with a push that nothing explains");
        }
    }
    Recording<2> twice = good;
    twice.events.push_back(good.events[0]);
    for (double& v : twice.events[1].ball_after.velocity.coordinates) v *= 2;
    expect_fault(twice, "awakes with a push that nothing explains");
}

/// Two balls on each other on a floor, and one that comes rolling.
Recording<2> tower() {
    Scene<2> scene = heavy();
    scene.world.walls = {slope({0, 1})};
    scene.balls = {
        {"lower", {0, 0.5}, {}, 0.5, 1}, {"upper", {0, 1.5}, {}, 0.5, 1}, {"cue", {-3, 0.5}, {2, 0}, 0.5, 1}};
    return recorded(scene, 1.25);
}

TEST(FieldRestLies, NothingStaysWhenItsSupportMoves) {
    const Recording<2> good = tower();
    EXPECT_EQ(all_faults(check_recording(good)), "");
    const auto awakes = std::find_if(good.events.begin(), good.events.end(), [](const Event<2>& event) {
        return event.kind == EventKind::wake && event.ball == 1;
    });
    ASSERT_NE(awakes, good.events.end());
    Recording<2> lie = good;
    lie.events.erase(lie.events.begin() + (awakes - good.events.begin()));
    expect_fault(lie, "upper) stays at rest, but what it lies on moves");
}

TEST(FieldRestLies, NothingAwakesWithoutAReason) {
    Recording<2> lie = tower();
    const auto rests = std::find_if(lie.events.begin(), lie.events.end(), [](const Event<2>& event) {
        return event.kind == EventKind::rest && event.ball == 1;
    });
    ASSERT_NE(rests, lie.events.end());
    Event<2> wake = *rests;
    wake.kind = EventKind::wake;
    wake.ball_after.phase = free_flight;
    lie.events.insert(rests + 1, wake);
    expect_fault(lie, "upper) awakes, but nothing hits it, and what it lies on stays");
}

/// Balls that fall into a vessel onto pegs, and come to rest there.
template <int N>
Recording<N> heap(bool round, int count, double until, std::size_t most) {
    Scene<N> scene;
    scene.world.gravity[N - 1] = -1;
    scene.law = {0.6, 0.4, {}};
    if (round) {
        scene.world.containers = {{"bowl", {}, {}, 4}};
    } else {
        for (int k = 0; k < N; ++k) {
            scene.world.boundary[static_cast<std::size_t>(k)] = Boundary::wall;
            scene.world.box.lower[k] = -3;
            scene.world.box.upper[k] = k == N - 1 ? 9 : 3;
        }
    }
    Vec<double, N> peg;
    peg[N - 1] = -2;
    scene.balls.push_back({"peg", peg, {}, 0.25, immovable});
    for (int i = 0; i < count; ++i) {
        Vec<double, N> x;
        x[0] = 1.2 * (i % 3 - 1) + 0.07 * (i % 2);
        x[N - 1] = 1.1 * (i / 3) - 1;
        scene.balls.push_back({"", x, {}, i % 4 == 0 ? 0.4 : 0.5, 1});
    }
    return recorded(scene, until, most);
}

struct Kinds {
    std::size_t rests = 0;
    std::size_t wakes = 0;
    std::size_t nudges = 0;
};

template <int N>
void expect_proved(const Recording<N>& recording, Kinds& seen) {
    EXPECT_EQ(all_faults(check_recording(recording)), "");
    for (const Event<N>& event : recording.events) {
        if (event.kind == EventKind::rest) ++seen.rests;
        if (event.kind != EventKind::wake) continue;
        ++(event.ball_after.velocity == Vec<double, N>{} ? seen.wakes : seen.nudges);
    }
}

TEST(FieldRestLies, HonestHeapsAreProved) {
    Kinds seen;
    for (const bool round : {false, true}) {
        expect_proved(heap<2>(round, 9, 20, 4000), seen);
        expect_proved(heap<3>(round, 9, 20, 4000), seen);
    }
    EXPECT_GT(seen.rests, 100U);
    EXPECT_GT(seen.wakes, 20U);
}

TEST(FieldRestLies, HonestSettlingScenesAreProved) {
    Kinds seen;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        expect_proved(recorded(settling_scene<2>(seed), 15, 500), seen);
        expect_proved(recorded(settling_scene<3>(seed), 15, 500), seen);
    }
    EXPECT_GT(seen.rests, 100U);
    EXPECT_GT(seen.wakes, 10U);
    EXPECT_GT(seen.nudges, 10U);
}

/// A rest or a push after the record of a ball that moves, or a wake after that of one at rest; none where
/// the next record is of that kind.
std::vector<Event<2>> made_up(const Recording<2>& good, std::size_t i) {
    Event<2> event = good.events[i];
    const bool moves = event.ball_after.phase != at_rest;
    const EventKind next = good.events[i + 1].kind;
    event.other = 0;
    event.restitution = 1;
    event.kind = EventKind::wake;
    event.ball_after.phase = free_flight;
    if (next == EventKind::rest || next == EventKind::wake) return {};
    if (!moves) return {event};
    Event<2> pushed = event;
    pushed.ball_after.velocity[1] += 1e-3;
    event.kind = EventKind::rest;
    event.ball_after.velocity = {};
    event.ball_after.phase = at_rest;
    return {event, pushed};
}

TEST(FieldRestLies, NothingIsPutIn) {
    std::size_t lies = 0;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const Recording<2> good = recorded(settling_scene<2>(seed), 15, 60);
        for (std::size_t i = 0; i + 1 < good.events.size(); ++i) {
            if (good.events[i].kind == EventKind::cluster && good.events[i].other > 0) continue;
            for (const Event<2>& event : made_up(good, i)) {
                Recording<2> lie = good;
                lie.events.insert(lie.events.begin() + static_cast<std::ptrdiff_t>(i) + 1, event);
                EXPECT_FALSE(check_recording(lie)) << "seed " << seed << ", record " << i;
                ++lies;
            }
        }
    }
    EXPECT_GT(lies, 200U);
}

/// The ball that would come to rest goes on, for a moment.
TEST(FieldRestLies, NoRestIsLeftOut) {
    std::size_t lies = 0;
    std::size_t passed = 0;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const Recording<2> good =
            seed < 2 ? heap<2>(seed == 1, 6, 12, 400) : recorded(settling_scene<2>(seed), 15, 200);
        for (std::size_t i = 1; i < good.events.size(); ++i) {
            if (good.events[i].kind != EventKind::rest || good.events[i - 1].kind == EventKind::wake)
                continue;
            Recording<2> lie = good;
            lie.events.resize(i);
            lie.end = good.events[i].time;
            lie.end.epoch += 1;
            if (check_recording(lie)) ++passed;
            ++lies;
        }
    }
    EXPECT_GT(lies, 50U);
    EXPECT_LE(passed, 2U) << "of wedged balls";
}

TEST(FieldRestLies, NoFieldIsOffByABillionth) {
    const Recording<2> good = heap<2>(false, 6, 12, 400);
    const std::array<std::function<void(Event<2>&)>, 9> lies{
        [](Event<2>& e) { e.ball_after.position[0] += 1e-9; },
        [](Event<2>& e) { e.ball_after.position[1] -= 1e-9; },
        [](Event<2>& e) { e.ball_after.velocity[0] += 1e-9; },
        [](Event<2>& e) { e.ball_after.velocity[1] -= 1e-9; },
        [](Event<2>& e) { e.restitution -= 1e-9; },
        [](Event<2>& e) { e.time.offset += 1e-9; },
        [](Event<2>& e) { e.time.offset = std::max(e.time.offset - 1e-9, 0.0); },
        [](Event<2>& e) { e.ball = e.ball == 0 ? 1 : e.ball - 1; },
        [](Event<2>& e) { e.ball_after.phase = e.ball_after.phase == at_rest ? free_flight : at_rest; },
    };
    std::size_t changed = 0;
    for (std::size_t i = 0; i < good.events.size(); i += 3) {
        const EventKind kind = good.events[i].kind;
        if (kind != EventKind::rest && kind != EventKind::wake) continue;
        for (std::size_t lie = 0; lie < lies.size(); ++lie) {
            Recording<2> bad = good;
            lies[lie](bad.events[i]);
            EXPECT_FALSE(check_recording(bad))
                << "record " << i << " of kind " << static_cast<int>(kind) << ", lie " << lie;
            ++changed;
        }
    }
    EXPECT_GT(changed, 50U);
}

}  // namespace
}  // namespace carom::test
