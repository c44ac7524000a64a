#include "carom/billiards/ball.hpp"

#include <cmath>

namespace carom::billiards {

BallProperties snooker_ball() {
    BallProperties ball;
    ball.radius = 0.02619375;
    ball.mass = 0.140;
    ball.sliding_friction = 0.5;
    ball.spinning_friction = 4.0 / 9 * ball.radius;
    ball.cushion_friction = 0.5;
    return ball;
}

BallProperties carom_ball() {
    BallProperties ball;
    ball.radius = 0.03075;
    ball.mass = 0.210;
    ball.spinning_friction = 4.0 / 9 * ball.radius;
    ball.cushion_friction = 0.15;
    return ball;
}

double contact_distance(const BallProperties& first, const BallProperties& second) {
    if (first.radius == second.radius) return 2 * first.radius;
    return 2 * std::sqrt(first.radius * second.radius);
}

BallState ball_at(double x, double y, const BallProperties& ball) {
    BallState state;
    state.position = {x, y, ball.radius};
    return state;
}

Phase phase_of(const BallProperties& ball, const Vec3d& velocity, const Vec3d& spin, double slip) {
    const double slip_x = velocity[0] - ball.radius * spin[1];
    const double slip_y = velocity[1] + ball.radius * spin[0];
    if (std::sqrt(slip_x * slip_x + slip_y * slip_y) > slip) return Phase::sliding;
    if (velocity[0] != 0 || velocity[1] != 0) return Phase::rolling;
    return spin[2] != 0 ? Phase::spinning : Phase::resting;
}

const char* name_of(Phase phase) {
    switch (phase) {
        case Phase::resting:
            return "resting";
        case Phase::spinning:
            return "spinning";
        case Phase::sliding:
            return "sliding";
        case Phase::rolling:
            return "rolling";
        case Phase::pocketed:
            return "pocketed";
        case Phase::airborne:
            return "airborne";
        case Phase::off_table:
            return "off_table";
    }
    return "";
}

}  // namespace carom::billiards
