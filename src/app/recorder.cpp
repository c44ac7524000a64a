#include "app/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/interrupt.hpp"
#include "app/progress.hpp"
#include "app/wording.hpp"

namespace carom::app {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// In epochs: about what the fastest ball needs to cross the scene.
constexpr double kFirstStride = 0x1p20;

/// Strides are made longer while they take less than this.
constexpr std::chrono::milliseconds kStrideTime{50};

StoppedBecause translated(StopReason reason) {
    switch (reason) {
        case StopReason::no_more_events:
            return StoppedBecause::no_more_events;
        case StopReason::jammed:
            return StoppedBecause::jammed;
        case StopReason::nothing_in_sight:
            return StoppedBecause::nothing_in_sight;
        case StopReason::none:
        case StopReason::time_reached:
            break;
    }
    return StoppedBecause::time_reached;
}

template <int N>
class Recorder {
public:
    Recorder(Simulation<N>& simulation, TrajectoryWriter<N>& writer, const Limits& limits,
             Verbosity verbosity)
        : simulation_(simulation),
          writer_(writer),
          limits_(limits),
          progress_(verbosity),
          stride_(kFirstStride * simulation.epoch_length()) {
        look_further();
    }

    Result<Recording, FileError> run() {
        std::optional<StoppedBecause> stopped;
        while (!(stopped = advance())) {
            if (++steps_ % 64 != 0) continue;
            if (auto failure = attend()) return *failure;
        }
        return Recording{*stopped, elapsed()};
    }

private:
    /// To the next impact or to the end of the stride; says so when the run is over.
    std::optional<StoppedBecause> advance() {
        if (interrupted()) return StoppedBecause::interrupted;
        if (impacts() >= limits_.events) return StoppedBecause::events_reached;
        if (const auto event = simulation_.next_event(reach_)) {
            writer_.write(*event);
            return {};
        }
        const StopReason reason = simulation_.stop_reason();
        if (reason == StopReason::time_reached && reach_ < limits_.until) {
            look_further();
            return {};
        }
        // Nothing will happen any more, and the run ends at its limit.
        if (reason == StopReason::no_more_events && reach_ < limits_.until)
            simulation_.next_event(limits_.until);
        return translated(reason);
    }

    /// A scene where nothing happens for long is looked through in strides, so that an interrupt is noticed.
    void look_further() {
        const auto now = SteadyClock::now();
        if (now - looked_ < kStrideTime) stride_ *= 2;
        looked_ = now;
        const bool in_strides = std::isfinite(limits_.until) && reach_ + stride_ > reach_;
        reach_ = in_strides ? std::min(reach_ + stride_, limits_.until) : limits_.until;
    }

    /// What is to be done now and then.
    std::optional<FileError> attend() {
        if (progress_.due()) progress_.draw(share_done(), details());
        if (SteadyClock::now() - flushed_ < std::chrono::seconds(1)) return {};
        flushed_ = SteadyClock::now();
        return writer_.flush();
    }

    std::uint64_t impacts() const { return simulation_.counts().ball_ball + simulation_.counts().ball_wall; }
    double elapsed() const { return std::chrono::duration<double>(SteadyClock::now() - started_).count(); }

    double share_done() const {
        const double of_events = static_cast<double>(impacts()) / static_cast<double>(limits_.events);
        const double time = simulation_.seconds(simulation_.now());
        return limits_.until > 0 ? std::max(of_events, time / limits_.until) : 1;
    }

    std::string details() const {
        return fmt::format("{} impacts, {}/s, t = {:.6g}", with_separators(impacts()),
                           short_count(static_cast<double>(impacts()) / elapsed()),
                           simulation_.seconds(simulation_.now()));
    }

    Simulation<N>& simulation_;
    TrajectoryWriter<N>& writer_;
    Limits limits_;
    ProgressLine progress_;
    double stride_;  // simulated time
    SteadyClock::time_point looked_ = SteadyClock::now();
    double reach_ = 0;
    std::uint64_t steps_ = 0;
    SteadyClock::time_point started_ = SteadyClock::now();
    SteadyClock::time_point flushed_ = started_;
};

}  // namespace

const char* name_of(StoppedBecause reason) {
    switch (reason) {
        case StoppedBecause::time_reached:
            return "time_reached";
        case StoppedBecause::events_reached:
            return "events_reached";
        case StoppedBecause::no_more_events:
            return "no_more_events";
        case StoppedBecause::jammed:
            return "jammed";
        case StoppedBecause::nothing_in_sight:
            return "nothing_in_sight";
        case StoppedBecause::interrupted:
            break;
    }
    return "interrupted";
}

template <int N>
Result<Recording, FileError> record(Simulation<N>& simulation, TrajectoryWriter<N>& writer,
                                    const Limits& limits, Verbosity verbosity) {
    return Recorder<N>(simulation, writer, limits, verbosity).run();
}

template Result<Recording, FileError> record(Simulation<2>&, TrajectoryWriter<2>&, const Limits&, Verbosity);
template Result<Recording, FileError> record(Simulation<3>&, TrajectoryWriter<3>&, const Limits&, Verbosity);

}  // namespace carom::app
