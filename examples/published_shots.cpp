// Published shots beside Carom's: where a rolling cue ball and the ball that it hits go, by each law of
// impact.
#include <cmath>
#include <cstdio>
#include <vector>

#include "carom/billiards/shot.hpp"

using namespace carom::billiards;

namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;

/// S. Mathavan, M. Jackson and R. Parkin, Sports Engineering 17 (2014), tables 1 and 2: speeds [m/s] and
/// angles to the cue ball's way [degrees] once both balls roll.
struct Published {
    double speed, topspin, cut;
    double cue_speed, object_speed, cue_angle, object_angle;
};
constexpr Published kShots[] = {{1.539, 58.63, 33.83, .914, .831, 31.93, 32.20},
                                {1.032, 39.31, 26.36, .520, .599, 32.45, 25.07},
                                {1.364, 51.96, 40.52, .917, .676, 29.91, 38.62},
                                {1.731, 65.94, 46.5, 1.28, .780, 27.32, 44.38},
                                {.942, 35.89, 18.05, .383, .579, 29.47, 17.15}};

struct Rolls {
    double speed = 0, angle = 0;
};

/// How a ball goes once it rolls after the impact.
Rolls rolls_after(const ShotPlayer& player, int ball) {
    bool has_met = false;
    for (const ShotEvent& event : player.events()) {
        has_met = has_met || event.kind == EventKind::ball_ball;
        if (!has_met || event.kind != EventKind::slide_to_roll || event.ball != ball) continue;
        const carom::Vec3d& v = event.ball_after.velocity;
        return {std::hypot(v[0], v[1]), std::fabs(std::atan2(v[1], v[0])) / kDegree};
    }
    return {};
}

/// A cue ball in front of a ball at the origin that it meets at this cut.
ShotPlayer played(const ShotSetup& setup, double speed, double topspin, double cut) {
    const BallProperties& ball = setup.balls[0];
    const double both = 2 * ball.radius;
    BallState cue = ball_at(-both * std::cos(cut * kDegree), -both * std::sin(cut * kDegree), ball);
    cue.velocity[0] = speed;
    cue.spin[1] = topspin;
    cue.phase = phase_of(ball, cue.velocity, cue.spin);
    ShotPlayer player(setup);
    player.play(std::vector<BallState>{cue, ball_at(0, 0, ball)}, {});
    return player;
}

void print_rolling_shots(BallBallModel model, const char* name) {
    ShotSetup setup;
    setup.balls.assign(2, BallProperties{.radius = .02625,
                                         .mass = .1406,
                                         .sliding_friction = .21,
                                         .ball_friction = .05,
                                         .ball_restitution = .89});
    setup.laws.ball_ball = model;
    setup.laws.ball_friction = BallFriction::mean_of_balls;
    std::printf("\n%s\n  cut   cue ball m/s      degrees           other ball m/s    degrees\n", name);
    for (const Published& shot : kShots) {
        const ShotPlayer player = played(setup, shot.speed, shot.topspin, shot.cut);
        const Rolls cue = rolls_after(player, 0), other = rolls_after(player, 1);
        std::printf("%5.2f   %.3f (%.3f)     %.2f (%.2f)     %.3f (%.3f)     %.2f (%.2f)\n", shot.cut,
                    cue.speed, shot.cue_speed, cue.angle, shot.cue_angle, other.speed, shot.object_speed,
                    other.angle, shot.object_angle);
    }
}

/// D. Alciatore, TP B-13: where a rolling cue ball goes, without friction between the balls.
void print_thirty_degree_rule() {
    constexpr double kPublished[][2] = {
        {14.5, 27.650183}, {30, 33.670497}, {48.6, 27.261828}, {60, 20.633001}};
    std::printf("\n30-degree rule\n  cut   degrees of the cue ball (published)\n");
    ShotSetup setup;
    setup.balls.assign(2, BallProperties{});
    for (const BallBallModel model :
         {BallBallModel::frictionless_elastic, BallBallModel::frictional_inelastic}) {
        setup.laws.ball_ball = model;
        for (const auto& [cut, degrees] : kPublished) {
            const ShotPlayer player = played(setup, 1.5, 1.5 / setup.balls[0].radius, cut);
            std::printf(
                "%5.1f   %.3f (%.3f)%s\n", cut, rolls_after(player, 0).angle, degrees,
                model == BallBallModel::frictionless_elastic ? "" : "   with friction and restitution");
        }
    }
}

}  // namespace

int main() {
    std::printf("Carom (published)\n");
    print_rolling_shots(BallBallModel::mathavan_2014, "mathavan_2014");
    print_rolling_shots(BallBallModel::frictional_inelastic, "frictional_inelastic");
    print_rolling_shots(BallBallModel::frictionless_elastic, "frictionless_elastic");
    print_thirty_degree_rule();
    return 0;
}
