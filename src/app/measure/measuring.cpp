#include "app/measure/measuring.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "carom/record/playback.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

/// True when the whole file was measured, false when interrupted.
template <int N>
bool play(Playback<N>& playback, Measurements<N>& measurements, std::uint64_t records, Verbosity verbosity) {
    ProgressLine progress(verbosity);
    std::uint64_t done = 0;
    for (std::uint64_t steps = 0; !interrupted(); ++steps) {
        if (steps % 1024 == 0 && progress.due()) {
            progress.draw(
                static_cast<double>(done) / static_cast<double>(records),
                {fmt::format("{} of {} impacts measured", with_separators(done), with_separators(records))});
        }
        const double stop = measurements.next_stop();
        if (const auto event = playback.next_until(playback.at(stop))) {
            measurements.observe(playback.seconds(event->time), *event);
            ++done;
        } else if (playback.seconds(playback.now()) >= stop) {
            measurements.look([&](std::size_t ball) { return playback.unwrapped_position(ball); });
        } else {
            return true;
        }
    }
    return false;
}

/// As in scenes (docs/formats/scene.md).
constexpr std::size_t kMostBins = 100'000;

}  // namespace

MeasurePlan ending_at(MeasurePlan plan, double time) {
    if (std::isfinite(time)) plan.until = time;
    return plan;
}

bool is_sound(const MeasurePlan& plan, int dimension) {
    for (const auto& number :
         {plan.interval, plan.window, plan.snapshot_interval, plan.radial_range, plan.speed_range}) {
        if (number && !(*number > 0 && std::isfinite(*number))) return false;
    }
    return plan.after >= 0 && plan.bins >= 1 && plan.bins <= kMostBins && plan.axis.value_or(0) < dimension;
}

template <int N>
Result<std::optional<MeasureResults>, FileError> measure_trajectory(TrajectoryReader<N> reader,
                                                                    const MeasurePlan& plan,
                                                                    std::uint64_t records,
                                                                    Verbosity verbosity) {
    Playback<N> playback(std::move(reader));
    Measurements<N> measurements(playback.start().scene, plan);
    if (!play(playback, measurements, records, verbosity)) return std::optional<MeasureResults>{};
    if (const auto fault = playback.fault()) return *fault;
    return std::optional(measurements.results());
}

template Result<std::optional<MeasureResults>, FileError> measure_trajectory(TrajectoryReader<2>,
                                                                             const MeasurePlan&,
                                                                             std::uint64_t, Verbosity);
template Result<std::optional<MeasureResults>, FileError> measure_trajectory(TrajectoryReader<3>,
                                                                             const MeasurePlan&,
                                                                             std::uint64_t, Verbosity);

}  // namespace carom::app
