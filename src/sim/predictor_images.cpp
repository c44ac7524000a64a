// Which image of a neighbour does a ball meet? The part of predictions that periodic boxes need.
#include <algorithm>

#include "motion/images.hpp"
#include "sim/nearest_whole.hpp"
#include "sim/predictor.hpp"

namespace carom::detail {

/// Without bounding flights: both as they stand in their shells.
template <int N>
Image<N> Predictor<N>::shift_of_shells(Place ball, Entry entry, Time now) const {
    const Record& a = balls_[ball];
    const Record& b = balls_[place_of(entry)];
    const Vec<double, N> at_a = balls_.position_at(ball, now);
    const Vec<double, N> at_b = balls_.position_at(place_of(entry), now);
    return generate<std::int64_t, N>([&](int k) {
        const double boxes =
            neighbours_.boxes_to_shell(b, at_b[k], k) - neighbours_.boxes_to_shell(a, at_a[k], k);
        return image_of(entry, k) + static_cast<std::int64_t>(boxes);
    });
}

/// Where images slide past each other, the nearest one along the flow: shells are so thin that no other can
/// be met before one of the two gets a new shell.
template <int N>
Image<N> Predictor<N>::shift_in_shear(Place ball, Entry entry, Time now) const {
    Image<N> shift = shift_of_shells(ball, entry, now);
    const Vec<double, N> d = position_at(clock(), balls_[place_of(entry)].flight, now) -
                             position_at(clock(), balls_[ball].flight, now);
    choose_along_flow(clock(), domain(), d[domain().drift.flow], 0, now, shift);
    return shift;
}

/// Without entries: the nearest image.
template <int N>
Image<N> Predictor<N>::shift_of_nearest(Place ball, Place other, Time now) const {
    const Vec<double, N> stored = balls_.position_at(other, now) - balls_.position_at(ball, now);
    return generate<std::int64_t, N>(
        [&](int k) { return static_cast<std::int64_t>(nearest_whole(-stored[k] * domain().per_period[k])); });
}

/// By how many boxes the neighbour's stored position is off from where the entry sees it. Where boxes are not
/// wide, the bounding flights know roughly where that is.
template <int N>
Image<N> Predictor<N>::shift_between(Place ball, Entry entry, Time now) const {
    Image<N> shift{};
    if (!domain().is_periodic()) return shift;
    if (neighbours_.meet_in_nearest(balls_[ball], balls_[place_of(entry)]))
        return shift_of_nearest(ball, place_of(entry), now);
    if (domain().has_gravity) return shift_of_shells(ball, entry, now);
    if (domain().is_sheared()) return shift_in_shear(ball, entry, now);
    const Place other = place_of(entry);
    const FlightScale<N>& scale = neighbours_.scale();
    const BoundingFlight<N>& mine = neighbours_.bounding_flight(ball);
    const BoundingFlight<N>& its = neighbours_.bounding_flight(other);
    const double since = scale.since_origin(clock(), now);
    const Vec<double, N> stored =
        position_at(clock(), balls_[other].flight, now) - position_at(clock(), balls_[ball].flight, now);
    for (int k = 0; k < N; ++k) {
        const double from = static_cast<double>(its.position[k]) - static_cast<double>(mine.position[k]);
        const double moves = static_cast<double>(its.velocity[k]) - static_cast<double>(mine.velocity[k]);
        const double seen = from + moves * since + image_of(entry, k) * scale.period[k];
        shift[k] = static_cast<std::int64_t>(scale.boxes_to(seen, stored[k] * scale.length, k));
    }
    return shift;
}

/// The shift of a predicted contact. In a box so narrow that the partner is listed in several images, that of
/// the first image, in the order of events, that is met at the time.
template <int N>
Image<N> Predictor<N>::shift_at_contact(Place ball, const Pending& contact,
                                        PredictionScratch& scratch) const {
    if (neighbours_.meet_in_nearest(balls_[ball], balls_[contact.other]))
        return shift_between(ball, contact.other, contact.time);
    const std::span<const Entry> list = neighbours_.of_balls(ball, scratch.list);
    const auto is_partner = [&](Entry entry) { return place_of(entry) == contact.other; };
    auto entry = std::find_if(list.begin(), list.end(), is_partner);
    Image<N> shift = shift_between(ball, *entry, contact.time);
    bool meets = false;
    for (auto next = std::find_if(entry + 1, list.end(), is_partner); next != list.end();
         next = std::find_if(next + 1, list.end(), is_partner)) {
        meets = meets || pair_time(ball, *entry, contact.time, kNever) == contact.time;
        if (pair_time(ball, *next, contact.time, kNever) != contact.time) continue;
        const Image<N> other = shift_between(ball, *next, contact.time);
        const bool rising = balls_.index(ball) < balls_.index(contact.other);
        const bool precedes =
            rising ? other.coordinates < shift.coordinates : shift.coordinates < other.coordinates;
        if (!meets || precedes) shift = other;
        meets = true;
    }
    return shift;
}

template class Predictor<2>;
template class Predictor<3>;

}  // namespace carom::detail
