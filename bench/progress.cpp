#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace carom::bench {

Progress::Progress(std::string what, double all, std::string unit)
    : what_(std::move(what)), all_(all), unit_(std::move(unit)), on_terminal_(::isatty(STDERR_FILENO) == 1) {}

void Progress::done(double so_far, const std::string& now) {
    using namespace std::chrono_literals;
    if (Clock::now() - drawn_at_ < (on_terminal_ ? 200ms : 10s)) return;
    drawn_at_ = Clock::now();
    const double rate = std::max(so_far, 1e-9 * all_) / seconds();
    fmt::print(stderr, "{}{}: {:3.0f} %{}  {:.0f} s left{}{}{}", on_terminal_ ? "\r" : "", what_,
               100 * so_far / all_, unit_.empty() ? "" : fmt::format("  {:.0f} {}/s", rate, unit_),
               (all_ - so_far) / rate, now.empty() ? "" : "  ", now, on_terminal_ ? "\033[K" : "\n");
    std::fflush(stderr);
}

void Progress::clear() const {
    if (on_terminal_) std::fputs("\r\033[K", stderr);
}

}  // namespace carom::bench
