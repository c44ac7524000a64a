// Reads a recorded run: its proof, where its first ball is at some times, the temperature and pressure of
// all.
//   read_run out/gas/trajectory.carom
#include <cstdio>
#include <optional>
#include <utility>
#include <variant>

#include "carom/measure/measurements.hpp"
#include "carom/proof/check.hpp"
#include "carom/record/playback.hpp"

namespace {

/// A reader goes through its file once, so each task opens the file.
template <int N>
std::optional<carom::TrajectoryReader<N>> reader_of(const char* path) {
    auto trajectory = carom::open_trajectory(path);
    if (!trajectory) return {};
    auto* reader = std::get_if<carom::TrajectoryReader<N>>(&*trajectory);
    return reader != nullptr ? std::optional(std::move(*reader)) : std::nullopt;
}

/// As `carom check`.
template <int N>
void prove(carom::TrajectoryReader<N> reader) {
    const carom::CheckReport report = carom::check(reader);
    std::printf("%s up to time %g\n", report ? "proved" : "NOT proved", report.end_seconds);
    for (const std::string& fault : report.faults) std::printf("  %s\n", fault.c_str());
}

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

template <int N>
void read(const char* path) {
    if (auto reader = reader_of<N>(path)) prove(std::move(*reader));
    if (auto reader = reader_of<N>(path)) print_places(carom::Playback<N>(std::move(*reader)));
    if (auto reader = reader_of<N>(path)) measure(carom::Playback<N>(std::move(*reader)));
}

}  // namespace

int main(int count, char** words) {
    if (count != 2) {
        std::fprintf(stderr, "usage: read_run TRAJECTORY\n");
        return 2;
    }
    const auto trajectory = carom::open_trajectory(words[1]);
    if (!trajectory) {
        std::fprintf(stderr, "%s\n", trajectory.error().message.c_str());
        return 3;
    }
    if (std::holds_alternative<carom::TrajectoryReader<2>>(*trajectory)) {
        read<2>(words[1]);
    } else {
        read<3>(words[1]);
    }
}
