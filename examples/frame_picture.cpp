// How does the finder cut space? A picture of one frame on standard output: frame_picture > frame.svg
#include <cstdio>
#include <random>
#include <vector>

#include "carom/export/frame_svg.hpp"
#include "carom/frame/frame_contact_finder.hpp"

int main() {
    std::mt19937_64 random(7);
    const auto number = [&](double from, double to) {
        return from + (to - from) * static_cast<double>(random() >> 11) * 0x1p-53;
    };
    // A crowd that is dense in one corner, two large balls, and a bullet.
    std::vector<carom::MovingBall<double, 2>> balls;
    for (int i = 0; i < 240; ++i) {
        const double width = i % 2 == 0 ? 30 : 100;
        balls.push_back(
            {{number(0, width), number(0, 0.6 * width)}, number(0.4, 0.9), {number(-2, 2), number(-2, 2)}});
    }
    balls.push_back({{70, 40}, 7, {4, -3}});
    balls.push_back({{45, 20}, 5, {-2, 4}});
    balls.push_back({{2, 58}, 0.5, {96, -50}});

    carom::FrameContactFinder<double, 2> finder;
    const auto contacts = finder.find(carom::frame_balls(balls));
    std::fputs(carom::frame_svg(balls, contacts, finder.cells()).c_str(), stdout);
}
