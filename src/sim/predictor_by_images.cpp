// What comes next for a ball where all others are neighbours, in all their images.
#include <algorithm>
#include <cmath>

#include "math/lane.hpp"
#include "sim/contact_reach.hpp"
#include "sim/image_passes.hpp"
#include "sim/nearest_whole.hpp"
#include "sim/predictor.hpp"

namespace carom::detail {
namespace {

/// Of coordinates: more than the rounding of a difference of positions.
constexpr double kCoordinates = 0x1p-46;

}  // namespace

/// A ball as it looks at all others.
template <int N>
struct Predictor<N>::Onlooker {
    Place ball = 0;
    Time now;
    Vec<double, N> position;
    Vec<double, N> velocity;
    double slack = 0;  // of its coordinates and the box's
};

template <int N>
auto Predictor<N>::onlooker(Place ball, Time now) const -> Onlooker {
    const Vec<double, N> position = balls_.position_at(ball, now);
    return {ball, now, position, balls_[ball].flight.velocity,
            kCoordinates * (largest(position) + largest(domain().period))};
}

/// How the pair moves from now on, and the passes of all its images up to `until` from now.
template <int N>
ImagePasses<N> Predictor<N>::passes(const Onlooker& mine, Place other, double until, bool& touches) const {
    const Record& record = balls_[other];
    const Vec<double, N> at = balls_.position_at(other, mine.now);
    const double radius = balls_[mine.ball].radius;
    const double reach = radius + record.radius +
                         contact_reach(world_.rules.law.contact_tolerance, radius, record.radius) +
                         mine.slack + kCoordinates * largest(at);
    Vec<double, N> d = at - mine.position;
    for (int k = 0; k < N; ++k) d[k] -= nearest_whole(d[k] * domain().per_period[k]) * domain().period[k];
    touches = dot(d, d) <= reach * reach * (1 + 0x1p-40);
    return {d, record.flight.velocity - mine.velocity, domain().period, reach, until};
}

/// The earliest bounds of contacts with all others, from now in seconds. They may not be known up to `until`,
/// which then becomes less.
template <int N>
auto Predictor<N>::scan_images(Place ball, Time now, double& until) const -> ContactBounds {
    const Onlooker mine = onlooker(ball, now);
    ContactBounds bounds{HUGE_VAL, until, ball, 0};
    for (Place other = 0; other < balls_.size(); ++other) {
        if (other == ball) continue;
        bool touches = false;
        ImagePasses<N> ahead = passes(mine, other, bounds.second, touches);
        const double wait = ahead.next();
        bounds.in_reach += touches ? 1 : 0;
        if (ahead.looked_until() < bounds.second) until = smaller(until, ahead.looked_until());
        bounds.second = smaller(bounds.second, larger(bounds.first, wait));
        bounds.other = wait < bounds.first ? other : bounds.other;
        bounds.first = smaller(bounds.first, wait);
    }
    bounds.second = smaller(bounds.second, until);
    return bounds;
}

/// `bound_among_balls` by images, and before the next kick.
template <int N>
unsigned Predictor<N>::bound_by_images(Place ball, Time now, Pending& event) const {
    event = bounds_without_contacts(ball, now);
    const double before = clock().between(now, event.time);
    double until = before;
    const ContactBounds bounds = scan_images(ball, now, until);
    if (until < before) event = {clock().after(now, until), PendingKind::list_expiry};
    if (!(bounds.first < until)) return bounds.in_reach;
    event = {clock().after(now, bounds.first), PendingKind::candidate, bounds.other, flights(bounds.other)};
    event.set_margin((bounds.second - bounds.first) * (1 - 0x1p-20) * neighbours_.scale().time);
    return bounds.in_reach;
}

/// `try_pairs` with all others, in the images that they may come near to.
template <int N>
void Predictor<N>::try_pairs_by_images(Place ball, Time now, PredictionScratch& scratch,
                                       Pending& earliest) const {
    const Onlooker mine = onlooker(ball, now);
    for (Place other = 0; other < balls_.size(); ++other) {
        if (other == ball) continue;
        bool touches = false;
        const double until = clock().between(now, earliest.time);
        ImagePasses<N> ahead = passes(mine, other, until, touches);
        for (;;) {
            const double wait = ahead.next();
            if (wait == HUGE_VAL) break;
            const Time then = clock().after(now, wait);
            if (then > earliest.time) break;
            try_pair(ball, other, then, scratch, earliest);
        }
        if (!(ahead.looked_until() < until)) continue;
        const Time looked_until = clock().after(now, ahead.looked_until());
        if (looked_until < earliest.time) earliest = {looked_until, PendingKind::list_expiry};
    }
}

template class Predictor<2>;
template class Predictor<3>;

}  // namespace carom::detail
