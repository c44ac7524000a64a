// The event loop: take the earliest pending event, refine it until it is an impact, resolve that, and predict
// what comes next for the balls that it has changed.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "carom/sim/simulation.hpp"
#include "core/patience.hpp"
#include "sim/ball_table.hpp"
#include "sim/contact_cluster.hpp"
#include "sim/contact_law.hpp"
#include "sim/engine_world.hpp"
#include "sim/event_queue.hpp"
#include "sim/neighbours.hpp"
#include "sim/predictor.hpp"

namespace carom {

namespace detail {

/// The answer to who wants a simulation and then does not.
inline Validation stopped_making() {
    return {{{Finding::Subject::scene, {}, "", 0, "the making of the simulation was stopped"}}, {}};
}

}  // namespace detail

// What owns what:
//   world_       what stays the same: clock, walls, gravity, laws
//   balls_       the columns of the balls, and how each of them moves
//   neighbours_  who is near whom
//   queue_       one pending event for each ball, and the calendar
//   predictor_   what comes next; it only reads the four above
//   pair_law_    what a contact of two balls does to their velocities
//   scratch_     the working memory of the one thread that runs the loop
//   gas_         where all of these are, for the events of a dense fluid
//
// Invariants: a ball's flight changes only in `change`; its pending event is the earliest of its predictions
// at the time they were made; a pair's prediction is held by the ball whose flight changed last, and the
// other one's pending event, when it named the changed ball, is stale and predicted again when it comes up.
template <int N>
class Simulation<N>::Engine {
public:
    /// Of no use when `patience` has ended.
    Engine(const Scene<N>& scene, const Tuning& tuning, std::vector<Finding> notes,
           detail::Patience& patience);
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    ~Engine() = default;

    std::optional<Event<N>> next_event(double until, const std::function<bool()>& go_on);

    SavedState<N> saved_state() const;
    /// Takes over a saved state of the same scene.
    void restore(const SavedState<N>& saved, detail::Patience& patience);

    StopReason stop_reason() const { return stop_reason_; }
    Time now() const { return now_; }
    const detail::Clock& clock() const { return world_.clock; }
    double elastic_below() const { return world_.rules.cut_off; }
    std::size_t ball_count() const { return balls_.size(); }
    BallState<N> state(std::size_t ball) const { return balls_.state(balls_.place(ball)); }
    Vec<double, N> position_now(std::size_t ball) const {
        return balls_.unwrapped_at(balls_.place(ball), now_);
    }
    Vec<double, N> velocity_now(std::size_t ball) const {
        return balls_.velocity_in_box(balls_.place(ball), now_);
    }
    double kinetic_energy() const { return balls_.kinetic_energy(now_); }
    double potential_energy() const { return balls_.potential_energy(now_); }
    Vec<double, N> momentum() const { return balls_.momentum(now_); }
    const Counts& counts() const { return counts_; }
    EngineSettings settings() const {
        return {neighbours_.search(), neighbours_.usual_thickness(), neighbours_.cell_width(),
                queue_.bucket_seconds()};
    }
    const std::vector<Finding>& notes() const { return notes_; }
    std::uint64_t scene_hash() const { return scene_hash_; }

private:
    using Place = std::uint32_t;
    using Pending = detail::Pending;
    using Record = detail::BallRecord<N>;
    using Due = detail::DueContact<N>;

    /// The balls of a contact, that of the lower index first; a ball at a wall twice.
    struct Parties {
        Place ball;
        Place other;
    };

    // The loop.
    void find_impact(Time limit, const std::function<bool()>& go_on, std::optional<Event<N>>& event);
    bool ends_window(Place ball, Time limit) const;
    void begin_window(Time next_event);
    bool refine_prediction(Place ball, const Pending& candidate);
    void handle_stale(Place ball);
    void defer_partner(Place ball, Place partner, Time contact);
    void rebuild_list(Place ball, Time time);
    void predict(Place ball, Time now);
    void prefetch(std::int64_t buckets, Place ball) const;
    void stop(StopReason reason, Time at);

    // Most events of a dense fluid: see sim/plain_gas.hpp.
    void describe_gas();
    bool resolve_in_gas(const Parties& parties, Event<N>& event);

    // Order in memory and grain of the queue: nothing of it changes a bit of the trajectory.
    bool is_reindex_due() const {
        return impacts_since_ >= impacts_in_order_ || neighbours_.wants_reset() || counts_used_up_ ||
               exits_in_row_ >= impacts_in_order_;
    }
    /// Nothing may be asked of the engine when `patience` has ended.
    void reindex(detail::Patience& patience);
    void reindex() {
        detail::Patience endless;
        reindex(endless);
    }
    void rebase_time_origin(detail::Patience& patience);
    void pass_horizon();
    /// Nothing may be looked at through bounding flights that are older than that.
    bool is_beyond_horizon(Time time) const {
        return neighbours_.scale().since_origin(world_.clock, time) > neighbours_.scale().horizon;
    }
    double usual_time_to_event() const;

    // Impacts.
    void resolve(Place ball, const Pending& pending, Event<N>& event);
    Parties parties(Place ball, const Pending& pending) const;
    Due due_contact(Place ball, const Pending& pending);
    void resolve_contact(const Parties& parties, const Due& due, Event<N>& event);
    unsigned resolve_alone(const Parties& parties, const Due& due, Event<N>& event);
    unsigned predict_parties(const Parties& parties);
    void write_states(const Parties& parties, Event<N>& event) const;
    void resolve_pair(Place a, Place b, const Image<N>& shift, Event<N>& event);
    void resolve_wall(Place ball, const detail::NumberedWall<N>& wall, Event<N>& event);
    void resolve_kick(Place ball, Event<N>& event);
    double counted(const detail::Restitution& restitution);
    void change(Place ball, const Vec<double, N>& position, const Vec<double, N>& velocity,
                MotionPhase phase = free_flight);
    void look_for_jam(const Parties& parties, const Due& due);

    // Impacts of several contacts.
    void resolve_with_cluster_test(const Parties& parties, const Due& due, Event<N>& event);
    void take_back(const Parties& parties, const Record& one, const Record& two, const Counts& counts);
    bool has_further_contacts(const Parties& parties, const Due& due, unsigned in_reach);
    bool has_more_than_contact(const Due& due);
    bool is_within_reach(Place ball, const Vec<double, N>& at, detail::Entry entry) const;
    bool touches_sliding(Place ball, Place partner);
    bool touches_wall_but(Place ball, const detail::NumberedWall<N>* wall);
    bool resolve_cluster(const Due& due, Event<N>& event);
    detail::ClusterSurroundings<N> surroundings();
    void emit_cluster_record(Event<N>& event);

    // Sleep and wake, under gravity.
    std::optional<Event<N>> follow_up();
    bool bounces_as_usual(Place a, Place b, const Image<N>& shift, const Vec<double, N>& to,
                          const Vec<double, N>& va, const Vec<double, N>& vb, Event<N>& event);
    void nudge_apart(Place ball, const Vec<double, N>& to, Event<N>& event);
    void wake_those_above(Place ball);
    void wake(Place ball, const Vec<double, N>& velocity, Event<N>& event);
    void expect_rest(Place ball);
    void put_to_sleep(Place ball, Event<N>& event);
    bool may_rest(Place ball, bool confined);
    std::vector<Vec<double, N>> supports_of(Place ball);
    std::uint8_t slow_row(Place ball) const;

    std::uint64_t scene_hash_;
    detail::EngineWorld<N> world_;
    std::vector<Finding> notes_;
    detail::BallTable<N> balls_;
    detail::Neighbours<N> neighbours_;
    detail::EventQueue queue_;
    detail::Predictor<N> predictor_;
    detail::SmoothContactLaw<N> pair_law_;
    detail::PredictionScratch scratch_;
    detail::PlainGas<N> gas_;
    detail::GasImpact<N> gas_impact_;
    detail::GasShell gas_shell_;
    detail::LaneFunctions<N> lanes_ = detail::lane_functions<N>();
    SimultaneousEvents<N> next_;  // balls are indices
    Counts counts_;
    Time now_;
    Time front_;                          // of the last thing that came up: an impact or none
    std::uint64_t impacts_since_ = 0;     // since the balls were sorted
    std::uint64_t impacts_in_order_ = 0;  // after so many they are sorted again
    std::uint64_t exits_in_row_ = 0;      // balls that left their shells since the last impact
    JamWatch watch_;
    StopReason stop_reason_ = StopReason::none;
    bool is_plain_ = false;  // what `PlainGas` says holds
    bool jammed_ = false;
    bool counts_used_up_ = false;
};

}  // namespace carom
