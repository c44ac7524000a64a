// Reads a recorded run: where its first ball is at some times, and the temperature and pressure of all balls.
//   read_run out/gas/trajectory.carom
#include <cstdio>
#include <utility>
#include <variant>

#include "carom/measure/measurements.hpp"
#include "carom/record/playback.hpp"

namespace {

/// Times must ascend: a Playback goes forwards only.
template <int N>
void print_places(carom::Playback<N> playback) {
    for (const double time : {0.0, 2.5, 5.0}) {
        playback.advance(playback.at(time));
        const carom::Vec<double, N> place = playback.position(0);
        std::printf("at %.1f ball 0 is at (", time);
        for (int axis = 0; axis < N; ++axis) std::printf("%s%.3f", axis == 0 ? "" : ", ", place[axis]);
        std::printf(")\n");
    }
}

void print_estimate(const char* name, const carom::Estimate& x) {
    std::printf("%-8s %.4f, standard error %.4f%s\n", name, x.value, x.error.value_or(0),
                x.converged ? "" : " (too short to be sure)");
}

/// Plays the whole file for the measurements.
template <int N>
void measure(carom::Playback<N> playback) {
    carom::MeasurePlan plan;
    plan.quantities = {carom::Quantity::temperature, carom::Quantity::pressure};
    carom::Measurements<N> measurements(playback.start().scene, plan);
    for (;;) {
        const double stop = measurements.next_stop();
        if (const auto event = playback.next_until(playback.at(stop))) {
            measurements.observe(playback.seconds(event->time), *event);
        } else if (playback.seconds(playback.now()) >= stop) {
            measurements.look([&](std::size_t ball) { return playback.unwrapped_position(ball); });
        } else {
            break;  // the end of the trajectory
        }
    }
    if (playback.fault()) std::fprintf(stderr, "%s\n", playback.fault()->message.c_str());

    const carom::MeasureResults results = measurements.results();
    print_estimate("kT", results.temperature->kt);
    print_estimate("pressure", results.pressure->pressure);
}

/// A reader goes through its file once, so the file is opened for each task.
template <int N>
void read(carom::TrajectoryReader<N>& reader, const char* path) {
    print_places(carom::Playback<N>(std::move(reader)));
    auto again = carom::open_trajectory(path);
    if (!again) return;
    if (auto* second = std::get_if<carom::TrajectoryReader<N>>(&*again))
        measure(carom::Playback<N>(std::move(*second)));
}

}  // namespace

int main(int count, char** words) {
    if (count != 2) {
        std::fprintf(stderr, "usage: read_run TRAJECTORY\n");
        return 2;
    }
    auto trajectory = carom::open_trajectory(words[1]);
    if (!trajectory) {
        std::fprintf(stderr, "%s\n", trajectory.error().message.c_str());
        return 3;
    }
    if (auto* flat = std::get_if<carom::TrajectoryReader<2>>(&*trajectory)) read(*flat, words[1]);
    if (auto* spatial = std::get_if<carom::TrajectoryReader<3>>(&*trajectory)) read(*spatial, words[1]);
}
