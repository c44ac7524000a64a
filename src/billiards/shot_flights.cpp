// The part of the loop that is about balls off the bed: in the air, and on the tops of rails.
//
// They are few, and not for long. So they are not in the rows: what such a ball meets of the others is looked
// for again after each step.
#include <algorithm>

#include "billiards/flight_impact.hpp"
#include "billiards/shot_loop.hpp"

namespace carom::billiards::detail {

namespace {

using carom::detail::dot;
using carom::detail::length;
using carom::detail::operator-;
using carom::detail::operator+;
using carom::detail::operator*;

/// A path in three dimensions.
struct PathInSpace {
    Vec3d place, velocity, half;

    Vec3d at(double s) const { return place + s * (velocity + s * half); }
    Vec3d velocity_at(double s) const { return velocity + 2 * s * half; }
};

}  // namespace

/// The ball leaves the bed.
void ShotLoop::lift(int i) {
    if (is_off_bed(i)) return;
    off_bed_[static_cast<std::size_t>(i)] = 1;
    above_.push_back(i);
}

void ShotLoop::put_on_bed(int i) {
    off_bed_[static_cast<std::size_t>(i)] = 0;
    std::erase(above_, i);
}

/// It lies on the bed or on a rail, at rest or in motion.
bool ShotLoop::is_supported(int i) const {
    return balls_[static_cast<std::size_t>(i)].phase != Phase::airborne;
}

void ShotLoop::look_around_off_bed(int i) {
    const MovingBall& moving = ball(i);
    Encounter& ahead = encounters_[static_cast<std::size_t>(i)];
    ahead = {};
    if (moving.phase == Phase::airborne) ahead = kind_of(i).above.next(moving);
    if (moving.moves()) ahead = kind_of(i).above.next_on_rail(moving);
    meetings_off_bed_[static_cast<std::size_t>(i)] = {};
    rows_.set_own(i, std::min(moving.change_at, ahead.at));
}

void ShotLoop::look_for_meetings_off_bed() {
    for (const int i : above_) {
        const MovingBall& moving = ball(i);
        MeetingOffBed& first = meetings_off_bed_[static_cast<std::size_t>(i)];
        first = {std::min(moving.change_at, encounters_[static_cast<std::size_t>(i)].at), -1};
        for (std::size_t k = 0; k < balls_.size(); ++k) {
            const int j = static_cast<int>(k);
            if (j == i || is_out_of_play(balls_[k].phase)) continue;
            const double at = meeting_off_bed(i, j, first.at);
            if (at < first.at) first = {at, j};
        }
        rows_.set_own(i, first.at);
    }
}

/// When the two first touch, if they do before `until`.
double ShotLoop::meeting_off_bed(int i, int j, double until) const {
    const auto path_of = [&](int k) {
        MovingBall moving = balls_[static_cast<std::size_t>(k)];
        const ClothRates& rates = kind_of(k).rates;
        advance(moving, rates, now_);
        const bool is_high = is_off_bed(k);
        const double fall = moving.phase == Phase::airborne ? -rates.falling : 0;
        return PathInSpace{{moving.x, moving.y, is_high ? moving.z : rates.radius},
                           {moving.u, moving.v, is_high ? moving.w : 0},
                           {moving.hx, moving.hy, fall}};
    };
    const PathInSpace a = path_of(i), b = path_of(j);
    const PathInSpace between{b.place - a.place, b.velocity - a.velocity, b.half - a.half};
    const double reach = kind_of(i).properties.radius + kind_of(j).properties.radius;
    const auto gap_at = [&](double s) {
        const Vec3d away = between.at(s);
        const double distance = length(away);
        return GapInAir{distance - reach, dot(away, between.velocity_at(s)) / distance};
    };
    const double end = std::min(
        {until, balls_[static_cast<std::size_t>(i)].until, balls_[static_cast<std::size_t>(j)].until});
    const double s = first_contact_in_air(gap_at, length(between.half), end - now_);
    return s < kNever ? now_ + s : kNever;
}

void ShotLoop::off_bed_event(int i) {
    MovingBall& moving = ball(i);
    const Encounter& ahead = encounters_[static_cast<std::size_t>(i)];
    const MeetingOffBed meeting = meetings_off_bed_[static_cast<std::size_t>(i)];
    if (meeting.other >= 0) {
        now_ = meeting.at;
        meet_off_bed(i, meeting.other);
        return;
    }
    const bool changes = moving.change_at <= ahead.at;
    now_ = changes ? moving.change_at : ahead.at;
    advance(moving, kind_of(i).rates, now_);
    const bool has_index = !changes && (ahead.what == Meets::straight || ahead.what == Meets::round ||
                                        ahead.what == Meets::pocket);
    const int other = has_index ? ahead.index : -1;
    const EventKind what = changes ? change(moving, kind_of(i)) : off_bed_encounter(i);
    look_around(i);
    look(i);
    record(what, i, other, false);
}

EventKind ShotLoop::off_bed_encounter(int i) {
    switch (encounters_[static_cast<std::size_t>(i)].what) {
        case Meets::bed:
            return come_down(i, true);
        case Meets::rail_top:
            return come_down(i, false);
        case Meets::rail_edge:
            return come_to_rail_edge(i);
        case Meets::pocket:
            pocketed_in_[static_cast<std::size_t>(i)] = encounters_[static_cast<std::size_t>(i)].index;
            return leave_play(i, Phase::pocketed);
        case Meets::off_table:
            return leave_play(i, Phase::off_table);
        default:
            return meet_cushion_off_bed(i);
    }
}

/// On the bed, or on a rail.
EventKind ShotLoop::come_down(int i, bool on_bed) {
    MovingBall& moving = ball(i);
    const BallKind& kind = kind_of(i);
    moving.z = on_bed ? kind.properties.radius : kind.above.height_on_rail();
    if (!impact_on_bed(moving, kind.properties, kind.rates.falling, setup_.laws.least_bounce)) {
        launch_flying(moving, now_);
        return EventKind::bed;
    }
    if (on_bed) put_on_bed(i);
    launch_sliding(moving, kind.rates, now_);
    return EventKind::bed;
}

EventKind ShotLoop::meet_cushion_off_bed(int i) {
    MovingBall& moving = ball(i);
    const BallKind& kind = kind_of(i);
    const Encounter& met = encounters_[static_cast<std::size_t>(i)];
    const Vec3d normal = kind.above.normal_of(moving, met);
    launch_flying(moving, now_);
    if (normal[2] < 1) {
        impact_on_cushion(moving, normal, {kind.properties, kind.stronge.get(), setup_.laws.cushion},
                          kind.rates.falling);
    } else {
        moving.z = kind.above.height_on_rail();
        // On top of a jaw it lies still.
        if (impact_on_bed(moving, kind.properties, kind.rates.falling, setup_.laws.least_bounce))
            launch_still(moving, kind.rates, now_, Phase::resting);
    }
    return met.what == Meets::straight ? EventKind::straight_cushion : EventKind::round_cushion;
}

/// It falls back to the table, or stops when it is too slow for that.
EventKind ShotLoop::come_to_rail_edge(int i) {
    MovingBall& moving = ball(i);
    const auto edge = static_cast<std::size_t>(encounters_[static_cast<std::size_t>(i)].index);
    const Vec2d& normal = outline_.edges()[edge].normal;
    const double speed = moving.u * normal[0] + moving.v * normal[1];
    if (speed < kHop) {
        launch_still(moving, kind_of(i).rates, now_, moving.wz == 0 ? Phase::resting : Phase::spinning);
        return EventKind::rail_edge;
    }
    const double change = std::sqrt(speed * speed - kHop * kHop) - speed;
    moving.u += change * normal[0];
    moving.v += change * normal[1];
    moving.w = kHop;
    launch_flying(moving, now_);
    return EventKind::rail_edge;
}

EventKind ShotLoop::leave_play(int i, Phase phase) {
    std::erase(above_, i);
    rows_.radius[static_cast<std::size_t>(i)] = 0;
    launch_still(ball(i), kind_of(i).rates, now_, phase);
    return phase == Phase::pocketed ? EventKind::pocket : EventKind::off_table;
}

void ShotLoop::meet_off_bed(int i, int j) {
    const int pair[] = {std::min(i, j), std::max(i, j)};
    bool was_supported[2];
    for (int k = 0; k < 2; ++k) {
        release(pair[k]);
        MovingBall& moving = ball(pair[k]);
        advance(moving, kind_of(pair[k]).rates, now_);
        was_supported[k] = is_supported(pair[k]);
        if (!is_off_bed(pair[k])) {
            moving.z = kind_of(pair[k]).properties.radius;
            moving.w = 0;
        }
    }
    MovingBall& a = ball(pair[0]);
    MovingBall& b = ball(pair[1]);
    const Vec3d away{b.x - a.x, b.y - a.y, b.z - a.z};
    const Vec3d normal = (1 / length(away)) * away;
    const int lower = normal[2] < 0 ? 1 : 0;
    const BallKind& held = kind_of(pair[lower]);
    impact_in_air(a, b, normal, pair_of(pair[0], pair[1]), setup_.laws,
                  {was_supported[lower], held.rates.falling, held.properties.bed_restitution});
    for (int k = 0; k < 2; ++k) go_on_from_impact(pair[k], was_supported[k]);
    record(EventKind::ball_ball, pair[0], pair[1], true);
}

/// A ball that the impact presses down meets the bed next; one that it hardly lifts stays.
void ShotLoop::go_on_from_impact(int i, bool was_supported) {
    MovingBall& moving = ball(i);
    const ClothRates& rates = kind_of(i).rates;
    const bool stays =
        was_supported && moving.w >= 0 && moving.w * moving.w < 4 * rates.falling * setup_.laws.least_bounce;
    if (stays) {
        moving.w = 0;
        launch_sliding(moving, rates, now_);
    } else {
        lift(i);
        launch_flying(moving, now_);
    }
    look_around(i);
    look(i);
}

}  // namespace carom::billiards::detail
