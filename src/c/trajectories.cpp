#include "carom/c/trajectories.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>

#include "c/call.hpp"
#include "c/columns.hpp"
#include "carom/measure/named_estimates.hpp"
#include "carom/proof/check.hpp"
#include "carom/proof/check_shots.hpp"
#include "carom/record/measure_trajectory.hpp"
#include "carom/record/playback.hpp"

namespace carom::c {
namespace {

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

Result<Extent, FileError> extent_at(const char* path) {
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

carom_status stopped() {
    return say(CAROM_STOPPED, "stopped by the caller");
}

carom_status check_table_file(const char* path, Asked& asked, carom_check_report& report) {
    auto reader = ShotFileReader::open(path);
    if (!reader) return say(reader.error());
    const ShotCheckReport found = check_shots(*reader, [&](std::uint64_t done) { return asked(done); });
    if (asked.stopped()) return stopped();
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
    if (asked.stopped()) return stopped();
    report = {};
    report.faults = found.fault_count;
    report.records = found.records;
    report.open = found.open();
    report.worst_bound_share = found.worst_bound_share;
    report.end = found.end_seconds;
    report.closed = found.closed ? 1 : 0;
    return say(CAROM_OK, found.faults);
}

carom_measurement c_measurement(const NamedEstimate& from) {
    carom_measurement to{};
    to.name[from.name.copy(to.name, sizeof(to.name) - 1)] = '\0';
    to.value = from.estimate.value;
    to.error = from.estimate.error.value_or(std::numeric_limits<double>::quiet_NaN());
    to.converged = from.estimate.converged ? 1 : 0;
    return to;
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

carom_status carom_measure(const char* path, double after, carom_go_on go_on, void* context, size_t capacity,
                           carom_measurement* measurements, size_t* count) {
    return guarded([&]() -> carom_status {
        if (path == nullptr || count == nullptr || (measurements == nullptr && capacity > 0))
            return bad(kNullPointer);
        if (!(after >= 0) || !std::isfinite(after)) return bad("after: it must be finite and >= 0");
        const auto extent = extent_at(path);
        if (!extent) return say(extent.error());
        if (after >= extent->end) return bad("after: the trajectory ends before");
        auto opened = carom::open_trajectory(path);
        if (!opened) return say(opened.error());
        Asked asked(go_on, context, extent->records);
        carom::MeasurePlan plan;
        plan.quantities.assign(carom::all_quantities.begin(), carom::all_quantities.end());
        plan.after = after;
        plan.until = extent->end;
        const auto go = [&](std::uint64_t done) { return asked(done); };
        const auto results = std::visit(
            [&](auto& reader) { return carom::measure_trajectory(std::move(reader), plan, go); }, *opened);
        if (!results) return say(results.error());
        if (!*results) return stopped();
        const auto numbers = carom::named_estimates(**results);
        *count = numbers.size();
        std::transform(numbers.begin(),
                       numbers.begin() + static_cast<std::ptrdiff_t>(std::min(capacity, numbers.size())),
                       measurements, c_measurement);
        return CAROM_OK;
    });
}
