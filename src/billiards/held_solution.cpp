// Forces and impulses that satisfy all contacts of a group together.
#include <numeric>

#include "billiards/held_forces.hpp"

namespace carom::billiards::detail {

namespace {

/// Sweeps end when nothing changes by more than this.
constexpr double kSmallAcceleration = 2e-15;  ///< [m/s^2]
constexpr double kSmallSpeed = 2e-16;         ///< [m/s]
constexpr int kMostSweeps = 20000;

double kinetic_energy(const HeldBall& ball, const HeldState& state) {
    const double spin = state.wx * state.wx + state.wy * state.wy + state.wz * state.wz;
    const double radius = ball.rates->radius;
    return (0.5 * (state.u * state.u + state.v * state.v) + 0.2 * radius * radius * spin) / ball.inverse_mass;
}

}  // namespace

/// One step of Jacobi's iteration for one force: `value` is what it should make 0.
double HeldForces::relax(std::size_t k, double value, bool may_be_negative) {
    if (!(contacts_[k].opening > 0)) return 0;
    const double better = forces_[k] - value / (contacts_[k].opening * static_cast<double>(most_touches_));
    const double next = may_be_negative ? better : std::max(0.0, better);
    const double change = std::fabs(next - forces_[k]) * contacts_[k].opening;
    forces_[k] = next;
    return change;
}

/// The part of the time that each ball which does not slide by itself would slide: |slip| / (7/2 mu_s g).
double HeldForces::update_shares() {
    double most = 0;
    for (std::size_t k = 0; k < shares_.size(); ++k) {
        const HeldBall& ball = (*balls_)[k];
        if (ball.phase == Phase::sliding) continue;
        const double share = std::min(1.0, ball.rates->slip_time * slip_on(k));
        most = std::max(most, std::fabs(share - shares_[k]) * 2 * ball.rates->rolling);
        shares_[k] = share;
    }
    return most;
}

/// One contact: a linear equation.
void HeldForces::find_single_force(bool may_pull) {
    const ContactEffects& contact = contacts_[0];
    const HeldContact& held = (*held_)[0];
    forces_[0] = 0;
    std::fill(shares_.begin(), shares_.end(), 0.0);
    double slope = contact.opening;
    if (!(slope > 0)) {
        sum_up();
        return;
    }
    const double opens = opens_alone(0);
    double for_each[2] = {0, 0};  // of each ball: see share_for_each
    for (const int side : {0, 1}) {
        if (side == 1 && held.second < 0) continue;
        const auto ball = static_cast<std::size_t>(side == 0 ? held.first : held.second);
        if ((*balls_)[ball].phase != Phase::sliding)
            for_each[side] = share_for_each(ball, contact.effects[side]);
        if ((*balls_)[ball].phase != Phase::rolling) continue;
        const double along = contact.nx * bases_[ball].u + contact.ny * bases_[ball].v;
        slope += (side == 0 ? 1 : -1) * for_each[side] * along;
    }
    const double force = slope > 0 ? -opens / slope : 0;
    forces_[0] = may_pull ? force : std::max(0.0, force);
    shares_[static_cast<std::size_t>(held.first)] = forces_[0] * for_each[0];
    if (held.second >= 0) shares_[static_cast<std::size_t>(held.second)] = forces_[0] * for_each[1];
    sum_up();
}

/// The part of the time that a ball slides, for each newton.
double HeldForces::share_for_each(std::size_t ball, const Effect& effect) const {
    return (*balls_)[ball].rates->slip_time *
           std::sqrt(effect.slip_x * effect.slip_x + effect.slip_y * effect.slip_y);
}

/// What a newton of one contact does to how fast another opens.
double HeldForces::coupling(std::size_t opened, std::size_t pushed) const {
    double sum = 0;
    for (const int side : {0, 1}) {
        const HeldContact& held = (*held_)[pushed];
        const int ball = side == 0 ? held.first : held.second;
        if (ball < 0 || (*balls_)[static_cast<std::size_t>(ball)].lies_still()) continue;
        const HeldState& rate = contacts_[pushed].effects[side].rate;
        const double along = dot(rate.u, rate.v, contacts_[opened].nx, contacts_[opened].ny);
        if ((*held_)[opened].first == ball) sum -= along;
        if ((*held_)[opened].second == ball) sum += along;
    }
    return sum;
}

/// Two contacts: two linear equations, by Cramer's rule, which treats them alike. False: sweeps have to find
/// the forces.
bool HeldForces::find_two_forces(bool may_pull) {
    for (const HeldContact& held : *held_) {
        if (held.parts || (may_pull && !held.presses)) return false;
    }
    const double a = coupling(0, 0);
    const double b = coupling(0, 1);
    const double c = coupling(1, 0);
    const double d = coupling(1, 1);
    const double determinant = a * d - b * c;
    if (!(determinant > 0.1 * a * d)) return false;
    for (int round = 0; round < 20; ++round) {
        const double first = -opens_alone(0);
        const double second = -opens_alone(1);
        forces_[0] = (d * first - b * second) / determinant;
        forces_[1] = (a * second - c * first) / determinant;
        if (!may_pull && std::min(forces_[0], forces_[1]) < 0) return false;
        if (update_shares() < kSmallAcceleration) return true;
    }
    return false;
}

/// Three contacts and more: linear equations of the contacts that are taken to press, but for the parts of
/// the time that balls slide. In twice the digits, so that after rounding mirrored contacts have mirrored
/// forces. False: they have no solution that can be told. The sweeps that follow decide in any case.
bool HeldForces::solve_pressing() {
    constexpr int kMostRounds = 30;
    const std::size_t count = pressing_.size();
    if (count > EvenSystem::kMostUnknowns) return false;
    system_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < count; ++j)
            system_.set_coefficient(i, j, coupling(pressing_[i], pressing_[j]));
    }
    if (!system_.factor(1e-6)) return false;
    for (int round = 0; round < kMostRounds; ++round) {
        for (std::size_t k = 0; k < count; ++k) system_.set_right_side(k, -opens_alone(pressing_[k]));
        system_.solve();
        for (std::size_t k = 0; k < count; ++k) forces_[pressing_[k]] = system_.unknown(k);
        if (update_shares() < kSmallAcceleration) return true;
    }
    return false;
}

/// Contacts that go on pressing may pull.
void HeldForces::guess_pulling_forces() {
    const auto stays = [](const HeldContact& held) { return held.presses && !held.parts; };
    if (!std::all_of(held_->begin(), held_->end(), stays)) return;
    pressing_.resize(contacts_.size());
    std::iota(pressing_.begin(), pressing_.end(), std::size_t{0});
    solve_pressing();
}

/// All contacts are taken to press, and those that would pull are left out, all at once, until none is left
/// that pulls.
void HeldForces::guess_pressing_forces() {
    pressing_.clear();
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        if (contacts_[k].opening > 0) pressing_.push_back(k);
    }
    guess_ = forces_;
    while (!pressing_.empty() && solve_pressing()) {
        const auto pulls = [&](std::size_t k) { return forces_[k] < 0; };
        if (std::none_of(pressing_.begin(), pressing_.end(), pulls)) return;
        for (const std::size_t k : pressing_) guess_[k] = std::max(0.0, forces_[k]);
        std::erase_if(pressing_, pulls);
        forces_ = guess_;
    }
    forces_ = guess_;
}

bool HeldForces::find_forces(bool may_pull) {
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        if (!(contacts_[k].opening > 0)) forces_[k] = 0;  // both balls rest, or they part
    }
    if (contacts_.size() == 1) {
        find_single_force(may_pull);
        return true;
    }
    if (contacts_.size() == 2 && find_two_forces(may_pull)) {
        sum_up();
        return true;
    }
    if (contacts_.size() > 2) may_pull ? guess_pulling_forces() : guess_pressing_forces();
    const bool found = sweep_forces(may_pull);
    sum_up();
    return found;
}

/// Until nothing changes.
bool HeldForces::sweep_forces(bool may_pull) {
    constexpr double kDiverges = 1e6;  ///< [m/s^2]
    double most = 0;
    for (int sweep = 0; sweep < kMostSweeps && most < kDiverges; ++sweep) {
        sum_up();
        most = 0;
        for (std::size_t k = 0; k < contacts_.size(); ++k) {
            if (may_pull && !(*held_)[k].presses) continue;
            most = std::max(most, relax(k, relative(k) + contacts_[k].apart, may_pull));
        }
        most = std::max(most, update_shares());
        if (most < kSmallAcceleration) return true;
    }
    return most < 1e-9;
}

bool HeldForces::press() {
    return find_forces(false);
}

void HeldForces::keep_closed() {
    find_forces(true);
}

/// Balls that rest and are hit by more than rounding.
void HeldForces::find_waking() {
    wakes_.assign(bases_.size(), 0);
    sums_ = *states_;
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        if (-relative(k) <= kStandstill) continue;
        for (const int ball : {(*held_)[k].first, (*held_)[k].second}) {
            if (ball < 0) continue;
            const auto at = static_cast<std::size_t>(ball);
            if ((*balls_)[at].lies_still()) wakes_[at] = 1;
        }
    }
    for (std::size_t k = 0; k < bases_.size(); ++k) {
        if (wakes_[k] == 0) continue;
        for (const ContactSide& touch : touches_[k]) {
            ContactEffects& contact = contacts_[touch.contact];
            const HeldState& rate = contact.effects[touch.side].rate;
            contact.opening += (touch.side == 0 ? -1 : 1) * dot(rate.u, rate.v, contact.nx, contact.ny);
        }
    }
}

/// The velocity of a ball after impulses. One that rolls slides for a moment, in which it has no rolling
/// resistance.
void HeldForces::sum_up_impulses(std::size_t k) {
    const HeldBall& ball = (*balls_)[k];
    const HeldState& before = (*states_)[k];
    sums_[k] = before;
    if (ball.lies_still() && wakes_[k] == 0) return;
    const HeldState push = push_on(k);
    sums_[k].u += push.u;
    sums_[k].v += push.v;
    const double speed = speed_of(before);
    if (ball.phase == Phase::sliding || speed < kCreeps) return;
    const double spared = ball.rates->slip_time * slip_on(k) * 2 * ball.rates->rolling / speed;
    sums_[k].u += spared * before.u;
    sums_[k].v += spared * before.v;
}

/// Impulses >= 0 after which nothing closes, into `forces_`.
void HeldForces::find_impulses() {
    find_waking();
    std::fill(forces_.begin(), forces_.end(), 0.0);
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
        for (std::size_t k = 0; k < bases_.size(); ++k) sum_up_impulses(k);
        double most = 0;
        for (std::size_t k = 0; k < contacts_.size(); ++k)
            most = std::max(most, relax(k, relative(k), false));
        if (most < kSmallSpeed) break;
    }
}

/// The states after the impulses, into `after_`. False where the impulses, without the resistance that
/// rolling balls are spared, bring energy.
bool HeldForces::apply_impulses() {
    constexpr double kRounding = 1e-14;
    double before = 0;
    double gained = 0;
    after_ = *states_;
    for (std::size_t k = 0; k < bases_.size(); ++k) {
        const HeldBall& ball = (*balls_)[k];
        HeldState& state = after_[k];
        const double energy_before = kinetic_energy(ball, state);
        before += energy_before;
        if (ball.lies_still() && wakes_[k] == 0) continue;
        for (const ContactSide& touch : touches_[k]) {
            add(state, forces_[touch.contact], contacts_[touch.contact].effects[touch.side].rate);
        }
        if (ball.phase != Phase::sliding) ball.roll(state);
        gained += kinetic_energy(ball, state) - energy_before;
        sum_up_impulses(k);
        state.u = sums_[k].u;
        state.v = sums_[k].v;
        if (ball.phase != Phase::sliding) ball.roll(state);
    }
    return gained <= kRounding * before;
}

/// Balls wedged between others can get out of it with the friction of a slip that does not turn round only if
/// that brings energy. Then they get out without friction.
void HeldForces::stop_closing(std::vector<HeldBall>& balls) {
    find_impulses();
    if (!apply_impulses()) {
        has_friction_ = false;
        prepare(*balls_, *held_, *states_);
        find_impulses();
        apply_impulses();
        has_friction_ = true;
    }
    for (std::size_t k = 0; k < balls.size(); ++k) {
        HeldBall& ball = balls[k];
        if (ball.lies_still() && wakes_[k] == 0) continue;
        ball.state = after_[k];
        if (ball.phase != Phase::sliding) ball.phase = Phase::rolling;
    }
}

}  // namespace carom::billiards::detail
