// Letters as outlines, and how wide a text is: Liberation Sans, which lies in the program.
#pragma once

#include <string>
#include <string_view>

#include "draw/outline.hpp"

namespace carom::draw {

enum class Weight : unsigned char { regular, bold };

/// In pixels, of UTF-8 text at a size in pixels.
double text_width(std::string_view text, double size, Weight weight);

/// The outlines of a text that starts at `origin` on its base line.
Outline text_outline(std::string_view text, Point origin, double size, Weight weight);

/// The characters of UTF-8 text that the font has no letter for, each once: they are drawn as boxes.
std::string missing_letters(std::string_view text);

}  // namespace carom::draw
