// What callers say of a game, as the library has it.
#pragma once

#include <optional>

#include "carom/billiards/game.hpp"
#include "carom/c/games.h"

namespace carom::c {

/// Nothing where no game stands so.
std::optional<billiards::GameState> game_of(const carom_game_state& state);

billiards::Announcement announcement_of(const carom_announcement& announced);

}  // namespace carom::c
