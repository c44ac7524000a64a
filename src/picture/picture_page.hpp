// A whole picture: title, one moment or several in a grid, what the colours mean, a scale bar.
#pragma once

#include <string>
#include <vector>

#include "draw/image.hpp"
#include "picture/still.hpp"

namespace carom::app {

/// What the pictures of a sheet or a movie share, so that they can be compared.
template <int N>
struct PageStyle {
    StillView<N> view;
    ColourBy colour = ColourBy::choice;
    double fastest = 0;  // the end of the scale of speeds
    std::string title;   // may be empty
    int width = 1280, height = 720;
};

/// At least one moment.
template <int N>
Result<std::string, PictureFault> page_svg(const PictureSource<N>& source,
                                           const std::vector<Moment<N>>& moments, const PageStyle<N>& style);

/// The same as pixels; balls in space are shaded and cast shadows.
template <int N>
Result<draw::Image, PictureFault> page_image(const PictureSource<N>& source,
                                             const std::vector<Moment<N>>& moments,
                                             const PageStyle<N>& style);

}  // namespace carom::app
