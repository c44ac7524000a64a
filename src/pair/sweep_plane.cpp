// Sweeps of a ball against a half-space and a two-sided plane. Derivation: docs/math/sweep.md.
#include <cmath>

#include "carom/pair/sweep.hpp"
#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "pair/frame_interval.hpp"
#include "pair/plane_motion.hpp"
#include "pair/relative.hpp"

namespace carom {
namespace {

using detail::FrameInterval;
using detail::PlaneMotion;
using detail::TwoTerm;

/// What stands between the ball's start and the surface: nothing, or a solid without end behind it.
enum class Behind : unsigned char { free, solid };

ContactState state_at_start(double gap, double distance, double rate, Behind behind) {
    if (gap < 0) return ContactState::overlapping;
    if (rate == 0) return ContactState::touching_at_rest;
    const bool leaves = rate > 0 || (behind == Behind::free && distance == 0);
    return leaves ? ContactState::touching_parting : ContactState::touching_closing;
}

/// u at which the distance, now `distance`, has changed by `by`; clipped to the frame.
double time_to_change(TwoTerm by, TwoTerm rate) {
    return detail::at_most_one(to_double(by) / to_double(rate));
}

/// u of the last contact of a ball that is in contact at the start.
template <int N>
double last_from_start(const PlaneMotion<N>& m, Behind behind) {
    const TwoTerm end = m.distance + m.rate;
    if (m.rate.hi > 0) return (end - m.reach).hi <= 0 ? 1 : time_to_change(m.reach - m.distance, m.rate);
    if (m.rate.hi == 0 || behind == Behind::solid) return 1;
    return (end + m.reach).hi >= 0 ? 1 : time_to_change(-(m.distance + m.reach), m.rate);
}

template <int N>
FrameInterval contact_in_frame(const PlaneMotion<N>& m, Behind behind) {
    const double gap = m.gap_sign();
    if (std::isnan(m.rate.hi)) return {};
    if (gap <= 0) {
        const ContactState state = state_at_start(gap, m.distance.hi, m.rate.hi, behind);
        return {state, 0, state == ContactState::touching_parting ? 0 : last_from_start(m, behind)};
    }
    const bool arrives = m.rate.hi < 0 && ((m.distance + m.rate) - m.reach).hi <= 0;
    if (!arrives) return {};
    return {ContactState::will_touch, time_to_change(m.reach - m.distance, m.rate),
            last_from_start(m, behind)};
}

template <class T, int N, class Surface>
Sweep<T, N> sweep_surface(const MovingBall<T, N>& a, const Surface& b, Behind behind) {
    const PlaneMotion<N> m = detail::plane_motion(a, b);
    const FrameInterval in = contact_in_frame(m, behind);
    Sweep<T, N> result;
    result.state = in.state;
    if (!result) return result;
    result.first = static_cast<T>(in.first);
    result.last = static_cast<T>(in.last);
    result.center_a = detail::position_at(a.center, a.displacement, in.first);
    result.normal = detail::convert<T>(m.toward);
    const double distance =
        in.state == ContactState::will_touch ? static_cast<double>(a.radius) : to_double(m.distance) / m.norm;
    result.center_b = detail::position_at(result.center_a, result.normal, distance);
    return result;
}

}  // namespace

template <class T, int N>
Sweep<T, N> sweep(const MovingBall<T, N>& a, const HalfSpace<T, N>& b) {
    const detail::DefaultFloatEnvironment environment;
    return sweep_surface(a, b, Behind::solid);
}

template <class T, int N>
Sweep<T, N> sweep(const MovingBall<T, N>& a, const Plane<T, N>& b) {
    const detail::DefaultFloatEnvironment environment;
    return sweep_surface(a, b, Behind::free);
}

#define CAROM_INSTANTIATE(T, N)                                                      \
    template Sweep<T, N> sweep(const MovingBall<T, N>& a, const HalfSpace<T, N>& b); \
    template Sweep<T, N> sweep(const MovingBall<T, N>& a, const Plane<T, N>& b);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)

}  // namespace carom
