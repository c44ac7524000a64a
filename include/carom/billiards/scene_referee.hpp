/// \file
/// The referee of a scene: rules its shots one after the other.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "carom/billiards/game.hpp"
#include "carom/billiards/table_scene.hpp"

namespace carom::billiards {

/// Carries the game of a scene from its first shot on.
class SceneReferee {
public:
    /// It keeps nothing of the scene but what it needs.
    explicit SceneReferee(const TableScene& scene);

    /// What follows from the next shot. Nothing where the scene has no game, after the game has ended, and
    /// for balls that move without a cue.
    std::optional<GameRuling> rule(const ShotFacts& facts);

    /// The balls that the last ruling puts back before the next shot: for set_up_shot.
    std::span<const int> spotted() const { return spotted_; }

private:
    GameState game_;
    std::vector<int> numbers_;  // of the balls
    std::vector<Announcement> announced_;
    std::vector<int> spotted_;
    std::size_t next_ = 0;
    bool is_over_ = false;
    bool may_pass_;
};

}  // namespace carom::billiards
