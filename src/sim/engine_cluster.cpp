// Several contacts at once: found by the engine's lists, bounced by the law of clusters, told ball by ball.
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "sim/contact_reach.hpp"
#include "sim/engine.hpp"

namespace carom {

using namespace detail;

/// True when the scan of the neighbours, a look at what it does not see, or a wall leave it possible that
/// something else is in touch with the balls of a contact. `in_reach` is what their prediction has found.
template <int N>
bool Simulation<N>::Engine::has_further_contacts(const Parties& parties, const Due& due, unsigned in_reach) {
    // Two balls see each other.
    if (in_reach > (due.other ? 2U : 0U)) return true;
    const auto [ball, other] = parties;
    if (world_.domain.is_sheared() && (touches_sliding(ball, other) || touches_sliding(other, ball)))
        return true;
    return touches_wall_but(ball, due.wall) || (due.other && touches_wall_but(other, nullptr));
}

/// The same before the contact has had any effect, under gravity, where bounding flights are not asked.
template <int N>
bool Simulation<N>::Engine::has_more_than_contact(const Due& due) {
    const auto touches = [&](std::uint32_t index, std::uint32_t partner, const NumberedWall<N>* wall) {
        const Place ball = balls_.place(index);
        if (std::isinf(balls_[ball].mass)) return false;
        if (touches_wall_but(ball, wall)) return true;
        if (!predictor_.may_touch_another(ball, balls_.place(partner), now_, scratch_)) return false;
        const std::span<const Entry> list = neighbours_.of_balls(ball, scratch_.list);
        const Vec<double, N> at = balls_.position_at(ball, now_);
        return std::any_of(list.begin(), list.end(), [&](Entry entry) {
            return balls_.index(place_of(entry)) != partner && is_within_reach(ball, at, entry);
        });
    };
    if (!due.other) return touches(due.ball, due.ball, due.wall);
    return touches(due.ball, due.other->ball, nullptr) || touches(due.other->ball, due.ball, nullptr);
}

template <int N>
bool Simulation<N>::Engine::is_within_reach(Place ball, const Vec<double, N>& at, Entry entry) const {
    const Record& one = balls_[ball];
    const Record& other = balls_[place_of(entry)];
    Vec<double, N> d = balls_.position_at(place_of(entry), now_) - at;
    if (world_.domain.is_periodic())
        d = shifted(world_.clock, world_.domain, d, predictor_.shift_between(ball, entry, now_), now_);
    return length(d) - (one.radius + other.radius) <=
           contact_reach(world_.rules.law.contact_tolerance, one.radius, other.radius);
}

/// In touch with an image across the gradient of a sheared box, or listed with that of its partner.
template <int N>
bool Simulation<N>::Engine::touches_sliding(Place ball, Place partner) {
    const std::span<const Entry> list = neighbours_.of_balls(ball, scratch_.list);
    const Vec<double, N> at = balls_.position_at(ball, now_);
    return std::any_of(list.begin(), list.end(), [&](Entry entry) {
        return predictor_.slides(entry) && (place_of(entry) == partner || is_within_reach(ball, at, entry));
    });
}

template <int N>
bool Simulation<N>::Engine::touches_wall_but(Place ball, const NumberedWall<N>* wall) {
    if (world_.domain.walls.empty()) return false;
    const Record& record = balls_[ball];
    const Vec<double, N> at = balls_.position_at(ball, now_);
    const double reach = contact_reach(world_.rules.law.contact_tolerance, record.radius, record.radius);
    for (const Entry entry : neighbours_.walls_of(ball, scratch_.list)) {
        const NumberedWall<N>& other = world_.domain.walls[entry - neighbours_.first_wall()];
        if (&other == wall) continue;
        if (rough_gap(world_.clock, other, at, record.radius, now_) <= reach) return true;
    }
    return false;
}

/// As if the contact stood alone, and then, when the look at the neighbours found more, as it stands.
template <int N>
void Simulation<N>::Engine::resolve_with_cluster_test(const Parties& parties, const Due& due,
                                                      Event<N>& event) {
    const auto [ball, other] = parties;
    const Record one = balls_[ball];
    const Record two = balls_[other];
    const Counts counts = counts_;
    const std::uint64_t predictions = scratch_.predictions;
    const unsigned in_reach = resolve_alone(parties, due, event);
    if (!has_further_contacts(parties, due, in_reach)) return;
    take_back(parties, one, two, counts);
    scratch_.predictions = predictions;
    event = {};
    event.time = now_;
    if (!resolve_cluster(due, event)) resolve_alone(parties, due, event);
}

/// The impact did not happen after all. The balls are as they were; their next events are to be predicted.
template <int N>
void Simulation<N>::Engine::take_back(const Parties& parties, const Record& one, const Record& two,
                                      const Counts& counts) {
    counts_ = counts;
    for (const auto& [party, before] : {std::pair(parties.ball, &one), std::pair(parties.other, &two)}) {
        balls_.restore(party, *before);
        counts_used_up_ = counts_used_up_ || !neighbours_.count_flight(party);
        neighbours_.refresh(balls_, party, now_);
    }
}

template <int N>
ClusterSurroundings<N> Simulation<N>::Engine::surroundings() {
    ClusterSurroundings<N> around;
    around.ball = [this](std::uint32_t index) {
        const Place ball = balls_.place(index);
        const Record& record = balls_[ball];
        return ClusterBall<N>{
            index,       balls_.position_at(ball, now_),     balls_.velocity_at(ball, now_), record.radius,
            record.mass, balls_.since_last_event(ball, now_)};
    };
    around.near = [this](std::uint32_t index) {
        const Place ball = balls_.place(index);
        const double since = neighbours_.scale().since_origin(world_.clock, now_);
        const NearestQuery<N> query = neighbours_.nearest_query(ball, since);
        const auto is_seen_apart = [&](Entry entry) {
            if (world_.domain.has_gravity || neighbours_.by_images() || predictor_.slides(entry))
                return false;
            const BoundingFlight<N>& flight = neighbours_.bounding_flight(place_of(entry));
            return neighbours_.in_cells() ? !may_touch(query, flight) : !may_touch(query, flight, entry);
        };
        std::vector<NearBall<N>> near;
        for (const Entry entry : neighbours_.of_balls(ball, scratch_.list)) {
            if (is_seen_apart(entry)) continue;
            near.push_back({balls_.index(place_of(entry)), predictor_.shift_between(ball, entry, now_)});
        }
        return near;
    };
    around.restitution = [this](std::uint32_t one, std::uint32_t other) {
        return world_.restitutions.of(one, other);
    };
    return around;
}

/// False when the contact stands alone. Precondition: the balls are as before the impact.
template <int N>
bool Simulation<N>::Engine::resolve_cluster(const Due& due, Event<N>& event) {
    auto impact = cluster_impact(world_.clock, world_.domain, world_.rules, now_, due, surroundings());
    if (!impact) return false;
    // What was predicted from an impact that did not happen.
    predict(balls_.place(due.ball), now_);
    if (due.other) predict(balls_.place(due.other->ball), now_);
    next_.cluster.assign(impact->parts.rbegin(), impact->parts.rend());
    next_.restitution = counted(impact->restitution);
    ++counts_.clusters;
    const Place first = balls_.place(next_.cluster.back().ball);
    emit_cluster_record(event);
    predict(first, now_);
    return true;
}

/// The next ball of the impact gets its velocity.
template <int N>
void Simulation<N>::Engine::emit_cluster_record(Event<N>& event) {
    const auto part = next_.cluster.back();
    next_.cluster.pop_back();
    const Place ball = balls_.place(part.ball);
    event.kind = EventKind::cluster;
    event.ball = part.ball;
    event.other = static_cast<std::uint32_t>(next_.cluster.size());
    event.restitution = next_.restitution;
    const MotionPhase phase = balls_[ball].phase;
    const bool stays = phase == at_rest && part.velocity == Vec<double, N>{};
    if (!stays) wake_those_above(ball);
    const Held<N> held = held_after(world_.domain, phase, part.velocity);
    change(ball, balls_.position_at(ball, now_), held.velocity, stays ? at_rest : held.phase);
    event.ball_after = balls_.state(ball);
}

template class Simulation<2>::Engine;
template class Simulation<3>::Engine;

}  // namespace carom
