// Impacts at the same instant that share balls are one: the normal impulses of all of them together reverse
// each closing speed to its restitution; friction follows from the slips before.
#pragma once

#include <vector>

#include "billiards/ball_impact.hpp"
#include "billiards/even_sum.hpp"
#include "billiards/even_system.hpp"

namespace carom::billiards::detail {

class JointImpact {
public:
    void clear();
    void add(MovingBall& first, MovingBall& second, const BallPair& pair);
    /// Changes the velocities and spins of all balls that were added. What is symmetric stays so to the last
    /// bit.
    void solve(const ImpactLaws& laws);

private:
    struct JointContact {
        std::size_t first, second;  ///< in balls_
        const BallPair* pair;
        ContactFrame frame;
        double change = 0;  ///< what its own impulse does to the normal speed of the pair
    };
    struct ContactShare {
        std::size_t contact;
        double share;  ///< of the change that is this ball's: below 0 for the first of the pair
    };
    struct JointBall {
        MovingBall* moving;
        MovingBall before;
        std::vector<ContactShare> touches;
    };

    std::size_t place_of(MovingBall& ball);
    double wanted(const JointContact& contact) const;
    double coupling(const JointContact& moved, const JointContact& pushed) const;
    void guess_changes();
    bool solve_active();
    double sweep();
    void set_velocity(JointBall& ball);
    void rub_all(const ImpactLaws& laws);

    std::vector<JointContact> contacts_;
    std::vector<JointBall> balls_;
    std::vector<std::size_t> active_;  ///< the contacts that push
    EvenSystem system_;
    std::vector<double> most_parts_;
    EvenSum sum_;
    bool has_friction_ = false;
    std::size_t most_touches_ = 1;
};

}  // namespace carom::billiards::detail
