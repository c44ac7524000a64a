// Four spheres, each against each: which overlap? The first and the third touch in one point,
// which counts.
#include <array>
#include <cstdio>

#include "carom/pair/overlap.hpp"

int main() {
    const std::array<carom::Sphere<float>, 4> spheres{{
        {{0, 0, 0}, 2},
        {{0, 3.5F, 0}, 1},
        {{0, -3, 0}, 1},
        {{1, 0, 0}, 1},
    }};
    for (const auto& a : spheres) {
        for (const auto& b : spheres) std::printf(" %d", overlaps(a, b) ? 1 : 0);
        std::printf("\n");
    }
}
