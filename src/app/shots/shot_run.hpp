// carom run and resume of a scene with a table: its shots, one after the other.
#pragma once

#include <filesystem>

#include "app/command_line/options.hpp"
#include "app/terminal/exit_code.hpp"
#include "carom/billiards/table_scene.hpp"

namespace carom::app {

ExitCode run_shots(const RunOptions& options);

/// The same for a scene that was read: what `options.scene` names is only told.
ExitCode run_shots_of(const RunOptions& options, const billiards::TableScene& scene);

/// carom resume: goes on after the last whole shot in `file`, of a run that was killed or interrupted.
/// Precondition: the directory is locked.
ExitCode resume_shots(const ResumeOptions& options, const std::filesystem::path& file);

}  // namespace carom::app
