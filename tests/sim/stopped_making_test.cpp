// Promise: whoever makes a gas, checks a scene or makes a simulation is asked again and again whether to go
// on. The work between two questions is bounded by a number of balls. A no ends the work, and nobody is asked
// again.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "carom/sim/dense_gas.hpp"
#include "carom/sim/simulation.hpp"
#include "scene/scenes.hpp"
#include "support/event_bits.hpp"

namespace carom::test {
namespace {

/// Steps of a ball each, between two questions.
constexpr std::size_t kUnasked = 256;

/// Says no when it is asked for the `last`-th time.
class Asked {
public:
    explicit Asked(std::size_t last) : last_(last) {}
    bool operator()() { return ++times_ < last_; }
    std::size_t times() const { return times_; }

private:
    std::size_t last_;
    std::size_t times_ = 0;
};

/// `work(go_on)` says whether it came to its end. Stops it at its first question, at its last one and
/// between.
template <class Work>
void expect_to_stop(const Work& work, std::size_t fewest) {
    Asked always(SIZE_MAX);
    ASSERT_TRUE(work(std::ref(always)));
    EXPECT_GE(always.times(), fewest);
    for (const std::size_t last : {std::size_t{1}, always.times() / 3, always.times() / 2, always.times()}) {
        Asked asked(last);
        EXPECT_FALSE(work(std::ref(asked))) << last << " of " << always.times();
        EXPECT_EQ(asked.times(), last) << " of " << always.times();
    }
}

template <int N>
Scene<N> gas(double packing, std::size_t count) {
    const double volume = static_cast<double>(count) * (N == 2 ? 0.7853981633974483 : 0.5235987755982988);
    const World<N> world = box_world<N>(std::pow(volume / packing, 1.0 / N), Boundary::periodic);
    RandomGas<N> request = gas_in(world, packing);
    request.packing.reset();
    request.count = count;
    request.motion.temperature = 1;
    return {"", world, {}, *make_random_gas(request, world)};
}

TEST(StoppedMaking, RandomInsertionAsksAfterSoManyBalls) {
    const World<3> world = box_world<3>(20, Boundary::wall);
    const RandomGas<3> request = gas_in(world, 0.25);
    const std::size_t balls = make_random_gas(request, world)->size();
    std::string said;
    const auto make = [&](const std::function<bool()>& go_on) {
        const auto made = make_random_gas(request, world, {}, go_on);
        if (!made) said = made.error().message;
        return made && made->size() == balls;
    };
    expect_to_stop(make, balls / kUnasked);
    EXPECT_EQ(said.find("insertion was stopped after "), 0U) << said;
}

TEST(StoppedMaking, GrowthAsksWhileBallsAreInsertedAndWhileTheyGrow) {
    const World<3> world = box_world<3>(12, Boundary::periodic);
    const RandomGas<3> request = gas_in(world, 0.5);
    std::size_t before = 0;
    std::size_t during = 0;
    const auto balls = make_dense_gas(request, world, {}, {{}, [&](const GrowthProgress& growth) {
                                                               EXPECT_EQ(growth.wanted > 0, true);
                                                               ++(growth.packing == 0 ? before : during);
                                                               return true;
                                                           }});
    ASSERT_TRUE(balls);
    EXPECT_GE(before, balls->size() / kUnasked);
    EXPECT_GE(during, 10 * balls->size() / kUnasked);  // every ball collides many times
    const auto make = [&](const std::function<bool()>& go_on) {
        return !!make_dense_gas(request, world, {}, {{}, [&](const GrowthProgress&) { return go_on(); }});
    };
    expect_to_stop(make, before + during);
}

TEST(StoppedMaking, TheCheckOfASceneAsksAfterSoManyBalls) {
    const Scene<3> scene = gas<3>(0.2, 4000);
    const auto check = [&](const std::function<bool()>& go_on) {
        const Validation found = validate(scene, go_on);
        if (found.faults.empty()) return true;
        EXPECT_EQ(messages(found.faults), "the check was stopped\n");
        return false;
    };
    // For the numbers, for the places, to fill the grid and to look around in it.
    expect_to_stop(check, 4 * scene.balls.size() / kUnasked - 4);
}

/// In shells, in cells and by images the engine has steps of its own for each ball.
TEST(StoppedMaking, ASimulationAsksAfterSoManyBalls) {
    const auto expect_made = [](const auto& scene, NeighbourSearch search, std::size_t steps_of_a_ball) {
        const auto make = [&]<int N>(const Scene<N>& of, const std::function<bool()>& go_on) {
            const auto made = Simulation<N>::create(of, {1, search}, go_on);
            if (made) {
                EXPECT_EQ(made->settings().search, search);
                return true;
            }
            EXPECT_NE(messages(made.error().faults).find(" was stopped"), std::string::npos);
            return false;
        };
        const std::size_t fewest = steps_of_a_ball * (scene.balls.size() / kUnasked) - 1;
        expect_to_stop([&](const std::function<bool()>& go_on) { return make(scene, go_on); }, fewest);
    };
    // 4 of the check; then list, predict, move the origin, look for touching balls.
    expect_made(gas<3>(0.3, 4000), NeighbourSearch::shells, 8);
    expect_made(gas<2>(0.01, 4000), NeighbourSearch::cells, 8);
    expect_made(gas<3>(1e-7, 2000), NeighbourSearch::images, 6);
}

TEST(StoppedMaking, ASavedSimulationAsksWhileItIsTakenUp) {
    const Scene<3> scene = gas<3>(0.3, 2000);
    auto simulation = Simulation<3>::create(scene);
    ASSERT_TRUE(simulation);
    for (int k = 0; k < 3000; ++k) simulation->next_event();
    const SavedState<3> saved = simulation->saved_state();
    Asked asked(SIZE_MAX);
    auto resumed = Simulation<3>::resume(scene, saved, {}, std::ref(asked));
    ASSERT_TRUE(resumed);
    EXPECT_GE(asked.times(), 12 * (scene.balls.size() / kUnasked) - 1);  // it is made, and then once more
    for (int k = 0; k < 3000; ++k) {
        const auto expected = simulation->next_event();
        const auto event = resumed->next_event();
        ASSERT_TRUE(expected && event && same_bits(*expected, *event)) << k;
    }
    expect_to_stop(
        [&](const std::function<bool()>& go_on) { return !!Simulation<3>::resume(scene, saved, {}, go_on); },
        asked.times());
}

}  // namespace
}  // namespace carom::test
