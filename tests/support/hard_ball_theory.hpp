// What is known of fluids of hard balls at kT = 1.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "measure/hard_ball_theory.hpp"

namespace carom::test {

using detail::disc_z;
using detail::finite_size_z;
using detail::sphere_z;

/// Of mixtures of spheres by Boublik (1970), Mansoori, Carnahan, Starling and Leland (1971); `one`, `two` and
/// `three` are the means of the diameter to these powers.
inline double mixture_z(double packing, double one, double two, double three) {
    const double free = 1 - packing;
    const double x = packing / free;
    return 1 / free + 3 * one * two / three * x / free +
           two * two * two / (three * three) * (3 - packing) * x * x / free;
}

/// Viscosity of a gas of spheres of diameter and mass 1 by Enskog's theory, with the contact value of
/// Carnahan and Starling (Chapman and Cowling, The Mathematical Theory of Non-uniform Gases, 16.6).
inline double enskog_viscosity(double density) {
    const double packing = std::numbers::pi * density / 6;
    const double contact = (1 - packing / 2) / std::pow(1 - packing, 3);
    const double y = 2 * std::numbers::pi / 3 * density * contact;
    const double dilute = 1.016 * 5 / 16 / std::sqrt(std::numbers::pi);
    return dilute / contact * (1 + 0.8 * y + 0.7614 * y * y);
}

/// Spheres of diameter and mass 1 in molecular dynamics of 1,098,500 balls; errors of the last digits.
struct KnownFluid {
    double density, z, z_error, diffusion, diffusion_error;
};
inline constexpr std::array<KnownFluid, 5> known_fluids{{{0.10, 1.2397212, 0.0000042, 1.94488, 0.00067},
                                                         {0.30, 1.968237, 0.000011, 0.55302, 0.00019},
                                                         {0.50, 3.269393, 0.000023, 0.26289, 0.00013},
                                                         {0.70, 5.726878, 0.000050, 0.119662, 0.000063},
                                                         {0.90, 10.76249, 0.00015, 0.036000, 0.000044}}};

/// y = a + b x through points with errors, by least squares; `at_zero` is a.
struct Line {
    double at_zero = 0, error = 0;
};
template <std::size_t Points>
Line line_through(const std::array<double, Points>& x, const std::array<double, Points>& y,
                  const std::array<double, Points>& error) {
    double s = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (std::size_t i = 0; i < Points; ++i) {
        const double weight = 1 / (error[i] * error[i]);
        s += weight;
        sx += weight * x[i];
        sy += weight * y[i];
        sxx += weight * x[i] * x[i];
        sxy += weight * x[i] * y[i];
    }
    const double determinant = s * sxx - sx * sx;
    return {(sxx * sy - sx * sxy) / determinant, std::sqrt(sxx / determinant)};
}

}  // namespace carom::test
