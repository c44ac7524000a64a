// What comes next for a ball? First a lower bound from the bounding flights of its neighbours, then, when its
// time has come, the event itself.
//
// A predictor changes nothing but the scratch memory it is given, so that threads may share all else.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/lane.hpp"
#include "sim/ball_table.hpp"
#include "sim/event_queue.hpp"
#include "sim/falling_bounds.hpp"
#include "sim/image_passes.hpp"
#include "sim/lane_functions.hpp"
#include "sim/neighbours.hpp"

namespace carom::detail {

/// The working memory of one thread.
struct PredictionScratch {
    std::vector<Entry> without_sliding;   ///< of `Predictor::without_sliding`
    std::vector<Entry> sliding;           ///< the others
    std::vector<double> waits;            ///< of `Predictor::bound_falling`
    std::vector<std::uint32_t> touching;  ///< of `Predictor::scan_cells`
    ListScratch list;                     ///< of a neighbour list that is put together
    std::uint64_t predictions = 0;        ///< pairs and walls solved for
};

/// An event, and how many balls a scan of the neighbours has found in reach of the ball.
struct Prediction {
    Pending event;
    unsigned in_reach = 0;
};

template <int N>
class Predictor {
public:
    using Place = std::uint32_t;

    /// All of them outlive it.
    Predictor(const EngineWorld<N>& world, const BallTable<N>& balls, const Neighbours<N>& neighbours)
        : world_(world),
          clock_(world.clock),
          balls_(balls),
          neighbours_(neighbours),
          space_(image_space(world.clock, world.domain)) {}

    /// Not later than the ball's next event: a candidate that bounding flights have found, the expiry of its
    /// neighbour list, or the event itself.
    Prediction lower_bound_event(Place ball, Time now, PredictionScratch& scratch) const;
    /// The ball's next event, solved for; or the expiry of its list.
    Pending predict_event(Place ball, Time now, PredictionScratch& scratch) const;

    /// `lower_bound_event` where only balls stop balls, written to `event`. Returns how many are in reach.
    unsigned bound_among_balls(Place ball, Time now, PredictionScratch& scratch, Pending& event) const;

    /// The ball has come into these cells: what it may meet there enters `pending`. False when that stays the
    /// next event.
    bool look_into(Place ball, std::span<const std::uint32_t> cells, Time now, PredictionScratch& scratch,
                   Pending& pending) const;

    /// Under gravity: false when the ball surely touches none of its neighbours but `partner`.
    bool may_touch_another(Place ball, Place partner, Time now, PredictionScratch& scratch) const;

    /// When the contact is that a candidate stands for, solved for.
    Time candidate_contact(Place ball, const Pending& candidate, PredictionScratch& scratch) const;

    /// True when the partner has had an event since.
    bool is_stale(const Pending& event) const {
        const bool pair = event.kind == PendingKind::ball_ball || event.kind == PendingKind::candidate;
        return pair && flights(event.other) != event.flights;
    }
    /// Bits of the ball's number of flights, as pending events keep them.
    std::uint32_t flights(Place ball) const {
        return neighbours_.bounding_flight(ball).flights & kFlightMask;
    }

    /// In a sheared box, past the ball: bounding flights do not see it.
    bool slides(Entry entry) const {
        return domain().is_sheared() && image_of(entry, domain().drift.gradient) != 0;
    }
    /// By how many boxes the neighbour's stored position is off from where the entry sees it.
    Image<N> shift_between(Place ball, Entry entry, Time now) const;
    /// The same of a predicted contact. In a box so narrow that the partner is listed in several images, that
    /// of the first image, in the order of events, that is met at the time.
    Image<N> shift_at_contact(Place ball, const Pending& contact, PredictionScratch& scratch) const;

private:
    using Record = BallRecord<N>;

    /// What bounding flights say: when a ball may first meet another one, and which, and when a second one,
    /// from now.
    struct ContactBounds {
        double first = 0;
        double second = 0;
        Place other = 0;
        unsigned in_reach = 0;

        /// What is seen in one more cell, where `found_first` is the first: it may be known already.
        void add(const EarliestBounds& found, Place found_first) {
            const auto time = static_cast<double>(found.first);
            if (found_first != other) second = smaller(second, larger(first, time));
            second = smaller(second, static_cast<double>(found.second));
            other = time < first ? found_first : other;
            first = smaller(first, time);
        }

        double from() const { return surely_before(first); }
        double margin() const { return surely_between(first, second); }
    };

    const Clock& clock() const { return clock_; }
    const Domain<N>& domain() const { return world_.domain; }

    ContactBounds scan(Place ball, std::span<const Entry> list, bool is_padded, double since,
                       double limit) const;
    ContactBounds scan_cells(Place ball, std::span<const std::uint32_t> cells, double since, double limit,
                             PredictionScratch& scratch) const;
    struct Onlooker;
    Onlooker onlooker(Place ball, Time now) const;
    ImagePasses<N> passes(const Onlooker& mine, Place other, double until, bool& touches) const;
    ContactBounds scan_images(Place ball, Time now, double& until) const;
    unsigned bound_by_images(Place ball, Time now, Pending& event) const;
    void try_pairs_by_images(Place ball, Time now, PredictionScratch& scratch, Pending& earliest) const;
    void try_pairs_in_cells(Place ball, Time now, PredictionScratch& scratch, Pending& earliest) const;
    ContactBounds scan_own_cells(Place ball, double since, double limit, PredictionScratch& scratch) const;
    double time_to_expiry(Place ball, double since) const;
    void write_bound(Pending& event, const ContactBounds& bounds, double expiry, Time now) const;
    Pending bounds_without_contacts(Place ball, Time now) const;
    Pending bounds_without_pairs(Place ball, Time now, PredictionScratch& scratch) const;
    std::span<const Entry> without_sliding(Place ball, PredictionScratch& scratch) const;
    double way_of_images(Time now) const;
    double sliding_bound(Place ball, Entry entry, double since, double way) const;
    void add_sliding(Place ball, Time now, double since, const PredictionScratch& scratch,
                     ContactBounds& bounds) const;
    void try_sliding(Place ball, Time now, PredictionScratch& scratch, Pending& earliest) const;
    bool is_padded(Place ball) const { return !domain().is_sheared() && neighbours_.is_padded(ball); }
    void try_walls(Place ball, PredictionScratch& scratch, Pending& earliest) const;
    void try_wall(Place ball, std::uint32_t wall, Pending& earliest) const;
    Time wall_time(Place ball, const NumberedWall<N>& wall, Time limit) const;
    void try_pairs(Place ball, Time now, PredictionScratch& scratch, Pending& earliest) const;
    void try_pair(Place ball, Entry entry, Time now, PredictionScratch& scratch, Pending& earliest) const;
    Time pair_time(Place ball, Entry entry, Time now, Time limit) const;
    Time nearest_pair_time(Place ball, Place other, Time now, PredictionScratch& scratch) const;

    PresentMotion<N> present(Place ball, Time now) const;
    double falling_bound(Place ball, const PresentMotion<N>& mine, Entry entry, Time now) const;
    double falling_bound(const Record& record, const PresentMotion<N>& mine, const NumberedWall<N>& wall,
                         Time now) const;
    FallingUnits falling_units() const;
    std::size_t count_walls(std::span<const Entry> list) const {
        std::size_t count = 0;
        while (count < list.size() && place_of(list[count]) >= neighbours_.first_wall()) ++count;
        return count;
    }
    const NumberedWall<N>& wall_of(Entry entry) const {
        return domain().walls[place_of(entry) - neighbours_.first_wall()];
    }
    std::span<const Entry> bound_falling(Place ball, Time now, PredictionScratch& scratch) const;
    Pending lower_bound_of_fall(Place ball, Time now, PredictionScratch& scratch) const;
    Pending predict_fall(Place ball, Time now, PredictionScratch& scratch) const;

    Image<N> shift_of_shells(Place ball, Entry entry, Time now) const;
    Image<N> shift_in_shear(Place ball, Entry entry, Time now) const;
    Image<N> shift_of_nearest(Place ball, Place other, Time now) const;

    const EngineWorld<N>& world_;
    Clock clock_;  // of the world; at hand
    const BallTable<N>& balls_;
    const Neighbours<N>& neighbours_;
    ImageSpace<N> space_;
    LaneFunctions<N> lanes_ = lane_functions<N>();
};

}  // namespace carom::detail
