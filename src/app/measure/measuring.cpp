#include "app/measure/measuring.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

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
Result<std::optional<MeasureResults>, FileError> measure_with_progress(TrajectoryReader<N> reader,
                                                                       const MeasurePlan& plan,
                                                                       std::uint64_t records,
                                                                       Verbosity verbosity) {
    ProgressLine progress(verbosity);
    return measure_trajectory(std::move(reader), plan, [&](std::uint64_t done) {
        if (progress.due()) {
            progress.draw(
                static_cast<double>(done) / static_cast<double>(records),
                {fmt::format("{} of {} impacts measured", with_separators(done), with_separators(records))});
        }
        return !interrupted();
    });
}

template Result<std::optional<MeasureResults>, FileError> measure_with_progress(TrajectoryReader<2>,
                                                                                const MeasurePlan&,
                                                                                std::uint64_t, Verbosity);
template Result<std::optional<MeasureResults>, FileError> measure_with_progress(TrajectoryReader<3>,
                                                                                const MeasurePlan&,
                                                                                std::uint64_t, Verbosity);

}  // namespace carom::app
