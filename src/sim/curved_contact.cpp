#include "sim/curved_contact.hpp"

#include <algorithm>
#include <cmath>

namespace carom::detail {

namespace {

/// The power of two at or below x > 0.
double power_of_two(double x) {
    int exponent = 0;
    std::frexp(x, &exponent);
    return std::ldexp(1.0, exponent - 1);
}

/// |d + w u + a u^2 / 2|^2 - r^2 in the given units.
template <int N>
Polynomial squared_distance(const CurvedMotion<N>& m, const CurvedUnits& units) {
    const double per_length = 1 / units.length;
    const Vec<double, N> d = per_length * m.d;
    const Vec<double, N> w = (per_length * units.time) * m.w;
    const Vec<double, N> a = ((per_length * units.time) * units.time) * m.a;
    Polynomial p;
    p.c[0] = separation(RelativeMotion<double, N>{d, w, per_length * m.r});
    p.c[1] = scaled(2, dot_exactly(d, w));
    p.c[2] = dot_exactly(w, w) + dot_exactly(d, a);
    p.c[3] = dot_exactly(w, a);
    p.c[4] = scaled(0.25, dot_exactly(a, a));
    return p;
}

Polynomial operator-(Polynomial p) {
    for (TwoTerm& c : p.c) c = -c;
    return p;
}

}  // namespace

template <int N>
CurvedUnits units_of(const CurvedMotion<N>& m) {
    const double size = std::max(largest(m.d), std::fabs(m.r));
    CurvedUnits units;
    units.length = size > 0 ? power_of_two(size) : 1;
    const double speed = largest(m.w);
    const double acceleration = largest(m.a);
    double time = HUGE_VAL;
    if (speed > 0) time = units.length / speed;
    if (acceleration > 0) time = std::min(time, std::sqrt(units.length / acceleration));
    if (time > 0 && time < HUGE_VAL) units.time = power_of_two(time);
    return units;
}

template <int N>
double first_closing_contact(const CurvedMotion<N>& m) {
    const CurvedUnits units = units_of(m);
    return units.time * first_descent(squared_distance(m, units));
}

template <int N>
double first_way_out(const CurvedMotion<N>& m) {
    const CurvedUnits units = units_of(m);
    return units.time * first_descent(-squared_distance(m, units));
}

double least_time(double room, double speed, double acceleration) {
    if (!(room > 0)) return 0;
    return 2 * room / (speed + std::sqrt(speed * speed + 2 * acceleration * room)) * (1 - 0x1p-30);
}

template <int N>
Time predict_falling_pair(const Clock& clock, const Domain<N>& domain, const Flight<N>& a,
                          const Vec<double, N>& ca, const Flight<N>& b, const Vec<double, N>& cb,
                          const Image<N>& shift, double r, Time limit) {
    const Time now = std::max(a.time, b.time);
    const Vec<double, N> d =
        shifted(clock, domain, position_at(clock, b, cb, now) - position_at(clock, a, ca, now), shift, now);
    const Vec<double, N> w = velocity_at(clock, b, cb, now) - velocity_at(clock, a, ca, now);
    const Vec<double, N> bend = cb - ca;
    const double room = (length(d) - r) - 0x1p-40 * (length(d) + r);
    if (least_time(room, length(w), length(bend)) > clock.between(now, limit)) return kNever;
    if (largest(bend) > 0) return clock.after(now, first_closing_contact(CurvedMotion<N>{d, w, bend, r}));
    const double wait = first_closing_contact(RelativeMotion<double, N>{d, w, r});
    const double closing = wait == 0 ? -dot(d, w) / length(d) : 1;
    if (wait == 0 && closing <= 0x1p-51 * (largest(a.velocity) + largest(b.velocity))) return kNever;
    return clock.after(now, wait);
}

template CurvedUnits units_of(const CurvedMotion<2>&);
template CurvedUnits units_of(const CurvedMotion<3>&);
template double first_closing_contact(const CurvedMotion<2>&);
template double first_closing_contact(const CurvedMotion<3>&);
template double first_way_out(const CurvedMotion<2>&);
template double first_way_out(const CurvedMotion<3>&);
template Time predict_falling_pair(const Clock&, const Domain<2>&, const Flight<2>&, const Vec<double, 2>&,
                                   const Flight<2>&, const Vec<double, 2>&, const Image<2>&, double, Time);
template Time predict_falling_pair(const Clock&, const Domain<3>&, const Flight<3>&, const Vec<double, 3>&,
                                   const Flight<3>&, const Vec<double, 3>&, const Image<3>&, double, Time);

}  // namespace carom::detail
