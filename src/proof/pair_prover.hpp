// Did two balls, or a ball and a wall, overlap or miss a contact while both flew on?
//
// Between two velocity changes the distance of two centres is the root of a polynomial in time, whose minimum
// is computed (check_arc.hpp): nothing is sampled. A missed contact shows as an overlap. Bounds:
// docs/math/check.md.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "proof/arc.hpp"
#include "proof/filter.hpp"
#include "proof/flight.hpp"
#include "proof/images.hpp"
#include "proof/report_builder.hpp"
#include "proof/walls.hpp"

namespace carom::proof {

/// Two flights over the time that they have in common.
template <int N>
struct SharedFlight {
    std::size_t i = 0;
    std::size_t j = 0;
    Time from;
    double age_i = 0;  ///< of the flight of i at `from`
    double age_j = 0;
    double duration = 0;
    Vec<double, N> d;  ///< from i to j at `from`, rounded; image counts left out
    Vec<double, N> w;  ///< velocity of d at `from`
    Vec<double, N> a;  ///< acceleration of d
    double reach = 0;  ///< farther centres need no exact look
    /// In a sheared box: by how many boxes up on the gradient j is seen, whose way at `from` is part of d.
    double row = 0;
    Wide way = 0;
};

/// A ball's flight up to now, for a look at the walls.
template <int N>
struct FlightSegment {
    std::size_t ball = 0;
    Wide begin_time = 0;  ///< since the start of the trajectory
    Wide duration = 0;
    WideVec<N> begin;
    WideVec<N> end;
};

/// The nearest that two things come during an encounter.
struct NearestGap {
    double gap_before =
        0;  ///< when the encounter began; an overlap that was there already is not held against it
    double gap = 0;
    double bound = 0;  ///< how far rounding may move the two on their flights
    double drift = 0;  ///< largest such bound of earlier flights
};

/// A ball and what it surely is in contact with: another ball, or a wall.
template <int N>
struct ContactNow {
    std::size_t ball = 0;
    std::size_t other = 0;  ///< when there is no wall
    const WideWall<N>* wall = nullptr;
};

/// All balls of a trajectory in flight, and the questions about them.
template <int N>
class PairProver {
public:
    PairProver(const TrajectoryStart<N>& start, ReportBuilder& report);

    const CheckContext<N>& context() const { return context_; }
    const std::vector<WideWall<N>>& walls() const { return walls_; }
    std::size_t ball_count() const { return flights_.size(); }
    const Flight<N>& flight(std::size_t i) const { return flights_[i]; }
    /// The wall of an event. Precondition: the reader's, that there is one.
    const WideWall<N>& wall(std::uint32_t number) const;
    /// Begins a new flight.
    void set_state(std::size_t i, const BallState<N>& state);
    /// Age of the present flight of ball i.
    template <WideOrQuick Real = Wide>
    Real age(std::size_t i, Time now) const {
        return seconds_between<Real>(flights_[i].state.time, now, context_.epoch_length);
    }

    /// Rounding bound of ball i's position at `time`, on its present flight.
    double bound_at(std::size_t i, Time time) const;

    /// Pairs that stay this far apart on their flights add nothing to the proof. Never grows.
    double looked_for() const;

    /// Proves two balls, from the later start of their flights up to `now`.
    void prove_pair(std::size_t i, std::size_t j, Time now);
    /// Proves ball i against all walls, from the start of its flight up to `now`.
    void prove_walls(std::size_t i, Time now);

    /// What was in contact at the ends of the flights that were proved since `forget_contacts`; some may be
    /// there twice. Not looked for where the law does not ask.
    const std::vector<ContactNow<N>>& contacts() const { return contacts_; }
    void forget_contacts() { contacts_.clear(); }

    /// From now on the ends of the flights are the end of the trajectory: what touches and closes then is
    /// counted, for its impact is due at this very time.
    void note_contacts_at_end() { at_end_ = true; }

    /// For messages: number and name of a ball or a wall, and a moment in the unit of the scene.
    std::string name(std::size_t i) const;
    std::string name(const WideWall<N>& wall) const;
    double seconds(Time time) const { return narrow(seconds_between({}, time, context_.epoch_length)); }
    /// Notes what is wrong at a time.
    void fault(Time time, const std::string& what);

private:
    Flight<N> make_flight(const BallState<N>& state, double radius, double mass) const;
    void note_start_gaps();
    std::string names_of(const SharedFlight<N>& e) const { return name(e.i) + " and " + name(e.j); }
    SharedFlight<N> encounter(std::size_t i, std::size_t j, Time now) const;
    void prove_rows(const SharedFlight<N>& e, Time now);
    void prove_images(const SharedFlight<N>& e, Time now);
    void prove_long_flight(const SharedFlight<N>& e, Time now);
    double pieces_of(const SharedFlight<N>& e) const;
    SharedFlight<N> in_row(SharedFlight<N> e, double row) const;
    ImageRange<N> images_between(const SharedFlight<N>& e, double begin, double end) const;
    void examine(const SharedFlight<N>& e, const Vec<double, N>& image, Time now);
    template <class Real>
    Arc<N, Real> arc_of(const SharedFlight<N>& e, const Vec<double, N>& image) const;
    template <class Real>
    NearestGap nearest_gap(const SharedFlight<N>& e, const Arc<N, Real>& arc, Real s) const;
    template <class Real>
    void note_contact(const SharedFlight<N>& e, const Arc<N, Real>& arc, Real duration,
                      const NearestGap& approach);
    void note_pair_at_end(const SharedFlight<N>& e, const Arc<N>& arc, Wide s, const NearestGap& approach);
    FlightSegment<N> segment(std::size_t i, Time now) const;
    bool stays_clear(const Flight<N>& a, const WideWall<N>& wall, const Vec<double, N>& arrival,
                     double duration) const;
    void prove_plane(const FlightSegment<N>& leg, const WideWall<N>& wall);
    void prove_container(const FlightSegment<N>& leg, const WideWall<N>& wall);
    void judge_wall(const FlightSegment<N>& leg, const WideWall<N>& wall, Wide s, double gap_begin,
                    double gap);
    double wall_bound(const FlightSegment<N>& leg, const WideWall<N>& wall, Wide s) const;
    void note_contact(const FlightSegment<N>& leg, const WideWall<N>& wall);
    void note_closing(double gap, double bound, Wide closing, double unsure);
    void note_wall_at_end(const FlightSegment<N>& leg, const WideWall<N>& wall);
    void check_slide(const FlightSegment<N>& leg, const WideWall<N>& wall, double left);
    static double share_of_overlap(const NearestGap& approach);
    bool is_clear(const NearestGap& approach) const;
    template <class Who>
    void judge(const NearestGap& approach, double when, Who who);

    CheckContext<N> context_;
    std::vector<WideWall<N>> walls_;
    std::vector<Flight<N>> flights_;
    std::vector<std::string> names_;
    std::vector<ContactNow<N>> contacts_;
    ReportBuilder* report_;
    bool at_end_ = false;
};

}  // namespace carom::proof
