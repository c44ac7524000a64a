// Balls of a game, frame by frame: which of them touch during a frame, and a loop in which they bounce.
#include <cstdio>
#include <vector>

#include "carom/frame/frame_contact_finder.hpp"
#include "carom/frame/frame_stepper.hpp"

namespace {

constexpr float kFrame = 1.0F / 60;                // s
constexpr float kFall = -9.81F * kFrame * kFrame;  // what gravity adds to the move of each frame

const char* const wall_names[] = {"the left wall", "the right wall", "the front wall",
                                  "the back wall", "the floor",      "the ceiling"};

/// A ball as the game keeps it.
struct Marble {
    const char* name;
    carom::Vec3f place;     // m
    float radius;           // m
    carom::Vec3f velocity;  // m/s
    carom::Vec3f move;      // of this frame: velocity * kFrame
};

/// Which marbles touch if all of them move straight on through the frame?
void print_contacts(carom::FrameContactFinder<float, 3>& finder, const std::vector<Marble>& marbles) {
    carom::FrameBalls<float, 3> balls;
    balls.size = marbles.size();
    balls.center = {&marbles[0].place[0], sizeof(Marble)};
    balls.radius = {&marbles[0].radius, sizeof(Marble)};
    balls.displacement = {&marbles[0].move[0], sizeof(Marble)};

    for (const carom::FrameContact<float>& contact : finder.find(balls)) {
        std::printf("%s and %s touch from %.3f to %.3f of the frame\n", marbles[contact.a].name,
                    marbles[contact.b].name, static_cast<double>(contact.first),
                    static_cast<double>(contact.last));
    }
}

/// The same marbles as bodies that bounce. A body's displacement is its velocity in moves a frame.
std::vector<carom::FrameBody<float, 3>> bodies_of(const std::vector<Marble>& marbles) {
    std::vector<carom::FrameBody<float, 3>> bodies;
    bodies.reserve(marbles.size());
    for (const Marble& marble : marbles) {
        bodies.push_back({marble.place, marble.radius, marble.move, 1, {0, 0, kFall}});
    }
    return bodies;
}

void print_bounces(int frame, const std::vector<Marble>& marbles,
                   std::span<const carom::FrameBounce<float>> bounces) {
    for (const carom::FrameBounce<float>& bounce : bounces) {
        const double time = (frame + static_cast<double>(bounce.fraction)) * static_cast<double>(kFrame);
        const bool is_wall = bounce.b == carom::FrameBounce<float>::kObstacle;
        std::printf("%.3f s  %s meets %s\n", time, marbles[bounce.a].name,
                    is_wall ? wall_names[bounce.obstacle.index] : marbles[bounce.b].name);
    }
}

}  // namespace

int main() {
    std::vector<Marble> marbles{{"bullet", {0.10F, 0.5F, 0.5F}, 0.01F, {30, 0, 0}, {}},
                                {"near", {0.30F, 0.5F, 0.51F}, 0.02F, {0, 0, 0}, {}},
                                {"far", {0.50F, 0.5F, 0.49F}, 0.02F, {0, 0, 0}, {}}};
    for (Marble& marble : marbles) {
        for (int axis = 0; axis < 3; ++axis) marble.move[axis] = marble.velocity[axis] * kFrame;
    }
    carom::FrameContactFinder<float, 3> finder;  // keeps its memory from frame to frame
    print_contacts(finder, marbles);

    // The inside of a box of 2 m x 1 m x 1 m: six half-spaces, each solid behind its surface.
    const std::vector<carom::HalfSpace<float, 3>> walls{{{1, 0, 0}, 0},   {{-1, 0, 0}, -2}, {{0, 1, 0}, 0},
                                                        {{0, -1, 0}, -1}, {{0, 0, 1}, 0},   {{0, 0, -1}, -1}};
    carom::Obstacles<float, 3> obstacles;
    obstacles.half_spaces = walls;
    const carom::ObstacleSet<float, 3> box(obstacles);  // sorted once

    carom::StepRules<float> rules;
    rules.restitution = 0.9F;
    rules.obstacle_restitution = 0.8F;
    carom::FrameStepper<float, 3> stepper;
    std::vector<carom::FrameBody<float, 3>> bodies = bodies_of(marbles);
    for (int frame = 0; frame < 30; ++frame) {
        const auto step = stepper.advance_frame(bodies, box, rules);
        print_bounces(frame, marbles, step.bounces);
        if (!step.lost.empty()) std::printf("%zu marbles did not use up their move\n", step.lost.size());
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const carom::Vec3f& place = bodies[i].center;
        std::printf("%-6s is at (%.3f, %.3f, %.3f)\n", marbles[i].name, static_cast<double>(place[0]),
                    static_cast<double>(place[1]), static_cast<double>(place[2]));
    }
}
