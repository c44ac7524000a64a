// How far a long step has come.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <utility>

namespace carom::engine_runs {

/// On stderr: one line that changes, or where that is no terminal a line now and then.
class Progress {
public:
    explicit Progress(std::string what)
        : what_(std::move(what)), on_terminal_(::isatty(STDERR_FILENO) == 1) {}
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress() {
        if (on_terminal_) std::fputs("\r\033[K", stderr);
    }

    void done(double share) {
        using namespace std::chrono_literals;
        if (Clock::now() - drawn_at_ < (on_terminal_ ? 200ms : 10s)) return;
        drawn_at_ = Clock::now();
        const double spent = std::chrono::duration<double>(drawn_at_ - start_).count();
        fmt::print(stderr, "{}{}: {:3.0f} %  {:.0f} s left{}", on_terminal_ ? "\r" : "", what_, 100 * share,
                   spent * (1 - share) / std::max(share, 1e-9), on_terminal_ ? "\033[K" : "\n");
        std::fflush(stderr);
    }

private:
    using Clock = std::chrono::steady_clock;

    std::string what_;
    bool on_terminal_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point drawn_at_ = start_;
};

}  // namespace carom::engine_runs
