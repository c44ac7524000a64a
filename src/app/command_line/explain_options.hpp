// What `carom explain` is asked for.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "picture/picture_options.hpp"

namespace carom::app {

struct ExplainOptions {
    std::string a;                         // a ball, or the name of a scene file with two
    std::optional<std::string> b;          // the other ball
    std::optional<double> mass_a, mass_b;  // infinite: immovable
    std::optional<double> restitution;
    double frame = 1;                     // how long it lasts
    std::filesystem::path file;           // picture; empty: none
    std::optional<PictureFormat> format;  // of standard output
};

}  // namespace carom::app
