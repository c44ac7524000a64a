// The pictures that `carom explain` draws of a strike and of impacts on a table.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/explain/explain_lines.hpp"
#include "app/explain/explained_shot.hpp"
#include "app/shots/shot_report.hpp"
#include "math/vec_ops.hpp"

namespace carom::app {
namespace {

using namespace detail;
using namespace explanation_look;
using billiards::BallState;
using billiards::BeforeAndAfter;

const char* const kThin = "stroke=\"#9aa4b0\" stroke-width=\"1\" stroke-dasharray=\"3 4\"";

const std::string kLightBlue = "#9db8e6";

Vec2d seen_from_above(const Vec3d& v) {
    return {v[0], v[1]};
}

/// Balls, the normal, and velocities before and after: arrows as long as `stretch` times them.
class ImpactSketch {
public:
    explicit ImpactSketch(const ExplainedShot& shot) : shot_(shot), e_(explained_event(shot, *shot.event)) {
        double fastest = 0;
        for (const BeforeAndAfter* states : {&e_.ball, &e_.other}) {
            for (const BallState* state : {&states->before, &states->after})
                fastest = std::max(fastest, length(state->velocity));
        }
        radius_ = shot.scene.setup.balls[static_cast<std::size_t>(e_.event->ball)].radius;
        stretch_ = fastest > 0 ? 3.2 * radius_ / fastest : 0;
    }

    ExplanationPanel velocities() const {
        Sketch sketch;
        add_surroundings(sketch);
        add_ball(sketch, e_.event->ball, e_.ball, kBlue, kLightBlue);
        if (is_pair()) add_ball(sketch, e_.event->other, e_.other, kOrange, "#edb98a");
        return {"The impact from above", sketch, velocity_words()};
    }

    /// Of a ball that comes down, in the upright plane of its way.
    ExplanationPanel side_view() const {
        const Vec2d way = seen_from_above(e_.ball.before.velocity);
        const double speed = length(way);
        const auto in_plane = [&](const Vec3d& v) {
            const Vec2d over_bed = seen_from_above(v);
            return Vec2d{speed > 0 ? dot(over_bed, way) / speed : length(over_bed), v[2]};
        };
        Sketch sketch;
        const Vec2d at{0, radius_};
        sketch.long_line({0, 0}, {1, 0}, "stroke=\"#15803d\" stroke-width=\"2\"");
        sketch.circle(at, radius_, filled(kBlue, 0.12));
        sketch.label(at, ball_in_words(shot_.scene, e_.event->ball), kBlue);
        add_arrow(sketch, at, in_plane(e_.ball.before.velocity), kLightBlue, "before");
        add_arrow(sketch, at, in_plane(e_.ball.after.velocity), kBlue, "after");
        return {"The landing from the side",
                sketch,
                {fmt::format("falls at {:.3g}, rises at {:.3g} m/s", -e_.ball.before.velocity[2],
                             e_.ball.after.velocity[2]),
                 grip_words()}};
    }

    /// Where the velocity of the lowest point shows how far a ball is from natural roll.
    ExplanationPanel slips() const {
        Sketch sketch;
        add_surroundings(sketch);
        add_slip(sketch, e_.event->ball, e_.ball, kBlue, kLightBlue);
        if (is_pair()) add_slip(sketch, e_.event->other, e_.other, kOrange, "#edb98a");
        return {"Slip on the cloth",
                sketch,
                {"the lowest point's velocity: cloth pushes against it", "without slip a ball rolls"}};
    }

private:
    bool is_pair() const { return e_.event->kind == billiards::EventKind::ball_ball; }

    void add_surroundings(Sketch& sketch) const {
        const Vec2d at = seen_from_above(e_.ball.after.position);
        if (is_pair()) {
            const Vec2d other = seen_from_above(e_.other.after.position);
            sketch.long_line(at, other, kThin);
            return;
        }
        if (!is_cushion(e_.event->kind)) return;
        const Vec2d normal = cushion_normal(shot_.scene.setup.table, *e_.event);
        const Vec2d foot = at - radius_ * normal;
        const Vec2d along{-normal[1], normal[0]};
        sketch.long_line(foot, foot + along, "stroke=\"#15803d\" stroke-width=\"2\"");
        sketch.long_line(at, at + normal, kThin);
    }

    void add_arrow(Sketch& sketch, const Vec2d& at, const Vec2d& velocity, const std::string& colour,
                   const std::string& name) const {
        const Vec2d tip = at + stretch_ * velocity;
        if (!(length(tip - at) > 0.05 * radius_)) return;
        sketch.arrow(at, tip, colour);
        sketch.label(tip, name, colour);
    }

    void add_disc(Sketch& sketch, int ball, const BallState& state, const std::string& colour) const {
        const double radius = shot_.scene.setup.balls[static_cast<std::size_t>(ball)].radius;
        sketch.circle(seen_from_above(state.position), radius, filled(colour, 0.12));
        sketch.label(seen_from_above(state.position), ball_in_words(shot_.scene, ball), colour);
    }

    void add_ball(Sketch& sketch, int ball, const BeforeAndAfter& states, const std::string& colour,
                  const std::string& light) const {
        const Vec2d at = seen_from_above(states.after.position);
        add_disc(sketch, ball, states.after, colour);
        add_arrow(sketch, at, seen_from_above(states.before.velocity), light, "before");
        add_arrow(sketch, at, seen_from_above(states.after.velocity), colour, "after");
    }

    void add_slip(Sketch& sketch, int ball, const BeforeAndAfter& states, const std::string& colour,
                  const std::string& light) const {
        const double radius = shot_.scene.setup.balls[static_cast<std::size_t>(ball)].radius;
        const auto slip = [&](const BallState& state) {
            return Vec2d{state.velocity[0] - radius * state.spin[1],
                         state.velocity[1] + radius * state.spin[0]};
        };
        const Vec2d at = seen_from_above(states.after.position);
        add_disc(sketch, ball, states.after, colour);
        add_arrow(sketch, at, slip(states.before), light, "before");
        add_arrow(sketch, at, slip(states.after), colour, "after");
    }

    std::vector<std::string> velocity_words() const {
        const auto& balls = shot_.scene.setup.balls;
        const auto properties = [&](int ball) -> const billiards::BallProperties& {
            return balls[static_cast<std::size_t>(ball)];
        };
        if (is_pair()) {
            const auto facts =
                facts_of_impact(properties(e_.event->ball), e_.ball, properties(e_.event->other), e_.other);
            return {fmt::format("cut {:.1f} degrees, throw ", facts.cut) + sideways(facts.thrown),
                    fmt::format("approach {:.3g}, parting {:.3g} m/s", facts.approach, facts.parting),
                    grip_words()};
        }
        const auto facts = facts_of_cushion_impact(properties(e_.event->ball), e_.ball,
                                                   cushion_normal(shot_.scene.setup.table, *e_.event));
        return {fmt::format("in {:.1f}, out {:.1f} degrees from the normal", facts.incoming, facts.outgoing),
                fmt::format("approach {:.3g}, parting {:.3g} m/s", facts.approach, facts.parting),
                grip_words()};
    }

    std::string grip_words() const {
        if (!e_.account) return "more balls meet at the same instant";
        switch (e_.account->grip) {
            case billiards::Grip::none:
                return "no friction";
            case billiards::Grip::slips:
                return "the surfaces slip to the end";
            case billiards::Grip::grips:
                return "the surfaces grip";
            case billiards::Grip::springs_back:
                return "the surfaces grip, and spring back";
        }
        return "";
    }

    const ExplainedShot& shot_;
    ExplainedEvent e_;
    double radius_ = 0, stretch_ = 0;
};

/// A strike: what the cue does to the ball, from above and as the player sees it.
class StrikeSketch {
public:
    explicit StrikeSketch(const ExplainedShot& shot)
        : shot_(shot),
          e_(explained_event(shot, *shot.event)),
          cue_(shot.scene.shots[shot.number].shot.strike),
          radius_(shot.scene.setup.balls[static_cast<std::size_t>(e_.event->ball)].radius) {}

    ExplanationPanel from_above() const {
        const Vec2d at = seen_from_above(e_.ball.after.position);
        const double turned = cue_.direction / 57.295779513082320877;
        const Vec2d aim{std::cos(turned), std::sin(turned)}, left{-aim[1], aim[0]};
        const Vec2d v = seen_from_above(e_.ball.after.velocity);
        const double speed = length(v);
        Sketch sketch;
        sketch.circle(at, radius_, filled(kBlue, 0.12));
        sketch.label(at, ball_in_words(shot_.scene, e_.event->ball), kBlue);
        sketch.long_line(at, at + aim, kThin);
        const double back = std::sqrt(std::max(0.0, 1 - cue_.left * cue_.left));
        const Vec2d tip = at + radius_ * (cue_.left * left - back * aim);
        sketch.arrow(tip - 3 * radius_ * aim, tip, kOrange);
        sketch.label(tip - 3 * radius_ * aim, "stick", kOrange);
        if (speed > 0) {
            sketch.arrow(at, at + 3.2 * radius_ / speed * v, kBlue);
            sketch.label(at + 3.2 * radius_ / speed * v, "ball", kBlue);
        }
        return {"The strike from above",
                sketch,
                {fmt::format("stick {:.3g} m/s, ball {:.3g} m/s", cue_.speed, speed),
                 "squirt " + sideways(squirt_of(e_.ball.after, cue_))}};
    }

    ExplanationPanel from_behind() const {
        Sketch sketch;
        sketch.circle({0, 0}, 1, filled(kBlue, 0.12));
        sketch.circle({0, 0}, billiards::kMiscueOffset, outline(kGrey, "3 4"));
        sketch.line({-1, 0}, {1, 0}, kThin);
        sketch.line({0, -1}, {0, 1}, kThin);
        sketch.dot({-cue_.left, cue_.up}, kOrange);
        sketch.label({-cue_.left, cue_.up}, "tip", kOrange);
        const billiards::Roll roll = roll_of(properties(), e_.ball.after);
        return {
            "As the player sees the ball",
            sketch,
            {fmt::format("tip {:.3g} R to the left, {:.3g} R up; dashed: it slips off", cue_.left, cue_.up),
             fmt::format("elevation {:.3g} degrees", cue_.elevation),
             fmt::format("follow {}, english {}", digits(roll.follow, 3), digits(roll.english, 3))}};
    }

private:
    const billiards::BallProperties& properties() const {
        return shot_.scene.setup.balls[static_cast<std::size_t>(e_.event->ball)];
    }

    const ExplainedShot& shot_;
    ExplainedEvent e_;
    const billiards::Strike& cue_;
    double radius_;
};

std::string headline_of(const ExplainedShot& shot) {
    const billiards::ShotEvent& event = shot.shot.events[*shot.event];
    const std::string ball = ball_in_words(shot.scene, event.ball);
    switch (event.kind) {
        case billiards::EventKind::strike:
            return ball + " is struck";
        case billiards::EventKind::bed:
            return ball + " comes down";
        case billiards::EventKind::ball_ball:
            return ball + " meets " + ball_in_words(shot.scene, event.other);
        default:
            return ball + " meets a cushion";
    }
}

}  // namespace

bool has_picture(billiards::EventKind kind) {
    return kind == billiards::EventKind::strike || kind == billiards::EventKind::ball_ball ||
           kind == billiards::EventKind::bed || is_cushion(kind);
}

ExplanationPicture explanation_picture(const ExplainedShot& shot) {
    const billiards::ShotEvent& event = shot.shot.events[*shot.event];
    std::vector<ExplanationPanel> panels;
    if (event.kind == billiards::EventKind::strike) {
        const StrikeSketch sketch(shot);
        panels = {sketch.from_above(), sketch.from_behind()};
    } else {
        const ImpactSketch sketch(shot);
        const bool lands = event.kind == billiards::EventKind::bed;
        panels = {lands ? sketch.side_view() : sketch.velocities(), sketch.slips()};
    }
    return explanation_picture(
        "a shot on a table", headline_of(shot),
        fmt::format("Event {} at {:.6f} s; arrows show {}", *shot.event + 1, event.time,
                    event.kind == billiards::EventKind::strike ? "directions" : "velocities"),
        panels);
}

}  // namespace carom::app
