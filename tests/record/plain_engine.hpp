// A second opinion for the checker: the plainest event engine there is, in long double, sharing no arithmetic
// with the library. Every step looks at every pair, every near image and every wall from the present moment
// on.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "carom/scene/scene.hpp"
#include "carom/sim/event.hpp"

namespace carom::test {

using Long = long double;

template <int N>
using LongVec = std::array<Long, N>;

template <int N>
Long dot(const LongVec<N>& x, const LongVec<N>& y) {
    Long sum = 0;
    for (std::size_t k = 0; k < N; ++k) sum += x[k] * y[k];
    return sum;
}

template <int N>
class PlainEngine {
public:
    /// `epoch_length` is a power of two; any will do.
    PlainEngine(const Scene<N>& scene, double epoch_length)
        : scene_(scene), unit_(epoch_length), cut_off_(elastic_below(scene)) {
        for (const SceneBall<N>& ball : scene.balls)
            states_.push_back({ball.position, ball.velocity, {}, {}});
        for (int k = 0; k < N; ++k) {
            const double width = scene.world.box.upper[k] - scene.world.box.lower[k];
            width_[axis(k)] = boundary(k) == Boundary::periodic ? width : 0;
            if (boundary(k) == Boundary::wall) {
                add_face(k, 1, scene.world.box.lower[k]);
                add_face(k, -1, -scene.world.box.upper[k]);
            }
        }
        auto number = static_cast<std::uint32_t>(2 * N);
        for (const Wall<N>& wall : scene.world.walls) add_wall(number++, wall.half_space);
    }

    std::optional<Event<N>> next_event(double until) {
        for (;;) {
            const Long window = window_length();
            Contact next{std::min(window, Long{until} - now_), 0, 0, {}, false};
            if (next.wait < 0) return {};
            find(next);
            if (next.found) return resolve(next);
            if (now_ + window > Long{until}) return {};
            now_ += window;
        }
    }

private:
    struct PlainWall {
        std::uint32_t number;
        LongVec<N> normal;
        Long offset;
    };

    struct Contact {
        Long wait;
        std::uint32_t ball;
        std::uint32_t other;
        LongVec<N> toward;  // unit normal of a wall; zero for two balls
        bool found;
    };

    static std::size_t axis(int k) { return static_cast<std::size_t>(k); }
    Boundary boundary(int k) const { return scene_.world.boundary[axis(k)]; }
    Long seconds(Time time) const { return Long(time.epoch) * unit_ + time.offset; }

    void add_face(int k, double inward, double offset) {
        PlainWall wall{static_cast<std::uint32_t>(inward > 0 ? 2 * k : 2 * k + 1), {}, offset};
        wall.normal[axis(k)] = inward;
        walls_.push_back(wall);
    }

    void add_wall(std::uint32_t number, const HalfSpace<double, N>& half_space) {
        PlainWall wall{number, {}, half_space.offset};
        for (int k = 0; k < N; ++k) wall.normal[axis(k)] = half_space.normal[k];
        const Long norm = std::sqrt(dot<N>(wall.normal, wall.normal));
        for (Long& n : wall.normal) n /= norm;
        wall.offset /= norm;
        walls_.push_back(wall);
    }

    LongVec<N> position(std::size_t i, Long at) const {
        LongVec<N> x;
        const BallState<N>& s = states_[i];
        for (int k = 0; k < N; ++k) x[axis(k)] = s.position[k] + s.velocity[k] * (at - seconds(s.time));
        return x;
    }

    LongVec<N> velocity(std::size_t i) const {
        LongVec<N> v;
        for (int k = 0; k < N; ++k) v[axis(k)] = states_[i].velocity[k];
        return v;
    }

    /// So short that no two balls move by more than a quarter of a periodic box: the nearest images are
    /// enough.
    Long window_length() const {
        Long window = HUGE_VALL;
        for (std::size_t k = 0; k < N; ++k) {
            if (width_[k] == 0) continue;
            Long fastest = 0;
            for (const BallState<N>& s : states_)
                fastest = std::max(fastest, std::abs(Long{s.velocity.coordinates[k]}));
            if (fastest > 0) window = std::min(window, width_[k] / (8 * fastest));
        }
        return window;
    }

    void find(Contact& next) const {
        for (std::uint32_t i = 0; i < states_.size(); ++i) {
            for (const PlainWall& wall : walls_) find_wall(next, i, wall);
            for (std::uint32_t j = i + 1; j < states_.size(); ++j) find_pair(next, i, j);
        }
    }

    void find_wall(Contact& next, std::uint32_t i, const PlainWall& wall) const {
        const Long rate = dot<N>(wall.normal, velocity(i));
        const Long gap = dot<N>(wall.normal, position(i, now_)) - wall.offset - scene_.balls[i].radius;
        if (!(rate < 0)) return;
        const Long wait = std::max(gap / -rate, Long{0});
        if (wait > next.wait || (next.found && wait == next.wait)) return;
        LongVec<N> toward = wall.normal;
        for (Long& n : toward) n = -n;
        next = {wait, i, wall.number, toward, true};
    }

    void find_pair(Contact& next, std::uint32_t i, std::uint32_t j) const {
        const LongVec<N> a = position(i, now_);
        const LongVec<N> b = position(j, now_);
        LongVec<N> d;
        LongVec<N> w;
        int images = 1;
        for (std::size_t k = 0; k < N; ++k) {
            d[k] = b[k] - a[k];
            w[k] = velocity(j)[k] - velocity(i)[k];
            if (width_[k] > 0) d[k] -= width_[k] * std::round(d[k] / width_[k]);
            images *= 3;
        }
        for (int image = 0; image < images; ++image) {
            LongVec<N> shifted = d;
            int digits = image;
            for (std::size_t k = 0; k < N; ++k, digits /= 3) shifted[k] += (digits % 3 - 1) * width_[k];
            find_image(next, i, j, shifted, w);
        }
    }

    void find_image(Contact& next, std::uint32_t i, std::uint32_t j, const LongVec<N>& d,
                    const LongVec<N>& w) const {
        const Long r = Long{scene_.balls[i].radius} + scene_.balls[j].radius;
        const Long b = dot<N>(d, w);
        const Long a = dot<N>(w, w);
        const Long c = dot<N>(d, d) - r * r;
        const Long discriminant = b * b - a * c;
        if (!(b < 0) || discriminant < 0) return;
        const Long wait = c <= 0 ? 0 : c / (std::sqrt(discriminant) - b);
        if (wait > next.wait || (next.found && wait == next.wait)) return;
        next = {wait, i, j, {}, true};
    }

    Time rounded(Long at) const {
        const Long epoch = std::floor(at / unit_);
        Time time{static_cast<std::int64_t>(epoch), static_cast<double>(at - epoch * unit_)};
        if (time.offset >= unit_) time = {time.epoch + 1, 0};
        return time;
    }

    Event<N> resolve(const Contact& next) {
        Event<N> event;
        event.time = rounded(now_ + next.wait);
        now_ = seconds(event.time);
        event.ball = next.ball;
        event.other = next.other;
        LongVec<N> n = next.toward;
        const bool pair = dot<N>(n, n) == 0;
        event.kind = pair ? EventKind::ball_ball : EventKind::ball_wall;
        if (pair) n = normal_now(next.ball, next.other);
        const Long inverse_a = 1 / Long{scene_.balls[next.ball].mass};
        const Long inverse_b = pair ? 1 / Long{scene_.balls[next.other].mass} : 0;
        const LongVec<N> other_velocity = pair ? velocity(next.other) : LongVec<N>{};
        const Long rate = dot<N>(n, other_velocity) - dot<N>(n, velocity(next.ball));
        const double law = pair ? scene_.law.restitution_balls : scene_.law.restitution_walls;
        event.restitution = law < 1 && -rate < cut_off_ ? 1 : law;
        const Long impulse = (1 + Long{event.restitution}) * rate / (inverse_a + inverse_b);
        event.ball_after = change(next.ball, n, inverse_a * impulse, event.time);
        if (pair) event.other_after = change(next.other, n, -inverse_b * impulse, event.time);
        return event;
    }

    LongVec<N> normal_now(std::uint32_t i, std::uint32_t j) const {
        const LongVec<N> a = position(i, now_);
        LongVec<N> d = position(j, now_);
        for (std::size_t k = 0; k < N; ++k) {
            d[k] -= a[k];
            if (width_[k] > 0) d[k] -= width_[k] * std::round(d[k] / width_[k]);
        }
        const Long distance = std::sqrt(dot<N>(d, d));
        for (Long& x : d) x /= distance;
        return d;
    }

    BallState<N> change(std::uint32_t i, const LongVec<N>& n, Long impulse, Time time) {
        const LongVec<N> x = position(i, seconds(time));
        BallState<N>& s = states_[i];
        s.time = time;
        for (int k = 0; k < N; ++k) {
            const Long width = width_[axis(k)];
            const Long crossed = width > 0 ? std::floor((x[axis(k)] - scene_.world.box.lower[k]) / width) : 0;
            s.position[k] = static_cast<double>(x[axis(k)] - crossed * width);
            s.image[k] += static_cast<std::int64_t>(crossed);
            s.velocity[k] = static_cast<double>(s.velocity[k] + impulse * n[axis(k)]);
        }
        return s;
    }

    Scene<N> scene_;
    Long unit_;
    double cut_off_;
    LongVec<N> width_{};
    std::vector<PlainWall> walls_;
    std::vector<BallState<N>> states_;
    Long now_ = 0;
};

}  // namespace carom::test
