// The event loop: next -> stale? -> advance two balls -> resolve -> predict two balls.
#pragma once

#include <vector>

#include "carom/sim/simulation.hpp"
#include "sim/clock.hpp"
#include "sim/event_queue.hpp"
#include "sim/neighbours.hpp"
#include "sim/predict.hpp"
#include "sim/space.hpp"

namespace carom {

// Invariants: a ball's state changes only in `resolve_*`; its pending event is the earliest of its
// predictions at the time they were made; a pair's prediction is held by the ball whose state changed last,
// and the other one's pending event, when it named the changed ball, is stale and predicted again when it
// comes up.
template <int N>
class Simulation<N>::Engine {
public:
    Engine(const Scene<N>& scene, const Tuning& tuning, std::vector<Finding> notes);

    std::optional<Event<N>> next_event(double until);

    StopReason stop_reason() const { return stop_reason_; }
    Time now() const { return now_; }
    const detail::Clock& clock() const { return clock_; }
    double elastic_below() const { return elastic_below_; }
    std::size_t ball_count() const { return states_.size(); }
    const BallState<N>& state(std::size_t ball) const { return states_[ball]; }
    Vec<double, N> position_now(std::size_t ball) const;
    double kinetic_energy() const;
    Vec<double, N> momentum() const;
    const Counts& counts() const { return counts_; }
    const std::vector<Finding>& notes() const { return notes_; }

private:
    /// What a ball brings along for good.
    struct Body {
        double radius = 0;
        double mass = 1;
        double inverse_mass = 1;
    };

    /// Impacts of a ball within its latest epoch.
    struct Crowd {
        std::int64_t epoch = -1;
        std::uint32_t impacts = 0;
    };

    using Pending = detail::Pending<N>;

    void predict(std::uint32_t ball);
    void predict_pairs(std::uint32_t ball, Pending& earliest);
    void predict_walls(std::uint32_t ball, Pending& earliest);
    bool is_stale(const Pending& pending) const;
    void leave_shell(std::uint32_t ball, Time time);
    void set_exit(std::uint32_t ball, Time time);
    Event<N> resolve(const Pending& pending);
    void resolve_pair(const Pending& pending, Event<N>& event);
    void resolve_wall(const Pending& pending, Event<N>& event);
    void change(std::uint32_t ball, Time time, const Vec<double, N>& position,
                const Vec<double, N>& velocity);
    double restitution_for(double normal_speed, double law);
    void watch_for_jam(std::uint32_t ball);
    std::optional<Event<N>> stop(StopReason reason, Time at);

    detail::Clock clock_;
    detail::Space<N> space_;
    CollisionLaw law_;
    double elastic_below_;
    std::vector<Finding> notes_;
    std::vector<Body> bodies_;
    std::vector<BallState<N>> states_;
    std::vector<std::uint64_t> stamps_;  // events of each ball so far
    std::vector<Time> exits_;            // when each ball leaves its shell
    std::vector<Crowd> crowds_;
    detail::Neighbours<N> neighbours_;
    detail::EventQueue<N> queue_;
    Counts counts_;
    Time now_;
    StopReason stop_reason_ = StopReason::none;
    bool jammed_ = false;
};

}  // namespace carom
