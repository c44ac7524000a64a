#include "proof/joint_impact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::proof {
namespace {

using billiards::BallProperties;
using billiards::ImpactLaws;

/// A search in double precision for the impulses, of which the conditions are then looked at in 113 bits.
constexpr int kMostSweeps = 100'000;

bool is_rough(const ImpactLaws& laws) {
    return laws.ball_ball != billiards::BallBallModel::frictionless_elastic;
}

class JointLaw {
public:
    JointLaw(std::vector<JointBall>& balls, const std::vector<JointContact>& contacts, const ImpactLaws& laws)
        : balls_(balls), contacts_(contacts), laws_(laws), touches_(balls.size()) {
        for (const JointBall& ball : balls) before_.push_back(ball.motion);
        for (const JointContact& contact : contacts) {
            ++touches_[contact.first];
            ++touches_[contact.second];
            wanted_.push_back(restitution(contact) * closing(contact));
        }
    }

    double apply() {
        const std::vector<double> changes = search();
        for (std::size_t k = 0; k < contacts_.size(); ++k)
            push_apart(contacts_[k], -Wide{changes[k]} * contacts_[k].normal);
        double missed = 0;
        for (std::size_t k = 0; k < contacts_.size(); ++k) {
            const double off = narrow(closing(contacts_[k]) + wanted_[k]);
            missed = std::max(missed, changes[k] > 0 ? std::abs(off) : off);
        }
        if (is_rough(laws_)) rub();
        return missed;
    }

private:
    const BallProperties& properties(std::size_t ball) const { return *balls_[ball].properties; }
    Wide closing(const JointContact& contact) const {
        return dot(balls_[contact.first].motion.velocity - balls_[contact.second].motion.velocity,
                   contact.normal);
    }
    Wide restitution(const JointContact& contact) const {
        if (!is_rough(laws_)) return 1;
        return (Wide{properties(contact.first).ball_restitution} +
                Wide{properties(contact.second).ball_restitution}) /
               2;
    }
    /// Of a change of the velocity of the first against the second.
    Wide share(std::size_t of, std::size_t other) const {
        return Wide{properties(other).mass} / (Wide{properties(of).mass} + Wide{properties(other).mass});
    }
    void push_apart(const JointContact& contact, const WideVec<3>& change) {
        WideVec<3>& a = balls_[contact.first].motion.velocity;
        WideVec<3>& b = balls_[contact.second].motion.velocity;
        a = a + share(contact.first, contact.second) * change;
        b = b - share(contact.second, contact.first) * change;
    }

    /// By how much each contact changes the speed at which its own two balls close: contact by contact, again
    /// and again (Gauss and Seidel), until nothing changes.
    std::vector<double> search() const {
        std::vector<Vec<double, 2>> velocities;
        double scale = 0;
        for (const JointBall& ball : balls_) {
            velocities.push_back({narrow(ball.motion.velocity[0]), narrow(ball.motion.velocity[1])});
            scale = std::max(scale, rough_length(velocities.back()));
        }
        std::vector<double> changes(contacts_.size(), 0);
        for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
            double most = 0;
            for (std::size_t k = 0; k < contacts_.size(); ++k)
                most = std::max(most, relax(k, velocities, changes[k]));
            if (most <= 4 * kUnitOfDouble * scale) break;
        }
        return changes;
    }

    double relax(std::size_t k, std::vector<Vec<double, 2>>& velocities, double& change) const {
        const JointContact& contact = contacts_[k];
        const Vec<double, 2> n{narrow(contact.normal[0]), narrow(contact.normal[1])};
        Vec<double, 2>& a = velocities[contact.first];
        Vec<double, 2>& b = velocities[contact.second];
        const double closes = (a[0] - b[0]) * n[0] + (a[1] - b[1]) * n[1];
        const double better = std::max(0.0, change + closes + narrow(wanted_[k]));
        const double more = better - change;
        change = better;
        const double of_a = narrow(share(contact.first, contact.second));
        for (int axis = 0; axis < 2; ++axis) {
            a[axis] -= of_a * more * n[axis];
            b[axis] += (1 - of_a) * more * n[axis];
        }
        return std::abs(more);
    }

    WideTouch touch(const JointContact& contact) const {
        return {properties(contact.first), properties(contact.second)};
    }
    WideVec<3> slip(const JointContact& contact, const WideMotion& a, const WideMotion& b) const {
        const WideVec<3> normal = touch(contact).normal(contact.normal);
        const WideVec<3> surfaces = Wide{properties(contact.first).radius} * a.spin +
                                    Wide{properties(contact.second).radius} * b.spin;
        const WideVec<3> over = a.velocity - b.velocity + cross(surfaces, normal);
        return over - dot(over, normal) * normal;
    }

    /// Friction stops short of what turns a slip round.
    void rub() {
        std::vector<WideVec<3>> rubs;
        for (const JointContact& contact : contacts_) rubs.push_back(rub_at(contact));
        for (std::size_t k = 0; k < contacts_.size(); ++k) {
            const JointContact& contact = contacts_[k];
            WideVec<3> level = rubs[k];
            level[2] = 0;
            push_apart(contact, level);
            const WideVec<3> torque = (Wide{5} / 2) * cross(touch(contact).normal(contact.normal), rubs[k]);
            WideVec<3>& a = balls_[contact.first].motion.spin;
            WideVec<3>& b = balls_[contact.second].motion.spin;
            a = a + (share(contact.first, contact.second) / Wide{properties(contact.first).radius}) * torque;
            b = b + (share(contact.second, contact.first) / Wide{properties(contact.second).radius}) * torque;
        }
    }

    WideVec<3> rub_at(const JointContact& contact) const {
        const WideMotion& a = before_[contact.first];
        const WideMotion& b = before_[contact.second];
        const WideVec<3> before = slip(contact, a, b);
        const WideVec<3> after = slip(contact, balls_[contact.first].motion, balls_[contact.second].motion);
        const Wide speed = length(before);
        const Wide left = dot(before, after);
        if (!(speed > 0)) return {};
        const Wide touches = Wide(std::max(touches_[contact.first], touches_[contact.second]));
        const Wide kept = left > 0 ? std::min(Wide{1}, left / (speed * speed)) : Wide{0};
        const Wide most = Wide{2} / 7 * kept / touches;
        const Wide parting = restitution(contact) * dot(a.velocity - b.velocity, contact.normal);
        const Wide limit =
            2 * ball_friction(properties(contact.first), properties(contact.second), speed, laws_) * parting /
            touch(contact).cosine;
        return -std::min(most, limit / speed) * before;
    }

    static constexpr double kUnitOfDouble = std::numeric_limits<double>::epsilon() / 2;

    std::vector<JointBall>& balls_;
    const std::vector<JointContact>& contacts_;
    const ImpactLaws& laws_;
    std::vector<int> touches_;
    std::vector<WideMotion> before_;
    std::vector<Wide> wanted_;  ///< speeds at which the contacts have to part at least
};

}  // namespace

double meet_together(std::vector<JointBall>& balls, const std::vector<JointContact>& contacts,
                     const ImpactLaws& laws) {
    return JointLaw(balls, contacts, laws).apply();
}

}  // namespace carom::proof
