#include "app/run/saved_run_check.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

#include "app/measure/measuring.hpp"
#include "app/terminal/progress.hpp"
#include "carom/record/playback.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

template <int N>
bool is_same(const BallState<N>& x, const BallState<N>& y) {
    return x.position == y.position && x.velocity == y.velocity && x.image == y.image && x.time == y.time &&
           x.phase == y.phase;
}

template <int N>
void count(Counts& counts, const Event<N>& event) {
    switch (event.kind) {
        case EventKind::ball_ball:
            ++counts.ball_ball;
            break;
        case EventKind::ball_wall:
            ++counts.ball_wall;
            break;
        case EventKind::cluster:
            counts.clusters += ends_impact(event) ? 1 : 0;
            break;
        case EventKind::kick:
            ++counts.kicks;
            break;
        case EventKind::rest:
            ++counts.rests;
            break;
        case EventKind::wake:
            ++counts.wakes;
            break;
    }
}

bool is_same(const Counts& x, const Counts& y) {
    return x.ball_ball == y.ball_ball && x.ball_wall == y.ball_wall && x.clusters == y.clusters &&
           x.kicks == y.kicks && x.rests == y.rests && x.wakes == y.wakes;
}

/// Of the limits and figures; empty when a run can have them.
std::string why_no_request(const RunProgress& progress) {
    const Limits& limits = progress.request.limits;
    const bool ends = std::isfinite(limits.until) || limits.events != Limits().events;
    if (!(limits.until >= 0) || limits.events == 0 || !ends) return "its limits are those of no run";
    if (!std::isfinite(progress.wall_seconds) || progress.wall_seconds < 0)
        return "its wall time is that of no run";
    return {};
}

/// Goes to the end, and counts.
template <int N>
Counts counts_to_the_end(Playback<N>& playback, std::uint64_t records, Verbosity verbosity) {
    ProgressLine progress(verbosity);
    Counts counts;
    const Time end = playback.at(std::numeric_limits<double>::infinity());
    for (std::uint64_t done = 0;; ++done) {
        if (done % 4096 == 0 && progress.due())
            progress.draw(static_cast<double>(done) / static_cast<double>(records),
                          {"reading the trajectory", with_separators(done) + " records"});
        const auto event = playback.next_until(end);
        if (!event) return counts;
        count(counts, *event);
    }
}

/// What the state says against the records; empty when nothing.
template <int N>
std::string what_differs(const SavedState<N>& state, const Playback<N>& playback, const Counts& counts) {
    if (state.balls.size() != playback.ball_count()) return "the number of balls is another";
    for (std::size_t ball = 0; ball < state.balls.size(); ++ball) {
        if (!is_same(state.balls[ball].state, playback.state(ball)))
            return fmt::format("ball {} is not where its last record left it", ball);
    }
    if (!is_same(state.counts, counts)) return "the counts are not those of the records";
    if (state.now < playback.end()) return "the time is before that of the last record";
    // A run is saved between impacts only.
    if (!state.next.cluster.empty()) return "an impact is unfinished";
    return {};
}

}  // namespace

template <int N>
Result<SavedState<N>, FileError> checked_state(const SavedRun& saved, const Checkpoint<N>& checkpoint,
                                               Verbosity verbosity) {
    const auto misfit = [&](const std::string& what) {
        return FileError{fmt::format("{}: the checkpoint does not fit: {}", saved.trajectory.string(), what)};
    };
    std::string wrong = why_no_request(saved.progress);
    if (!wrong.empty()) return misfit(wrong);
    auto trajectory = open_trajectory(saved.trajectory, checkpoint.trajectory);
    if (!trajectory) return trajectory.error();
    Playback<N> playback(std::get<TrajectoryReader<N>>(std::move(*trajectory)));
    const Counts counts = counts_to_the_end(playback, checkpoint.trajectory.records, verbosity);
    if (const auto fault = playback.fault()) return *fault;
    wrong = what_differs(checkpoint.simulation, playback, counts);
    if (!wrong.empty()) return misfit(wrong);
    const MeasurePlan& plan = saved.progress.request.measure;
    if (!plan.quantities.empty() && !is_sound(plan, N)) return misfit("no scene measures with such numbers");
    SavedState<N> state = checkpoint.simulation;
    state.now = playback.end();
    return state;
}

template Result<SavedState<2>, FileError> checked_state(const SavedRun&, const Checkpoint<2>&, Verbosity);
template Result<SavedState<3>, FileError> checked_state(const SavedRun&, const Checkpoint<3>&, Verbosity);

}  // namespace carom::app
