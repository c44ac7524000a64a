// Promise: worlds with gravity, vessels, pistons, warm walls and thermostats have the same bits whatever the
// neighbour search and its tuning, and do what closed forms say.
#include <gtest/gtest.h>

#include <cmath>

#include "carom/sim/simulation.hpp"
#include "support/extended_scene.hpp"
#include "support/lockstep.hpp"
#include "support/scene_over_floor.hpp"
#include "support/share.hpp"

namespace carom {
namespace {

constexpr std::uint64_t kScenes = 300 / test::kShare;

/// Returns how many events were compared.
template <int N>
std::uint64_t expect_extended_trajectory(std::uint64_t seed, double thickness) {
    const Scene<N> scene = test::extended_scene<N>(seed);
    auto simulation = Simulation<N>::create(scene, Tuning{thickness});
    EXPECT_TRUE(simulation) << N << "D, seed " << seed;
    if (!simulation) return 0;
    test::Lockstep<N> both(scene, *simulation);
    for (std::uint64_t i = 0; i < 150; ++i) {
        const double end = test::short_end(scene);
        const auto [event, same] = both.next(end, end);
        EXPECT_TRUE(same) << N << "D, seed " << seed << ", event " << i;
        if (!same || !event) return i;
    }
    return 150;
}

TEST(ExtendedWorlds, EqualThePlainEngine) {
    constexpr double kThicknesses[] = {1, 0.1, 0.4, 6};
    std::uint64_t compared = 0;
    for (std::uint64_t seed = 0; seed < kScenes; ++seed) {
        compared += expect_extended_trajectory<2>(seed, kThicknesses[seed % 4]);
        compared += expect_extended_trajectory<3>(seed, kThicknesses[seed % 4]);
    }
    EXPECT_GT(compared, 100 * kScenes);
}

/// A ball above a floor at z = 0.
Scene<3> ball_above_floor(double height, double restitution) {
    Scene<3> scene = test::scene_over_floor<3>(9.81);
    scene.law.restitution_walls = restitution;
    SceneBall<3> ball;
    ball.radius = 0.25;
    ball.position[2] = height + ball.radius;
    scene.balls.push_back(ball);
    return scene;
}

TEST(Gravity, ABallBouncesToRestWhenTheSumOfItsHopsSays) {
    constexpr double h = 2;
    constexpr double g = 9.81;
    for (const double e : {0.0, 0.3, 0.5, 0.8, 0.95}) {
        auto simulation = Simulation<3>::create(ball_above_floor(h, e));
        ASSERT_TRUE(simulation);
        double last = 0;
        std::uint64_t events = 0;
        while (const auto event = simulation->next_event(1e6)) {
            last = simulation->seconds(event->time);
            ASSERT_LT(++events, 10'000U) << "e " << e;
        }
        EXPECT_EQ(simulation->stop_reason(), StopReason::no_more_events);
        EXPECT_EQ(simulation->state(0).phase, at_rest);
        // All hops together take sqrt(2 h / g) (1 + e) / (1 - e); those below the cut-off speed are left out.
        const double sum = std::sqrt(2 * h / g) * (1 + e) / (1 - e);
        const double left_out = 2 * simulation->elastic_below() / g / (1 - e);
        EXPECT_LE(last, sum * (1 + 1e-12)) << "e " << e;
        EXPECT_GE(last, sum - left_out) << "e " << e;
    }
}

TEST(Gravity, ElasticHopsKeepTheirHeightAndEnergy) {
    auto simulation = Simulation<3>::create(ball_above_floor(1, 1));
    const double energy = simulation->kinetic_energy() + simulation->potential_energy();
    const double fall = std::sqrt(2 / 9.81);
    for (int hop = 0; hop < 1000; ++hop) {
        const auto event = simulation->next_event();
        ASSERT_TRUE(event);
        EXPECT_NEAR(simulation->seconds(event->time), fall * (1 + 2 * hop), 1e-11 * (1 + hop));
    }
    EXPECT_NEAR(simulation->kinetic_energy() + simulation->potential_energy(), energy, 1e-12 * energy);
}

TEST(Gravity, ABallFallsOnAFixedOneWhereTheQuarticSays) {
    // Falling from rest at (d, h): contact where d^2 + z^2 = (2 r)^2, z = h - g t^2 / 2.
    for (const double d : {0.0, 0.1, 0.3, 0.4999}) {
        Scene<2> scene;
        scene.world.gravity[1] = -2;
        scene.balls.push_back({"fixed", {0, 0}, {}, 0.25, immovable});
        scene.balls.push_back({"falling", {d, 3}, {}, 0.25, 1});
        auto simulation = Simulation<2>::create(scene);
        const auto event = simulation->next_event(10);
        ASSERT_TRUE(event);
        const double z = std::sqrt(0.25 - d * d);
        EXPECT_NEAR(simulation->seconds(event->time), std::sqrt(3 - z), 1e-13) << "d " << d;
    }
}

TEST(Gravity, ABallSlidesDownARampWithTheAccelerationAlongIt) {
    Scene<2> scene;
    scene.world.gravity[1] = -10;
    Wall<2> ramp;
    ramp.half_space.normal = {3, 4};  // down to the right, 36.87 degrees: g sin = 6
    scene.world.walls.push_back(ramp);
    scene.law.restitution_walls = 0;
    scene.balls.push_back({"rock", {0.06 * 5, 0.08 * 5}, {}, 0.5, 1});
    auto simulation = Simulation<2>::create(scene);
    const auto event = simulation->next_event(2);
    ASSERT_TRUE(event);
    EXPECT_EQ(event->ball_after.phase, sliding_on(4));
    EXPECT_FALSE(simulation->next_event(2));
    const Vec<double, 2> way = {simulation->position_now(0)[0] - 0.3, simulation->position_now(0)[1] - 0.4};
    EXPECT_NEAR(std::sqrt(way[0] * way[0] + way[1] * way[1]), 6 * 4.0 / 2, 1e-12);
    EXPECT_NEAR(3 * way[0] + 4 * way[1], 0, 1e-13);
}

// On a line: masses 1 and 3 meet with speed 4 and part with 4 e.
TEST(Species, EachPairHasItsRestitution) {
    for (const auto& [names, e] :
         {std::pair{"steel steel", 1.0}, {"steel cork", 0.25}, {"cork cork", 0.75}}) {
        const std::string both = names;
        const std::size_t gap = both.find(' ');
        Scene<2> scene;
        scene.law.between = {{"cork", "steel", 0.25}, {"cork", "cork", 0.75}};
        scene.law.elastic_below = 0;
        scene.balls = {{both.substr(0, gap) + " 1", {0, 0}, {4, 0}, 0.5, 1},
                       {both.substr(gap + 1) + " 2", {2, 0}, {}, 0.5, 3},
                       {"cork 3", {0, 9}, {}, 0.5, 1},
                       {"steel 4", {2, 9}, {}, 0.5, 1}};
        auto simulation = Simulation<2>::create(scene);
        const auto event = simulation->next_event(1);
        ASSERT_TRUE(event) << names;
        EXPECT_EQ(event->restitution, e) << names;
        EXPECT_DOUBLE_EQ(event->ball_after.velocity[0], 1 - 3 * e) << names;
        EXPECT_DOUBLE_EQ(event->other_after.velocity[0], 1 + e) << names;
    }
}

TEST(Gravity, ATowerComesToRestAndWakesWhenItIsHit) {
    Scene<2> scene;
    scene.world.box = {{-2, 0}, {2, 20}};
    scene.world.boundary = {Boundary::wall, Boundary::wall};
    scene.world.gravity[1] = -9.81;
    scene.law.restitution_balls = 0.4;
    scene.law.restitution_walls = 0.4;
    for (int i = 0; i < 3; ++i) scene.balls.push_back({"", {0, 0.6 + 1.2 * i}, {}, 0.5, 1});
    scene.balls.push_back({"hammer", {0.2, 15}, {}, 0.5, 1});
    auto simulation = Simulation<2>::create(scene);
    std::uint64_t events = 0;
    while (simulation->next_event(1000)) ASSERT_LT(++events, 200'000U);
    EXPECT_EQ(simulation->stop_reason(), StopReason::no_more_events);
    EXPECT_GT(simulation->counts().rests, 2U);
    EXPECT_GT(simulation->counts().wakes + simulation->counts().clusters, 0U);
    for (std::size_t ball = 0; ball < 4; ++ball) EXPECT_LT(simulation->position_now(ball)[1], 4) << ball;
    EXPECT_NEAR(simulation->kinetic_energy(), 0, 1e-3);
}

/// A ball that lies on a floor is struck from the side: it leaves as it would in the plane.
TEST(Gravity, ABallThatLiesOnAFloorSlidesOffWhenItIsHit) {
    Scene<3> scene = test::scene_over_floor<3>(9.81);
    scene.law.restitution_walls = 0.5;
    scene.balls = {{"cue", {0, 0, 0.03}, {1, 0, 0}, 0.03, 1}, {"", {1, 0.01, 0.03}, {}, 0.03, 1}};
    auto simulation = Simulation<3>::create(scene);
    while (simulation->next_event(2)) continue;
    EXPECT_EQ(simulation->counts().rests, 1U);
    const double side = 1.0 / 6;  // sine of the line of centres with x
    const Vec<double, 3> struck = simulation->state(1).velocity;
    EXPECT_NEAR(struck[0], 1 - side * side, 1e-12);
    EXPECT_NEAR(struck[1], side * std::sqrt(1 - side * side), 1e-12);
    EXPECT_EQ(struck[2], 0);
    const Vec<double, 3> cue = simulation->state(0).velocity;
    EXPECT_NEAR(cue[0], side * side, 1e-12);
    EXPECT_NEAR(cue[1], -side * std::sqrt(1 - side * side), 1e-12);
}

/// It lies in the corner of floor and cushion, and is struck along both, or a little into the cushion.
TEST(Gravity, ABallThatIsFrozenToTheCushionSlidesAlongIt) {
    for (const double aside : {0.0, 1e-9, 1e-5, 1e-3}) {
        Scene<3> scene;
        scene.world.gravity[2] = -9.81;
        scene.world.box.upper = {10, 2, 1};
        scene.world.boundary = {Boundary::open, Boundary::wall, Boundary::wall};
        scene.law.restitution_walls = 0.5;
        scene.balls = {{"cue", {0, 0.03 + aside, 0.03}, {1, 0, 0}, 0.03, 1},
                       {"frozen", {1, 0.03, 0.03}, {}, 0.03, 1}};
        auto simulation = Simulation<3>::create(scene);
        while (simulation->next_event(1.5)) continue;
        EXPECT_NEAR(simulation->state(1).velocity[0], 1, 0.01) << aside;
        EXPECT_GT(simulation->position_now(1)[0], 1.5) << aside;
    }
}

/// No restitution takes energy: a tower that is hit, and a ball that balls pinned in a corner throw back.
TEST(Gravity, AnElasticTowerThatIsHitGoesOn) {
    Scene<2> scene = test::scene_over_floor<2>(9.81);
    for (int i = 0; i < 3; ++i) scene.balls.push_back({"", {0, 0.5 + i}, {}, 0.5, 1});
    scene.balls.push_back({"hammer", {0.05, 6}, {0, -5}, 0.5, 1});
    auto simulation = Simulation<2>::create(scene);
    const auto energy = [&] { return simulation->kinetic_energy() + simulation->potential_energy(); };
    const double before = energy();
    while (simulation->next_event(5)) continue;
    EXPECT_EQ(simulation->stop_reason(), StopReason::time_reached);
    EXPECT_NEAR(energy(), before, 1e-6 * before);
}

/// A ball that does not bounce falls between two that lie apart: it pushes them aside.
TEST(Gravity, AMarbleBetweenTwoPartsThem) {
    Scene<2> scene = test::scene_over_floor<2>(9.81);
    scene.law = {0, 0, {}};
    scene.balls = {{"", {0, 0.5}, {}, 0.5, 1}, {"", {1.5, 0.5}, {}, 0.5, 1}, {"", {0.75, 1.6}, {}, 0.5, 1}};
    auto simulation = Simulation<2>::create(scene);
    while (simulation->next_event(2)) continue;
    EXPECT_NEAR(simulation->position_now(2)[1], 0.5, 0.01);
    EXPECT_LT(simulation->position_now(0)[0], -0.5);
    EXPECT_GT(simulation->position_now(1)[0], 2);
}

TEST(Containers, ABilliardInACircleKeepsItsAngle) {
    Scene<2> scene;
    scene.world.containers.push_back({"dish", {1, 2}, {}, 1.5});
    scene.balls.push_back({"", {1.6, 2}, {0.3, 1.1}, 0.25, 1});
    auto simulation = Simulation<2>::create(scene);
    // A chord between two impacts has the same length each time: with p the angular momentum per speed,
    // 2 sqrt(R^2 - p^2) for R the radius that the centre has.
    const double speed = std::sqrt(0.09 + 1.21);
    const double p = 0.6 * 1.1 / speed;
    const double chord = 2 * std::sqrt(1.25 * 1.25 - p * p);
    double before = simulation->seconds(simulation->next_event()->time);
    for (int i = 0; i < 1000; ++i) {
        const double now = simulation->seconds(simulation->next_event()->time);
        ASSERT_NEAR((now - before) * speed, chord, 1e-12) << "impact " << i;
        before = now;
    }
    EXPECT_NEAR(simulation->kinetic_energy(), speed * speed / 2, 1e-12);
}

TEST(Containers, AMarbleInABowlKeepsItsEnergy) {
    Scene<3> scene;
    scene.world.gravity[2] = -9.81;
    scene.world.containers.push_back({"bowl", {0, 0, 1}, {}, 1});
    scene.balls.push_back({"", {0.4, 0.1, 0.6}, {0.2, 0.3, 0}, 0.1, 1});
    auto simulation = Simulation<3>::create(scene);
    const double energy = simulation->kinetic_energy() + simulation->potential_energy();
    for (int i = 0; i < 2000; ++i) ASSERT_TRUE(simulation->next_event());
    EXPECT_NEAR(simulation->kinetic_energy() + simulation->potential_energy(), energy, 1e-11);
}

TEST(Containers, AMarbleCaughtByABowlSlidesOnInIt) {
    using namespace detail;
    Scene<2> scene;
    scene.world.gravity[1] = -10;
    scene.law.restitution_walls = 0;
    scene.world.containers.push_back({"bowl", {0, 0}, {}, 1});
    scene.balls.push_back({"", {-0.8, 0}, {0, 0}, 0.1, 1});
    auto simulation = Simulation<2>::create(scene);
    const auto caught = simulation->next_event();
    ASSERT_TRUE(caught && caught->kind == EventKind::ball_wall && caught->restitution == 0);
    EXPECT_GT(length(caught->ball_after.velocity), 1);
    EXPECT_NEAR(dot(caught->ball_after.velocity, caught->ball_after.position), 0, 1e-12);
    // It slides through the lowest point and comes as high as its energy lets it, but for the hops.
    const double energy = simulation->kinetic_energy() + simulation->potential_energy();
    double highest = -1;
    while (simulation->next_event(2.0))
        if (simulation->position_now(0)[0] > 0) highest = std::max(highest, simulation->position_now(0)[1]);
    EXPECT_NEAR(highest, energy / 10, 0.02);
}

TEST(Pistons, ABallAtRestIsPushed) {
    Scene<2> scene;
    scene.world.gravity[1] = -10;
    scene.law.restitution_walls = 0;
    Wall<2> floor;
    floor.half_space.normal = {0, 1};
    scene.world.walls.push_back(floor);
    Wall<2> piston;
    piston.half_space.normal = {1, 0};
    piston.speed = 1;
    scene.world.walls.push_back(piston);
    scene.balls = {{"", {3, 0.5}, {}, 0.5, 1}};
    auto simulation = Simulation<2>::create(scene);
    while (simulation->next_event(10)) {
    }
    EXPECT_EQ(simulation->stop_reason(), StopReason::time_reached);
    EXPECT_GT(simulation->counts().rests, 0U);
    EXPECT_GE(simulation->position_now(0)[0], 10.5 * (1 - 1e-12));
}

TEST(Pistons, ABallBetweenAWallAndAPistonGainsWhatThePistonGives) {
    Scene<2> scene;
    Wall<2> wall;
    wall.half_space.normal = {1, 0};
    scene.world.walls.push_back(wall);
    Wall<2> piston;
    piston.half_space.normal = {-2, 0};
    piston.half_space.offset = -6;  // the surface is at x = 3
    piston.speed = 0.25;
    scene.world.walls.push_back(piston);
    scene.balls.push_back({"", {1, 0}, {1, 0}, 0.5, 1});
    auto simulation = Simulation<2>::create(scene);
    // Centre from 1 to the piston's 2.5 - t / 4 at speed 1: t = 1.2; then -(1 + 2 / 4).
    auto event = simulation->next_event(10);
    ASSERT_TRUE(event);
    EXPECT_EQ(event->other, 5U);
    EXPECT_NEAR(simulation->seconds(event->time), 1.2, 1e-15);
    EXPECT_NEAR(event->ball_after.velocity[0], -1.5, 1e-15);
    event = simulation->next_event(10);
    EXPECT_EQ(event->other, 4U);
    EXPECT_NEAR(simulation->seconds(event->time), 1.2 + 1.7 / 1.5, 1e-14);
}

/// Kinetic energy per degree of freedom, averaged over a run.
template <int N>
double mean_temperature(const Scene<N>& scene, double start, double end) {
    auto simulation = Simulation<N>::create(scene);
    double sum = 0;
    int samples = 0;
    for (double t = start; t < end; t += 0.5) {
        while (simulation->next_event(t)) {
        }
        sum += 2 * simulation->kinetic_energy() / (N * static_cast<double>(scene.balls.size()));
        ++samples;
    }
    return sum / samples;
}

Scene<3> few_balls() {
    Scene<3> scene;
    scene.world.box.upper = {4, 4, 4};
    scene.world.boundary.fill(Boundary::periodic);
    for (int i = 0; i < 64; ++i)
        scene.balls.push_back({"", {i % 4 + 0.5, i / 4 % 4 + 0.5, i / 16 + 0.5}, {}, 0.2, 1.0 + i % 3});
    return scene;
}

TEST(Thermostats, KeepTheirTemperature) {
    Scene<3> scene = few_balls();
    scene.thermostat = Thermostat{1.7, 1.0};
    // 192 degrees of freedom, renewed about once in a unit of time: a standard error of 1.7 sqrt(2/192/500).
    EXPECT_NEAR(mean_temperature(scene, 10, 510), 1.7, 5 * 1.7 * std::sqrt(2.0 / 192 / 500));
}

TEST(Thermostats, WarmWallsGiveTheirTemperature) {
    Scene<3> scene = few_balls();
    scene.world.boundary[2] = Boundary::open;
    for (const double side : {1.0, -1.0}) {
        Wall<3> wall;
        wall.half_space.normal[2] = side;
        wall.half_space.offset = side > 0 ? 0 : -4;
        wall.temperature = 2.5;
        scene.world.walls.push_back(wall);
    }
    scene.balls[0].velocity[2] = 1;
    EXPECT_NEAR(mean_temperature(scene, 50, 1050), 2.5, 0.1);
}

}  // namespace
}  // namespace carom
