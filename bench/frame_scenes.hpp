// Frames of moving balls to search for contacts. One seed gives the same bits on every machine: only + - * /
// and sqrt touch a number, and no std distribution draws one.
//
//   A  equal radii r, centres anywhere in a cube that the balls fill to 10 % (overlaps allowed), each moves
//      0.5 r in any direction
//   B  as A with radii from 1 to 100, their density as r^-3 (as much area in each octave), each moves half
//      of its own radius
//   C  as A, each moves 10 r
//   D  as A in a cube twice as wide, 80 % of the balls in 5 % of its volume, which they fill to 20 %
//   E  the cube of A in the middle of a world 300 times wider, and 16 bullets as large as the others that
//      start anywhere in the world and fly half of its width
//
// In 2D cubes are squares and the filling is one of area.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "carom/geom/ball.hpp"
#include "draws.hpp"

namespace carom::frames {

using bench::Draws;

/// Anywhere in a cube around the origin.
template <int N>
Vec<double, N> inside(double width, Draws& draws) {
    Vec<double, N> x;
    for (int k = 0; k < N; ++k) x[k] = width * (draws.unit() - 0.5);
    return x;
}

/// A vector of this length in any direction.
template <int N>
Vec<double, N> any_direction(double length, Draws& draws) {
    for (;;) {
        Vec<double, N> x = inside<N>(2, draws);
        double square = 0;
        for (int k = 0; k < N; ++k) square += x[k] * x[k];
        if (square > 1 || square < 0.01) continue;
        for (int k = 0; k < N; ++k) x[k] *= length / std::sqrt(square);
        return x;
    }
}

/// From 1 to 100, with a density as r^-3.
inline double mostly_small(Draws& draws) {
    return 1 / std::sqrt(1 - draws.unit() * 0.9999);
}

/// The side of a cube of this volume, or of a square of this area, by Newton's iteration from above.
template <int N>
double side_of(double volume) {
    if constexpr (N == 2) return std::sqrt(volume);
    double side = volume > 1 ? volume : 1;
    for (int i = 0; i < 200; ++i) side -= (side - volume / (side * side)) / 3;
    return side;
}

inline constexpr std::size_t kBullets = 16;
inline constexpr double kFilling = 0.1;
inline constexpr double kWorldOfBullets = 300;  ///< its width in cubes

template <int N>
std::vector<double> radii(char scene, std::size_t n, Draws& draws) {
    std::vector<double> all(n, 1.0);
    if (scene == 'B') {
        for (double& radius : all) radius = mostly_small(draws);
    }
    return all;
}

/// The width of the cube that these balls fill to 10 %.
template <int N>
double width_of_cube(const std::vector<double>& radii) {
    double volume = 0;
    for (const double r : radii) volume += N == 2 ? r * r : r * r * r * 4 / 3;
    return side_of<N>(volume * std::numbers::pi / kFilling);
}

template <class T, int N>
Vec<T, N> rounded(const Vec<double, N>& x) {
    Vec<T, N> result;
    for (int k = 0; k < N; ++k) result[k] = static_cast<T>(x[k]);
    return result;
}

/// `n` balls; scene E wants more than its bullets.
template <class T, int N>
std::vector<MovingBall<T, N>> balls(char scene, std::size_t n, std::uint64_t seed) {
    Draws draws(seed);
    const std::vector<double> radius = radii<N>(scene, n, draws);
    const double width = (scene == 'D' ? 2 : 1) * width_of_cube<N>(radius);
    const double dense = width * side_of<N>(0.05);
    std::vector<MovingBall<T, N>> all(n);
    for (std::size_t i = 0; i < n; ++i) {
        double room = width;
        double way = (scene == 'C' ? 10 : 0.5) * radius[i];
        if (scene == 'D' && i % 5 != 0) room = dense;
        if (scene == 'E' && i < kBullets) {
            room = kWorldOfBullets * width;
            way = 0.5 * room;
        }
        all[i].center = rounded<T>(inside<N>(room, draws));
        all[i].radius = static_cast<T>(radius[i]);
        all[i].displacement = rounded<T>(any_direction<N>(way, draws));
    }
    return all;
}

}  // namespace carom::frames
