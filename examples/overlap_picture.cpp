// The four spheres of overlap_sample.cpp as a picture on standard output: overlap_picture > overlap.svg
// Those that share a point with another are red. Seen from the front, painted from back to front.
#include <algorithm>
#include <array>
#include <cstdio>

#include "carom/pair/overlap.hpp"

int main() {
    std::array<carom::Sphere<float>, 4> spheres{{
        {{0, 0, 0}, 2},
        {{0, 3.5F, 0}, 1},
        {{0, -3, 0}, 1},
        {{1, 0, 0}, 1},
    }};
    std::sort(spheres.begin(), spheres.end(),
              [](const auto& a, const auto& b) { return a.center[2] + a.radius < b.center[2] + b.radius; });
    std::puts(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-3 -5 6 10\" width=\"300\" height=\"500\">");
    for (const auto& [id, light, dark] :
         {std::array{"red", "#ff9a90", "#8c1414"}, std::array{"blue", "#9cc4ff", "#143c8c"}}) {
        std::printf(
            "<radialGradient id=\"%s\" cx=\".36\" cy=\".3\" r=\".75\"><stop stop-color=\"%s\"/>"
            "<stop offset=\"1\" stop-color=\"%s\"/></radialGradient>\n",
            id, light, dark);
    }
    const auto touches_another = [&](const auto& sphere) {
        return std::count_if(spheres.begin(), spheres.end(),
                             [&](const auto& other) { return overlaps(sphere, other); }) > 1;
    };
    for (const auto& sphere : spheres) {
        std::printf("<circle cx=\"%g\" cy=\"%g\" r=\"%g\" fill=\"url(#%s)\" fill-opacity=\".85\"/>\n",
                    static_cast<double>(sphere.center[0]), static_cast<double>(-sphere.center[1]),
                    static_cast<double>(sphere.radius), touches_another(sphere) ? "red" : "blue");
    }
    std::puts("</svg>");
}
