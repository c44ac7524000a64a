// The scenes of the campaign: one for each seed, of every kind that the tests know.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include "support/extended_scene.hpp"
#include "support/hard_scenes.hpp"
#include "support/sheared_scene.hpp"
#include "support/touching_scene.hpp"

namespace carom::campaign {

enum class Family : unsigned char {
    plain,     ///< boxes, slanted walls, mixed balls
    hard,      ///< what presses on one weakness of an engine
    extended,  ///< gravity, containers, pistons, thermal walls, thermostats, all laws of restitution
    touching,  ///< balls that stand in touch and bounce many at once
    // Only when asked for, so that seeds keep their scenes:
    sheared,           ///< Lees-Edwards boundaries
    heavy_touching,    ///< balls that stand in touch, under gravity
    sheared_touching,  ///< balls that stand in touch in a sheared box, also across its faces
};
inline constexpr std::array<const char*, 7> family_names{
    "plain", "hard", "extended", "touching", "sheared", "heavy-touching", "sheared-touching"};

template <int N>
struct DrawnScene {
    Scene<N> scene;
    Family family = Family::plain;
    double end = 6;        ///< in the time of the scene
    double step = 6;       ///< how far the plain engine looks ahead at a time
    double thickness = 1;  ///< of neighbour shells
};

/// 0, 1 or anything between.
inline double any_restitution(std::mt19937_64& random) {
    const std::uint64_t kind = random() % 3;
    return kind < 2 ? static_cast<double>(kind) : test::uniform(random, 0, 1);
}

/// Of any of the first four families, or of a given one.
template <int N>
DrawnScene<N> drawn_scene(std::uint64_t seed, std::mt19937_64& random, std::optional<Family> family = {}) {
    constexpr std::size_t kMostBalls = 14;
    DrawnScene<N> drawn;
    drawn.family = static_cast<Family>(random() % 4);
    if (family) drawn.family = *family;
    if (drawn.family == Family::plain) {
        drawn.scene = test::random_scene<N>(seed, kMostBalls);
    } else if (drawn.family == Family::hard) {
        const auto hardship = test::every_hardship[random() % std::size(test::every_hardship)];
        auto hard = test::hard_scene<N>(hardship, seed, 1 + random() % kMostBalls);
        drawn.scene = std::move(hard.scene);
        drawn.end = 6 * hard.crossing;
        drawn.step = hard.crossing / 2;
    } else if (drawn.family == Family::touching) {
        drawn.scene = test::touching_scene<N>(seed);
    } else if (drawn.family == Family::sheared) {
        drawn.scene = test::sheared_scene<N>(seed, kMostBalls);
        drawn.step = drawn.end / 8;
    } else if (drawn.family == Family::heavy_touching) {
        drawn.scene = test::heavy_touching_scene<N>(seed);
    } else if (drawn.family == Family::sheared_touching) {
        drawn.scene = test::sheared_touching_scene<N>(seed);
        drawn.step = drawn.end / 16;
    } else {
        drawn.scene = test::extended_scene<N>(seed, kMostBalls);
        drawn.end = test::short_end(drawn.scene);
        drawn.step = drawn.end;
    }
    if (random() % 3 == 0) {
        drawn.scene.law.restitution_balls = any_restitution(random);
        drawn.scene.law.restitution_walls = any_restitution(random);
    }
    constexpr std::array<double, 4> kThickness{1, 0.05, 8, 0.3};
    drawn.thickness = kThickness[random() % kThickness.size()];
    return drawn;
}

}  // namespace carom::campaign
