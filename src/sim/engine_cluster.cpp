// Several contacts at once: found by the engine's lists, bounced by the law of clusters, told ball by ball.
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "sim/contact_reach.hpp"
#include "sim/engine.hpp"

namespace carom {

using namespace detail;

/// True when the sketches, a look at what they do not see, or a wall leave it possible that something else is
/// in touch with the balls of a contact. Precondition: they have just been predicted.
template <int N>
bool Simulation<N>::Engine::has_further_contacts(const Parties& parties, const Due& due) const {
    // Two balls see each other.
    if (touching_ > (due.other ? 2U : 0U)) return true;
    const auto [ball, other] = parties;
    if (domain_.is_sheared() && (touches_sliding(ball, other) || touches_sliding(other, ball))) return true;
    return touches_wall_but(ball, due.wall) || (due.other && touches_wall_but(other, nullptr));
}

/// The same before the contact has had any effect, under gravity, where there are no sketches.
template <int N>
bool Simulation<N>::Engine::has_more_than_contact(const Due& due) const {
    const auto touches = [&](std::uint32_t index, std::uint32_t partner, const NumberedWall<N>* wall) {
        const Place ball = places_[index];
        if (std::isinf(records_[ball].mass)) return false;
        const std::span<const Entry> list = shells_.of_balls(ball);
        const auto in_touch = [&](Entry entry) {
            return indices_[place_of(entry)] != partner && is_within_reach(ball, entry);
        };
        return touches_wall_but(ball, wall) || std::any_of(list.begin(), list.end(), in_touch);
    };
    if (!due.other) return touches(due.ball, due.ball, due.wall);
    return touches(due.ball, due.other->ball, nullptr) || touches(due.other->ball, due.ball, nullptr);
}

template <int N>
bool Simulation<N>::Engine::is_within_reach(Place ball, Entry entry) const {
    const Record& one = records_[ball];
    const Record& other = records_[place_of(entry)];
    const Vec<double, N> d =
        shifted(clock_, domain_, center_at(clock_, domain_, other, now_) - center_at(clock_, domain_, one, now_),
                shift_between(ball, entry, now_), now_);
    return length(d) - (one.radius + other.radius) <=
           contact_reach(rules_.law.contact_tolerance, one.radius, other.radius);
}

/// In touch with an image across the gradient of a sheared box, or listed with that of its partner.
template <int N>
bool Simulation<N>::Engine::touches_sliding(Place ball, Place partner) const {
    const std::span<const Entry> list = shells_.of_balls(ball);
    return std::any_of(list.begin(), list.end(), [&](Entry entry) {
        return slides(entry) && (place_of(entry) == partner || is_within_reach(ball, entry));
    });
}

template <int N>
bool Simulation<N>::Engine::touches_wall_but(Place ball, const NumberedWall<N>* wall) const {
    if (domain_.walls.empty()) return false;
    const Record& record = records_[ball];
    const Vec<double, N> at = center_at(clock_, domain_, record, now_);
    const double reach = contact_reach(rules_.law.contact_tolerance, record.radius, record.radius);
    for (const Entry entry : shells_.of(ball)) {
        if (place_of(entry) < shells_.first_wall()) break;
        const NumberedWall<N>& other = domain_.walls[entry - shells_.first_wall()];
        if (&other == wall) continue;
        if (rough_gap(clock_, other, at, record.radius, now_) <= reach) return true;
    }
    return false;
}

/// As if the contact stood alone, and then, when the look at the neighbours found more, as it stands. True
/// when that is with others.
template <int N>
bool Simulation<N>::Engine::resolve_with_cluster_test(const Parties& parties, const Due& due, Event<N>& event) {
    const auto [ball, other] = parties;
    const Record one = records_[ball];
    const Record two = records_[other];
    const Counts counts = counts_;
    resolve_alone(parties, due, event);
    if (!has_further_contacts(parties, due)) return false;
    counts_ = counts;
    restore(ball, one);
    restore(other, two);
    event = {};
    event.time = now_;
    if (resolve_cluster(due, event)) return true;
    resolve_alone(parties, due, event);
    return false;
}

/// Puts a ball back to where it was before an event that did not happen after all.
template <int N>
void Simulation<N>::Engine::restore(Place ball, const Record& before) {
    records_[ball] = before;
    counts_used_up_ = counts_used_up_ || !shells_.count_flight(ball);
    shells_.refresh(clock_, records_[ball], ball, now_);
}

template <int N>
Surroundings<N> Simulation<N>::Engine::surroundings() const {
    Surroundings<N> around;
    around.ball = [this](std::uint32_t index) {
        const Place ball = places_[index];
        const Record& record = records_[ball];
        return ClusterBall<N>{index,
                              center_at(clock_, domain_, record, now_),
                              velocity_at(clock_, domain_, record, now_),
                              record.radius,
                              record.mass,
                              since_last(ball)};
    };
    around.near = [this](std::uint32_t index) {
        const Place ball = places_[index];
        const NeighbourQuery<N> query = shells_.query(ball, shells_.scale().since_origin(clock_, now_));
        std::vector<NearBall<N>> near;
        for (const Entry entry : shells_.of_balls(ball)) {
            const bool is_seen = !domain_.has_gravity && !slides(entry);
            if (is_seen && !may_touch(query, shells_.bounding_flight(place_of(entry)), entry)) continue;
            near.push_back({indices_[place_of(entry)], shift_between(ball, entry, now_)});
        }
        return near;
    };
    around.restitution = [this](std::uint32_t one, std::uint32_t other) {
        return restitutions_.of(one, other);
    };
    return around;
}

/// False when the contact stands alone. Precondition: the balls are as before the impact.
template <int N>
bool Simulation<N>::Engine::resolve_cluster(const Due& due, Event<N>& event) {
    auto impact = cluster_impact(clock_, domain_, rules_, now_, due, surroundings());
    if (!impact) return false;
    // What was predicted from an impact that did not happen.
    predict(places_[due.ball], now_);
    if (due.other) predict(places_[due.other->ball], now_);
    next_.cluster.assign(impact->parts.rbegin(), impact->parts.rend());
    next_.restitution = counted(impact->restitution);
    ++counts_.clusters;
    const Place first = places_[next_.cluster.back().ball];
    emit_cluster_record(event);
    predict(first, now_);
    return true;
}

/// The next ball of the impact gets its velocity.
template <int N>
void Simulation<N>::Engine::emit_cluster_record(Event<N>& event) {
    const auto part = next_.cluster.back();
    next_.cluster.pop_back();
    const Place ball = places_[part.ball];
    event.kind = EventKind::cluster;
    event.ball = part.ball;
    event.other = static_cast<std::uint32_t>(next_.cluster.size());
    event.restitution = next_.restitution;
    const MotionPhase phase = records_[ball].phase;
    const bool stays = phase == at_rest && part.velocity == Vec<double, N>{};
    if (!stays) wake_those_above(ball);
    const Held<N> held = held_after(domain_, phase, part.velocity);
    change(ball, center_at(clock_, domain_, records_[ball], now_), held.velocity, stays ? at_rest : held.phase);
    event.ball_after = state_at(ball);
    jammed_ = next_.cluster.empty() && is_jammed(ball);
}

template class Simulation<2>::Engine;
template class Simulation<3>::Engine;

}  // namespace carom
