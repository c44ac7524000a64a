#include "app/run/disk_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/files/free_space.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

constexpr std::chrono::milliseconds kLookInterval{100};

/// A run that goes on for less is not worth an estimate.
constexpr std::chrono::seconds kMoment{2};

/// Two checkpoints, the old one and the new one, and what is not known yet.
constexpr std::uint64_t kSavedBytesOfABall = 250;

/// The picture in full, the report and the last block of records.
constexpr std::uint64_t kResultBytes = 400'000;

/// More than one part in so many of what is free is worth a warning.
constexpr double kMuch = 10;

}  // namespace

DiskWatch::DiskWatch(std::filesystem::path directory, std::uint64_t balls, std::uint64_t written,
                     double share)
    : directory_(std::move(directory)),
      reserve_(kResultBytes + kSavedBytesOfABall * balls),
      written_before_(written),
      share_before_(share),
      look_at_(written) {}

void DiskWatch::look(std::uint64_t written, double share) {
    const auto now = Clock::now();
    if (directory_.empty() || (now - looked_ < kLookInterval && written < look_at_)) return;
    looked_ = now;
    const auto space = space_at(directory_);
    if (!space) return;
    look_at_ = written + space->free / 10;
    almost_full_ = space->is_almost_full(reserve_);
    if (now - begun_ < kMoment || !(share > share_before_)) return;
    const double rate = static_cast<double>(written - written_before_) / (share - share_before_);
    to_come_ = rate * std::max(1 - share, 0.0);
    free_ = static_cast<double>(space->free);
    expected_ = static_cast<double>(written) + to_come_;
}

std::optional<std::string> DiskWatch::warning() {
    if (warned_ || !expected_ || to_come_ * kMuch <= free_) return {};
    warned_ = true;
    return fmt::format(
        "this run will write about {} more, and {} are free on its disk; it stops before that "
        "is full",
        short_size(to_come_), short_size(free_));
}

}  // namespace carom::app
