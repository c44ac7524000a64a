// What the commands do with a file, called in the same way.
#pragma once

#include <cstdint>
#include <filesystem>

namespace carom::fuzz {

/// Reads `trajectory.carom`, and `checkpoint.carom` where it is there, in a directory, as the command with
/// this number does. `honest`: nothing is wrong with them.
void use_trajectory(const std::filesystem::path& directory, std::uint8_t use, bool honest);
/// The same of a file of shots.
void use_shots(const std::filesystem::path& directory, bool honest);

}  // namespace carom::fuzz
