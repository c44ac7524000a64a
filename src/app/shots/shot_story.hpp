// What happens in a shot, line by line.
#pragma once

#include <string>

#include "app/terminal/sheet.hpp"
#include "carom/record/shot_file.hpp"

namespace carom::app {

/// One event.
std::string event_in_words(const billiards::ShotEvent& event, const billiards::TableScene& scene);
/// What to say where two balls have one name; empty if none have.
std::string repeated_name(const billiards::TableScene& scene);
/// A line for each of the first events that somebody at the table would see.
void add_story(Sheet& sheet, const PlayedShot& shot, const billiards::TableScene& scene);

}  // namespace carom::app
