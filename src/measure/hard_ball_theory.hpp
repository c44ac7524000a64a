// What is known of fluids of equal hard balls.
#pragma once

#include <cmath>

namespace carom::detail {

/// Z = P V / N kT of equal spheres by Kolafa, Labik and Malijevsky in the Heyes form, whose last three terms
/// matter above a packing of 0.4: good to 1e-3 up to 0.49, to 1e-5 below 0.3.
inline double sphere_z(double packing) {
    const double x = packing / (1 - packing);
    return 1 + x * (4 + x * (6 + x * (2.3647684 + x * (-0.8698551 + x * (1.1062803 - x * 1.1014221))))) +
           0.66605866 * std::pow(x, 7) - 0.03633431 * std::pow(x, 8) - 0.20965164 * std::pow(x, 10) +
           0.10555569 * std::pow(x, 14) - 0.0087238 * std::pow(x, 22);
}

/// Of equal discs by Henderson with the term of Luding (Phys. Rev. E 63, 042201): good to about 2e-3 up to
/// 0.65.
inline double disc_z(double packing) {
    const double free = (1 - packing) * (1 - packing);
    const double square = packing * packing;
    return (1 + square / 8) / free - square * square / (64 * free * free);
}

/// Z of N balls in a periodic box less that of infinitely many, to first order in 1 / N:
///   density / (2 N) * d ln X / d density      1 / X = d(density Z) / d density
/// (fluctuations of the number of balls, which a fixed N forbids; at low density -B2 density / N, as a ball
/// does not meet itself). `z` is a function of the packing.
template <class Z>
double finite_size_z(Z z, double packing, double balls) {
    constexpr double step = 1e-3;
    const auto stiffness = [&](double at) {
        const double h = step * packing;
        return ((at + h) * z(at + h) - (at - h) * z(at - h)) / (2 * h);
    };
    const double h = 0.01 * packing;
    const double slope = (std::log(stiffness(packing + h)) - std::log(stiffness(packing - h))) / (2 * h);
    return -packing * slope / (2 * balls);
}

}  // namespace carom::detail
