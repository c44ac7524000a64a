// Dense gases: insertion as far as it gets, growth beyond, and clear words where neither can do it.
#include "carom/sim/dense_gas.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/scene/validate.hpp"
#include "carom/sim/simulation.hpp"
#include "scene/scenes.hpp"

namespace carom::test {
namespace {

template <int N>
void expect_sound(const std::vector<SceneBall<N>>& balls, const World<N>& world) {
    Scene<N> scene;
    scene.world = world;
    scene.balls = balls;
    const Validation validation = validate(scene);
    EXPECT_TRUE(validation.faults.empty()) << validation.faults.front().message;
    EXPECT_TRUE(validation.notes.empty()) << validation.notes.front().message;
}

template <int N>
void expect_refusal(const GeneratedBalls<N>& balls, const std::string& field, const std::string& words) {
    ASSERT_FALSE(balls);
    EXPECT_EQ(balls.error().field, field);
    EXPECT_NE(balls.error().message.find(words), std::string::npos) << balls.error().message;
}

TEST(DenseGas, IsTheRandomGasAsFarAsThatGets) {
    const World<3> world = box_world<3>(10, Boundary::periodic);
    RandomGas<3> request = gas_in(world, max_gas_packing<3>);
    request.motion.temperature = 1;
    const auto dense = make_dense_gas(request, world);
    const auto thin = make_random_gas(request, world);
    ASSERT_TRUE(dense);
    ASSERT_EQ(dense->size(), thin->size());
    for (std::size_t i = 0; i < thin->size(); ++i) {
        EXPECT_EQ((*dense)[i].position, (*thin)[i].position);
        EXPECT_EQ((*dense)[i].velocity, (*thin)[i].velocity);
    }
}

TEST(DenseGas, GrowsToAMixtureInMotion) {
    World<3> world = box_world<3>(9, Boundary::periodic);
    world.boundary[2] = Boundary::wall;
    RandomGas<3> request = gas_in(world, 0.58);
    request.species = {{3, 0.3, 1}, {1, 0.5, 5}};
    request.motion.temperature = 2;
    request.name = "b";
    const auto gas = make_dense_gas(request, world);
    ASSERT_TRUE(gas) << gas.error().message;
    expect_sound(*gas, world);
    double filled = 0;
    double twice_energy = 0;
    Vec3d momentum;
    for (std::size_t i = 0; i < gas->size(); ++i) {
        const SceneBall<3>& ball = (*gas)[i];
        EXPECT_EQ(ball.name, "b" + std::to_string(i + 1));
        EXPECT_EQ(ball.radius, ball.mass == 1 ? 0.3 : 0.5);
        filled += 4 * std::numbers::pi / 3 * std::pow(ball.radius, 3);
        for (int k = 0; k < 3; ++k) {
            twice_energy += ball.mass * ball.velocity[k] * ball.velocity[k];
            momentum[k] += ball.mass * ball.velocity[k];
        }
    }
    EXPECT_NEAR(filled / std::pow(9.0, 3), 0.58, 1e-3);
    EXPECT_NEAR(twice_energy / (3 * static_cast<double>(gas->size())), 2, 1e-12);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(momentum[k], 0, 1e-10);
}

TEST(DenseGas, FillsARegionOfAnOpenWorld) {
    const World<2> world = box_world<2>(1, Boundary::open);
    RandomGas<2> request = gas_in(world, 0.8);
    request.region = {{-10, 5}, {20, 25}};
    const auto gas = make_dense_gas(request, world);
    ASSERT_TRUE(gas) << gas.error().message;
    expect_sound(*gas, world);
    for (const SceneBall<2>& ball : *gas) {
        for (int k = 0; k < 2; ++k) {
            EXPECT_GE(ball.position[k] - 0.5, request.region.lower[k]);
            EXPECT_LE(ball.position[k] + 0.5, request.region.upper[k]);
        }
    }
}

TEST(DenseGas, FindsRoomInANarrowBoxWhereInsertionDoesNot) {
    const World<2> world = box_world<2>(1.87, Boundary::wall);
    RandomGas<2> request = gas_in(world, 0.1);
    request.packing.reset();
    request.count = 2;
    int crowded = 0;
    for (request.seed = 1; request.seed <= 3; ++request.seed) {
        crowded += make_random_gas(request, world) ? 0 : 1;
        const auto gas = make_dense_gas(request, world);
        ASSERT_TRUE(gas) << gas.error().message;
        expect_sound(*gas, world);
    }
    EXPECT_GT(crowded, 0);
}

template <int N>
void expect_immovable_at_rest(double width, double packing) {
    const World<N> world = box_world<N>(width, Boundary::periodic);
    RandomGas<N> request = gas_in(world, packing);
    request.species[0].mass = immovable;
    const auto gas = make_dense_gas(request, world);
    ASSERT_TRUE(gas) << gas.error().message;
    expect_sound(*gas, world);
    for (const SceneBall<N>& ball : *gas) {
        EXPECT_EQ(ball.mass, immovable);
        EXPECT_EQ(ball.velocity, (Vec<double, N>{}));
    }
    request.motion.temperature = 1;
    expect_refusal(make_dense_gas(request, world), "temperature",
                   "temperature is given, but all balls here are immovable and must rest");
}

TEST(DenseGas, PutsImmovableBallsToo) {
    expect_immovable_at_rest<2>(30, 0.3);
    expect_immovable_at_rest<2>(20, 0.8);
    expect_immovable_at_rest<3>(8, 0.2);
    expect_immovable_at_rest<3>(8, 0.55);
}

TEST(DenseGas, MovesOnlyWhatCanMove) {
    const World<2> world = box_world<2>(20, Boundary::periodic);
    RandomGas<2> request = gas_in(world, 0.7);
    request.species = {{1, 0.5, immovable}, {1, 0.3, 2}};
    request.motion.temperature = 1.5;
    const auto gas = make_dense_gas(request, world);
    ASSERT_TRUE(gas) << gas.error().message;
    expect_sound(*gas, world);
    double twice_energy = 0;
    double moving = 0;
    for (const SceneBall<2>& ball : *gas) {
        if (ball.mass == immovable) continue;
        twice_energy += 2 * (ball.velocity[0] * ball.velocity[0] + ball.velocity[1] * ball.velocity[1]);
        moving += 1;
    }
    EXPECT_NEAR(twice_energy / (2 * moving), 1.5, 1e-12);
}

TEST(DenseGas, RefusesWhatItCannotReach) {
    const World<3> cube = box_world<3>(10, Boundary::periodic);
    expect_refusal(make_dense_gas(gas_in(cube, 0.65), cube), "packing",
                   "a packing of 0.65 is above 0.64, the most for a random gas in 3 dimensions");
    const World<2> square = box_world<2>(10, Boundary::periodic);
    expect_refusal(make_dense_gas(gas_in(square, 0.85), square), "packing", "above 0.84");
    expect_refusal(make_dense_gas(gas_in(cube, 0.64), cube, {}, {0.2, {}}), "packing",
                   "the growing balls are jammed at a packing of 0.6");
    expect_refusal(make_dense_gas(gas_in(cube, 0.6), cube, {}, {0.0, {}}), "growth_rate",
                   "growth_rate is 0; it must be within 1e-04 to 10");
    const auto until = [&](double packing) {
        return make_dense_gas(gas_in(cube, 0.6), cube, {},
                              {{}, [&](const GrowthProgress& growth) { return growth.packing < packing; }});
    };
    expect_refusal(until(0), "", "insertion was stopped after ");
    expect_refusal(until(0.1), "", "growth was stopped at a packing of 0.2");
    RandomGas<3> hot = gas_in(cube, 0.6);
    hot.motion.temperature = -1;
    expect_refusal(make_dense_gas(hot, cube), "temperature", "temperature is -1");
    RandomGas<3> one = gas_in(cube, 0.5);
    one.species[0].radius = 4.96;
    one.packing.reset();
    one.count = 1;
    expect_refusal(make_dense_gas(one, cube), "radius", "is above 0.99 of the periodic region's width");
}

TEST(DenseGas, DoesNotGrowAmongOthers) {
    World<2> world = box_world<2>(20, Boundary::periodic);
    const std::vector<SceneBall<2>> post = {{"", {1, 1}, {}, 0.5, 1}};
    expect_refusal(make_dense_gas<2>(gas_in(world, 0.5), world, post), "packing",
                   "a packing of 0.5 is above 0.45, the most for a random gas among other balls or walls");
    EXPECT_TRUE(make_dense_gas<2>(gas_in(world, 0.4), world, post));
    world.boundary.fill(Boundary::wall);
    world.walls = {{"ramp", {{1, 1}, 2}}};
    expect_refusal(make_dense_gas(gas_in(world, 0.5), world), "packing", "among other balls or walls");
}

/// PV / NkT of the hard-sphere fluid after Kolafa, Labik and Malijevsky (2004), in Heyes's form.
double fluid_pressure(double packing) {
    const double x = packing / (1 - packing);
    return 1 + x * (4 + x * (6 + x * (2.3647684 + x * (-0.8698551 + x * (1.1062803 - x * 1.1014221))))) +
           0.66605866 * std::pow(x, 7) - 0.03633431 * std::pow(x, 8) - 0.20965164 * std::pow(x, 10) +
           0.10555569 * std::pow(x, 14) - 0.0087238 * std::pow(x, 22);
}

TEST(DenseGas, StartsAFluidThatHasTheFluidsPressure) {
    Scene<3> scene;
    scene.world = box_world<3>(16, Boundary::periodic);
    RandomGas<3> request = gas_in(scene.world, 0.49);
    request.motion.temperature = 1;
    const auto gas = make_dense_gas(request, scene.world);
    ASSERT_TRUE(gas) << gas.error().message;
    scene.balls = *gas;
    const auto balls = static_cast<double>(gas->size());
    auto simulation = Simulation<3>::create(scene);
    ASSERT_TRUE(simulation);
    for (std::size_t i = 0; i < 5 * gas->size(); ++i) ASSERT_TRUE(simulation->next_event());
    const double start = simulation->seconds(simulation->now());
    for (std::size_t i = 0; i < 40 * gas->size(); ++i) ASSERT_TRUE(simulation->next_event());
    const double rate = 40 / (simulation->seconds(simulation->now()) - start);
    const double packing = balls * std::numbers::pi / 6 / std::pow(16.0, 3);
    // Of collisions for each ball, at kT = m = 1 and diameter 1.
    const double pressure = 1 + std::sqrt(std::numbers::pi) / 3 * rate;
    EXPECT_NEAR(pressure / fluid_pressure(packing), 1, 0.03);
}

}  // namespace
}  // namespace carom::test
