// Shots that were played, their proof, and lies about them.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "carom/proof/check_shots.hpp"

namespace carom::billiards::testing {

struct Played {
    TableScene scene;
    PlayedShot shot;
};

/// Plays the only shot of a scene.
inline Played played(const TableScene& scene) {
    billiards::ShotPlayer player(scene.setup);
    player.play(scene.start, scene.shots[0].shot, billiards::Detail::every_motion);
    PlayedShot shot;
    shot.start = scene.start;
    shot.events.assign(player.events().begin(), player.events().end());
    shot.end.assign(player.final_states().begin(), player.final_states().end());
    shot.duration = player.end_time();
    return {scene, shot};
}

inline ShotCheckReport check(const Played& played) {
    ShotChecker checker(played.scene);
    checker.take(played.shot);
    return checker.report();
}

inline std::string all_faults(const ShotCheckReport& report) {
    std::string text;
    for (const std::string& fault : report.faults) text += fault + '\n';
    return text;
}

/// Each number of an event, one after the other.
inline std::vector<double*> numbers_of(ShotEvent& event) {
    std::vector<double*> numbers{&event.time};
    const auto add_state = [&](billiards::BallState& state) {
        for (Vec3d* x : {&state.position, &state.velocity, &state.spin}) {
            for (double& number : x->coordinates) numbers.push_back(&number);
        }
    };
    add_state(event.ball_after);
    for (double& number : event.ball_acceleration.coordinates) numbers.push_back(&number);
    if (event.kind != billiards::EventKind::ball_ball) return numbers;
    add_state(event.other_after);
    for (double& number : event.other_acceleration.coordinates) numbers.push_back(&number);
    return numbers;
}

/// Changes each number that is more than rounding in turn; `step` leaves some out. Returns how many.
inline int expect_each_lie_rejected(const Played& good, std::size_t step) {
    int lies = 0;
    std::size_t at = 0;
    for (std::size_t k = 0; k < good.shot.events.size(); ++k) {
        Played bad = good;
        for (double* number : numbers_of(bad.shot.events[k])) {
            if (std::abs(*number) < 1e-3 || ++at % step != 0) continue;
            const double truth = *number;
            *number *= at % 2 == 0 ? 1 + 1e-9 : 1 - 1e-9;
            EXPECT_FALSE(check(bad)) << "event " << k << ", " << name_of(good.shot.events[k].kind)
                                     << ", number " << number - &bad.shot.events[k].time << ", " << truth
                                     << ", step " << step;
            *number = truth;
            ++lies;
        }
    }
    return lies;
}

}  // namespace carom::billiards::testing
