#include "proof/mathavan.hpp"

#include "proof/impact_course.hpp"

namespace carom::proof {
namespace {

using billiards::BallProperties;

constexpr double kSphere = 2.5;  // of a solid sphere: radius^2 mass / inertia
constexpr int kMostRounds = 200;
constexpr double kSameDirection = 1e-24;
const WideVec<3> kUp{{0, 0, 1}};

WideVec<3> tangential(const WideVec<3>& x, const WideVec<3>& unit) {
    return x - dot(x, unit) * unit;
}

/// Velocity, and spin times the radius.
struct Body {
    WideVec<3> velocity, spin;

    friend Body operator+(const Body& a, const Body& b) { return {a.velocity + b.velocity, a.spin + b.spin}; }
    friend Body operator*(Wide s, const Body& a) { return {s * a.velocity, s * a.spin}; }
    friend double difference(const Body& a, const Body& b) {
        return narrow(std::max(rough_length(a.velocity - b.velocity), rough_length(a.spin - b.spin)));
    }
    /// Of the surface in this direction from the centre.
    WideVec<3> surface(const WideVec<3>& direction) const { return velocity + cross(spin, direction); }
    /// By a force there; the bed takes what goes down.
    void push(const WideVec<3>& direction, const WideVec<3>& force) {
        velocity = velocity + force;
        velocity[2] = 0;
        spin = spin + Wide{kSphere} * cross(direction, force);
    }
    WideVec<3> slip_on_cloth() const {
        WideVec<3> slip = surface(Wide{-1} * kUp);
        slip[2] = 0;
        return slip;
    }
};

/// Friction of the cloth on a ball with this load, whose slip changes at `rate` without it.
WideVec<3> cloth_friction(const SlipMode& mode, const WideVec<3>& slip, const WideVec<3>& rate, Wide most) {
    if (mode.sticks) return (Wide{-1} / (1 + Wide{kSphere})) * rate;
    return -most * mode.direction(slip);
}

class CushionLaw {
public:
    using Motion = Body;

    CushionLaw(const BallProperties& ball, const WideVec<3>& outward, Wide sine)
        : ball_(&ball),
          to_nose_(sine * kUp - root(1 - sine * sine) * outward),
          towards_(Wide{-1} * outward) {}

    Wide closing(const Body& motion) const { return dot(motion.velocity, towards_); }
    Body rate(const Body& motion) {
        find_headings(motion);
        return by(motion, nose_friction(motion)).rate;
    }
    void settle(const Body& motion) {
        nose_.look_at(nose_slip(motion));
        cloth_.look_at(motion.slip_on_cloth());
        choose_load(motion);
        while (held_spare(motion) < 0) {
            const WideVec<3> friction = nose_friction(motion);
            const bool cloth_first =
                cloth_.sticks && (!nose_.sticks || cloth_spare(motion, friction) <= nose_spare(friction));
            if (cloth_first) {
                cloth_.let_go(unit(by(motion, friction).unloaded));
            } else {
                nose_.let_go(Wide{-1} * unit(friction));
            }
            choose_load(motion);
        }
        choose_following(motion);
    }
    Wide longest(const Body& motion) {
        const Body change = rate(motion);
        return std::min(nose_.lasts(nose_slip(motion), nose_slip(change)),
                        cloth_.lasts(motion.slip_on_cloth(), change.slip_on_cloth()));
    }
    Wide spare(const Body& motion) {
        find_headings(motion);
        const Wide load = bed_load(nose_friction(motion));
        const Wide begun = std::min(nose_.spare(nose_slip(motion)), cloth_.spare(motion.slip_on_cloth()));
        return std::min({held_spare(motion), begun, is_pressed_ ? load : -load});
    }

private:
    struct Effect {
        Body rate;
        WideVec<3> unloaded;  ///< the rate of the slip on the cloth without the cloth's friction
        WideVec<3> cloth;     ///< its friction
    };

    WideVec<3> nose_slip(const Body& motion) const { return tangential(motion.surface(to_nose_), to_nose_); }
    /// What holds the nose from slipping, found by trial: the slip's rate is linear in the friction, and 0 at
    /// the right one.
    WideVec<3> holding(const Body& motion) const {
        const WideVec<3> along = cross(to_nose_, kUp);
        const WideVec<3> axes[] = {unit(along), unit(cross(along, to_nose_))};
        const WideVec<3> without = nose_slip(by(motion, {}).rate);
        Wide a[2][2], b[2];
        for (int k = 0; k < 2; ++k) {
            const WideVec<3> change = nose_slip(by(motion, axes[k]).rate) - without;
            for (int j = 0; j < 2; ++j) a[j][k] = dot(change, axes[j]);
            b[k] = -dot(without, axes[k]);
        }
        const Wide all = a[0][0] * a[1][1] - a[0][1] * a[1][0];
        return ((b[0] * a[1][1] - a[0][1] * b[1]) / all) * axes[0] +
               ((a[0][0] * b[1] - b[0] * a[1][0]) / all) * axes[1];
    }
    /// What one unit of normal impulse does with this friction at the nose.
    Effect by(const Body& motion, const WideVec<3>& friction) const {
        Effect effect{};
        const WideVec<3> force = friction - to_nose_;
        effect.rate.push(to_nose_, force);
        effect.unloaded = effect.rate.slip_on_cloth();
        if (!is_pressed_) return effect;
        effect.cloth = cloth_friction(cloth_, motion.slip_on_cloth(), effect.unloaded,
                                      Wide{ball_->sliding_friction} * bed_load(friction));
        effect.rate.push(Wide{-1} * kUp, effect.cloth);
        return effect;
    }
    WideVec<3> nose_friction(const Body& motion) const {
        if (nose_.sticks) return holding(motion);
        return -Wide{ball_->cushion_friction} * nose_.direction(nose_slip(motion));
    }
    Wide nose_spare(const WideVec<3>& friction) const {
        return Wide{ball_->cushion_friction} - length(friction);
    }
    Wide cloth_spare(const Body& motion, const WideVec<3>& friction) const {
        if (!is_pressed_) return 0;
        return Wide{ball_->sliding_friction} * bed_load(friction) - length(by(motion, friction).cloth);
    }
    Wide held_spare(const Body& motion) const {
        const WideVec<3> friction = nose_friction(motion);
        return std::min(nose_.sticks ? nose_spare(friction) : Wide{1},
                        cloth_.sticks ? cloth_spare(motion, friction) : Wide{1});
    }
    /// How the ball presses on the bed, if it does.
    Wide bed_load(const WideVec<3>& friction) const { return to_nose_[2] - friction[2]; }
    void choose_load(const Body& motion) {
        is_pressed_ = true;
        is_pressed_ = bed_load(nose_friction(motion)) > 0;
    }
    static WideVec<3> pull(const WideVec<3>& rate, const WideVec<3>& friction) {
        return rate - (1 + Wide{kSphere}) * friction;
    }
    /// A small slip turns to where it is pulled, and lags behind by itself times its own turning.
    void find_headings(const Body& motion) {
        if (!nose_.follows() && !cloth_.follows()) return;
        constexpr double kAhead = 1e-3;
        turn_headings(motion, {}, {});
        const WideVec<3> friction = nose_friction(motion);
        const Effect effect = by(motion, friction);
        const auto own = [](const SlipMode& mode, const WideVec<3>& slip, const WideVec<3>& rate,
                            const WideVec<3>& pull) {
            const Wide size = length(pull);
            if (!(size > 0)) return Wide{0};
            return size / std::max(size + dot(rate, mode.heading), size / 2) * length(slip) / (2 * kAhead);
        };
        const WideVec<3> nose_rate = nose_slip(effect.rate);
        const Wide of_nose = own(nose_, nose_slip(motion), nose_rate, pull(nose_rate, friction));
        const Wide of_cloth =
            own(cloth_, motion.slip_on_cloth(), effect.rate.slip_on_cloth(), effect.unloaded);
        WideVec<3> nose_lag = Wide{-3} * nose_.heading;
        WideVec<3> cloth_lag = Wide{-3} * cloth_.heading;
        for (const int k : {1, 2}) {
            turn_headings(motion + (Wide{kAhead} * Wide(k)) * effect.rate, {}, {});
            const Wide weight = k == 1 ? 4 : -1;
            nose_lag = nose_lag + weight * nose_.heading;
            cloth_lag = cloth_lag + weight * cloth_.heading;
        }
        turn_headings(motion, of_nose * nose_lag, of_cloth * cloth_lag);
    }
    void turn_headings(const Body& motion, const WideVec<3>& nose_lag, const WideVec<3>& cloth_lag) {
        double turned = 1;
        for (int k = 0; k < kMostRounds && turned > kSameDirection; ++k) {
            const WideVec<3> friction = nose_friction(motion);
            const Effect effect = by(motion, friction);
            turned = 0;
            const auto turn = [&](SlipMode& mode, const WideVec<3>& to) {
                if (!mode.follows()) return;
                const WideVec<3> heading = unit(to);
                turned = std::max(turned, narrow(length(heading - mode.heading)));
                mode.heading = heading;
            };
            turn(cloth_, effect.unloaded - cloth_lag);
            // rounding along the normal would grow
            turn(nose_, tangential(pull(nose_slip(effect.rate), friction) - nose_lag, to_nose_));
        }
    }
    /// A small slip that already goes where it is pulled follows from now on.
    void choose_following(const Body& motion) {
        find_headings(motion);
        const WideVec<3> friction = nose_friction(motion);
        const Effect effect = by(motion, friction);
        const WideVec<3> rate = nose_slip(effect.rate);
        choose(nose_, motion, nose_slip(motion), SlipMode::limit(rate, pull(rate, friction)));
        choose(cloth_, motion, motion.slip_on_cloth(),
               SlipMode::limit(effect.rate.slip_on_cloth(), effect.unloaded));
    }
    void choose(SlipMode& mode, const Body& motion, const WideVec<3>& slip, Wide limit) {
        constexpr double kSame = 1e-15;
        if (mode.sticks) return;
        const bool may = length(slip) < limit / 2;
        const bool follows = mode.follows();
        mode.follows_to = may && (follows || limit == Wide{SlipMode::kSlow}) ? limit : Wide{0};
        if (follows || !mode.follows()) return;
        const SlipMode nose = nose_, cloth = cloth_;
        mode.heading = unit(slip);
        find_headings(motion);
        const bool agrees = length(slip - length(slip) * mode.heading) < kSame;
        nose_ = nose;
        cloth_ = cloth;
        mode.follows_to = agrees ? limit : Wide{0};
        mode.heading = unit(slip);
    }

    const BallProperties* ball_;
    WideVec<3> to_nose_, towards_;
    SlipMode nose_, cloth_;
    bool is_pressed_ = true;  ///< on the bed
};

struct Pair {
    Body first, second;

    friend Pair operator+(const Pair& a, const Pair& b) { return {a.first + b.first, a.second + b.second}; }
    friend Pair operator*(Wide s, const Pair& a) { return {s * a.first, s * a.second}; }
    friend double difference(const Pair& a, const Pair& b) {
        return std::max(difference(a.first, b.first), difference(a.second, b.second));
    }
};

class BallsLaw {
public:
    using Motion = Pair;

    BallsLaw(const BallProperties& first, const BallProperties& second, const WideVec<3>& normal,
             Wide friction, bool as_published)
        : cloth_{first.sliding_friction, second.sliding_friction},
          normal_(normal),
          friction_(friction),
          as_published_(as_published) {
        const Wide mass = Wide{first.mass} + Wide{second.mass};
        shares_[0] = Wide{second.mass} / mass;
        shares_[1] = Wide{first.mass} / mass;
    }

    Wide closing(const Pair& motion) const {
        return dot(motion.first.velocity - motion.second.velocity, normal_);
    }
    Pair rate(const Pair& motion) {
        const WideVec<3> rub = between(motion);
        Pair change;
        change.first.push(normal_, rub - normal_);
        change.second.push(Wide{-1} * normal_, normal_ - rub);
        if (rub[2] != 0) {
            Body& pressed = rub[2] < 0 ? change.first : change.second;
            pressed.push(Wide{-1} * kUp, on_cloth(motion, rub));
        }
        return {shares_[0] * change.first, shares_[1] * change.second};
    }
    void settle(const Pair& motion) {
        balls_.sticks = length(slip(motion)) <= SlipMode::kVanished;
        const WideVec<3> rub = between(motion);
        if (rub[2] == 0) return;
        SlipMode& mode = modes_[rub[2] < 0 ? 0 : 1];
        const WideVec<3> cloth = cloth_slip(pressed(motion, rub));
        mode.look_at(cloth);
        if (length(cloth) > mode.follows_to / 2) mode.follows_to = 0;
        if (mode.sticks && (as_published_ || spare(motion) < 0)) mode.let_go(unit(unloaded(rub)));
    }
    Wide longest(const Pair& motion) {
        if (balls_.sticks) return 1;
        const Pair change = rate(motion);
        const Wide most = balls_.lasts(slip(motion), slip(change));
        const WideVec<3> rub = between(motion);
        if (rub[2] == 0) return most;
        return std::min(most, modes_[rub[2] < 0 ? 0 : 1].lasts(cloth_slip(pressed(motion, rub)),
                                                               cloth_slip(pressed(change, rub))));
    }
    Wide spare(const Pair& motion) const {
        const WideVec<3> rub = between(motion);
        const std::size_t down = rub[2] < 0 ? 0 : 1;
        if (rub[2] == 0) return 1;
        if (!modes_[down].sticks) return modes_[down].spare(cloth_slip(pressed(motion, rub)));
        return cloth_[down] * magnitude(rub[2]) - length(on_cloth(motion, rub));
    }

private:
    static const Body& pressed(const Pair& motion, const WideVec<3>& rub) {
        return rub[2] < 0 ? motion.first : motion.second;
    }
    WideVec<3> slip(const Pair& motion) const {
        return tangential(motion.first.surface(normal_) - motion.second.surface(Wide{-1} * normal_), normal_);
    }
    /// As published it is that of the ball's top.
    WideVec<3> cloth_slip(const Body& motion) const {
        if (!as_published_) return motion.slip_on_cloth();
        WideVec<3> slip = motion.surface(kUp);
        slip[2] = 0;
        return slip;
    }
    /// Friction on the first ball by the second.
    WideVec<3> between(const Pair& motion) const {
        if (balls_.sticks) return {};
        return -friction_ * balls_.direction(slip(motion));
    }
    /// The rate of the slip on the cloth without friction there, over the ball's share.
    WideVec<3> unloaded(const WideVec<3>& rub) const {
        Body change;
        if (rub[2] < 0) {
            change.push(normal_, rub - normal_);
        } else {
            change.push(Wide{-1} * normal_, normal_ - rub);
        }
        return cloth_slip(change);
    }
    WideVec<3> on_cloth(const Pair& motion, const WideVec<3>& rub) const {
        const std::size_t down = rub[2] < 0 ? 0 : 1;
        return cloth_friction(modes_[down], cloth_slip(pressed(motion, rub)), unloaded(rub),
                              cloth_[down] * magnitude(rub[2]));
    }

    Wide cloth_[2]{}, shares_[2]{};
    WideVec<3> normal_;
    Wide friction_;
    bool as_published_;
    SlipMode balls_, modes_[2];
};

/// Of velocity and spin.
Wide speed_of(const WideMotion& motion, Wide radius) {
    return length(motion.velocity) + radius * length(motion.spin);
}

Body in_units(const WideMotion& motion, Wide radius, Wide unit) {
    return {(1 / unit) * motion.velocity, (radius / unit) * motion.spin};
}

WideMotion out_of_units(const Body& body, Wide radius, Wide unit) {
    return {unit * body.velocity, (unit / radius) * body.spin};
}

}  // namespace

void meet_cushion_of_mathavan(WideMotion& ball, const BallProperties& properties, const WideVec<3>& outward,
                              Wide up_sine) {
    if (!(dot(ball.velocity, outward) < 0)) return;
    const Wide unit = speed_of(ball, properties.radius);
    CushionLaw law(properties, outward, up_sine);
    const Body after =
        ImpactCourse(law, in_units(ball, properties.radius, unit)).after(properties.cushion_restitution);
    ball = out_of_units(after, properties.radius, unit);
}

void meet_of_mathavan(WideMotion& first, WideMotion& second, const BallProperties& of_first,
                      const BallProperties& of_second, const WideVec<3>& normal,
                      const billiards::ImpactLaws& laws) {
    if (!(dot(first.velocity - second.velocity, normal) > 0)) return;
    const Wide radius = of_first.radius;
    const Wide unit = speed_of(first, radius) + speed_of(second, radius);
    const WideVec<3> over =
        first.velocity - second.velocity + radius * cross(first.spin + second.spin, normal);
    const Wide friction = ball_friction(of_first, of_second, length(tangential(over, normal)), laws);
    BallsLaw law(of_first, of_second, normal, friction,
                 laws.ball_ball == billiards::BallBallModel::mathavan_2014_published);
    const Wide restitution = (Wide{of_first.ball_restitution} + Wide{of_second.ball_restitution}) / 2;
    const Pair before{in_units(first, radius, unit), in_units(second, radius, unit)};
    const Pair after = ImpactCourse(law, before).after(restitution);
    first = out_of_units(after.first, radius, unit);
    second = out_of_units(after.second, radius, unit);
}

}  // namespace carom::proof
