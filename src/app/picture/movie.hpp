// A movie of a run: a picture for each frame, and one file for players where ffmpeg is there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "picture/picture_page.hpp"

namespace carom::app {

/// The first ball of this name, or else of this number.
template <int N>
std::optional<std::size_t> ball_called(const std::string& name, const Scene<N>& scene);

/// What the options say; `add_to_style` adds what the moments need.
template <int N>
PageStyle<N> page_style(const PictureOptions& options, const PictureSource<N>& source);

/// Grows what is to be seen, and the scale of speeds, by a moment.
template <int N>
void add_to_style(PageStyle<N>& style, const Scene<N>& scene, const Moment<N>& moment);

/// The picture as a PNG file. An interrupt ends the process.
template <int N>
Result<std::string, PictureFault> page_png(const PictureSource<N>& source,
                                           const std::vector<Moment<N>>& moments, const PageStyle<N>& style);

/// Writes frame_00000.png and so on into the directory of the options, then movie.mp4.
template <int N>
std::optional<PictureFault> draw_movie(const PictureOptions& options, const PictureSource<N>& source);

}  // namespace carom::app
