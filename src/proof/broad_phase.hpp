// Which balls could a ball have met during its flight? A superset, found in space; all others stayed apart.
//
// Each flight is followed in windows of time. A window has a box that holds the ball, grown by its reach,
// from the window's begin to its end. When a window is opened its ball is compared with every window whose
// box meets its own, over the time the two have in common. So each moment that two flights share lies in a
// pair of windows that was compared when the later one was opened. The argument in full: docs/math/check.md.
//
// Where all balls drift through a periodic box, positions are those that one sees who goes along with them:
// distances are the same, and windows are as long as the balls' own motion lets them be.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

#include "proof/agenda.hpp"
#include "proof/box_grid.hpp"
#include "proof/pair_prover.hpp"

namespace carom::proof {

template <int N>
class BroadPhase {
public:
    /// Begins with the first flights of all balls. `prover` has to outlive the broad phase.
    explicit BroadPhase(const PairProver<N>& prover);

    /// Follows the flights up to `time`, if that lies ahead. False: there is more to do, call again.
    bool advance(Time time);

    /// Ball i has begun a new flight.
    void begin(std::size_t i);

    /// Balls that may have come, since both flights began, as near to ball i as a proof needs to look.
    /// In ascending order; valid until the next call.
    const std::vector<std::size_t>& candidates(std::size_t i);

    /// Balls whose surfaces may be within `reach` of the point `x` at the clock's time, in ascending order.
    /// Precondition: there is no shear.
    std::vector<std::size_t> near(const Vec<double, N>& x, double reach) const;

private:
    /// A stretch of a flight.
    struct FlightWindow {
        Time from;
        Time to;
        Vec<double, N> x;  ///< centre at `from`, in the periodic box, for one who goes along with the stream
        Vec<double, N> v;  ///< at `from`, less that of the stream
        double duration = 0;
        double reach = 0;  ///< radius, half of the gap looked for, and what rounding may do
        BoundingBox<N> box;
        Vec<double, N> a;  ///< acceleration
        double way = 0;    ///< that the ball moves at most
    };

    void choose_stream();
    Vec<double, N> in_stream(const Vec<double, N>& x, Time time) const;
    void choose_grid();
    void set_box(std::size_t i, const BoundingBox<N>& box) { grid_ ? grid_->set(i, box) : tree_.set(i, box); }
    const BoundingBox<N>& root() const { return grid_ ? grid_->root() : tree_.root(); }
    template <class Visit>
    void for_each_meeting(const BoundingBox<N>& box, Visit visit) const {
        if (grid_) return grid_->for_each_meeting(box, visit);
        tree_.for_each_meeting(box, visit);
    }
    void open(std::size_t i, Time from, Time known_until);
    std::optional<FlightWindow> window(std::size_t i, Time from, Time known_until) const;
    static bool enclose(FlightWindow& w);
    double duration(std::size_t i, const FlightWindow& w, double speed) const;
    double most_windows(std::size_t i, Time now) const;
    bool is_tame(std::size_t i, double age, double margin) const;
    std::size_t compare(std::size_t i);
    std::size_t compare(std::size_t i, const FlightWindow& a, std::optional<double> row);
    double enter_box(FlightWindow& w) const;
    FlightWindow in_row(FlightWindow w, double row) const;
    ImageRange<N> images_meeting(const BoundingBox<N>& box) const;
    BoundingBox<N> moved(BoundingBox<N> box, const Vec<double, N>& image) const {
        for (int k = 0; k < N; ++k) {
            box.lower[k] += image[k] * prover_->context().width[k];
            box.upper[k] += image[k] * prover_->context().width[k];
        }
        return box;
    }
    bool may_meet(const FlightWindow& a, const FlightWindow& b, const Vec<double, N>& image) const;
    void keep_pace(std::size_t i, std::size_t met);
    void note(std::size_t i, std::size_t j);
    void forget(std::size_t i);
    void give_up(std::size_t i);
    void arrange_now_and_then();
    std::vector<Vec<double, N>> centers() const;

    const PairProver<N>* prover_;
    Vec<double, N> stream_;  ///< the velocity with which all balls drift; 0 where they hardly do
    double drifts_ = 0;      ///< its size
    std::vector<FlightWindow> windows_;
    std::vector<double> pace_;   ///< way that a ball's next window should be long
    std::vector<double> count_;  ///< of windows in a ball's flight
    std::vector<std::vector<std::size_t>> met_;
    std::set<std::size_t> wild_;  ///< balls without a window, which may have met anyone
    Agenda agenda_;
    BoxTree<N> tree_;
    std::optional<BoxGrid<N>> grid_;  ///< instead of the tree, where balls are alike
    double most_way_ = HUGE_VAL;      ///< of a window
    Time clock_;
    std::size_t opened_ = 0;  ///< since the tree was arranged
    std::vector<std::size_t> hits_;
    std::vector<std::size_t> rivals_;
};

}  // namespace carom::proof
