// A second opinion for the checker: the plainest event engine there is, in long double, sharing no arithmetic
// with the library. Every step looks at every pair, every near image and every wall from the present moment
// on.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <vector>

#include "carom/scene/scene.hpp"
#include "carom/sim/event.hpp"
#include "record/plain_draws.hpp"
#include "record/plain_polynomial.hpp"
#include "record/plain_supports.hpp"
#include "record/plain_vector.hpp"
#include "record/plain_walls.hpp"
#include "support/plain_restitution.hpp"

namespace carom::test {

template <int N>
class PlainEngine {
public:
    /// `epoch_length` is a power of two; any will do.
    PlainEngine(const Scene<N>& scene, double epoch_length)
        : scene_(scene),
          unit_(epoch_length),
          cut_off_(elastic_below(scene)),
          support_reach_(support_reach(scene, cut_off_)),
          walls_(plain_walls(scene.world)) {
        for (const SceneBall<N>& ball : scene.balls)
            states_.push_back({ball.position, ball.velocity, {}, {}});
        last_impact_.assign(scene.balls.size(), -std::numeric_limits<Long>::infinity());
        for (int k = 0; k < N; ++k) {
            const double width = scene.world.box.upper[k] - scene.world.box.lower[k];
            width_[axis(k)] = boundary(k) == Boundary::periodic ? width : 0;
        }
    }

    std::optional<Event<N>> next_event(double until) {
        while (waiting_.empty()) {
            const Kick kick = next_kick();
            const Long last = std::min(Long{until}, kick.at);
            const Long window = window_length();
            Contact next{std::min(window, last - now_), 0, 0, false, false};
            if (next.wait < 0) return {};
            find(next);
            if (next.found) {
                resolve(next);
            } else if (now_ + window <= last) {
                now_ += window;
            } else if (last == Long{until}) {
                return {};
            } else {
                now_ = last;
                give(kick);
            }
        }
        const Event<N> event = waiting_.front();
        waiting_.pop_front();
        return event;
    }

private:
    struct Contact {
        Long wait;
        std::uint32_t ball;
        std::uint32_t other;  // a ball, or an index of walls_
        bool pair;
        bool found;
    };

    struct Kick {
        Long at;
        std::uint32_t ball;
    };

    /// A unit normal from the ball, and what the other thing does there.
    struct Touch {
        LongVec<N> normal;
        LongVec<N> velocity;
        Long inverse_mass;
    };

    static std::size_t axis(int k) { return static_cast<std::size_t>(k); }
    Boundary boundary(int k) const { return scene_.world.boundary[axis(k)]; }
    Long seconds(Time time) const { return Long(time.epoch) * unit_ + time.offset; }
    LongVec<N> gravity() const { return lengthened(scene_.world.gravity); }

    LongVec<N> acceleration(std::size_t i) const {
        const MotionPhase phase = states_[i].phase;
        if (std::isinf(scene_.balls[i].mass) || phase == at_rest) return {};
        for (const PlainWall<N>& wall : walls_) {
            if (phase == sliding_on(wall.number))
                return moved<N>(gravity(), -dot<N>(gravity(), wall.normal), wall.normal);
        }
        return gravity();
    }

    LongVec<N> position(std::size_t i) const {
        const Long dt = now_ - seconds(states_[i].time);
        const LongVec<N> x = moved<N>(lengthened(states_[i].position), dt, lengthened(states_[i].velocity));
        return moved<N>(x, dt * dt / 2, acceleration(i));
    }

    LongVec<N> velocity(std::size_t i) const {
        return moved<N>(lengthened(states_[i].velocity), now_ - seconds(states_[i].time), acceleration(i));
    }

    /// So short that no two balls move by more than a quarter of a periodic box: the nearest images are
    /// enough.
    Long window_length() const {
        Long window = HUGE_VALL;
        for (std::size_t k = 0; k < N; ++k) {
            if (width_[k] == 0) continue;
            Long fastest = 0;
            for (std::size_t i = 0; i < states_.size(); ++i)
                fastest = std::max(fastest, std::abs(velocity(i)[k]));
            if (fastest > 0) window = std::min(window, width_[k] / (16 * fastest));
            const Long pull = std::sqrt(dot<N>(gravity(), gravity()));
            if (pull > 0) window = std::min(window, std::sqrt(width_[k] / (8 * pull)));
        }
        return window;
    }

    void find(Contact& next) const {
        for (std::uint32_t i = 0; i < states_.size(); ++i) {
            for (std::uint32_t w = 0; w < walls_.size() && !std::isinf(scene_.balls[i].mass); ++w) {
                if (states_[i].phase != sliding_on(walls_[w].number))
                    note(next, i, w, false, wall_gap(i, walls_[w]));
            }
            for (std::uint32_t j = i + 1; j < states_.size(); ++j) find_pair(next, i, j);
        }
    }

    void note(Contact& next, std::uint32_t i, std::uint32_t other, bool pair, const Polynomial& gap) const {
        const auto wait = first_fall(gap, next.wait);
        if (wait && (*wait < next.wait || !next.found)) next = {*wait, i, other, pair, true};
    }

    Polynomial wall_gap(std::uint32_t i, const PlainWall<N>& wall) const {
        const Long r = scene_.balls[i].radius;
        if (!wall.is_round) {
            const LongVec<N>& n = wall.normal;
            return {dot<N>(n, position(i)) - wall.offset - wall.speed * now_ - r,
                    dot<N>(n, velocity(i)) - wall.speed, dot<N>(n, acceleration(i)) / 2};
        }
        Polynomial p = square<N>(wall.across(moved<N>(position(i), -1, wall.center)),
                                 wall.across(velocity(i)), wall.across(acceleration(i)));
        for (Long& c : p) c = -c;
        p[0] += (wall.radius - r) * (wall.radius - r);
        return p;
    }

    void find_pair(Contact& next, std::uint32_t i, std::uint32_t j) const {
        const LongVec<N> d = nearest_way(i, j);
        const LongVec<N> w = moved<N>(velocity(j), -1, velocity(i));
        const LongVec<N> a = moved<N>(acceleration(j), -1, acceleration(i));
        const Long r = Long{scene_.balls[i].radius} + scene_.balls[j].radius;
        int images = 1;
        for (std::size_t k = 0; k < N; ++k) images *= 3;
        for (int image = 0; image < images; ++image) {
            LongVec<N> shifted = d;
            int digits = image;
            bool real = true;
            for (std::size_t k = 0; k < N; ++k, digits /= 3) {
                shifted[k] += (digits % 3 - 1) * width_[k];
                real = real && (width_[k] > 0 || digits % 3 == 1);
            }
            if (!real) continue;
            Polynomial gap = square<N>(shifted, w, a);
            gap[0] -= r * r;
            note(next, i, j, true, gap);
        }
    }

    Time rounded(Long at) const {
        const Long epoch = std::floor(at / unit_);
        Time time{static_cast<std::int64_t>(epoch), static_cast<double>(at - epoch * unit_)};
        if (time.offset >= unit_) time = {time.epoch + 1, 0};
        return time;
    }

    Touch touch(const Contact& next) const {
        if (next.pair) {
            const LongVec<N> d = nearest_way(next.ball, next.other);
            const bool held = states_[next.other].phase == at_rest;
            return {unit<N>(d), velocity(next.other), held ? 0 : 1 / Long{scene_.balls[next.other].mass}};
        }
        const PlainWall<N>& wall = walls_[next.other];
        const LongVec<N> moves = wall.is_round ? LongVec<N>{} : moved<N>({}, wall.speed, wall.normal);
        return {wall.toward(position(next.ball)), moves, 0};
    }

    void resolve(const Contact& next) {
        const Time time = rounded(now_ + next.wait);
        now_ = seconds(time);
        const LongVec<N> normal = touch(next).normal;
        const Long approach = dot<N>(normal, moved<N>(velocity(next.ball), -1, touch(next).velocity));
        std::vector<std::uint32_t> moving;  // what lies on these balls loses its support
        for (const std::uint32_t i : {next.ball, next.pair ? next.other : next.ball}) {
            if (states_[i].phase != at_rest || (next.pair && approach < cut_off_)) continue;
            moving.push_back(i);
            if (next.pair) record_change(EventKind::wake, i, {}, free_flight, time);
        }
        Event<N> event;
        event.time = time;
        event.kind = next.pair ? EventKind::ball_ball : EventKind::ball_wall;
        event.ball = next.ball;
        event.other = next.pair ? next.other : walls_[next.other].number;
        if (next.pair) {
            event.restitution = static_cast<double>(
                restitution(test::plain_restitution(scene_, next.ball, next.other), approach, next));
            bounce(event, touch(next), approach);
        } else {
            bounce_off(event, walls_[next.other], next, approach);
        }
        last_impact_[next.ball] = now_;
        if (next.pair) last_impact_[next.other] = now_;
        waiting_.push_back(event);
        if (approach < cut_off_) settle(next, time);
        while (!moving.empty()) wake_those_above(moving, time);
    }

    /// A ball that something still has stopped comes to rest where that holds it.
    void settle(const Contact& next, Time time) {
        if (!next.pair) {
            const PlainWall<N>& wall = walls_[next.other];
            if (wall.speed == 0 && wall.temperature == 0) rest(next.ball, time);
        } else if (is_still(next.other)) {
            rest(next.ball, time);
        } else if (is_still(next.ball)) {
            rest(next.other, time);
        }
    }

    bool is_still(std::uint32_t i) const {
        return states_[i].phase == at_rest || std::isinf(scene_.balls[i].mass);
    }

    void rest(std::uint32_t i, Time time) {
        const LongVec<N> v = velocity(i);
        if (gravity() == LongVec<N>{}) return;
        if (is_still(i) || !is_lossy(scene_.law) || std::sqrt(dot<N>(v, v)) > 2 * cut_off_) return;
        const LongVec<N> left = unbalanced<N>(gravity(), still_around(i));
        if (dot<N>(left, left) <= 0.0025L * dot<N>(gravity(), gravity()))
            record_change(EventKind::rest, i, {}, at_rest, time);
    }

    /// Directions to the still things that a ball all but touches.
    std::vector<LongVec<N>> still_around(std::uint32_t i) const {
        std::vector<LongVec<N>> directions;
        for (const PlainWall<N>& wall : walls_) {
            const bool is_still = wall.speed == 0 && wall.temperature == 0;
            if (!is_still || wall.distance(position(i)) - scene_.balls[i].radius > support_reach_) continue;
            directions.push_back(wall.toward(position(i)));
        }
        for (std::uint32_t j = 0; j < states_.size(); ++j) {
            if (j == i || !is_still(j)) continue;
            const LongVec<N> d = nearest_way(i, j);
            if (std::sqrt(dot<N>(d, d)) - scene_.balls[i].radius - scene_.balls[j].radius > support_reach_)
                continue;
            directions.push_back(unit<N>(d));
        }
        return directions;
    }

    /// From ball i to the nearest image of ball j.
    LongVec<N> nearest_way(std::uint32_t i, std::uint32_t j) const {
        LongVec<N> d = moved<N>(position(j), -1, position(i));
        for (std::size_t k = 0; k < N; ++k) {
            if (width_[k] > 0) d[k] -= width_[k] * std::round(d[k] / width_[k]);
        }
        return d;
    }

    /// Of the last of them; those that awake are the next.
    void wake_those_above(std::vector<std::uint32_t>& moving, Time time) {
        const std::uint32_t i = moving.back();
        moving.pop_back();
        for (std::uint32_t j = 0; j < states_.size(); ++j) {
            if (states_[j].phase != at_rest) continue;
            const LongVec<N> d = nearest_way(i, j);
            const Long gap = std::sqrt(dot<N>(d, d)) - scene_.balls[i].radius - scene_.balls[j].radius;
            if (gap > 2 * support_reach_ || dot<N>(d, gravity()) >= 0) continue;
            record_change(EventKind::wake, j, {}, free_flight, time);
            moving.push_back(j);
        }
    }

    Long restitution(double law, Long approach, const Contact& next) const {
        Long last = last_impact_[next.ball];
        if (next.pair) last = std::max(last, last_impact_[next.other]);
        const CollisionLaw& laws = scene_.law;
        if (law == 1 || approach < cut_off_) return 1;
        if (laws.contact_time > 0 && now_ - last < laws.contact_time) return 1;
        if (laws.full_loss_speed == 0 || approach >= laws.full_loss_speed) return law;
        return 1 - (1 - Long{law}) * std::pow(approach / laws.full_loss_speed, Long{0.75});
    }

    void bounce(Event<N>& event, const Touch& touch, Long approach) {
        const bool pair = is_pair(event.kind);
        const bool held = pair && states_[event.ball].phase == at_rest;
        const Long inverse = held ? 0 : 1 / Long{scene_.balls[event.ball].mass};
        const Long impulse = (1 + Long{event.restitution}) * approach / (inverse + touch.inverse_mass);
        const LongVec<N> v = moved<N>(velocity(event.ball), -impulse * inverse, touch.normal);
        const LongVec<N> other = moved<N>(touch.velocity, impulse * touch.inverse_mass, touch.normal);
        event.ball_after = change(event.ball, v, held ? at_rest : free_flight, event.time);
        if (!pair) return;
        const MotionPhase phase = states_[event.other].phase == at_rest ? at_rest : free_flight;
        event.other_after = change(event.other, other, phase, event.time);
    }

    void bounce_off(Event<N>& event, const PlainWall<N>& wall, const Contact& next, Long approach) {
        const Touch there = touch(next);
        if (wall.temperature > 0) {
            const LongVec<N> v = thermal_velocity(wall, event);
            event.ball_after = change(event.ball, v, free_flight, event.time);
            return;
        }
        const double law = scene_.law.restitution_walls;
        const bool pressed = !wall.is_round && wall.speed == 0 && dot<N>(wall.normal, gravity()) < 0;
        const bool slides = law < 1 && approach < cut_off_ && pressed;
        event.restitution = slides ? 0 : static_cast<double>(restitution(law, approach, next));
        bounce(event, there, approach);
        if (!slides) return;
        states_[event.ball].phase = sliding_on(wall.number);
        event.ball_after.phase = sliding_on(wall.number);
    }

    LongVec<N> thermal_velocity(const PlainWall<N>& wall, const Event<N>& event) const {
        PlainDraws draws(scene_.noise, event.ball, event.time);
        const LongVec<N> any = draws.normals<N>();
        const Long x = draws.normal();
        const Long y = draws.normal();
        const Long leaving = std::sqrt(x * x + y * y) - dot<N>(any, wall.normal);
        const Long spread = std::sqrt(wall.temperature / Long{scene_.balls[event.ball].mass});
        return moved<N>(moved<N>({}, spread, moved<N>(any, leaving, wall.normal)), wall.speed, wall.normal);
    }

    Kick next_kick() const {
        Kick next{HUGE_VALL, 0};
        for (std::uint32_t i = 0; scene_.thermostat && i < states_.size(); ++i) {
            if (std::isinf(scene_.balls[i].mass)) continue;
            const auto after = static_cast<double>(seconds(states_[i].time));
            const Long at = plain_next_kick(scene_.thermostat->rate, scene_.noise, i, after);
            if (at < next.at) next = {at, i};
        }
        return next;
    }

    void give(const Kick& kick) {
        const Time time = rounded(kick.at);
        const Long spread = std::sqrt(scene_.thermostat->temperature / Long{scene_.balls[kick.ball].mass});
        const LongVec<N> any = PlainDraws(scene_.noise, kick.ball, time).template normals<N>();
        record_change(EventKind::kick, kick.ball, moved<N>({}, spread, any), free_flight, time);
    }

    void record_change(EventKind kind, std::uint32_t i, const LongVec<N>& v, MotionPhase phase, Time time) {
        Event<N> event;
        event.kind = kind;
        event.time = time;
        event.ball = i;
        event.ball_after = change(i, v, phase, time);
        waiting_.push_back(event);
    }

    BallState<N> change(std::uint32_t i, const LongVec<N>& v, MotionPhase phase, Time time) {
        const LongVec<N> x = position(i);
        BallState<N>& s = states_[i];
        s.time = time;
        s.phase = phase;
        for (int k = 0; k < N; ++k) {
            const Long width = width_[axis(k)];
            const Long crossed = width > 0 ? std::floor((x[axis(k)] - scene_.world.box.lower[k]) / width) : 0;
            s.position[k] = static_cast<double>(x[axis(k)] - crossed * width);
            s.image[k] += static_cast<std::int64_t>(crossed);
            s.velocity[k] = static_cast<double>(v[axis(k)]);
        }
        return s;
    }

    Scene<N> scene_;
    Long unit_;
    double cut_off_;
    Long support_reach_;
    LongVec<N> width_{};
    std::vector<PlainWall<N>> walls_;
    std::vector<BallState<N>> states_;
    std::vector<Long> last_impact_;
    std::deque<Event<N>> waiting_;
    Long now_ = 0;
};

}  // namespace carom::test
