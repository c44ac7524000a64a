#include "sim/predictor.hpp"

#include <algorithm>
#include <cmath>

#include "math/lane.hpp"
#include "motion/images.hpp"
#include "sim/curved_contact.hpp"
#include "sim/nearest_whole.hpp"
#include "sim/predict.hpp"

namespace carom::detail {
namespace {

/// A copy that can be read up to `kAtOnce`.
const Entry* padded(std::span<const Entry> list, Entry (&copy)[kAtOnce]) {
    std::fill(std::copy(list.begin(), list.end(), copy), copy + kAtOnce, Entry{0});
    return copy;
}

}  // namespace

/// Scans the neighbours' bounding flights. What is met later than `limit`, from now and in their unit, is of
/// no interest.
template <int N>
auto Predictor<N>::scan(Place ball, std::span<const Entry> list, bool is_padded, double since,
                        double limit) const -> ContactBounds {
    NeighbourQuery<N> query = neighbours_.query(ball, since);
    query.limit = limit_of_interest(limit);
    float soonest[kAtOnce];
    Entry copy[kAtOnce];
    ContactBounds bounds{HUGE_VAL, limit, ball, 0};
    do {
        const auto count = static_cast<unsigned>(std::min<std::size_t>(list.size(), kAtOnce));
        const Entry* const here = is_padded ? list.data() : padded(list.first(count), copy);
        const EarliestBounds found =
            lanes_.contact_bounds(neighbours_.bounding_flights(), here, count, query, soonest);
        bounds.in_reach += found.touching;
        const auto time = static_cast<double>(found.first);
        const double later = larger(bounds.first, time);
        bounds.second = smaller(smaller(bounds.second, later), static_cast<double>(found.second));
        if (time < bounds.first) {
            bounds.first = time;
            bounds.other = place_of(here[found.at]);
        }
        list = list.subspan(count);
    } while (!list.empty());
    return bounds;
}

template <int N>
[[gnu::flatten]] unsigned Predictor<N>::bound_among_balls(Place ball, Time now, PredictionScratch& scratch,
                                                          Pending& event) const {
    if (neighbours_.by_images()) return bound_by_images(ball, now, event);
    const double since = neighbours_.scale().since_origin(clock(), now);
    if (neighbours_.in_cells()) {
        const ContactBounds bounds = scan_own_cells(ball, since, HUGE_VAL, scratch);
        write_bound(event, bounds, HUGE_VAL, now);
        return bounds.in_reach;
    }
    const std::span<const Entry> list = neighbours_.of(ball, scratch.list);
    const double expiry = time_to_expiry(ball, since);
    const ContactBounds bounds = scan(ball, list, neighbours_.fits_one_line(ball), since, expiry);
    write_bound(event, bounds, expiry, now);
    return bounds.in_reach;
}

/// In the unit of time of bounding flights, whose origin was `since` ago.
template <int N>
double Predictor<N>::time_to_expiry(Place ball, double since) const {
    return larger(balls_[ball].expiry * neighbours_.scale().time - since, 0.0);
}

/// What comes first cannot be guessed: no branch.
template <int N>
void Predictor<N>::write_bound(Pending& event, const ContactBounds& bounds, double expiry, Time now) const {
    const double from = bounds.from();
    event.time = clock().after(now, smaller(from, expiry) * neighbours_.scale().second);
    event.flights = flights(bounds.other) & kFlightMask;
    event.set_margin(bounds.margin());
    event.other = bounds.other & Pending::kOtherMask;
    event.kind = from < expiry ? PendingKind::candidate : PendingKind::list_expiry;
}

template <int N>
Prediction Predictor<N>::lower_bound_event(Place ball, Time now, PredictionScratch& scratch) const {
    Prediction result;
    if (domain().has_gravity) {
        result.event = lower_bound_of_fall(ball, now, scratch);
        return result;
    }
    if (world_.only_balls || neighbours_.by_images()) {
        result.in_reach = bound_among_balls(ball, now, scratch, result.event);
        return result;
    }
    result.event = bounds_without_pairs(ball, now, scratch);
    Pending& earliest = result.event;
    const FlightScale<N>& scale = neighbours_.scale();
    const double since = scale.since_origin(clock(), now);
    const double limit = clock().between(now, earliest.time) * scale.time;
    ContactBounds bounds;
    if (neighbours_.in_cells()) {
        bounds = scan_own_cells(ball, since, limit, scratch);
    } else {
        bounds = scan(ball, without_sliding(ball, scratch), is_padded(ball), since, limit);
        if (domain().is_sheared()) add_sliding(ball, now, since, scratch, bounds);
    }
    result.in_reach = bounds.in_reach;
    if (bounds.other == ball) return result;
    Pending candidate(clock().after(now, bounds.from() * scale.second), PendingKind::candidate, bounds.other,
                      flights(bounds.other));
    candidate.set_margin(bounds.margin());
    earliest = candidate.time < earliest.time ? candidate : predict_event(ball, now, scratch);
    return result;
}

/// The neighbours that bounding flights can be asked about: not those whose images slide past in a sheared
/// box, which go to `scratch.sliding`. Valid until the next call.
template <int N>
std::span<const Entry> Predictor<N>::without_sliding(Place ball, PredictionScratch& scratch) const {
    const std::span<const Entry> list = neighbours_.of_balls(ball, scratch.list);
    if (!domain().is_sheared()) return list;
    scratch.without_sliding.clear();
    scratch.sliding.clear();
    for (const Entry entry : list)
        (slides(entry) ? scratch.sliding : scratch.without_sliding).push_back(entry);
    return scratch.without_sliding;
}

/// How far the images one box up have come along the flow, boxes left out.
template <int N>
double Predictor<N>::way_of_images(Time now) const {
    Image<N> up{};
    up[domain().drift.gradient] = 1;
    choose_along_flow(clock(), domain(), 0, 0, now, up);
    return to_double(way_along_flow(clock(), domain(), up, now));
}

/// How long at least, in the unit of bounding flights, until the ball meets a neighbour that slides past.
/// Bounding flights see both near their own shells; `way` is that of the images one box up.
template <int N>
double Predictor<N>::sliding_bound(Place ball, Entry entry, double since, double way) const {
    const FlightScale<N>& scale = neighbours_.scale();
    const NeighbourQuery<N> mine = neighbours_.query(ball, since);
    const BoundingFlight<N>& its = neighbours_.bounding_flight(place_of(entry));
    const ShearDrift& drift = domain().drift;
    const double boxes = image_of(entry, drift.gradient);
    Vec<double, N> d;
    Vec<double, N> w;
    double speeds = static_cast<double>(mine.speed) + std::fabs(drift.speed) * scale.speed;
    for (int k = 0; k < N; ++k) {
        const auto velocity = static_cast<double>(its.velocity[k]);
        w[k] = velocity - static_cast<double>(mine.velocity[k]);
        d[k] =
            static_cast<double>(its.position[k]) + since * velocity - static_cast<double>(mine.position[k]);
        if (k != drift.flow) d[k] += image_of(entry, k) * scale.period[k];
        speeds += std::fabs(velocity);
    }
    w[drift.flow] += boxes * drift.speed * scale.speed;
    d[drift.flow] += boxes * way * scale.length;
    d[drift.flow] -= nearest_whole(d[drift.flow] * scale.per_period[drift.flow]) * scale.period[drift.flow];
    constexpr double kOfFloats = 0x1p25;  // their rounding over that of doubles
    const double touch = static_cast<double>(mine.reach) + static_cast<double>(its.reach);
    return straight_bound<N>(&d[0], &w[0], touch + static_cast<double>(mine.slack), kOfFloats * speeds);
}

/// Brings bounds of those that slide past to what bounding flights say of the others.
template <int N>
void Predictor<N>::add_sliding(Place ball, Time now, double since, const PredictionScratch& scratch,
                               ContactBounds& bounds) const {
    if (scratch.sliding.empty()) return;
    const double way = way_of_images(now);
    for (const Entry entry : scratch.sliding) {
        const double wait = sliding_bound(ball, entry, since, way);
        bounds.second = smaller(bounds.second, larger(bounds.first, wait));
        bounds.other = wait < bounds.first ? place_of(entry) : bounds.other;
        bounds.first = smaller(bounds.first, wait);
    }
}

/// Solves for the contacts with those that slide past, but for what surely comes too late.
template <int N>
void Predictor<N>::try_sliding(Place ball, Time now, PredictionScratch& scratch, Pending& earliest) const {
    if (scratch.sliding.empty()) return;
    const FlightScale<N>& scale = neighbours_.scale();
    const double since = scale.since_origin(clock(), now);
    const double way = way_of_images(now);
    for (const Entry entry : scratch.sliding) {
        const double wait = sliding_bound(ball, entry, since, way) * (1 - 0x1p-15) * scale.second;
        if (clock().after(now, wait) <= earliest.time) try_pair(ball, entry, now, scratch, earliest);
    }
}

template <int N>
Pending Predictor<N>::predict_event(Place ball, Time now, PredictionScratch& scratch) const {
    if (domain().has_gravity) return predict_fall(ball, now, scratch);
    Pending earliest = bounds_without_pairs(ball, now, scratch);
    try_pairs(ball, now, scratch, earliest);
    return earliest;
}

/// The expiry of the list and the thermostat.
template <int N>
Pending Predictor<N>::bounds_without_contacts(Place ball, Time now) const {
    Pending earliest;
    const double expiry = neighbours_.in_cells() ? HUGE_VAL : balls_[ball].expiry;
    earliest.time = std::max(now, clock().after(neighbours_.scale().origin, expiry > 0 ? expiry : 0));
    if (world_.rules.kick_rate > 0 && !std::isinf(balls_[ball].mass)) {
        const Time kick = next_kick(clock(), world_.rules, balls_.index(ball), balls_[ball].flight.time);
        if (kick < earliest.time) earliest = {kick, PendingKind::kick};
    }
    return earliest;
}

/// The same and the walls.
template <int N>
Pending Predictor<N>::bounds_without_pairs(Place ball, Time now, PredictionScratch& scratch) const {
    Pending earliest = bounds_without_contacts(ball, now);
    if (!domain().walls.empty()) try_walls(ball, scratch, earliest);
    return earliest;
}

template <int N>
Time Predictor<N>::candidate_contact(Place ball, const Pending& candidate, PredictionScratch& scratch) const {
    if (candidate.kind == PendingKind::candidate && !domain().has_gravity &&
        neighbours_.meet_in_nearest(balls_[ball], balls_[candidate.other]))
        return nearest_pair_time(ball, candidate.other, candidate.time, scratch);
    Pending contact;
    if (candidate.kind == PendingKind::wall_candidate) {
        try_wall(ball, candidate.other, contact);
        return contact.time;
    }
    for (const Entry entry : neighbours_.of_balls(ball, scratch.list)) {
        if (place_of(entry) == candidate.other) try_pair(ball, entry, candidate.time, scratch, contact);
    }
    return contact.time;
}

template <int N>
void Predictor<N>::try_walls(Place ball, PredictionScratch& scratch, Pending& earliest) const {
    for (const Entry entry : neighbours_.walls_of(ball, scratch.list))
        try_wall(ball, entry - neighbours_.first_wall(), earliest);
}

/// Of walls met at the same time the first in number counts, and a pair before any wall.
template <int N>
void Predictor<N>::try_wall(Place ball, std::uint32_t wall, Pending& earliest) const {
    const Time time = wall_time(ball, domain().walls[wall], earliest.time);
    if (time == kNever || time > earliest.time) return;
    const bool is_later =
        time == earliest.time && (earliest.kind == PendingKind::ball_ball ||
                                  (earliest.kind == PendingKind::ball_wall && earliest.other <= wall));
    if (!is_later) earliest = {time, PendingKind::ball_wall, wall};
}

/// The next contact with a wall; never when it surely lies beyond `limit`.
template <int N>
Time Predictor<N>::wall_time(Place ball, const NumberedWall<N>& wall, Time limit) const {
    const Record& record = balls_[ball];
    const Flight<N>& flight = record.flight;
    // A wall that moves also comes to a ball that does not.
    if (std::isinf(record.mass) || (record.phase == at_rest && wall.speed == 0)) return kNever;
    if (record.phase == sliding_on(wall.number)) return kNever;
    if (domain().has_gravity || !wall.is_still_plane())
        return predict_wall(clock(), wall, flight, balls_.acceleration(ball), record.radius);
    const double wait = clock().between(flight.time, limit);
    if (earliest_wall_contact(wall.surface, flight, record.radius) > wait) return kNever;
    return predict_wall(clock(), wall.surface, flight, record.radius);
}

/// Exactly the pairs that may come first, as the bounding flights see it, soonest first.
template <int N>
void Predictor<N>::try_pairs(Place ball, Time now, PredictionScratch& scratch, Pending& earliest) const {
    if (neighbours_.in_cells()) return try_pairs_in_cells(ball, now, scratch, earliest);
    if (neighbours_.by_images()) return try_pairs_by_images(ball, now, scratch, earliest);
    const double scale = neighbours_.scale().time;
    std::span<const Entry> list = without_sliding(ball, scratch);
    if (domain().is_sheared()) try_sliding(ball, now, scratch, earliest);
    NeighbourQuery<N> query = neighbours_.query(ball, neighbours_.scale().since_origin(clock(), now));
    float soonest[kAtOnce];
    Entry copy[kAtOnce];
    while (!list.empty()) {
        const auto count = static_cast<unsigned>(std::min<std::size_t>(list.size(), kAtOnce));
        const Entry* const here = is_padded(ball) ? list.data() : padded(list.first(count), copy);
        const auto limit = [&] { return clock().between(now, earliest.time) * scale * (1 + 0x1p-14); };
        query.limit = static_cast<float>(limit());
        lanes_.contact_bounds(neighbours_.bounding_flights(), here, count, query, soonest);
        for (;;) {
            float* const next = std::min_element(soonest, soonest + count);
            if (*next == HUGE_VALF || static_cast<double>(*next) > limit()) break;
            try_pair(ball, here[next - soonest], now, scratch, earliest);
            *next = HUGE_VALF;
        }
        list = list.subspan(count);
    }
}

template <int N>
void Predictor<N>::try_pair(Place ball, Entry entry, Time now, PredictionScratch& scratch,
                            Pending& earliest) const {
    const Time time = pair_time(ball, entry, now, earliest.time);
    ++scratch.predictions;
    if (time == kNever || time > earliest.time) return;
    const Place other = place_of(entry);
    if (time == earliest.time && earliest.kind == PendingKind::ball_ball) {
        // The lower pair: of two that share a ball, the one with the lower partner.
        if (balls_.index(earliest.other) <= balls_.index(other)) return;
    }
    earliest = {time, PendingKind::ball_ball, other, flights(other)};
}

template <int N>
Time Predictor<N>::pair_time(Place ball, Entry entry, Time now, Time limit) const {
    const Record& a = balls_[ball];
    const Record& b = balls_[place_of(entry)];
    if (domain().has_gravity) {
        if (is_static(a) && is_static(b)) return kNever;
        return predict_falling_pair(clock(), domain(), a.flight, balls_.acceleration(ball), b.flight,
                                    balls_.acceleration(place_of(entry)), shift_between(ball, entry, now),
                                    a.radius + b.radius, limit);
    }
    return predict_pair(clock(), domain(), a.flight, b.flight, shift_between(ball, entry, now),
                        a.radius + b.radius, [this](const RelativeMotion<double, N>& m) {
                            return first_closing_contact(m, lanes_.time_to_contact);
                        });
}

/// `pair_time` with the nearest image, in fewer steps where the numbers are ordinary.
template <int N>
Time Predictor<N>::nearest_pair_time(Place ball, Place other, Time now, PredictionScratch& scratch) const {
    const Record& a = balls_[ball];
    const Record& b = balls_[other];
    ++scratch.predictions;
    Time contact;
    const bool told = lanes_.nearest_contact(space_, a.flight, b.flight, a.radius + b.radius, now, contact);
    return told ? contact : pair_time(ball, other, now, kNever);
}

template class Predictor<2>;
template class Predictor<3>;

}  // namespace carom::detail
