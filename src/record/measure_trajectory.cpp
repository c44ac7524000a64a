#include "carom/record/measure_trajectory.hpp"

#include <utility>

#include "carom/measure/measurements.hpp"
#include "carom/record/playback.hpp"

namespace carom {

template <int N>
Result<std::optional<MeasureResults>, FileError> measure_trajectory(
    TrajectoryReader<N> reader, const MeasurePlan& plan, const std::function<bool(std::uint64_t)>& go_on) {
    constexpr std::uint64_t kStepsBetween = 1024;
    Playback<N> playback(std::move(reader));
    Measurements<N> measurements(playback.start().scene, plan);
    std::uint64_t done = 0;
    for (std::uint64_t steps = 0;; ++steps) {
        if (steps % kStepsBetween == 0 && go_on && !go_on(done)) return std::optional<MeasureResults>{};
        const double stop = measurements.next_stop();
        if (const auto event = playback.next_until(playback.at(stop))) {
            measurements.observe(playback.seconds(event->time), *event);
            ++done;
        } else if (playback.seconds(playback.now()) >= stop) {
            measurements.look([&](std::size_t ball) { return playback.unwrapped_position(ball); });
        } else {
            break;
        }
    }
    if (const auto fault = playback.fault()) return *fault;
    return std::optional(measurements.results());
}

template Result<std::optional<MeasureResults>, FileError> measure_trajectory(
    TrajectoryReader<2>, const MeasurePlan&, const std::function<bool(std::uint64_t)>&);
template Result<std::optional<MeasureResults>, FileError> measure_trajectory(
    TrajectoryReader<3>, const MeasurePlan&, const std::function<bool(std::uint64_t)>&);

}  // namespace carom
