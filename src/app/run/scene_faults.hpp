// The faults of a scene file as people and editors read them.
#pragma once

#include <string>

#include "app/terminal/terminal.hpp"
#include "carom/scene_text/scene_faults.hpp"

namespace carom::app {

/// For each fault its line, FILE:LINE:COLUMN: MESSAGE, then the line of the file with a caret under the
/// place.
std::string faults_text(const SceneFaults& faults, const Terminal& terminal);

}  // namespace carom::app
