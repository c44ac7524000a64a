// An animation of balls as a binary glTF 2.0 file (.glb). docs/formats/gltf.md
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace carom::detail {

using GltfPoint = std::array<float, 3>;

/// Where a ball is at which times; straight in between.
struct GltfTrack {
    std::vector<float> times;  ///< rising
    std::vector<GltfPoint> points;
};

struct GltfBall {
    std::string name;
    float radius = 0;
    std::size_t colour = 0;
    GltfTrack track;
};

struct GltfAnimation {
    std::string name;
    std::vector<GltfBall> balls;
    std::vector<float> times;            ///< of the tracks of most balls, which share them
    std::vector<GltfPoint> box_corners;  /// four or eight, those of a pair differ in one bit; empty: no box
};

/// The bytes of the file.
std::string glb_of(const GltfAnimation& animation);

}  // namespace carom::detail
