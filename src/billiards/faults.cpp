// What is wrong with a table or a setup.
#include <algorithm>
#include <cmath>
#include <string>

#include "billiards/number_range.hpp"
#include "carom/billiards/shot.hpp"

namespace carom::billiards {

namespace {

/// The law of the compliant cushion is looked through in steps of its frequency.
constexpr double kMostOmegaRatio = 100;

using Subject = TableFault::Subject;
using detail::is_in_range;
using detail::kLargest;
using detail::kSmallest;

class Faults {
public:
    /// What the next ones are about.
    void about(Subject subject, std::size_t index = 0) {
        subject_ = subject;
        index_ = index;
    }
    void add(std::string text) { faults_.push_back({subject_, index_, std::move(text)}); }
    void unless(bool fine, const std::string& what, double value, const std::string& wanted) {
        if (!fine) add(what + " is " + std::to_string(value) + ", but must be " + wanted);
    }
    void positive(const std::string& what, double value) {
        unless(value >= kSmallest && value <= kLargest, what, value, "above 0, within 1e-100 and 1e100");
    }
    void in_range(const std::string& what, double value) {
        unless(is_in_range(value), what, value, "at most 1e100 in size");
    }
    void not_negative(const std::string& what, double value) {
        unless(value >= 0 && value <= kLargest, what, value, "0 or more, and at most 1e100");
    }
    void within_one(const std::string& what, double value) {
        unless(value > 0 && value <= 1, what, value, "in (0, 1]");
    }
    std::vector<TableFault> taken() { return std::move(faults_); }

private:
    Subject subject_ = Subject::table;
    std::size_t index_ = 0;
    std::vector<TableFault> faults_;
};

void check_table(Faults& faults, const Table& table) {
    faults.positive("gravity", table.gravity);
    faults.positive("rail_width", table.rail_width);
    for (std::size_t k = 0; k < table.straight_cushions.size(); ++k) {
        const StraightCushion& cushion = table.straight_cushions[k];
        const std::string name = "straight cushion " + std::to_string(k);
        if (!is_in_range(cushion.from) || !is_in_range(cushion.to))
            faults.add(name + " has an end beyond 1e100");
        if (cushion.from == cushion.to) faults.add(name + " has no length");
        faults.positive("the height of " + name, cushion.height);
    }
    for (std::size_t k = 0; k < table.round_cushions.size(); ++k) {
        const RoundCushion& cushion = table.round_cushions[k];
        const std::string name = "round cushion " + std::to_string(k);
        if (!is_in_range(cushion.centre)) faults.add(name + " has a centre beyond 1e100");
        faults.not_negative("the radius of " + name, cushion.radius);
        faults.positive("the height of " + name, cushion.height);
    }
    for (std::size_t k = 0; k < table.pockets.size(); ++k) {
        const std::string name = "pocket " + std::to_string(k);
        if (!is_in_range(table.pockets[k].centre)) faults.add(name + " has a centre beyond 1e100");
        faults.positive("the radius of " + name, table.pockets[k].radius);
        faults.not_negative("the depth of " + name, table.pockets[k].depth);
    }
}

void check_ball(Faults& faults, const BallProperties& ball, const std::string& name) {
    const std::string of = name.empty() ? "" : " of " + name;
    faults.positive("the radius" + of, ball.radius);
    faults.positive("the mass" + of, ball.mass);
    faults.positive("sliding_friction" + of, ball.sliding_friction);
    faults.positive("rolling_friction" + of, ball.rolling_friction);
    faults.positive("spinning_friction" + of, ball.spinning_friction);
    faults.not_negative("ball_friction" + of, ball.ball_friction);
    faults.within_one("ball_restitution" + of, ball.ball_restitution);
    faults.unless(ball.bed_restitution >= 0 && ball.bed_restitution < 1, "bed_restitution" + of,
                  ball.bed_restitution, "in [0, 1)");
    faults.within_one("cushion_restitution" + of, ball.cushion_restitution);
    faults.not_negative("cushion_friction" + of, ball.cushion_friction);
    if (!(ball.rolling_friction < ball.sliding_friction))
        faults.add("rolling_friction" + of + " must be below its sliding_friction");
}

/// Mathavan's laws hold while friction leaves the balls closing: normal impulse makes them part.
void check_hard_friction(Faults& faults, const ShotSetup& setup) {
    constexpr double kLeast = 0.05;  // of the closing speed lost without friction
    const ImpactLaws& laws = setup.laws;
    faults.about(Subject::laws);
    for (std::size_t k = 0; k < setup.balls.size(); ++k) {
        const BallProperties& ball = setup.balls[k];
        const double mu = ball.sliding_friction;
        const double between = laws.ball_friction == BallFriction::alciatore
                                   ? std::max(laws.curve.a, laws.curve.a + laws.curve.b)
                                   : ball.ball_friction;
        if (laws.ball_ball >= BallBallModel::mathavan_2014 && !(1 - mu * between >= kLeast)) {
            faults.add("ball " + std::to_string(k) + " has too much friction for mathavan_2014");
        }
        if (laws.cushion != CushionModel::mathavan_2010) continue;
        const auto check_nose = [&](double height, const std::string& name) {
            if (height < ball.radius) {
                faults.add(name + " is lower than the centre of ball " + std::to_string(k) +
                           ", but mathavan_2010 is for noses above it");
                return;
            }
            const double sine = height / ball.radius - 1;
            const double cosine = std::sqrt(1 - sine * sine);
            const double f = ball.cushion_friction;
            if (cosine - sine * f - mu * (sine + cosine * f) >= kLeast && mu <= 0.7) return;
            faults.add("ball " + std::to_string(k) + " has too much friction for mathavan_2010 at " + name);
        };
        for (std::size_t c = 0; c < setup.table.straight_cushions.size(); ++c)
            check_nose(setup.table.straight_cushions[c].height, "straight cushion " + std::to_string(c));
        for (std::size_t c = 0; c < setup.table.round_cushions.size(); ++c)
            check_nose(setup.table.round_cushions[c].height, "round cushion " + std::to_string(c));
    }
}

/// What cushions and balls must have in common.
void check_together(Faults& faults, const ShotSetup& setup) {
    faults.about(Subject::table);
    const auto check_height = [&](double height, const std::string& name) {
        for (std::size_t k = 0; k < setup.balls.size(); ++k) {
            if (height < 2 * setup.balls[k].radius) continue;
            faults.add(name + " is higher than ball " + std::to_string(k));
            return;
        }
    };
    for (std::size_t k = 0; k < setup.table.straight_cushions.size(); ++k) {
        check_height(setup.table.straight_cushions[k].height, "straight cushion " + std::to_string(k));
    }
    for (std::size_t k = 0; k < setup.table.round_cushions.size(); ++k) {
        check_height(setup.table.round_cushions[k].height, "round cushion " + std::to_string(k));
    }
    for (std::size_t k = 0; k < setup.balls.size(); ++k) {
        const BallProperties& ball = setup.balls[k];
        faults.about(Subject::ball, k);
        if (ball.radius != setup.balls[0].radius && setup.laws.ball_ball >= BallBallModel::mathavan_2014) {
            faults.add("ball " + std::to_string(k) +
                       " has another radius than ball 0, but mathavan_2014 is for balls of one radius");
        }
    }
}

}  // namespace

std::vector<std::string> faults_of(const BallProperties& ball, const std::string& name) {
    Faults faults;
    check_ball(faults, ball, name);
    std::vector<std::string> messages;
    for (TableFault& fault : faults.taken()) messages.push_back(std::move(fault.message));
    return messages;
}

std::vector<TableFault> faults_of(const Table& table) {
    Faults faults;
    check_table(faults, table);
    return faults.taken();
}

std::vector<TableFault> faults_of(const ShotSetup& setup) {
    Faults faults;
    check_table(faults, setup.table);
    if (setup.balls.empty()) faults.add("there is no ball");
    for (std::size_t k = 0; k < setup.balls.size(); ++k) {
        faults.about(Subject::ball, k);
        check_ball(faults, setup.balls[k], "ball " + std::to_string(k));
    }
    faults.about(Subject::cue);
    faults.positive("the mass of the cue", setup.cue.mass);
    faults.positive("the end mass of the cue", setup.cue.end_mass);
    faults.not_negative("the tip radius of the cue", setup.cue.tip_radius);
    faults.about(Subject::laws);
    faults.positive("the contact speed", setup.contact_speed);
    faults.unless(setup.laws.omega_ratio > 1 && setup.laws.omega_ratio <= kMostOmegaRatio, "omega_ratio",
                  setup.laws.omega_ratio, "above 1, and at most 100");
    faults.positive("least_bounce", setup.laws.least_bounce);
    for (const double number : {setup.laws.curve.a, setup.laws.curve.b, setup.laws.curve.c})
        faults.in_range("a number of the friction curve", number);
    const AlciatoreCurve& curve = setup.laws.curve;
    if (!(curve.a >= 0 && curve.a + curve.b >= 0 && curve.c >= 0))
        faults.add("the friction curve must not be negative: a, a + b and c are 0 or more");
    check_together(faults, setup);
    check_hard_friction(faults, setup);
    return faults.taken();
}

}  // namespace carom::billiards
