// carom study of a scene with a table: one shot with many values of its numbers.
#pragma once

#include "app/commands/commands.hpp"
#include "carom/study/study.hpp"

namespace carom::app {

ExitCode run_shot_study(const StudyOptions& options, StudyPlan plan);

}  // namespace carom::app
