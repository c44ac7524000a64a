// The bytes of checkpoints: docs/formats/checkpoint.md says what each of them means.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace carom::detail {

/// Not text, and damaged by every transfer that takes it for text.
inline constexpr std::string_view kCheckpointMagic{
    "\x89"
    "CARCP\r\n",
    8};
inline constexpr std::uint32_t kCheckpointVersion = 7;
inline constexpr std::size_t kCheckpointChecksumSize = 8;

inline constexpr std::string_view kTrajectorySection = "trajectory";
inline constexpr std::string_view kSimulationSection = "simulation";

/// In front of the balls of the section "simulation": dimension, hash of the scene, time, jammed, nine
/// counts, watched ball, number of balls.
inline constexpr std::size_t kSavedStateHeadSize = 4 + 8 + 16 + 1 + 9 * 8 + 36 + 8;

/// Of a ball: position, velocity, image counts, time, impacts in the epoch, hold, calm.
template <int N>
inline constexpr std::size_t kSavedBallSize = 24 * N + 16 + 9;

}  // namespace carom::detail
