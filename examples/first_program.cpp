// Does the cue ball hit the red ball in this frame? When and where, and where is it at the end of the frame?
#include <cstdio>

#include "carom/pair/bounce.hpp"
#include "carom/pair/sweep.hpp"

int main() {
    // Metres and seconds. A displacement is the whole move of the frame: velocity * 0.1 s.
    const double frame = 0.1;
    const carom::Vec2d velocity_cue{4, 0}, velocity_red{0, 0};
    const carom::MovingBall<double, 2> cue{{0.20, 0.50}, 0.03, {0.4, 0}};
    const carom::MovingBall<double, 2> red{{0.40, 0.53}, 0.03, {0, 0}};

    const auto hit = sweep(cue, red);
    if (!hit) {
        std::printf("no contact in this frame\n");
        return 0;
    }
    std::printf("contact after %.4f of the frame, %.4f s\n", hit.first, hit.first * frame);
    std::printf("the cue ball is at (%.4f, %.4f)\n", hit.center_a[0], hit.center_a[1]);
    std::printf("the red ball is in the direction (%.3f, %.3f)\n", hit.normal[0], hit.normal[1]);

    // Both balls weigh 0.17 kg; the impact keeps 95 % of the speed along the line of centres.
    const double mass = 0.17;
    const carom::Body<double, 2> body_cue{hit.center_a, velocity_cue, 1 / mass};
    const carom::Body<double, 2> body_red{hit.center_b, velocity_red, 1 / mass};
    const auto after = bounce(body_cue, body_red, 0.95);
    std::printf("after the impact: cue (%.3f, %.3f) m/s, red (%.3f, %.3f) m/s\n", after.a[0], after.a[1],
                after.b[0], after.b[1]);

    // What is left of the frame.
    const double rest = (1 - hit.first) * frame;
    std::printf("end of the frame: cue (%.4f, %.4f), red (%.4f, %.4f)\n", hit.center_a[0] + rest * after.a[0],
                hit.center_a[1] + rest * after.a[1], hit.center_b[0] + rest * after.b[0],
                hit.center_b[1] + rest * after.b[1]);
}
