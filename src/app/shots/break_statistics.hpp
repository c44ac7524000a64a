// The same shot many times, with the errors of a player and of a rack: how often does what happen?
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "carom/billiards/shot_errors.hpp"
#include "carom/billiards/table_scene.hpp"

namespace carom::app {

/// Errors of the player and of the rack.
struct BreakErrors {
    billiards::ShotErrors strike;
    std::size_t racked_from = 1;       ///< the balls of the rack are this one, its first, and all after it
    double rack = 0;                   ///< each of them lies evenly within this distance of its place [m]
    std::vector<std::string> on_spot;  ///< but those of these names, which lie exactly on theirs
    double tilt = 0;  ///< standard deviation of the turn of the rack about its first ball [degrees]
};

/// A part of the bed: a rectangle, or with a radius a circle.
struct TableRegion {
    Vec2d lower, upper;  ///< corners of the rectangle [m]
    Vec2d centre;        ///< of the circle
    double radius = 0;   ///< [m]

    bool contains(const Vec2d& place) const;
};

/// Between a quarter and three quarters of the width and of the length of the playing area.
TableRegion middle_of(const billiards::TableScene& scene);

/// Counts of breaks. Those of several threads are added.
struct BreakCounts {
    static constexpr std::size_t kColumns = 24, kRows = 48;  ///< of the map

    std::uint64_t breaks = 0;
    std::uint64_t any_falls = 0;  ///< an object ball falls
    std::uint64_t scratches = 0;  ///< the cue ball falls
    std::uint64_t off_table = 0;  ///< a ball leaves the table
    std::uint64_t legal = 0;      ///< by the rules of the game
    std::uint64_t scored = 0;     ///< by them it gives points to the player
    std::uint64_t in_region = 0;  ///< the cue ball comes to rest in the region
    std::uint64_t redrawn = 0;    ///< strikes that miss the ball or go backwards: drawn again
    std::uint64_t events = 0;
    std::vector<std::uint64_t> fallen;                      ///< breaks in which k object balls fall
    std::vector<std::uint64_t> ball_falls;                  ///< of each ball
    std::vector<std::uint64_t> pocket_falls;                ///< object balls into each pocket
    std::array<std::uint64_t, kColumns * kRows> cue_map{};  ///< where the cue ball rests, row by row

    explicit BreakCounts(const billiards::TableScene& scene)
        : fallen(scene.start.size(), 0),
          ball_falls(scene.start.size(), 0),
          pocket_falls(scene.setup.table.pockets.size(), 0) {}
    void add(const BreakCounts& other);
};

/// Does this scene have a game, whose breaks are ruled?
bool has_ruled_breaks(const billiards::TableScene& scene);

/// Plays the first shot of a scene so often, on so many threads. The counts depend on the seed alone.
/// `progress` is called now and then with the breaks done; when it says no, what was done so far is counted.
BreakCounts play_breaks(const billiards::TableScene& scene, const BreakErrors& errors, std::uint64_t count,
                        std::uint64_t seed, const TableRegion& region, unsigned threads,
                        const std::function<bool(std::uint64_t)>& progress);

}  // namespace carom::app
