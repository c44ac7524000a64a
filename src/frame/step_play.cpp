#include "frame/step_play.hpp"

#include "carom/pair/bounce.hpp"
#include "core/instantiate.hpp"

namespace carom::detail {

// --- what is planned

template <class T, int N>
void StepPlay<T, N>::play(std::span<const FrameBody<T, N>> bodies, const Tree* obstacles,
                          const StepRules<T>& rules) {
    rules_ = rules;
    rules_.filter = ignored_.in_order(rules.filter);
    near_.obstacles = StepObstacles<T, N>(obstacles);
    near_.filter = rules_.filter;
    law_ = {static_cast<double>(rules.restitution), static_cast<double>(rules.obstacle_restitution)};
    start(bodies);
    hold_at_start();
    while (take_due()) {
        put_off_.clear();
        for (const Planned& one : due_) {
            if (one.when.time > now_) {
                push(one);
            } else if (is_taken(one)) {
                put_off_.push_back(one);
            } else {
                add_group(one);
            }
        }
        happen();
        plan_anew();
        for (const Planned& one : put_off_) {
            if (is_current(one)) push(one);
        }
    }
    std::sort(bounces_.begin(), bounces_.end(), [](const FrameBounce<T>& x, const FrameBounce<T>& y) {
        return std::tie(x.fraction, x.a, x.b, x.obstacle) < std::tie(y.fraction, y.a, y.b, y.obstacle);
    });
}

template <class T, int N>
void StepPlay<T, N>::start(std::span<const FrameBody<T, N>> bodies) {
    queue_.clear();
    bounces_.clear();
    bodies_.clear();
    hulls_.clear();
    for (const FrameBody<T, N>& body : bodies) {
        bodies_.push_back(step_body(body, static_cast<double>(rules_.restitution_threshold)));
        const StepBody<N>& one = bodies_.back();
        MovingBall<double, N> way = one.way_from(0);
        way.radius += one.resting_range;
        hulls_.push_back(hull_of<T>(way));
        if (!one.is_one) hulls_.back() = {{}, -1, {}};
    }
    is_grouped_.assign(bodies.size(), false);
    const std::span<const FrameContact<T>> contacts = near_.search.find(hulls(), rules_.filter);
    plan_all(contacts);
    for (std::uint32_t i = 0; i < bodies.size(); ++i) plan_obstacle(i);
}

template <class T, int N>
FrameBalls<T, N> StepPlay<T, N>::hulls() const {
    return frame_balls<T, N>(std::span<const MovingBall<T, N>>(hulls_));
}

template <class T, int N>
void StepPlay<T, N>::push(const Planned& planned) {
    queue_.push_back(planned);
    std::push_heap(queue_.begin(), queue_.end(), comes_later);
}

template <class T, int N>
bool StepPlay<T, N>::is_current(const Planned& planned) const {
    return planned.version_a == bodies_[planned.a].version &&
           (planned.b == kObstacle || planned.version_b == bodies_[planned.b].version);
}

/// A body that is held counts as immovable; what moves on against it must be held as well.
template <class T, int N>
void StepPlay<T, N>::plan(std::uint32_t i, std::uint32_t j) {
    StepBody<N>& a = bodies_[std::min(i, j)];
    StepBody<N>& b = bodies_[std::max(i, j)];
    if (!(a.mass_given > 0) && !(b.mass_given > 0)) return;
    const double now = std::max(a.time, b.time);
    if (touch(a, b, now)) a.may_touch = b.may_touch = true;
    const auto when = next_meeting(a, b);
    if (when) push({*when, std::min(i, j), std::max(i, j), {}, {}, a.version, b.version});
}

template <class T, int N>
void StepPlay<T, N>::plan_obstacle(std::uint32_t i) {
    StepBody<N>& body = bodies_[i];
    if (!body.is_one) return;
    near_.obstacles.for_each_touch(body, body.time,
                                   [&](ObstacleId, const Vec<double, N>&) { body.may_touch = true; });
    const auto next = near_.obstacles.next_meeting(body);
    if (next) push({next->when, i, kObstacle, next->obstacle, next->toward, body.version, 0});
}

/// The next impacts of the bodies that have changed.
template <class T, int N>
void StepPlay<T, N>::plan_anew() {
    const auto is_changed = [&](std::uint32_t i) {
        return std::find(changed_.begin(), changed_.end(), i) != changed_.end();
    };
    for (const std::uint32_t i : changed_) {
        bodies_[i].may_touch = false;
        MovingBall<double, N> way = bodies_[i].way_from(bodies_[i].time);
        way.radius += bodies_[i].resting_range;
        const MovingBall<T, N> hull = hull_of<T>(way);
        if (is_valid(hull)) near_.search.grow(i, hull);
    }
    for (const std::uint32_t i : changed_) {
        plan_obstacle(i);
        near_.for_each_body(i, bodies_[i], bodies_[i].way_from(bodies_[i].time), [&](std::uint32_t other) {
            if (other > i || !is_changed(other)) plan(i, other);
        });
    }
}

/// The impacts that are due next: the first one, and all in touch by then.
template <class T, int N>
bool StepPlay<T, N>::take_due() {
    due_.clear();
    while (!queue_.empty() && (due_.empty() || queue_.front().when.touch <= now_)) {
        const Planned planned = queue_.front();
        pop();
        if (!is_current(planned)) continue;
        now_ = due_.empty() ? planned.when.time : std::min(now_, planned.when.time);
        due_.push_back(planned);
    }
    return !due_.empty();
}

template <class T, int N>
StepContact<N> StepPlay<T, N>::contact_of(const Planned& planned, double now) const {
    const StepBody<N>& a = bodies_[planned.a];
    if (planned.b != kObstacle) {
        return {planned.a, planned.b, {}, normalised(between(a, bodies_[planned.b], now))};
    }
    return {planned.a, kObstacle, planned.obstacle, planned.toward_obstacle};
}

// --- what they do

/// Contacts that do not rebound, before anything has happened. So a pile at rest is solved once a frame.
template <class T, int N>
void StepPlay<T, N>::hold_at_start() {
    now_ = 0;
    for (const Planned& one : queue_) {
        if (!is_taken(one)) add_resting(contact_of(one, 0));
    }
    happen();
    plan_anew();
}

/// False when a contact connected with this one rebounds.
template <class T, int N>
bool StepPlay<T, N>::add_resting(const StepContact<N>& first) {
    if (!(slow_of<N>(bodies_, first) > 0) || !is_slow<N>(bodies_, first)) return false;
    if (!gather_.all_resting(bodies_, first, now_)) return false;
    add_contacts_as_group(true);
    return true;
}

/// All groups are known before any of them moves: their order does not matter.
template <class T, int N>
void StepPlay<T, N>::add_group(const Planned& first) {
    if (add_resting(contact_of(first, now_))) return;
    gather_.all_touching(bodies_, contact_of(first, first.when.time), first.when.time, due_.size() > 1);
    add_contacts_as_group(false);
}

template <class T, int N>
void StepPlay<T, N>::add_contacts_as_group(bool is_resting) {
    const std::vector<StepContact<N>>& contacts = gather_.contacts();
    groups_.insert(groups_.end(), contacts.begin(), contacts.end());
    group_ends_.push_back({groups_.size(), is_resting});
    for (const StepContact<N>& contact : contacts) {
        mark(contact.a, true);
        if (contact.is_pair()) mark(contact.b, true);
    }
}

template <class T, int N>
void StepPlay<T, N>::mark(std::uint32_t body, bool is_grouped) {
    if (bodies_[body].inverse_mass() > 0) is_grouped_[body] = is_grouped;
}

template <class T, int N>
void StepPlay<T, N>::happen() {
    changed_.clear();
    for (const StepContact<N>& contact : groups_) {
        mark(contact.a, false);
        if (contact.is_pair()) mark(contact.b, false);
    }
    std::size_t begin = 0;
    for (const auto& [end, is_resting] : group_ends_) {
        contacts_.assign(groups_.begin() + static_cast<std::ptrdiff_t>(begin),
                         groups_.begin() + static_cast<std::ptrdiff_t>(end));
        begin = end;
        if (!is_resting || !hold(now_)) resolve(now_);
    }
    groups_.clear();
    group_ends_.clear();
    for (const std::uint32_t i : to_stop_) stop(i, now_);
    to_stop_.clear();
}

/// False when this needs the law of impacts: bodies are squeezed. Then only those in touch are left.
template <class T, int N>
bool StepPlay<T, N>::hold(double now) {
    const bool is_solved = hold_.solve(bodies_, contacts_, now);
    if (!is_solved || contacts_.empty()) return contacts_.empty();
    report_pushes(now);
    for (std::size_t m = 0; m < group_.members().size(); ++m) {
        const std::uint32_t i = group_.members()[m];
        if (group_.has_changed(i)) {
            leave(i, now, group_.velocity(m));
        } else if (bodies_[i].inverse_mass() > 0) {
            go_on(i, now);
        }
    }
    return true;
}

template <class T, int N>
void StepPlay<T, N>::resolve(double now) {
    const auto moves = [&](std::uint32_t i) { return bodies_[i].inverse_mass() > 0; };
    const StepContact<N>& one = contacts_.front();
    const bool can_move = moves(one.a) || (one.is_pair() && moves(one.b));
    if (can_move && contacts_.size() == 1) {
        bounce_alone(one, now);
    } else if (can_move &&
               group_.solve(bodies_, contacts_, now, restitution_of<N>(bodies_, contacts_, law_))) {
        bounce_together(now);
    } else {
        stop_all(now);
    }
}

template <class T, int N>
void StepPlay<T, N>::bounce_alone(const StepContact<N>& contact, double now) {
    const double e = restitution_of<N>(bodies_, contacts_, law_);
    const StepBody<N>& a = bodies_[contact.a];
    bounces_.push_back({static_cast<T>(now), contact.a, contact.b, contact.obstacle});
    if (!contact.is_pair()) {
        const HalfSpace<double, N> wall{-contact.toward, 0};
        leave(contact.a, now, carom::bounce(a.displacement(), wall, e));
        return;
    }
    const StepBody<N>& b = bodies_[contact.b];
    const BounceVelocities<double, N> after =
        carom::bounce(Body<double, N>{{}, a.displacement(), a.inverse_mass()},
                      Body<double, N>{between(a, b, now), b.displacement(), b.inverse_mass()}, e);
    leave(contact.a, now, after.a);
    leave(contact.b, now, after.b);
}

template <class T, int N>
void StepPlay<T, N>::bounce_together(double now) {
    report(now);
    for (std::size_t m = 0; m < group_.members().size(); ++m) {
        const std::uint32_t i = group_.members()[m];
        const bool is_hit = std::binary_search(hit_.begin(), hit_.end(), i);
        if (is_hit || !(group_.velocity(m) == bodies_[i].displacement())) leave(i, now, group_.velocity(m));
    }
}

/// Bodies between others that press on them from opposite sides, and these, stay where they are. What may be
/// in another group as well does so after all groups.
template <class T, int N>
void StepPlay<T, N>::stop_all(double now) {
    const auto take = [&](std::uint32_t i) {
        if (bodies_[i].mass_given > 0) {
            stop(i, now);
        } else {
            to_stop_.push_back(i);
        }
    };
    for (const StepContact<N>& contact : contacts_) {
        take(contact.a);
        if (contact.is_pair()) take(contact.b);
    }
}

template <class T, int N>
void StepPlay<T, N>::stop(std::uint32_t i, double now) {
    StepBody<N>& body = bodies_[i];
    if (body.is_stopped || (!(body.mass_given > 0) && body.rests())) return;
    body.moved = body.moved_at(now);
    body.time = now;
    ++body.version;
    body.is_stopped = true;
    if (body.mass_given > 0) body.velocity = {};
    changed_.push_back(i);
}

/// Contacts that closed, those that passed the impact on, and all of a body whose change these leave open.
template <class T, int N>
void StepPlay<T, N>::report(double now) {
    hit_.clear();
    told_.clear();
    const auto note = [](const StepContact<N>& contact, std::vector<std::uint32_t>& bodies) {
        bodies.push_back(contact.a);
        if (contact.is_pair()) bodies.push_back(contact.b);
    };
    const auto is_told = [&](auto c) { return closes<N>(bodies_, contacts_[c]) || group_.has_pushed(c); };
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
        if (closes<N>(bodies_, contacts_[c])) note(contacts_[c], hit_);
        if (is_told(c)) note(contacts_[c], told_);
    }
    std::sort(hit_.begin(), hit_.end());
    std::sort(told_.begin(), told_.end());
    const auto is_open = [&](std::uint32_t i) {
        return !std::binary_search(told_.begin(), told_.end(), i) && group_.has_changed(i);
    };
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
        const StepContact<N>& contact = contacts_[c];
        if (!is_told(c) && !is_open(contact.a) && !(contact.is_pair() && is_open(contact.b))) continue;
        report(contact, now);
    }
}

template <class T, int N>
void StepPlay<T, N>::report_pushes(double now) {
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
        if (group_.has_pushed(c)) report(contacts_[c], std::max(now, contacts_[c].time));
    }
}

/// The body keeps its velocity: what it met is behind it, and what comes next is planned anew.
template <class T, int N>
void StepPlay<T, N>::go_on(std::uint32_t i, double now) {
    StepBody<N>& body = bodies_[i];
    changed_.push_back(i);
    body.moved = body.moved_at(now);
    body.time = now;
    ++body.version;
}

template <class T, int N>
void StepPlay<T, N>::leave(std::uint32_t i, double now, const Vec<double, N>& velocity) {
    StepBody<N>& body = bodies_[i];
    go_on(i, now);
    // Beyond the number range there is nowhere to go.
    if (!is_finite(convert<T>(velocity))) body.is_stopped = true;
    if (body.is_stopped) return;
    body.velocity = generate<double, N>([&](int k) { return velocity[k] + 0.0; });  // no zero below zero
    if (body.mass_given > 0 && ++body.bounces >= rules_.most_bounces) body.is_stopped = true;
}

template <class T, int N>
std::size_t StepPlay<T, N>::bytes() const {
    return near_.search.memory() + gather_.bytes() + hold_.bytes() + ignored_.bytes() + group_.bytes() +
           hulls_.capacity() * sizeof(MovingBall<T, N>) + bodies_.capacity() * sizeof(StepBody<N>) +
           (queue_.capacity() + due_.capacity() + put_off_.capacity()) * sizeof(Planned) +
           (contacts_.capacity() + groups_.capacity()) * sizeof(StepContact<N>) +
           group_ends_.capacity() * sizeof(Group) + bounces_.capacity() * sizeof(FrameBounce<T>) +
           (changed_.capacity() + hit_.capacity() + told_.capacity() + to_stop_.capacity()) *
               sizeof(std::uint32_t);
}

#define CAROM_INSTANTIATE(T, N) template class StepPlay<T, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom::detail
