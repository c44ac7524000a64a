// Taking a simulation out of the engine and putting it back.
//
// What is saved is what decides: the balls' flights, image counts and impacts in the epoch, whether the last
// ones were calm, the present time, the counts, the ball that may be jammed. All else, such as order,
// bounding flights, shells, predictions and the calendar, is made anew, and no bit of the trajectory depends
// on it. Test: tests/sim/resume_test.cpp.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/float_environment.hpp"
#include "motion/proper_state.hpp"
#include "sim/bounce_rules.hpp"
#include "sim/engine.hpp"

namespace carom {

using namespace detail;

namespace {

bool is_proper(Time time, Time latest, double epoch_length) {
    return time.epoch >= 0 && time.offset >= 0 && time.offset < epoch_length && time <= latest;
}

/// A ball that crosses its box so often in an epoch gets nowhere on a clock of doubles.
constexpr double kMostCrossings = 0x1p53;

template <int N>
bool is_proper(const BallState<N>& state, const SceneBall<N>& ball, const World<N>& world,
               double epoch_length) {
    for (int k = 0; k < N; ++k) {
        if (std::isinf(ball.mass) && state.velocity[k] != 0) return false;
        const double width = world.box.upper[k] - world.box.lower[k];
        if (world.boundary[static_cast<std::size_t>(k)] != Boundary::open &&
            !(std::fabs(state.velocity[k]) * epoch_length <= kMostCrossings * width))
            return false;
        if (world.boundary[static_cast<std::size_t>(k)] != Boundary::periodic) continue;
        const double from_lower = state.position[k] - world.box.lower[k];
        if (!(from_lower >= 0 && from_lower <= width)) return false;
    }
    return is_proper_state(state, world) && !slides_on_piston(state, world);
}

template <int N>
bool are_proper(const SimultaneousEvents<N>& next, const Scene<N>& scene) {
    const std::size_t balls = scene.balls.size();
    bool proper = next.ball < balls && next.other < balls && (!next.bounces || next.ball < next.other);
    for (const auto& resting : next.resting) proper = proper && resting.ball < balls;
    for (const std::uint32_t ball : next.waking) proper = proper && ball < balls;
    for (const auto& part : next.cluster)
        proper = proper && part.ball < balls && !std::isinf(scene.balls[part.ball].mass) &&
                 is_finite(part.velocity);
    return proper && next.restitution >= 0 && next.restitution <= 1;
}

bool is_proper(const JamWatch& watch, std::size_t balls) {
    return watch.ball < std::max<std::size_t>(balls, 1) && std::isfinite(watch.sum) &&
           std::isfinite(watch.usual);
}

/// What keeps the state from being one of the scene; empty when nothing does.
template <int N>
std::string what_is_wrong(const SavedState<N>& saved, const Scene<N>& scene, double epoch_length) {
    if (saved.balls.size() != scene.balls.size()) {
        return "the saved state has " + std::to_string(saved.balls.size()) + " balls, the scene " +
               std::to_string(scene.balls.size());
    }
    const bool is_beyond = saved.now.epoch > 2 * Clock::kLastEpoch;
    if (is_beyond || !is_proper(saved.now, saved.now, epoch_length)) return "the saved time is not proper";
    if (!is_proper(saved.watch, saved.balls.size())) return "what is saved of a jam is not proper";
    for (std::size_t i = 0; i < saved.balls.size(); ++i) {
        const BallState<N>& state = saved.balls[i].state;
        if (is_proper(state, scene.balls[i], scene.world, epoch_length) &&
            is_proper(state.time, saved.now, epoch_length) && saved.balls[i].slow_events_in_row <= kConfined)
            continue;
        return "the saved state of ball " + std::to_string(i) + " is not proper";
    }
    if (!are_proper(saved.next, scene)) return "what follows next is not proper";
    return {};
}

}  // namespace

template <int N>
SavedState<N> Simulation<N>::Engine::saved_state() const {
    SavedState<N> saved{now_, {}, counts_, watch_, jammed_, next_, scene_hash_};
    saved.balls.reserve(balls_.size());
    for (std::size_t i = 0; i < balls_.size(); ++i) {
        const Record& record = balls_[balls_.place(i)];
        saved.balls.push_back({state(i), record.impacts_in_epoch, record.slow_events_in_row});
    }
    return saved;
}

template <int N>
void Simulation<N>::Engine::restore(const SavedState<N>& saved, Patience& patience) {
    for (std::size_t i = 0; i < balls_.size(); ++i) {
        const auto& ball = saved.balls[i];
        balls_.restore(balls_.place(i), ball.state, ball.impacts_in_epoch, ball.slow_events_in_row);
    }
    counts_ = saved.counts;
    now_ = saved.now;
    front_ = saved.now;
    watch_ = saved.watch;
    jammed_ = saved.jammed;
    next_ = saved.next;
    reindex(patience);
    counts_.predictions += std::exchange(scratch_.predictions, 0);
}

template <int N>
Result<Simulation<N>, Validation> Simulation<N>::resume(const Scene<N>& scene, const SavedState<N>& saved,
                                                        const Tuning& tuning,
                                                        const std::function<bool()>& go_on) {
    const DefaultFloatEnvironment environment;
    auto simulation = create(scene, tuning, go_on);
    if (!simulation) return simulation;
    Engine& engine = *simulation->engine_;
    std::string wrong = what_is_wrong(saved, scene, engine.clock().epoch_length());
    if (wrong.empty() && saved.scene != engine.scene_hash())
        wrong = "the saved state belongs to another scene: balls, world or laws differ";
    if (!wrong.empty()) return Validation{{{Finding::Subject::scene, {}, "", 0, std::move(wrong)}}, {}};
    Patience patience(go_on);
    engine.restore(saved, patience);
    if (patience.ended()) return stopped_making();
    return simulation;
}

template <int N>
SavedState<N> Simulation<N>::saved_state() const {
    return engine_->saved_state();
}

// Of the engines within, too.
template class Simulation<2>;
template class Simulation<3>;

}  // namespace carom
