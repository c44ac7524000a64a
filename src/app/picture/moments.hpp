// The balls at chosen times, read from a trajectory or from a scene.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "app/picture/shot_moments.hpp"
#include "app/terminal/exit_code.hpp"
#include "carom/core/result.hpp"
#include "carom/record/playback.hpp"
#include "picture/moment.hpp"

namespace carom::app {

/// Prints why there is no picture.
ExitCode report(const PictureFault& fault);

/// A directory that `carom run` wrote, a trajectory file, or a scene (.toml or `standard_input`), whose balls
/// may overlap.
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
    std::vector<Playback<N>> playback_;  // none for a scene that was not run, and for shots
    std::optional<ShotMoments> shots_;   // of a table, in 2D
    std::uint64_t impacts_ = 0;
};

}  // namespace carom::app
