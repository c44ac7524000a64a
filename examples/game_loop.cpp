// A game loop: 600 frames of 1/60 s of balls on a table, and the same ten seconds from impact to impact by
// the event engine, which knows no frames.
#include <cmath>
#include <cstdio>
#include <vector>

#include "carom/frame/frame_stepper.hpp"
#include "carom/sim/simulation.hpp"

namespace {

struct Impact {
    double time;
    std::size_t a, b;  ///< b: a ball, or 100 + a wall
};

const std::vector<carom::HalfSpace<double, 2>> walls{{{1, 0}, 0}, {{-1, 0}, -2}, {{0, 1}, 0}, {{0, -1}, -1}};

struct Start {
    carom::Vec2d place, velocity;
};
const std::vector<Start> starts{
    {{0.30, 0.50}, {1.90, 0.19}}, {{1.20, 0.52}, {-0.38, 0.095}}, {{1.60, 0.25}, {0.19, 0.76}}};
constexpr double radius = 0.08;

std::vector<Impact> play_in_frames(std::vector<carom::FrameBody<double, 2>>& balls) {
    constexpr double frame = 1.0 / 60;
    carom::Obstacles<double, 2> cushions;
    cushions.half_spaces = walls;
    const carom::ObstacleSet<double, 2> table(cushions);
    carom::FrameStepper<double, 2> stepper;
    std::vector<Impact> impacts;

    for (const Start& start : starts) {
        balls.push_back({start.place, radius, {start.velocity[0] * frame, start.velocity[1] * frame}});
    }
    for (int i = 0; i < 600; ++i) {
        const auto step = stepper.advance_frame(balls, table);
        for (const auto& bounce : step.bounces) {
            const bool is_wall = bounce.b == carom::FrameBounce<double>::kObstacle;
            impacts.push_back(
                {(i + bounce.fraction) * frame, bounce.a, is_wall ? 100 + bounce.obstacle.index : bounce.b});
        }
    }
    return impacts;
}

std::vector<Impact> play_from_impact_to_impact() {
    carom::Scene<2> scene;
    for (const auto& wall : walls) scene.world.walls.push_back({"cushion", wall});
    for (const Start& start : starts) scene.balls.push_back({"", start.place, start.velocity, radius, 1});
    std::vector<Impact> impacts;
    auto simulation = carom::Simulation<2>::create(scene);
    if (!simulation) return impacts;
    while (const auto event = simulation->next_event(10.0)) {
        // The engine counts the four faces of the world's box before the walls.
        const bool is_wall = event->kind == carom::EventKind::ball_wall;
        const double time =
            static_cast<double>(event->time.epoch) * simulation->epoch_length() + event->time.offset;
        impacts.push_back({time, event->ball, is_wall ? 100 + event->other - 4 : event->other});
    }
    return impacts;
}

}  // namespace

int main() {
    std::vector<carom::FrameBody<double, 2>> balls;
    const std::vector<Impact> in_frames = play_in_frames(balls);
    const std::vector<Impact> exact = play_from_impact_to_impact();

    double largest = 0;
    bool is_same = in_frames.size() == exact.size();
    for (std::size_t i = 0; is_same && i < exact.size(); ++i) {
        is_same = in_frames[i].a == exact[i].a && in_frames[i].b == exact[i].b;
        largest = std::fmax(largest, std::fabs(in_frames[i].time - exact[i].time));
    }
    std::printf("600 frames: %zu impacts\nevent engine: %zu impacts, %s order, times within 1e-9 s: %s\n",
                in_frames.size(), exact.size(), is_same ? "the same" : "another",
                is_same && largest < 1e-9 ? "yes" : "no");
    for (std::size_t i = 0; i < balls.size(); ++i) {
        std::printf("ball %zu ends at (%.6f, %.6f)\n", i, balls[i].center[0], balls[i].center[1]);
    }
    return is_same && largest < 1e-9 ? 0 : 1;
}
