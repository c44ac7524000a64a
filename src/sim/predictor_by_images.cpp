// What comes next for a ball where all others are neighbours, in all their images.
#include <algorithm>
#include <cmath>

#include "motion/images.hpp"
#include "sim/contact_reach.hpp"
#include "sim/image_passes.hpp"
#include "sim/predictor.hpp"

namespace carom::detail {
namespace {

/// Of coordinates: more than the rounding of a difference of positions.
constexpr double kCoordinates = 0x1p-46;

}  // namespace

/// How a pair moves from now on, and the passes of all its images up to a time from now.
template <int N>
ImagePasses<N> Predictor<N>::passes(Place ball, Place other, Time now, double until, bool& touches) const {
    const Record& a = balls_[ball];
    const Record& b = balls_[other];
    const Vec<double, N> at_a = balls_.position_at(ball, now);
    const Vec<double, N> at_b = balls_.position_at(other, now);
    const double radii = a.radius + b.radius;
    const double reach = radii + contact_reach(world_.rules.law.contact_tolerance, a.radius, b.radius) +
                         kCoordinates * (largest(at_a) + largest(at_b) + largest(domain().period));
    const Vec<double, N> d = shifted(clock(), domain(), at_b - at_a, shift_of_nearest(ball, other, now), now);
    touches = dot(d, d) <= reach * reach * (1 + 0x1p-40);
    return {d, b.flight.velocity - a.flight.velocity, domain().period, reach, until};
}

/// The earliest bounds of contacts with all others, from now in seconds, up to `until`.
template <int N>
auto Predictor<N>::scan_images(Place ball, Time now, double until) const -> ContactBounds {
    ContactBounds bounds{HUGE_VAL, until, ball, 0};
    for (Place other = 0; other < balls_.size(); ++other) {
        if (other == ball) continue;
        bool touches = false;
        const double wait = passes(ball, other, now, bounds.second, touches).next();
        bounds.in_reach += touches ? 1 : 0;
        if (!(wait < bounds.second)) continue;
        bounds.second =
            larger(bounds.first, wait) < bounds.second ? larger(bounds.first, wait) : bounds.second;
        if (wait < bounds.first) {
            bounds.first = wait;
            bounds.other = other;
        }
    }
    return bounds;
}

/// `bound_among_balls` by images.
template <int N>
unsigned Predictor<N>::bound_by_images(Place ball, Time now, Pending& event) const {
    const FlightScale<N>& scale = neighbours_.scale();
    const double expiry = time_to_expiry(ball, scale.since_origin(clock(), now)) * scale.second;
    const ContactBounds bounds = scan_images(ball, now, expiry);
    const bool meets = bounds.first < expiry;
    event = Pending(clock().after(now, meets ? bounds.first : expiry),
                    meets ? PendingKind::candidate : PendingKind::list_expiry, bounds.other,
                    flights(bounds.other));
    if (meets) event.set_margin((bounds.second - bounds.first) * (1 - 0x1p-20) * scale.time);
    const Pending other = bounds_without_contacts(ball, now);
    if (other.time < event.time) event = other;
    return bounds.in_reach;
}

/// `try_pairs` with all others, in the images that they may come near to.
template <int N>
void Predictor<N>::try_pairs_by_images(Place ball, Time now, PredictionScratch& scratch,
                                       Pending& earliest) const {
    for (Place other = 0; other < balls_.size(); ++other) {
        if (other == ball) continue;
        bool touches = false;
        ImagePasses<N> ahead = passes(ball, other, now, clock().between(now, earliest.time), touches);
        for (;;) {
            const double wait = ahead.next();
            if (wait == HUGE_VAL) break;
            const Time then = clock().after(now, wait);
            if (then > earliest.time) break;
            try_pair(ball, other, then, scratch, earliest);
        }
    }
}

template class Predictor<2>;
template class Predictor<3>;

}  // namespace carom::detail
