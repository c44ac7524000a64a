/// \file
/// Where the balls are at chosen instants, in files that other programs open.
///
/// Every state is computed from the trajectory, not between frames. Memory does not grow with the number of
/// instants (but for glTF, which is small by its own limits). What each format holds, its units and
/// conventions: docs/formats. Tests: tests/export/export_states_test.cpp and tests/readers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "carom/export/instants.hpp"
#include "carom/files/standard_streams.hpp"
#include "carom/record/playback.hpp"

namespace carom {

/// A format of files with states.
enum class StateFormat : unsigned char {
    csv,           ///< a table: a line for each ball and instant (docs/formats/csv.md)
    extended_xyz,  ///< OVITO, ASE and others; a scene can start from it (docs/formats/xyz.md)
    gsd,           ///< HOOMD-blue, OVITO, freud, MDAnalysis; single precision (docs/formats/gsd.md)
    vtk,           ///< ParaView and VTK: a .pvd and a directory of .vtp (docs/formats/vtk.md)
    gltf,          ///< an animation of up to 1,000 balls for any 3D viewer (docs/formats/gltf.md)
};

/// True for a format that is one file, and so may go to `standard_output`.
constexpr bool is_one_file(StateFormat format) {
    return format != StateFormat::vtk;
}

/// What to write, and where to.
struct StateFile {
    StateFormat format = StateFormat::csv;  ///< what is written
    std::filesystem::path path;             ///< to this file, or to `standard_output`
};

/// What an export takes on the disk.
struct ExportSize {
    double bytes = 0;  ///< whole blocks of small files included
    double files = 1;  ///< in their directory
};

/// An estimate beforehand, for states of so many balls in 2 or 3 dimensions at so many instants. It takes the
/// numbers of texts for 17 digits.
ExportSize size_of_states(StateFormat format, std::uint64_t balls, int dimension, std::uint64_t instants);

/// How far an export is.
struct ExportProgress {
    std::uint64_t instants = 0;  ///< written
    std::uint64_t events = 0;    ///< of the trajectory passed
};

/// The largest number of balls of a glTF animation, each of which moves on a track of its own.
inline constexpr std::size_t max_gltf_balls = 1000;

/// Goes through the trajectory once and writes all files. Each file appears whole, and none when the
/// trajectory is damaged, ends before the last instant, or the disk is full. `go_on` is asked now and then;
/// when it says no the answer is an error, and there are no files.
template <int N>
std::optional<FileError> export_states(Playback<N>& playback, const Instants& instants,
                                       const std::vector<StateFile>& files,
                                       const std::function<bool(const ExportProgress&)>& go_on = {});

}  // namespace carom
