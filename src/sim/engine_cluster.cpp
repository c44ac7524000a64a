// Several contacts at once: found by the engine's lists, bounced by the law of clusters, told ball by ball.
#include <cmath>
#include <utility>

#include "sim/contact_reach.hpp"
#include "sim/engine.hpp"

namespace carom {

using namespace detail;

/// True when the sketches, or a wall, leave it possible that something else is in touch with the balls of a
/// contact. Precondition: they have just been predicted.
template <int N>
bool Simulation<N>::Engine::may_touch_more(const Due& due) const {
    // Two balls see each other.
    if (touching_ > (due.other ? 2U : 0U)) return true;
    if (space_.walls.empty()) return false;
    return touches_wall_but(places_[due.ball], due.wall) ||
           (due.other && touches_wall_but(places_[due.other->ball], nullptr));
}

/// Precondition: an event of the ball has just happened.
template <int N>
bool Simulation<N>::Engine::touches_wall_but(Place ball, const NumberedWall<N>* wall) const {
    const Record& record = records_[ball];
    const double reach = contact_reach(rules_.law.contact_tolerance, record.radius, record.radius);
    for (const Entry entry : shells_.of(ball)) {
        if (place_of(entry) < shells_.first_wall()) break;
        const NumberedWall<N>& other = space_.walls[entry - shells_.first_wall()];
        if (&other == wall) continue;
        if (rough_gap(clock_, other, record.flight.position, record.radius, now_) <= reach) return true;
    }
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
                              center_at(clock_, space_, record, now_),
                              record.flight.velocity,
                              record.radius,
                              record.mass,
                              since_last(ball)};
    };
    around.near = [this](std::uint32_t index) {
        const Place ball = places_[index];
        std::vector<NearBall<N>> near;
        for (const Entry entry : shells_.of_balls(ball))
            near.push_back({indices_[place_of(entry)], shift_between(ball, entry, now_)});
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
    auto impact = cluster_impact(clock_, space_, rules_, now_, due, surroundings());
    if (!impact) return false;
    // What was predicted from an impact that did not happen.
    predict(places_[due.ball], now_);
    if (due.other) predict(places_[due.other->ball], now_);
    next_.cluster.assign(impact->parts.rbegin(), impact->parts.rend());
    next_.restitution = counted(impact->restitution);
    ++counts_.clusters;
    const Place first = places_[next_.cluster.back().ball];
    take_part(event);
    predict(first, now_);
    return true;
}

/// The next ball of the impact gets its velocity.
template <int N>
void Simulation<N>::Engine::take_part(Event<N>& event) {
    const auto part = next_.cluster.back();
    next_.cluster.pop_back();
    const Place ball = places_[part.ball];
    event.kind = EventKind::cluster;
    event.ball = part.ball;
    event.other = static_cast<std::uint32_t>(next_.cluster.size());
    event.restitution = next_.restitution;
    change(ball, center_at(clock_, space_, records_[ball], now_), part.velocity);
    event.ball_after = state_at(ball);
    jammed_ = next_.cluster.empty() && is_jammed(ball);
}

template class Simulation<2>::Engine;
template class Simulation<3>::Engine;

}  // namespace carom
