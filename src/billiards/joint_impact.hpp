// Impacts at the same instant that share balls are one: the normal impulses of all of them together reverse
// each closing speed to its restitution; friction follows from the slips before.
#pragma once

#include <vector>

#include "billiards/ball_impact.hpp"
#include "billiards/even_sum.hpp"

namespace carom::billiards::detail {

class JointImpact {
public:
    void clear();
    void add(MovingBall& first, MovingBall& second, const BallPair& pair);
    /// Changes the velocities and spins of all balls that were added. What is symmetric stays so to the last
    /// bit.
    void solve(double radius, const ImpactLaws& laws);

private:
    struct Contact {
        std::size_t first, second;  ///< in balls_
        const BallPair* pair;
        ContactFrame frame;
        double change = 0;  ///< what its own impulse does to the normal speed of the pair
    };
    struct Touch {
        std::size_t contact;
        double share;  ///< of the change that is this ball's: below 0 for the first of the pair
    };
    struct Ball {
        MovingBall* moving;
        MovingBall before;
        std::vector<Touch> touches;
    };

    std::size_t place_of(MovingBall& ball);
    void set_velocity(Ball& ball);
    void rub_all(double radius, const ImpactLaws& laws);

    std::vector<Contact> contacts_;
    std::vector<Ball> balls_;
    std::vector<double> most_parts_;
    EvenSum sum_;
};

}  // namespace carom::billiards::detail
