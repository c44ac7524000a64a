// What the events of shots did, in numbers: those that `carom explain` tells.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "carom/billiards/impact_account.hpp"
#include "carom/billiards/shot_playback.hpp"
#include "carom/billiards/table_scene.hpp"
#include "carom/record/shot_file.hpp"

namespace carom::view {

/// Numbers by their names. Speeds in m/s, angles in degrees, energies in J.
using Facts = std::vector<std::pair<const char*, double>>;

/// Goes along with the events of shots.
class ShotFacts {
public:
    explicit ShotFacts(const billiards::TableScene& scene);
    ShotFacts(const ShotFacts&) = delete;  // the playback knows where the setup is
    ShotFacts& operator=(const ShotFacts&) = delete;

    void begin(const PlayedShot& shot);
    /// Of the next event; empty for one that is neither a strike nor an impact.
    Facts take(const billiards::ShotEvent& event);

private:
    using BeforeAndAfter = billiards::BeforeAndAfter;

    Facts of_strike(const BeforeAndAfter& ball) const;
    Facts of_balls(const billiards::ShotEvent& event, const BeforeAndAfter& ball,
                   const BeforeAndAfter& other) const;
    Facts of_cushion(const billiards::ShotEvent& event, const BeforeAndAfter& ball) const;
    void add_energy(Facts& facts, const billiards::ShotEvent& event, const BeforeAndAfter& ball,
                    const BeforeAndAfter& other) const;
    const billiards::BallProperties& properties(int ball) const {
        return setup_.balls[static_cast<std::size_t>(ball)];
    }

    billiards::ShotSetup setup_;
    std::vector<billiards::PlannedShot> shots_;
    std::size_t begun_ = 0;  // shots
    int joint_ = 0;          // events that still belong to an impact of several balls at once
    std::vector<billiards::ShotEvent> pending_;  // of it, until the last of them
    std::optional<billiards::ShotPlayback> playback_;
};

}  // namespace carom::view
