// Which balls can a ball meet?
//
// Around each ball stands a shell, centred a little ahead of where the ball was when its list was built.
// Balls are neighbours when their shells touch; a ball that leaves its shell gets a new one and a new list.
// So a pair that is on no list cannot touch. Where balls fly far between impacts there are no shells and no
// lists: neighbours are those in the cells that a ball touches (sim/shared_cells.hpp). Both, and bounding
// flights, decide which predictions are made, never what they say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "carom/sim/simulation.hpp"
#include "core/page_allocator.hpp"
#include "core/patience.hpp"
#include "sim/ball_table.hpp"
#include "sim/bounding_flight.hpp"
#include "sim/contact_bounds.hpp"
#include "sim/contact_reach.hpp"
#include "sim/crossing_windows.hpp"
#include "sim/falling_rows.hpp"
#include "sim/neighbour_lists.hpp"
#include "sim/pending.hpp"
#include "sim/plain_gas.hpp"
#include "sim/shared_cells.hpp"
#include "sim/shell_grid.hpp"

namespace carom::detail {

/// What drifts with the balls is brought back before it has come so many boxes.
inline constexpr double kFlowedBoxes = 1024;

/// How many neighbours go, and how many go or come.
struct ListChange {
    std::size_t gone = 0;
    std::size_t all = 0;
};

template <int N>
class Neighbours {
public:
    /// `thickness` is the usual one, a length > 0 of the scene. Balls whose gap is at most `contact`, if any,
    /// count as touching, so that their shells touch; empty: 2^-40 of their smaller radius. So are those that
    /// support each other, at gaps up to `support`, and twice that for balls that wake.
    Neighbours(const Domain<N>& domain, double thickness, std::optional<double> contact, double support,
               NeighbourSearch search)
        : domain_(domain), usual_(thickness), contact_(contact), support_(support), search_(search) {}

    /// New units, cells, shells and lists for all balls, from where they are at `now`. Shells keep their
    /// thickness where they have one. Nothing may be asked after `patience` has ended.
    void reset(BallTable<N>& balls, Time now, double horizon, Patience& patience);

    /// Brings all bounding flights to a new origin in time; `horizon` as in `reset`, a time of the scene.
    void move_origin(BallTable<N>& balls, Time now, double horizon, Patience& patience);

    /// A new shell and list for a ball around where it is at `now`. A ball that goes on meeting nobody
    /// gets ever thicker ones, as long as its list stays short; one whose list is long gets thinner ones. Who
    /// comes and goes is to be told by `tell_neighbours` before anything else is asked of them.
    ListChange rebuild(BallTable<N>& balls, std::uint32_t ball, Time now);

    void tell_neighbours(std::uint32_t ball, const ListChange& change);
    /// The same of what a function for plain gases has left to tell.
    void tell_neighbours(const GasShell& fresh);

    /// Where shells go along with the balls: notes how far they have come.
    void note_flow(const Clock& clock, Time now) {
        if (flows_)
            has_flowed_ = std::fabs(clock.between(flow_since_, now)) * largest(flow_) >
                          kFlowedBoxes / 2 * largest(domain_.period);
    }

    /// Of the shell that `rebuild` gives to the ball.
    float next_reach(const BallRecord<N>& record, std::uint32_t ball) {
        return chosen_reach(record, shell_of(record).reach, of_balls(ball, list_scratch_).size());
    }

    /// After a change of the ball's flight at `now`: its bounding flight, and when it leaves its shell.
    void refresh(BallTable<N>& balls, std::uint32_t ball, Time now);
    /// The same, given where it is and how fast.
    void refresh(BallTable<N>& balls, std::uint32_t ball, const Vec<double, N>& position,
                 const Vec<double, N>& velocity, Time now);

    /// Where a ball's shell stands.
    Shell<N> shell_of(const BallRecord<N>& record) const { return grid_.shell({record.level, record.slot}); }

    /// True when all that `PlainGas` says holds here.
    bool is_plain() const { return both(has_lists(), !is_narrow_, !flows_, !domain_.has_gravity); }
    /// What `gas` has to know of this. It holds until the next `reset` or `move_origin`.
    void describe(PlainGas<N>& gas);

    const FlightScale<N>& scale() const { return scale_; }
    const BoundingFlight<N>* bounding_flights() const { return flights_.data(); }
    const BoundingFlight<N>& bounding_flight(std::uint32_t ball) const { return flights_[ball]; }

    /// Where gravity bends flights, and no axis is periodic.
    const FallingRows<N>& falling_rows() const { return falling_rows_; }

    /// Counts a new flight. False when the count is used up: `reset` before anything compares it.
    bool count_flight(std::uint32_t ball) { return (++flights_[ball].flights & kFlightMask) != 0; }

    /// The ball's neighbours, walls first: entries from `first_wall()` on are indices of walls. Valid until
    /// lists change or those of another ball are asked for.
    std::span<const Entry> of(std::uint32_t ball, ListScratch& scratch) const {
        return has_lists() ? lists_.of(ball, scratch) : gathered(ball, scratch);
    }
    std::uint32_t first_wall() const { return balls_; }
    /// True when 16 entries can be read from the beginning of `of`.
    bool fits_one_line(std::uint32_t ball) const { return has_lists() && lists_.fits_one_line(ball); }

    /// True where balls fly far: then there are no shells and no lists, but cells that hold every ball that
    /// touches them.
    bool in_cells() const { return in_cells_; }
    /// True where balls go round the box many times between impacts: all others are neighbours, in all
    /// images.
    bool by_images() const { return by_images_; }
    /// There are shells and lists.
    bool has_lists() const { return both(!in_cells_, !by_images_); }
    NeighbourSearch search() const {
        if (by_images_) return NeighbourSearch::images;
        return in_cells_ ? NeighbourSearch::cells : NeighbourSearch::shells;
    }
    const SharedCells<N>& cells() const { return cells_; }
    const CrossingWindows& windows() const { return windows_; }
    /// How long a ball flies between two impacts on average, as gas theory has it.
    double free_time() const { return free_time_; }
    /// Where the present window ends.
    Time window_end(const Clock& clock) const { return clock.after(scale_.origin, windows_.end()); }
    /// Passes over windows of which nothing is due in the next one, and which end before `until` and the
    /// horizon: what is met beyond that has not been looked for.
    void pass_empty_windows(const Clock& clock, Time until) {
        windows_.pass_empty(smaller(clock.between(scale_.origin, until), scale_.horizon * scale_.second));
    }
    /// The next window begins: brings the balls that are due into their next cells, and tells of each.
    /// `entered(ball)`: its new cells are `cells().fresh()`. `prefetch(ball)` is called some time before.
    template <class Entered, class Prefetch>
    void advance_window(BallTable<N>& balls, Time now, Entered entered, Prefetch prefetch) {
        const auto enter = [&](std::uint32_t ball) {
            cells_.go_on(ball, way_of(balls, ball, balls.position_at(ball, now), now), flights_[ball]);
            if (!cells_.fresh().empty()) entered(ball);
        };
        windows_.advance(enter, [&](std::size_t steps, std::uint32_t ball) {
            if (steps == CrossingWindows::kFar) {
                windows_.prefetch(ball);
                cells_.prefetch_ball(ball);
                prefetch(ball);
            } else if (steps == CrossingWindows::kMiddle) {
                cells_.prefetch_cells(ball);
                prefetch_line(&flights_[ball]);
            } else {
                cells_.prefetch_next(ball);
            }
        });
    }

    /// Only the walls.
    std::span<const Entry> walls_of(std::uint32_t ball, ListScratch& scratch) const;

    /// The same without the walls.
    std::span<const Entry> of_balls(std::uint32_t ball, ListScratch& scratch) const;

    /// True when 16 entries can be read from the beginning of `of_balls`.
    bool is_padded(std::uint32_t ball) const {
        return has_lists() && lists_.fits_one_line(ball) && !has_walls(ball);
    }
    /// True when its list begins with walls. Precondition: there are lists.
    bool has_walls(std::uint32_t ball) const {
        return !lists_.is_empty(ball) && place_of(lists_.first(ball)) >= first_wall();
    }

    /// The ball at `since` from the origin of time; its limit is left open.
    NeighbourQuery<N> query(std::uint32_t ball, double since) const {
        return query_of(flights_[ball], scale_, since, 2 * slack_);
    }
    NearestQuery<N> nearest_query(std::uint32_t ball, double since) const {
        NearestQuery<N> look{query(ball, since), {}, ball};
        for (int k = 0; k < N; ++k) look.per_period[k] = static_cast<float>(scale_.per_period[k]);
        return look;
    }

    /// True when the image in which two neighbours see each other is the nearest: on each periodic axis they
    /// are less than half a box apart, twice the sum of their shells' reaches at most.
    bool meet_in_nearest(const BallRecord<N>& a, const BallRecord<N>& b) const {
        return all_meet_in_nearest_ || shell_of(a).reach + shell_of(b).reach < surely_nearest_;
    }

    double boxes_to_shell(const BallRecord<N>& record, double position, int axis) const;

    /// In the scene's unit of length.
    double usual_thickness() const { return usual_; }
    double cell_width() const {
        if (by_images_) return 0;
        return in_cells_ ? cells_.narrowest_width() : static_cast<double>(grid_.cell_width()) / scale_.length;
    }

    /// True when `reset` would make it faster, or is needed before anything is looked at.
    bool wants_reset() const {
        if (!has_lists()) return both(in_cells_, is_too_fast_);
        return grid_.is_crowded() || has_flowed_;
    }
    void prefetch_shell(const BallRecord<N>& record) const { grid_.prefetch({record.level, record.slot}); }
    /// Of the ball's next shell.
    void prefetch_cells(const BallRecord<N>& record, std::uint32_t ball) const;
    void prefetch_neighbours(std::uint32_t ball) const {
        lists_.visit_roughly(ball, [this](std::uint32_t other) { prefetch_line(&flights_[other]); });
    }
    const void* line(std::uint32_t ball) const { return lists_.line(ball); }

private:
    void choose_flow(const BallTable<N>& balls, Time now);
    bool goes_past_walls(int axis) const;
    Vec<double, N> in_flow(const Clock& clock, const Vec<double, N>& position, Time now) const;
    void choose_scale(const BallTable<N>& balls, Time now);
    void set_units();
    bool choose_cells(const BallTable<N>& balls, double largest_radius);
    bool fill_cells(BallTable<N>& balls, Time now, Patience& patience);
    double mean_free_path(const BallTable<N>& balls, double space) const;
    bool choose_images(BallTable<N>& balls, Time now);
    CellsOnWay way_of(const BallTable<N>& balls, std::uint32_t ball, const Vec<double, N>& position,
                      Time now);
    void refresh_in_cells(BallTable<N>& balls, std::uint32_t ball, const Vec<double, N>& position,
                          const Vec<double, N>& velocity, Time now);
    void set_expiry_of_images(BallTable<N>& balls, std::uint32_t ball, Time now) const;
    std::span<const Entry> gathered(std::uint32_t ball, ListScratch& scratch) const;
    void limit_thickness(double narrowest, double largest_radius);
    void place_walls();
    void make_room_to_slide(double largest_radius);
    void set_horizon(std::size_t balls, double horizon);
    bool has_falling_rows() const { return domain_.has_gravity && !domain_.is_periodic(); }
    void reset_falling_rows() {
        if (has_falling_rows()) falling_rows_.reset(scale_, domain_.gravity, contact_, balls_);
    }
    double first_thickness(const BallTable<N>& balls, std::uint32_t ball, Time now) const;
    float chosen_reach(const BallRecord<N>& record, float reach, std::size_t listed) const;
    Vec<double, N> way_ahead(const BallRecord<N>& record, float reach) const;
    Shell<N> shell_at(const BallTable<N>& balls, std::uint32_t ball, float reach, Time now) const;
    void list(const Clock& clock, std::uint32_t ball, const Shell<N>& shell, Time now);
    bool find_sliding(const Clock& clock, const Shell<N>& shell, float room, Time now);
    Image<N> image_in_shell(const Clock& clock, const Shell<N>& shell, const Vec<double, N>& position,
                            Time now) const;
    void refresh_in_image(BallTable<N>& balls, std::uint32_t ball, const Vec<double, N>& position,
                          const Vec<double, N>& velocity, Time now);
    void note_reach(float reach);
    float nearest_up_to() const;
    ListChange compare(std::span<const Entry> before);
    ListChange relist(std::uint32_t ball);
    void tell(std::uint32_t ball, std::span<const Entry> changed, std::size_t gone);
    double time_to_leave(const InShell& in, double thickness, double bend) const;
    /// More than the size of an acceleration, in the bounding flights' units.
    double bend_of(const Vec<double, N>& acceleration) const {
        return 2 * largest(acceleration) * (scale_.speed * scale_.second);
    }
    double time_to_edge(const Shell<N>& shell, const Vec<double, N>& acceleration, const InShell& in) const;
    /// With half of the gap that counts as none, and all of that at which balls wake each other.
    double radius_of(const BallRecord<N>& record) const {
        return (record.radius + contact_reach(contact_, record.radius, record.radius) / 2) * scale_.length +
               margin_;
    }

    Domain<N> domain_;
    double usual_;  // thickness, in the scene's unit
    std::optional<double> contact_;
    double support_;
    NeighbourSearch search_;
    double margin_ = 0;  // for balls that support each other; in the bounding flights' unit, as all below
    double thinnest_ = 0;
    double thickest_ = 0;
    Vec<double, N> narrow_;   // how far a ball may go along a narrow periodic axis; infinity on others
    bool is_narrow_ = false;  // there is one
    double size_ = 1;         // of the coordinates
    Vec<double, N> flow_;     // where all balls drift: shells and bounding flights go along; else 0
    Time flow_since_;
    bool flows_ = false;
    bool has_flowed_ = false;  // so far that roundings count
    GridSpace<N> grid_space_;
    FlightScale<N> scale_;
    FlightUnits units_;  // the same, for packs
    BoundingFlightFunction<N> bounding_flight_ = lane_functions<N>().bounding_flight;
    StraightFlightFunction<N> straight_flight_ = lane_functions<N>().straight_flight;
    std::uint32_t balls_ = 0;
    float slack_ = 0;  // the largest of all bounding flights
    PageVector<BoundingFlight<N>> flights_;
    FallingRows<N> falling_rows_;
    float slide_room_ = 0;      // the most that images have until a ball at the border gets its next shell
    std::vector<Time> expiry_;  // by place, in a sheared box: when the ball's list ends to hold
    std::vector<FarWall<N>> walls_;
    ShellGrid<N> grid_;
    NeighbourLists lists_;
    bool in_cells_ = false;
    bool by_images_ = false;
    bool may_use_cells_ = false;  // as the space and the balls are
    bool is_too_fast_ = false;    // a ball, for the windows
    std::vector<Entry> all_walls_;
    SharedCells<N> cells_;
    double free_path_ = 0;
    double free_time_ = 0;
    double farthest_look_ = 0;  // by images, in the scene's unit of time
    CrossingWindows windows_;
    CellsOnWayFunction cells_on_way_ = lane_functions<N>().cells_on_way;
    ChangesFunction changes_ = lane_functions<N>().changes;
    float largest_reach_ = 0;
    float surely_nearest_ = 0;  // of smaller sums of reaches, pairs meet in their nearest images
    bool all_meet_in_nearest_ = false;
    ListScratch list_scratch_;
    std::vector<Entry> found_;
    std::vector<Entry> changed_;
    std::vector<Entry> sorted_[2];
};

}  // namespace carom::detail
