#include "app/terminal/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/terminal/terminal.hpp"
#include "text/printing.hpp"

namespace carom::app {
namespace {

constexpr std::chrono::milliseconds kInterval{200};

/// An eighth of the line; none where every character counts.
std::string bar(double share, std::size_t width) {
    if (width < 60) return {};
    const std::size_t length = std::min<std::size_t>(width / 8, 24);
    const auto full = static_cast<std::size_t>(share * static_cast<double>(length));
    return "[" + std::string(full, '#') + std::string(length - full, '.') + "] ";
}

/// `fresh` is the part of the share that took `elapsed`.
std::string time_left(double share, double fresh, double elapsed) {
    if (!(fresh > 1e-4)) return "";
    const double seconds = std::ceil(elapsed * (1 - share) / fresh);
    if (!(seconds < 359'999)) return ", days left";
    const auto whole = static_cast<long>(seconds);
    if (whole >= 3600) return fmt::format(", {}:{:02}:{:02} left", whole / 3600, whole / 60 % 60, whole % 60);
    return fmt::format(", {}:{:02} left", whole / 60, whole % 60);
}

/// At most `width` characters. The share was `begun` when the time began.
std::string progress_text(std::optional<double> share, double begun, double elapsed_seconds,
                          const std::vector<std::string>& details, std::size_t width) {
    std::string line;
    if (share) {
        const double done = std::clamp(*share, 0.0, 1.0);
        line = fmt::format("{}{:3.0f} %{}", bar(done, width), std::floor(100 * done),
                           time_left(done, done - begun, elapsed_seconds));
    }
    for (const std::string& detail : details) {
        const std::string more = (line.empty() ? "" : ", ") + detail;
        if (line.size() + more.size() <= width) line += more;
    }
    line.resize(std::min(line.size(), width));
    return line;
}

}  // namespace

ProgressLine::ProgressLine(Verbosity verbosity)
    : verbosity_(verbosity),
      on_terminal_(verbosity == Verbosity::normal && terminal_at(STDERR_FILENO).redraws),
      start_(Clock::now()),
      last_(start_) {}

ProgressLine::~ProgressLine() {
    clear();
}

void ProgressLine::clear() {
    if (drawn_) show(stderr, "\r\033[K");
    drawn_ = false;
}

void ProgressLine::note(const std::string& text) {
    if (verbosity_ == Verbosity::normal) fault(text);
}

void ProgressLine::fault(const std::string& text) {
    clear();
    tell(stderr, "carom: {}\n", text);
}

bool ProgressLine::due() const {
    return on_terminal_ && Clock::now() - last_ >= kInterval;
}

void ProgressLine::draw(std::optional<double> share, const std::vector<std::string>& details) {
    last_ = Clock::now();
    drawn_ = true;
    const double elapsed = std::chrono::duration<double>(last_ - start_).count();
    // A line as wide as the terminal would wrap and could not be redrawn.
    const std::size_t width = std::max<std::size_t>(terminal_at(STDERR_FILENO).width, 2) - 1;
    const std::string line = progress_text(share, begun_, elapsed, details, width);
    show(stderr, "\r" + plain_text(line, LineEnds::replaced) + "\033[K");
    std::fflush(stderr);
}

}  // namespace carom::app
