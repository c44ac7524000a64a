// Functions that the standard library computes with other last bits on other machines. These use + - * /
// only.
#pragma once

namespace carom::billiards::detail {

inline constexpr double kPi = 3.14159265358979323846;

struct SineCosine {
    double sine;
    double cosine;
};

/// Of an angle in radians, |angle| < 1e5: errors below 2^-52.
SineCosine sine_cosine(double angle);

/// Of an angle in degrees, any finite one: multiples of 90 degrees are exact.
SineCosine sine_cosine_of_degrees(double degrees);

/// The angle in (-pi, pi] of the direction (x, y), not both 0: error below 2^-51.
double direction_angle(double y, double x);

/// The angle in [0, pi] whose cosine is x, |x| <= 1.
double arc_cosine(double x);

/// e^x for x <= 0: relative error below 2^-52.
double exponential(double x);

}  // namespace carom::billiards::detail
