// What is nearest to a viewer at each of many places: a z-buffer with the names of things.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "draw/outline.hpp"

namespace carom::draw {

/// x to the right, y down, z toward the viewer.
struct ScreenPoint {
    float x = 0, y = 0, z = 0;
};

class DepthMap {
public:
    static constexpr std::uint32_t kNothing = 0xFFFFFFFF;
    static constexpr float kFar = -HUGE_VALF;

    DepthMap(int width, int height)
        : width_(width),
          height_(height),
          depth_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), kFar),
          owner_(depth_.size(), kNothing) {}

    int width() const { return width_; }
    int height() const { return height_; }
    /// The z of what is nearest; `kFar` where there is nothing, and outside.
    float depth(int x, int y) const { return inside(x, y) ? depth_[index(x, y)] : kFar; }
    std::uint32_t owner(int x, int y) const { return owner_[index(x, y)]; }

    /// Something at a sample of the map.
    void put(int x, int y, float z, std::uint32_t owner) {
        const std::size_t at = index(x, y);
        if (z <= depth_[at]) return;
        depth_[at] = z;
        owner_[at] = owner;
    }
    /// Samples lie at the centres of the squares of the map.
    void add_ball(const ScreenPoint& center, float radius, std::uint32_t owner);
    /// A convex polygon in the plane z = depth.z + slope.x (x - depth.x) + slope.y (y - depth.y).
    void add_polygon(const std::vector<Point>& corners, const ScreenPoint& depth, Point slope,
                     std::uint32_t owner);

private:
    bool inside(int x, int y) const { return x >= 0 && y >= 0 && x < width_ && y < height_; }
    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
    }

    int width_, height_;
    std::vector<float> depth_;
    std::vector<std::uint32_t> owner_;
};

}  // namespace carom::draw
