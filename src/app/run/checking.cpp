#include "app/run/checking.hpp"

#include <fmt/format.h>

#include <string>

#include "app/terminal/interrupt.hpp"
#include "text/wording.hpp"

namespace carom::app {

bool CheckProgress::go_on(std::uint64_t done) {
    if (line_.due()) {
        const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
        const std::string rate = short_count(static_cast<double>(done) / seconds);
        line_.draw(static_cast<double>(done) / static_cast<double>(records_),
                   {rate + " impacts/s",
                    fmt::format("{} of {} checked", with_separators(done), with_separators(records_))});
    }
    stopped_ = interrupted();
    return !stopped_;
}

std::optional<CheckReport> check_with_progress(AnyTrajectory& trajectory, std::uint64_t records,
                                               Verbosity verbosity, const CheckTuning& tuning) {
    CheckProgress progress(records, verbosity);
    const auto go_on = [&](std::uint64_t done) { return progress.go_on(done); };
    const CheckReport report =
        std::visit([&](auto& reader) { return check(reader, go_on, tuning); }, trajectory);
    if (progress.has_stopped()) return {};
    return report;
}

}  // namespace carom::app
