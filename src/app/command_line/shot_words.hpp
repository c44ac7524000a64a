// What describes a billiard shot on the command line. It is written down as a scene, which is read like any
// other.
#pragma once

#include <string>

#include "app/command_line/command_line_parts.hpp"

namespace carom::app {

/// The options that describe a shot. `racks`: what --rack says of itself.
void add_words(CLI::App& command, ShotWords& words, const char* racks);
/// The text of their scene.
std::string scene_of(const ShotWords& texts);
/// Does --cue say it?
bool says_speed(const ShotWords& words);
bool says_direction(const ShotWords& words);

/// The errors of a player.
void add_errors(CLI::App& command, ErrorTexts& texts);
billiards::ShotErrors strike_errors(const ErrorTexts& texts);

}  // namespace carom::app
