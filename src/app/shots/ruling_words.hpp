// What the referee says of a shot, in words and as JSON (docs/referee.md).
#pragma once

#include <string>

#include "carom/billiards/scene_referee.hpp"
#include "text/json.hpp"

namespace carom::app {

/// One line: what was wrong, what was made, and who is next, or has won and why. Players are 1 and 2 here.
std::string ruling_in_words(const billiards::GameRuling& ruling, const billiards::ShotFacts& facts,
                            const billiards::TableScene& scene);
/// Players are 0 and 1 here, balls are indices.
Json ruling_json(const billiards::GameRuling& ruling);

}  // namespace carom::app
