// All balls on a table between two events: does anything overlap, and was an impact, a pocket or the end of a
// phase missed?
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "carom/proof/check_shots.hpp"
#include "proof/table_flight.hpp"

namespace carom::proof {

/// A straight cushion.
struct WideCushion {
    WideVec<2> from;
    WideVec<2> along;   ///< unit, from end to end
    WideVec<2> normal;  ///< unit, to the balls
    Wide length{};
};

class TableProver {
public:
    /// Both have to outlive it.
    TableProver(const billiards::TableScene& scene, ShotCheckReport& report);

    /// A new shot, from these states at time 0.
    void begin_shot(const std::vector<billiards::BallState>& start);
    std::size_t ball_count() const { return flights_.size(); }
    const TableFlight& flight(std::size_t i) const { return flights_[i]; }
    const billiards::BallProperties& ball(std::size_t i) const { return scene_->setup.balls[i]; }
    const WideCushion& cushion(std::size_t k) const { return cushions_[k]; }
    WideMotion motion(std::size_t i, double time) const;

    /// Proves the flight of ball i up to `time`.
    void prove(std::size_t i, double time);
    /// Ball i goes on from an event. After an impact nothing presses on it.
    void begin_flight(std::size_t i, double time, const billiards::BallState& state,
                      const Vec2d& acceleration, bool after_impact);
    /// Does ball i touch another one or a cushion, as far as rounding can tell?
    bool touches(std::size_t i, double time) const;
    /// How many times a closing speed the velocity of ball i may change to take it away: 1 at one contact
    /// with a ball as heavy, more between contacts that face each other and under a heavier ball, 0 without
    /// any.
    double stopping_factor(std::size_t i, double time) const;

    /// For messages.
    std::string name(std::size_t i) const;
    void fault(double time, const std::string& what);
    /// Notes a deviation in units of its bound, and says whether that allows it.
    bool accepts(double deviation, double bound);

private:
    std::vector<WideVec<2>> contacts_of(std::size_t i, double time) const;
    void prove_pair(std::size_t i, std::size_t j, double time);
    void prove_cushions(std::size_t i, double time);
    void prove_straight(std::size_t i, std::size_t k, double time);
    void prove_discs(std::size_t i, double time);
    void prove_phase(std::size_t i, double time);
    void judge_gap(double gap, double bound, double time, const std::string& who);
    double nearest(std::size_t i, const Vec2d& centre, double time) const;
    bool is_in_play(std::size_t i) const { return flights_[i].state.phase != billiards::Phase::pocketed; }

    const billiards::TableScene* scene_;
    ShotCheckReport* report_;
    std::vector<WideCushion> cushions_;
    std::vector<TableFlight> flights_;
};

}  // namespace carom::proof
