// Breaks with random cues.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "carom/billiards/rack.hpp"
#include "carom/billiards/shot.hpp"

namespace carom::billiards::testing {

/// Numbers from a seed, the same everywhere.
class Draws {
public:
    explicit Draws(std::uint64_t seed) : generator_(seed) {}
    double between(double low, double high) {
        return low + (high - low) * static_cast<double>(generator_() >> 11) * 0x1p-53;
    }
    std::uint64_t whole() { return generator_(); }

private:
    std::mt19937_64 generator_;
};

/// A rack of nine or fifteen balls and a cue ball on a seven-foot table.
inline ShotSetup break_setup(int balls) {
    ShotSetup setup;
    setup.table = pocket_table(pool_table_7_foot());
    setup.balls.assign(static_cast<std::size_t>(balls) + 1, {});
    return setup;
}

struct Break {
    std::vector<BallState> start;
    Shot shot;

    /// The cue points at the rack within 3 degrees, at 2 to 10 m/s, the tip within 0.4 radii of the centre.
    Break(int balls, bool touching, Draws& draws) {
        Rack rack;
        rack.apex = {.4953, 1.4859};
        rack.gap = touching ? 0 : 1e-3;
        rack.spread = touching ? 0 : 4e-4;
        rack.seed = draws.whole();
        const double x = draws.between(.3, .7);
        const BallState cue_ball = ball_at(x, draws.between(.45, .55));
        start.push_back(cue_ball);
        for (const Vec2d& place : balls == 9 ? diamond_rack(rack) : triangle_rack(rack)) {
            start.push_back(ball_at(place[0], place[1]));
        }
        const double angle =
            std::atan2(rack.apex[1] - cue_ball.position[1], rack.apex[0] - cue_ball.position[0]);
        shot.strike.direction = angle * 180 / 3.14159265358979323846 + draws.between(-3, 3);
        shot.strike.speed = draws.between(2, 10);
        do {
            shot.strike.left = draws.between(-.4, .4);
            shot.strike.up = draws.between(-.4, .4);
        } while (std::hypot(shot.strike.left, shot.strike.up) > .4);
    }
};

/// Kinetic energy a mass, of equal balls.
inline double energy_of(const std::vector<BallState>& states, double radius) {
    double sum = 0;
    for (const BallState& state : states) {
        if (state.phase == Phase::pocketed) continue;
        for (int k = 0; k < 3; ++k) {
            sum += 0.5 * state.velocity[k] * state.velocity[k] +
                   0.2 * radius * radius * state.spin[k] * state.spin[k];
        }
    }
    return sum;
}

/// Of two balls on the table; below 0 where none overlap.
inline double worst_overlap(const std::vector<BallState>& states, double radius) {
    double worst = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (states[i].phase == Phase::pocketed) continue;
        for (std::size_t j = 0; j < i; ++j) {
            if (states[j].phase == Phase::pocketed) continue;
            const double dx = states[i].position[0] - states[j].position[0];
            const double dy = states[i].position[1] - states[j].position[1];
            worst = std::max(worst, 2 * radius - std::sqrt(dx * dx + dy * dy));
        }
    }
    return worst;
}

}  // namespace carom::billiards::testing
