// The plain engine: the same predict and resolve as `Simulation`, no neighbours, no queue, nothing
// remembered. Each step predicts every pair in every image, every wall and every kick, and takes the earliest
// in the total order.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "carom/scene/scene.hpp"
#include "motion/clock.hpp"
#include "motion/domain.hpp"
#include "pair/impact.hpp"
#include "sim/bounce_rules.hpp"
#include "sim/contact_cluster.hpp"
#include "sim/curved_contact.hpp"
#include "sim/pending.hpp"
#include "sim/predict.hpp"
#include "sim/scales.hpp"
#include "sim/wall_contact.hpp"
#include "support/plain_restitution.hpp"

namespace carom::test {

template <int N>
class ReferenceEngine {
public:
    explicit ReferenceEngine(const Scene<N>& scene)
        : scene_(scene),
          clock_(detail::epoch_length(scene)),
          domain_(detail::make_domain(scene.world)),
          rules_(detail::bounce_law(scene)) {
        for (const SceneBall<N>& ball : scene.balls) {
            states_.push_back(entered({ball.position, ball.velocity, {}, {}}));
            calm_.push_back(0);
        }
    }

    std::optional<Event<N>> next_event(double until) {
        end_ = clock_.at(until);
        if (now_ <= end_) {
            if (auto event = follow_up()) return event;
        }
        Prediction earliest;
        for (std::uint32_t i = 0; i < states_.size(); ++i) {
            for (const Wall& wall : domain_.walls)
                consider(earliest, {predict(i, wall), i, PendingKind::ball_wall, wall.number, {}});
            if (!std::isinf(scene_.balls[i].mass)) {
                consider(
                    earliest,
                    {detail::next_kick(clock_, rules_, i, states_[i].time), i, PendingKind::kick, 0, {}});
            }
            for (std::uint32_t j = i + 1; j < states_.size(); ++j) consider_images(earliest, i, j, 0, {});
        }
        if (earliest.time == detail::kNever || earliest.time > end_) return {};
        now_ = earliest.time;
        if (earliest.kind == PendingKind::kick) return kick(earliest.ball);
        if (auto event = hit_cluster(earliest)) return event;
        if (earliest.kind == PendingKind::ball_wall) return hit_wall(earliest.ball, earliest.other);
        return hit_ball(earliest.ball, earliest.other, earliest.image);
    }

private:
    using PendingKind = detail::PendingKind;
    using Wall = detail::NumberedWall<N>;

    /// A prediction. Of a pair, `ball` is the lower index and `image` the box `other` is seen in: the contact
    /// is of `ball` with `other` moved by image * box, both unwrapped.
    struct Prediction {
        Time time = detail::kNever;
        std::uint32_t ball = 0;
        PendingKind kind = PendingKind::ball_ball;
        std::uint32_t other = 0;
        Image<N> image{};

        /// The total order of events.
        friend bool operator<(const Prediction& x, const Prediction& y) {
            return std::tie(x.time, x.ball, x.kind, x.other, x.image.coordinates) <
                   std::tie(y.time, y.ball, y.kind, y.other, y.image.coordinates);
        }
    };

    static void consider(Prediction& earliest, const Prediction& found) {
        const bool something = found.time != detail::kNever;
        if (something && (earliest.time == detail::kNever || found < earliest)) earliest = found;
    }

    static Image<N> shift_of(const BallState<N>& a, const BallState<N>& b, const Image<N>& image) {
        using namespace detail;
        return (image + b.image) - a.image;
    }

    Vec<double, N> acceleration(std::uint32_t i) const {
        return detail::acceleration_of(domain_, states_[i].phase, scene_.balls[i].mass);
    }
    bool is_static(std::uint32_t i) const {
        return states_[i].phase == at_rest || std::isinf(scene_.balls[i].mass);
    }
    Vec<double, N> center(std::uint32_t i, Time time) const {
        const auto flight = detail::flight_of(states_[i]);
        return domain_.has_gravity ? detail::position_at(clock_, flight, acceleration(i), time)
                                   : detail::position_at(clock_, flight, time);
    }
    Vec<double, N> velocity(std::uint32_t i, Time time) const {
        const auto flight = detail::flight_of(states_[i]);
        return domain_.has_gravity ? detail::velocity_at(clock_, flight, acceleration(i), time)
                                   : flight.velocity;
    }
    double since(std::uint32_t i) const { return clock_.between(states_[i].time, now_); }
    std::uint8_t slow_row(std::uint32_t i) const {
        return detail::slow_row(domain_, rules_, calm_[i], since(i));
    }

    Time predict(std::uint32_t i, const Wall& wall) const {
        const auto flight = detail::flight_of(states_[i]);
        const double radius = scene_.balls[i].radius;
        const MotionPhase phase = states_[i].phase;
        if (std::isinf(scene_.balls[i].mass) || (phase == at_rest && wall.speed == 0)) return detail::kNever;
        if (phase == sliding_on(wall.number)) return detail::kNever;
        if (domain_.has_gravity || !wall.is_still_plane())
            return detail::predict_wall(clock_, wall, flight, acceleration(i), radius);
        return detail::predict_wall(clock_, wall.surface, flight, radius);
    }

    Time predict(std::uint32_t i, std::uint32_t j, const Image<N>& image) const {
        const double r = scene_.balls[i].radius + scene_.balls[j].radius;
        const Image<N> shift = shift_of(states_[i], states_[j], image);
        const auto a = detail::flight_of(states_[i]);
        const auto b = detail::flight_of(states_[j]);
        if (domain_.has_gravity) {
            if (is_static(i) && is_static(j)) return detail::kNever;
            return detail::predict_falling_pair(clock_, domain_, a, acceleration(i), b, acceleration(j),
                                                shift, r, detail::kNever);
        }
        return detail::predict_pair(clock_, domain_, a, b, shift, r,
                                    [](const auto& motion) { return detail::first_closing_contact(motion); });
    }

    Vec<double, N> separation(std::uint32_t i, std::uint32_t j, const Image<N>& image, Time time) const {
        using namespace detail;
        return shifted(clock_, domain_, center(j, time) - center(i, time),
                       shift_of(states_[i], states_[j], image), time);
    }

    /// Every image that the pair can meet in until the end of the run, on each axis.
    void consider_images(Prediction& earliest, std::uint32_t i, std::uint32_t j, int turn, Image<N> image) {
        using namespace detail;
        const double r = scene_.balls[i].radius + scene_.balls[j].radius;
        if (turn == N) {
            consider(earliest, {predict(i, j, image), i, PendingKind::ball_ball, j, image});
            return;
        }
        // Where images along the flow are depends on the box along the gradient, so the flow comes last.
        const int axis = domain_.is_sheared() ? (domain_.drift.flow + 1 + turn) % N : turn;
        if (!domain_.is_periodic(axis)) return consider_images(earliest, i, j, turn + 1, image);
        const Time now = std::max(states_[i].time, states_[j].time);
        const double left = std::max(0.0, clock_.between(now, end_));
        const double start = separation(i, j, image, now)[axis];
        const Vec<double, N> w =
            carried(domain_, velocity(j, now) - velocity(i, now), shift_of(states_[i], states_[j], image));
        const double moves = w[axis] * left;
        const double bends = std::fabs((acceleration(j) - acceleration(i))[axis]) / 2 * left * left;
        const double side = domain_.period[axis];
        const double lower = std::min(start, start + moves) - bends;
        const double upper = std::max(start, start + moves) + bends;
        const auto lowest = static_cast<std::int64_t>(std::floor((-upper - r) / side));
        const auto highest = static_cast<std::int64_t>(std::ceil((-lower + r) / side));
        for (image[axis] = lowest; image[axis] <= highest; ++image[axis]) {
            consider_images(earliest, i, j, turn + 1, image);
        }
    }

    Event<N> happening(EventKind kind, std::uint32_t ball, std::uint32_t other = 0) const {
        Event<N> event;
        event.kind = kind;
        event.time = now_;
        event.ball = ball;
        event.other = other;
        return event;
    }

    Event<N> kick(std::uint32_t i) {
        Event<N> event = happening(EventKind::kick, i);
        change(i, center(i, now_), detail::kicked_velocity<N>(rules_, i, scene_.balls[i].mass, now_),
               free_flight);
        event.ball_after = states_[i];
        return event;
    }

    typename std::vector<Wall>::const_iterator numbered(std::uint32_t number) const {
        return std::find_if(domain_.walls.begin(), domain_.walls.end(),
                            [&](const Wall& w) { return w.number == number; });
    }

    /// All contacts that are connected, found among all balls.
    std::optional<Event<N>> hit_cluster(const Prediction& due) {
        if (!detail::looks_for_clusters(scene_.law)) return {};
        detail::DueContact<N> contact{due.ball, {}, nullptr};
        if (due.kind == PendingKind::ball_wall) {
            contact.wall = &*numbered(due.other);
        } else {
            contact.other = {due.other, shift_of(states_[due.ball], states_[due.other], due.image)};
        }
        detail::ClusterSurroundings<N> around;
        around.ball = [this](std::uint32_t i) {
            return detail::ClusterBall<N>{
                i,       center(i, now_), velocity(i, now_), scene_.balls[i].radius, scene_.balls[i].mass,
                since(i)};
        };
        around.near = [this](std::uint32_t i) { return near(i); };
        around.restitution = [this](std::uint32_t i, std::uint32_t j) {
            return test::plain_restitution(scene_, i, j);
        };
        const auto impact = detail::cluster_impact(clock_, domain_, rules_, now_, contact, around);
        if (!impact) return {};
        parts_.assign(impact->parts.rbegin(), impact->parts.rend());
        restitution_ = impact->restitution.e;
        return emit_cluster_record();
    }

    std::vector<detail::NearBall<N>> near(std::uint32_t i) const {
        std::vector<detail::NearBall<N>> found;
        const double tolerance = scene_.law.contact_tolerance.value_or(scene_.balls[i].radius);
        for_each_touching(i, 2 * tolerance,
                          [&](std::uint32_t j, const Vec<double, N>&, const Image<N>& shift) {
                              found.push_back({j, shift});
                          });
        return found;
    }

    Event<N> emit_cluster_record() {
        const auto part = parts_.back();
        parts_.pop_back();
        Event<N> event = happening(EventKind::cluster, part.ball, static_cast<std::uint32_t>(parts_.size()));
        event.restitution = restitution_;
        const MotionPhase phase = states_[part.ball].phase;
        const bool stays = phase == at_rest && part.velocity == Vec<double, N>{};
        if (!stays) wake_those_above(part.ball);
        const auto held = detail::held_after(domain_, phase, part.velocity);
        change(part.ball, center(part.ball, now_), held.velocity, stays ? at_rest : held.phase);
        event.ball_after = states_[part.ball];
        return event;
    }

    Event<N> hit_wall(std::uint32_t i, std::uint32_t number) {
        using namespace detail;
        const auto wall = numbered(number);
        if (states_[i].phase == at_rest) wake_those_above(i);
        const Vec<double, N> at = center(i, now_);
        const Arrival<N> arrival{i,        scene_.balls[i].mass, at, velocity(i, now_), now_,
                                 since(i), states_[i].phase};
        const Vec<double, N> to = toward(*wall, at);
        const double approach = dot(to, arrival.velocity - velocity_of(*wall));
        const bool simple = wall->shape == WallShape::plane && wall->speed == 0;
        if (domain_.has_gravity && !simple && approach <= 0x1p-40 * largest(arrival.velocity) + rules_.still)
            return part(i, to);
        const std::uint8_t row = slow_row(i);
        Event<N> event = happening(EventKind::ball_wall, i, number);
        const WallBounce<N> bounce = bounce_off(domain_, rules_, *wall, arrival);
        event.restitution = bounce.restitution.e;
        change(i, at, bounce.velocity, bounce.phase);
        event.ball_after = states_[i];
        calm_[i] = bounce.is_slow ? row : 0;
        if (bounce.is_slow) expect_rest(i);
        return event;
    }

    Event<N> hit_ball(std::uint32_t i, std::uint32_t j, const Image<N>& image) {
        using namespace detail;
        const Vec<double, N> d = separation(i, j, image, now_);
        const Vec<double, N> to = normalised(d);
        const Vec<double, N> vi = velocity(i, now_);
        const Image<N> shift = shift_of(states_[i], states_[j], image);
        const Vec<double, N> vj = carried(domain_, velocity(j, now_), shift);
        const double speed = -dot(to, vj - vi);
        if (domain_.has_gravity) {
            const std::uint32_t lying = states_[i].phase == at_rest ? i : j;
            if (states_[lying].phase == at_rest && speed >= rules_.cut_off && speed > rules_.still) {
                awaited_ = {true, i, j, image};
                return wake(lying, {});
            }
            if (!(speed > 0x1p-40 * (largest(vi) + largest(vj)) + rules_.still))
                return is_static(i) ? part(j, -to) : part(i, to);
        }
        Event<N> event = happening(EventKind::ball_ball, i, j);
        const bool passing =
            domain_.has_gravity && !is_pressed(domain_, acceleration(i) - acceleration(j), to);
        const std::uint8_t calm_i = slow_row(i);
        const std::uint8_t calm_j = slow_row(j);
        event.restitution =
            restitution_at(rules_, test::plain_restitution(scene_, i, j), speed, std::min(since(i), since(j)),
                           passing ? CollapseRisk::none : CollapseRisk::possible)
                .e;
        const auto share = [&](std::uint32_t k) {
            return states_[k].phase == at_rest ? 0 : 1 / scene_.balls[k].mass;
        };
        const auto after = impact(d, vi, vj, share(i), share(j), event.restitution);
        const Held<N> held_i = held_after(domain_, states_[i].phase, after.a);
        const Held<N> held_j = held_after(domain_, states_[j].phase, carried(domain_, after.b, -shift));
        change(i, center(i, now_), held_i.velocity, states_[i].phase == at_rest ? at_rest : held_i.phase);
        change(j, center(j, now_), held_j.velocity, states_[j].phase == at_rest ? at_rest : held_j.phase);
        event.ball_after = states_[i];
        event.other_after = states_[j];
        const bool slow = speed < rules_.cut_off;
        calm_[i] = slow ? calm_i : 0;
        calm_[j] = slow ? calm_j : 0;
        if (slow && is_static(j)) expect_rest(i);
        if (slow && is_static(i)) expect_rest(j);
        return event;
    }

    /// What follows at the same time: a bounce that was waited for, then rests, then wakes.
    std::optional<Event<N>> follow_up() {
        if (!parts_.empty()) return emit_cluster_record();
        if (std::exchange(awaited_.waits, false)) return hit_ball(awaited_.i, awaited_.j, awaited_.image);
        while (!resting_.empty()) {
            const auto [ball, confined] = resting_.back();
            resting_.pop_back();
            if (may_rest(ball, confined)) return put_to_sleep(ball);
        }
        while (!waking_.empty()) {
            const std::uint32_t ball = *waking_.begin();
            waking_.erase(waking_.begin());
            if (states_[ball].phase == at_rest) return wake(ball, {});
        }
        return {};
    }

    void expect_rest(std::uint32_t i) {
        if (domain_.has_gravity && !is_static(i))
            resting_.emplace_back(i,
                                  detail::is_confined(rules_, calm_[i], detail::length(states_[i].velocity)));
    }

    Event<N> put_to_sleep(std::uint32_t i) {
        Event<N> event = happening(EventKind::rest, i);
        const std::uint8_t row = slow_row(i);
        change(i, center(i, now_), {}, at_rest);
        calm_[i] = row;
        event.ball_after = states_[i];
        return event;
    }

    Event<N> part(std::uint32_t i, const Vec<double, N>& to) {
        using namespace detail;
        if (may_rest(i, false)) return put_to_sleep(i);
        return wake(i, velocity(i, now_) - rules_.nudge * to);
    }

    void wake_those_above(std::uint32_t i) {
        if (states_[i].phase != at_rest) return;
        const double reach = 2 * reach_of(i);
        for_each_touching(i, reach, [&](std::uint32_t j, const Vec<double, N>& d, const Image<N>&) {
            if (states_[j].phase == at_rest && detail::dot(d, domain_.gravity) < 0) waking_.insert(j);
        });
    }

    Event<N> wake(std::uint32_t i, const Vec<double, N>& after) {
        Event<N> event = happening(EventKind::wake, i);
        wake_those_above(i);
        const std::uint8_t row = slow_row(i);
        change(i, center(i, now_), after, free_flight);
        calm_[i] = row;
        event.ball_after = states_[i];
        return event;
    }

    double reach_of(std::uint32_t i) const {
        return detail::support_reach(rules_, center(i, now_), scene_.balls[i].radius);
    }

    /// Visits balls with a gap of at most `reach`, in all images next to the ball.
    template <class Visit>
    void for_each_touching(std::uint32_t i, double reach, Visit visit) const {
        using namespace detail;
        for (std::uint32_t j = 0; j < states_.size(); ++j) {
            if (j == i) continue;
            const Vec<double, N> between = center(j, now_) - center(i, now_);
            for (int code = 0; code < (N == 2 ? 9 : 27); ++code) {
                Image<N> step{};
                Image<N> shift{};
                bool exists = true;
                for (int k = 0, rest = code; k < N; ++k, rest /= 3) {
                    step[k] = rest % 3 - 1;
                    exists = exists && (step[k] == 0 || domain_.is_periodic(k));
                    if (domain_.is_periodic(k))
                        shift[k] = step[k] -
                                   static_cast<std::int64_t>(std::nearbyint(between[k] / domain_.period[k]));
                }
                if (!exists) continue;
                if (domain_.is_sheared()) {
                    const int flow = domain_.drift.flow;
                    choose_along_flow(clock_, domain_, between[flow], 0, now_, shift);
                    shift[flow] += step[flow];
                }
                const Vec<double, N> d = shifted(clock_, domain_, between, shift, now_);
                if (length(d) - scene_.balls[i].radius - scene_.balls[j].radius <= reach) visit(j, d, shift);
            }
        }
    }

    bool may_rest(std::uint32_t i, bool confined) const {
        using namespace detail;
        if (!domain_.has_gravity || is_static(i)) return false;
        const double speed = length(velocity(i, now_));
        if (confined) return true;
        if (speed > kSlowEnough * rules_.cut_off) return false;
        std::vector<std::pair<std::uint32_t, Vec<double, N>>> found;
        const Vec<double, N> at = center(i, now_);
        const double reach = reach_of(i);
        for (const Wall& wall : domain_.walls) {
            if (wall.speed != 0 || wall.temperature > 0) continue;
            if (rough_gap(clock_, wall, at, scene_.balls[i].radius, now_) <= reach)
                found.emplace_back(0, toward(wall, at));
        }
        const std::size_t walls = found.size();
        for_each_touching(i, reach, [&](std::uint32_t j, const Vec<double, N>& d, const Image<N>&) {
            if (is_static(j)) found.emplace_back(j, normalised(d));
        });
        std::sort(found.begin() + static_cast<std::ptrdiff_t>(walls), found.end(),
                  [](const auto& x, const auto& y) {
                      return std::tie(x.first, x.second.coordinates) <
                             std::tie(y.first, y.second.coordinates);
                  });
        std::vector<Vec<double, N>> supports;
        for (const auto& [number, to] : found) supports.push_back(to);
        return is_balanced<N>(domain_.gravity, supports);
    }

    void change(std::uint32_t i, const Vec<double, N>& position, const Vec<double, N>& velocity,
                MotionPhase phase) {
        BallState<N>& state = states_[i];
        state.position = position;
        state.velocity = velocity;
        state.time = now_;
        state.phase = phase;
        calm_[i] = 0;
        state = entered(state);
    }

    /// In the box.
    BallState<N> entered(BallState<N> state) const {
        using namespace detail;
        const Image<N> crossings = wrap(clock_, domain_, state.position, state.time);
        state.image = state.image + crossings;
        state.velocity = carried(domain_, state.velocity, -crossings);
        return state;
    }

    struct Awaited {
        bool waits = false;
        std::uint32_t i = 0;
        std::uint32_t j = 0;
        Image<N> image{};
    };

    Scene<N> scene_;
    detail::Clock clock_;
    detail::Domain<N> domain_;
    detail::BounceLaw rules_;
    std::vector<BallState<N>> states_;
    std::vector<std::uint8_t> calm_;
    Awaited awaited_;
    std::vector<std::pair<std::uint32_t, bool>> resting_;
    std::set<std::uint32_t> waking_;
    std::vector<typename SimultaneousEvents<N>::Part> parts_;
    double restitution_ = 1;
    Time now_;
    Time end_;
};

}  // namespace carom::test
