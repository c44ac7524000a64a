// Balls that fly and grow in a box, from impact to impact.
//
// One pending event for each ball in a calendar, neighbours from shells in a grid: as in the engine, but in
// plain doubles, since what comes of it is only a start. What depends on the instruction set, the candidates
// that the grid finds and their order, is cut down to the shells that touch, so it decides no bit.
// Everything is in units in which the box is about 1 wide, with its middle at 0, and the time since the last
// call of `set_out`.
#pragma once

#include <cstdint>
#include <vector>

#include "core/page_allocator.hpp"
#include "core/patience.hpp"
#include "sim/calendar.hpp"
#include "sim/neighbour_lists.hpp"
#include "sim/shell_grid.hpp"

namespace carom::detail {

template <int N>
struct GrowthBox {
    Vec<double, N> half;    ///< of the widths
    Vec<double, N> period;  ///< 0 on axes with walls
};

/// The flight of a ball since its own last impact: a cache line in 3D.
template <int N>
struct alignas(64) Grower {
    Vec<double, N> position;
    Vec<double, N> velocity;
    double time = 0;    ///< of the position
    double radius = 0;  ///< when fully grown
};

template <int N>
class GrowthFlight {
public:
    /// `part` of their radii is what the balls start with. `go_on` is asked again and again, and has to live
    /// as long as this. When it says no, the balls stay as they are and do nothing more.
    GrowthFlight(const GrowthBox<N>& box, PageVector<Grower<N>> balls, double part,
                 const std::function<bool()>& go_on);
    bool is_stopped() const { return patience_.ended(); }

    /// Brings all balls to the present, multiplies their velocities, and makes it time 0. From now on the
    /// radii grow by `rate` times those when fully grown.
    void set_out(double velocity_factor, double rate);

    /// Flies until the time `until`, or until so many impacts from now have happened.
    void fly(double until, std::uint64_t impacts);

    /// How long growth at this rate may go on before `set_out` must be called.
    double longest_flight(double rate) const;

    /// The part of their radii that balls have now.
    double part() const { return part_ + rate_ * now_; }
    double now() const { return now_; }

    /// Since the last `set_out`: impacts of two balls, and the virial, the sum of distance times impulse.
    std::uint64_t collisions() const { return collisions_; }
    double virial() const { return virial_; }

    /// Twice the kinetic energy, masses being 1.
    double squared_speeds() const;

    const PageVector<Grower<N>>& balls() const { return balls_; }

private:
    /// What a ball does next, unless its partner has had an impact before.
    struct GrowthEvent {
        double time = 0;
        Entry entry = 0;                 // a neighbour, a face, or kExit
        std::uint32_t partner_turn = 0;  // of the neighbour when this was foreseen
        double exit = 0;                 // when the ball leaves its shell
        std::uint32_t turn = 0;          // impacts and crossings of the box so far
    };
    static constexpr Entry kExit = 0xFFFFFFFF;

    void list_all();
    void center_shell(std::uint32_t ball);
    void find(const Shell<N>& shell);
    void list(std::uint32_t ball);
    void relist(std::uint32_t ball);
    void make_calendar();
    void happen(std::uint32_t ball);
    void rebuild_list(std::uint32_t ball);
    void collide(std::uint32_t ball, Entry entry);
    void bounce(std::uint32_t ball, std::uint32_t face);
    void advance(Grower<N>& ball) const;
    void wrap(std::uint32_t ball);
    void set_exit(std::uint32_t ball);
    void foresee(std::uint32_t ball);
    void foresee_faces(const Grower<N>& self, const Vec<double, N>& at, GrowthEvent& next) const;
    double thickness() const;
    Time time_of(std::uint32_t ball) const { return clock_.after({}, pending_[ball].time); }
    std::uint32_t first_face() const { return static_cast<std::uint32_t>(balls_.size()); }

    GrowthBox<N> box_;
    PageVector<Grower<N>> balls_;
    PageVector<GrowthEvent> pending_;
    PageVector<Shell<N>> shells_;
    std::vector<ShellPlace> places_;  // of the shells in the grid
    ShellGrid<N> grid_;
    NeighbourLists lists_;
    ListScratch list_scratch_;
    Calendar calendar_;
    Clock clock_{1};
    std::vector<Entry> found_;
    std::vector<Entry> before_;
    double mean_radius_ = 0;
    double largest_radius_ = 0;
    double part_ = 0;  // at time 0
    double rate_ = 0;  // of the part
    double now_ = 0;
    double listed_part_ = -1;  // when all shells were made
    double spare_ = 0;         // the thinnest shell then
    double usual_wait_ = 0;    // between events of all balls
    std::uint64_t collisions_ = 0;
    std::uint64_t impacts_ = 0;
    std::uint64_t events_ = 0;
    double virial_ = 0;
    Patience patience_;
};

}  // namespace carom::detail
