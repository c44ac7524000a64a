// A file that is there for a while.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "carom/record/trajectory.hpp"
#include "carom/sim/simulation.hpp"
#include "files/whole_file.hpp"

namespace carom::bench {

/// Removed at the end, finished or not.
class PassingFile {
public:
    explicit PassingFile(std::filesystem::path path) : path_(std::move(path)) {}
    PassingFile(const PassingFile&) = delete;
    PassingFile& operator=(const PassingFile&) = delete;
    ~PassingFile() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
        std::filesystem::remove(partial_of(path_), ignored);
    }

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// A trajectory of the simulation of this scene. Throws where the file cannot be made.
template <int N>
TrajectoryWriter<N> writer_for(const std::filesystem::path& path, Scene<N> scene,
                               const Simulation<N>& simulation) {
    scene.law.elastic_below = simulation.elastic_below();
    auto writer = TrajectoryWriter<N>::create(path, {scene, simulation.epoch_length()});
    if (!writer) throw std::runtime_error(writer.error().message);
    return std::move(*writer);
}

}  // namespace carom::bench
