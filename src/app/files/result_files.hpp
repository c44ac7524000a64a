// Where the results of a run lie in its directory, and where results must not go.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>

#include "carom/core/result.hpp"
#include "carom/files/file_error.hpp"

namespace carom::app {

std::filesystem::path trajectory_in(const std::filesystem::path& directory);
std::filesystem::path checkpoint_in(const std::filesystem::path& directory);
std::filesystem::path report_in(const std::filesystem::path& directory);
std::filesystem::path picture_in(const std::filesystem::path& directory);
std::filesystem::path page_in(const std::filesystem::path& directory);
std::filesystem::path measurements_in(const std::filesystem::path& directory);

/// Makes the directory and those above it that do not exist.
std::optional<FileError> make_directory(const std::filesystem::path& directory);

/// The trajectory that a user names by its file or by the directory of its run, which has only a
/// `.partial` file when the run goes on or was killed. A directory with both is refused: they are of two
/// runs.
Result<std::filesystem::path, FileError> trajectory_named(const std::filesystem::path& path);

/// The command that simulates a scene, to be typed as it is: it writes into out/NAME.
std::string run_of_scene(const std::filesystem::path& scene);

/// What to say of a scene where a run is wanted; empty for any other file.
std::string scene_not_run(const std::filesystem::path& path);

/// True when writing `target` would destroy `source`: files are written as TARGET.partial first, and standard
/// output may go to any file.
bool would_overwrite(const std::filesystem::path& target, const std::filesystem::path& source);

/// Why `target` cannot be written: it would destroy one of the files that are read. Empty where it can, and
/// for an empty target; empty sources are none.
std::string why_not_overwritten(const std::filesystem::path& target,
                                std::initializer_list<std::filesystem::path> sources);

}  // namespace carom::app
