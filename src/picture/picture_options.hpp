// What `carom picture` is asked for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "draw/camera.hpp"
#include "picture/ball_colours.hpp"

namespace carom::app {

enum class PictureFormat : unsigned char { png, svg };

enum class DrawPaths : unsigned char { no, yes };

/// In one picture.
inline constexpr std::size_t kMostMoments = 100;

struct PictureOptions {
    std::filesystem::path source;
    std::filesystem::path file;           // to be written; empty when there is a movie
    std::optional<PictureFormat> format;  // of standard output
    std::filesystem::path movie;          // directory of its pictures
    std::vector<double> at;               // times
    std::optional<std::uint64_t> sheet;   // so many times, evenly spread
    std::optional<double> from, to;
    double frames_per_second = 25;
    int width = 1280, height = 720;    // pixels
    std::optional<std::string> title;  // instead of the scene's name
    ColourBy colour = ColourBy::choice;
    DrawPaths paths = DrawPaths::no;
    std::vector<std::string> path_of;  // names or numbers of balls
    draw::ViewDirection direction;
};

}  // namespace carom::app
