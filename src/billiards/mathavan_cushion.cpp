// A ball on cloth against the nose of a cushion, as impulses grow: Mathavan, Jackson and Parkin, "A
// theoretical analysis of billiard ball dynamics under cushion impacts", Proc. IMechE C 224 (2010). Friction
// at nose and cloth, energetic restitution. The ball does not leave the bed; the bed does not pull.
#include "billiards/cushion_impact.hpp"
#include "billiards/darboux_keller.hpp"

namespace carom::billiards::detail {

namespace {

/// Axes: x along the cushion, y towards it, z up. Spins are multiplied by the radius. All impulses are those
/// a mass; normal impulse at the nose is what they grow with.
class MathavanCushion {
public:
    /// Along the cushion, along the ball's surface upwards; friction of the cloth along x and y; the work.
    enum { kNormal, kAlong, kUpwards, kClothX, kClothY, kWork, kCount };
    using Impulses = std::array<double, kCount>;

    struct Start {
        double x, y, spin_x, spin_y, spin_z;
    };

    MathavanCushion(const Start& start, const BallProperties& ball, const Nose& nose)
        : start_(start),
          sine_(nose.sine),
          cosine_(nose.cosine),
          nose_friction_(ball.cushion_friction),
          cloth_friction_(ball.sliding_friction) {}

    Impulses rates(double closing, const Impulses& y) const {
        const Friction f = friction(y);
        const double rate = 1 / falls(f);
        return {rate,
                rate * f.nose.x,
                rate * f.nose.y,
                rate * f.cloth.x,
                rate * f.cloth.y,
                rate * std::fabs(closing)};
    }
    double impulse_rate(const Impulses& y) const { return 1 / falls(friction(y)); }

    /// Slips that have ended stick, if friction holds them.
    void settle(const Impulses& y) {
        nose_.look_at(nose_slip(y));
        cloth_.look_at(cloth_slip(y));
        choose_load(y);
        for (Friction f = friction(y); held_spare(f) < 0; f = friction(y)) {
            if (cloth_.sticks && (!nose_.sticks || cloth_spare(f) <= nose_spare(f))) {
                cloth_.let_go(f.cloth);
            } else {
                nose_.let_go(f.nose);
            }
            choose_load(y);
        }
        choose_following(y);
    }
    double reach(const Impulses& y) const {
        const Friction f = friction(y);
        const double most = std::min(longest_step(nose_, nose_slip(y), nose_rate(f)),
                                     longest_step(cloth_, cloth_slip(y), cloth_rate(f)));
        return most * falls(f);
    }
    double spare(const Impulses& y) const {
        const Friction f = friction(y);
        const double least = std::min(held_spare(f), is_pressed_ ? bed_load(f) : -bed_load(f));
        return std::min({least, nose_.spare(nose_slip(y)), cloth_.spare(cloth_slip(y))});
    }

    Start end(const Impulses& y) const {
        return {start_.x + y[kAlong] + y[kClothX],
                start_.y - cosine_ * y[kNormal] - sine_ * y[kUpwards] + y[kClothY],
                start_.spin_x + kTurn * (y[kUpwards] + y[kClothY]),
                start_.spin_y + kTurn * (sine_ * y[kAlong] - y[kClothX]),
                start_.spin_z - kTurn * cosine_ * y[kAlong]};
    }

private:
    static constexpr double kTurn = 2.5;  ///< of a solid sphere: radius^2 mass / inertia
    static constexpr double kBoth = 1 + kTurn;

    struct Friction {
        Slip nose, cloth;
    };
    struct Directions {
        Slip nose, cloth;
    };

    /// For each normal impulse.
    Friction friction(const Impulses& y) const {
        if (nose_.follows() || cloth_.follows()) return friction(following(y));
        return friction({nose_.direction(nose_slip(y)), cloth_.direction(cloth_slip(y))});
    }
    /// With slips in these directions, where they slip.
    Friction friction(const Directions& slips) const {
        const Slip nose = nose_.sticks ? holding(slips.cloth) : -nose_friction_ * slips.nose;
        if (!is_pressed_) return {nose, {}};
        if (!cloth_.sticks) return {nose, -cloth_friction_ * (sine_ - cosine_ * nose.y) * slips.cloth};
        return {nose, -1 / kBoth * unloaded_cloth_rate(nose)};
    }
    /// A slip lags behind where it is pulled to: it turns by the pull, and lags by itself times its own
    /// turning.
    Directions following(const Impulses& y) const {
        constexpr double kAhead = 1e-3;
        const Directions now = directions(y, {});
        const Friction f = friction(now);
        const auto ahead = [&](double impulse) {
            const double rates[] = {1, f.nose.x, f.nose.y, f.cloth.x, f.cloth.y};
            Impulses there = y;
            for (std::size_t k = 0; k < 5; ++k) there[k] += impulse * rates[k];
            return directions(there, {});
        };
        const Directions soon = ahead(kAhead);
        const Directions later = ahead(2 * kAhead);
        const auto lag = [](const Slip& slip, const Slip& rate, const Slip& friction, const Slip& a,
                            const Slip& b, const Slip& c) {
            const double pull = (rate - kBoth * friction).speed();
            const double own = pull / std::max(pull + rate.along(a), 0.5 * pull + 1e-300);
            return own * slip.speed() / (2 * kAhead) * (4 * b - 3 * a - c);
        };
        return directions(y,
                          {lag(nose_slip(y), nose_rate(f), f.nose, now.nose, soon.nose, later.nose),
                           lag(cloth_slip(y), cloth_rate(f), f.cloth, now.cloth, soon.cloth, later.cloth)});
    }
    /// A small slip that has turned follows the pull: what it is off by vanishes within its own size.
    void choose_following(const Impulses& y) {
        constexpr double kSame = 1e-13;
        const Friction f = friction(y);
        for (SlipMode* mode : {&nose_, &cloth_}) {
            if (mode->sticks) continue;
            const bool is_nose = mode == &nose_;
            const Slip slip = is_nose ? nose_slip(y) : cloth_slip(y);
            const Slip rate = is_nose ? nose_rate(f) : cloth_rate(f);
            const double limit = SlipMode::limit(rate, rate - kBoth * (is_nose ? f.nose : f.cloth));
            const bool may = slip.speed() < 0.5 * limit;
            if (mode->follows() || limit == SlipMode::kQuick) {
                mode->follows_to = mode->follows() && may ? limit : 0;
            } else if (may) {
                mode->follows_to = limit;
                mode->heading = unit(slip);
                const Directions to = following(y);
                const Slip off = slip.speed() * ((is_nose ? to.nose : to.cloth) - unit(slip));
                if (off.speed() > kSame) mode->follows_to = 0;
            }
        }
    }
    /// Of the slips. Where one that follows is pulled to depends on friction, which depends on it.
    Directions directions(const Impulses& y, const Directions& lag) const {
        constexpr int kMostRounds = 200;
        constexpr double kSame = 3e-16;
        Directions at{nose_.direction(nose_slip(y)), cloth_.direction(cloth_slip(y))};
        for (int k = 0; k < kMostRounds; ++k) {
            const Directions before = at;
            const Friction f = friction(at);
            if (cloth_.follows()) at.cloth = unit(unloaded_cloth_rate(f.nose) - lag.cloth);
            if (nose_.follows()) at.nose = unit(nose_rate(f) - kBoth * f.nose - lag.nose);
            if ((at.nose - before.nose).speed() + (at.cloth - before.cloth).speed() < kSame) break;
        }
        return at;
    }
    /// What keeps the nose from slipping.
    Slip holding(const Slip& cloth) const {
        const double own = kTurn + sine_ * sine_;
        const double shared = kTurn - sine_;
        if (!is_pressed_) return {0, -sine_ * cosine_ / own};
        if (cloth_.sticks)
            return {0, -(sine_ * cosine_ + shared * cosine_ / kBoth) / (own - shared * shared / kBoth)};
        const double dragged = shared * cloth_friction_ * cloth.y;
        const double up = -(sine_ * cosine_ - dragged * sine_) / (own + dragged * cosine_);
        const double drag = -cloth_friction_ * (sine_ - cosine_ * up);
        return {-drag * cloth.x * (1 - kTurn * sine_) / kBoth, up};
    }
    Slip nose_slip(const Impulses& y) const {
        const Start now = end(y);
        return {now.x + sine_ * now.spin_y - cosine_ * now.spin_z, now.spin_x - sine_ * now.y};
    }
    Slip cloth_slip(const Impulses& y) const {
        const Start now = end(y);
        return {now.x - now.spin_y, now.y + now.spin_x};
    }
    Slip nose_rate(const Friction& f) const {
        return {kBoth * f.nose.x + (1 - kTurn * sine_) * f.cloth.x,
                sine_ * cosine_ + (kTurn + sine_ * sine_) * f.nose.y + (kTurn - sine_) * f.cloth.y};
    }
    Slip unloaded_cloth_rate(const Slip& nose) const {
        return {(1 - kTurn * sine_) * nose.x, (kTurn - sine_) * nose.y - cosine_};
    }
    Slip cloth_rate(const Friction& f) const {
        const Slip rate = unloaded_cloth_rate(f.nose);
        return {rate.x + kBoth * f.cloth.x, rate.y + kBoth * f.cloth.y};
    }
    double falls(const Friction& f) const { return cosine_ + sine_ * f.nose.y - f.cloth.y; }
    double nose_spare(const Friction& f) const { return nose_friction_ - f.nose.speed(); }
    double cloth_spare(const Friction& f) const {
        return is_pressed_ ? cloth_friction_ * bed_load(f) - f.cloth.speed() : 0;
    }
    double held_spare(const Friction& f) const {
        return std::min(nose_.sticks ? nose_spare(f) : 1, cloth_.sticks ? cloth_spare(f) : 1);
    }
    /// How the ball presses on the bed, if it does.
    double bed_load(const Friction& f) const { return sine_ - cosine_ * f.nose.y; }
    void choose_load(const Impulses& y) {
        is_pressed_ = true;
        is_pressed_ = bed_load(friction(y)) > 0;
    }

    Start start_;
    double sine_, cosine_, nose_friction_, cloth_friction_;
    SlipMode nose_, cloth_;
    bool is_pressed_ = true;  ///< on the bed
};

}  // namespace

double impact_of_mathavan(CushionMotion& m, const BallProperties& ball, const Nose& nose) {
    const double spin_speed = ball.radius * std::sqrt(m.wn * m.wn + m.wt * m.wt + m.wz * m.wz);
    const double unit = std::sqrt(m.vn * m.vn + m.vt * m.vt) + spin_speed;
    const double per_unit = 1 / unit;
    const double spin = ball.radius * per_unit;
    MathavanCushion law({m.vt * per_unit, -m.vn * per_unit, m.wt * spin, -m.wn * spin, m.wz * spin}, ball,
                        nose);
    const auto impulses = ImpactCourse(law, -m.vn * per_unit).after(ball.cushion_restitution);
    const auto after = law.end(impulses);
    const double turn = unit / ball.radius;
    m = {-after.y * unit, after.x * unit, -after.spin_y * turn, after.spin_x * turn, after.spin_z * turn};
    return impulses[MathavanCushion::kNormal] * unit;
}

}  // namespace carom::billiards::detail
