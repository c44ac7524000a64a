// What comes next for a ball: first what the sketches see, then, when its time has come, exactly.
#include <algorithm>
#include <cmath>
#include <utility>

#include "math/lane.hpp"
#include "sim/engine.hpp"

namespace carom {

using namespace detail;

namespace {

/// A copy that can be read up to `kAtOnce`.
const Entry* padded(std::span<const Entry> list, Entry (&copy)[kAtOnce]) {
    std::fill(std::copy(list.begin(), list.end(), copy), copy + kAtOnce, Entry{0});
    return copy;
}

}  // namespace

/// True when the partner has had an impact since.
template <int N>
bool Simulation<N>::Engine::is_stale(const Pending& pending) const {
    const bool pair = pending.kind == PendingKind::ball_ball || pending.kind == PendingKind::candidate;
    return pair && (shells_.bounding_flight(pending.other).flights & kFlightMask) != pending.flights;
}

/// The total order of events at the same time: by lower ball, kind, and higher ball or wall.
template <int N>
EventRank Simulation<N>::Engine::rank_of(Place ball) const {
    const Pending& pending = pending_[ball];
    EventRank rank{pending.time, is_impact(pending.kind), indices_[ball],
                   static_cast<std::uint32_t>(pending.kind), pending.other};
    if (pending.kind == PendingKind::ball_ball) {
        rank.other = indices_[pending.other];
        if (rank.other < rank.ball) std::swap(rank.ball, rank.other);
    }
    return rank;
}

template <int N>
void Simulation<N>::Engine::predict(Place ball, Time now) {
    if (only_balls_) {
        predict_among_balls(ball, now);
        calendar_.schedule(ball, pending_[ball].time);
    } else {
        schedule(ball, lower_bound_event(ball, now));
    }
}

template <int N>
void Simulation<N>::Engine::schedule(Place ball, const Pending& pending) {
    pending_[ball] = pending;
    calendar_.schedule(ball, pending.time);
}

/// Works out a contact that the sketches saw, when it may be next. True when it is the next event of all:
/// then it is not in the calendar.
template <int N>
bool Simulation<N>::Engine::refine_prediction(Place ball, const Pending& seen) {
    Pending pair;
    if (shells_.minimum_image_holds()) {
        pair.time = nearest_pair_time(ball, seen.other, seen.time);
    } else {
        for (const Entry entry : shells_.of_balls(ball)) {
            if (place_of(entry) == seen.other) try_pair(ball, entry, seen.time, pair);
        }
    }
    const double wait = clock_.between(seen.time, pair.time) * shells_.scale().time;
    const bool first = wait < static_cast<double>(seen.margin());
    if (!first) {
        schedule(ball, predict_event(ball, seen.time));
        return false;
    }
    Pending& pending = pending_[ball];
    pending.time = pair.time;
    pending.kind = PendingKind::ball_ball;
    defer_partner(seen.other, ball, pair.time);
    if (calendar_.is_before_all(pair.time)) return true;
    calendar_.schedule(ball, pair.time);
    return false;
}

/// `pair_time` with the nearest image, in fewer steps where the numbers are ordinary.
template <int N>
Time Simulation<N>::Engine::nearest_pair_time(Place ball, Place other, Time now) {
    const Record& a = records_[ball];
    const Record& b = records_[other];
    const Time newer = std::max(a.flight.time, b.flight.time);
    FlightPair pair;
    pair.a = &a.flight.position[0];
    pair.b = &b.flight.position[0];
    pair.a_ago = clock_.between(a.flight.time, newer);
    pair.b_ago = clock_.between(b.flight.time, newer);
    pair.a_seen = clock_.between(a.flight.time, now);
    pair.b_seen = clock_.between(b.flight.time, now);
    pair.r = a.radius + b.radius;
    pair.period = &domain_.period[0];
    pair.per_period = &domain_.per_period[0];
    ++counts_.predictions;
    const double wait = lanes_.pair_time_to_contact(pair);
    return wait > 0 ? clock_.after(newer, wait) : pair_time(ball, other, now, kNever);
}

/// A ball that waits for the same contact, now worked out, need not look at it until half of the time has
/// gone by in which it meets nobody else.
template <int N>
void Simulation<N>::Engine::defer_partner(Place ball, Place partner, Time contact) {
    Pending& pending = pending_[ball];
    const double half = static_cast<double>(pending.margin()) / 2 * shells_.scale().second;
    const bool same = both(pending.kind == PendingKind::candidate, pending.other == partner,
                           pending.flights == (shells_.bounding_flight(partner).flights & kFlightMask),
                           clock_.between(pending.time, contact) < half);
    if (!same) return;
    pending.time = clock_.after(pending.time, half);
    pending.set_margin(static_cast<double>(pending.margin()) / 2);
    calendar_.schedule(ball, pending.time);
}

/// The partner of a ball has moved on. Nothing else was seen for a while, and what has changed since has
/// looked at this ball itself: by the end of that time it may well have had an impact.
template <int N>
void Simulation<N>::Engine::handle_stale(Place ball) {
    Pending& pending = pending_[ball];
    const double margin = static_cast<double>(pending.margin());
    if (pending.kind != PendingKind::candidate || margin == 0) return predict(ball, pending.time);
    pending.time = clock_.after(pending.time, margin * shells_.scale().second);
    pending.set_margin(0);
    calendar_.schedule(ball, pending.time);
}

/// The shell's exit and the walls, exactly.
template <int N>
Pending Simulation<N>::Engine::bounds(Place ball, Time now) {
    Pending earliest;
    const double exit = records_[ball].exit;
    earliest.time = std::max(now, clock_.after(shells_.scale().origin, exit > 0 ? exit : 0));
    if (!domain_.walls.empty()) try_walls(ball, earliest);
    if (rules_.kick_rate > 0 && !std::isinf(records_[ball].mass)) {
        const Time kick = next_kick(clock_, rules_, indices_[ball], records_[ball].flight.time);
        if (kick < earliest.time) earliest = {kick, PendingKind::kick};
    }
    return earliest;
}

/// Looks at the neighbours in sketches. What is met later than `limit`, from now and in their unit, is of no
/// interest.
template <int N>
auto Simulation<N>::Engine::look(Place ball, std::span<const Entry> list, bool readable, double since,
                                 double limit) -> ContactBounds {
    NeighbourQuery<N> query = shells_.query(ball, since);
    query.limit = static_cast<float>(limit * (1 + 0x1p-14));
    float soonest[kAtOnce];
    Entry copy[kAtOnce];
    ContactBounds seen{HUGE_VAL, limit, ball};
    do {
        const auto count = static_cast<unsigned>(std::min<std::size_t>(list.size(), kAtOnce));
        const Entry* const here = readable ? list.data() : padded(list.first(count), copy);
        const EarliestBounds found = lanes_.contact_bounds(shells_.bounding_flights(), here, count, query, soonest);
        touching_ += found.touching;
        const auto time = static_cast<double>(found.first);
        const double later = larger(seen.first, time);
        seen.second = smaller(smaller(seen.second, later), static_cast<double>(found.second));
        if (time < seen.first) {
            seen.first = time;
            seen.other = place_of(here[found.at]);
        }
        list = list.subspan(count);
    } while (!list.empty());
    return seen;
}

/// What the sketches see coming first, or the shell's exit.
template <int N>
[[gnu::flatten]] void Simulation<N>::Engine::predict_among_balls(Place ball, Time now) {
    const double since = shells_.scale().since_origin(clock_, now);
    const std::span<const Entry> list = shells_.of(ball);
    const double exit = time_to_exit(ball, since);
    expect(ball, look(ball, list, shells_.fits_one_line(ball), since, exit), exit, now);
}

/// The same for the two balls of an impact. Nothing that is seen of one holds up the look at the other.
template <int N>
[[gnu::flatten]] void Simulation<N>::Engine::predict_both(Place a, Place b, Time now) {
    if (one_of(!shells_.fits_one_line(a), !shells_.fits_one_line(b))) {
        predict_among_balls(a, now);
        predict_among_balls(b, now);
        return;
    }
    const std::span<const Entry> near_a = shells_.of(a);
    const std::span<const Entry> near_b = shells_.of(b);
    const double since = shells_.scale().since_origin(clock_, now);
    const double exit_a = time_to_exit(a, since);
    const double exit_b = time_to_exit(b, since);
    NeighbourQuery<N> query_a = shells_.query(a, since);
    NeighbourQuery<N> query_b = shells_.query(b, since);
    query_a.limit = static_cast<float>(exit_a * (1 + 0x1p-14));
    query_b.limit = static_cast<float>(exit_b * (1 + 0x1p-14));
    float soonest[kAtOnce];
    const EarliestBounds of_a = lanes_.contact_bounds(shells_.bounding_flights(), near_a.data(), static_cast<unsigned>(near_a.size()),
                                     query_a, soonest);
    const EarliestBounds of_b = lanes_.contact_bounds(shells_.bounding_flights(), near_b.data(), static_cast<unsigned>(near_b.size()),
                                     query_b, soonest);
    touching_ += of_a.touching + of_b.touching;
    const auto seen = [](const EarliestBounds& x, const Entry* list, double limit) {
        return ContactBounds{static_cast<double>(x.first), smaller(static_cast<double>(x.second), limit),
                     place_of(list[x.at])};
    };
    expect(a, seen(of_a, near_a.data(), exit_a), exit_a, now);
    expect(b, seen(of_b, near_b.data(), exit_b), exit_b, now);
}

/// In the sketches' unit of time, whose origin was `since` ago.
template <int N>
double Simulation<N>::Engine::time_to_exit(Place ball, double since) const {
    return larger(records_[ball].exit * shells_.scale().time - since, 0.0);
}

/// What comes first cannot be guessed: no branch.
template <int N>
void Simulation<N>::Engine::expect(Place ball, const ContactBounds& seen, double exit, Time now) {
    const double second_unit = shells_.scale().second;
    const double from = seen.first * (1 - 0x1p-15);
    const double margin = seen.second * (1 - 0x1p-14) - from;
    Pending& pending = pending_[ball];
    pending.time = clock_.after(now, smaller(from, exit) * second_unit);
    pending.flights = shells_.bounding_flight(seen.other).flights & kFlightMask;
    pending.set_margin(larger(margin, 0.0) * (1 - 0x1p-20));
    pending.other = seen.other & Pending::kOtherMask;
    pending.kind = from < exit ? PendingKind::candidate : PendingKind::list_expiry;
}

/// The neighbours that the sketches see coming first, and the time before which no other comes.
template <int N>
Pending Simulation<N>::Engine::lower_bound_event(Place ball, Time now) {
    if (domain_.has_gravity) return predict_event(ball, now);
    if (only_balls_) {
        predict_among_balls(ball, now);
        return pending_[ball];
    }
    Pending earliest = bounds(ball, now);
    const std::span<const Entry> list = without_sliding(ball, now, earliest);
    const FlightScale<N>& scale = shells_.scale();
    const double limit = clock_.between(now, earliest.time) * scale.time;
    const ContactBounds seen = look(ball, list, is_padded(ball), scale.since_origin(clock_, now), limit);
    if (seen.other == ball) return earliest;
    const double from = seen.first * (1 - 0x1p-15);
    const double margin = seen.second * (1 - 0x1p-14) - from;
    Pending seen(clock_.after(now, from * scale.second), PendingKind::candidate, seen.other,
                 shells_.bounding_flight(seen.other).flights);
    if (margin > 0) seen.set_margin(margin * (1 - 0x1p-20));
    return seen.time < earliest.time ? seen : predict_event(ball, now);
}

/// The neighbours that sketches can be asked about. Images that slide past in a sheared box they do not see:
/// contacts with those are worked out. Valid until the next call.
template <int N>
std::span<const Entry> Simulation<N>::Engine::without_sliding(Place ball, Time now, Pending& earliest) {
    const std::span<const Entry> list = shells_.of_balls(ball);
    if (!domain_.is_sheared()) return list;
    seen_.clear();
    for (const Entry entry : list) {
        if (slides(entry)) {
            try_pair(ball, entry, now, earliest);
        } else {
            seen_.push_back(entry);
        }
    }
    return seen_;
}

/// True when 16 entries can be read from the beginning of what `without_sliding` returns.
template <int N>
bool Simulation<N>::Engine::is_padded(Place ball) const {
    return !domain_.is_sheared() && shells_.is_padded(ball);
}

/// All that may come first, worked out.
template <int N>
Pending Simulation<N>::Engine::predict_event(Place ball, Time now) {
    Pending earliest = bounds(ball, now);
    if (domain_.has_gravity) {
        for (const Entry entry : shells_.of_balls(ball)) try_pair(ball, entry, now, earliest);
    } else {
        try_pairs(ball, now, earliest);
    }
    return earliest;
}

template <int N>
void Simulation<N>::Engine::try_walls(Place ball, Pending& earliest) {
    for (const Entry entry : shells_.of(ball)) {
        if (place_of(entry) < shells_.first_wall()) return;
        const std::uint32_t wall = entry - shells_.first_wall();
        const Time time = wall_time(ball, domain_.walls[wall], earliest.time);
        // Of walls met at the same time the first in number, which comes first in the list.
        const bool earlier =
            time < earliest.time || (time == earliest.time && earliest.kind != PendingKind::ball_wall);
        if (time != kNever && earlier) earliest = {time, PendingKind::ball_wall, wall};
    }
}

/// The next contact with a wall; never when it surely lies beyond `limit`.
template <int N>
Time Simulation<N>::Engine::wall_time(Place ball, const NumberedWall<N>& wall, Time limit) const {
    const Record& record = records_[ball];
    const Flight<N>& flight = record.flight;
    // A wall that moves also comes to a ball that does not.
    if (std::isinf(record.mass) || (record.phase == at_rest && wall.speed == 0)) return kNever;
    if (record.phase == sliding_on(wall.number)) return kNever;
    if (domain_.has_gravity || !wall.is_still_plane())
        return predict_wall(clock_, wall, flight, acceleration_of(domain_, record), record.radius);
    const double wait = clock_.between(flight.time, limit);
    if (earliest_wall_contact(wall.surface, flight, record.radius) > wait) return kNever;
    return predict_wall(clock_, wall.surface, flight, record.radius);
}

/// Exactly the pairs that may come first, as the sketches see it, soonest first.
template <int N>
void Simulation<N>::Engine::try_pairs(Place ball, Time now, Pending& earliest) {
    const double scale = shells_.scale().time;
    std::span<const Entry> list = without_sliding(ball, now, earliest);
    NeighbourQuery<N> query = shells_.query(ball, shells_.scale().since_origin(clock_, now));
    float soonest[kAtOnce];
    Entry copy[kAtOnce];
    while (!list.empty()) {
        const auto count = static_cast<unsigned>(std::min<std::size_t>(list.size(), kAtOnce));
        const Entry* const here = is_padded(ball) ? list.data() : padded(list.first(count), copy);
        const auto limit = [&] { return clock_.between(now, earliest.time) * scale * (1 + 0x1p-14); };
        query.limit = static_cast<float>(limit());
        lanes_.contact_bounds(shells_.bounding_flights(), here, count, query, soonest);
        for (;;) {
            float* const next = std::min_element(soonest, soonest + count);
            if (*next == HUGE_VALF || static_cast<double>(*next) > limit()) break;
            try_pair(ball, here[next - soonest], now, earliest);
            *next = HUGE_VALF;
        }
        list = list.subspan(count);
    }
}

template <int N>
void Simulation<N>::Engine::try_pair(Place ball, Entry entry, Time now, Pending& earliest) {
    const Time time = pair_time(ball, entry, now, earliest.time);
    ++counts_.predictions;
    if (time == kNever || time > earliest.time) return;
    const Place other = place_of(entry);
    if (time == earliest.time && earliest.kind == PendingKind::ball_ball) {
        // The lower pair: of two that share a ball, the one with the lower partner.
        if (indices_[earliest.other] <= indices_[other]) return;
    }
    earliest = {time, PendingKind::ball_ball, other, shells_.bounding_flight(other).flights};
}

template <int N>
Time Simulation<N>::Engine::pair_time(Place ball, Entry entry, Time now, Time limit) const {
    const Record& a = records_[ball];
    const Record& b = records_[place_of(entry)];
    if (domain_.has_gravity) {
        if (is_static(a) && is_static(b)) return kNever;
        return predict_falling_pair(clock_, domain_, a.flight, acceleration_of(domain_, a), b.flight,
                                    acceleration_of(domain_, b), shift_between(ball, entry, now),
                                    a.radius + b.radius, limit);
    }
    return predict_pair(
        clock_, domain_, a.flight, b.flight, shift_between(ball, entry, now), a.radius + b.radius,
        [this](const RelativeMotion<double, N>& m) { return first_closing_contact(m, lanes_.time_to_contact); });
}

/// Without sketches: both as they stand in their shells.
template <int N>
Image<N> Simulation<N>::Engine::shift_of_shells(Place ball, Entry entry, Time now) const {
    const Record& a = records_[ball];
    const Record& b = records_[place_of(entry)];
    const Vec<double, N> at_a = center_at(clock_, domain_, a, now);
    const Vec<double, N> at_b = center_at(clock_, domain_, b, now);
    return generate<std::int64_t, N>([&](int k) {
        const double boxes = shells_.boxes_to_shell(b, at_b[k], k) - shells_.boxes_to_shell(a, at_a[k], k);
        return image_of(entry, k) + static_cast<std::int64_t>(boxes);
    });
}

/// Where images slide past each other, the nearest one along the flow: shells are so thin that no other can
/// be met before one of the two gets a new shell.
template <int N>
Image<N> Simulation<N>::Engine::shift_in_shear(Place ball, Entry entry, Time now) const {
    Image<N> shift = shift_of_shells(ball, entry, now);
    const Vec<double, N> d = position_at(clock_, records_[place_of(entry)].flight, now) -
                             position_at(clock_, records_[ball].flight, now);
    choose_along_flow(clock_, domain_, d[domain_.drift.flow], 0, now, shift);
    return shift;
}

/// Without entries: the nearest image.
template <int N>
Image<N> Simulation<N>::Engine::shift_of_nearest(Place ball, Place other, Time now) const {
    const Vec<double, N> stored =
        center_at(clock_, domain_, records_[other], now) - center_at(clock_, domain_, records_[ball], now);
    return generate<std::int64_t, N>(
        [&](int k) { return static_cast<std::int64_t>(nearest_whole(-stored[k] * domain_.per_period[k])); });
}

/// By how many boxes the neighbour's stored position is off from where the entry sees it. Where boxes are not
/// wide, the sketches know roughly where that is.
template <int N>
Image<N> Simulation<N>::Engine::shift_between(Place ball, Entry entry, Time now) const {
    Image<N> shift{};
    if (!domain_.is_periodic()) return shift;
    if (shells_.minimum_image_holds()) return shift_of_nearest(ball, place_of(entry), now);
    if (domain_.has_gravity) return shift_of_shells(ball, entry, now);
    if (domain_.is_sheared()) return shift_in_shear(ball, entry, now);
    const Place other = place_of(entry);
    const FlightScale<N>& scale = shells_.scale();
    const BoundingFlight<N>& mine = shells_.bounding_flight(ball);
    const BoundingFlight<N>& its = shells_.bounding_flight(other);
    const double since = scale.since_origin(clock_, now);
    const Vec<double, N> stored =
        position_at(clock_, records_[other].flight, now) - position_at(clock_, records_[ball].flight, now);
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
Image<N> Simulation<N>::Engine::shift_at_contact(Place ball, const Pending& pending) const {
    if (shells_.minimum_image_holds()) return shift_between(ball, pending.other, pending.time);
    const std::span<const Entry> list = shells_.of_balls(ball);
    const auto is_partner = [&](Entry entry) { return place_of(entry) == pending.other; };
    auto entry = std::find_if(list.begin(), list.end(), is_partner);
    Image<N> shift = shift_between(ball, *entry, pending.time);
    bool meets = false;
    for (auto next = std::find_if(entry + 1, list.end(), is_partner); next != list.end();
         next = std::find_if(next + 1, list.end(), is_partner)) {
        meets = meets || pair_time(ball, *entry, pending.time, kNever) == pending.time;
        if (pair_time(ball, *next, pending.time, kNever) != pending.time) continue;
        const Image<N> other = shift_between(ball, *next, pending.time);
        const bool rising = indices_[ball] < indices_[pending.other];
        const bool precedes =
            rising ? other.coordinates < shift.coordinates : shift.coordinates < other.coordinates;
        if (!meets || precedes) shift = other;
        meets = true;
    }
    return shift;
}

template class Simulation<2>::Engine;
template class Simulation<3>::Engine;

}  // namespace carom
