// Published throw and cushion angles beside Carom's: Alciatore's formula of throw, and the corner-five
// system, by which players of three-cushion aim.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "carom/billiards/shot.hpp"

using namespace carom::billiards;

namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;
constexpr double kSlow = .447, kMedium = 1.341, kFast = 3.129;  // 1, 3 and 7 mph, m/s

/// How a cue ball meets a ball: its speed [m/s], the cut [degrees], and the speeds of its surface by topspin
/// and by side spin, as shares of the speed.
struct Hit {
    double speed, cut, roll, side;
};

/// D. Alciatore, TP A-14: the throw [degrees].
double published_throw(const Hit& hit) {
    const double across = std::sin(hit.cut * kDegree) + hit.side, along = std::cos(hit.cut * kDegree);
    const double slip = hit.speed * std::hypot(across, hit.roll * along);
    if (slip == 0) return 0;
    const double friction = .009951 + .108 * std::exp(-1.088 * slip);
    const double share = std::min(friction * hit.speed * along / slip, 1.0 / 7);
    return std::atan(share * across / along) / kDegree;
}

/// The angle between the way of the ball that is hit and the line of centres, right after the impact.
double throw_of(const Hit& hit) {
    ShotSetup setup;
    setup.balls.assign(2, BallProperties{});
    const BallProperties& ball = setup.balls[0];
    const double both = 2 * ball.radius, cut = hit.cut * kDegree;
    BallState cue = ball_at(-both * std::cos(cut), -both * std::sin(cut), ball);
    cue.velocity[0] = hit.speed;
    cue.spin = {0, hit.roll * hit.speed / ball.radius, hit.side * hit.speed / ball.radius};
    cue.phase = phase_of(ball, cue.velocity, cue.spin);
    ShotPlayer player(setup);
    player.play(std::vector<BallState>{cue, ball_at(0, 0, ball)}, {});
    for (const ShotEvent& event : player.events()) {
        if (event.kind != EventKind::ball_ball) continue;
        const carom::Vec3d& v = (event.ball == 1 ? event.ball_after : event.other_after).velocity;
        return std::fabs(std::atan2(v[1], v[0]) / kDegree - hit.cut);
    }
    return 0;
}

void print_row(double first, const Hit& hit) {
    std::printf("%5.2f", first);
    for (const double speed : {kSlow, kMedium, kFast}) {
        const Hit one{speed, hit.cut, hit.roll, hit.side};
        std::printf("     %.2f (%.2f)", throw_of(one), published_throw(one));
    }
    std::printf("\n");
}

void print_throw() {
    std::printf(
        "throw of a stun shot, degrees (published)\n  cut     0.447 m/s       1.341 m/s       3.129 m/s\n");
    for (const double cut : {10, 20, 30, 45, 60, 75}) print_row(cut, {0, cut, 0, 0});
    std::printf("\nthrow of a rolling ball\n");
    for (const double cut : {10, 20, 30, 45, 60, 75}) print_row(cut, {0, cut, 1, 0});
    std::printf("\nthrow of a straight shot with side spin, by R w / v\n");
    for (const double side : {.25, .5, .75, 1., 1.25}) print_row(side, {0, 0, 0, side});
}

/// Where a ball from a corner of a carom table meets its third cushion, in diamonds from the far end. It is
/// aimed through the diamonds: those of the corner, and `aim` on the opposite long rail.
double third_cushion(CushionModel model, const Strike& how, double aim) {
    constexpr double kWidth = 1.42, kLength = 2.84, kDiamond = kLength / 8;
    constexpr double kDepth = .09;  // of the diamonds behind the noses
    ShotSetup setup;
    setup.table = carom_table();
    setup.balls.assign(1, carom_ball());
    setup.laws.cushion = model;
    const double across = kWidth + 2 * kDepth, along = kLength - aim * kDiamond + kDepth;
    const double start = .25;  // of the way, well beside the cushions
    Strike strike = how;
    strike.direction = std::atan2(along, across) / kDegree;
    ShotPlayer player(setup);
    const BallState cue = ball_at(-kDepth + start * across, -kDepth + start * along, setup.balls[0]);
    player.play(std::vector<BallState>{cue}, Shot{0, strike});
    int cushions = 0;
    for (const ShotEvent& event : player.events()) {
        if (event.kind != EventKind::straight_cushion || ++cushions < 3) continue;
        return (kLength - event.ball_after.position[1]) / kDiamond;
    }
    return NAN;
}

void print_corner_five() {
    const Strike running{.speed = 2, .direction = 0, .left = .2};
    std::printf("\ncorner-five system: third cushion, in diamonds (published)\n");
    std::printf("  aim   mathavan_2010   stronge_compliant   mirror\n");
    for (const double aim : {2., 2.5, 3., 3.5, 4.}) {
        const auto at = [&](CushionModel model) { return third_cushion(model, running, aim); };
        const double system = 5 - aim;
        std::printf("%5.1f   %.2f (%.1f)      %.2f (%.1f)          %.2f (%.1f)\n", aim,
                    at(CushionModel::mathavan_2010), system, at(CushionModel::stronge_compliant), system,
                    at(CushionModel::mirror), system);
    }
}

}  // namespace

int main() {
    print_throw();
    print_corner_five();
    return 0;
}
