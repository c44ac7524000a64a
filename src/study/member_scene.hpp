// The scene of one member of a study.
#pragma once

#include <string>
#include <vector>

#include "carom/study/study.hpp"
#include "scene_text/changed_scene.hpp"

namespace carom::detail {

/// Where the number is that a key names; the value is empty. The error is one line for people.
Result<SceneChange, std::string> place_of(const std::string& key);

/// The keys must be sound.
std::vector<SceneChange> changes_of(const StudyPlan& plan, const StudyMember& member);

}  // namespace carom::detail
