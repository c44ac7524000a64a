// When does a ball next touch a wall of any kind, and which way does the wall lie there?
#pragma once

#include "sim/curved_contact.hpp"
#include "sim/predict.hpp"

namespace carom::detail {

/// x without its part along the axis of a cylinder.
template <int N>
Vec<double, N> across(const NumberedWall<N>& wall, const Vec<double, N>& x) {
    return wall.shape == WallShape::cylinder ? x - dot(x, wall.along) * wall.along : x;
}

/// How far the surface has come from where it was at time 0, times |n|.
template <int N>
TwoTerm advanced(const Clock& clock, const NumberedWall<N>& wall, Time time) {
    return TwoTerm{wall.speed, 0} * wall.surface.norm * seconds_exactly(clock, time);
}

/// From where the ball is now, for a plane that may move, on a path that may be a parabola.
template <int N>
double plane_contact_after(const Clock& clock, const NumberedWall<N>& wall, const Flight<N>& a,
                           const Vec<double, N>& acceleration, double radius) {
    const PlaneMotion<N> m =
        plane_motion(MovingBall<double, N>{a.position, radius, a.velocity}, wall.surface);
    const TwoTerm gap = (m.distance - m.reach) - advanced(clock, wall, a.time);
    const TwoTerm rate = m.rate - TwoTerm{wall.speed, 0} * wall.surface.norm;
    const TwoTerm bend = dot_exactly(wall.surface.normal, acceleration);
    CurvedMotion<2> sizes;
    sizes.d[0] = to_double(gap);
    sizes.w[0] = to_double(rate);
    sizes.a[0] = to_double(bend);
    const CurvedUnits units = units_of(sizes);
    const double per_length = 1 / units.length;
    Polynomial p;
    p.c[0] = scaled(per_length, gap);
    p.c[1] = scaled(per_length * units.time, rate);
    p.c[2] = scaled(0.5 * (per_length * units.time) * units.time, bend);
    p.degree = 2;
    return units.time * first_descent(p);
}

/// The next contact of a ball with a wall, `kNever` when there is none.
template <int N>
Time predict_wall(const Clock& clock, const NumberedWall<N>& wall, const Flight<N>& a,
                  const Vec<double, N>& acceleration, double radius) {
    if (wall.shape == WallShape::plane)
        return clock.after(a.time, plane_contact_after(clock, wall, a, acceleration, radius));
    const CurvedMotion<N> motion{across(wall, a.position - wall.center), across(wall, a.velocity),
                                 across(wall, acceleration), wall.radius - radius};
    return clock.after(a.time, first_way_out(motion));
}

/// The unit vector from a ball at `position` to where it touches the wall.
template <int N>
Vec<double, N> toward(const NumberedWall<N>& wall, const Vec<double, N>& position) {
    if (wall.shape == WallShape::plane) return wall.surface.toward;
    return normalised(across(wall, position - wall.center));
}

template <int N>
Vec<double, N> velocity_of(const NumberedWall<N>& wall) {
    return -wall.speed * wall.surface.toward;
}

/// Between the surfaces; negative when the ball reaches in. In plain numbers.
template <int N>
double rough_gap(const Clock& clock, const NumberedWall<N>& wall, const Vec<double, N>& position,
                 double radius, Time time) {
    if (wall.shape != WallShape::plane)
        return wall.radius - radius - length(across(wall, position - wall.center));
    const TwoTerm distance = dot_exactly(wall.surface.normal, position) - TwoTerm{wall.surface.offset, 0};
    return to_double(distance - advanced(clock, wall, time)) / to_double(wall.surface.norm) - radius;
}

}  // namespace carom::detail
