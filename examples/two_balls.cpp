// Two balls meet during a frame: when, where, and with which velocities do they leave?
#include <cstdio>

#include "carom/pair/bounce.hpp"
#include "carom/pair/sweep.hpp"

int main() {
    const carom::Vec2d va{3, 0}, vb{-1, 0};  // displacements of the frame, here also the velocities
    const auto hit =
        sweep(carom::MovingBall<double, 2>{{0, 0}, 0.5, va}, carom::MovingBall<double, 2>{{2, 0.6}, 0.5, vb});
    if (!hit) return 1;
    std::printf("in touch from u = %.3f to %.3f, normal (%.2f, %.2f)\n", hit.first, hit.last, hit.normal[0],
                hit.normal[1]);

    const carom::Body<double, 2> a{hit.center_a, va, 1}, b{hit.center_b, vb, 1};
    const auto after = bounce(a, b, 0.95);
    std::printf("a leaves with (%.3f, %.3f), b with (%.3f, %.3f)\n", after.a[0], after.a[1], after.b[0],
                after.b[1]);
}
