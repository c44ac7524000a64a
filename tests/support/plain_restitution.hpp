// The restitution that a scene gives two balls, looked up anew each time.
#pragma once

#include <cstdint>
#include <string>

#include "carom/scene/scene.hpp"

namespace carom::test {

template <int N>
double plain_restitution(const Scene<N>& scene, std::uint32_t i, std::uint32_t j) {
    const std::string a = species_name(scene.balls[i].name);
    const std::string b = species_name(scene.balls[j].name);
    for (const SpeciesRestitution& pair : scene.law.between) {
        if ((pair.first == a && pair.second == b) || (pair.first == b && pair.second == a))
            return pair.restitution;
    }
    return scene.law.restitution_balls;
}

}  // namespace carom::test
