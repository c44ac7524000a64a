// A shot on a table, and everything there is to say about it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/explain_options.hpp"
#include "app/explain/explanation_panels.hpp"
#include "app/picture/moments.hpp"
#include "carom/billiards/impact_facts.hpp"
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

/// One of its events.
struct ExplainedEvent {
    const billiards::ShotEvent* event = nullptr;
    billiards::BeforeAndAfter ball, other;  // `other`: of an impact of two balls
    bool is_joint = false;                  // more impacts at the same instant share a ball
};

/// Is it a table scene, a file of shots, or the directory of such a run?
bool is_shot(const std::string& path);
/// From a file of shots, or played from a scene.
Result<ExplainedShot, PictureFault> read_shot(const ExplainOptions& options);
/// `playback` is at the event before this one.
ExplainedEvent explained_event(const billiards::ShotPlayback& playback, const billiards::ShotEvent& event,
                               bool is_joint);
/// With the states right before and after. Precondition: `number` is that of an event.
ExplainedEvent explained_event(const ExplainedShot& shot, std::size_t number);

/// Pages of text: of the whole shot, or of its event.
std::string explanation(const ExplainedShot& shot);
/// From above: what the balls of an event did. Precondition: the event is an impact.
ExplanationPicture explanation_picture(const ExplainedShot& shot);

}  // namespace carom::app
