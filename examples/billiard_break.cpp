// A nine-ball break: where the balls end.
#include <cstdio>
#include <string>
#include <vector>

#include "carom/billiards/rack.hpp"
#include "carom/billiards/shot.hpp"

using namespace carom::billiards;

int main() {
    ShotSetup setup;
    setup.table = pocket_table(pool_table_7_foot());
    std::vector<BallState> balls{ball_at(0.4953, 0.5)};  // the cue ball
    Rack rack;
    rack.apex = {0.4953, 1.4859};
    for (const carom::Vec2d& place : diamond_rack(rack)) balls.push_back(ball_at(place[0], place[1]));
    setup.balls.assign(balls.size(), BallProperties{});
    for (const TableFault& fault : faults_of(setup)) std::printf("%s\n", fault.message.c_str());

    ShotPlayer player(setup);
    player.play(balls, Shot{0, {.speed = 8, .direction = 89.5, .up = 0.2}});
    std::printf("%zu events in %.6f s\n", player.events().size(), player.end_time());
    for (const ShotEvent& event : player.events()) {
        if (event.kind == EventKind::pocket)
            std::printf("%.6f ball %d in pocket %d\n", event.time, event.ball, event.other);
    }
    for (std::size_t k = 0; k < balls.size(); ++k) {
        const BallState& end = player.final_states()[k];
        if (end.phase == Phase::resting)
            std::printf("ball %zu rests at %.6f %.6f\n", k, end.position[0], end.position[1]);
    }
    return 0;
}
