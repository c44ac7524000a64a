// Promise: the checker accepts balls where the rules put them back, however crowded the table is, and no
// others.
#include "proof/spot_judge.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "carom/billiards/spotting.hpp"

namespace carom::proof {
namespace {

using billiards::BallState;
using billiards::Phase;
using billiards::Rules;
using billiards::TableScene;

/// A crowded table on which some balls wait to be put back.
struct Crowd {
    TableScene scene;
    std::vector<int> spotted;

    explicit Crowd(unsigned seed) : random(seed) {
        const bool is_snooker = seed % 2 == 0;
        const auto measures =
            is_snooker ? billiards::snooker_table_12_foot() : billiards::pool_table_9_foot();
        scene.setup.table = billiards::pocket_table(measures);
        scene.game = billiards::new_game(is_snooker ? Rules::snooker : Rules::nine_ball);
        scene.ball_names = {"cue"};
        if (is_snooker) {
            for (const char* name : {"yellow", "green", "brown", "blue", "pink", "black"})
                scene.ball_names.emplace_back(name);
            for (int red = 1; red <= 15; ++red) scene.ball_names.push_back("red " + std::to_string(red));
        } else {
            for (int number = 1; number <= 9; ++number) scene.ball_names.push_back(std::to_string(number));
        }
        scene.setup.balls.assign(scene.ball_names.size(), {.radius = is_snooker ? 0.02625 : 0.028575});
        place(measures.width, measures.length, is_snooker);
    }

    double draw(double from, double to) {
        return from + (to - from) * static_cast<double>(random() >> 11) * 0x1p-53;
    }

private:
    /// Near the spots, where they are in the way. They may overlap here.
    void place(double width, double length, bool is_snooker) {
        std::vector<Vec2d> spots{billiards::foot_spot(width, length)};
        for (const auto& ball : billiards::spotted_balls(billiards::Game::snooker, width, length)) {
            if (is_snooker) spots.push_back(ball.place);
        }
        for (std::size_t k = 0; k < scene.ball_names.size(); ++k) {
            const Vec2d& near = spots[random() % spots.size()];
            const double reach = k % 3 == 0 ? 0.01 : 0.3;
            const double x = near[0] + draw(-0.04, 0.04), y = near[1] + draw(-reach, reach);
            scene.start.push_back(billiards::ball_at(x, y, scene.setup.balls[k]));
            const bool comes_back = is_snooker ? k >= 1 && k <= 6 : k == 9;
            if (!comes_back || (is_snooker && random() % 3 == 0)) continue;
            scene.start.back().phase = Phase::pocketed;
            spotted.push_back(static_cast<int>(k));
        }
    }

    std::mt19937_64 random;
};

TEST(SpotJudge, AcceptsWhatTheRulesSayAndNothingElse) {
    int own = 0, other = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
        Crowd crowd(seed);
        const TableScene& scene = crowd.scene;
        const Rules rules = rules_of(scene.game);
        const std::vector<int> numbers = numbers_in(rules, scene.ball_names);
        std::vector<BallState> start = scene.start;
        ASSERT_TRUE(billiards::spot_balls(rules, scene.setup, numbers, crowd.spotted, start).empty());
        SpotJudge judge(scene);
        EXPECT_EQ(judge.misplaced(start, crowd.spotted, -1), -1) << seed;
        for (const int ball : crowd.spotted) {
            const auto k = static_cast<std::size_t>(ball);
            for (const double step : {1e-9, -1e-9, 0.02, -0.02}) {
                for (const int axis : {0, 1}) {
                    std::vector<BallState> lie = start;
                    lie[k].position[axis] += step;
                    EXPECT_NE(judge.misplaced(lie, crowd.spotted, -1), -1)
                        << seed << " " << ball << " " << step;
                }
            }
            std::vector<BallState> left_out = start;
            left_out[k].phase = Phase::pocketed;
            EXPECT_NE(judge.misplaced(left_out, crowd.spotted, -1), -1) << seed;
            std::vector<BallState> empty(start.size());
            for (BallState& each : empty) each.phase = Phase::pocketed;
            const auto alone = billiards::free_spot(rules, scene.setup, numbers, empty, ball);
            const bool is_alone = alone && *alone == Vec2d{start[k].position[0], start[k].position[1]};
            (is_alone ? own : other) += 1;
        }
    }
    EXPECT_GT(own, 20);
    EXPECT_GT(other, 200);
}

TEST(SpotJudge, ABallInHandWasNotInTheWay) {
    TableScene scene;
    scene.setup.table = billiards::pocket_table(billiards::pool_table_9_foot());
    scene.setup.balls.resize(2);
    scene.ball_names = {"cue", "9"};
    scene.game = billiards::new_game(Rules::nine_ball);
    SpotJudge judge(scene);
    const std::vector<BallState> start{billiards::ball_at(0.635, 1.8), billiards::ball_at(0.635, 1.905)};
    EXPECT_EQ(judge.misplaced(start, std::vector{1}, 0), -1);
    const std::vector<BallState> behind{billiards::ball_at(0.635, 1.8), billiards::ball_at(0.635, 1.97)};
    EXPECT_EQ(judge.misplaced(behind, std::vector{1}, 0), 1);
}

}  // namespace
}  // namespace carom::proof
