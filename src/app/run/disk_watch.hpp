// A run must not fill the disk.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace carom::app {

/// What a run writes into its directory, and whether there is room for it.
class DiskWatch {
public:
    /// `written` bytes are there when `share`, in [0, 1], of the run is done. The results and the checkpoint
    /// of so many balls must still fit at the end. Without a directory there is nothing to watch.
    DiskWatch(std::filesystem::path directory, std::uint64_t balls, std::uint64_t written, double share);

    /// Looks anew, some times a second, or sooner where much of what was free has been written since.
    void look(std::uint64_t written, double share);

    /// True when the run has to stop.
    bool is_almost_full() const { return almost_full_; }
    /// Bytes that the run will have written in all, once it went on for a moment and has an end.
    std::optional<double> expected() const { return expected_; }
    /// What to say, once, when the run will write much of what is free.
    std::optional<std::string> warning();

private:
    using Clock = std::chrono::steady_clock;

    std::filesystem::path directory_;
    std::uint64_t reserve_;
    std::uint64_t written_before_;
    double share_before_;
    std::uint64_t look_at_;  // bytes written
    Clock::time_point begun_ = Clock::now();
    Clock::time_point looked_ = begun_;
    bool almost_full_ = false;
    std::optional<double> expected_;
    double to_come_ = 0;
    double free_ = 0;
    bool warned_ = false;
};

}  // namespace carom::app
