// One moment of a scene inside a frame of a picture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "carom/geom/box.hpp"
#include "picture/picture_options.hpp"

namespace carom::app {

/// What all moments of a picture or a movie have in common.
template <int N>
struct StillView {
    Box<double, N> box;                             // what is to be seen
    draw::ViewDirection direction;                  // in 3D
    std::optional<std::vector<std::size_t>> paths;  // of these balls, or of a choice of them; none
};

/// The world's box, and on open axes all places where balls, vessels and walls across the axis are at the
/// moments.
template <int N>
Box<double, N> seen_box(const Scene<N>& scene, const std::vector<Moment<N>>& moments);

/// Grows `box` by what the moment needs on open axes.
template <int N>
void include(Box<double, N>& box, const Scene<N>& scene, const Moment<N>& moment);

/// What the walls and faces of the world enclose: its box, and on open axes what is to be seen.
template <int N>
Box<double, N> world_box(const Scene<N>& scene, const Box<double, N>& seen);

/// Pixels per unit of length in a frame.
template <int N>
double still_scale(const PictureSource<N>& source, const StillView<N>& view, const draw::Frame& frame);

template <int N>
struct Still {
    const PictureSource<N>& source;
    const StillView<N>& view;
    const Moment<N>& moment;
    const std::vector<draw::Colour>& colours;  // of the balls
    ColourBy by = ColourBy::choice;            // what they tell
    draw::Frame frame;
};

/// Gradients and balls that `still_svg` refers to; once in a picture.
template <int N>
std::string still_definitions(const PictureSource<N>& source,
                              const std::vector<std::vector<draw::Colour>>& colours);

/// The moment as SVG. Fails when paths are asked for and cannot be read.
template <int N>
Result<std::string, PictureFault> still_svg(const Still<N>& still);

/// The outlines of balls that others hide, at least in part; nothing where they are many.
std::string outlines_svg(const Still<3>& still);

/// The moment as pixels, `scale` of them for one of the frame.
void draw_still(draw::Image& image, const Still<3>& still, double scale);

}  // namespace carom::app
