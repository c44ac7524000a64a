#include "view/shot_facts.hpp"

#include <algorithm>
#include <cmath>

namespace carom::view {

using billiards::BeforeAndAfter;
using billiards::EventKind;
using billiards::ShotEvent;

ShotFacts::ShotFacts(const billiards::TableScene& scene) : setup_(scene.setup), shots_(scene.shots) {}

void ShotFacts::begin(const PlayedShot& shot) {
    playback_.emplace(setup_, shot.start);
    joint_ = 0;
    pending_.clear();
    ++begun_;
}

Facts ShotFacts::take(const ShotEvent& event) {
    joint_ = event.following > 0 ? event.following + 1 : std::max(joint_ - 1, 0);
    const BeforeAndAfter ball{playback_->state(event.ball, event.time), event.ball_after};
    BeforeAndAfter other;
    if (event.kind == EventKind::ball_ball)
        other = {playback_->state(event.other, event.time), event.other_after};
    // Each event of an impact of several balls tells how all of them change: from what was before all of it.
    pending_.push_back(event);
    if (event.following == 0) {
        for (const ShotEvent& taken : pending_) playback_->take(taken);
        pending_.clear();
    }
    if (event.kind == EventKind::strike) return of_strike(ball);
    if (event.kind != EventKind::ball_ball && event.kind != EventKind::bed && !is_cushion(event.kind))
        return {};
    Facts facts = event.kind == EventKind::ball_ball ? of_balls(event, ball, other)
                  : is_cushion(event.kind)           ? of_cushion(event, ball)
                                                     : Facts{};
    if (joint_ == 0) add_energy(facts, event, ball, other);
    return facts;
}

Facts ShotFacts::of_strike(const BeforeAndAfter& ball) const {
    if (begun_ > shots_.size()) return {};
    const billiards::Strike& strike = shots_[begun_ - 1].shot.strike;
    const Vec3d& v = ball.after.velocity;
    return {{"cue_speed", strike.speed},
            {"speed", std::hypot(v[0], v[1], v[2])},
            {"squirt", squirt_of(ball.after, strike)}};
}

/// Friction and losses of several contacts at once cannot be told apart.
Facts ShotFacts::of_balls(const ShotEvent& event, const BeforeAndAfter& ball,
                          const BeforeAndAfter& other) const {
    const auto told = facts_of_impact(properties(event.ball), ball, properties(event.other), other);
    Facts facts{{"cut", told.cut},
                {"part", told.fraction},
                {"approach", told.approach},
                {"parting", told.parting},
                {"impulse", told.normal_impulse}};
    if (joint_ > 0) return facts;
    const Vec3d& spin = told.spin_gained;
    const billiards::Grip grip = account_of_impact(setup_, event, ball, other).grip;
    facts.insert(facts.end(), {{"slip_before", told.slip_before},
                               {"slip_after", told.slip_after},
                               {"grips", grip == billiards::Grip::grips ? 1 : 0},
                               {"thrown", told.thrown},
                               {"spin", std::hypot(spin[0], spin[1], spin[2])},
                               {"side_spin", spin[2]}});
    return facts;
}

Facts ShotFacts::of_cushion(const ShotEvent& event, const BeforeAndAfter& ball) const {
    const auto told =
        facts_of_cushion_impact(properties(event.ball), ball, cushion_normal(setup_.table, event));
    return {{"incoming", told.incoming},
            {"outgoing", told.outgoing},
            {"approach", told.approach},
            {"parting", told.parting},
            {"running_english", told.running_english}};
}

void ShotFacts::add_energy(Facts& facts, const ShotEvent& event, const BeforeAndAfter& ball,
                           const BeforeAndAfter& other) const {
    const double gravity = setup_.table.gravity;
    double before = energy_of(properties(event.ball), ball.before, gravity);
    double after = energy_of(properties(event.ball), ball.after, gravity);
    if (event.kind == EventKind::ball_ball) {
        before += energy_of(properties(event.other), other.before, gravity);
        after += energy_of(properties(event.other), other.after, gravity);
    }
    facts.insert(facts.end(), {{"energy", before}, {"lost", before - after}});
}

}  // namespace carom::view
