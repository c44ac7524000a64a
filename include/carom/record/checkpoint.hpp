/// \file
/// Checkpoints: a simulation and where its trajectory file stood at one moment, so that a run that was
/// stopped goes on with the same bits. Format: docs/formats/checkpoint.md.
///
/// ```
/// auto mark = writer.mark();
/// write_checkpoint(path, Checkpoint<2>{*mark, simulation.saved_state(), {}});
/// ```
/// and later, with the scene from the trajectory's start,
/// ```
/// auto simulation = Simulation<2>::resume(scene, checkpoint.simulation);
/// auto writer = TrajectoryWriter<2>::reopen(trajectory_path, checkpoint.trajectory);
/// ```
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "carom/core/result.hpp"
#include "carom/record/trajectory.hpp"
#include "carom/sim/simulation.hpp"

namespace carom {

/// What another part of a program has to go on from.
struct CheckpointSection {
    std::string name;   ///< of the part; unique in a checkpoint, and not "trajectory" or "simulation"
    std::string bytes;  ///< known to that part alone
};

/// All that a run needs to go on, besides its trajectory file.
template <int N>
struct Checkpoint {
    TrajectoryMark trajectory;                ///< where the trajectory file stood
    SavedState<N> simulation;                 ///< after the last record before that
    std::vector<CheckpointSection> sections;  ///< of other parts of the program
};

/// Writes a checkpoint, which appears whole or not at all: after an error, or a crash, the file that was
/// there before is still there.
template <int N>
std::optional<FileError> write_checkpoint(const std::filesystem::path& path, const Checkpoint<N>& checkpoint);

/// The bytes of a checkpoint, for those who keep them elsewhere than in a file.
template <int N>
std::string checkpoint_bytes(const Checkpoint<N>& checkpoint);

/// A checkpoint of either dimension.
using AnyCheckpoint = std::variant<Checkpoint<2>, Checkpoint<3>>;

/// Reads a checkpoint. One that is damaged, or that another version of carom wrote, is refused: another
/// version might go on with other bits.
Result<AnyCheckpoint, FileError> read_checkpoint(const std::filesystem::path& path);

/// The same from its bytes. `name` is what errors call them.
Result<AnyCheckpoint, FileError> parse_checkpoint(std::string_view bytes, const std::string& name);

}  // namespace carom
