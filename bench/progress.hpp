// How far a long step has come.
#pragma once

#include <chrono>
#include <string>

namespace carom::bench {

/// On stderr: one line that changes, or where that is no terminal a line now and then.
class Progress {
public:
    /// Of a step with so much to do, counted in `unit`; without a unit no rate is shown.
    explicit Progress(std::string what, double all = 1, std::string unit = "");
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress() { clear(); }

    /// So much is done. What it is at now stands at the end of the line.
    void done(double so_far, const std::string& now = "");
    /// Makes room for another line on the terminal.
    void clear() const;

    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

private:
    using Clock = std::chrono::steady_clock;

    std::string what_;
    double all_;
    std::string unit_;
    bool on_terminal_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point drawn_at_ = start_;
};

}  // namespace carom::bench
