// How the balls lie right before a shot.
#pragma once

#include <string>
#include <vector>

#include "carom/billiards/table_scene.hpp"

namespace carom::app {

/// Puts the cue ball into its place, if the shot names one. What to say where the shot cannot be played from
/// there; empty when it can.
std::string set_up_shot(const billiards::TableScene& scene, std::vector<billiards::BallState>& states,
                        const billiards::PlannedShot& planned);

}  // namespace carom::app
