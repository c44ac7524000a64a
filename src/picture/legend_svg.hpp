// Balls as they are drawn, and the lines under the picture that explain it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "look/scene_look.hpp"
#include "picture/panel.hpp"

namespace carom::app {

using look::BallLook;

inline constexpr double kWidth = 1200;  // pixels of the picture
inline constexpr double kMargin = 40;

/// A path is drawn in bands of equal time, from faint to strong.
inline constexpr int kBands = 6;
constexpr double opacity_of(int band) {
    return 0.4 + 0.6 * band / (kBands - 1);
}

/// The ball of index k as a definition that `ball_svg` refers to.
std::string ball_definition(std::size_t k, const BallLook& look);

/// A filled ball with its number.
std::string ball_svg(std::size_t k, Point center, double radius);

struct Legend {
    std::string text;
    double height = 0;
};

/// Which line is which ball's, what hollow and filled balls mean, how long a length is. `scale` is in pixels
/// per unit.
Legend legend_svg(const std::string& caption, const std::vector<BallLook>& looks, double scale, double top);

}  // namespace carom::app
