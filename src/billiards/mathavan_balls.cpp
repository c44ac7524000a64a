// Two balls on cloth, as impulses grow: Mathavan, Jackson and Parkin, "Numerical simulations of the
// frictional collisions of solid balls on a rough surface", Sports Engineering 17 (2014). Friction between
// the balls, and of the ball that is pressed on the cloth; energetic restitution. The balls do not leave the
// bed.
#include "billiards/ball_impact.hpp"
#include "billiards/darboux_keller.hpp"

namespace carom::billiards::detail {

namespace {

/// Axes: x to the right of the normal, y along it, z up. Spins are multiplied by the radius. Impulses are
/// those that change the relative velocity by as much; each ball takes its share.
class MathavanBalls {
public:
    /// Between the balls: normal, along x and z on the first; of the cloth on each ball; the work.
    enum { kNormal, kAlong, kUpwards, kFirstX, kFirstY, kSecondX, kSecondY, kWork, kCount };
    using Impulses = std::array<double, kCount>;

    struct Motion {
        double x, y, spin_x, spin_y, spin_z;
    };
    struct Cloth {
        double first_friction, second_friction;
        double slip_sign;  ///< of spin in the slip on the cloth: -1; 1 as published
    };

    MathavanBalls(const Motion& first, const Motion& second, const BallPair& pair, double friction,
                  const Cloth& cloth)
        : first_(first), second_(second), pair_(&pair), friction_(friction), cloth_(cloth) {}

    Impulses rates(double closing, const Impulses& y) const {
        const Friction f = friction(y);
        const double rate = 1 / falls(f);
        return {rate,
                rate * f.balls.x,
                rate * f.balls.y,
                rate * f.first.x,
                rate * f.first.y,
                rate * f.second.x,
                rate * f.second.y,
                rate * std::fabs(closing)};
    }
    double impulse_rate(const Impulses& y) const { return 1 / falls(friction(y)); }

    /// Balls whose surfaces do not slip any more stay so: nothing makes them. On the cloth a ball that does
    /// not slip begins to, unless friction holds it.
    void settle(const Impulses& y) {
        balls_.sticks = slip(y).speed() <= kVanishedSlip;
        const Friction f = friction(y);
        if (f.balls.y == 0) return;
        SlipMode& mode = f.balls.y < 0 ? on_first_ : on_second_;
        mode.look_at(cloth_slip(y, f.balls.y < 0));
        if (mode.sticks && (cloth_.slip_sign > 0 || spare(y) < 0))
            mode.let_go(-1 * loaded_rate(f.balls, f.balls.y < 0));
        if (cloth_slip(y, f.balls.y < 0).speed() > 0.5 * mode.follows_to) mode.follows_to = 0;
    }
    double reach(const Impulses& y) const {
        const Friction f = friction(y);
        if (balls_.sticks) return 1;
        double most = longest_step(balls_, slip(y), slip_rate(f));
        if (f.balls.y != 0) {
            const bool is_first = f.balls.y < 0;
            most = std::min(most, longest_step(mode_of(f), cloth_slip(y, is_first), cloth_rate(f, is_first)));
        }
        return most * falls(f);
    }
    double spare(const Impulses& y) const {
        const Friction f = friction(y);
        const bool is_first = f.balls.y < 0;
        if (f.balls.y == 0) return 1;
        if (!mode_of(f).sticks) return mode_of(f).spare(cloth_slip(y, is_first));
        const double limit =
            (is_first ? cloth_.first_friction : cloth_.second_friction) * std::fabs(f.balls.y);
        return limit - (is_first ? f.first : f.second).speed();
    }

    Motion first(const Impulses& y) const {
        const double s = pair_->first_share;
        return {first_.x + s * (y[kAlong] + y[kFirstX]), first_.y + s * (y[kFirstY] - y[kNormal]),
                first_.spin_x + s * kTurn * (y[kUpwards] + y[kFirstY]),
                first_.spin_y - s * kTurn * y[kFirstX], first_.spin_z - s * kTurn * y[kAlong]};
    }
    Motion second(const Impulses& y) const {
        const double s = pair_->second_share;
        return {second_.x + s * (y[kSecondX] - y[kAlong]), second_.y + s * (y[kSecondY] + y[kNormal]),
                second_.spin_x + s * kTurn * (y[kUpwards] + y[kSecondY]),
                second_.spin_y - s * kTurn * y[kSecondX], second_.spin_z - s * kTurn * y[kAlong]};
    }

private:
    static constexpr double kTurn = 2.5;  ///< of a solid sphere: radius^2 mass / inertia

    struct Friction {
        Slip balls;  ///< on the first ball: along x and z
        Slip first, second;
    };

    const SlipMode& mode_of(const Friction& f) const { return f.balls.y < 0 ? on_first_ : on_second_; }
    /// For each normal impulse. The ball that is pressed down rubs on the cloth.
    Friction friction(const Impulses& y) const {
        Friction f;
        if (balls_.sticks) return f;
        f.balls = -friction_ * balls_.direction(slip(y));
        if (f.balls.y < 0) f.first = cloth_friction(y, f.balls, true);
        if (f.balls.y > 0) f.second = cloth_friction(y, f.balls, false);
        return f;
    }
    Slip cloth_friction(const Impulses& y, const Slip& balls, bool is_first) const {
        const SlipMode& mode = is_first ? on_first_ : on_second_;
        if (mode.sticks) return -1 / (1 - kTurn * cloth_.slip_sign) * loaded_rate(balls, is_first);
        const double mu = is_first ? cloth_.first_friction : cloth_.second_friction;
        const Slip direction =
            mode.follows() ? unit(loaded_rate(balls, is_first)) : unit(cloth_slip(y, is_first));
        return -mu * std::fabs(balls.y) * direction;
    }
    /// Of the first ball's surface over the second's: along x and z.
    Slip slip(const Impulses& y) const {
        const Motion a = first(y);
        const Motion b = second(y);
        return {a.x - b.x - (a.spin_z + b.spin_z), a.spin_x + b.spin_x};
    }
    Slip slip_rate(const Friction& f) const {
        const double a = pair_->first_share;
        const double b = pair_->second_share;
        return {(1 + kTurn) * f.balls.x + a * f.first.x - b * f.second.x,
                kTurn * (f.balls.y + a * f.first.y + b * f.second.y)};
    }
    Slip cloth_slip(const Impulses& y, bool is_first) const {
        const Motion m = is_first ? first(y) : second(y);
        return {m.x + cloth_.slip_sign * m.spin_y, m.y - cloth_.slip_sign * m.spin_x};
    }
    /// How the slip on the cloth changes without the friction there, over the ball's share.
    Slip loaded_rate(const Slip& balls, bool is_first) const {
        const double turned = kTurn * cloth_.slip_sign * balls.y;
        return is_first ? Slip{balls.x, -1 - turned} : Slip{-balls.x, 1 - turned};
    }
    Slip cloth_rate(const Friction& f, bool is_first) const {
        const Slip rate = loaded_rate(f.balls, is_first);
        const Slip& cloth = is_first ? f.first : f.second;
        const double own = 1 - kTurn * cloth_.slip_sign;
        const double share = is_first ? pair_->first_share : pair_->second_share;
        return {share * (rate.x + own * cloth.x), share * (rate.y + own * cloth.y)};
    }
    double falls(const Friction& f) const {
        return 1 - pair_->first_share * f.first.y + pair_->second_share * f.second.y;
    }

    Motion first_, second_;
    const BallPair* pair_;
    double friction_;
    Cloth cloth_;
    SlipMode balls_, on_first_, on_second_;
};

/// Of velocity and spin.
double speed_of(const MovingBall& ball, double radius) {
    return std::sqrt(ball.u * ball.u + ball.v * ball.v) +
           radius * std::sqrt(ball.wx * ball.wx + ball.wy * ball.wy + ball.wz * ball.wz);
}

}  // namespace

void impact_of_mathavan(MovingBall& first, MovingBall& second, const ContactFrame& at, const BallPair& pair,
                        const ImpactLaws& laws) {
    const double radius = pair.first_radius;
    const double unit = speed_of(first, radius) + speed_of(second, radius);
    const double x = at.ny;
    const double y = -at.nx;
    const auto motion = [&](const MovingBall& ball, double normal_speed) {
        return MathavanBalls::Motion{(ball.u * x + ball.v * y) / unit, normal_speed / unit,
                                     radius * (ball.wx * x + ball.wy * y) / unit,
                                     radius * (ball.wx * at.nx + ball.wy * at.ny) / unit,
                                     radius * ball.wz / unit};
    };
    const double slip = SlipOfBalls(first, second, at, pair).speed;
    const double sign = laws.ball_ball == BallBallModel::mathavan_2014 ? -1 : 1;
    MathavanBalls law(motion(first, at.first_speed), motion(second, at.second_speed), pair,
                      friction_of(laws, pair, slip), {pair.first_cloth, pair.second_cloth, sign});
    const auto impulses = ImpactCourse(law, at.closing() / unit).after(pair.restitution);
    const auto give = [&](MovingBall& ball, const MathavanBalls::Motion& m) {
        const double turn = unit / radius;
        ball.u = unit * (m.x * x + m.y * at.nx);
        ball.v = unit * (m.x * y + m.y * at.ny);
        ball.wx = turn * (m.spin_x * x + m.spin_y * at.nx);
        ball.wy = turn * (m.spin_x * y + m.spin_y * at.ny);
        ball.wz = turn * m.spin_z;
    };
    give(first, law.first(impulses));
    give(second, law.second(impulses));
}

}  // namespace carom::billiards::detail
