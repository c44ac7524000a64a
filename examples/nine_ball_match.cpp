// Two players who only aim straight at the lowest ball play nine-ball, and the referee decides what follows.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "carom/billiards/rack.hpp"
#include "carom/billiards/referee.hpp"

using namespace carom::billiards;

namespace {

constexpr double kDegrees = 180 / 3.14159265358979323846;

/// Errors of the players, the same on every machine.
class Errors {
public:
    double next() {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<double>(state_ >> 11) * 0x1p-52 - 1;
    }

private:
    std::uint64_t state_ = 1;
};

bool is_free(const std::vector<BallState>& balls, std::size_t ball, double x, double y) {
    for (std::size_t k = 0; k < balls.size(); ++k) {
        const bool counts = k != ball && !is_out_of_play(balls[k].phase);
        if (counts && std::hypot(balls[k].position[0] - x, balls[k].position[1] - y) < 0.058) return false;
    }
    return true;
}

/// Puts a ball on the long string, as near to y as it is free.
void place(std::vector<BallState>& balls, std::size_t ball, double y) {
    while (!is_free(balls, ball, 0.4953, y)) y += 0.01;
    balls[ball] = ball_at(0.4953, y);
}

}  // namespace

int main() {
    ShotSetup setup;
    setup.table = pocket_table(pool_table_7_foot());
    std::vector<BallState> balls{ball_at(0.46, 0.5)};
    Rack rack;
    rack.apex = {0.4953, 1.4859};
    std::vector<int> numbers{0};
    for (const RackedBall& ball : racked_balls(Game::nine_ball, rack)) {
        balls.push_back(ball_at(ball.place[0], ball.place[1]));
        numbers.push_back(std::stoi(ball.name));
    }
    setup.balls.assign(balls.size(), BallProperties{});

    ShotPlayer player(setup);
    Errors errors;
    NineBallState state;
    for (int shot = 1; shot <= 100; ++shot) {
        std::size_t target = 0;
        for (std::size_t k = 1; k < balls.size(); ++k) {
            const bool is_on = !is_out_of_play(balls[k].phase);
            if (is_on && (target == 0 || numbers[k] < numbers[target])) target = k;
        }
        const double x = balls[target].position[0] - balls[0].position[0];
        const double y = balls[target].position[1] - balls[0].position[1];
        const double speed = state.is_break ? 8 : 3;
        const double direction = std::atan2(y, x) * kDegrees + errors.next();
        player.play(balls, Shot{0, {.speed = speed, .direction = direction}});

        const NineBallRuling ruling = rule_nine_ball(state, facts_of(balls, player.events(), 0), numbers);
        std::printf("shot %d, player %d:", shot, state.shooter + 1);
        for (const ShotEvent& event : player.events()) {
            if (event.kind == EventKind::pocket && event.ball != 0)
                std::printf(" %d falls", numbers[static_cast<std::size_t>(event.ball)]);
        }
        for (const Foul foul : ruling.fouls) std::printf(" foul: %s", name_of(foul));
        std::printf("%s\n", ruling.continues ? ", goes on" : "");
        if (ruling.winner >= 0) {
            std::printf("player %d wins\n", ruling.winner + 1);
            return 0;
        }
        balls.assign(player.final_states().begin(), player.final_states().end());
        for (const int ball : ruling.spotted) place(balls, static_cast<std::size_t>(ball), 1.4859);
        if (ruling.ball_in_hand) place(balls, 0, 0.5);
        state = ruling.next;
    }
    return 1;
}
