// What `carom explain` tells of a shot on a table: a line for each event, or a page about one.
#include <fmt/format.h>

#include <cmath>
#include <span>

#include "app/explain/explain_lines.hpp"
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

std::string degrees_of(double value) {
    return fmt::format("{:.2f} degrees", rounded(value, 0.005));
}

std::string follow_in_words(double follow) {
    if (std::fabs(follow) < 0.02) return "stun";
    if (follow < 0) return "draw";
    return std::fabs(follow - 1) < 1e-6 ? "rolls"
           : follow > 1                 ? "more spin than rolling"
                                        : "slides, partly rolling";
}

std::string grip_in_words(const billiards::ImpactAccount& account) {
    constexpr double kStopped = 1e-6;  // of the slip before
    switch (account.grip) {
        case billiards::Grip::none:
            return "nothing slips, or nothing rubs";
        case billiards::Grip::slips:
            return "they slip to the end";
        case billiards::Grip::grips:
            return account.slip_after <= kStopped * account.slip_before ? "they grip: friction stops the slip"
                                                                        : "they grip for a part of the time";
        case billiards::Grip::springs_back:
            return "they grip, and the cushion springs back";
    }
    return "";
}

/// How two surfaces rub on each other.
std::string friction_in_words(const billiards::ImpactAccount& account) {
    const double pressure = account.normal_impulse;
    const bool slips = account.grip == billiards::Grip::slips;
    return fact_line("slip before", digits(account.slip_before) + " m/s", "of the two surfaces") +
           fact_line("slip after", digits(account.slip_after) + " m/s", grip_in_words(account)) +
           fact_line("friction over pressure", digits(pressure > 0 ? account.friction_impulse / pressure : 0),
                     slips ? "as much as the law allows" : "less than slip to the end would need");
}

std::string part_of_approach(double parting, double approach) {
    return approach > 0 ? fmt::format("{} of the approach", digits(parting / approach, 3)) : "";
}

class ShotText {
public:
    explicit ShotText(const ExplainedShot& shot) : shot_(shot), table_(shot.scene.setup.table) {}

    std::string whole() const {
        const std::vector<ShotEvent>& events = shot_.shot.events;
        std::string text = fmt::format("{}: shot {}\n\n   event  time (s)\n", title(), shot_.number + 1);
        billiards::ShotPlayback playback(shot_.scene.setup, shot_.shot.start);
        for (std::size_t k = 0; k < events.size();) {
            const auto joint = std::span(events).subspan(k, billiards::joint_events(events, k).count);
            for (const ShotEvent& event : joint) {
                ++k;
                if (event.kind == EventKind::motion) continue;
                const ExplainedEvent explained = explained_event(shot_.scene.setup, playback, joint, event);
                text += fmt::format("   {:>5}  {:>9.6f}   {}{}\n", k, event.time,
                                    event_in_words(event, shot_.scene), in_short(explained));
            }
            for (const ShotEvent& event : joint) playback.take(event);
        }
        if (events.empty()) return text + "   none: no ball moves, and no cue strikes\n";
        return text + energy_of_shot_in_words(shot_) +
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
        if (event.kind == EventKind::bed) text += landing(explained);
        text += motion(event.ball, explained.ball);
        if (event.kind == EventKind::ball_ball) text += motion(event.other, explained.other);
        return is_out_of_play(event.ball_after.phase) ? text
                                                      : text + energy_of_event_in_words(shot_, explained);
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
            return "; squirt " + sideways(squirt_of(e.ball.after, struck_with()));
        if (e.event->kind == EventKind::ball_ball) {
            if (e.is_joint) return "; one of several at once";
            const billiards::BallImpactFacts facts = impact_facts(e);
            return fmt::format("; cut {:.1f}, throw ", rounded(facts.cut, 0.05)) + sideways(facts.thrown);
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
               fact_line("squirt", sideways(squirt_of(event.ball_after, cue)),
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
                          part_of_approach(facts.parting, facts.approach));
        text += fact_line("impulse", digits(facts.normal_impulse) + " N s", "along the line of centres");
        if (!e.account) return text;  // friction of several contacts cannot be told apart
        text += "\n2. Friction between the balls\n\n" + friction_in_words(*e.account);
        text += fact_line("throw", sideways(facts.thrown),
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
                         part_of_approach(facts.parting, facts.approach)) +
               fact_line(
                   "along, before and after",
                   fmt::format("{}, {} m/s", digits(std::fabs(facts.along_before)),
                               digits(facts.along_before < 0 ? -facts.along_after : facts.along_after))) +
               fact_line("english before", digits(std::fabs(english)) + " m/s",
                         std::fabs(english) < 1e-9 ? "none"
                         : english > 0             ? "running: it widens the angle"
                                                   : "reverse: it narrows the angle") +
               "\n2. Friction at the nose\n\n" + friction_in_words(*e.account);
    }

    std::string landing(const ExplainedEvent& e) const {
        const double fall = -e.ball.before.velocity[2], rise = e.ball.after.velocity[2];
        return "\n1. The landing\n\n" + fact_line("falls at", digits(fall) + " m/s") +
               fact_line("rises at", digits(rise) + " m/s",
                         rise > 0 ? part_of_approach(rise, fall) : "it stays where it came down") +
               "\n2. Friction on the bed\n\n" + friction_in_words(*e.account);
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

    const ExplainedShot& shot_;
    const billiards::Table& table_;
};

}  // namespace

std::string explanation(const ExplainedShot& shot) {
    const ShotText text(shot);
    return shot.event ? text.one() : text.whole();
}

}  // namespace carom::app
