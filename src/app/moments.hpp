// The balls at chosen times, read from a trajectory or from a scene.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "app/exit_code.hpp"
#include "carom/core/result.hpp"
#include "carom/record/playback.hpp"

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
    std::filesystem::path trajectory;  // empty for a scene that was not run
};

using AnyPictureSource = std::variant<PictureSource<2>, PictureSource<3>>;

/// Why there is no picture: lines for people, and the exit code.
struct PictureFault {
    std::vector<std::string> lines;
    ExitCode code = ExitCode::file_error;
};

/// A directory that `carom run` wrote, a trajectory file, or a scene (.toml), whose balls may overlap.
Result<AnyPictureSource, PictureFault> open_source(const std::filesystem::path& path);

/// Goes through a source forwards.
template <int N>
class MomentReader {
public:
    static Result<MomentReader, PictureFault> open(const PictureSource<N>& source);

    /// The balls at a time not before the last one asked for.
    Moment<N> at(double time);

private:
    explicit MomentReader(const Scene<N>& scene) : scene_(scene) {}

    Moment<N> start() const;

    Scene<N> scene_;
    std::vector<Playback<N>> playback_;  // none for a scene that was not run
    std::uint64_t impacts_ = 0;
};

}  // namespace carom::app
