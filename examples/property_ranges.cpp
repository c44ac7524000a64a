// Properties of balls, cloth, cushions and cue, as Carom's defaults play them, beside published ranges.
#include <cmath>
#include <cstdio>
#include <vector>

#include "carom/billiards/impact_account.hpp"
#include "carom/billiards/shot_playback.hpp"

using namespace carom::billiards;

namespace {

constexpr double kGravity = 9.81;
const BallProperties kBall;

/// A ball that moves along x, and turns about y and z.
BallState moving(double speed, double roll, double spin) {
    BallState state = ball_at(0, 0);
    state.velocity = {speed, 0, 0};
    state.spin = {0, roll / kBall.radius, spin};
    state.phase = phase_of(kBall, state.velocity, state.spin);
    return state;
}

/// The first event of a kind, and what is around it.
struct Happening {
    ShotEvent event;
    BeforeAndAfter ball, other;
    ImpactAccount account;
};

Happening first_of(EventKind kind, const ShotSetup& setup, const std::vector<BallState>& start) {
    ShotPlayer player(setup);
    player.play(start, {}, Detail::every_motion);
    ShotPlayback playback(setup, start);
    for (const ShotEvent& event : player.events()) {
        if (event.kind == kind) {
            Happening found{event, {playback.state(event.ball, event.time), event.ball_after}, {}, {}};
            if (kind == EventKind::ball_ball)
                found.other = {playback.state(event.other, event.time), event.other_after};
            found.account = account_of_impact(setup, event, found.ball, found.other);
            return found;
        }
        playback.take(event);
    }
    return {};
}

ShotSetup balls(std::size_t count) {
    ShotSetup setup;
    setup.balls.assign(count, kBall);
    return setup;
}

/// A ball meets another one full.
BallImpactFacts full_hit(const BallState& cue) {
    const ShotSetup setup = balls(2);
    const Happening hit = first_of(EventKind::ball_ball, setup, {cue, ball_at(2 * kBall.radius + 1e-6, 0)});
    return facts_of_impact(kBall, hit.ball, kBall, hit.other);
}

/// The coefficient of friction between balls whose surfaces slip so fast: what the law lets friction have is
/// measured by the momentum with which they part.
double ball_friction(double slip) {
    const double speed = 0.3;  // so slow that friction does not stop the slip
    const BallImpactFacts facts = full_hit(moving(speed, 0, slip / kBall.radius));
    const double e = facts.parting / facts.approach;
    return facts.tangential_impulse / facts.normal_impulse * (1 + e) / (2 * e);
}

/// Parting over approach of a ball that is shot straight at a cushion.
double at_cushion(double speed, double roll) {
    ShotSetup setup = balls(1);
    setup.table.straight_cushions = {{{0.03, -1}, {0.03, 1}}};
    const Happening hit = first_of(EventKind::straight_cushion, setup, {moving(speed, roll, 0)});
    const CushionImpactFacts facts = facts_of_cushion_impact(kBall, hit.ball, {-1, 0});
    return facts.parting / facts.approach;
}

double at_bed() {
    ShotSetup setup = balls(1);
    setup.laws.jumps = true;
    BallState falls = ball_at(0, 0);
    falls.position[2] += 0.3;
    falls.phase = Phase::airborne;
    const Happening landing = first_of(EventKind::bed, setup, {falls});
    return landing.ball.after.velocity[2] / -landing.ball.before.velocity[2];
}

/// How fast the velocity and the vertical spin of a lone ball fall, over a tenth of a second.
struct Decay {
    double velocity, spin;

    explicit Decay(const BallState& start) {
        const ShotSetup setup = balls(1);
        const std::vector<BallState> alone{start};
        ShotPlayer player(setup);
        player.play(alone, {}, Detail::every_motion);
        ShotPlayback playback(setup, alone);
        constexpr double kAfter = 0.1;
        for (const ShotEvent& event : player.events()) {
            if (event.time > kAfter) break;
            playback.take(event);
        }
        const BallState end = playback.state(0, kAfter);
        velocity = (start.velocity[0] - end.velocity[0]) / kAfter;
        spin = (start.spin[2] - end.spin[2]) / kAfter;
    }
};

/// The restitution of the tip that gives a ball this speed, at a centre strike: v (1 + m / M) / V - 1.
double tip_restitution() {
    const Cue cue;
    const Strike strike{.speed = 3};
    const double speed = struck(kBall, ball_at(0, 0), cue, strike).velocity[0];
    return speed * (1 + kBall.mass / cue.mass) / strike.speed - 1;
}

void row(const char* what, double value, double low, double high, const char* unit = "") {
    const double least = low * (1 - 1e-9), most = high * (1 + 1e-9);  // without rounding
    std::printf("%-44s %8.4g   (%g to %g)%s%s%s\n", what, value, low, high, *unit ? " " : "", unit,
                value < least  ? "   below"
                : value > most ? "   above"
                               : "");
}

}  // namespace

int main() {
    std::printf("%-44s %8s   (published)\n", "property", "Carom");
    row("diameter of a ball", 2000 * kBall.radius, 57.15, 57.15, "mm");
    row("mass of a ball", 1000 * kBall.mass, 170.097, 170.097, "g");
    const BallImpactFacts full = full_hit(moving(2, 0, 0));
    row("restitution, ball and ball", full.parting / full.approach, 0.92, 0.98);
    row("friction, ball and ball, at a slip of 0.5 m/s", ball_friction(0.5), 0.03, 0.08);
    row("friction, ball and ball, at a slip of 1.5 m/s", ball_friction(1.5), 0.03, 0.08);
    row("friction, ball and ball, at a slip of 4 m/s", ball_friction(4), 0.03, 0.08);
    row("friction, cloth and a sliding ball", Decay(moving(2, 0, 0)).velocity / kGravity, 0.15, 0.4);
    row("rolling resistance", Decay(moving(1, 1, 0)).velocity / kGravity, 0.005, 0.015);
    row("decay of a vertical spin", Decay(moving(0, 0, 30)).spin, 5, 15, "rad/s^2");
    row("restitution at a cushion, 1 m/s, no spin", at_cushion(1, 0), 0.6, 0.9);
    row("restitution at a cushion, 1 m/s, rolling", at_cushion(1, 1), 0.6, 0.9);
    row("restitution of the bed", at_bed(), 0.5, 0.5);
    row("restitution of the tip", tip_restitution(), 0.71, 0.87);
    return 0;
}
