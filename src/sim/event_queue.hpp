// The event queue: one pending event for each ball, and the calendar that finds the earliest of all.
#pragma once

#include <utility>

#include "core/page_allocator.hpp"
#include "core/prefetch.hpp"
#include "sim/ball_table.hpp"
#include "sim/calendar.hpp"
#include "sim/pending.hpp"

namespace carom::detail {

class EventQueue {
public:
    using Place = std::uint32_t;
    static constexpr Place kNobody = Calendar::kNobody;

    explicit EventQueue(std::size_t balls) : pending_(balls) {}

    const Pending& operator[](Place ball) const { return pending_[ball]; }
    /// To be scheduled once it is written.
    Pending& pending(Place ball) { return pending_[ball]; }
    const PageVector<Pending>& all() const { return pending_; }
    PageVector<Pending>& all() { return pending_; }

    void schedule(Place ball, const Pending& pending) {
        pending_[ball] = pending;
        calendar_.schedule(ball, pending.time);
    }
    void schedule(Place ball) { calendar_.schedule(ball, pending_[ball].time); }

    /// Takes out the ball whose pending event is the earliest of all, by time and by `rank_of` at equal
    /// times. `prefetch(buckets, ball)` is told of those whose turn comes in so many buckets.
    template <int N, class Prefetch>
    Place take(const BallTable<N>& balls, const Prefetch& prefetch) {
        const auto time_of = [this](Place ball) { return pending_[ball].time; };
        const auto rank = [&](Place ball) { return rank_of(balls, ball); };
        return calendar_.take(time_of, rank, prefetch);
    }

    bool is_before_all(Time time) { return calendar_.is_before_all(time); }
    double bucket_seconds() const { return calendar_.bucket_seconds(); }

    /// A new grain: buckets of 2^exponent epochs. All pending events are scheduled anew.
    void rebuild(const Clock& clock, Time now, int exponent, std::size_t buckets, bool prefetches) {
        calendar_.reset(clock, now, exponent, buckets, prefetches);
        for (Place ball = 0; ball < pending_.size(); ++ball) schedule(ball);
    }

    void prefetch(Place ball) const {
        prefetch_line(&pending_[ball]);
        prefetch_line(reinterpret_cast<const char*>(&pending_[ball] + 1) - 1);  // may be in the next line
    }

private:
    /// The total order of events at the same time: by lower ball, kind, and higher ball or wall.
    template <int N>
    EventRank rank_of(const BallTable<N>& balls, Place ball) const {
        const Pending& pending = pending_[ball];
        EventRank rank{pending.time, is_impact(pending.kind), balls.index(ball),
                       static_cast<std::uint32_t>(pending.kind), pending.other};
        if (pending.kind == PendingKind::ball_ball) {
            rank.other = balls.index(pending.other);
            if (rank.other < rank.ball) std::swap(rank.ball, rank.other);
        }
        return rank;
    }

    PageVector<Pending> pending_;  // by place
    Calendar calendar_;
};

}  // namespace carom::detail
