// All balls on a table between two events: does anything overlap, and was an impact, a pocket or the end of a
// phase missed?
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "carom/proof/check_shots.hpp"
#include "proof/rails.hpp"
#include "proof/table_flight.hpp"

namespace carom::proof {

/// A straight cushion.
struct WideCushion {
    WideVec<2> from;
    WideVec<2> along;   ///< unit, from end to end
    WideVec<2> normal;  ///< unit, to the balls
    Wide length{};
};

/// A gap along a line: a quadratic of time.
struct Gap {
    Wide at_begin, slope, bend;
    Wide at(Wide s) const { return at_begin + s * (slope + s * bend); }

    /// When it is smallest in [0, end].
    Wide lowest(Wide end) const {
        const Wide turn = bend > 0 ? -slope / (2 * bend) : Wide{-1};
        if (turn > 0 && turn < end) return turn;
        return at(0) <= at(end) ? Wide{0} : end;
    }
    /// When it falls through 0 in (0, end).
    std::optional<Wide> falls_through_zero(Wide end) const {
        const Wide discriminant = slope * slope - 4 * bend * at_begin;
        if (discriminant < 0) return {};
        std::optional<Wide> s;
        if (slope < 0) {
            s = 2 * at_begin / (root(discriminant) - slope);
        } else if (bend < 0) {
            s = (slope + root(discriminant)) / (-2 * bend);
        }
        return s && *s > 0 && *s < end ? s : std::nullopt;
    }
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
    const Rails& rails() const { return rails_; }
    WideMotion motion(std::size_t i, double time) const;

    /// Proves the flight of ball i up to `time`.
    void prove(std::size_t i, double time);
    /// Ball i goes on from an event. After an impact nothing presses on it.
    void begin_flight(std::size_t i, double time, const billiards::BallState& state,
                      const Vec2d& acceleration, bool after_impact);
    /// Does ball i touch another one or a cushion, as far as rounding can tell?
    bool touches(std::size_t i, double time) const;
    /// How many times a closing speed the velocity of ball i may change to take it away: 1 at one contact
    /// with a ball as heavy, more between contacts that face each other, under a heavier ball and with a
    /// friction above 1, 0 without any.
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
    void prove_pockets(std::size_t i, double time);
    void prove_in_air(std::size_t i, double time);
    void prove_over_rails(std::size_t i, double time);
    void prove_on_rail(std::size_t i, double time);
    void prove_phase(std::size_t i, double time);
    void note_height(std::size_t i);
    void judge_gap(double gap, double bound, double time, const std::string& who);
    double nearest(std::size_t i, const Vec2d& centre, double time) const;
    bool is_in_play(std::size_t i) const { return !is_out_of_play(flights_[i].state.phase); }

    const billiards::TableScene* scene_;
    ShotCheckReport* report_;
    Rails rails_;
    std::vector<WideCushion> cushions_;
    std::vector<TableFlight> flights_;
};

}  // namespace carom::proof
