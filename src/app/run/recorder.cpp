#include "app/run/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/run/disk_watch.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// In epochs: about what the fastest ball needs to cross the scene.
constexpr double kFirstStride = 0x1p20;

/// Of the time of a run, a checkpoint may take one part in so many.
constexpr double kCheckpointShare = 20;

/// Without a limit of time, measuring ends after so many looks without an impact in between: perhaps there
/// will never be one again.
constexpr std::uint64_t kPatience = 1'000;

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
             Measurements<N>* measurements, Verbosity verbosity, std::optional<double> steady_energy,
             const CheckpointPlan& checkpoints)
        : simulation_(simulation),
          writer_(writer),
          measurements_(measurements),
          limits_(limits),
          checkpoints_(checkpoints),
          progress_(verbosity),
          stride_(kFirstStride * simulation.epoch_length()),
          reach_(simulation.seconds(simulation.now())),
          impacts_before_(impacts()),
          steady_energy_(steady_energy),
          disk_(checkpoints.directory, simulation.ball_count(), writer.size(), share_done()) {
        progress_.begin_at(share_done());
        look_further();
    }

    Result<Recording, FileError> run() {
        std::optional<StoppedBecause> stopped;
        while (!(stopped = advance())) {
            if (++steps_ % 64 != 0 || awaited_ != 0) continue;
            if (auto failure = attend()) return *failure;
        }
        return Recording{*stopped, checkpoints_.seconds_before + elapsed()};
    }

private:
    /// To the next impact or to the end of the stride; says so when the run is over.
    std::optional<StoppedBecause> advance() {
        if (interrupted() && awaited_ == 0) return StoppedBecause::interrupted;
        if (disk_.is_almost_full() && awaited_ == 0) return StoppedBecause::disk_almost_full;
        if (impacts() >= limits_.events && awaited_ == 0) return StoppedBecause::events_reached;
        const double stop = measurements_ ? measurements_->next_stop() : HUGE_VAL;
        if (const auto event = simulation_.next_event(std::min(reach_, stop), goes_on_)) {
            writer_.write(*event);
            if (measurements_) measurements_->observe(simulation_.seconds(event->time), *event);
            idle_stops_ = 0;
            awaited_ = event->kind == EventKind::cluster ? event->other : 0;
            return {};
        }
        const StopReason reason = simulation_.stop_reason();
        if (reason == StopReason::none) return StoppedBecause::interrupted;
        if (stop <= reach_ && may_go_on(reason)) {
            look();
            return {};
        }
        if (reason == StopReason::time_reached && reach_ < limits_.until) {
            look_further();
            return {};
        }
        // Nothing will happen any more: all that is left is to look, up to the limit, where the run ends.
        if (reason == StopReason::no_more_events && reach_ < limits_.until) {
            reach_ = limits_.until;
            return {};
        }
        return translated(reason);
    }

    bool may_go_on(StopReason reason) const {
        return reason == StopReason::time_reached ||
               (reason == StopReason::no_more_events && std::isfinite(limits_.until));
    }

    /// Measurements look at the balls.
    void look() {
        measurements_->look([this](std::size_t ball) { return simulation_.position_now(ball); });
        if (++idle_stops_ > kPatience && !std::isfinite(limits_.until)) measurements_ = nullptr;
    }

    /// A scene where nothing happens for long is looked through in strides, so that it is told how far
    /// the run is, and saved.
    void look_further() {
        const auto now = SteadyClock::now();
        if (now - looked_ < kStrideTime) stride_ *= 2;
        looked_ = now;
        const bool in_strides = std::isfinite(limits_.until) && reach_ + stride_ > reach_;
        reach_ = in_strides ? std::min(reach_ + stride_, limits_.until) : limits_.until;
    }

    /// What is to be done now and then.
    std::optional<FileError> attend() {
        disk_.look(writer_.size(), share_done());
        if (const auto warning = disk_.warning()) progress_.note(*warning);
        if (progress_.due()) progress_.draw(share_done(), details());
        if (since(saved_) >= std::max(checkpoints_.every, (kCheckpointShare - 1) * saving_took_))
            return save();
        return {};
    }

    std::optional<FileError> save() {
        const auto begin = SteadyClock::now();
        auto failure = checkpoints_.save(checkpoints_.seconds_before + elapsed());
        saving_took_ = since(begin);
        saved_ = SteadyClock::now();
        return failure;
    }

    std::uint64_t impacts() const { return simulation_.counts().impacts(); }
    static double since(SteadyClock::time_point then) {
        return std::chrono::duration<double>(SteadyClock::now() - then).count();
    }
    double elapsed() const { return since(started_); }

    double share_done() const {
        const double of_events = static_cast<double>(impacts()) / static_cast<double>(limits_.events);
        const double time = simulation_.seconds(simulation_.now());
        return limits_.until > 0 ? std::max(of_events, time / limits_.until) : 1;
    }

    std::vector<std::string> details() {
        std::vector<std::string> details;
        details.push_back(short_count(static_cast<double>(impacts() - impacts_before_) / elapsed()) +
                          " impacts/s");
        details.push_back(fmt::format("t = {:.4g}", simulation_.seconds(simulation_.now())));
        if (const auto bytes = disk_.expected()) details.push_back(short_size(*bytes) + " to write");
        if (steady_energy_) details.push_back(fmt::format("energy off by {:.0e}", energy_error()));
        details.push_back(fmt::format("{} impacts", with_separators(impacts())));
        return details;
    }

    /// Summed anew when that takes a hundredth of the time since the last sum.
    double energy_error() {
        const auto now = SteadyClock::now();
        if (now - summed_ < 100 * summing_) return energy_error_;
        const double kinetic = simulation_.kinetic_energy();
        const double change = kinetic + simulation_.potential_energy() - *steady_energy_;
        energy_error_ = kinetic > 0 ? std::fabs(change / kinetic) : 0;
        summed_ = SteadyClock::now();
        summing_ = summed_ - now;
        return energy_error_;
    }

    Simulation<N>& simulation_;
    TrajectoryWriter<N>& writer_;
    Measurements<N>* measurements_;
    std::uint64_t idle_stops_ = 0;
    std::function<bool()> goes_on_ = [] { return !interrupted(); };
    std::uint32_t awaited_ = 0;  // balls that have yet to take their part of an impact
    Limits limits_;
    const CheckpointPlan& checkpoints_;
    ProgressLine progress_;
    double stride_;  // simulated time
    double reach_;
    std::uint64_t impacts_before_;
    SteadyClock::time_point looked_ = SteadyClock::now();
    std::uint64_t steps_ = 0;
    SteadyClock::time_point started_ = SteadyClock::now();
    SteadyClock::time_point saved_ = started_;
    double saving_took_ = 0;  // seconds
    std::optional<double> steady_energy_;
    DiskWatch disk_;
    double energy_error_ = 0;
    SteadyClock::time_point summed_ = started_;
    SteadyClock::duration summing_{0};
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
        case StoppedBecause::disk_almost_full:
            return "disk_almost_full";
        case StoppedBecause::interrupted:
            break;
    }
    return "interrupted";
}

bool is_put_off(StoppedBecause reason) {
    return reason == StoppedBecause::interrupted || reason == StoppedBecause::disk_almost_full;
}

template <int N>
Result<Recording, FileError> record(Simulation<N>& simulation, TrajectoryWriter<N>& writer,
                                    const Limits& limits, Measurements<N>* measurements, Verbosity verbosity,
                                    std::optional<double> steady_energy, const CheckpointPlan& checkpoints) {
    return Recorder<N>(simulation, writer, limits, measurements, verbosity, steady_energy, checkpoints).run();
}

template Result<Recording, FileError> record(Simulation<2>&, TrajectoryWriter<2>&, const Limits&,
                                             Measurements<2>*, Verbosity, std::optional<double>,
                                             const CheckpointPlan&);
template Result<Recording, FileError> record(Simulation<3>&, TrajectoryWriter<3>&, const Limits&,
                                             Measurements<3>*, Verbosity, std::optional<double>,
                                             const CheckpointPlan&);

}  // namespace carom::app
