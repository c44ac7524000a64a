#include "app/shots/shot_start.hpp"

namespace carom::app {

using billiards::Phase;

std::string set_up_shot(const billiards::TableScene& scene, std::vector<billiards::BallState>& states,
                        const billiards::PlannedShot& planned) {
    const auto ball = static_cast<std::size_t>(planned.shot.cue_ball);
    const billiards::BallProperties& properties = scene.setup.balls[ball];
    billiards::BallState& state = states[ball];
    if (planned.place) {
        const std::string obstacle = obstacle_at(scene, states, ball, *planned.place);
        if (!obstacle.empty()) return "the cue ball cannot be placed there: it would overlap " + obstacle;
        state = billiards::ball_at((*planned.place)[0], (*planned.place)[1], properties);
    }
    if (state.phase == Phase::pocketed) return "the cue ball is in a pocket: give it a place";
    if (state.phase == Phase::off_table) return "the cue ball has left the table: give it a place";
    if (state.position[2] != properties.radius)
        return "the cue ball does not lie on the bed: give it a place";
    return "";
}

}  // namespace carom::app
