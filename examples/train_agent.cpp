// Trains a player: which cue angle, speed and follow pot the 1 and leave the cue ball in the middle of the
// table? The cross-entropy method plays batches of shots, keeps the best tenth, and draws the next batch
// around it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

#include "carom/billiards/shot_batch.hpp"

using namespace carom::billiards;

namespace {

constexpr std::size_t kShots = 1000, kBest = 100, kBalls = 2;

/// A number of the strike, and how it is spread: normal deviates.
struct Spread {
    double mean, deviation, lowest, highest;

    void draw(std::vector<double>& column, std::mt19937_64& random) const {
        for (double& value : column) {
            // The sum of twelve uniform numbers less 6 is nearly normal, and the same on every machine.
            double sum = -6;
            for (int k = 0; k < 12; ++k) sum += static_cast<double>(random() >> 11) * 0x1p-53;
            value = std::clamp(mean + deviation * sum, lowest, highest);
        }
    }
    void learn(const std::vector<double>& column, const std::vector<std::size_t>& order) {
        double sum = 0, squares = 0;
        for (std::size_t k = 0; k < kBest; ++k) sum += column[order[k]];
        mean = sum / kBest;
        for (std::size_t k = 0; k < kBest; ++k)
            squares += (column[order[k]] - mean) * (column[order[k]] - mean);
        deviation = std::sqrt(squares / kBest);
    }
};

}  // namespace

int main() {
    ShotSetup setup;
    setup.table = pocket_table(pool_table_9_foot());
    const std::vector<BallState> balls{ball_at(0.4, 0.6), ball_at(0.9, 1.8)};
    setup.balls.assign(kBalls, BallProperties{});
    ShotPlayer player(setup);

    std::vector<double> speed(kShots), direction(kShots), up(kShots), x(kShots * kBalls), y(kShots * kBalls);
    std::vector<int> pocket(kShots * kBalls);
    const StrikeColumns strikes{.speed = speed, .direction = direction, .up = up};
    const OutcomeColumns outcomes{.x = x, .y = y, .pocket = pocket};

    Spread angles{67, 2, 0, 360}, speeds{2, 1, 0.5, 6}, follow{0, 0.3, -0.5, 0.5};
    std::mt19937_64 random(1);
    std::vector<double> reward(kShots);
    std::vector<std::size_t> order(kShots);
    for (int round = 1; round <= 8; ++round) {
        angles.draw(direction, random);
        speeds.draw(speed, random);
        follow.draw(up, random);
        play_shots(player, kBalls, balls, strikes, outcomes);
        for (std::size_t k = 0; k < kShots; ++k) {
            const bool made = pocket[k * kBalls] == kOnTheTable && pocket[k * kBalls + 1] >= 0;
            const double away = std::hypot(x[k * kBalls] - 0.635, y[k * kBalls] - 1.27);
            reward[k] = (made ? 3 : 0) - away;
        }
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return reward[a] > reward[b]; });
        angles.learn(direction, order);
        speeds.learn(speed, order);
        follow.learn(up, order);
        const auto made = std::count_if(reward.begin(), reward.end(), [](double r) { return r > 0.5; });
        std::printf("round %d: made %3ld of 1000, the best leaves the cue ball %.3f m from the middle\n",
                    round, static_cast<long>(made), 3 - reward[order[0]]);
    }
    std::printf("learned: %.2f degrees, %.2f m/s, follow %.2f\n", angles.mean, speeds.mean, follow.mean);
    return 0;
}
