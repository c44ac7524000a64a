// The balls of a simulation in columns, and how each of them moves.
//
// A ball has an index, which the world sees, and a place, where it is stored. Places follow a curve through
// space and change when the balls are sorted, which changes no bit of the trajectory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/page_allocator.hpp"
#include "core/prefetch.hpp"
#include "motion/images.hpp"
#include "sim/ball_record.hpp"
#include "sim/engine_world.hpp"

namespace carom::detail {

template <int N>
class BallTable {
public:
    using Place = std::uint32_t;
    using Record = BallRecord<N>;

    /// The balls of the scene, where they start. `world` outlives the table.
    BallTable(const Scene<N>& scene, const EngineWorld<N>& world);

    std::size_t size() const { return records_.size(); }
    std::uint32_t index(Place ball) const { return indices_[ball]; }
    Place place(std::size_t index) const { return places_[index]; }
    const Record& operator[](Place ball) const { return records_[ball]; }
    /// For what is not part of the trajectory: where its shell stands, and when its list expires.
    Record& record(Place ball) { return records_[ball]; }
    const PageVector<Record>& records() const { return records_; }
    PageVector<Record>& records() { return records_; }

    void prefetch(Place ball) const {
        prefetch_line(&records_[ball]);
        prefetch_line(reinterpret_cast<const char*>(&records_[ball]) + 64);
        prefetch_line(&indices_[ball]);
    }

    const EngineWorld<N>& world() const { return world_; }
    const Clock& clock() const { return clock_; }
    const Domain<N>& domain() const { return world_.domain; }

    /// Constant until the ball's next event; 0 where all fly straight.
    Vec<double, N> acceleration(Place ball) const {
        return is_straight_ ? Vec<double, N>{} : accelerations_[ball];
    }
    /// By place; empty where all fly straight.
    const PageVector<Vec<double, N>>& accelerations() const { return accelerations_; }
    /// Where the ball is at `time`; not wrapped.
    Vec<double, N> position_at(Place ball, Time time) const {
        if (is_straight_) return detail::position_at(clock(), records_[ball].flight, time);
        return detail::position_at(clock(), records_[ball].flight, accelerations_[ball], time);
    }
    Vec<double, N> velocity_at(Place ball, Time time) const {
        if (is_straight_) return records_[ball].flight.velocity;
        return detail::velocity_at(clock(), records_[ball].flight, accelerations_[ball], time);
    }
    /// The unwrapped position: periodic images are counted in.
    Vec<double, N> unwrapped_at(Place ball, Time time) const {
        return shifted(clock(), domain(), position_at(ball, time), records_[ball].image, time);
    }
    /// Of the image in the box: that of the flight, but in a sheared box.
    Vec<double, N> velocity_in_box(Place ball, Time time) const {
        const Vec<double, N> velocity = velocity_at(ball, time);
        if (!domain().is_sheared()) return velocity;
        Vec<double, N> position = position_at(ball, time);
        return carried(domain(), velocity, -wrap(clock(), domain(), position, time));
    }
    double since_last_event(Place ball, Time now) const {
        return clock().between(records_[ball].flight.time, now);
    }

    BallState<N> state(Place ball) const {
        BallState<N> state;
        write_state(ball, state);
        return state;
    }
    /// Straight to where it is wanted.
    void write_state(Place ball, BallState<N>& state) const;

    /// The ball's motion changes at `now`: the one way in which it does.
    void begin_flight(Place ball, const Vec<double, N>& position, const Vec<double, N>& velocity,
                      MotionPhase phase, Time now);
    /// Back to where it was before an event that did not happen after all.
    void restore(Place ball, const Record& before);
    /// The flight of a saved state, with what is saved beside it.
    void restore(Place ball, const BallState<N>& state, std::uint32_t impacts_in_epoch,
                 std::uint8_t slow_events_in_row);

    /// Neighbours in space get places near each other.
    void sort_along_curve(Time now);

    /// Sums over the balls that move, in twice the working precision; in a sheared box relative to the flow.
    double kinetic_energy(Time now) const;
    double potential_energy(Time now) const;
    Vec<double, N> momentum(Time now) const;

private:
    void enter_box(Record& record) const;
    void set_acceleration(Place ball);
    Vec<double, N> velocity_in_flow(Place ball, Time now) const;
    std::vector<std::pair<int, Place>> order_along_curve(Time now) const;

    const EngineWorld<N>& world_;
    Clock clock_;                               // of the world; at hand
    bool is_straight_;                          // nothing bends a flight
    PageVector<Record> records_;                // by place
    PageVector<Vec<double, N>> accelerations_;  // by place; empty where all fly straight
    std::vector<std::uint32_t> indices_;        // by place
    std::vector<Place> places_;                 // by index
};

template <int N>
void BallTable<N>::write_state(Place ball, BallState<N>& state) const {
    const Record& record = records_[ball];
    state.position = record.flight.position;
    state.velocity = record.flight.velocity;
    state.image = record.image;
    state.time = record.flight.time;
    state.phase = record.phase;
}

template <int N>
void BallTable<N>::begin_flight(Place ball, const Vec<double, N>& position, const Vec<double, N>& velocity,
                                MotionPhase phase, Time now) {
    Record& record = records_[ball];
    const bool same_epoch = record.flight.time.epoch == now.epoch;
    record.impacts_in_epoch = same_epoch ? record.impacts_in_epoch + 1 : 1;
    record.expiries_since_impact = 0;
    record.slow_events_in_row = 0;
    record.flight.position = position;
    record.flight.velocity = velocity;
    record.flight.time = now;
    record.phase = phase;
    enter_box(record);
    set_acceleration(ball);
}

/// Brings a flight that has just begun into the periodic box.
template <int N>
void BallTable<N>::enter_box(Record& record) const {
    const Image<N> crossings = wrap(clock(), domain(), record.flight.position, record.flight.time);
    if (crossings == Image<N>{}) return;
    record.image = record.image + crossings;
    record.flight.velocity = carried(domain(), record.flight.velocity, -crossings);
}

template <int N>
void BallTable<N>::set_acceleration(Place ball) {
    if (!is_straight_)
        accelerations_[ball] = acceleration_of(domain(), records_[ball].phase, records_[ball].mass);
}

}  // namespace carom::detail
