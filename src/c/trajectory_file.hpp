// What reads a trajectory file from begin to end, and asks the caller meanwhile.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include "c/call.hpp"
#include "carom/record/trajectory.hpp"

namespace carom::c {

/// What a file holds, read once from begin to end.
struct Extent {
    std::uint64_t records = 0;
    double end = 0;
};

template <int N>
std::optional<FileError> extent_of(TrajectoryReader<N> reader, Extent& extent) {
    while (reader.next()) {
    }
    if (auto fault = reader.fault()) return fault;
    const Time end = reader.end();
    extent.records = reader.records();
    extent.end = static_cast<double>(end.epoch) * reader.start().epoch_length + end.offset;
    return {};
}

inline Result<Extent, FileError> extent_at(const char* path) {
    auto opened = open_trajectory(path);
    if (!opened) return opened.error();
    Extent extent;
    auto fault = std::visit([&](auto& reader) { return extent_of(std::move(reader), extent); }, *opened);
    if (fault) return *fault;
    return extent;
}

/// Asks the caller after so many of `all`.
class Asked {
public:
    Asked(carom_go_on go_on, void* context, std::uint64_t all)
        : go_on_(go_on), context_(context), all_(all) {}
    bool operator()(std::uint64_t done) {
        const double share = all_ == 0 ? -1 : static_cast<double>(done) / static_cast<double>(all_);
        stopped_ = stopped_ || (go_on_ != nullptr && go_on_(context_, std::min(share, 1.0)) == 0);
        return !stopped_;
    }
    bool stopped() const { return stopped_; }

private:
    carom_go_on go_on_;
    void* context_;
    std::uint64_t all_;
    bool stopped_ = false;
};

}  // namespace carom::c
