#include "billiards/held_group.hpp"

#include <algorithm>
#include <cmath>

namespace carom::billiards::detail {

namespace {

constexpr double kSmallSlip = 1e-6;  ///< [m/s]: less is rolling if it does not go when the cloth could end it
constexpr double kPathError = 5e-13;   ///< [m]: how far a path may be from its quadratic
constexpr double kSpeedError = 1e-10;  ///< [m/s]: of one step of the lower order
constexpr double kLongestStep = 0.05;  ///< [s]
constexpr double kLeastStep = 1e-10;   ///< [s]: for so long a contact may pull that has just ceased to press

}  // namespace

void HeldGroup::clear() {
    balls.clear();
    contacts.clear();
    forces_.forget();
    suggested_ = kFirstStep;
    knows_rates_ = false;
}

/// The cloth holds a ball that does not turn, up to a torque.
void HeldGroup::choose_spin_signs() {
    for (HeldBall& ball : balls) ball.spin_sign = ball.state.wz == 0 ? 1 : std::copysign(1.0, ball.state.wz);
    forces_.prepare(balls, contacts, starts_);
    forces_.keep_closed();
    forces_.rates(stages_[0]);
    for (std::size_t k = 0; k < balls.size(); ++k) {
        HeldBall& ball = balls[k];
        if (ball.state.wz != 0) continue;
        const double torque = stages_[0][k].wz + ball.rates->spin_decay;
        ball.spin_sign = std::fabs(torque) <= ball.rates->spin_decay ? 0 : std::copysign(1.0, torque);
        stages_[0][k].wz = ball.spin_sign == 0 ? 0 : torque - ball.spin_sign * ball.rates->spin_decay;
    }
}

/// Until the next phase may end.
double HeldGroup::longest_step() {
    if (!knows_rates_) choose_spin_signs();
    double longest = kLongestStep;
    for (std::size_t k = 0; k < balls.size(); ++k)
        longest = std::min(longest, time_to_next_phase(balls[k], stages_[0][k]));
    return longest;
}

double HeldGroup::time_to_next_phase(HeldBall& ball, const HeldState& rate) const {
    double time = kNever;
    ball.is_straight = false;
    if (rate.wz * ball.state.wz < 0) time = -ball.state.wz / rate.wz;
    if (ball.lies_still()) return time;
    const bool slides = ball.phase == Phase::sliding;
    const HeldState now = slides ? slip_of(ball.state, ball.rates->radius) : ball.state;
    const HeldState change = slides ? slip_of(rate, ball.rates->radius) : rate;
    const double speed = speed_of(now);
    const double towards = now.u * change.u + now.v * change.v;
    const double across = now.u * change.v - now.v * change.u;
    ball.is_straight = ball.creeps || std::fabs(across) <= 1e-13 * speed * speed_of(change);
    if (!ball.creeps) ball.head_for(now.u / speed, now.v / speed);
    ball.slows = towards < 0;
    // A vector that turns while it shrinks is not smooth at its end: it is approached step by step.
    return ball.slows ? std::min(time, (ball.is_straight ? 1 : 0.9) * speed * speed / -towards) : time;
}

/// Bogacki and Shampine 1989, orders 3 and 2. `error` above 1: the step is too long.
void HeldGroup::integrate(double step, double& error) {
    static constexpr double kSums[3][3] = {{1.0 / 2}, {0, 3.0 / 4}, {2.0 / 9, 1.0 / 3, 4.0 / 9}};
    static constexpr double kErrors[4] = {-5.0 / 72, 1.0 / 12, 1.0 / 9, -1.0 / 8};
    ends_.resize(balls.size());
    for (int stage = 0; stage < 3; ++stage) {
        for (std::size_t k = 0; k < balls.size(); ++k) {
            HeldState end = starts_[k];
            for (int before = 0; before <= stage; ++before) {
                if (kSums[stage][before] != 0) add(end, step * kSums[stage][before], stages_[before][k]);
            }
            if (balls[k].phase == Phase::rolling) balls[k].roll(end);
            ends_[k] = end;
        }
        forces_.prepare_at(ends_);
        forces_.keep_closed();
        forces_.rates(stages_[stage + 1]);
    }
    error = 0;
    for (std::size_t k = 0; k < balls.size(); ++k) {
        const auto lower_order = [&](double HeldState::*part) {
            double sum = 0;
            for (int stage = 0; stage < 4; ++stage) sum += step * kErrors[stage] * stages_[stage][k].*part;
            return std::fabs(sum);
        };
        const double radius = balls[k].rates->radius;
        const double speed =
            std::max({lower_order(&HeldState::u), lower_order(&HeldState::v),
                      lower_order(&HeldState::wx) * radius, lower_order(&HeldState::wy) * radius});
        // The quadratic between the same ends leaves the path by jerk step^3 / 40.
        const HeldState& first = stages_[0][k];
        const HeldState& last = stages_[3][k];
        const double change = std::max(std::fabs(last.u - first.u), std::fabs(last.v - first.v));
        error = std::max({error, speed / kSpeedError, change * step * step / (40 * kPathError)});
    }
}

/// The part of the step after which a straight slip or velocity has gone; 1 if it is still there at the end.
double HeldGroup::share_before_end_of_phase() const {
    double share = 1;
    for (std::size_t k = 0; k < balls.size(); ++k) {
        const HeldBall& ball = balls[k];
        if (ball.lies_still() || !ball.is_straight || !ball.slows) continue;
        const auto along = [&](const HeldState& state) {
            const HeldState vector =
                ball.phase == Phase::sliding ? slip_of(state, ball.rates->radius) : state;
            return vector.u * ball.heading_x + vector.v * ball.heading_y;
        };
        const double before = along(starts_[k]);
        const double after = along(ends_[k]);
        const double least = ball.phase == Phase::sliding ? kNoSlip : kStandstill;
        if (after < -0.5 * least) share = std::min(share, before / (before - after));
    }
    return share;
}

/// Whether a contact would have to pull at the end of the step just integrated: its last stage lies there.
bool HeldGroup::pulls() const {
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        if (contacts[k].presses && forces_.force(k) < 0) return true;
    }
    return false;
}

/// How much longer the next step may be. The error goes with its cube.
double growth_after(double error) {
    if (error < 1e-2) return 4;
    if (error < 0.1) return 1.8;
    if (error < 0.3) return 1.3;
    return error < 0.6 ? 1.1 : 0.97;
}

void HeldGroup::take_step() {
    starts_.clear();
    for (const HeldBall& ball : balls) starts_.push_back(ball.state);
    step_ = std::min(longest_step(), suggested_);
    double error = 0;
    for (int k = 0; k < 60; ++k) {
        integrate(step_, error);
        if (error <= 1) break;
        step_ *= error > 100 ? 0.25 : error > 3 ? 0.6 : 0.8;
    }
    suggested_ = step_ * growth_after(error);
    for (int k = 0; k < 60; ++k) {
        const double share = share_before_end_of_phase();
        if (share == 1) break;
        step_ *= share;
        integrate(step_, error);
    }
    if (!pulls()) return;
    double low = 0;
    double high = step_;
    for (int k = 0; k < 60 && high - low > 1e-16; ++k) {
        const double middle = 0.5 * (low + high);
        integrate(middle, error);
        (pulls() ? high : low) = middle;
    }
    step_ = std::max(high, std::min(step_, kLeastStep));
    integrate(step_, error);
}

void HeldGroup::finish_step() {
    for (std::size_t k = 0; k < balls.size(); ++k) {
        HeldBall& ball = balls[k];
        const double before = speed_of(slip_of(starts_[k], ball.rates->radius));
        const double after = speed_of(slip_of(ends_[k], ball.rates->radius));
        ball.lingers = after < kSmallSlip && after > 0.5 * before && step_ > ball.rates->slip_time * before;
    }
    move_to_end();
}

void HeldGroup::move_to_end() {
    for (std::size_t k = 0; k < balls.size(); ++k) balls[k].state = ends_[k];
    keep_gaps_closed();
    for (HeldBall& ball : balls) {
        if (ball.phase == Phase::rolling) ball.roll(ball.state);
    }
}

/// Steps leave gaps of 1e-15 m and speeds of 1e-14 m/s, which would add up. All contacts are mended together,
/// so that mirrored ones are alike.
void HeldGroup::keep_gaps_closed() {
    constexpr int kMostSweeps = 200;
    constexpr double kSmallGap = 1e-15;     // m
    constexpr double kSlowParting = 1e-15;  // m/s
    const auto is_closed = [](const ContactGap& at) {
        return std::fabs(at.gap) < kSmallGap && std::fabs(at.parting) < kSlowParting;
    };
    if (std::all_of(balls.begin(), balls.end(), [](const HeldBall& ball) { return ball.lies_still(); }))
        return;
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
        find_gaps();
        if (std::all_of(gaps_.begin(), gaps_.end(), is_closed)) return;
        for (std::size_t k = 0; k < balls.size(); ++k) mend(static_cast<int>(k));
        if (contacts.size() == 1) return;
    }
}

void HeldGroup::find_gaps() {
    ends_.clear();
    for (const HeldBall& ball : balls) ends_.push_back(ball.state);
    gaps_.clear();
    touches_.assign(balls.size(), 0);
    for (const HeldContact& contact : contacts) {
        const HeldFrame frame(contact, ends_);
        const HeldState& a = ends_[static_cast<std::size_t>(contact.first)];
        const HeldState b =
            contact.second < 0 ? HeldState{} : ends_[static_cast<std::size_t>(contact.second)];
        const double parting = (b.u - a.u) * frame.nx + (b.v - a.v) * frame.ny;
        gaps_.push_back({frame.nx, frame.ny, frame.gap, parting});
        ++touches_[static_cast<std::size_t>(contact.first)];
        if (contact.second >= 0) ++touches_[static_cast<std::size_t>(contact.second)];
    }
    most_touches_ = *std::max_element(touches_.begin(), touches_.end());
}

/// Moves a ball by its part of each of its contacts: so little that the parts of all do not overshoot.
void HeldGroup::mend(int ball) {
    HeldBall& held = balls[static_cast<std::size_t>(ball)];
    const auto total = [&](auto size) {
        sum_.clear();
        for (std::size_t k = 0; k < contacts.size(); ++k) {
            const bool is_first = contacts[k].first == ball;
            if (!is_first && contacts[k].second != ball) continue;
            const double part = 1.0 / (contacts[k].second < 0 ? most_touches_ : most_touches_ + 1);
            sum_.add((is_first ? part : -part) * size(gaps_[k]));
        }
        return sum_.sum();
    };
    held.state.x += total([](const ContactGap& at) { return at.gap * at.nx; });
    held.state.y += total([](const ContactGap& at) { return at.gap * at.ny; });
    if (held.lies_still()) return;
    held.state.u += total([](const ContactGap& at) { return at.parting * at.nx; });
    held.state.v += total([](const ContactGap& at) { return at.parting * at.ny; });
}

void HeldGroup::interrupt(double after) {
    double error = 0;
    integrate(after, error);
    move_to_end();
}

}  // namespace carom::billiards::detail
