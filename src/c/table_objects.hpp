// Tables and players behind their handles, and what they are asked with.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "c/call.hpp"
#include "carom/billiards/table_scene.hpp"
#include "carom/c/billiards.h"

namespace carom::c {

struct TableObject : Object {
    static constexpr const char* kName = "table";
    std::shared_ptr<const billiards::TableScene> scene;
};

struct PlayerObject : Object {
    static constexpr const char* kName = "player";
    explicit PlayerObject(std::shared_ptr<const billiards::TableScene> on)
        : scene(std::move(on)), player(scene->setup) {}

    std::shared_ptr<const billiards::TableScene> scene;
    billiards::ShotPlayer player;
    std::vector<billiards::BallState> start;  // of the last shot
    int cue_ball = -1;                        // that was struck in it; -1 for none
};

billiards::Shot shot_of(const carom_strike& strike);

/// Hands over states, one a ball.
carom_status write_states(std::span<const billiards::BallState> from, std::size_t balls,
                          carom_ball_state* states);

/// The scene with this start, if it can be played.
carom_status read_start(const billiards::TableScene& scene, const carom_ball_state* start, std::size_t balls,
                        std::vector<billiards::BallState>& states);

}  // namespace carom::c
