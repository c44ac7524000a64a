// How is a ball drawn? Pool balls as on the table, all others in colours that are easily told apart.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "carom/scene/scene.hpp"

namespace carom::app {

struct BallLook {
    std::string name;      // empty unless it tells balls apart
    std::string fill;      // of the ball
    std::string line;      // of its path
    std::string ink;       // of the label
    std::string label;     // on the ball: a pool ball's number or a short name; may be empty
    int pool_number = -1;  // 0 is the cue ball; -1 is no pool ball
    bool striped = false;
};

enum class Ground : unsigned char { felt, paper };

/// Felt when the balls are pool balls on a walled table: all called "cue" or 1 to 15.
template <int N>
Ground ground_of(const Scene<N>& scene);

/// The looks of balls with these names. On felt, names that are all "cue" or a number from 1 to 15 make pool
/// balls.
std::vector<BallLook> looks_of(const std::vector<std::string>& names, Ground ground);

}  // namespace carom::app
