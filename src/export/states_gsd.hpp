// GSD 2.0 files with the schema of HOOMD-blue, written front to back: the sizes of all chunks are known
// before the first, so the index comes ahead of the data. docs/formats/gsd.md
#pragma once

#include <array>

#include "carom/export/export_states.hpp"
#include "carom/record/playback.hpp"
#include "files/buffered_file.hpp"
#include "record/ball_kinds.hpp"

namespace carom::detail {

ExportSize size_of_gsd(std::uint64_t balls, std::uint64_t frames);

template <int N>
class GsdStates {
public:
    static Result<GsdStates, FileError> create(const std::filesystem::path& path,
                                               const TrajectoryStart<N>& start, const Instants& instants);
    /// Goes on writing the index, before the first `add`. False when it is complete.
    bool put_some_of_index();
    void add(const Playback<N>& playback, double seconds);
    const std::optional<FileError>& failure() const { return file_.failure(); }
    std::optional<FileError> commit() { return file_.commit(); }

private:
    GsdStates(BufferedFile file, const Scene<N>& scene, std::uint64_t frames);
    /// The parts of the first frame that hold for all.
    void put_fixed(const Scene<N>& scene);
    /// Edges of the box around `centre_` that holds all balls now.
    std::array<float, 3> edges(const Playback<N>& playback) const;

    BufferedFile file_;
    BallKinds kinds_;
    Vec<double, N> centre_;  ///< of the box; the origin of the file
    double largest_radius_ = 0;
    std::uint64_t frames_;             ///< in all
    std::uint64_t indexed_ = 0;        ///< frames in the index so far
    std::uint64_t next_location_ = 0;  ///< of the data of the next frame
    std::uint64_t instants_ = 0;       ///< written
};

}  // namespace carom::detail
