#include "app/run/checking.hpp"

#include <fmt/format.h>

#include <chrono>
#include <string>

#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "text/wording.hpp"

namespace carom::app {

std::optional<CheckReport> check_with_progress(AnyTrajectory& trajectory, std::uint64_t records,
                                               Verbosity verbosity, const CheckTuning& tuning) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    ProgressLine progress(verbosity);
    bool stopped = false;
    const auto go_on = [&](std::uint64_t done) {
        if (progress.due()) {
            const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
            const std::string rate = short_count(static_cast<double>(done) / seconds);
            progress.draw(static_cast<double>(done) / static_cast<double>(records),
                          {rate + " impacts/s",
                           fmt::format("{} of {} checked", with_separators(done), with_separators(records))});
        }
        stopped = interrupted();
        return !stopped;
    };
    const CheckReport report =
        std::visit([&](auto& reader) { return check(reader, go_on, tuning); }, trajectory);
    if (stopped) return {};
    return report;
}

}  // namespace carom::app
