// One line on the terminal that says how far a long command is; nothing where stderr is no terminal.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/options.hpp"

namespace carom::app {

class ProgressLine {
public:
    explicit ProgressLine(Verbosity verbosity);
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    /// Clears the line.
    ~ProgressLine();
    /// Says something that stays, in a line of its own, with a terminal or without; nothing where quiet.
    void note(const std::string& text);
    /// The same, quiet or not.
    void fault(const std::string& text);

    /// Says that this share, in [0, 1], was done before.
    void begin_at(double share) { begun_ = share; }

    /// True when there is a terminal and the line is at least a fifth of a second old.
    bool due() const;
    /// Draws the line: the share done in [0, 1] with a bar and the time left, where it is known, then as many
    /// `details` as there is room for.
    void draw(std::optional<double> share, const std::vector<std::string>& details);

private:
    using Clock = std::chrono::steady_clock;

    void clear();

    Verbosity verbosity_;
    bool on_terminal_;
    bool drawn_ = false;
    double begun_ = 0;
    Clock::time_point start_;
    Clock::time_point last_;
};

}  // namespace carom::app
