#include "frame/step_gather.hpp"

#include <algorithm>

#include "core/instantiate.hpp"

namespace carom::detail {
namespace {

/// The time of the law grows with the cube of its contacts.
constexpr std::size_t kMostTogether = 128;

}  // namespace

template <class T, int N>
void StepGather<T, N>::begin(Bodies bodies, const StepContact<N>& first, double now) {
    bodies_ = bodies;
    now_ = now;
    contacts_.clear();
    around_.clear();
    is_around_.resize(bodies.size(), false);
    enter(first.a);
    if (first.is_pair()) enter(first.b);
}

template <class T, int N>
void StepGather<T, N>::enter(std::uint32_t body) {
    if (is_around_[body] || !(bodies_[body].inverse_mass() > 0)) return;
    is_around_[body] = true;
    around_.push_back(body);
}

template <class T, int N>
void StepGather<T, N>::leave_bodies() {
    for (const std::uint32_t i : around_) is_around_[i] = false;
}

template <class T, int N>
void StepGather<T, N>::add(const StepContact<N>& contact) {
    contacts_.push_back(contact);
    enter(contact.a);
    if (contact.is_pair()) enter(contact.b);
}

template <class T, int N>
void StepGather<T, N>::put_in_order() {
    std::stable_sort(contacts_.begin(), contacts_.end());
    contacts_.erase(std::unique(contacts_.begin(), contacts_.end()), contacts_.end());
}

// --- in touch

template <class T, int N>
void StepGather<T, N>::all_touching(Bodies bodies, const StepContact<N>& first, double now, bool looks) {
    const bool looks_around =
        looks || bodies[first.a].may_touch || (first.is_pair() && bodies[first.b].may_touch);
    for (const Which which : {Which::touching, Which::closing}) {
        begin(bodies, first, now);
        const bool is_found = !looks_around || gather(which);
        leave_bodies();
        if (!is_found) continue;
        // Behind the same contact as seen from its body, whichever of those due was the first.
        contacts_.push_back(first);
        return put_in_order();
    }
    contacts_.assign(1, first);
}

/// False when there are too many.
template <class T, int N>
bool StepGather<T, N>::gather(Which which) {
    for (std::size_t k = 0; k < around_.size() && around_.size() <= kMostTogether; ++k) {
        add_contacts(around_[k], which);
    }
    return around_.size() <= kMostTogether;
}

template <class T, int N>
void StepGather<T, N>::add_contacts(std::uint32_t i, Which which) {
    const auto take = [&](const StepContact<N>& contact) {
        if (which == Which::touching || closes<N>(bodies_, contact)) add(contact);
    };
    const StepBody<N>& body = bodies_[i];
    near_.for_each_body(i, body, {body.center_at(now_), body.radius, {}}, [&](std::uint32_t other) {
        const std::uint32_t a = std::min(i, other);
        const std::uint32_t b = std::max(i, other);
        if (!bodies_[other].is_one || !touch(bodies_[a], bodies_[b], now_)) return;
        take({a, b, {}, normalised(between(bodies_[a], bodies_[b], now_))});
    });
    near_.obstacles.for_each_touch(body, now_, [&](ObstacleId id, const Vec<double, N>& toward) {
        take({i, StepContact<N>::kObstacle, id, toward});
    });
}

// --- at rest

template <class T, int N>
bool StepGather<T, N>::all_resting(Bodies bodies, const StepContact<N>& first, double now) {
    begin(bodies, first, now);
    bool is_resting = true;
    for (std::size_t k = 0; k < around_.size() && is_resting; ++k) {
        is_resting = add_resting_contacts(around_[k]) && around_.size() <= kMostTogether;
    }
    leave_bodies();
    put_in_order();
    return is_resting && std::binary_search(contacts_.begin(), contacts_.end(), first);
}

/// False when one is about to rebound.
template <class T, int N>
bool StepGather<T, N>::add_resting_contacts(std::uint32_t i) {
    const StepBody<N>& body = bodies_[i];
    bool is_resting = true;
    near_.for_each_body(i, body, {body.center_at(now_), body.radius, {}}, [&](std::uint32_t other) {
        if (bodies_[other].is_one) is_resting &= add_resting_pair(std::min(i, other), std::max(i, other));
    });
    const TouchRules rules = touch_rules(body);
    const double range = 2 * body.resting_range * (1 - now_);
    near_.obstacles.for_each_within(
        body, now_, std::max(range, rules.resting_reach),
        [&](ObstacleId id, const Vec<double, N>& toward, double gap) {
            const StepContact<N> contact{i, StepContact<N>::kObstacle, id, toward, gap};
            if (is_slow<N>(bodies_, contact)) return add(contact);
            is_resting &= gap > rules.reach(closing<N>(bodies_, contact));
        });
    return is_resting;
}

template <class T, int N>
bool StepGather<T, N>::add_resting_pair(std::uint32_t i, std::uint32_t j) {
    const StepBody<N>& a = bodies_[i];
    const StepBody<N>& b = bodies_[j];
    const Vec<double, N> apart = between(a, b, now_);
    const double gap = gap_of(a, b, apart);
    const StepContact<N> contact{i, j, {}, normalised(apart), gap};
    const TouchRules rules = touch_rules(a, b);
    if (!is_slow<N>(bodies_, contact)) return gap > rules.reach(closing<N>(bodies_, contact));
    const double range = (a.resting_range + b.resting_range) * (1 - now_);
    if (gap <= std::max(range, rules.resting_reach)) add(contact);
    return true;
}

template <class T, int N>
std::size_t StepGather<T, N>::bytes() const {
    return contacts_.capacity() * sizeof(StepContact<N>) + around_.capacity() * sizeof(std::uint32_t) +
           is_around_.capacity() / 8;
}

#define CAROM_INSTANTIATE(T, N) template class StepGather<T, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom::detail
