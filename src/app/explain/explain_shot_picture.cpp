// The picture that `carom explain` draws of an impact on a table, from above.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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
                fastest = std::max(fastest, length(seen_from_above(state->velocity)));
        }
        radius_ = shot.scene.setup.balls[static_cast<std::size_t>(e_.event->ball)].radius;
        stretch_ = fastest > 0 ? 3.2 * radius_ / fastest : 0;
    }

    ExplanationPanel velocities() const {
        Sketch sketch;
        add_surroundings(sketch);
        add_ball(sketch, e_.event->ball, e_.ball, kBlue, "#9db8e6");
        if (is_pair()) add_ball(sketch, e_.event->other, e_.other, kOrange, "#edb98a");
        return {"The impact from above", sketch, velocity_words()};
    }

    /// Where the velocity of the lowest point shows how far a ball is from natural roll.
    ExplanationPanel slips() const {
        Sketch sketch;
        add_surroundings(sketch);
        add_slip(sketch, e_.event->ball, e_.ball, kBlue, "#9db8e6");
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
            return {fmt::format("cut {:.1f} degrees, throw {:.2f}", facts.cut, facts.thrown),
                    fmt::format("approach {:.3g}, parting {:.3g} m/s", facts.approach, facts.parting),
                    facts.grips() ? "the surfaces grip" : "the surfaces slip to the end"};
        }
        const auto facts = facts_of_cushion_impact(properties(e_.event->ball), e_.ball,
                                                   cushion_normal(shot_.scene.setup.table, *e_.event));
        return {fmt::format("in {:.1f}, out {:.1f} degrees from the normal", facts.incoming, facts.outgoing),
                fmt::format("approach {:.3g}, parting {:.3g} m/s", facts.approach, facts.parting)};
    }

    const ExplainedShot& shot_;
    ExplainedEvent e_;
    double radius_ = 0, stretch_ = 0;
};

}  // namespace

ExplanationPicture explanation_picture(const ExplainedShot& shot) {
    const ImpactSketch sketch(shot);
    const billiards::ShotEvent& event = shot.shot.events[*shot.event];
    const std::string what = event.kind == billiards::EventKind::ball_ball
                                 ? ball_in_words(shot.scene, event.other)
                                 : std::string(is_cushion(event.kind) ? "a cushion" : "");
    return explanation_picture(
        "an impact on a table", fmt::format("{} meets {}", ball_in_words(shot.scene, event.ball), what),
        fmt::format("Event {} at {:.6f} s; arrows show velocities", *shot.event + 1, event.time),
        {sketch.velocities(), sketch.slips()});
}

}  // namespace carom::app
