// The balls of a table at chosen times, read from a file of shots. The shots follow one another without a
// pause.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "carom/billiards/shot_playback.hpp"
#include "carom/record/shot_file.hpp"
#include "picture/moment.hpp"

namespace carom::app {

/// A scene with a table as the source of a picture of its start. Without straight cushions there are no
/// rails, and balls may be anywhere.
PictureSource<2> source_of_table(const billiards::TableScene& scene);

/// A file of shots as the source of a picture: `end` is when the last ball of the last shot rests.
Result<PictureSource<2>, FileError> source_of_shots(const std::filesystem::path& file);

/// Goes through the shots forwards.
class ShotMoments {
public:
    static Result<ShotMoments, FileError> open(const PictureSource<2>& source);

    /// The balls at a time not before the last one asked for. Pocketed balls lie in the tray.
    Moment<2> at(double time);

private:
    ShotMoments(ShotFileReader reader, const Scene<2>& flat);

    void begin(PlayedShot shot);
    void take(const billiards::ShotEvent& event);

    ShotFileReader reader_;
    Scene<2> flat_;
    std::optional<PlayedShot> shot_, following_;
    std::optional<billiards::ShotPlayback> balls_;
    double begun_ = 0;       ///< when the present shot was played
    std::size_t taken_ = 0;  ///< of its events
    std::uint64_t impacts_ = 0;
    std::size_t fallen_ = 0;
    std::vector<std::optional<Vec2d>> trays_;  ///< where each pocketed ball lies
};

}  // namespace carom::app
