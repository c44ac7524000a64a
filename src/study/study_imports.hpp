// The files that the scenes of a study import.
#pragma once

#include <nlohmann/json.hpp>

#include "carom/study/study.hpp"

namespace carom::detail {

/// A hash of the contents of each, by its name in the scene. Those that cannot be read are left out.
nlohmann::ordered_json imports_of(const StudyPlan& plan);

}  // namespace carom::detail
