// What the tests of the C interface share.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "carom/carom.h"

namespace carom::test {

/// A handle that is closed at the end.
template <class Handle, carom_status (*Free)(Handle*)>
class Owned {
public:
    Owned() = default;
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned() { EXPECT_EQ(Free(handle_), CAROM_OK) << carom_message(); }
    Handle** put() { return &handle_; }
    operator Handle*() const { return handle_; }  // NOLINT(google-explicit-constructor): as in C

private:
    Handle* handle_ = nullptr;
};

using OwnedScene = Owned<carom_scene, carom_scene_free>;
using OwnedSimulation = Owned<carom_simulation, carom_simulation_free>;
using OwnedTrajectory = Owned<carom_trajectory, carom_trajectory_free>;
using OwnedFrame = Owned<carom_frame, carom_frame_free>;
using OwnedCurves = Owned<carom_curves, carom_curves_free>;
using OwnedTable = Owned<carom_table, carom_table_free>;
using OwnedPlayer = Owned<carom_player, carom_player_free>;

template <class Number>
carom_doubles doubles(const std::vector<Number>& column) {
    return {column.data(), column.size(), 0};
}
inline carom_doubles_out doubles_out(std::vector<double>& column) {
    return {column.data(), column.size(), 0};
}
inline carom_floats floats(const std::vector<float>& column) {
    return {column.data(), column.size(), 0};
}
inline carom_floats_out floats_out(std::vector<float>& column) {
    return {column.data(), column.size(), 0};
}
inline carom_ints_out ints_out(std::vector<int32_t>& column) {
    return {column.data(), column.size(), 0};
}

inline const std::string kGas =
    "dimension = 3\n[world]\nlower = [0, 0, 0]\nupper = [8, 8, 8]\nboundary = "
    "\"periodic\"\n[[generate]]\nkind = "
    "\"random_gas\"\ncount = 100\nradius = 0.5\nmass = 1\ntemperature = 1\nseed = 3\n";

inline const std::string kTwoBalls =
    "[table]\nkind = \"pool_9_foot\"\n[[balls]]\nname = \"cue\"\nposition = [0.4, 0.6]\n[[balls]]\nname = "
    "\"1\"\n"
    "position = [0.9, 1.8]\n[[shots]]\nspeed = 2\ndirection = 67.5\nup = 0.2\n";

}  // namespace carom::test
