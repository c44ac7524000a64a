// What a page works out by itself about a trajectory: where a flight leads to, and what an impact makes of
// the velocities. Its data hold how far that is off, in units of the last place (packed.cpp).
// page/forecast.js says the same: each sum and product stands there in the same order, or the page would show
// other bits.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "carom/scene/scene.hpp"
#include "carom/sim/event.hpp"
#include "motion/domain.hpp"

namespace carom::view {

/// Where a ball was at its last velocity change, and how it moves since.
template <int N>
struct Flown {
    double time = 0;
    Vec<double, N> position;
    Vec<double, N> velocity;
    Vec<double, N> acceleration;
};

/// What changes the velocities at an impact: ball k of the event gets share[k] * size along the normal.
template <int N>
struct Impulse {
    Vec<double, N> normal;
    double size = 0;
    std::array<double, 2> share{};
};

/// An event, with what is known of its balls: places now, velocities just before.
template <int N>
struct ImpactState {
    EventKind kind = EventKind::ball_wall;
    std::uint32_t ball = 0;
    std::uint32_t other = 0;
    double restitution = 1;
    std::array<Vec<double, N>, 2> position;
    std::array<Vec<double, N>, 2> before;
};

template <int N>
class Forecast {
public:
    /// `scene` must outlive this.
    explicit Forecast(const Scene<N>& scene) : scene_(scene) {
        for (int k = 0; k < N; ++k) {
            if (scene.world.boundary[static_cast<std::size_t>(k)] == Boundary::periodic)
                side_[k] = scene.world.box.upper[k] - scene.world.box.lower[k];
        }
    }

    /// Coordinate k at `time`, in the periodic box. Images of a sheared box are not followed.
    double position(const Flown<N>& flown, double time, int k) const {
        const double elapsed = time - flown.time;
        const double x =
            flown.position[k] + elapsed * (flown.velocity[k] + flown.acceleration[k] * elapsed / 2);
        if (side_[k] == 0) return x;
        return x - side_[k] * std::floor((x - scene_.world.box.lower[k]) / side_[k]);
    }

    double velocity(const Flown<N>& flown, double time, int k) const {
        return flown.velocity[k] + flown.acceleration[k] * (time - flown.time);
    }

    /// No push where the law of smooth balls says nothing.
    Impulse<N> push(const ImpactState<N>& meeting) const {
        if (meeting.kind == EventKind::ball_ball) return pair_push(meeting);
        if (meeting.kind == EventKind::ball_wall) return wall_push(meeting);
        return {};
    }

private:
    static double dot(const Vec<double, N>& a, const Vec<double, N>& b) {
        double sum = 0;
        for (int k = 0; k < N; ++k) sum += a[k] * b[k];
        return sum;
    }

    /// a + s b.
    static Vec<double, N> plus(const Vec<double, N>& a, const Vec<double, N>& b, double s) {
        Vec<double, N> sum;
        for (int k = 0; k < N; ++k) sum[k] = a[k] + s * b[k];
        return sum;
    }

    /// Zero for zero.
    static Vec<double, N> unit(const Vec<double, N>& a) {
        const double size = std::sqrt(dot(a, a));
        const double scale = size > 0 ? 1 / size : 0;
        Vec<double, N> scaled;
        for (int k = 0; k < N; ++k) scaled[k] = scale * a[k];
        return scaled;
    }

    Impulse<N> pair_push(const ImpactState<N>& meeting) const {
        const double a = 1 / scene_.balls[meeting.ball].mass;
        const double b = 1 / scene_.balls[meeting.other].mass;
        if (!(a + b > 0)) return {};
        Vec<double, N> way = plus(meeting.position[1], meeting.position[0], -1);
        for (int k = 0; k < N; ++k) {
            if (side_[k] != 0) way[k] -= side_[k] * std::floor(way[k] / side_[k] + 0.5);
        }
        const Vec<double, N> normal = unit(way);
        const double closing = dot(normal, plus(meeting.before[1], meeting.before[0], -1));
        return {normal, (1 + meeting.restitution) * closing, {a / (a + b), -b / (a + b)}};
    }

    Impulse<N> wall_push(const ImpactState<N>& meeting) const {
        const auto wall = static_cast<std::size_t>(meeting.other);
        const auto& walls = scene_.world.walls;
        const bool is_further = wall >= 2 * N && wall - 2 * N < walls.size();
        const double speed = is_further ? walls[wall - 2 * N].speed : 0;
        const Vec<double, N> normal = wall_normal(wall, meeting.position[0]);
        const double closing = speed - dot(normal, meeting.before[0]);
        return {normal, (1 + meeting.restitution) * closing, {1, 0}};
    }

    /// Out of the solid of a wall, by its number in events, at a point.
    Vec<double, N> wall_normal(std::size_t wall, const Vec<double, N>& point) const {
        if (wall < 2 * N) {
            Vec<double, N> normal;
            normal[static_cast<int>(wall / 2)] = wall % 2 == 0 ? 1 : -1;
            return normal;
        }
        const auto& walls = scene_.world.walls;
        const std::size_t further = wall - 2 * N;
        if (further < walls.size()) return unit(walls[further].half_space.normal);
        const Container<N>& vessel = scene_.world.containers[further - walls.size()];
        const Vec<double, N> way = plus(vessel.center, point, -1);
        const Vec<double, N> axis = unit(vessel.axis);
        return unit(plus(way, axis, -dot(way, axis)));
    }

    const Scene<N>& scene_;
    Vec<double, N> side_;  // of a periodic axis; else 0
};

}  // namespace carom::view
