// The part of the loop that is about contact that lasts.
#include <algorithm>

#include "billiards/shot_loop.hpp"

namespace carom::billiards::detail {
namespace {

/// A ball that is where the state says, and flies on straight.
MovingBall moving_from(const HeldState& state) {
    MovingBall moving;
    moving.x = state.x;
    moving.y = state.y;
    moving.u = state.u;
    moving.v = state.v;
    moving.wx = state.wx;
    moving.wy = state.wy;
    moving.wz = state.wz;
    return moving;
}

/// How fast a ball comes closer to a cushion.
double closing_on(HeldContact contact, const HeldState& state) {
    contact.first = 0;
    const HeldFrame frame(contact, {state});
    return state.u * frame.nx + state.v * frame.ny;
}

/// Of the quadratic between these ends of a step, along one axis.
double half_acceleration(double place, double speed, double end_place, double end_speed, double step) {
    // Rounding must not lead a ball into a cushion that it touches.
    constexpr double kNoChange = 1e-15;  // m/s
    constexpr double kRounding = 1e-15;  // m
    if (std::fabs(end_speed - speed) < kNoChange) return 0;
    const double by_speed = (end_speed - speed) / (2 * step);
    const double missing = (end_place - place) - step * (speed + step * by_speed);
    return std::fabs(missing) < kRounding ? by_speed : by_speed + missing / (step * step);
}

/// Of a ball that was held.
EventKind change_between(Phase before, Phase after) {
    if (after == Phase::rolling)
        return before == Phase::sliding ? EventKind::slide_to_roll : EventKind::rest_to_roll;
    if (after == Phase::spinning) return EventKind::roll_to_spin;
    return before == Phase::spinning ? EventKind::spin_to_rest : EventKind::roll_to_rest;
}

}  // namespace

/// Whether an impact is slow enough to be left out. One that would not be followed by pressing is only where
/// it is much slower: such impacts can be many, but each takes a good part of the speed away.
bool ShotLoop::stay_in_contact(int i, int j, double closing) {
    if (closing >= setup_.contact_speed) return false;
    const bool held = group_of_[static_cast<std::size_t>(i)] != nullptr ||
                      group_of_[static_cast<std::size_t>(j)] != nullptr;
    if (held || closing < 1e-3 * setup_.contact_speed) return true;
    trial_.clear();
    for (const int k : {i, j}) trial_.balls.push_back(held_ball(k));
    trial_.contacts.push_back({0, 1, &pair_of(i, j), {}});
    return trial_.presses_without(2 * setup_.contact_speed);
}

/// Ball i against a cushion, as a contact of a group of its own.
HeldContact ShotLoop::contact_with_cushion(int i, Meets what, int index) const {
    const BallKind& kind = kind_of(i);
    HeldContact contact{0, -1, nullptr, {}};
    contact.cushion.what = what;
    contact.cushion.index = index;
    if (what == Meets::straight) contact.cushion.line = &kind.surroundings.line(index);
    if (what == Meets::round) contact.cushion.disc = &kind.surroundings.disc(index);
    const bool smooth =
        setup_.laws.cushion == CushionModel::mirror || setup_.laws.cushion == CushionModel::mirror_inelastic;
    contact.cushion.friction = smooth ? 0 : kind.properties.cushion_friction;
    return contact;
}

/// The same as stay_in_contact, for a ball that has come to a cushion: at the present time.
bool ShotLoop::stays_at_cushion(int i) {
    const Encounter& met = encounters_[static_cast<std::size_t>(i)];
    if (met.what != Meets::straight && met.what != Meets::round) return false;
    const HeldContact contact = contact_with_cushion(i, met.what, met.index);
    const HeldBall held = held_ball(i);
    const double closing = closing_on(contact, held.state);
    if (closing >= setup_.contact_speed) return false;
    if (group_of_[static_cast<std::size_t>(i)] != nullptr || closing < 1e-3 * setup_.contact_speed)
        return true;
    trial_.clear();
    trial_.balls.push_back(held);
    trial_.contacts.push_back(contact);
    return trial_.presses_without(2 * setup_.contact_speed);
}

/// A ball that has come to a cushion stays there, and at the other cushions that it touches and does not
/// close on fast.
void ShotLoop::hold_at_cushion(int i) {
    const Encounter met = encounters_[static_cast<std::size_t>(i)];
    if (is_held_again({i, -1, met})) return hold_together();
    HeldGroup& group = group_with(i);
    const HeldState& state = group.balls[place_in(group, i)].state;
    kind_of(i).surroundings.find_touched(state.x, state.y, cushions_);
    const std::pair<Meets, int> first{met.what, met.index};
    std::erase(cushions_, first);
    cushions_.push_back(first);
    for (const auto& [what, index] : cushions_) {
        const HeldContact contact = contact_with_cushion(i, what, index);
        if (closing_on(contact, state) < setup_.contact_speed) add_cushion(group, i, contact);
    }
    press(group);
    pass_along(i, met);
}

std::size_t ShotLoop::place_in(const HeldGroup& group, int i) {
    const auto is_it = [&](const HeldBall& held) { return held.index == i; };
    return static_cast<std::size_t>(std::find_if(group.balls.begin(), group.balls.end(), is_it) -
                                    group.balls.begin());
}

/// A cushion that the group has just found not to press, and that the ball would still meet at once: its path
/// is bent towards it by rounding. In this motion it lies along the cushion.
void ShotLoop::pass_along(int i, const Encounter& met) {
    Encounter& ahead = encounters_[static_cast<std::size_t>(i)];
    if (ahead.at > now_ || ahead.what != met.what || ahead.index != met.index) return;
    find_cushions_of(i);
    cushions_.emplace_back(met.what, met.index);
    ahead = kind_of(i).surroundings.next_along(ball(i), cushions_);
    rows_.set_own(i, std::min(ball(i).change_at, ahead.at));
}

/// Ball i's group at the present time, or a new one.
HeldGroup& ShotLoop::group_with(int i) {
    if (HeldGroup* group = group_of_[static_cast<std::size_t>(i)]) {
        bring_to_now(*group);
        return *group;
    }
    if (spare_groups_.empty()) spare_groups_.push_back(std::make_unique<HeldGroup>(setup_.laws));
    groups_.push_back(std::move(spare_groups_.back()));
    spare_groups_.pop_back();
    HeldGroup& group = *groups_.back();
    group.began = now_;
    add_to(group, i);
    return group;
}

/// The cushions that a held ball lies against.
void ShotLoop::find_cushions_of(int i) {
    cushions_.clear();
    const HeldGroup* group = group_of_[static_cast<std::size_t>(i)];
    if (group == nullptr) return;
    for (const HeldContact& contact : group->contacts) {
        if (contact.second >= 0 || group->balls[static_cast<std::size_t>(contact.first)].index != i) continue;
        cushions_.emplace_back(contact.cushion.what, contact.cushion.index);
    }
}

/// These balls touch and close slowly, if at all: from now on they press on each other, or part.
void ShotLoop::hold(std::span<const std::pair<int, int>> pairs) {
    bool again = false;
    for (const auto& [i, j] : pairs) again = is_held_again({i, j, {}}) || again;
    if (again) return hold_together();
    for (const auto& [i, j] : pairs) attach(i, j);
    pressing_.clear();
    for (const auto& [i, j] : pairs) {
        HeldGroup* group = group_of_[static_cast<std::size_t>(i)];
        if (std::find(pressing_.begin(), pressing_.end(), group) == pressing_.end())
            pressing_.push_back(group);
    }
    for (HeldGroup* group : pressing_) press(*group);
}

void ShotLoop::attach(int i, int j) {
    HeldGroup& group = joined(i, j);
    const int first = static_cast<int>(place_in(group, i));
    const int second = static_cast<int>(place_in(group, j));
    const auto is_it = [&](const HeldContact& contact) {
        return std::minmax(contact.first, contact.second) == std::minmax(first, second);
    };
    if (std::none_of(group.contacts.begin(), group.contacts.end(), is_it)) {
        group.contacts.push_back({first, second, &pair_of(i, j), {}});
    }
}

/// One group with both balls, at the present time.
HeldGroup& ShotLoop::joined(int i, int j) {
    HeldGroup& group = group_with(group_of_[static_cast<std::size_t>(i)] != nullptr ? i : j);
    for (const int k : {i, j}) {
        HeldGroup* other = group_of_[static_cast<std::size_t>(k)];
        if (other == nullptr) {
            add_to(group, k);
        } else if (other != &group) {
            merge(group, *other);
        }
    }
    return group;
}

/// Moves all of another group into this one.
void ShotLoop::merge(HeldGroup& group, HeldGroup& other) {
    bring_to_now(other);
    const int shift = static_cast<int>(group.balls.size());
    for (const HeldBall& held : other.balls) {
        group_of_[static_cast<std::size_t>(held.index)] = &group;
        group.balls.push_back(held);
    }
    for (HeldContact contact : other.contacts) {
        contact.first += shift;
        if (contact.second >= 0) contact.second += shift;
        group.contacts.push_back(contact);
    }
    dissolve(other);
}

/// A step that began before now is cut short.
void ShotLoop::bring_to_now(HeldGroup& group) {
    if (group.began < now_) group.interrupt(now_ - group.began);
    group.began = now_;
}

void ShotLoop::add_to(HeldGroup& group, int i) {
    group_of_[static_cast<std::size_t>(i)] = &group;
    group.balls.push_back(held_ball(i));
}

HeldBall ShotLoop::held_ball(int i) const {
    const MovingBall& moving = balls_[static_cast<std::size_t>(i)];
    return {i,
            &kind_of(i).rates,
            1 / kind_of(i).properties.mass,
            moving.phase,
            {moving.x, moving.y, moving.u, moving.v, moving.wx, moving.wy, moving.wz}};
}

/// Begins a step of the group, without the balls that no longer press.
void ShotLoop::press(HeldGroup& group) {
    group.settle();
    record_changes(group);
    freed_.clear();
    partings_.clear();
    for (const HeldContact& contact : group.contacts) {
        if (contact.presses || contact.second < 0) continue;
        partings_.emplace_back(group.balls[static_cast<std::size_t>(contact.first)].index,
                               group.balls[static_cast<std::size_t>(contact.second)].index);
    }
    group.keep_what_presses(freed_);
    if (!group.balls.empty()) take_step(group);
    for (const HeldBall& held : freed_) free(held);
    look_for(group);
    for (const auto& [i, j] : partings_) set_pair(i, j, next_meeting_of_parting(i, j));
    if (group.balls.empty()) dissolve(group);
}

void ShotLoop::take_step(HeldGroup& group) {
    group.began = now_;
    group.take_step();
    for (std::size_t k = 0; k < group.balls.size(); ++k) follow(group, k);
}

/// What the balls of a group meet, but for each other where they are held.
void ShotLoop::look_for(const HeldGroup& group) {
    for (const HeldBall& held : group.balls) look_around(held.index);
    if (group.balls.size() == 2 && group.contacts.size() == 1) {
        const int i = group.balls[0].index;
        const int j = group.balls[1].index;
        forget_exact(i);
        forget_exact(j);
        rows_do_.look_both(rows_, i, ball(i), j, ball(j), now_, kNever);
        return;
    }
    for (const HeldBall& held : group.balls) look(held.index);
    for (const HeldContact& contact : group.contacts) {
        if (contact.second < 0) continue;
        set_pair(group.balls[static_cast<std::size_t>(contact.first)].index,
                 group.balls[static_cast<std::size_t>(contact.second)].index, kNever);
    }
}

/// The path of a ball in a step: a quadratic with the same ends.
void ShotLoop::follow(const HeldGroup& group, std::size_t place) {
    const HeldBall& held = group.balls[place];
    const HeldState& end = group.end_of(place);
    const double step = group.step();
    MovingBall& moving = ball(held.index);
    const HeldState& state = held.state;
    moving = moving_from(state);
    moving.hx = half_acceleration(state.x, state.u, end.x, end.u, step);
    moving.hy = half_acceleration(state.y, state.v, end.y, end.v, step);
    moving.start = now_;
    moving.until = now_ + step;
    moving.phase = held.phase;
    if (place == 0) {
        moving.change_at = moving.until;
        moving.change = Change::held_step;
    }
}

/// The spin of a held ball at the present time, as a straight line between the ends of the step.
void ShotLoop::set_spin(int i, MovingBall& moving) const {
    const HeldGroup& group = *group_of_[static_cast<std::size_t>(i)];
    const auto is_it = [&](const HeldBall& held) { return held.index == i; };
    const auto place = static_cast<std::size_t>(std::find_if(group.balls.begin(), group.balls.end(), is_it) -
                                                group.balls.begin());
    const HeldState& start = group.balls[place].state;
    const HeldState& end = group.end_of(place);
    const double share = group.step() > 0 ? (now_ - group.began) / group.step() : 1;
    moving.wx = start.wx + share * (end.wx - start.wx);
    moving.wy = start.wy + share * (end.wy - start.wy);
    moving.wz = start.wz + share * (end.wz - start.wz);
}

void ShotLoop::continue_group(HeldGroup& group) {
    group.finish_step();
    if (!group.goes_on()) {
        press(group);
        return;
    }
    take_step(group);
    look_for(group);
}

/// All balls of this one's group are free again.
void ShotLoop::release(int i) {
    HeldGroup* group = group_of_[static_cast<std::size_t>(i)];
    if (group == nullptr) return;
    bring_to_now(*group);
    for (const HeldBall& held : group->balls) free(held);
    dissolve(*group);
}

void ShotLoop::dissolve(HeldGroup& group) {
    const auto is_it = [&](const std::unique_ptr<HeldGroup>& one) { return one.get() == &group; };
    const auto at = std::find_if(groups_.begin(), groups_.end(), is_it);
    group.clear();
    spare_groups_.push_back(std::move(*at));
    groups_.erase(at);
}

void ShotLoop::free(const HeldBall& held) {
    group_of_[static_cast<std::size_t>(held.index)] = nullptr;
    MovingBall& moving = ball(held.index);
    const HeldState& state = held.state;
    moving = moving_from(state);
    Phase phase = held.phase;
    if (phase == Phase::rolling && state.u == 0 && state.v == 0)
        phase = state.wz == 0 ? Phase::resting : Phase::spinning;
    launch(moving, kind_of(held.index), phase);
    look_around(held.index);
    look(held.index);
}

/// Two balls at gap 0 that part: when they meet next, at the earliest.
double ShotLoop::next_meeting_of_parting(int i, int j) {
    const MovingBall& a = ball(i);
    const MovingBall& b = ball(j);
    const RelativePath path{b.x - a.x, b.y - a.y, b.u - a.u, b.v - a.v, b.hx - a.hx, b.hy - a.hy};
    const double reach = pair_of(i, j).reach;
    const GapCoefficients p(path, 0);
    if (p.c1 > kNoClosing * reach) return next_meeting(a, b, now_);
    const double horizon = std::min(a.until, b.until) - now_;
    // For an instant, in which they come closer by less than 1e-16 m, they are let go whatever they do.
    constexpr double kInstant = 1e-8;
    if (p.c1 < -kNoClosing * reach) return now_ + kInstant;
    const double s =
        std::max(kInstant, first_press(p, path.hx * path.hx + path.hy * path.hy, reach, horizon));
    return s <= horizon ? now_ + s : kNever;
}

/// Phases that ended while the balls were held.
void ShotLoop::record_changes(const HeldGroup& group) {
    for (const HeldBall& held : group.balls) {
        MovingBall& moving = ball(held.index);
        const Phase before = moving.phase;
        if (before == held.phase) continue;
        const Phase after = held.phase;
        moving = moving_from(held.state);
        if (before == Phase::sliding && after != Phase::rolling) {
            // At a cushion it may end to slide at no speed.
            moving.phase = Phase::rolling;
            record(EventKind::slide_to_roll, held.index, -1, false);
        }
        moving.phase = after;
        record(change_between(before, after), held.index, -1, false);
    }
}

/// Overrides what is known of two balls, in both rows.
void ShotLoop::set_pair(int i, int j, double time) {
    rows_do_.rescan(rows_, i, j, time);
    rows_do_.rescan(rows_, j, i, time);
}

}  // namespace carom::billiards::detail
