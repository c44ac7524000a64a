#include "frame/step_play.hpp"

#include "carom/pair/bounce.hpp"
#include "core/instantiate.hpp"

namespace carom::detail {
namespace {

/// The time of the law grows with the cube of its contacts.
constexpr std::size_t kMostTogether = 128;

}  // namespace

// --- what is planned

template <class T, int N>
void StepPlay<T, N>::play(std::span<const FrameBody<T, N>> bodies, const Tree* obstacles,
                          const StepRules<T>& rules) {
    rules_ = rules;
    rules_.filter = ignored_.in_order(rules.filter);
    threshold_ = static_cast<double>(rules.restitution_threshold);
    obstacles_ = {obstacles, threshold_};
    law_ = {static_cast<double>(rules.restitution), static_cast<double>(rules.obstacle_restitution),
            threshold_};
    start(bodies);
    while (take_due()) {
        groups_.clear();
        ends_.clear();
        for (const Planned& one : due_) {
            if (one.when.time > now_) {
                push(one);
            } else if (!is_grouped_[one.a] && !(one.b != kObstacle && is_grouped_[one.b])) {
                add_group(one);
            }
        }
        happen();
        plan_anew();
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
        bodies_.push_back(step_body(body, threshold_));
        const StepBody<N>& one = bodies_.back();
        MovingBall<double, N> way = one.way_from(0);
        way.radius += one.resting_reach;
        hulls_.push_back(hull_of<T>(way));
        if (!one.is_one) hulls_.back() = {{}, -1, {}};
    }
    is_around_.assign(bodies.size(), false);
    is_grouped_.assign(bodies.size(), false);
    const std::span<const FrameContact<T>> contacts = search_.find(hulls(), rules_.filter);
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
    if (touch(a, b, now, threshold_)) a.may_touch = b.may_touch = true;
    const auto when = next_meeting(a, b, threshold_);
    if (when) push({*when, std::min(i, j), std::max(i, j), {}, {}, a.version, b.version});
}

template <class T, int N>
void StepPlay<T, N>::plan_obstacle(std::uint32_t i) {
    StepBody<N>& body = bodies_[i];
    if (!body.is_one) return;
    obstacles_.for_each_touch(body, body.time,
                              [&](ObstacleId, const Vec<double, N>&) { body.may_touch = true; });
    const auto next = obstacles_.next_meeting(body);
    if (next) push({next->when, i, kObstacle, next->obstacle, next->toward, body.version, 0});
}

/// f(other) for each body that may come near this way.
template <class T, int N>
template <class F>
void StepPlay<T, N>::for_each_near(std::uint32_t i, const MovingBall<double, N>& way, const F& f) {
    pause(options_.workers);
    MovingBall<double, N> wide = way;
    wide.radius += bodies_[i].resting_reach;
    const MovingBall<T, N> hull = hull_of<T>(wide);
    if (!is_valid(hull)) return;
    const PairCheck check(rules_.filter);
    search_.near(hull, [&](std::uint32_t other) {
        if (other != i && check.passes(i, other)) f(other);
    });
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
        way.radius += bodies_[i].resting_reach;
        const MovingBall<T, N> hull = hull_of<T>(way);
        if (is_valid(hull)) search_.grow(i, hull);
    }
    for (const std::uint32_t i : changed_) {
        plan_obstacle(i);
        for_each_near(i, bodies_[i].way_from(bodies_[i].time), [&](std::uint32_t other) {
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

// --- what takes part

template <class T, int N>
StepContact<N> StepPlay<T, N>::contact_of(const Planned& planned) const {
    const StepBody<N>& a = bodies_[planned.a];
    if (planned.b != kObstacle) {
        return {planned.a, planned.b, {}, normalised(between(a, bodies_[planned.b], planned.when.time))};
    }
    return {planned.a, kObstacle, planned.obstacle, planned.toward_obstacle};
}

template <class T, int N>
bool StepPlay<T, N>::touches_more(const Planned& first) const {
    return due_.size() > 1 || bodies_[first.a].may_touch ||
           (first.b != kObstacle && bodies_[first.b].may_touch);
}

template <class T, int N>
void StepPlay<T, N>::enter(std::uint32_t body) {
    if (is_around_[body] || !(bodies_[body].inverse_mass() > 0)) return;
    is_around_[body] = true;
    around_.push_back(body);
}

template <class T, int N>
void StepPlay<T, N>::add(const StepContact<N>& contact, Which which) {
    if (which == Which::closing && !closes<N>(bodies_, contact)) return;
    contacts_.push_back(contact);
    enter(contact.a);
    if (contact.is_pair()) enter(contact.b);
}

template <class T, int N>
void StepPlay<T, N>::add_contacts(std::uint32_t i, double now, Which which) {
    const StepBody<N>& body = bodies_[i];
    for_each_near(i, {body.center_at(now), body.radius, {}}, [&](std::uint32_t other) {
        const std::uint32_t a = std::min(i, other);
        const std::uint32_t b = std::max(i, other);
        if (!bodies_[other].is_one || !touch(bodies_[a], bodies_[b], now, threshold_)) return;
        add({a, b, {}, normalised(between(bodies_[a], bodies_[b], now))}, which);
    });
    obstacles_.for_each_touch(body, now, [&](ObstacleId id, const Vec<double, N>& toward) {
        add({i, kObstacle, id, toward}, which);
    });
}

/// All contacts that are connected with the first one through movable bodies; false when there are too many.
template <class T, int N>
bool StepPlay<T, N>::gather(const Planned& first, Which which) {
    contacts_.clear();
    around_.clear();
    enter(first.a);
    if (first.b != kObstacle) enter(first.b);
    if (touches_more(first)) {
        for (std::size_t k = 0; k < around_.size() && around_.size() <= kMostTogether; ++k) {
            add_contacts(around_[k], first.when.time, which);
        }
    }
    for (const std::uint32_t i : around_) is_around_[i] = false;
    if (around_.size() > kMostTogether) return false;
    // Behind the same contact as seen from its body, whichever of those due was the first.
    contacts_.push_back(contact_of(first));
    std::stable_sort(contacts_.begin(), contacts_.end());
    contacts_.erase(std::unique(contacts_.begin(), contacts_.end()), contacts_.end());
    return true;
}

// --- what they do

/// All groups are known before any of them moves: their order does not matter.
template <class T, int N>
void StepPlay<T, N>::add_group(const Planned& first) {
    if (!gather(first, Which::touching) && !gather(first, Which::closing)) {
        contacts_.assign(1, contact_of(first));
    }
    groups_.insert(groups_.end(), contacts_.begin(), contacts_.end());
    ends_.push_back(groups_.size());
    for (const StepContact<N>& contact : contacts_) {
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
    for (const std::size_t end : ends_) {
        contacts_.assign(groups_.begin() + static_cast<std::ptrdiff_t>(begin),
                         groups_.begin() + static_cast<std::ptrdiff_t>(end));
        begin = end;
        resolve(now_);
    }
    for (const std::uint32_t i : to_stop_) stop(i, now_);
    to_stop_.clear();
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
        bounces_.push_back({static_cast<T>(now), contact.a, contact.b, contact.obstacle});
    }
}

template <class T, int N>
void StepPlay<T, N>::leave(std::uint32_t i, double now, const Vec<double, N>& velocity) {
    StepBody<N>& body = bodies_[i];
    changed_.push_back(i);
    body.moved = body.moved_at(now);
    body.time = now;
    ++body.version;
    // Beyond the number range there is nowhere to go.
    if (!is_finite(convert<T>(velocity))) body.is_stopped = true;
    if (body.is_stopped) return;
    body.velocity = generate<double, N>([&](int k) { return velocity[k] + 0.0; });  // no zero below zero
    if (body.mass_given > 0 && ++body.bounces >= rules_.most_bounces) body.is_stopped = true;
}

template <class T, int N>
std::size_t StepPlay<T, N>::bytes() const {
    return search_.memory() + ignored_.bytes() + group_.bytes() +
           hulls_.capacity() * sizeof(MovingBall<T, N>) + bodies_.capacity() * sizeof(StepBody<N>) +
           (queue_.capacity() + due_.capacity()) * sizeof(Planned) +
           (contacts_.capacity() + groups_.capacity()) * sizeof(StepContact<N>) +
           ends_.capacity() * sizeof(std::size_t) + bounces_.capacity() * sizeof(FrameBounce<T>) +
           (around_.capacity() + changed_.capacity() + hit_.capacity() + told_.capacity() +
            to_stop_.capacity()) *
               sizeof(std::uint32_t);
}

#define CAROM_INSTANTIATE(T, N) template class StepPlay<T, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom::detail
