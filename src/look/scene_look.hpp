// How does a scene look? Decided here, once, for pictures and pages alike: pool table or paper, what colours
// tell, and the colours.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "carom/scene/scene.hpp"

namespace carom::look {

enum class Ground : unsigned char { felt, paper };

/// What colours tell.
enum class ColourBy : unsigned char {
    choice,   // the program chooses among the next three
    id,       // which ball it is
    species,  // its radius and mass
    speed,
    overlap,  // whether it has a point in common with another ball
};

struct BallLook {
    std::string name;      // empty unless it tells balls apart
    std::string fill;      // of the ball
    std::string line;      // of its path
    std::string ink;       // of the label
    std::string label;     // on the ball: a pool ball's number or a short name; may be empty
    int pool_number = -1;  // 0 is the cue ball; -1 is no pool ball
    bool striped = false;
};

/// Balls of one radius and mass.
struct SpeciesLook {
    bool immovable = false;
    double radius = 0, mass = 0;
    std::uint64_t balls = 0;
    std::string fill;
};

struct SpeciesLooks {
    std::vector<SpeciesLook> species;    // from small to large, immovable ones last
    std::vector<std::uint32_t> of_ball;  // for each ball its place there
};

/// Twelve colours that the colour-blind tell apart too: balls and species take them in turn.
inline constexpr std::array<const char*, 12> kPalette = {"#4477aa", "#ee6677", "#228833", "#cc8b1f",
                                                         "#33a6c9", "#aa3377", "#7766cc", "#999933",
                                                         "#117733", "#cc6677", "#882255", "#667788"};

/// From slow to fast at equal steps.
inline constexpr std::array<const char*, 8> kRamp = {"#453781", "#3a5c9e", "#2d80a0", "#21a08c",
                                                     "#35b779", "#74d055", "#b8de29", "#fde725"};

/// Of balls that never move.
inline constexpr const char* kImmovable = "#8a93a0";

/// Of the cue ball, of striped balls beside the stripe, and of the disc under a number; and the number.
inline constexpr const char* kPoolWhite = "#ffffff";
inline constexpr const char* kPoolInk = "#14181d";

/// A pool table from above.
inline constexpr std::array<const char*, 3> kWood = {"#7a4a26", "#5f3719", "#4a2a12"};  // from top to bottom
inline constexpr std::array<const char*, 2> kFelt = {"#23705d", "#1a5748"};  // from the middle outwards
inline constexpr const char* kCushion = "#14493d";
inline constexpr const char* kSights = "#f0e2c4";

/// Felt for a table of pool balls seen from above: walls close both axes of a 2D scene, nothing falls,
/// nothing else is solid, and the balls have different names, each "cue" or a number from 1 to 15.
template <int N>
Ground ground_of(const Scene<N>& scene);

/// What colours tell where nobody asks: few balls have a colour of their own, and more are told apart by
/// their species, or by speed where they are all alike or all different.
template <int N>
ColourBy usual_colours(const Scene<N>& scene);

/// The looks of these balls.
template <int N>
std::vector<BallLook> looks_of(const Scene<N>& scene, const std::vector<std::size_t>& balls);

/// The looks of all balls.
template <int N>
std::vector<BallLook> looks_of(const Scene<N>& scene);

template <int N>
SpeciesLooks species_of(const Scene<N>& scene);

}  // namespace carom::look
