#include "billiards/shot_loop.hpp"

#include <algorithm>

namespace carom::billiards::detail {

BallKind::BallKind(const BallProperties& ball, const ShotSetup& setup, const TableOutline& outline)
    : properties(ball),
      rates(ball, setup.table.gravity),
      surroundings(setup.table, ball.radius),
      above(setup.table, outline, ball.radius, setup.table.gravity) {
    if (setup.laws.cushion == CushionModel::stronge_compliant) {
        stronge = std::make_unique<StrongeLaw>(ball.cushion_restitution, ball.cushion_friction,
                                               setup.laws.omega_ratio);
    }
}

ShotLoop::ShotLoop(const ShotSetup& setup)
    : setup_(setup),
      outline_(setup_.table),
      rows_do_(partner_row_functions(fastest_instruction_set(), setup.balls.size() <= kMostInFullRows)),
      rows_(setup.balls.size()),
      balls_(setup.balls.size()),
      encounters_(setup.balls.size()),
      pocketed_in_(setup.balls.size(), -1),
      words_((rows_.padded + 63) / 64),
      trial_(setup.laws),
      group_of_(setup.balls.size(), nullptr),
      off_bed_(setup.balls.size(), 0),
      meetings_off_bed_(setup.balls.size()),
      final_states_(setup.balls.size()) {
    exact_.assign(rows_.padded * words_, 0);
    for (const BallProperties& ball : setup.balls) {
        const auto same = [&](const BallKind& kind) { return kind.properties == ball; };
        const auto at = std::find_if(kinds_.begin(), kinds_.end(), same);
        kind_index_.push_back(static_cast<std::size_t>(at - kinds_.begin()));
        if (at == kinds_.end()) kinds_.emplace_back(ball, setup_, outline_);
    }
    for (const BallKind& first : kinds_) {
        for (const BallKind& second : kinds_) pairs_.emplace_back(first.properties, second.properties);
    }
}

bool ShotLoop::play(std::span<const BallState> start, const std::optional<Shot>& shot, Detail detail,
                    const std::function<bool()>& go_on) {
    constexpr int kStepsBetween = 1024;
    begin(start, shot, detail);
    for (int k = 1; step(); ++k) {
        if (k % kStepsBetween != 0 || !go_on) continue;
        k = 0;
        if (!go_on()) return false;
    }
    for (std::size_t k = 0; k < balls_.size(); ++k) final_states_[k] = state_of(static_cast<int>(k));
    // Balls that rest may have been held for a moment longer.
    if (!events_.empty()) now_ = events_.back().time;
    return true;
}

void ShotLoop::begin(std::span<const BallState> start, const std::optional<Shot>& shot, Detail detail) {
    now_ = 0;
    held_at_ = kNever;
    events_.clear();
    complete_ = 0;
    told_.clear();
    while (!groups_.empty()) dissolve(*groups_.back());
    std::fill(group_of_.begin(), group_of_.end(), nullptr);
    above_.clear();
    rows_.clear();
    if (!rows_.is_full) cover_with_cells(start);
    for (std::size_t k = 0; k < balls_.size(); ++k) {
        const int i = static_cast<int>(k);
        BallState state = start[k];
        if (shot && shot->cue_ball == i)
            state = struck(kind_of(i).properties, state, setup_.cue, shot->strike, setup_.laws.jumps);
        MovingBall& moving = balls_[k];
        moving = moving_ball(state);
        pocketed_in_[k] = -1;
        off_bed_[k] = 0;
        if (is_out_of_play(state.phase)) {
            // Since an earlier shot: it stays as it is, and nothing meets it.
            pocketed_in_[k] = static_cast<int>(setup_.table.pockets.size());
            final_states_[k] = state;
            moving.phase = state.phase;
        } else if (state.phase == Phase::airborne || state.position[2] > kind_of(i).properties.radius) {
            off_bed_[k] = 1;
            above_.push_back(i);
        }
        if (state.phase == Phase::airborne) moving.phase = state.phase;
        if (detail == Detail::every_motion) told_.push_back(moving);
        encounters_[k] = {};
        launch(moving, kind_of(i), state.phase);
        rows_.radius[k] = is_out_of_play(state.phase) ? 0 : kind_of(i).properties.radius;
        rows_.set(k, seen_by_rows(i));
    }
    for (std::size_t k = 0; k < balls_.size(); ++k) {
        if (!balls_[k].moves() && balls_[k].phase != Phase::spinning && balls_[k].phase != Phase::airborne)
            continue;
        look_around(static_cast<int>(k));
        look(static_cast<int>(k));
    }
    look_for_meetings_off_bed();
    if (shot) record(EventKind::strike, shot->cue_ball, -1, false);
    tell_accelerations();
    tell_motions();
}

/// Around the table and the balls.
void ShotLoop::cover_with_cells(std::span<const BallState> start) {
    Extent extent;
    for (const StraightCushion& cushion : setup_.table.straight_cushions) {
        extent.include(cushion.from);
        extent.include(cushion.to);
    }
    for (const RoundCushion& cushion : setup_.table.round_cushions) extent.include(cushion.centre);
    for (const BallState& state : start) {
        if (state.phase != Phase::pocketed) extent.include({state.position[0], state.position[1]});
    }
    double radius = 0;
    for (const BallKind& kind : kinds_) radius = std::max(radius, kind.properties.radius);
    if (extent == covered_) return;
    covered_ = extent;
    rows_.grid.cover(balls_.size(), extent.lower, extent.upper, radius);
}

/// One event, or one bound made exact. False when all balls rest.
bool ShotLoop::step() {
    const NextEntry next = rows_do_.earliest(rows_);
    if (next.time >= kNever) return false;
    if (next.is_own) {
        own_event(next.ball);
    } else {
        row_entry(next);
    }
    if (!above_.empty()) look_for_meetings_off_bed();
    tell_accelerations();
    if (!told_.empty()) tell_motions();
    return true;
}

void ShotLoop::own_event(int i) {
    if (is_off_bed(i)) {
        off_bed_event(i);
        return;
    }
    MovingBall& moving = ball(i);
    Encounter& ahead = encounters_[static_cast<std::size_t>(i)];
    const bool changes = moving.change_at <= ahead.at;
    if (!changes && ahead.what == Meets::rectangle) {
        ahead = kind_of(i).surroundings.resolved(moving, ahead);
        rows_.set_own(i, std::min(moving.change_at, ahead.at));
        return;
    }
    now_ = changes ? moving.change_at : ahead.at;
    HeldGroup* group = group_of_[static_cast<std::size_t>(i)];
    if (group != nullptr && changes) {
        continue_group(*group);
        return;
    }
    advance(moving, kind_of(i).rates, now_);
    if (!changes && stays_at_cushion(i)) {
        hold_at_cushion(i);
        return;
    }
    if (group != nullptr) {
        const Encounter met = ahead;
        release(i);
        if (met.what == Meets::end) return;
        ahead = met;
    }
    const int other = changes || ahead.what == Meets::straight
                          ? ahead.index
                          : kind_of(i).surroundings.disc(ahead.index).index;
    const EventKind what = changes ? change(moving, kind_of(i)) : encounter(i);
    look_around(i);
    if (what != EventKind::spin_to_rest) look(i);
    record(what, i, changes ? -1 : other, false);
}

EventKind ShotLoop::change(MovingBall& moving, const BallKind& kind) const {
    switch (moving.change) {
        case Change::slide_to_roll:
            launch_rolling(moving, kind.rates, now_);
            return EventKind::slide_to_roll;
        case Change::roll_to_spin:
            launch_still(moving, kind.rates, now_, Phase::spinning);
            return EventKind::roll_to_spin;
        case Change::roll_to_rest:
            launch_still(moving, kind.rates, now_, Phase::resting);
            return EventKind::roll_to_rest;
        default:
            launch_still(moving, kind.rates, now_, Phase::resting);
            return EventKind::spin_to_rest;
    }
}

/// A ball meets a cushion or a pocket.
EventKind ShotLoop::encounter(int i) {
    MovingBall& moving = ball(i);
    const BallKind& kind = kind_of(i);
    const Encounter& met = encounters_[static_cast<std::size_t>(i)];
    const CushionContact contact{kind.properties, kind.stronge.get(), setup_.laws.cushion};
    if (met.what == Meets::straight) {
        const CushionLine& line = kind.surroundings.line(met.index);
        impact(moving, line.normal_x, line.normal_y, line.nose, contact);
        launch_sliding(moving, kind.rates, now_);
        return EventKind::straight_cushion;
    }
    const CushionDisc& disc = kind.surroundings.disc(met.index);
    if (met.what == Meets::pocket) {
        pocketed_in_[static_cast<std::size_t>(i)] = disc.index;
        rows_.radius[static_cast<std::size_t>(i)] = 0;
        launch_still(moving, kind.rates, now_, Phase::pocketed);
        return EventKind::pocket;
    }
    const double dx = moving.x - disc.x;
    const double dy = moving.y - disc.y;
    const double distance = std::sqrt(dx * dx + dy * dy);
    impact(moving, dx / distance, dy / distance, disc.nose, contact);
    launch_sliding(moving, kind.rates, now_);
    return EventKind::round_cushion;
}

void ShotLoop::row_entry(const NextEntry& entry) {
    if (!make_exact(entry.ball, entry.time)) return;
    now_ = entry.time;
    if (!entry.is_alone) {
        meet_together(entry);
        return;
    }
    const int j = rows_.partner[static_cast<std::size_t>(entry.ball)];
    meet(std::min(entry.ball, j), std::max(entry.ball, j));
}

/// False: the first entry of the row was out of date or a bound, and has changed.
bool ShotLoop::make_exact(int i, double bound) {
    const int j = rows_.partner[static_cast<std::size_t>(i)];
    if (j == i) {
        look(i, bound);
        return false;
    }
    if (rows_.looked_at[static_cast<std::size_t>(j)] > rows_.looked_at[static_cast<std::size_t>(i)]) {
        rows_do_.rescan(rows_, i, -1, 0);
        return false;
    }
    std::uint64_t& word = exact_[static_cast<std::size_t>(i) * words_ + static_cast<std::size_t>(j) / 64];
    const std::uint64_t bit = std::uint64_t{1} << (j % 64);
    if ((word & bit) != 0) return true;
    word |= bit;
    rows_do_.rescan(rows_, i, j, rows_.while_placed(i, j, exact_contact(i, j, bound)));
    return false;
}

/// When the two first touch, from a time on at which they have not yet.
double ShotLoop::exact_contact(int i, int j, double from) const {
    const auto path = [&](int k) {
        const MovingBall& moving = balls_[static_cast<std::size_t>(k)];
        return RelativePath{moving.x, moving.y, moving.u, moving.v, moving.hx, moving.hy}.after(from -
                                                                                                moving.start);
    };
    const RelativePath a = path(i);
    const RelativePath b = path(j);
    const RelativePath relative{b.x - a.x, b.y - a.y, b.u - a.u, b.v - a.v, b.hx - a.hx, b.hy - a.hy};
    const double reach = pair_of(i, j).reach;
    const double until =
        std::min(balls_[static_cast<std::size_t>(i)].until, balls_[static_cast<std::size_t>(j)].until);
    const double s = first_disc_contact(relative, reach, reach * reach, until - from);
    return s < kNever ? from + s : kNever;
}

double next_meeting(const MovingBall& a, const MovingBall& b, double now) {
    const RelativePath r{b.x - a.x, b.y - a.y, b.u - a.u, b.v - a.v, b.hx - a.hx, b.hy - a.hy};
    const GapCoefficients p(r, 0);
    const double c4 = r.hx * r.hx + r.hy * r.hy;
    const double horizon = std::min(a.until, b.until) - now;
    const double lowest = std::max(0.0, std::min(horizon, -p.c3 / std::max(c4, 1e-300)));
    const double bracket = p.c2 + lowest * (2 * p.c3 + lowest * c4);
    if (bracket >= 0) return kNever;
    const double s = 2 * std::max(0.0, p.c1) / -bracket;
    return s <= horizon ? now + s : kNever;
}

void ShotLoop::meet(int i, int j) {
    MovingBall& a = ball(i);
    MovingBall& b = ball(j);
    advance(a, kind_of(i).rates, now_);
    advance(b, kind_of(j).rates, now_);
    if (stay_in_contact(i, j, ContactFrame(a, b).closing())) {
        const std::pair<int, int> pair{i, j};
        hold({&pair, 1});
        return;
    }
    release(i);
    release(j);
    const ContactFrame at(a, b);
    {
        impact(a, b, at, pair_of(i, j), setup_.laws);
        launch_sliding(a, kind_of(i).rates, now_);
        launch_sliding(b, kind_of(j).rates, now_);
        look_around(i);
        look_around(j);
        record(EventKind::ball_ball, i, j, true);
    }
    forget_exact(i);
    forget_exact(j);
    rows_do_.look_both(rows_, i, a, j, b, now_, next_meeting(a, b, now_));
}

void ShotLoop::launch(MovingBall& moving, const BallKind& kind, Phase phase) const {
    switch (phase) {
        case Phase::sliding:
            launch_sliding(moving, kind.rates, now_);
            break;
        case Phase::rolling:
            launch_rolling(moving, kind.rates, now_);
            break;
        case Phase::airborne:
            launch_flying(moving, now_);
            break;
        default:
            launch_still(moving, kind.rates, now_, phase);
            break;
    }
}

/// The ball's own next event, from its start on.
void ShotLoop::look_around(int i) {
    if (is_off_bed(i)) {
        look_around_off_bed(i);
        return;
    }
    const MovingBall& moving = ball(i);
    Encounter& ahead = encounters_[static_cast<std::size_t>(i)];
    ahead = {};
    if (moving.moves()) {
        find_cushions_of(i);
        const Surroundings& around = kind_of(i).surroundings;
        ahead = cushions_.empty() ? around.next(moving) : around.next_along(moving, cushions_);
    }
    rows_.set_own(i, std::min(moving.change_at, ahead.at));
}

/// Its entries are bounds again.
void ShotLoop::forget_exact(int i) {
    std::fill_n(exact_.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(i) * words_), words_,
                0);
}

void ShotLoop::look(int i) {
    look(i, now_);
}

/// What the ball meets from a time on, up to which it meets nothing.
void ShotLoop::look(int i, double from) {
    forget_exact(i);
    if (is_off_bed(i)) {
        rows_do_.look(rows_, i, seen_by_rows(i), from);
    } else {
        rows_do_.look(rows_, i, ball(i), from);
    }
}

/// The rows have the balls on the bed only.
MovingBall ShotLoop::seen_by_rows(int i) const {
    MovingBall moving = balls_[static_cast<std::size_t>(i)];
    if (is_off_bed(i)) moving.until = kOutOfPlay;
    return moving;
}

}  // namespace carom::billiards::detail
