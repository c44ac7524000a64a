// Shots in which balls fly: random tables, balls, starts in the air and jumps.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "billiards/random_breaks.hpp"
#include "carom/billiards/table_scene.hpp"

namespace carom::billiards::testing {

class RandomFlight {
public:
    explicit RandomFlight(std::uint64_t seed) : draws_(seed) {
        scene_.setup.laws.jumps = true;
        choose_table();
        scene_.setup.laws.cushion = static_cast<CushionModel>(draws_.between(0, 6));
        scene_.setup.laws.ball_ball = static_cast<BallBallModel>(draws_.between(0, 2));
        const int balls = 2 + static_cast<int>(draws_.between(0, 8));
        const bool mixed = draws_.between(0, 1) < .3;
        for (int k = 0; k < balls; ++k) add_ball(mixed);
        Strike strike{draws_.between(.5, 9), draws_.between(0, 360), 0, draws_.between(-.4, .4),
                      draws_.between(-.4, .4)};
        if (draws_.between(0, 1) < .6) strike.elevation = draws_.between(0, 70);
        scene_.shots.push_back({{}, {0, strike}});
    }

    const TableScene& scene() const { return scene_; }

private:
    void choose_table() {
        Table& table = scene_.setup.table;
        switch (static_cast<int>(draws_.between(0, 4))) {
            case 0:
                table = pocket_table(pool_table_7_foot());
                size_ = {.99, 1.98};
                break;
            case 1:
                table = pocket_table(snooker_table_12_foot());
                size_ = {1.77, 3.56};
                kind_ = snooker_ball();
                break;
            case 2:
                table = carom_table();
                size_ = {1.42, 2.84};
                break;
            default:
                table = polygonal_table({{0, 0}, {1.4, 0}, {1.4, 1}, {.8, 1}, {.8, 2}, {0, 2}});
                size_ = {1.4, 2};
                break;
        }
    }

    /// A place where the ball is free; near the second ball now and then.
    void add_ball(bool mixed) {
        BallProperties ball = kind_;
        const bool is_first = scene_.start.empty();
        if (mixed && kind_.radius == BallProperties{}.radius) {
            ball.radius *= draws_.between(.8, 1.2);
            ball.mass *= draws_.between(.3, 3);
        }
        scene_.setup.balls.push_back(ball);
        scene_.ball_names.emplace_back();
        do {
            if (!is_first) scene_.start.resize(scene_.setup.balls.size() - 1);
            double x = draws_.between(.07, size_[0] - .07), y = draws_.between(.07, size_[1] - .07);
            if (scene_.start.size() > 1 && draws_.between(0, 1) < .4) {
                x = scene_.start[1].position[0] + draws_.between(-.06, .06);
                y = scene_.start[1].position[1] + draws_.between(-.06, .06);
            }
            if (is_first) scene_.start.clear();
            scene_.start.push_back(ball_at(x, y, ball));
            if (!is_first && draws_.between(0, 1) < .3) throw_up(scene_.start.back());
        } while (!is_free());
    }

    void throw_up(BallState& state) {
        state.phase = Phase::airborne;
        state.position[2] += draws_.between(.05, .5);
        if (draws_.between(0, 1) < .2) return;
        for (int axis = 0; axis < 3; ++axis) {
            state.velocity[axis] = draws_.between(-3, 3);
            state.spin[axis] = draws_.between(-50, 50);
        }
    }

    bool is_free() const { return faults_of(scene_).empty(); }

    Draws draws_;
    TableScene scene_;
    BallProperties kind_;
    Vec2d size_;
};

/// Of motion and height [J].
inline double energy_in_air(const ShotSetup& setup, std::size_t k, const BallState& state) {
    if (is_out_of_play(state.phase)) return 0;
    const BallProperties& ball = setup.balls[k];
    double squares = 2 * setup.table.gravity * (state.position[2] - ball.radius);
    for (int axis = 0; axis < 3; ++axis) {
        squares += state.velocity[axis] * state.velocity[axis] +
                   .4 * ball.radius * ball.radius * state.spin[axis] * state.spin[axis];
    }
    return .5 * ball.mass * squares;
}

}  // namespace carom::billiards::testing
