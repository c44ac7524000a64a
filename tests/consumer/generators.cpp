// Hash of generated balls.
#include <cstdio>
#include <cstdlib>

#include "bits.hpp"
#include "carom/scene/generate.hpp"
#include "queries.hpp"

namespace {

void add_balls(Hash& hash, const carom::GeneratedBalls<3>& balls) {
    if (!balls) {
        std::fprintf(stderr, "%s\n", balls.error().message.c_str());
        std::exit(1);
    }
    for (const carom::SceneBall<3>& ball : *balls) {
        hash.add_vec(ball.position);
        hash.add_vec(ball.velocity);
        hash.add_number(ball.radius);
        hash.add_number(ball.mass);
    }
}

}  // namespace

std::uint64_t hash_generators() {
    Hash hash;

    carom::Rack<3> rack;
    rack.radius = 0.028575;
    rack.gap = 0x1p-20;
    add_balls(hash, carom::make_rack(rack));

    carom::Cradle<3> cradle;
    cradle.radius = 0.7;
    cradle.speed = 0.1;
    add_balls(hash, carom::make_cradle(cradle));

    carom::Lattice<3> lattice;
    lattice.kind = carom::LatticeKind::face_centred;
    lattice.counts = {3, 4, 2};
    lattice.radius = 0.3;
    lattice.spacing = 0.7;
    lattice.motion.temperature = 1.1;
    add_balls(hash, carom::make_lattice(lattice));

    carom::RandomGas<3> gas;
    gas.region = {{0, 0, 0}, {3, 2, 1}};
    gas.species = {{1, 0.05, 1}, {2, 0.1, 3}};
    gas.packing = 0.1;
    gas.motion.rms_speed = 0.7;
    add_balls(hash, carom::make_random_gas(gas, carom::World<3>{}));
    return hash.value();
}
