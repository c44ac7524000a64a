#include "app/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace carom::app {
namespace {

constexpr std::chrono::milliseconds kInterval{200};

std::string bar(double share) {
    constexpr std::size_t width = 16;
    const auto full = static_cast<std::size_t>(share * static_cast<double>(width));
    return "[" + std::string(full, '#') + std::string(width - full, '.') + "]";
}

std::string time_left(double share, double elapsed) {
    if (!(share > 1e-4)) return "";
    const double seconds = std::ceil(elapsed * (1 - share) / share);
    if (!(seconds < 359'999)) return ", days left";
    const auto whole = static_cast<long>(seconds);
    if (whole >= 3600) return fmt::format(", {}:{:02}:{:02} left", whole / 3600, whole / 60 % 60, whole % 60);
    return fmt::format(", {}:{:02} left", whole / 60, whole % 60);
}

/// A longer line would wrap and could not be redrawn.
std::size_t terminal_width() {
    winsize size = {};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 2) return 79;
    return size.ws_col - 1U;
}

}  // namespace

ProgressLine::ProgressLine(Verbosity verbosity)
    : on_terminal_(verbosity == Verbosity::normal && ::isatty(STDERR_FILENO) == 1),
      start_(Clock::now()),
      last_(start_) {}

ProgressLine::~ProgressLine() {
    if (drawn_) std::fputs("\r\033[K", stderr);
}

bool ProgressLine::due() const {
    return on_terminal_ && Clock::now() - last_ >= kInterval;
}

void ProgressLine::draw(double share, const std::string& details) {
    last_ = Clock::now();
    drawn_ = true;
    const double done = std::clamp(share, 0.0, 1.0);
    const double elapsed = std::chrono::duration<double>(last_ - start_).count();
    std::string line = fmt::format("{} {:3.0f} %  {}{}", bar(done), std::floor(100 * done), details,
                                   time_left(done, elapsed));
    line.resize(std::min(line.size(), terminal_width()));
    std::fputs(("\r" + line + "\033[K").c_str(), stderr);
    std::fflush(stderr);
}

}  // namespace carom::app
