// What `carom explain` tells of a shot on a table: a line for each event, or a page about one.
#include <fmt/format.h>

#include <cmath>

#include "app/explain/explained_shot.hpp"
#include "app/shots/shot_report.hpp"
#include "app/shots/shot_story.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

using billiards::BallState;
using billiards::BeforeAndAfter;
using billiards::EventKind;
using billiards::Phase;
using billiards::Roll;
using billiards::ShotEvent;

std::string digits(double value, int decimals = 4) {
    constexpr double rounding = 1e-12;
    return fmt::format("{:.{}g}", std::fabs(value) < rounding ? 0.0 : value, decimals);
}

/// What would be told as 0 is 0.
double rounded(double value, double least) {
    return std::fabs(value) < least ? 0.0 : value;
}

std::string degrees_of(double value) {
    return fmt::format("{:.2f} degrees", rounded(value, 0.005));
}

/// In words, left or right as the one who shoots sees it.
std::string sideways(double value, const char* what) {
    if (rounded(value, 0.005) == 0) return "none";
    return fmt::format("{:.2f} degrees {}{}", std::fabs(value), value < 0 ? "to the right" : "to the left",
                       what);
}

std::string fact_line(const std::string& name, const std::string& value, const std::string& remark = "") {
    return remark.empty() ? fmt::format("   {:<24}   {}\n", name, value)
                          : fmt::format("   {:<24}   {:<22}  {}\n", name, value, remark);
}

std::string follow_in_words(double follow) {
    if (std::fabs(follow) < 0.02) return "stun";
    if (follow < 0) return "draw";
    return std::fabs(follow - 1) < 1e-6 ? "rolls"
           : follow > 1                 ? "more spin than rolling"
                                        : "slides, partly rolling";
}

bool is_impact(EventKind kind) {
    return kind == EventKind::ball_ball || kind == EventKind::bed || is_cushion(kind);
}

class ShotText {
public:
    explicit ShotText(const ExplainedShot& shot) : shot_(shot), table_(shot.scene.setup.table) {}

    std::string whole() const {
        const std::vector<ShotEvent>& events = shot_.shot.events;
        std::string text = fmt::format("{}: shot {}\n\n   event  time (s)\n", title(), shot_.number + 1);
        billiards::ShotPlayback playback(shot_.scene.setup, shot_.shot.start);
        std::size_t end_of_joint = 0;
        for (std::size_t k = 0; k < events.size(); ++k) {
            const ShotEvent& event = events[k];
            if (event.following > 0) end_of_joint = k + static_cast<std::size_t>(event.following) + 1;
            const ExplainedEvent explained = explained_event(playback, event, k < end_of_joint);
            playback.take(event);
            if (event.kind == EventKind::motion) continue;
            text += fmt::format("   {:>5}  {:>9.6f}   {}{}\n", k + 1, event.time,
                                event_in_words(event, shot_.scene), in_short(explained));
        }
        if (events.empty()) return text + "   none: no ball moves, and no cue strikes\n";
        return text +
               fmt::format("\nAll balls rest after {:.6f} s. --event N explains one of these events.\n",
                           shot_.shot.duration);
    }

    std::string one() const {
        const ExplainedEvent explained = explained_event(shot_, *shot_.event);
        const ShotEvent& event = *explained.event;
        std::string text = fmt::format("{}: shot {}, event {} at {:.6f} s\n{}\n", title(), shot_.number + 1,
                                       *shot_.event + 1, event.time, event_in_words(event, shot_.scene));
        if (explained.is_joint)
            text +=
                "\nMore impacts at the same instant share a ball: what is told is what all of them did.\n";
        if (event.kind == EventKind::strike) text += strike();
        if (event.kind == EventKind::ball_ball) text += impact(explained);
        if (is_cushion(event.kind)) text += cushion(explained);
        text += motion(event.ball, explained.ball);
        if (event.kind == EventKind::ball_ball) text += motion(event.other, explained.other);
        return text + energy(explained);
    }

private:
    std::string title() const { return shot_.scene.name.empty() ? "the table" : shot_.scene.name; }
    std::string name(int ball) const { return ball_in_words(shot_.scene, ball); }
    const billiards::BallProperties& properties(int ball) const {
        return shot_.scene.setup.balls[static_cast<std::size_t>(ball)];
    }
    const billiards::Strike& struck_with() const { return shot_.scene.shots[shot_.number].shot.strike; }

    billiards::BallImpactFacts impact_facts(const ExplainedEvent& e) const {
        return facts_of_impact(properties(e.event->ball), e.ball, properties(e.event->other), e.other);
    }
    billiards::CushionImpactFacts cushion_facts(const ExplainedEvent& e) const {
        return facts_of_cushion_impact(properties(e.event->ball), e.ball, cushion_normal(table_, *e.event));
    }

    std::string in_short(const ExplainedEvent& e) const {
        if (e.event->kind == EventKind::strike)
            return fmt::format("; squirt {:.2f} degrees",
                               rounded(squirt_of(e.ball.after, struck_with()), 0.005));
        if (e.event->kind == EventKind::ball_ball) {
            if (e.is_joint) return "; one of several at once";
            const billiards::BallImpactFacts facts = impact_facts(e);
            return fmt::format("; cut {:.1f}, thrown {:.2f} degrees", rounded(facts.cut, 0.05),
                               rounded(facts.thrown, 0.005));
        }
        if (is_cushion(e.event->kind)) {
            const billiards::CushionImpactFacts facts = cushion_facts(e);
            return fmt::format("; in {:.1f}, out {:.1f} degrees", facts.incoming, facts.outgoing);
        }
        return "";
    }

    std::string strike() const {
        const ShotEvent& event = shot_.shot.events[*shot_.event];
        const billiards::Strike& cue = struck_with();
        const Vec3d& v = event.ball_after.velocity;
        const double speed = std::hypot(v[0], v[1], v[2]);
        return "\n1. The strike\n\n" + fact_line("speed of the cue", digits(cue.speed) + " m/s") +
               fact_line("speed of the ball", digits(speed) + " m/s",
                         fmt::format("{} of the cue's", digits(speed / cue.speed, 3))) +
               fact_line("direction of the cue", degrees_of(cue.direction)) +
               fact_line("squirt", sideways(squirt_of(event.ball_after, cue), ""),
                         "the shaft's end pushes the ball away from english") +
               fact_line("tip", fmt::format("{} to the left, {} up", digits(cue.left, 3), digits(cue.up, 3)),
                         fmt::format("in ball radii; it slips off beyond {}", billiards::kMiscueOffset)) +
               fact_line("elevation", degrees_of(cue.elevation));
    }

    std::string impact(const ExplainedEvent& e) const {
        const billiards::BallImpactFacts facts = impact_facts(e);
        std::string text = "\n1. The hit\n\n";
        text += fact_line("cut", degrees_of(facts.cut), "0 is full, 30 half of the ball, 90 a graze");
        text += fact_line("part of the ball hit", fmt::format("{:.1f} %", 100 * facts.fraction));
        text += fact_line("approach", digits(facts.approach) + " m/s", "along the line of centres");
        text += fact_line("parting", digits(facts.parting) + " m/s",
                          facts.approach > 0
                              ? fmt::format("{} of the approach", digits(facts.parting / facts.approach, 3))
                              : "");
        text += fact_line("impulse", digits(facts.normal_impulse) + " N s", "along the line of centres");
        if (e.is_joint) return text;  // friction of several contacts cannot be told apart
        text += "\n2. Friction between the balls\n\n";
        text += fact_line("slip before", digits(facts.slip_before) + " m/s", "of the two surfaces");
        text += fact_line("slip after", digits(facts.slip_after) + " m/s",
                          facts.slip_before < 1e-9 ? "nothing slips"
                          : facts.grips()          ? "they grip: friction stops the slip"
                                                   : "they slip to the end");
        text += fact_line(
            "friction over pressure",
            digits(facts.normal_impulse > 0 ? facts.tangential_impulse / facts.normal_impulse : 0),
            facts.grips() ? "less than the coefficient allows" : "as much as the coefficient allows");
        text += fact_line("throw", sideways(facts.thrown, ""),
                          fmt::format("of {}, from the line of centres", name(e.event->other)));
        text += fact_line(
            "spin given to " + name(e.event->other),
            fmt::format("{} rad/s",
                        digits(std::hypot(facts.spin_gained[0], facts.spin_gained[1], facts.spin_gained[2]))),
            fmt::format("{} of it about the vertical", digits(facts.spin_gained[2])));
        return text;
    }

    std::string cushion(const ExplainedEvent& e) const {
        const billiards::CushionImpactFacts facts = cushion_facts(e);
        const double english = facts.running_english;
        return "\n1. The cushion\n\n" +
               fact_line("angle in", degrees_of(facts.incoming), "from the normal: 0 is straight at it") +
               fact_line("angle out", degrees_of(facts.outgoing), "a mirror gives the angle in") +
               fact_line("approach", digits(facts.approach) + " m/s", "towards the cushion") +
               fact_line("parting", digits(facts.parting) + " m/s",
                         facts.approach > 0
                             ? fmt::format("{} of the approach", digits(facts.parting / facts.approach, 3))
                             : "") +
               fact_line(
                   "along, before and after",
                   fmt::format("{}, {} m/s", digits(std::fabs(facts.along_before)),
                               digits(facts.along_before < 0 ? -facts.along_after : facts.along_after))) +
               fact_line("english before", digits(std::fabs(english)) + " m/s",
                         std::fabs(english) < 1e-9 ? "none"
                         : english > 0             ? "running: it widens the angle"
                                                   : "reverse: it narrows the angle");
    }

    std::string motion(int ball, const BeforeAndAfter& states) const {
        const Roll before = roll_of(properties(ball), states.before),
                   after = roll_of(properties(ball), states.after);
        const auto row = [](const char* what, const std::string& a, const std::string& b,
                            const std::string& remark = "") {
            return fmt::format("   {:<24}   {:<12} {:<12} {}\n", what, a, b, remark);
        };
        const BallState &a = states.before, &b = states.after;
        const bool flies = a.phase == Phase::airborne || b.phase == Phase::airborne;
        std::string text = fmt::format("\n{}\n\n", name(ball)) + row("", "before", "after") +
                           row("phase", name_of(a.phase), name_of(b.phase)) +
                           row("speed over bed (m/s)", digits(before.speed), digits(after.speed));
        if (flies) text += row("speed upwards (m/s)", digits(a.velocity[2]), digits(b.velocity[2]));
        text += row("direction (degrees)", fmt::format("{:.3f}", before.direction),
                    fmt::format("{:.3f}", after.direction)) +
                row("follow", digits(before.follow), digits(after.follow),
                    after.speed > 0 ? follow_in_words(after.follow) + "; natural roll is 1" : "") +
                row("english", digits(before.english), digits(after.english),
                    "R w_z over the speed: above 0 counterclockwise");
        if (flies) return text;
        return text + row("slip on the cloth (m/s)", digits(before.slip), digits(after.slip)) +
               row("swerve (degrees)", fmt::format("{:.3f}", rounded(before.swerve, 0.0005)),
                   fmt::format("{:.3f}", rounded(after.swerve, 0.0005)),
                   "how far the way turns until it rolls");
    }

    std::string energy(const ExplainedEvent& e) const {
        if (is_out_of_play(e.ball.after.phase)) return "";
        const double gravity = table_.gravity;
        double before = energy_of(properties(e.event->ball), e.ball.before, gravity);
        double after = energy_of(properties(e.event->ball), e.ball.after, gravity);
        if (e.event->kind == EventKind::ball_ball) {
            before += energy_of(properties(e.event->other), e.other.before, gravity);
            after += energy_of(properties(e.event->other), e.other.after, gravity);
        }
        std::string text = "\nEnergy of motion, spin and height\n\n" +
                           fact_line("before", digits(before) + " J") +
                           fact_line("after", digits(after) + " J");
        if (is_impact(e.event->kind) && before > 0)
            text += fact_line("lost", fmt::format("{} J", digits(before - after)),
                              fmt::format("{:.2f} %", 100 * (before - after) / before));
        return text;
    }

    const ExplainedShot& shot_;
    const billiards::Table& table_;
};

}  // namespace

std::string explanation(const ExplainedShot& shot) {
    const ShotText text(shot);
    return shot.event ? text.one() : text.whole();
}

}  // namespace carom::app
