// The tracks of up to 1,000 balls for a glTF animation, gathered in memory: a track is stored in one piece.
#pragma once

#include <vector>

#include "carom/export/instants.hpp"
#include "carom/record/playback.hpp"
#include "export/gltf_document.hpp"
#include "files/whole_file.hpp"

namespace carom::detail {

template <int N>
class GltfStates {
public:
    static Result<GltfStates, FileError> create(const std::filesystem::path& path,
                                                const TrajectoryStart<N>& start, const Instants& instants);
    void add(const Playback<N>& playback, double seconds);
    std::optional<FileError> failure() const { return {}; }
    std::optional<FileError> commit();

private:
    GltfStates(WholeFile file, const TrajectoryStart<N>& start);
    /// From the last place to one that may lie outside the periodic box: cut at each face, so that no
    /// viewer moves the ball back through the box.
    void fly(std::size_t ball, Vec<double, N> target, double until);
    void add_key(GltfTrack& track, double seconds, const Vec<double, N>& place) const;

    WholeFile file_;
    World<N> world_;
    GltfAnimation animation_;
    std::vector<Vec<double, N>> places_;  ///< of the last instant
    std::vector<Image<N>> images_;
    double first_ = 0, last_ = 0;  ///< instants
};

}  // namespace carom::detail
