// What a picture is made from: a scene, and its balls at chosen times.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "carom/billiards/table_scene.hpp"
#include "carom/scene/scene.hpp"

namespace carom::app {

/// All balls at one time.
template <int N>
struct Moment {
    double time = 0;
    std::vector<Vec<double, N>> positions;  // of the centres; inside the box on periodic axes
    std::vector<double> speeds;
    std::uint64_t impacts = 0;  // up to then
};

/// What a picture is made from: a scene, and where its balls are from time 0 to `end`.
template <int N>
struct PictureSource {
    Scene<N> scene;
    double end = 0;
    std::filesystem::path trajectory;            // empty for a scene that was not run
    std::optional<billiards::TableScene> table;  // where its balls are played, in 2D
};

using AnyPictureSource = std::variant<PictureSource<2>, PictureSource<3>>;

/// Why there is no picture: lines for people, and what is to blame.
struct PictureFault {
    enum class Cause : std::uint8_t { bad_input, file_error, interrupted };

    std::vector<std::string> lines;
    Cause cause = Cause::file_error;
};

}  // namespace carom::app
