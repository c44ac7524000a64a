// The check of a trajectory record by record, for a reading that others take part in.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "carom/proof/check.hpp"

namespace carom {

template <int N>
class RecordCheck {
public:
    /// As for `check`.
    using Progress = std::function<bool(std::uint64_t)>;

    explicit RecordCheck(const TrajectoryStart<N>& start, Progress progress = {},
                         const CheckTuning& tuning = {});
    RecordCheck(const RecordCheck&) = delete;
    RecordCheck& operator=(const RecordCheck&) = delete;
    ~RecordCheck();

    /// The next record; false when `progress` has stopped the check.
    bool take(const Event<N>& event);
    /// After the last record that the reader gave.
    CheckReport finish(const TrajectoryReader<N>& trajectory);

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace carom
