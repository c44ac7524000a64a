// A billiard table from above: wood, cloth, cushions and pockets.
#pragma once

#include <string>

#include "carom/billiards/table.hpp"
#include "picture/panel.hpp"

namespace carom::app {

/// A table around a playing area, with its cushions and pockets where they are known.
struct FeltTable {
    Box<double, 2> area;
    billiards::Table table;
};

/// A frame without the room that rails and pockets need when a table of these measures fills what is left.
Frame within_rails(const FeltTable& felt, const Frame& frame);

/// The wood, the cushions beside the playing area, and the cloth, also in the mouths of pockets.
std::string cloth_svg(const FeltTable& felt, const Panel& panel);

/// What lies over the cloth: the noses of cushions, jaws and pockets.
std::string rails_svg(const FeltTable& felt, const Panel& panel);

/// Gradients used by it.
std::string felt_definitions();

}  // namespace carom::app
