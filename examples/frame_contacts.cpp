// Three balls in one frame: which of them touch, and where are they at the end?
#include <cstdio>
#include <vector>

#include "carom/frame/frame_contact_finder.hpp"
#include "carom/frame/frame_stepper.hpp"

int main() {
    // Centre, radius, displacement of the frame. The first ball flies through the others.
    const std::vector<carom::MovingBall<double, 3>> balls{
        {{0, 0, 0}, 0.1, {4, 0, 0}}, {{1, 0.1, 0}, 0.1, {0, 0, 0}}, {{2, -0.1, 0}, 0.1, {0, 0, 0}}};
    carom::FrameContactFinder<double, 3> finder;  // keeps its memory from frame to frame
    for (const auto& contact : finder.find(carom::frame_balls(balls))) {
        std::printf("%u and %u touch from u = %.3f to %.3f\n", contact.a, contact.b, contact.first,
                    contact.last);
    }

    std::vector<carom::FrameBody<double, 3>> bodies;
    bodies.reserve(balls.size());
    for (const auto& ball : balls) bodies.push_back({ball.center, ball.radius, ball.displacement, 1});
    carom::FrameStepper<double, 3> stepper;
    for (const auto& bounce : stepper.advance_frame(bodies).bounces) {  // now the balls bounce
        std::printf("%u and %u bounce at u = %.3f\n", bounce.a, bounce.b, bounce.fraction);
    }
    for (const auto& body : bodies) std::printf("(%.3f, %.3f)\n", body.center[0], body.center[1]);
}
