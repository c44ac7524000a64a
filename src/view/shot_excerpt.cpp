#include "view/shot_excerpt.hpp"

#include <utility>

#include "carom/scene_text/table_scene_text.hpp"
#include "look/table_look.hpp"

namespace carom::view {

using billiards::BallState;
using billiards::Phase;
using billiards::ShotEvent;

ShotExcerptCollector::ShotExcerptCollector(const billiards::TableScene& scene, const Window& window)
    : most_records_(window.most_records), facts_(scene), states_(scene.start), tray_(scene.start.size()) {
    excerpt_.scene = look::flat_scene(scene);
    excerpt_.setup = scene.setup;
    excerpt_.scene_text = table_scene_text(scene).value_or("");
    for (std::size_t k = 0; k < scene.start.size(); ++k) {
        const SceneBall<2>& ball = excerpt_.scene.balls[k];
        if (is_out_of_play(scene.start[k].phase)) tray_[k] = fallen_++;
        excerpt_.start_time.push_back(0);
        for (int axis = 0; axis < 2; ++axis) {
            excerpt_.start_position.push_back(ball.position[axis]);
            excerpt_.start_velocity.push_back(0);
            excerpt_.start_acceleration.push_back(0);
        }
        add_flight(excerpt_.start_flights, k, scene.start[k]);
        const billiards::BallProperties& properties = scene.setup.balls[k];
        for (int axis = 0; axis < 3; ++axis) excerpt_.start_spin.push_back(scene.start[k].spin[axis]);
        excerpt_.start_phase.push_back(scene.start[k].phase);
        excerpt_.spin_decay.push_back(2.5 * properties.spinning_friction * scene.setup.table.gravity /
                                      properties.radius);
        excerpt_.radius.push_back(ball.radius);
        excerpt_.mass.push_back(ball.mass);
    }
    look::SpeciesLooks species = look::species_of(excerpt_.scene);
    excerpt_.species = std::move(species.species);
    excerpt_.species_of = std::move(species.of_ball);
}

bool ShotExcerptCollector::take(const PlayedShot& shot) {
    if (excerpt_.event_time.size() + shot.events.size() + states_.size() > most_records_) {
        excerpt_.goes_on = true;
        return false;
    }
    place_balls(shot);
    facts_.begin(shot);
    for (const ShotEvent& event : shot.events) add_event(event);
    excerpt_.length += shot.duration;
    states_ = shot.end;
    return true;
}

Excerpt<2> ShotExcerptCollector::finish() {
    return std::move(excerpt_);
}

/// The balls that were moved by hand since the last shot.
void ShotExcerptCollector::place_balls(const PlayedShot& shot) {
    for (std::size_t k = 0; k < states_.size(); ++k) {
        if (shot.start[k] == states_[k]) continue;
        add_kind(0, kPlaced, static_cast<int>(k), -1);
        add_state(static_cast<int>(k), shot.start[k], {});
    }
}

void ShotExcerptCollector::add_event(const ShotEvent& event) {
    const bool is_pair = event.kind == billiards::EventKind::ball_ball;
    const int kind =
        is_pair ? static_cast<int>(EventKind::ball_ball) : kFirstTableKind + static_cast<int>(event.kind);
    Facts facts = facts_.take(event);
    if (!facts.empty()) excerpt_.facts.emplace_back(excerpt_.event_time.size(), std::move(facts));
    if (is_out_of_play(event.ball_after.phase)) tray_[static_cast<std::size_t>(event.ball)] = fallen_++;
    add_kind(event.time, kind, event.ball, event.other);
    add_state(event.ball, event.ball_after, event.ball_acceleration);
    if (is_pair) add_state(event.other, event.other_after, event.other_acceleration);
    if (event.other >= 0 && event.kind != billiards::EventKind::pocket) ++excerpt_.impacts;
}

void ShotExcerptCollector::add_kind(double time, int kind, int ball, int other) {
    excerpt_.event_time.push_back(excerpt_.length + time);
    excerpt_.restitution.push_back(1);
    excerpt_.kind.push_back(static_cast<std::uint8_t>(kind));
    excerpt_.ball.push_back(static_cast<std::uint32_t>(ball));
    excerpt_.other.push_back(static_cast<std::uint32_t>(std::max(other, 0)));
}

void ShotExcerptCollector::add_state(int ball, const BallState& state, const Vec2d& acceleration) {
    const auto k = static_cast<std::size_t>(ball);
    add_flight(excerpt_.flights, excerpt_.position.size() / 2, state);
    Vec2d place{state.position[0], state.position[1]};
    if (is_out_of_play(state.phase)) place = look::tray_place(excerpt_.scene, excerpt_.radius[k], tray_[k]);
    for (int axis = 0; axis < 2; ++axis) {
        excerpt_.position.push_back(place[axis]);
        excerpt_.velocity.push_back(state.velocity[axis]);
        excerpt_.acceleration.push_back(acceleration[axis]);
    }
    for (int axis = 0; axis < 3; ++axis) excerpt_.spin.push_back(state.spin[axis]);
    excerpt_.phase.push_back(state.phase);
}

void ShotExcerptCollector::add_flight(std::vector<Flight>& flights, std::size_t state,
                                      const BallState& ball) {
    if (ball.phase == Phase::airborne) flights.push_back({state, ball.position[2], ball.velocity[2]});
}

}  // namespace carom::view
