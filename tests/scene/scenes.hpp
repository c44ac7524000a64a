// Small scenes for the tests of validation and generators.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "carom/scene/generate.hpp"
#include "carom/scene/scene.hpp"
#include "carom/scene/validate.hpp"

namespace carom::test {

template <int N>
SceneBall<N> ball(const std::string& name, const Vec<double, N>& position, double radius) {
    return {name, position, {}, radius, 1};
}

/// A square or cube of the given width with its lower corner at the origin.
template <int N>
World<N> box_world(double width, Boundary boundary) {
    World<N> world;
    for (int k = 0; k < N; ++k) world.box.upper[k] = width;
    world.boundary.fill(boundary);
    return world;
}

/// A gas of balls of radius 1/2 that fills the box.
template <int N>
RandomGas<N> gas_in(const World<N>& world, double packing) {
    RandomGas<N> request;
    request.region = world.box;
    request.species = {{1, 0.5, 1}};
    request.packing = packing;
    return request;
}

template <int N>
Scene<N> scene_of(const std::vector<SceneBall<N>>& balls, const World<N>& world = {}) {
    return {"", world, {}, balls};
}

/// The findings' messages, one per line.
inline std::string messages(const std::vector<Finding>& findings) {
    std::string result;
    for (const Finding& finding : findings) result += finding.message + "\n";
    return result;
}

/// FNV-1a of the bits of all positions and velocities.
template <int N>
std::uint64_t hash_of(const std::vector<SceneBall<N>>& balls) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    const auto add = [&](double x) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &x, sizeof bits);
        for (int byte = 0; byte < 8; ++byte) {
            hash = (hash ^ ((bits >> (8 * byte)) & 0xFFU)) * 0x100000001B3U;
        }
    };
    for (const SceneBall<N>& one : balls) {
        for (int k = 0; k < N; ++k) add(one.position[k]);
        for (int k = 0; k < N; ++k) add(one.velocity[k]);
    }
    return hash;
}

}  // namespace carom::test
