#include "frame/step_hold.hpp"

#include <algorithm>

#include "core/instantiate.hpp"

namespace carom::detail {

template <class T, int N>
bool StepHold<T, N>::solve(Bodies bodies, std::vector<StepContact<N>>& contacts, double now) {
    bodies_ = bodies;
    now_ = now;
    const auto in_touch = [&](const StepContact<N>& contact) { return is_in_touch(contact); };
    const auto behind = std::stable_partition(contacts.begin(), contacts.end(), in_touch);
    ahead_.assign(behind, contacts.end());
    contacts.erase(behind, contacts.end());
    if (solve_all_that_meet(contacts)) return true;
    std::erase_if(contacts, [&](const StepContact<N>& contact) { return !is_in_touch(contact); });
    return false;
}

template <class T, int N>
bool StepHold<T, N>::is_in_touch(const StepContact<N>& contact) const {
    const StepBody<N>& a = bodies_[contact.a];
    const TouchRules rules = contact.is_pair() ? touch_rules(a, bodies_[contact.b]) : touch_rules(a);
    return contact.gap <= rules.reach(closing<N>(bodies_, contact));
}

/// Contacts ahead count when their bodies would meet with the velocities that those in touch leave, and so
/// on.
template <class T, int N>
bool StepHold<T, N>::solve_all_that_meet(std::vector<StepContact<N>>& contacts) {
    for (;;) {
        const bool is_solved = !contacts.empty();
        if (is_solved && !group_.solve_resting(bodies_, contacts, now_)) return false;
        const auto met = std::stable_partition(ahead_.begin(), ahead_.end(), [&](StepContact<N>& contact) {
            const auto when = meeting_ahead(contact, is_solved);
            if (when) contact.time = when->time;
            return !when;
        });
        if (met == ahead_.end()) return true;
        contacts.insert(contacts.end(), met, ahead_.end());
        std::sort(contacts.begin(), contacts.end());
        ahead_.erase(met, ahead_.end());
    }
}

/// When the two would meet with the velocities found so far, slowly and head-on.
template <class T, int N>
std::optional<ContactTimes> StepHold<T, N>::meeting_ahead(const StepContact<N>& contact,
                                                          bool is_solved) const {
    const StepBody<N> a = body_now(contact.a, is_solved);
    const StepBody<N> b = contact.is_pair() ? body_now(contact.b, is_solved) : StepBody<N>{};
    const Vec<double, N> w = b.displacement() - a.displacement();
    const double speed = -dot(contact.toward, w);
    const double across = (1 - now_) * length_of(w + speed * contact.toward);
    if (std::max(contact.gap, across) > kHeadOn * (a.radius + b.radius)) return {};
    if (!(speed > 0) || speed > slow_of<N>(bodies_, contact)) return {};
    if (contact.is_pair()) return next_meeting(a, b);
    const auto next = near_.obstacles.next_meeting(a);
    if (next && next->obstacle == contact.obstacle) return next->when;
    return {};
}

/// A body as the contacts that count leave it.
template <class T, int N>
StepBody<N> StepHold<T, N>::body_now(std::uint32_t i, bool is_solved) const {
    StepBody<N> body = bodies_[i];
    body.moved = body.moved_at(now_);
    body.time = now_;
    ++body.version;
    if (is_solved && !body.is_stopped) body.velocity = group_.velocity_of(i);
    return body;
}

#define CAROM_INSTANTIATE(T, N) template class StepHold<T, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom::detail
