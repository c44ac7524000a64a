// Shots that do what is wanted, looked for on all cores.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "app/aim/aim_rules.hpp"

namespace carom::app {

/// What is looked for, and how.
struct AimQuestion {
    const billiards::TableScene* scene = nullptr;
    const AimRules* rules = nullptr;
    billiards::Shot like;        // its direction does not count
    std::vector<double> speeds;  // one search for each
    double step = 0.02;          // [degrees]
    billiards::ShotErrors errors;
    std::uint64_t trials = 1000;
    std::uint64_t checks = 999;  // inner shots of each window that is told
    std::uint64_t count = 10;    // so many are kept
};

/// A shot, and how often it does what is wanted with the errors of a player.
struct FoundAim {
    billiards::Aim aim;
    double chance = 0, error = 0;  // with its standard error; of no trial: estimated
    bool estimated = false;
};

struct FoundAims {
    std::vector<FoundAim> best;  // sorted by chance
    std::uint64_t found = 0;     // windows in all
    std::uint64_t played = 0;    // shots
    std::string why_none;        // of judge_aim, where the shot does not do it
};

/// Called now and then with the share that is done; when it says no, the search ends.
using AimProgress = std::function<bool(double)>;

/// All directions.
FoundAims find_aims(const AimQuestion& question, const AimProgress& progress);
/// Only `question.like`: none if it does not do what is wanted.
FoundAims judge_aim(const AimQuestion& question, const AimProgress& progress);

/// A legal shot that pockets nothing, and what it leaves to the next player.
struct Safety {
    billiards::Shot shot;
    std::vector<billiards::RouteStep> route;  // of the cue ball, to the first ball that it meets
    double leaves = 0;  // mean of widest_direct_shot over disturbed shots [degrees]; as meant: `meant`
    double meant = 0;
    double fouls = 0;  // share of the disturbed shots that are fouls or pocket a ball
};

/// The best, those that leave least first. A foul counts as a ball in hand, a window of kBallInHand.
std::vector<Safety> find_safeties(const AimQuestion& question, const AimProgress& progress);
inline constexpr double kBallInHand = 5;  // [degrees]

}  // namespace carom::app
