#include "sim/engine.hpp"

#include <cmath>
#include <utility>

#include "core/prefetch.hpp"
#include "math/lane.hpp"
#include "scene/scene_hash.hpp"

namespace carom {

using namespace detail;

namespace {

/// Without an end time, the loop stops after this many list expiries, and a hundred for each ball, without an
/// impact.
constexpr std::uint64_t kMaxExpiriesWithoutImpact = 1'000'000;
/// In cells a ball crosses many of them in the time that it needs to leave a shell.
constexpr std::uint64_t kCrossingsForAnExpiry = 20;

/// Steps of the search for an impact, of some microseconds each, after which the caller is asked again.
constexpr std::uint64_t kStepsUnasked = 1024;

}  // namespace

template <int N>
Simulation<N>::Engine::Engine(const Scene<N>& scene, const Tuning& tuning, std::vector<Finding> notes,
                              Patience& patience)
    : scene_hash_(detail::scene_hash(scene)),
      world_(scene),
      notes_(std::move(notes)),
      balls_(scene, world_),
      neighbours_(world_.domain,
                  (tuning.shell_thickness > 0 ? tuning.shell_thickness : 1) * usual_shell(scene),
                  scene.law.contact_tolerance, world_.rules.rest_clearance, tuning.search),
      queue_(scene.balls.size()),
      predictor_(world_, balls_, neighbours_) {
    reindex(patience);
    counts_.predictions += std::exchange(scratch_.predictions, 0);
}

/// Returns `event` and nothing else, so that it is made where the caller wants it.
template <int N>
std::optional<Event<N>> Simulation<N>::Engine::next_event(double until, const std::function<bool()>& go_on) {
    std::optional<Event<N>> event;
    if ((jammed_ && next_.cluster.empty()) || !(until >= 0)) {
        stop(until >= 0 ? StopReason::jammed : StopReason::time_reached, now_);
        return event;
    }
    const Time limit = world_.clock.at(until);
    if (now_ <= limit && !next_.is_empty()) event = follow_up();
    if (!event) find_impact(limit, go_on, event);
    counts_.predictions += std::exchange(scratch_.predictions, 0);
    return event;
}

/// The first impact up to `limit`. An event just written is slow to copy.
template <int N>
void Simulation<N>::Engine::find_impact(Time limit, const std::function<bool()>& go_on,
                                        std::optional<Event<N>>& event) {
    const std::uint64_t most_expiries = kMaxExpiriesWithoutImpact + 100 * balls_.size();
    const std::uint64_t most_rebuilds =
        counts_.list_rebuilds + (neighbours_.in_cells() ? kCrossingsForAnExpiry : 1) * most_expiries;
    const auto sees_nothing = [&] { return limit == kNever && counts_.list_rebuilds > most_rebuilds; };
    const auto prefetcher = [this](std::int64_t buckets, Place ball) { prefetch(buckets, ball); };
    std::uint64_t asked = counts_.list_rebuilds;
    for (std::uint64_t steps = 0;; ++steps) {
        if (go_on && steps + counts_.list_rebuilds >= asked + kStepsUnasked) [[unlikely]] {
            if (!go_on()) return stop(StopReason::none, now_);
            asked = steps + counts_.list_rebuilds;
        }
        if (is_reindex_due()) [[unlikely]]
            reindex();
        const Place ball = queue_.take(balls_, prefetcher);
        if (neighbours_.in_cells() && ends_window(ball, limit)) {
            if (ball != EventQueue::kNobody) queue_.schedule(ball);
            if (sees_nothing()) return stop(StopReason::nothing_in_sight, now_);
            begin_window(ball == EventQueue::kNobody ? limit : std::min(limit, queue_[ball].time));
            continue;
        }
        if (ball == EventQueue::kNobody) {
            const bool goes_on = neighbours_.in_cells() && !neighbours_.windows().is_empty();
            return stop(goes_on ? StopReason::time_reached : StopReason::no_more_events, limit);
        }
        const Pending next = queue_[ball];
        const bool expires = next.kind == PendingKind::list_expiry;
        const bool too_far = expires && sees_nothing();
        if (next.time > limit || too_far) {
            queue_.schedule(ball);
            stop(too_far ? StopReason::nothing_in_sight : StopReason::time_reached, too_far ? now_ : limit);
            return;
        }
        front_ = next.time;
        if (is_beyond_horizon(next.time)) {
            pass_horizon();
        } else if (expires) {
            rebuild_list(ball, next.time);
        } else if (predictor_.is_stale(next)) {
            handle_stale(ball);
        } else if (is_impact(next.kind)) {
            resolve(ball, next, event.emplace());
            return;
        } else if (refine_prediction(ball, next)) {
            const Pending contact = queue_[ball];
            const bool is_crossed = neighbours_.in_cells() && ends_window(ball, limit);
            if (contact.time > limit || is_beyond_horizon(contact.time) || is_crossed) {
                queue_.schedule(ball);
                continue;
            }
            front_ = contact.time;
            resolve(ball, contact, event.emplace());
            return;
        }
    }
}

/// In cells: true when the present window of crossings ends before the next event, that of `ball`, and by
/// `limit`.
template <int N>
bool Simulation<N>::Engine::ends_window(Place ball, Time limit) const {
    if (neighbours_.windows().is_empty()) return false;
    const Time end = neighbours_.window_end(world_.clock);
    return end <= limit && (ball == EventQueue::kNobody || end <= queue_[ball].time);
}

/// All crossings of the next window, in any order. Windows in which nothing is due, up to the time of the
/// next event, are passed over.
template <int N>
void Simulation<N>::Engine::begin_window(Time next_event) {
    neighbours_.pass_empty_windows(world_.clock, next_event);
    front_ = neighbours_.window_end(world_.clock);
    const double next =
        world_.clock.between(neighbours_.scale().origin, front_) + neighbours_.windows().length();
    if (next * neighbours_.scale().time > neighbours_.scale().horizon) return pass_horizon();
    const auto entered = [&](Place ball) {
        ++counts_.list_rebuilds;
        if (predictor_.look_into(ball, neighbours_.cells().fresh(), front_, scratch_, queue_.pending(ball)))
            queue_.schedule(ball);
    };
    neighbours_.advance_window(balls_, front_, entered, [&](Place ball) {
        balls_.prefetch(ball);
        queue_.prefetch(ball);
    });
}

/// Solves for the contact that a candidate stands for, when it may be next. True when it is the next event of
/// all: then it is not in the queue.
template <int N>
bool Simulation<N>::Engine::refine_prediction(Place ball, const Pending& candidate) {
    const Time contact = predictor_.candidate_contact(ball, candidate, scratch_);
    const double wait = world_.clock.between(candidate.time, contact) * neighbours_.scale().time;
    const bool is_first = wait < static_cast<double>(candidate.margin());
    if (!is_first) {
        queue_.schedule(ball, predictor_.predict_event(ball, candidate.time, scratch_));
        return false;
    }
    Pending& pending = queue_.pending(ball);
    pending.time = contact;
    if (candidate.kind == PendingKind::wall_candidate) {
        pending.kind = PendingKind::ball_wall;
    } else {
        pending.kind = PendingKind::ball_ball;
        defer_partner(candidate.other, ball, contact);
    }
    if (queue_.is_before_all(contact)) return true;
    queue_.schedule(ball);
    return false;
}

/// A ball that waits for the same contact, now solved for, need not look at it until half of the time has
/// gone by in which it meets nobody else.
template <int N>
void Simulation<N>::Engine::defer_partner(Place ball, Place partner, Time contact) {
    Pending& pending = queue_.pending(ball);
    const double half = static_cast<double>(pending.margin()) / 2 * neighbours_.scale().second;
    const bool same = both(pending.kind == PendingKind::candidate, pending.other == partner,
                           pending.flights == predictor_.flights(partner),
                           world_.clock.between(pending.time, contact) < half);
    if (!same) return;
    pending.time = world_.clock.after(pending.time, half);
    pending.set_margin(static_cast<double>(pending.margin()) / 2);
    queue_.schedule(ball);
}

/// The partner has had an event. No other neighbour can be met before `margin`, and balls that changed since
/// have predicted against this one. By the end of that time it may well have had an impact.
template <int N>
void Simulation<N>::Engine::handle_stale(Place ball) {
    Pending& pending = queue_.pending(ball);
    const double margin = static_cast<double>(pending.margin());
    if (pending.kind != PendingKind::candidate || margin == 0) return predict(ball, pending.time);
    pending.time = world_.clock.after(pending.time, margin * neighbours_.scale().second);
    pending.set_margin(0);
    queue_.schedule(ball);
}

template <int N>
void Simulation<N>::Engine::predict(Place ball, Time now) {
    if (is_plain_ && neighbours_.is_padded(ball)) {
        lanes_.gas_bound(gas_, ball, now);
        queue_.schedule(ball);
    } else if (world_.only_balls) {
        predictor_.bound_among_balls(ball, now, scratch_, queue_.pending(ball));
        queue_.schedule(ball);
    } else {
        queue_.schedule(ball, predictor_.lower_bound_event(ball, now, scratch_).event);
    }
}

template <int N>
void Simulation<N>::Engine::rebuild_list(Place ball, Time time) {
    ++exits_in_row_;
    neighbours_.note_flow(world_.clock, time);
    if (is_plain_) {
        GasShell& fresh = gas_shell_;
        fresh.ball = ball;
        fresh.now = time;
        fresh.reach = neighbours_.next_reach(balls_[ball], ball);
        if (lanes_.gas_shell(gas_, fresh)) {
            ++counts_.list_rebuilds;
            queue_.schedule(ball);
            return neighbours_.tell_neighbours(fresh);
        }
    }
    const ListChange change = neighbours_.rebuild(balls_, ball, time);
    ++counts_.list_rebuilds;
    predict(ball, time);
    neighbours_.tell_neighbours(ball, change);  // last: their lists are on the way
}

/// Brings into the cache what the events of the next buckets will need.
template <int N>
void Simulation<N>::Engine::prefetch(std::int64_t buckets, Place ball) const {
    const Pending& pending = queue_[ball];
    const auto record = [this](Place place) {
        balls_.prefetch(place);
        prefetch_line(neighbours_.line(place));
    };
    const auto around = [this](Place place) {
        neighbours_.prefetch_shell(balls_[place]);
        neighbours_.prefetch_neighbours(place);
    };
    const bool pair = pending.kind == PendingKind::ball_ball || pending.kind == PendingKind::candidate;
    const Place other = pair ? pending.other : ball;
    if (!neighbours_.has_lists()) return;
    if (buckets == 4 || buckets == Calendar::kOpened) {
        queue_.prefetch(ball);
    } else if (buckets == 3) {
        record(ball);
    } else if (buckets == 2) {
        record(other);
        queue_.prefetch(other);
        around(ball);
    } else if (pair) {
        around(pending.other);
    } else if (pending.kind == PendingKind::list_expiry) {
        neighbours_.prefetch_cells(balls_[ball], ball);
    }
}

template <int N>
void Simulation<N>::Engine::stop(StopReason reason, Time at) {
    stop_reason_ = reason;
    if (at != kNever && at > now_) now_ = at;
}

template class Simulation<2>::Engine;
template class Simulation<3>::Engine;

}  // namespace carom
