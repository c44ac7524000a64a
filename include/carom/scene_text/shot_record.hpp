/// \file
/// Recorded shots: where balls were seen, over time. CSV in, places or all faults out. Format:
/// docs/formats/csv.md.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "carom/billiards/table_scene.hpp"
#include "carom/core/result.hpp"
#include "carom/scene_text/scene_faults.hpp"

namespace carom {

/// Where a ball was seen.
struct RecordedPlace {
    std::size_t shot = 0;  ///< of the scene, from 0 on
    std::size_t ball = 0;  ///< of the scene, from 0 on
    double time = 0;       ///< [s]; up to 0 the ball has not been moved by the shot
    Vec2d place;           ///< of its centre [m]
};

/// Parses the text of a record of `scene`, sorted by shot and time; `name` stands for the file in messages.
Result<std::vector<RecordedPlace>, SceneFaults> parse_shot_record(std::string_view text,
                                                                  const std::string& name,
                                                                  const billiards::TableScene& scene);

/// Reads a file; one that cannot be read is a fault.
Result<std::vector<RecordedPlace>, SceneFaults> read_shot_record(const std::filesystem::path& path,
                                                                 const billiards::TableScene& scene);

}  // namespace carom
