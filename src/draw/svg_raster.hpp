// SVG as pixels, so that a picture has one description, as SVG or as PNG.
#pragma once

#include <string_view>

#include "draw/image.hpp"

namespace carom::draw {

/// Draws the SVG text over the image, `scale` pixels per pixel of the text. It knows what Carom writes: g,
/// use, rect, circle, line, path, polygon, text and two kinds of gradients; fill, stroke, opacity, dashes,
/// translate and scale. Anything else is an error of the program (std::logic_error).
void draw_svg(Image& image, std::string_view svg, double scale);

}  // namespace carom::draw
