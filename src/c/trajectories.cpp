#include "carom/c/trajectories.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>

#include "c/call.hpp"
#include "c/columns.hpp"
#include "c/trajectory_file.hpp"
#include "carom/proof/check.hpp"
#include "carom/proof/check_shots.hpp"
#include "carom/record/playback.hpp"

namespace carom::c {
namespace {

/// A trajectory of either dimension.
class Played {
public:
    virtual ~Played() = default;
    virtual int dimension() const = 0;
    virtual std::size_t balls() const = 0;
    virtual double now() const = 0;
    virtual std::optional<FileError> advance(double time) = 0;
    virtual std::string states(const carom_doubles_out* position,
                               const carom_doubles_out* velocity) const = 0;
};

template <int N>
class PlayedOf : public Played {
public:
    explicit PlayedOf(TrajectoryReader<N> reader) : playback_(std::move(reader)) {}

    int dimension() const override { return N; }
    std::size_t balls() const override { return playback_.ball_count(); }
    double now() const override { return playback_.seconds(playback_.now()); }
    std::optional<FileError> advance(double time) override {
        while (playback_.next_until(time)) {
        }
        return playback_.fault();
    }
    std::string states(const carom_doubles_out* position, const carom_doubles_out* velocity) const override {
        std::string fault = fault_of_vectors<N>(position, "position", balls());
        if (fault.empty()) fault = fault_of_vectors<N>(velocity, "velocity", balls());
        if (!fault.empty()) return fault;
        for (std::size_t ball = 0; ball < balls(); ++ball) {
            if (position != nullptr) put_vector(position, ball, playback_.unwrapped_position(ball));
            if (velocity != nullptr) put_vector(velocity, ball, playback_.velocity(ball));
        }
        return "";
    }

private:
    Playback<N> playback_;
};

struct TrajectoryObject : Object {
    static constexpr const char* kName = "trajectory";

    /// From the begin; a file that has replaced it is another trajectory.
    std::optional<FileError> rewind() {
        std::error_code missing;
        if (played && (std::filesystem::last_write_time(path, missing) != written ||
                       std::filesystem::file_size(path, missing) != size))
            return FileError{path + ": the file has changed since it was opened"};
        auto opened = open_trajectory(path);
        if (!opened) return opened.error();
        std::visit(
            [&]<int N>(TrajectoryReader<N>& reader) {
                played = std::make_unique<PlayedOf<N>>(std::move(reader));
            },
            *opened);
        return {};
    }

    std::string path;
    std::filesystem::file_time_type written;
    std::uintmax_t size = 0;
    double end = 0;
    std::unique_ptr<Played> played;
};

carom_status check_table_file(const char* path, Asked& asked, carom_check_report& report) {
    auto reader = ShotFileReader::open(path);
    if (!reader) return say(reader.error());
    const ShotCheckReport found = check_shots(*reader, [&](std::uint64_t done) { return asked(done); });
    if (asked.stopped()) return stopped_by_caller();
    report = {};
    report.faults = found.fault_count;
    report.records = found.events;
    report.shots = found.shots;
    report.open = found.impacts_open + found.motions_open;
    report.worst_bound_share = found.worst_bound_share;
    report.closed = found.closed ? 1 : 0;
    return say(CAROM_OK, found.faults);
}

carom_status check_trajectory_file(const char* path, Asked& asked, carom_check_report& report) {
    auto opened = open_trajectory(path);
    if (!opened) return say(opened.error());
    const CheckReport found = std::visit(
        [&](auto& reader) { return check(reader, [&](std::uint64_t done) { return asked(done); }); },
        *opened);
    if (asked.stopped()) return stopped_by_caller();
    report = {};
    report.faults = found.fault_count;
    report.records = found.records;
    report.open = found.open();
    report.worst_bound_share = found.worst_bound_share;
    report.end = found.end_seconds;
    report.closed = found.closed ? 1 : 0;
    return say(CAROM_OK, found.faults);
}

}  // namespace
}  // namespace carom::c

using namespace carom::c;

carom_status carom_trajectory_open(const char* path, carom_trajectory** trajectory) {
    return guarded([&]() -> carom_status {
        if (path == nullptr || trajectory == nullptr) return bad(kNullPointer);
        const auto extent = extent_at(path);
        if (!extent) return say(extent.error());
        auto object = std::make_shared<TrajectoryObject>();
        object->path = path;
        std::error_code missing;
        object->written = std::filesystem::last_write_time(path, missing);
        object->size = std::filesystem::file_size(path, missing);
        object->end = extent->end;
        if (const auto failure = object->rewind()) return say(*failure);
        return give(trajectory, std::move(object));
    });
}

carom_status carom_trajectory_free(carom_trajectory* trajectory) {
    return close<TrajectoryObject>(trajectory);
}

carom_status carom_trajectory_describe(carom_trajectory* trajectory, carom_trajectory_info* info) {
    return with<TrajectoryObject>(trajectory, [&](const TrajectoryObject& object) -> carom_status {
        if (info == nullptr) return bad(kNullPointer);
        *info = {object.played->dimension(), object.played->balls(), object.played->now(), object.end};
        return CAROM_OK;
    });
}

carom_status carom_trajectory_states(carom_trajectory* trajectory, double time,
                                     const carom_doubles_out* position, const carom_doubles_out* velocity) {
    return with<TrajectoryObject>(trajectory, [&](TrajectoryObject& object) -> carom_status {
        if (!(time >= 0)) return bad("time: it must be >= 0");
        if (time > object.end) return CAROM_END;
        if (time < object.played->now()) {
            if (const auto failure = object.rewind()) return say(*failure);
        }
        if (const auto failure = object.played->advance(time)) return say(*failure);
        const std::string fault = object.played->states(position, velocity);
        return fault.empty() ? CAROM_OK : bad(fault);
    });
}

carom_status carom_check(const char* path, carom_go_on go_on, void* context, carom_check_report* report) {
    return guarded([&]() -> carom_status {
        if (path == nullptr || report == nullptr) return bad(kNullPointer);
        Asked asked(go_on, context, 0);
        return carom::is_shot_file(path) ? check_table_file(path, asked, *report)
                                         : check_trajectory_file(path, asked, *report);
    });
}
