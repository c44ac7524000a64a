// What `carom explain` is asked for.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "picture/picture_options.hpp"

namespace carom::app {

struct ExplainOptions {
    std::string a;                         // a ball, a scene file with two, or a shot on a table
    std::optional<std::string> b;          // the other ball
    std::optional<double> mass_a, mass_b;  // infinite: immovable
    std::optional<double> restitution;
    double frame = 1;                        // how long it lasts
    std::filesystem::path file;              // picture; empty: none
    std::optional<PictureFormat> format;     // of standard output
    std::optional<std::size_t> shot, event;  // of shots on a table: their numbers, from 1 on
};

}  // namespace carom::app
