// Filling shapes: how much of each pixel does an outline cover?
#pragma once

#include <vector>

#include "draw/image.hpp"
#include "draw/outline.hpp"

namespace carom::draw {

enum class GradientType : unsigned char { linear, radial };

/// Colours along a line or around a point, in shares of the shape's own rectangle.
struct Gradient {
    struct Stop {
        float offset = 0;
        Colour colour;
    };

    GradientType type = GradientType::linear;
    Point from{0, 0}, to{1, 0};  // linear
    Point center{0.5, 0.5};      // radial
    double radius = 0.5;         // radial
    std::vector<Stop> stops;     // by offset

    Colour at(Point share) const;
};

struct Paint {
    Colour colour;
    float opacity = 1;
    const Gradient* gradient = nullptr;  // instead of the colour
};

/// Paints what the outline covers, smooth at its edges. Where parts of the outline overlap it is painted
/// once; a part that runs the other way round makes a hole.
void fill(Image& image, const Outline& outline, const Paint& paint);

}  // namespace carom::draw
