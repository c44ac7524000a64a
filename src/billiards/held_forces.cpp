#include "billiards/held_forces.hpp"

namespace carom::billiards::detail {

namespace {

/// Surfaces that slip more slowly than this [m/s] creep: friction grows with the slip, and holds them
/// together.
constexpr double kCreep = 1e-5;

/// How the normal of two balls is tilted; that of a ball and a cushion is level.
struct Tilt {
    double radii = 0, cosine = 1, sine = 0;

    explicit Tilt(const BallPair* pair) {
        if (pair == nullptr) return;
        radii = pair->radii;
        cosine = pair->cosine;
        sine = pair->sine;
    }
};

}  // namespace

void HeldForces::prepare(const std::vector<HeldBall>& balls, const std::vector<HeldContact>& contacts,
                         const std::vector<HeldState>& states) {
    balls_ = &balls;
    held_ = &contacts;
    bases_.resize(balls.size());
    sums_.assign(balls.size(), {});
    touches_.resize(std::max(touches_.size(), balls.size()));
    for (std::vector<ContactSide>& touches : touches_) touches.clear();
    contacts_.resize(contacts.size());
    most_touches_ = 1;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        touches_[static_cast<std::size_t>(contacts[k].first)].push_back({k, 0});
        if (contacts[k].second >= 0) touches_[static_cast<std::size_t>(contacts[k].second)].push_back({k, 1});
    }
    for (const std::vector<ContactSide>& touches : touches_)
        most_touches_ = std::max(most_touches_, touches.size());
    // The last ones are a good guess.
    forces_.resize(contacts.size(), 0);
    shares_.resize(balls.size(), 0);
    prepare_at(states);
}

void HeldForces::prepare_at(const std::vector<HeldState>& states) {
    states_ = &states;
    for (std::size_t k = 0; k < bases_.size(); ++k) set_base(k);
    for (std::size_t k = 0; k < contacts_.size(); ++k) set_contact(k);
}

/// Friction of the cloth.
void HeldForces::set_base(std::size_t k) {
    const HeldBall& ball = (*balls_)[k];
    const HeldState& state = (*states_)[k];
    const ClothRates& rates = *ball.rates;
    HeldState& base = bases_[k];
    base.u = base.v = base.wx = base.wy = 0;
    base.wz = -ball.spin_sign * rates.spin_decay;
    if (ball.lies_still()) return;
    const bool slides = ball.phase == Phase::sliding;
    const HeldState along = slides ? slip_of(state, rates.radius) : state;
    const double speed = speed_of(along);
    const bool given = ball.is_straight || ball.creeps;
    const double deceleration = 2 * (slides ? rates.sliding : rates.rolling);
    base.u = -deceleration * (given ? ball.heading_x : along.u / speed);
    base.v = -deceleration * (given ? ball.heading_y : along.v / speed);
    if (!slides) return;
    base.wx = 5 / (2 * rates.radius) * base.v;
    base.wy = -5 / (2 * rates.radius) * base.u;
}

HeldFrame::HeldFrame(const HeldContact& contact, const std::vector<HeldState>& states) {
    const HeldState& a = states[static_cast<std::size_t>(contact.first)];
    if (contact.cushion.line != nullptr) {
        const CushionLine& line = *contact.cushion.line;
        nx = -line.normal_x;
        ny = -line.normal_y;
        curvature = 0;
        gap = line.normal_x * a.x + line.normal_y * a.y - line.offset;
        return;
    }
    double reach = 0;
    double dx = 0;
    double dy = 0;
    if (contact.cushion.disc != nullptr) {
        dx = contact.cushion.disc->x - a.x;
        dy = contact.cushion.disc->y - a.y;
        reach = contact.cushion.disc->reach;
    } else {
        const HeldState& b = states[static_cast<std::size_t>(contact.second)];
        dx = b.x - a.x;
        dy = b.y - a.y;
        reach = contact.pair->reach;
    }
    const double distance = std::sqrt(dx * dx + dy * dy);
    nx = dx / distance;
    ny = dy / distance;
    curvature = 1 / distance;
    gap = distance - reach;
}

/// Friction over normal force.
double HeldForces::friction_at(const HeldContact& held, double slip) const {
    if (!has_friction_) return 0;
    if (held.second < 0) return held.cushion.friction;
    if (!has_friction(laws_.ball_ball)) return 0;
    const double e = held.pair->restitution;
    return friction_of(laws_, *held.pair, slip) * 2 * e / (1 + e);
}

void HeldForces::set_contact(std::size_t k) {
    const HeldContact& held = (*held_)[k];
    const HeldFrame frame(held, *states_);
    const HeldState& a = (*states_)[static_cast<std::size_t>(held.first)];
    const HeldState b = held.second < 0 ? HeldState{} : (*states_)[static_cast<std::size_t>(held.second)];
    ContactEffects& contact = contacts_[k];
    contact.nx = frame.nx;
    contact.ny = frame.ny;
    contact.apart = ((b.u - a.u) * (b.u - a.u) + (b.v - a.v) * (b.v - a.v)) * frame.curvature;
    // friction along the slip of the first ball's surface over the second's
    const double tx = -contact.ny;
    const double ty = contact.nx;
    const HeldBall& first = (*balls_)[static_cast<std::size_t>(held.first)];
    const double radius = first.rates->radius;
    const Tilt tilt(held.pair);
    contact.sine = tilt.sine;
    contact.cosine = tilt.cosine;
    const double wx = a.wx + tilt.radii * b.wx;
    const double wy = a.wy + tilt.radii * b.wy;
    const double spin_up = a.wz + tilt.radii * b.wz;
    const double slip_t = dot(a.u - b.u, a.v - b.v, tx, ty) +
                          radius * (tilt.cosine * spin_up - tilt.sine * dot(wx, wy, contact.nx, contact.ny));
    const double slip_z =
        -radius * dot(wx, wy, tx, ty) - tilt.sine * dot(a.u - b.u, a.v - b.v, contact.nx, contact.ny);
    const double slip = std::sqrt(slip_t * slip_t + slip_z * slip_z);
    const double friction = friction_at(held, slip) / (std::max(slip, kCreep) * tilt.cosine);
    contact.opening = 0;
    for (const int side : {0, 1}) {
        if (side == 1 && held.second < 0) {
            contact.effects[1] = {};
            continue;
        }
        const HeldBall& ball = side == 0 ? first : (*balls_)[static_cast<std::size_t>(held.second)];
        const double sign = side == 0 ? -1 : 1;
        contact.effects[side] = effect_on(ball, contact, sign, friction * slip_t, friction * slip_z);
        if (ball.lies_still() || held.parts) continue;
        const HeldState& rate = contact.effects[side].rate;
        contact.opening += sign * dot(rate.u, rate.v, contact.nx, contact.ny);
    }
}

/// Of a level newton along sign n, with this much friction along the tangent and up.
HeldForces::Effect HeldForces::effect_on(const HeldBall& ball, const ContactEffects& contact, double sign,
                                         double along, double up) const {
    const double tx = -contact.ny;
    const double ty = contact.nx;
    const double turn = 5 / (2 * ball.rates->radius) * ball.inverse_mass;
    const double onwards = 1 - contact.sine * up;
    const double px = sign * (onwards * contact.nx + along * tx) * ball.inverse_mass;
    const double py = sign * (onwards * contact.ny + along * ty) * ball.inverse_mass;
    const double tilt = along * contact.sine;
    Effect effect;
    effect.rate.wz = -turn * along * contact.cosine;
    if (ball.phase == Phase::sliding) {
        effect.rate.u = px;
        effect.rate.v = py;
        effect.rate.wx = turn * up * tx + turn * tilt * contact.nx;
        effect.rate.wy = turn * up * ty + turn * tilt * contact.ny;
        return effect;
    }
    // Friction turns the ball: slip along -n. The cloth takes 2/7 of the slip from the velocity.
    const double sx = -2.5 * up * contact.nx * ball.inverse_mass + 2.5 * tilt * tx * ball.inverse_mass;
    const double sy = -2.5 * up * contact.ny * ball.inverse_mass + 2.5 * tilt * ty * ball.inverse_mass;
    effect.slip_x = px + sx;
    effect.slip_y = py + sy;
    effect.rate.u = 5.0 / 7 * px - 2.0 / 7 * sx;
    effect.rate.v = 5.0 / 7 * py - 2.0 / 7 * sy;
    return effect;
}

/// u and v of each ball: its base, which is smaller while it slides in part, and the forces on it.
void HeldForces::sum_up() {
    for (std::size_t k = 0; k < bases_.size(); ++k) sum_up(k);
}

void HeldForces::sum_up(std::size_t k) {
    const HeldBall& ball = (*balls_)[k];
    sums_[k] = {};
    if (ball.lies_still()) return;
    const double base = ball.phase == Phase::rolling ? 1 - shares_[k] : 1;
    const HeldState push = push_on(k);
    sums_[k].u = base * bases_[k].u + push.u;
    sums_[k].v = base * bases_[k].v + push.v;
}

/// How fast the sums of two balls part along their normal.
double HeldForces::relative(std::size_t k) const {
    const HeldState& a = sums_[static_cast<std::size_t>((*held_)[k].first)];
    const HeldState b =
        (*held_)[k].second < 0 ? HeldState{} : sums_[static_cast<std::size_t>((*held_)[k].second)];
    return dot(b.u - a.u, b.v - a.v, contacts_[k].nx, contacts_[k].ny);
}

/// The acceleration with which a contact would open without any force.
double HeldForces::opens_alone(std::size_t k) const {
    const HeldContact& held = (*held_)[k];
    const auto along = [&](int place) {
        const auto ball = static_cast<std::size_t>(place);
        const double base = (*balls_)[ball].phase == Phase::rolling ? 1 - shares_[ball] : 1;
        return base * dot(bases_[ball].u, bases_[ball].v, contacts_[k].nx, contacts_[k].ny);
    };
    return (held.second < 0 ? 0.0 : along(held.second)) - along(held.first) + contacts_[k].apart;
}

void HeldForces::rates(std::vector<HeldState>& rates) {
    rates.resize(bases_.size());
    for (std::size_t k = 0; k < rates.size(); ++k) {
        const HeldBall& ball = (*balls_)[k];
        const HeldState& base = bases_[k];
        HeldState& rate = rates[k];
        rate = {0, 0, sums_[k].u, sums_[k].v, base.wx, base.wy, base.wz};
        for (const ContactSide& touch : touches_[k]) {
            const HeldState& effect = contacts_[touch.contact].effects[touch.side].rate;
            rate.wx += forces_[touch.contact] * effect.wx;
            rate.wy += forces_[touch.contact] * effect.wy;
            rate.wz += forces_[touch.contact] * effect.wz;
        }
        if (ball.spin_sign == 0) rate.wz = 0;
        if (ball.lies_still()) {
            rate.wx = rate.wy = 0;
        } else {
            rate.x = (*states_)[k].u;
            rate.y = (*states_)[k].v;
        }
    }
}

template <class Part>
double HeldForces::total(std::size_t ball, Part part) {
    const std::vector<ContactSide>& touches = touches_[ball];
    const auto term = [&](const ContactSide& touch) {
        return forces_[touch.contact] * part(contacts_[touch.contact].effects[touch.side]);
    };
    // The order of two terms makes no difference.
    if (touches.size() == 1) return term(touches[0]);
    if (touches.size() == 2) return term(touches[0]) + term(touches[1]);
    sum_.clear();
    for (const ContactSide& touch : touches) sum_.add(term(touch));
    return sum_.sum();
}

HeldState HeldForces::push_on(std::size_t ball) {
    HeldState push;
    push.u = total(ball, [](const Effect& effect) { return effect.rate.u; });
    push.v = total(ball, [](const Effect& effect) { return effect.rate.v; });
    return push;
}

double HeldForces::torque_on(std::size_t ball) {
    return total(ball, [](const Effect& effect) { return effect.rate.wz; });
}

double HeldForces::slip_on(std::size_t ball) {
    const double x = total(ball, [](const Effect& effect) { return effect.slip_x; });
    const double y = total(ball, [](const Effect& effect) { return effect.slip_y; });
    return std::sqrt(x * x + y * y);
}

double HeldForces::held_up_to(std::size_t ball) const {
    return 2 * (*balls_)[ball].rates->rolling * (1 - shares_[ball]);
}

void HeldForces::mark_parting(std::vector<HeldContact>& contacts, const std::vector<HeldState>& states) {
    constexpr double kParts = 1e-12;  // m/s
    for (HeldContact& contact : contacts) {
        const HeldFrame frame(contact, states);
        const HeldState& a = states[static_cast<std::size_t>(contact.first)];
        const HeldState b =
            contact.second < 0 ? HeldState{} : states[static_cast<std::size_t>(contact.second)];
        contact.parts = dot(b.u - a.u, b.v - a.v, frame.nx, frame.ny) > kParts;
    }
}

}  // namespace carom::billiards::detail
