#include "billiards/joint_impact.hpp"

#include <algorithm>

namespace carom::billiards::detail {

namespace {

constexpr double kSmallChange = 4e-15;  ///< [m/s]: sweeps end when nothing changes by more

}  // namespace

void JointImpact::clear() {
    contacts_.clear();
    balls_.clear();
}

std::size_t JointImpact::place_of(MovingBall& ball) {
    const auto is_it = [&](const JointBall& one) { return one.moving == &ball; };
    const auto at = std::find_if(balls_.begin(), balls_.end(), is_it);
    const auto place = static_cast<std::size_t>(at - balls_.begin());
    if (at == balls_.end()) balls_.push_back({&ball, ball, {}});
    return place;
}

void JointImpact::add(MovingBall& first, MovingBall& second, const BallPair& pair) {
    const std::size_t contact = contacts_.size();
    contacts_.push_back({place_of(first), place_of(second), &pair, ContactFrame(first, second)});
    balls_[contacts_.back().first].touches.push_back({contact, -pair.first_share});
    balls_[contacts_.back().second].touches.push_back({contact, pair.second_share});
}

void JointImpact::set_velocity(JointBall& ball) {
    const auto total = [&](double ContactFrame::*normal) {
        sum_.clear();
        for (const ContactShare& touch : ball.touches) {
            sum_.add(touch.share * contacts_[touch.contact].change * contacts_[touch.contact].frame.*normal);
        }
        return sum_.sum();
    };
    ball.moving->u = ball.before.u + total(&ContactFrame::nx);
    ball.moving->v = ball.before.v + total(&ContactFrame::ny);
}

/// The speed at which the two part in the end.
double JointImpact::wanted(const JointContact& contact) const {
    return (has_friction_ ? contact.pair->restitution : 1) * contact.frame.closing();
}

/// How much faster the balls of one contact part for each m/s of the change at another.
double JointImpact::coupling(const JointContact& moved, const JointContact& pushed) const {
    const double along = moved.frame.nx * pushed.frame.nx + moved.frame.ny * pushed.frame.ny;
    const auto share = [&](std::size_t ball) {
        if (ball == pushed.first) return -pushed.pair->first_share;
        return ball == pushed.second ? pushed.pair->second_share : 0.0;
    };
    return along * (share(moved.second) - share(moved.first));
}

/// The changes that the contacts in `active_` need. False where they are not determined.
bool JointImpact::solve_active() {
    const std::size_t count = active_.size();
    if (count > EvenSystem::kMostUnknowns) return false;
    system_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const JointContact& contact = contacts_[active_[i]];
        system_.set_right_side(i, contact.frame.closing() + wanted(contact));
        for (std::size_t j = 0; j < count; ++j)
            system_.set_coefficient(i, j, coupling(contact, contacts_[active_[j]]));
    }
    if (!system_.factor(1e-6)) return false;
    system_.solve();
    for (std::size_t i = 0; i < count; ++i) contacts_[active_[i]].change = system_.unknown(i);
    return true;
}

/// All contacts push, or those that would not have to pull. The sweeps that follow tell whether it is so.
void JointImpact::guess_changes() {
    active_.clear();
    for (std::size_t k = 0; k < contacts_.size(); ++k) active_.push_back(k);
    const auto pulls = [&](std::size_t k) { return contacts_[k].change < 0; };
    while (solve_active()) {
        if (std::none_of(active_.begin(), active_.end(), pulls)) return;
        std::erase_if(active_, pulls);
        for (JointContact& contact : contacts_) contact.change = 0;
    }
    for (JointContact& contact : contacts_) contact.change = 0;
}

/// One sweep of Jacobi's iteration: all impulses change together. They push only.
double JointImpact::sweep() {
    for (JointBall& ball : balls_) set_velocity(ball);
    double most = 0;
    for (JointContact& contact : contacts_) {
        const ContactFrame& at = contact.frame;
        const MovingBall& a = *balls_[contact.first].moving;
        const MovingBall& b = *balls_[contact.second].moving;
        const double closing = (a.u - b.u) * at.nx + (a.v - b.v) * at.ny;
        const double better =
            std::max(0.0, contact.change + (closing + wanted(contact)) / static_cast<double>(most_touches_));
        most = std::max(most, std::fabs(better - contact.change));
        contact.change = better;
    }
    return most;
}

void JointImpact::solve(const ImpactLaws& laws) {
    has_friction_ = has_friction(laws.ball_ball);
    most_touches_ = 1;
    for (const JointBall& ball : balls_) most_touches_ = std::max(most_touches_, ball.touches.size());
    guess_changes();
    constexpr int kMostRounds = 20000;
    for (int k = 0; k < kMostRounds && sweep() >= kSmallChange;) ++k;
    for (JointBall& ball : balls_) set_velocity(ball);
    if (has_friction_) rub_all(laws);
}

/// Friction against the slips before. It stops short of what turns a slip round, so that it takes energy
/// only, and is small where the slip before is, however the normal impulses change it: else rounding would
/// choose its direction.
void JointImpact::rub_all(const ImpactLaws& laws) {
    most_parts_.clear();
    for (const JointContact& contact : contacts_) {
        const JointBall& a = balls_[contact.first];
        const JointBall& b = balls_[contact.second];
        const SlipOfBalls before(a.before, b.before, contact.frame, *contact.pair);
        const SlipOfBalls after(*a.moving, *b.moving, contact.frame, *contact.pair);
        const double left = before.along * after.along + before.up * after.up;
        const auto touches = static_cast<double>(std::max(a.touches.size(), b.touches.size()));
        const double kept = std::min(1.0, left / (before.speed * before.speed));
        most_parts_.push_back(left > 0 ? kStopsSlip * kept / touches : 0);
    }
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const JointContact& contact = contacts_[k];
        const JointBall& a = balls_[contact.first];
        const JointBall& b = balls_[contact.second];
        rub(*a.moving, *b.moving, SlipOfBalls(a.before, b.before, contact.frame, *contact.pair),
            contact.pair->restitution * contact.frame.closing(), most_parts_[k], contact.frame, *contact.pair,
            laws);
    }
}

}  // namespace carom::billiards::detail
