// The event loop: next -> stale? -> advance two balls -> resolve -> predict two balls.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "carom/sim/simulation.hpp"
#include "core/page_allocator.hpp"
#include "sim/ball_record.hpp"
#include "sim/bounce_rules.hpp"
#include "sim/calendar.hpp"
#include "motion/clock.hpp"
#include "sim/contact_cluster.hpp"
#include "sim/lane_functions.hpp"
#include "sim/pair_restitution.hpp"
#include "sim/pending.hpp"
#include "sim/shells.hpp"
#include "motion/domain.hpp"

namespace carom {

// Balls have an index, which the world sees, and a place, where they are stored: places follow a curve
// through space and change when the engine puts things in order again, which changes no bit of the
// trajectory.
//
// Invariants: a ball's flight changes only in `change`; its pending event is the earliest of its predictions
// at the time they were made; a pair's prediction is held by the ball whose flight changed last, and the
// other one's pending event, when it named the changed ball, is stale and predicted again when it comes up.
template <int N>
class Simulation<N>::Engine {
public:
    Engine(const Scene<N>& scene, const Tuning& tuning, std::vector<Finding> notes);

    std::optional<Event<N>> next_event(double until);

    SavedState<N> saved_state() const;
    /// Takes over a saved state of the same scene.
    void restore(const SavedState<N>& saved);

    StopReason stop_reason() const { return stop_reason_; }
    Time now() const { return now_; }
    const detail::Clock& clock() const { return clock_; }
    double elastic_below() const { return rules_.cut_off; }
    std::size_t ball_count() const { return records_.size(); }
    BallState<N> state(std::size_t ball) const { return state_at(places_[ball]); }
    Vec<double, N> position_now(std::size_t ball) const;
    double kinetic_energy() const;
    double potential_energy() const;
    Vec<double, N> momentum() const;
    const Counts& counts() const { return counts_; }
    EngineSettings settings() const {
        return {shells_.usual_thickness(), shells_.cell_width(), calendar_.bucket_seconds()};
    }
    const std::vector<Finding>& notes() const { return notes_; }

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

    /// What sketches see: when a ball may first meet another one, and which, and when a second one, from now.
    struct ContactBounds {
        double first = 0;
        double second = 0;
        Place other = 0;
    };

    void reindex();
    void sort_along_curve();
    void rebase_time_origin();
    void reindex_if_due();
    bool is_beyond_horizon(Time time) const;
    double usual_wait() const;

    void predict(Place ball, Time now);
    void schedule(Place ball, const Pending& pending);
    bool refine_prediction(Place ball, const Pending& seen);
    Pending bounds(Place ball, Time now);
    Time nearest_pair_time(Place ball, Place other, Time now);
    void handle_stale(Place ball);
    void defer_partner(Place ball, Place partner, Time contact);
    ContactBounds look(Place ball, std::span<const detail::Entry> list, bool readable, double since, double limit);
    void predict_among_balls(Place ball, Time now);
    void predict_both(Place a, Place b, Time now);
    double time_to_exit(Place ball, double since) const;
    void expect(Place ball, const ContactBounds& seen, double exit, Time now);
    Pending lower_bound_event(Place ball, Time now);
    Pending predict_event(Place ball, Time now);
    std::span<const detail::Entry> without_sliding(Place ball, Time now, Pending& earliest);
    bool is_padded(Place ball) const;
    /// In a sheared box, past the ball: sketches do not see it.
    bool slides(detail::Entry entry) const {
        return domain_.is_sheared() && detail::image_of(entry, domain_.drift.gradient) != 0;
    }
    void try_walls(Place ball, Pending& earliest);
    void try_pairs(Place ball, Time now, Pending& earliest);
    void try_pair(Place ball, detail::Entry entry, Time now, Pending& earliest);
    Time pair_time(Place ball, detail::Entry entry, Time now, Time limit) const;
    bool stands_on(Place ball, std::uint32_t wall) const;
    Time wall_time(Place ball, const detail::NumberedWall<N>& wall, Time limit) const;
    Image<N> shift_of_shells(Place ball, detail::Entry entry, Time now) const;
    Image<N> shift_of_nearest(Place ball, Place other, Time now) const;
    Image<N> shift_in_shear(Place ball, detail::Entry entry, Time now) const;
    Image<N> shift_between(Place ball, detail::Entry entry, Time now) const;
    Image<N> shift_at_contact(Place ball, const Pending& pending) const;
    bool is_stale(const Pending& pending) const;
    detail::EventRank rank_of(Place ball) const;
    void prefetch(std::int64_t buckets, Place ball) const;

    void rebuild_list(Place ball, Time time);
    void resolve(Place ball, const Pending& pending, Event<N>& event);
    Parties parties(Place ball, const Pending& pending) const;
    Due due_contact(Place ball, const Pending& pending) const;
    void resolve_contact(const Parties& parties, const Due& due, Event<N>& event);
    bool resolve_with_cluster_test(const Parties& parties, const Due& due, Event<N>& event);
    void resolve_alone(const Parties& parties, const Due& due, Event<N>& event);
    void tell_states(const Parties& parties, Event<N>& event) const;
    bool has_further_contacts(const Parties& parties, const Due& due) const;
    bool has_more_than_contact(const Due& due) const;
    bool is_within_reach(Place ball, detail::Entry entry) const;
    bool touches_sliding(Place ball, Place partner) const;
    bool touches_wall_but(Place ball, const detail::NumberedWall<N>* wall) const;
    bool resolve_cluster(const Due& due, Event<N>& event);
    detail::Surroundings<N> surroundings() const;
    void restore(Place ball, const Record& before);
    void count_impact();
    bool is_jammed(Place ball) const;
    void emit_cluster_record(Event<N>& event);
    void resolve_pair(Place a, Place b, const Image<N>& shift, Event<N>& event);
    BounceVelocities<double, N> bounced(const Vec<double, N>& d, const Vec<double, N>& va,
                                        const Vec<double, N>& vb, double inverse_mass_a,
                                        double inverse_mass_b, double restitution) const;
    void resolve_wall(Place ball, const detail::NumberedWall<N>& wall, Event<N>& event);
    void resolve_kick(Place ball, Event<N>& event);
    std::optional<Event<N>> follow_up();
    bool meets_as_usual(Place a, Place b, const Image<N>& shift, const Vec<double, N>& to,
                        const Vec<double, N>& va, const Vec<double, N>& vb, Event<N>& event);
    void part(Place ball, const Vec<double, N>& to, Event<N>& event);
    void wake_those_above(Place ball);
    void wake(Place ball, const Vec<double, N>& velocity, Event<N>& event);
    void expect_rest(Place ball);
    void put_to_sleep(Place ball, Event<N>& event);
    bool may_rest(Place ball, bool wedged) const;
    std::vector<Vec<double, N>> supports_of(Place ball) const;
    std::uint32_t first_ball_number() const {
        return static_cast<std::uint32_t>(2 * N + domain_.walls.size());
    }
    void enter_box(Record& record) const;
    Vec<double, N> velocity_in_flow(const Record& record) const;
    void change(Place ball, const Vec<double, N>& position, const Vec<double, N>& velocity,
                MotionPhase phase = free_flight);
    double since_last(Place ball) const { return clock_.between(records_[ball].flight.time, now_); }
    /// Calm events in a row with one that happens now.
    std::uint8_t slow_row(Place ball) const {
        if (!domain_.has_gravity) return 0;
        return detail::slow_row(domain_, rules_, records_[ball].slow_events_in_row, since_last(ball));
    }
    double counted(const detail::Restitution& restitution);
    BallState<N> state_at(Place ball) const;
    void tell_state(Place ball, BallState<N>& state) const;
    void stop(StopReason reason, Time at);

    detail::Clock clock_;
    detail::Domain<N> domain_;
    detail::BounceLaw rules_;
    detail::PairRestitutions restitutions_;
    std::vector<Finding> notes_;
    detail::LaneFunctions<N> lanes_ = detail::lane_functions<N>();
    detail::PageVector<Record> records_;   // by place
    detail::PageVector<Pending> pending_;  // by place
    std::vector<std::uint32_t> indices_;   // by place
    std::vector<Place> places_;            // by index
    SimultaneousEvents<N> next_;                    // balls are indices
    detail::Shells<N> shells_;
    detail::Calendar calendar_;
    Counts counts_;
    Time now_;
    Time front_;                       // of the last thing that came up: an impact or none
    std::vector<detail::Entry> seen_;  // of `without_sliding`
    std::uint64_t impacts_since_ = 0;  // since the balls were put in order
    unsigned touching_ = 0;            // balls in reach of those that were predicted last
    bool only_balls_;  // nothing but them moves or stops a ball: no walls, gravity, shear, kicks
    bool clusters_;    // whether contacts may hang together
    ImpactWindow window_;
    StopReason stop_reason_ = StopReason::none;
    bool jammed_ = false;
    bool counts_used_up_ = false;
};

}  // namespace carom
