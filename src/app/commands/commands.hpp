// The commands. Each prints its own errors.
#pragma once

#include "app/command_line/options.hpp"
#include "app/terminal/exit_code.hpp"

namespace carom::app {

ExitCode execute(const RunOptions& options);
ExitCode execute(const ResumeOptions& options);
ExitCode execute(const ShotOptions& options);
ExitCode execute(const BreaksOptions& options);
ExitCode execute(const AimOptions& options);
ExitCode execute(const FitOptions& options);
ExitCode execute(const StudyOptions& options);
ExitCode execute(const CheckOptions& options);
ExitCode execute(const InfoOptions& options);
ExitCode execute(const ExportOptions& options);
ExitCode execute(const PictureOptions& options);
ExitCode execute(const ExplainOptions& options);
ExitCode execute(const ViewOptions& options);
ExitCode execute(const PlayOptions& options);
ExitCode execute(const NewOptions& options);
ExitCode execute(const ListScenesOptions& options);
ExitCode execute(const CopySceneOptions& options);
ExitCode execute(const CompletionOptions& options);
ExitCode execute(const MeasureOptions& options);
ExitCode execute(const VersionOptions& options);
ExitCode execute(const HelpOptions& options);

}  // namespace carom::app
