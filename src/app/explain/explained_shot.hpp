// A shot on a table, and everything there is to say about it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/command_line/explain_options.hpp"
#include "app/explain/explanation_panels.hpp"
#include "app/picture/moments.hpp"
#include "carom/billiards/impact_account.hpp"
#include "carom/billiards/shot_playback.hpp"
#include "carom/record/shot_file.hpp"

namespace carom::app {

/// A shot that was played.
struct ExplainedShot {
    billiards::TableScene scene;
    PlayedShot shot;
    std::size_t number = 0;            // of the shot, from 0 on
    std::optional<std::size_t> event;  // of the shot, from 0 on; none: the shot as a whole
};

/// Of all balls that an event concerns.
struct EventEnergy {
    double before = 0, after = 0;  // [J]
    std::size_t balls = 1;
};

/// What a ball did between its last event and this one.
struct WayToEvent {
    double seconds = 0;
    billiards::ClothLosses lost;
};

/// One of its events.
struct ExplainedEvent {
    const billiards::ShotEvent* event = nullptr;
    billiards::BeforeAndAfter ball, other;            // `other`: of an impact of two balls
    bool is_joint = false;                            // more impacts at the same instant share a ball
    std::optional<billiards::ImpactAccount> account;  // of an impact, if it is not joint
    EventEnergy energy;
    WayToEvent ball_way, other_way;
};

/// Is it a table scene, a file of shots, or the directory of such a run?
bool is_shot(const std::string& path);
/// From a file of shots, or played from a scene.
Result<ExplainedShot, PictureFault> read_shot(const ExplainOptions& options);
/// With the states right before and after. `playback` is at the event before `events`: this one, or those of
/// the impact of several balls at once that it is part of.
ExplainedEvent explained_event(const billiards::ShotSetup& setup, const billiards::ShotPlayback& playback,
                               std::span<const billiards::ShotEvent> events,
                               const billiards::ShotEvent& event);
/// Precondition: `number` is that of an event.
ExplainedEvent explained_event(const ExplainedShot& shot, std::size_t number);

/// Pages of text: of the whole shot, or of its event.
std::string explanation(const ExplainedShot& shot);
/// Where the energy of the shot goes; empty without any.
std::string energy_of_shot_in_words(const ExplainedShot& shot);
/// Where the energy of an event goes. Precondition: the ball is in play after it.
std::string energy_of_event_in_words(const ExplainedShot& shot, const ExplainedEvent& event);

/// Is there a picture of this event? Strikes and impacts have one.
bool has_picture(billiards::EventKind kind);
/// What the balls of an event did. Precondition: it has a picture.
ExplanationPicture explanation_picture(const ExplainedShot& shot);

}  // namespace carom::app
