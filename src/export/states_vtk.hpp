// VTK's PolyData in XML with raw appended data, a file for each instant, and the .pvd that lists them.
// docs/formats/vtk.md
#pragma once

#include "carom/export/export_states.hpp"
#include "carom/record/playback.hpp"
#include "export/frame_directory.hpp"
#include "files/buffered_file.hpp"
#include "record/ball_kinds.hpp"

namespace carom::detail {

ExportSize size_of_vtk(std::uint64_t balls, std::uint64_t frames);

template <int N>
class VtkStates {
public:
    static Result<VtkStates, FileError> create(const std::filesystem::path& path,
                                               const TrajectoryStart<N>& start, const Instants& instants);
    void add(const Playback<N>& playback, double seconds);
    const std::optional<FileError>& failure() const { return failure_; }
    std::optional<FileError> commit();

private:
    VtkStates(std::filesystem::path path, BufferedFile collection, FrameDirectory directory,
              const Scene<N>& scene);

    std::filesystem::path path_;  ///< of the .pvd
    BufferedFile collection_;
    FrameDirectory directory_;
    BallKinds kinds_;
    std::uint64_t instants_ = 0;  ///< written
    bool boxed_ = false;          ///< the box is drawn
    std::optional<FileError> failure_;
};

}  // namespace carom::detail
