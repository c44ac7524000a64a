// Hash of a small simulation.
#include "carom/sim/simulation.hpp"

#include <cstdio>
#include <cstdlib>

#include "bits.hpp"
#include "queries.hpp"

namespace {

constexpr int kEvents = 500;

carom::Scene<2> scene() {
    carom::Scene<2> result;
    result.world.box = {{0, 0}, {8, 4}};
    result.world.boundary = {carom::Boundary::wall, carom::Boundary::periodic};
    result.law.restitution_walls = 0.75;
    for (int i = 0; i < 12; ++i) {
        carom::SceneBall<2> ball;
        ball.position = {1.0 + (i % 6), 1.0 + 2 * (i / 6)};
        ball.velocity = {static_cast<double>(i - 5), static_cast<double>((i * 7) % 5 - 2)};
        ball.radius = i % 2 == 0 ? 0.25 : 0.375;
        ball.mass = i == 3 ? 2 : 1;
        result.balls.push_back(ball);
    }
    // So small a speed that its powers underflow.
    result.balls[0].velocity = {0, 0x1p-330};
    return result;
}

void add_state(Hash& hash, const carom::BallState<2>& state) {
    hash.add_vec(state.position);
    hash.add_vec(state.velocity);
    for (int axis = 0; axis < 2; ++axis) hash.add(static_cast<std::uint64_t>(state.image[axis]));
    hash.add(static_cast<std::uint64_t>(state.time.epoch));
    hash.add_number(state.time.offset);
}

}  // namespace

std::uint64_t hash_simulation() {
    auto simulation = carom::Simulation<2>::create(scene());
    if (!simulation) {
        for (const auto& fault : simulation.error().faults)
            std::fprintf(stderr, "%s\n", fault.message.c_str());
        std::exit(1);
    }
    Hash hash;
    for (int i = 0; i < kEvents; ++i) {
        const auto event = simulation->next_event();
        if (!event) break;
        hash.add(event->ball);
        hash.add(event->other);
        add_state(hash, event->ball_after);
        add_state(hash, event->other_after);
        hash.add_vec(simulation->position_now(0));
    }
    hash.add_number(simulation->kinetic_energy());
    hash.add_vec(simulation->momentum());
    return hash.value();
}
