// The event loop of a shot.
//
// Its rules are those of the engine (docs/architecture.md): a ball's state changes at its own events only, a
// prediction is a function of the two states, and the order of events is total: by time, then a ball's own
// event before an impact, then by ball. Bounds come first; what is earliest of all is made exact before it
// counts.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "billiards/ball_impact.hpp"
#include "billiards/cushion_impact.hpp"
#include "billiards/flight_encounters.hpp"
#include "billiards/held_group.hpp"
#include "billiards/joint_impact.hpp"
#include "billiards/partner_rows.hpp"
#include "billiards/surroundings.hpp"
#include "carom/billiards/shot.hpp"

namespace carom::billiards::detail {

/// What balls of the same properties share.
struct BallKind {
    BallProperties properties;
    ClothRates rates;
    Surroundings surroundings;
    FlightEncounters above;  ///< what is met off the bed
    std::unique_ptr<StrongeLaw> stronge;

    BallKind(const BallProperties& ball, const ShotSetup& setup, const TableOutline& outline);
};

/// When two balls that have just met can meet again, at the earliest: their gap is 0, and they do not close.
double next_meeting(const MovingBall& a, const MovingBall& b, double now);

/// A rectangle around places on the table.
struct Extent {
    double lower[2] = {kNever, kNever}, upper[2] = {-kNever, -kNever};

    void include(const Vec2d& place) {
        for (int axis = 0; axis < 2; ++axis) {
            lower[axis] = std::min(lower[axis], place[axis]);
            upper[axis] = std::max(upper[axis], place[axis]);
        }
    }
    bool operator==(const Extent&) const = default;
};

class ShotLoop {
public:
    explicit ShotLoop(const ShotSetup& setup);

    bool play(std::span<const BallState> start, const std::optional<Shot>& shot, Detail detail,
              const std::function<bool()>& go_on);
    /// The same in parts: play begins, and takes steps until there is none.
    void begin(std::span<const BallState> start, const std::optional<Shot>& shot,
               Detail detail = Detail::events);
    bool step();
    /// The state of a ball at the time of the last event.
    BallState state_now(int i) const;

    const std::vector<ShotEvent>& events() const { return events_; }
    const std::vector<BallState>& final_states() const { return final_states_; }
    double end_time() const { return now_; }

private:
    const BallKind& kind_of(int ball) const { return kinds_[kind_index_[static_cast<std::size_t>(ball)]]; }
    const BallPair& pair_of(int i, int j) const {
        return pairs_[kind_index_[static_cast<std::size_t>(i)] * kinds_.size() +
                      kind_index_[static_cast<std::size_t>(j)]];
    }
    MovingBall& ball(int index) { return balls_[static_cast<std::size_t>(index)]; }

    void cover_with_cells(std::span<const BallState> start);
    void tell_accelerations();
    void tell_motions();
    void own_event(int i);
    EventKind change(MovingBall& moving, const BallKind& kind) const;
    EventKind encounter(int i);
    void row_entry(const NextEntry& entry);
    bool make_exact(int i, double bound);
    void meet_together(const NextEntry& entry);
    void impact_together();
    void meet(int i, int j);
    double exact_contact(int i, int j, double from) const;

    bool stay_in_contact(int i, int j, double closing);
    bool stays_at_cushion(int i);
    HeldContact contact_with_cushion(int i, Meets what, int index) const;
    void hold_at_cushion(int i);
    static std::size_t place_in(const HeldGroup& group, int i);
    static void add_cushion(HeldGroup& group, int i, HeldContact contact);
    /// A contact that took hold.
    struct Hold {
        int ball = -1;
        int other = -1;  ///< below 0: a cushion
        Encounter met;   ///< it
    };
    bool is_held_again(const Hold& hold);
    void hold_together();
    void pass_along(int i, const Encounter& met);
    void hold(std::span<const std::pair<int, int>> pairs);
    void attach(int i, int j);
    HeldGroup& joined(int i, int j);
    HeldGroup& group_with(int i);
    void merge(HeldGroup& group, HeldGroup& other);
    void bring_to_now(HeldGroup& group);
    void add_to(HeldGroup& group, int i);
    HeldBall held_ball(int i) const;
    void press(HeldGroup& group);
    void take_step(HeldGroup& group);
    void look_for(const HeldGroup& group);
    void continue_group(HeldGroup& group);
    void release(int i);
    void dissolve(HeldGroup& group);
    void free(const HeldBall& held);
    void follow(const HeldGroup& group, std::size_t place);
    void set_spin(int i, MovingBall& moving) const;
    double next_meeting_of_parting(int i, int j);
    void set_pair(int i, int j, double time);
    void record_changes(const HeldGroup& group);

    // Balls off the bed (shot_flights.cpp).
    bool is_off_bed(int i) const { return off_bed_[static_cast<std::size_t>(i)] != 0; }
    void lift(int i);
    void put_on_bed(int i);
    void look_around_off_bed(int i);
    void look_for_meetings_off_bed();
    double meeting_off_bed(int i, int j, double until) const;
    void off_bed_event(int i);
    EventKind off_bed_encounter(int i);
    EventKind come_down(int i, bool on_bed);
    EventKind meet_cushion_off_bed(int i);
    EventKind come_to_rail_edge(int i);
    EventKind leave_play(int i, Phase phase);
    void meet_off_bed(int i, int j);
    bool is_supported(int i) const;
    void go_on_from_impact(int i, bool was_supported);

    void launch(MovingBall& moving, const BallKind& kind, Phase phase) const;
    void look_around(int i);
    void find_cushions_of(int i);
    void forget_exact(int i);
    void look(int i);
    void look(int i, double from);
    MovingBall seen_by_rows(int i) const;
    void record(EventKind what, int i, int other, bool two);
    BallState state_of(int i) const;
    BallState state_of(int i, const MovingBall& moving) const;

    ShotSetup setup_;
    TableOutline outline_;
    std::vector<BallKind> kinds_;
    std::vector<std::size_t> kind_index_;
    std::vector<BallPair> pairs_;
    PartnerRowFunctions rows_do_;
    PartnerRows rows_;
    Extent covered_;  ///< by the cells of `rows_`
    std::vector<MovingBall> balls_;
    std::vector<Encounter> encounters_;
    std::vector<int> pocketed_in_;      ///< -1: in play
    std::vector<std::uint64_t> exact_;  ///< a bit for each entry of the rows: it is a contact, not a bound
    std::size_t words_;                 ///< of `exact_` in a row
    std::vector<std::unique_ptr<HeldGroup>> groups_, spare_groups_;
    HeldGroup trial_;  ///< to see what a contact would do
    std::vector<HeldBall> freed_;
    std::vector<std::pair<Meets, int>> cushions_;
    std::vector<HeldGroup*> pressing_;
    std::vector<std::pair<int, int>> partings_, met_;
    std::vector<int> touching_;  ///< the balls of `met_`
    JointImpact joint_;
    std::vector<HeldGroup*> group_of_;  ///< null: the ball is free
    std::vector<Hold> holds_;           ///< at the time `held_at_`, each once
    double held_at_ = kNever;
    std::size_t times_held_ = 0;
    /// The next ball that a ball off the bed meets.
    struct MeetingOffBed {
        double at = kNever;
        int other = -1;
    };
    std::vector<std::uint8_t> off_bed_;            ///< 1: in the air or on a rail: not in the rows
    std::vector<int> above_;                       ///< those balls
    std::vector<MeetingOffBed> meetings_off_bed_;  ///< of each ball
    double now_ = 0;
    std::vector<ShotEvent> events_;
    std::size_t complete_ = 0;      ///< so many of `events_` have their accelerations
    std::vector<MovingBall> told_;  ///< how each ball moves, as `events_` tell it; only for every motion
    std::vector<BallState> final_states_;
};

}  // namespace carom::billiards::detail
