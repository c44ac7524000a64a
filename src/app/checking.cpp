#include "app/checking.hpp"

#include <fmt/format.h>

#include "app/interrupt.hpp"
#include "app/progress.hpp"
#include "app/wording.hpp"

namespace carom::app {

std::optional<CheckReport> check_with_progress(AnyTrajectory& trajectory, std::uint64_t records,
                                               Verbosity verbosity) {
    ProgressLine progress(verbosity);
    bool stopped = false;
    const auto go_on = [&](std::uint64_t done) {
        if (progress.due()) {
            progress.draw(
                static_cast<double>(done) / static_cast<double>(records),
                fmt::format("{} of {} impacts checked", with_separators(done), with_separators(records)));
        }
        stopped = interrupted();
        return !stopped;
    };
    const CheckReport report = std::visit([&](auto& reader) { return check(reader, go_on); }, trajectory);
    if (stopped) return {};
    return report;
}

}  // namespace carom::app
