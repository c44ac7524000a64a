// The part of a group that is about what its balls do: which phases end, which contacts press, which balls
// begin to roll.
#include <algorithm>
#include <cmath>

#include "billiards/held_group.hpp"

namespace carom::billiards::detail {

namespace {

constexpr double kNoSpin = 1e-10;   ///< [rad/s]: less is none
constexpr double kNoPush = 1e-12;   ///< [m/s^2]: rounding of forces that hold a ball
constexpr double kNoForce = 1e-16;  ///< [N]: rounding of forces between balls that go in unison

}  // namespace

void HeldGroup::settle() {
    knows_rates_ = false;
    forces_.set_friction(true);
    for (HeldBall& ball : balls) {
        if (ball.lingers && ball.phase == Phase::sliding)
            ball.end_slip(slip_of(ball.state, ball.rates->radius));
        ball.lingers = false;
    }
    for (HeldBall& ball : balls) ball.is_straight = ball.creeps = false;
    starts_.clear();
    for (const HeldBall& ball : balls) starts_.push_back(ball.state);
    for (HeldContact& contact : contacts) contact.parts = false;
    forces_.prepare(balls, contacts, starts_);
    forces_.stop_closing(balls);
    end_phases(kStandstill);
    starts_.clear();
    for (const HeldBall& ball : balls) starts_.push_back(ball.state);
    HeldForces::mark_parting(contacts, starts_);
    find_pressing();
}

bool HeldGroup::presses_without(double speed) {
    settle();
    end_phases(speed);
    find_pressing();
    return std::any_of(contacts.begin(), contacts.end(),
                       [](const HeldContact& contact) { return contact.presses; });
}

void HeldGroup::end_phases(double standstill) {
    for (HeldBall& ball : balls) {
        HeldState& state = ball.state;
        if (std::fabs(state.wz) < kNoSpin) state.wz = 0;
        if (ball.phase == Phase::sliding) {
            const HeldState slip = slip_of(state, ball.rates->radius);
            if (speed_of(slip) > kNoSlip) continue;
            ball.end_slip(slip);
        }
        // If it is pushed on, find_pressing lets it begin to roll again.
        if (ball.phase == Phase::rolling && speed_of(state) < standstill) {
            ball.phase = state.wz != 0 ? Phase::spinning : Phase::resting;
        }
        if (ball.phase == Phase::rolling) ball.roll(state);
        if (!ball.lies_still()) continue;
        state.u = state.v = state.wx = state.wy = 0;
        if (state.wz == 0) ball.phase = Phase::resting;
    }
}

void HeldGroup::find_pressing() {
    starts_.clear();
    for (HeldBall& ball : balls) {
        const double speed = speed_of(ball.state);
        ball.is_straight = ball.stays = false;
        ball.creeps = ball.phase == Phase::rolling && speed < kCreeps;
        if (ball.creeps) ball.head_for(ball.state.u / speed, ball.state.v / speed);
        starts_.push_back(ball.state);
    }
    const std::size_t by_pushes = 4 * balls.size();
    for (std::size_t round = 0; round < 2 * by_pushes; ++round) {
        forces_.prepare(balls, contacts, starts_);
        if (!forces_.press()) {
            // Friction would jam the balls.
            forces_.set_friction(false);
            forces_.forget();
            forces_.prepare(balls, contacts, starts_);
            forces_.press();
        }
        if (!set_rolling() && !turn_headings(round >= by_pushes && round % 2 == 0)) break;
    }
    for (std::size_t k = 0; k < contacts.size(); ++k)
        contacts[k].presses = forces_.force(k) > kNoForce || supports(contacts[k]);
    for (HeldBall& ball : balls) {
        if (ball.creeps) ball.follow_heading();
    }
}

/// Between balls at rest no force is worked out. One that stays at rest needs what lies behind it.
bool HeldGroup::supports(const HeldContact& contact) const {
    if (contact.parts) return false;
    const HeldBall& first = balls[static_cast<std::size_t>(contact.first)];
    if (contact.second < 0) return first.lies_still() && first.stays;
    const HeldBall& second = balls[static_cast<std::size_t>(contact.second)];
    return first.lies_still() && second.lies_still() && (first.stays || second.stays);
}

/// Resting balls that are pushed by more than rolling resistance holds.
bool HeldGroup::set_rolling() {
    bool changed = false;
    for (std::size_t k = 0; k < balls.size(); ++k) {
        HeldBall& ball = balls[k];
        if (!ball.lies_still() || ball.stays) continue;
        const HeldState push = forces_.push_on(k);
        const double size = speed_of(push);
        if (size <= forces_.held_up_to(k) + kNoPush) continue;
        ball.phase = Phase::rolling;
        ball.creeps = true;
        ball.head_for(push.u / size, push.v / size);
        changed = true;
    }
    return changed;
}

/// A ball that creeps heads for where it is pushed, if more than rolling resistance does so. One that stands
/// and whose resistance would then be too strong stays at rest. A ball that is pushed against a cushion can
/// move only along it, and tells so by its acceleration: `along_acceleration` lets balls that stand head
/// there.
bool HeldGroup::turn_headings(bool along_acceleration) {
    bool changed = false;
    for (std::size_t k = 0; k < balls.size(); ++k) {
        HeldBall& ball = balls[k];
        if (!ball.creeps) continue;
        const HeldState push = forces_.push_on(k);
        const double size = speed_of(push);
        const double speed = speed_of(ball.state);
        const double along = push.u * ball.heading_x + push.v * ball.heading_y;
        const double onwards = push.u * ball.state.u + push.v * ball.state.v;
        const double held = forces_.held_up_to(k);
        if (speed > 0 && onwards <= 0.5 * held * speed) continue;
        if (along < (1 - 1e-12) * size) {
            HeldState target = push;
            if (along_acceleration && speed == 0) {
                target.u -= held * ball.heading_x;
                target.v -= held * ball.heading_y;
            }
            const double length = speed_of(target);
            ball.head_for(target.u / length, target.v / length);
            changed = true;
        } else if (speed == 0 && size <= held + kNoPush) {
            ball.phase = ball.state.wz != 0 ? Phase::spinning : Phase::resting;
            ball.creeps = false;
            ball.stays = true;
            changed = true;
        }
    }
    return changed;
}

void HeldGroup::keep_what_presses(std::vector<HeldBall>& freed) {
    std::erase_if(contacts, [](const HeldContact& contact) { return !contact.presses; });
    places_.assign(balls.size(), -1);
    for (const HeldContact& contact : contacts) {
        places_[static_cast<std::size_t>(contact.first)] = 0;
        if (contact.second >= 0) places_[static_cast<std::size_t>(contact.second)] = 0;
    }
    std::size_t kept = 0;
    for (std::size_t k = 0; k < balls.size(); ++k) {
        if (places_[k] < 0) {
            freed.push_back(balls[k]);
            continue;
        }
        places_[k] = static_cast<int>(kept);
        balls[kept++] = balls[k];
    }
    balls.erase(balls.begin() + static_cast<std::ptrdiff_t>(kept), balls.end());
    for (HeldContact& contact : contacts) {
        contact.first = places_[static_cast<std::size_t>(contact.first)];
        if (contact.second >= 0) contact.second = places_[static_cast<std::size_t>(contact.second)];
    }
}

bool HeldGroup::phase_lasts(std::size_t k) {
    const HeldBall& ball = balls[k];
    const HeldState& state = ball.state;
    if (ball.creeps) return false;
    const bool turns_on = std::fabs(state.wz) >= kNoSpin && ball.spin_sign * state.wz > 0;
    const bool is_kept_from_turning =
        state.wz == 0 && ball.spin_sign == 0 && std::fabs(forces_.torque_on(k)) <= ball.rates->spin_decay;
    if (!turns_on && !is_kept_from_turning) return false;
    if (ball.phase == Phase::sliding)
        return !ball.lingers && speed_of(slip_of(state, ball.rates->radius)) > kNoSlip;
    if (ball.phase == Phase::rolling) return speed_of(state) >= kCreeps;
    return speed_of(forces_.push_on(k)) <= forces_.held_up_to(k);
}

bool HeldGroup::goes_on() {
    for (std::size_t k = 0; k < balls.size(); ++k) {
        if (!phase_lasts(k)) return false;
    }
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        if (contacts[k].parts || !(forces_.force(k) > 0)) return false;
    }
    std::swap(stages_[0], stages_[3]);
    for (std::size_t k = 0; k < balls.size(); ++k) {
        stages_[0][k].x = balls[k].state.u;
        stages_[0][k].y = balls[k].state.v;
    }
    return knows_rates_ = true;
}

}  // namespace carom::billiards::detail
