// Simulates a scene file and records the run, as `carom run` does, with every error handled.
//   record_run SCENE.toml TRAJECTORY
#include <cstdio>
#include <variant>

#include "carom/record/trajectory.hpp"
#include "carom/scene_text/scene_file.hpp"
#include "carom/sim/simulation.hpp"

namespace {

// As the command's exit codes (docs/cli.md).
enum Code { success = 0, bad_input = 2, file_error = 3, stuck = 5 };

Code failed(const carom::FileError& error) {
    std::fprintf(stderr, "%s\n", error.message.c_str());
    return file_error;
}

/// What a trajectory starts with; the cut-off speed in force has to be written into its law.
template <int N>
carom::TrajectoryStart<N> start_of(const carom::Scene<N>& scene, const carom::Simulation<N>& simulation) {
    carom::TrajectoryStart<N> start{scene, simulation.epoch_length()};
    start.scene.law.elastic_below = simulation.elastic_below();
    return start;
}

template <int N>
Code record(const carom::Scene<N>& scene, double until, const char* path) {
    auto simulation = carom::Simulation<N>::create(scene);
    if (!simulation) return bad_input;  // not after read_scene, which has checked the scene
    auto writer = carom::TrajectoryWriter<N>::create(path, start_of(scene, *simulation));
    if (!writer) return failed(writer.error());

    while (const auto event = simulation->next_event(until)) writer->write(*event);
    if (const auto error = writer->close(simulation->now())) return failed(*error);

    std::printf("%s: %zu balls, %llu impacts up to time %g\n", scene.name.c_str(), simulation->ball_count(),
                static_cast<unsigned long long>(simulation->counts().impacts()),
                simulation->seconds(simulation->now()));
    switch (simulation->stop_reason()) {
        case carom::StopReason::jammed:
            std::fprintf(stderr, "jammed\n");
            return stuck;
        case carom::StopReason::nothing_in_sight:
            std::fprintf(stderr, "no impact in sight\n");
            return stuck;
        default:
            return success;
    }
}

}  // namespace

int main(int count, char** words) {
    if (count != 3) {
        std::fprintf(stderr, "usage: record_run SCENE.toml TRAJECTORY\n");
        return bad_input;
    }
    const auto file = carom::read_scene(words[1]);
    if (!file) {
        for (const std::string& fault : file.error().lines) std::fprintf(stderr, "%s\n", fault.c_str());
        return bad_input;
    }
    for (const std::string& note : file->notes) std::fprintf(stderr, "note: %s\n", note.c_str());
    const double until = file->limits.until.value_or(10);
    if (const auto* flat = std::get_if<carom::Scene<2>>(&file->scene)) return record(*flat, until, words[2]);
    return record(*std::get_if<carom::Scene<3>>(&file->scene), until, words[2]);
}
