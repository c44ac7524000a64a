// Stops a run half way, saves it, and goes on from the files alone, as another process could.
//   resume_run SCENE.toml TRAJECTORY CHECKPOINT      for a scene in 2D
#include <cstdio>
#include <utility>
#include <variant>

#include "carom/record/checkpoint.hpp"
#include "carom/scene_text/scene_file.hpp"

namespace {

bool failed(const carom::FileError& error) {
    std::fprintf(stderr, "%s\n", error.message.c_str());
    return false;
}

/// Simulates until `until` and leaves an unfinished trajectory and a checkpoint.
bool start(const carom::Scene<2>& scene, double until, const char* trajectory, const char* checkpoint) {
    auto simulation = carom::Simulation<2>::create(scene);
    if (!simulation) return false;
    carom::TrajectoryStart<2> start{scene, simulation->epoch_length()};
    start.scene.law.elastic_below = simulation->elastic_below();
    auto writer = carom::TrajectoryWriter<2>::create(trajectory, start);
    if (!writer) return failed(writer.error());
    while (const auto event = simulation->next_event(until)) writer->write(*event);

    auto mark = writer->mark();  // all records are on the disk now
    if (!mark) return failed(mark.error());
    const carom::Checkpoint<2> saved{*mark, simulation->saved_state(), {}};
    if (const auto error = carom::write_checkpoint(checkpoint, saved)) return failed(*error);
    return true;
}

/// The scene, as the start of the trajectory has it.
std::optional<carom::Scene<2>> scene_of(const char* trajectory, const carom::TrajectoryMark& mark) {
    const auto path = carom::find_trajectory(trajectory, mark);  // its name ends in .partial
    if (!path) return {};
    const auto reader = carom::open_trajectory(*path);
    if (!reader) return {};
    if (const auto* flat = std::get_if<carom::TrajectoryReader<2>>(&*reader)) return flat->start().scene;
    return {};
}

bool go_on(double until, const char* trajectory, const char* checkpoint) {
    const auto read = carom::read_checkpoint(checkpoint);
    if (!read) return failed(read.error());
    const auto* saved = std::get_if<carom::Checkpoint<2>>(&*read);
    const auto scene = saved != nullptr ? scene_of(trajectory, saved->trajectory) : std::nullopt;
    if (!scene) return false;
    auto simulation = carom::Simulation<2>::resume(*scene, saved->simulation);
    if (!simulation) return false;
    auto writer = carom::TrajectoryWriter<2>::reopen(trajectory, saved->trajectory);
    if (!writer) return failed(writer.error());

    std::printf("going on at time %.3f\n", simulation->seconds(simulation->now()));
    while (const auto event = simulation->next_event(until)) writer->write(*event);
    if (const auto error = writer->close(simulation->now())) return failed(*error);
    return true;
}

}  // namespace

int main(int count, char** words) {
    if (count != 4) {
        std::fprintf(stderr, "usage: resume_run SCENE.toml TRAJECTORY CHECKPOINT\n");
        return 2;
    }
    const auto file = carom::read_scene(words[1]);
    const auto* scene = file ? std::get_if<carom::Scene<2>>(&file->scene) : nullptr;
    if (scene == nullptr) return 2;
    const double until = file->limits.until.value_or(10);
    return start(*scene, until / 2, words[2], words[3]) && go_on(until, words[2], words[3]) ? 0 : 3;
}
