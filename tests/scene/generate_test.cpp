// Generators: the geometry asked for, no overlaps, the same bits everywhere, and refusals in words.
#include "carom/scene/generate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "scene/random.hpp"
#include "scene/scenes.hpp"

namespace carom::test {
namespace {

constexpr double kPi = 3.14159265358979323846;

template <int N>
double distance(const SceneBall<N>& a, const SceneBall<N>& b) {
    double squared = 0;
    for (int k = 0; k < N; ++k) squared += (a.position[k] - b.position[k]) * (a.position[k] - b.position[k]);
    return std::sqrt(squared);
}

template <int N>
std::size_t touching_pairs(const std::vector<SceneBall<N>>& balls) {
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < balls.size(); ++i) {
        for (std::size_t j = i + 1; j < balls.size(); ++j) {
            const double reach = balls[i].radius + balls[j].radius;
            pairs += std::fabs(distance(balls[i], balls[j]) - reach) < 1e-12 * reach ? 1 : 0;
        }
    }
    return pairs;
}

template <int N>
void expect_sound(const std::vector<SceneBall<N>>& balls, const World<N>& world = {}) {
    const Validation validation = validate(scene_of<N>(balls, world));
    EXPECT_TRUE(validation.faults.empty()) << messages(validation.faults);
}

template <int N>
void expect_refusal(const GeneratedBalls<N>& balls, const std::string& field, const std::string& words) {
    ASSERT_FALSE(balls);
    EXPECT_EQ(balls.error().field, field) << balls.error().message;
    EXPECT_NE(balls.error().message.find(words), std::string::npos) << balls.error().message;
}

Rack<2> tight_rack(RackShape shape, Direction direction) {
    Rack<2> rack;
    rack.shape = shape;
    rack.apex = {{1.905, 0.635}};
    rack.direction = direction;
    rack.radius = 0.028575;
    return rack;
}

TEST(Rack, TouchesEveryNeighbourInEveryDirection) {
    for (const auto direction :
         {Direction::plus_x, Direction::minus_x, Direction::plus_y, Direction::minus_y}) {
        const auto nine = make_rack(tight_rack(RackShape::nine_ball, direction));
        ASSERT_TRUE(nine);
        EXPECT_EQ(nine->size(), 9U);
        EXPECT_EQ(touching_pairs(*nine), 16U);
        expect_sound(*nine);
        const auto eight = make_rack(tight_rack(RackShape::eight_ball, direction));
        ASSERT_TRUE(eight);
        EXPECT_EQ(eight->size(), 15U);
        EXPECT_EQ(touching_pairs(*eight), 30U);
        expect_sound(*eight);
    }
}

TEST(Rack, PointsWhereItIsTold) {
    const auto rack = make_rack(tight_rack(RackShape::nine_ball, Direction::minus_y));
    EXPECT_EQ((*rack)[0].position, (Vec2d{1.905, 0.635}));
    for (const SceneBall<2>& one : *rack) EXPECT_LE(one.position[1], 0.635);
    EXPECT_EQ((*rack)[8].position[0], 1.905);
    EXPECT_NEAR((*rack)[8].position[1], 0.635 - 4 * 0.05715 * std::sqrt(3.0) / 2, 1e-15);
}

TEST(Rack, PutsTheBallsThatMatterInTheirPlaces) {
    const auto nine = make_rack(tight_rack(RackShape::nine_ball, Direction::plus_x));
    EXPECT_EQ((*nine)[0].name, "1");
    EXPECT_EQ((*nine)[4].name, "9");
    const auto eight = make_rack(tight_rack(RackShape::eight_ball, Direction::plus_x));
    EXPECT_EQ((*eight)[4].name, "8");
    std::set<std::string> names;
    for (const SceneBall<2>& one : *eight) names.insert(one.name);
    EXPECT_EQ(names.size(), 15U);
}

TEST(Rack, IsItsOwnMirrorImage) {
    Rack<2> request = tight_rack(RackShape::eight_ball, Direction::plus_x);
    request.apex = {{0.3, 0}};
    const auto rack = make_rack(request);
    std::set<std::pair<double, double>> places;
    for (const SceneBall<2>& one : *rack) places.insert({one.position[0], one.position[1]});
    for (const SceneBall<2>& one : *rack) EXPECT_EQ(places.count({one.position[0], -one.position[1]}), 1U);
}

TEST(Rack, LeavesTheGapAskedFor) {
    Rack<2> request = tight_rack(RackShape::nine_ball, Direction::plus_x);
    request.gap = 1e-4;
    const auto rack = make_rack(request);
    EXPECT_NEAR(distance((*rack)[0], (*rack)[1]), 0.05715 + 1e-4, 1e-15);
    EXPECT_TRUE(validate(scene_of<2>(*rack)).notes.empty());
}

TEST(Rack, RefusesWhatMakesNoRack) {
    Rack<2> request = tight_rack(RackShape::nine_ball, Direction::plus_x);
    request.radius = 0;
    expect_refusal(make_rack(request), "radius", "radius is 0");
    request.radius = 1;
    request.gap = -0.1;
    expect_refusal(make_rack(request), "gap", "gap is -0.1");
}

TEST(Cradle, IsARowWithTheFirstBallsMoving) {
    Cradle<3> request;
    request.position = {{1, 2, 3}};
    request.axis = 1;
    request.count = 6;
    request.moving = 2;
    request.speed = 1.5;
    request.approach = 0.75;
    request.radius = 0.25;
    const auto cradle = make_cradle(request);
    ASSERT_TRUE(cradle);
    ASSERT_EQ(cradle->size(), 6U);
    EXPECT_EQ((*cradle)[1].position, (Vec3d{1, 2.5, 3}));
    EXPECT_EQ((*cradle)[1].velocity, (Vec3d{0, 1.5, 0}));
    EXPECT_EQ((*cradle)[2].position, (Vec3d{1, 3.75, 3}));
    EXPECT_EQ((*cradle)[2].velocity, (Vec3d{}));
    EXPECT_EQ(touching_pairs(*cradle), 4U);
    request.moving = 7;
    expect_refusal(make_cradle(request), "moving", "more than the count 6");
}

/// Touching neighbours inside a block of a tight lattice, per ball, away from its faces.
template <int N>
std::size_t most_neighbours(const std::vector<SceneBall<N>>& balls) {
    std::size_t most = 0;
    for (const SceneBall<N>& a : balls) {
        std::size_t count = 0;
        for (const SceneBall<N>& b : balls) {
            const double d = distance(a, b);
            EXPECT_TRUE(d == 0 || d > 2 * a.radius * (1 - 1e-12));
            count += d > 0 && d < 2 * a.radius * (1 + 1e-12) ? 1 : 0;
        }
        most = std::max(most, count);
    }
    return most;
}

template <int N>
std::size_t neighbours_in(LatticeKind kind) {
    Lattice<N> request;
    request.kind = kind;
    request.counts.fill(5);
    request.spacing = 0.3;
    request.radius = 0.15;
    const auto lattice = make_lattice(request);
    EXPECT_TRUE(lattice);
    expect_sound(*lattice);
    return most_neighbours(*lattice);
}

TEST(Lattice, HasTheCoordinationOfItsKind) {
    EXPECT_EQ(neighbours_in<2>(LatticeKind::square), 4U);
    EXPECT_EQ(neighbours_in<2>(LatticeKind::hexagonal), 6U);
    EXPECT_EQ(neighbours_in<3>(LatticeKind::cubic), 6U);
    EXPECT_EQ(neighbours_in<3>(LatticeKind::face_centred), 12U);
}

TEST(Lattice, RefusesWhatItCannotBe) {
    Lattice<2> request;
    request.kind = LatticeKind::face_centred;
    request.counts = {2, 2};
    request.spacing = 1;
    request.radius = 0.5;
    expect_refusal(make_lattice(request), "kind", "does not exist in 2 dimensions");
    request.kind = LatticeKind::square;
    request.spacing = 0.9;
    expect_refusal(make_lattice(request), "spacing", "below the diameter 1");
    request.spacing = 1;
    request.counts = {std::size_t{1} << 40, std::size_t{1} << 40};
    expect_refusal(make_lattice(request), "counts", "there must be 1 to 33554432");
    request.counts = {0, 3};
    expect_refusal(make_lattice(request), "counts", "this makes 0 balls");
}

template <int N>
double packing_of(const std::vector<SceneBall<N>>& balls, double width) {
    double volume = 0;
    for (const SceneBall<N>& one : balls) {
        volume += N == 2 ? kPi * one.radius * one.radius : 4 * kPi / 3 * std::pow(one.radius, 3);
    }
    return volume / std::pow(width, N);
}

template <int N>
void expect_gas_at_limit(Boundary boundary, double width) {
    const World<N> world = box_world<N>(width, boundary);
    const auto gas = make_random_gas(gas_in(world, max_gas_packing<N>), world);
    ASSERT_TRUE(gas) << gas.error().message;
    expect_sound(*gas, world);
    EXPECT_TRUE(validate(scene_of<N>(*gas, world)).notes.empty());
    EXPECT_LE(packing_of(*gas, width), max_gas_packing<N> * (1 + 1e-12));
    EXPECT_GT(packing_of(*gas, width), max_gas_packing<N> - packing_of<N>({ball<N>("", {}, 0.5)}, width));
}

TEST(RandomGas, ReachesItsPackingLimitWithoutAnOverlap) {
    expect_gas_at_limit<2>(Boundary::periodic, 40);
    expect_gas_at_limit<3>(Boundary::periodic, 12);
    expect_gas_at_limit<2>(Boundary::wall, 40);
    expect_gas_at_limit<3>(Boundary::wall, 20);
    expect_gas_at_limit<2>(Boundary::open, 40);
}

TEST(RandomGas, RefusesMoreThanTheLimit) {
    const World<3> cube = box_world<3>(10, Boundary::periodic);
    expect_refusal(make_random_gas(gas_in(cube, 0.301), cube), "packing",
                   "0.301 is above 0.3, the most for random insertion in 3 dimensions");
    const World<2> square = box_world<2>(10, Boundary::periodic);
    expect_refusal(make_random_gas(gas_in(square, 0.46), square), "packing", "above 0.45");
    RandomGas<2> request = gas_in(square, 0.4);
    request.packing.reset();
    request.count = 1000;
    expect_refusal(make_random_gas(request, square), "count", "a packing of 7.854 is above 0.45");
    expect_refusal(make_random_gas(gas_in(square, 0.4500001), square), "packing",
                   "a packing of 0.4500001 is above 0.45,");
}

TEST(RandomGas, RefusesWhatItCannotPlace) {
    const World<2> square = box_world<2>(10, Boundary::wall);
    RandomGas<2> request = gas_in(square, 0.1);
    request.species[0].radius = 5;
    request.packing.reset();
    request.count = 1;
    expect_refusal(make_random_gas(request, square), "count", "above 0.45");
    request.region = {{{-1, 0}}, {{5, 5}}};
    request.species[0].radius = 0.5;
    expect_refusal(make_random_gas(request, square), "region",
                   "reaches outside the box of the world on axis x");
    request.region = {{{0, 0}}, {{9, 0.75}}};
    expect_refusal(make_random_gas(request, square), "radius",
                   "the region is too small: it is 0.75 wide on axis y");
    // a wall leaves no place at all
    World<2> blocked = square;
    blocked.walls = {{"all", {{{1, 0}}, 20}}};
    request.region = square.box;
    expect_refusal(make_random_gas(request, blocked), "", "no room for more than 0 of 1 balls");
}

TEST(RandomGas, KeepsClearOfBallsAndWallsThatAreThere) {
    World<2> world = box_world<2>(20, Boundary::periodic);
    world.boundary[1] = Boundary::wall;
    world.walls = {{"shelf", {{{0, 1}}, 3}}};
    std::vector<SceneBall<2>> balls = {ball<2>("post", {0.5, 10}, 4), ball<2>("grain", {10, 10}, 0.01)};
    RandomGas<2> request = gas_in(world, 0.2);
    request.name = "g";
    const auto gas = make_random_gas<2>(request, world, balls);
    ASSERT_TRUE(gas) << gas.error().message;
    EXPECT_EQ(gas->front().name, "g1");
    balls.insert(balls.end(), gas->begin(), gas->end());
    expect_sound(balls, world);
}

TEST(RandomGas, MixesSpeciesInProportion) {
    const World<3> world = box_world<3>(10, Boundary::periodic);
    RandomGas<3> request = gas_in(world, 0.1);
    request.packing.reset();
    request.count = 1000;
    request.species = {{0.7, 0.02, 1}, {0.2, 0.1, 10}, {0.1, 0.5, 100}};
    const auto gas = make_random_gas(request, world);
    ASSERT_TRUE(gas) << gas.error().message;
    ASSERT_EQ(gas->size(), 1000U);
    EXPECT_EQ((*gas)[699].radius, 0.02);
    EXPECT_EQ((*gas)[700].radius, 0.1);
    EXPECT_EQ((*gas)[900].radius, 0.5);
    expect_sound(*gas, world);
}

TEST(RandomGas, HasTheTemperatureAskedForAndNoDrift) {
    const World<3> world = box_world<3>(20, Boundary::periodic);
    RandomGas<3> request = gas_in(world, 0.1);
    request.species = {{1, 0.5, 1}, {1, 0.25, 8}};
    request.motion.temperature = 2.5;
    const auto gas = make_random_gas(request, world);
    ASSERT_TRUE(gas) << gas.error().message;
    double twice_energy = 0;
    double light = 0;
    Vec3d momentum;
    for (const SceneBall<3>& one : *gas) {
        for (int k = 0; k < 3; ++k) {
            twice_energy += one.mass * one.velocity[k] * one.velocity[k];
            momentum[k] += one.mass * one.velocity[k];
        }
        if (one.mass == 1) light += one.velocity[0] * one.velocity[0];
    }
    const auto count = static_cast<double>(gas->size());
    EXPECT_NEAR(twice_energy / (3 * count), 2.5, 1e-12);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(momentum[k], 0, 1e-10);
    // m v^2 is shared evenly between the species: 5 standard errors
    EXPECT_NEAR(light / (count / 2), 2.5, 5 * 2.5 * std::sqrt(2 / (count / 2)));
}

TEST(SetInMotion, ReachesASpeedAndLeavesImmovableBallsAlone) {
    std::vector<SceneBall<2>> balls(50, ball<2>("", {}, 1));
    balls[7].mass = immovable;
    ThermalMotion motion;
    motion.rms_speed = 3;
    motion.drift = ThermalMotion::Drift::kept;
    ASSERT_FALSE(set_in_motion<2>(balls, motion));
    double squared = 0;
    for (const SceneBall<2>& one : balls)
        squared += one.velocity[0] * one.velocity[0] + one.velocity[1] * one.velocity[1];
    EXPECT_NEAR(squared / 49, 9, 1e-12);
    EXPECT_EQ(balls[7].velocity, Vec2d{});
}

TEST(SetInMotion, RefusesTheImpossible) {
    std::vector<SceneBall<2>> one = {ball<2>("", {}, 1)};
    ThermalMotion motion;
    motion.temperature = 1;
    const auto alone = set_in_motion<2>(one, motion);
    ASSERT_TRUE(alone);
    EXPECT_NE(alone->message.find("drift is removed"), std::string::npos);
    motion.rms_speed = 1;
    EXPECT_EQ(set_in_motion<2>(one, motion)->field, "rms_speed");
    motion.rms_speed.reset();
    motion.temperature = -1;
    EXPECT_EQ(set_in_motion<2>(one, motion)->field, "temperature");
}

TEST(SetInMotion, RefusesSpeedsOutsideTheLimits) {
    std::vector<SceneBall<2>> balls(50, ball<2>("", {}, 1));
    const auto expect_outside = [&](const ThermalMotion& motion, const std::string& words) {
        const auto error = set_in_motion<2>(balls, motion);
        ASSERT_TRUE(error);
        EXPECT_NE(error->message.find(words + ", which gives balls speeds outside the range"),
                  std::string::npos)
            << error->message;
        for (const SceneBall<2>& one : balls) EXPECT_EQ(one.velocity, Vec2d{});
    };
    ThermalMotion motion;
    motion.rms_speed = 1e-100;
    expect_outside(motion, "rms_speed is 1e-100");
    motion.rms_speed = 1e100;
    expect_outside(motion, "rms_speed is 1e+100");
    motion.rms_speed.reset();
    motion.temperature = 1e100;
    for (SceneBall<2>& one : balls) one.mass = 1e-100;
    expect_outside(motion, "temperature is 1e+100");
    motion.temperature = 1e-90;
    EXPECT_FALSE(set_in_motion<2>(balls, motion));
    expect_sound(std::vector<SceneBall<2>>{balls[0]});
}

TEST(Random, ConvertsTheStandardsGeneratorBitByBit) {
    // The 10000th number of a default-seeded std::mt19937_64 is 9981545732273789042 (C++20, 29.5.6).
    detail::Random random(5489);
    for (int i = 1; i < 10000; ++i) random.uniform();
    EXPECT_EQ(random.uniform(), static_cast<double>(9981545732273789042U >> 11U) * 0x1p-53);
}

TEST(Generators, GiveTheSameBitsOnEveryMachine) {
    const World<3> cube = box_world<3>(12.8, Boundary::periodic);
    RandomGas<3> request = gas_in(cube, 0.25);
    request.motion.temperature = 1;
    EXPECT_EQ(hash_of(*make_random_gas(request, cube)), 11710029754316469232U);
    request.seed = 2;
    EXPECT_EQ(hash_of(*make_random_gas(request, cube)), 12208424865341421687U);
    EXPECT_EQ(hash_of(*make_rack(tight_rack(RackShape::eight_ball, Direction::plus_x))),
              5174732819922653533U);
    Lattice<2> lattice;
    lattice.kind = LatticeKind::hexagonal;
    lattice.counts = {7, 5};
    lattice.spacing = 0.3;
    lattice.radius = 0.1;
    lattice.motion.rms_speed = 1;
    EXPECT_EQ(hash_of(*make_lattice(lattice)), 6230961133086203456U);
}

}  // namespace
}  // namespace carom::test
