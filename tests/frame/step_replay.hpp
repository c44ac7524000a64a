// A frame played again from its impacts, in plain numbers with bounds of their errors: is each impact right,
// and is none missing?
#pragma once

#include <algorithm>
#include <vector>

#include "frame/stepper_scenes.hpp"

namespace carom::stepper_scenes {

template <class T, int N>
class Replay {
public:
    explicit Replay(const Crowd<T, N>& start) : crowd_(start) {
        for (const auto& body : start.bodies) {
            Flight f{converted(body.center),
                     converted(body.displacement),
                     static_cast<double>(body.radius),
                     static_cast<double>(body.inverse_mass),
                     0,
                     0};
            f.off = rounding(f);
            f.off_move = kEpsilon * norm(f.move);
            flights_.push_back(f);
        }
    }

    /// Fails where an impact is wrong or missing; false when errors grow too large to say.
    bool agrees_with(const Told<T, N>& told, const std::vector<FrameBody<T, N>>& end) {
        if (!told.lost.empty()) return false;
        for (const FrameBounce<T>& bounce : told.bounces) {
            if (is_joined(bounce, told.bounces)) return false;
            fly(static_cast<double>(bounce.fraction));
            const bool known = bounce.b == FrameBounce<T>::kObstacle
                                   ? strike_obstacle(flights_[bounce.a], bounce.obstacle)
                                   : strike(flights_[bounce.a], flights_[bounce.b]);
            if (!known) return false;
        }
        fly(1);
        for (std::size_t i = 0; i < end.size(); ++i) {
            const Flight& f = flights_[i];
            RC_ASSERT(norm(sum(converted(end[i].center), -1, f.at)) <= 8 * f.off);
            RC_ASSERT(norm(sum(converted(end[i].displacement), -1, f.move)) <= 8 * f.off_move);
        }
        return true;
    }

    /// True for a bounce with others of the same body at the same time.
    static bool is_joined(const FrameBounce<T>& bounce, const std::vector<FrameBounce<T>>& all) {
        constexpr std::uint32_t none = FrameBounce<T>::kObstacle;
        const auto shares = [&](const FrameBounce<T>& other) {
            return other.a == bounce.a || other.a == bounce.b || other.b == bounce.a ||
                   (other.b == bounce.b && bounce.b != none);
        };
        return std::count_if(all.begin(), all.end(), [&](const FrameBounce<T>& other) {
                   return other.fraction == bounce.fraction && shares(other);
               }) > 1;
    }

private:
    using Real = Vec<double, N>;
    struct Flight {
        Real at, move;
        double radius, inverse_mass;
        double off, off_move;  ///< bounds of the errors of `at` and `move`
    };
    struct Touch {
        double gap = 0;
        Real toward;  ///< unit
    };
    static constexpr double kEpsilon = 16 * static_cast<double>(std::numeric_limits<T>::epsilon());

    template <class U>
    static Real converted(const Vec<U, N>& x) {
        Real y;
        for (int k = 0; k < N; ++k) y[k] = static_cast<double>(x[k]);
        return y;
    }
    static Real sum(Real x, double s, const Real& y) {
        for (int k = 0; k < N; ++k) x[k] += s * y[k];
        return x;
    }
    static double rounding(const Flight& f) { return kEpsilon * (norm(f.at) + norm(f.move) + f.radius); }

    static Touch touch(const Real& d, double reach) {
        const double length = norm(d);
        return {length - reach, length > 0 ? sum({}, 1 / length, d) : Real{}};
    }
    static Touch touch(const Flight& f, const Ball<T, N>& ball) {
        return touch(sum(converted(ball.center), -1, f.at), f.radius + static_cast<double>(ball.radius));
    }
    static Touch touch(const Flight& f, const Box<T, N>& box) {
        Real nearest;
        for (int k = 0; k < N; ++k) {
            nearest[k] =
                std::clamp(f.at[k], static_cast<double>(box.lower[k]), static_cast<double>(box.upper[k]));
        }
        return touch(sum(nearest, -1, f.at), f.radius);
    }
    template <class Surface>
    static Touch touch_surface(const Flight& f, const Surface& surface, bool is_two_sided) {
        const Real normal = converted(surface.normal);
        const double s = (product(normal, f.at) - static_cast<double>(surface.offset)) / norm(normal);
        const double side = is_two_sided && s < 0 ? 1 : -1;
        return {-side * s - f.radius, sum({}, side / norm(normal), normal)};
    }
    static Touch touch(const Flight& f, const HalfSpace<T, N>& x) { return touch_surface(f, x, false); }
    static Touch touch(const Flight& f, const Plane<T, N>& x) { return touch_surface(f, x, true); }

    /// Everybody flies on; nobody may enter another or an obstacle on the way.
    void fly(double until) {
        const double time = until - now_;
        constexpr int steps = 8;
        for (int step = 0; step < steps; ++step) {
            for (Flight& f : flights_) f.at = sum(f.at, time / steps, f.move);
            for (const Flight& f : flights_) {
                if (!(f.inverse_mass > 0)) continue;
                slide_scenes::for_each(crowd_.walls, [&](const auto& obstacle) {
                    RC_ASSERT(touch(f, obstacle).gap >= -2 * (f.off + time * f.off_move));
                });
            }
        }
        for (Flight& f : flights_) f.off += time * f.off_move;
        for (std::size_t a = 0; a < flights_.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) check_way(flights_[a], flights_[b], time);
        }
        now_ = until;
    }
    /// Of the time that has just passed.
    static void check_way(const Flight& a, const Flight& b, double time) {
        if (!(a.inverse_mass > 0) && !(b.inverse_mass > 0)) return;
        const Real d = sum(b.at, -1, a.at), w = sum(b.move, -1, a.move);
        const double square = product(w, w);
        const double back = square > 0 ? std::clamp(product(d, w) / square, 0.0, time) : 0;
        const double gap = norm(sum(d, -back, w)) - a.radius - b.radius;
        RC_ASSERT(gap >= -2 * (a.off + b.off));
    }

    bool strike(Flight& a, Flight& b) {
        const Touch at = touch(sum(b.at, -1, a.at), a.radius + b.radius);
        return strike(a, b, at, a.radius + b.radius, static_cast<double>(crowd_.rules.restitution));
    }
    bool strike_obstacle(Flight& a, ObstacleId id) {
        const slide_scenes::Scene<T, N>& all = crowd_.walls;
        Touch at;
        if (id.kind == ObstacleKind::ball) at = touch(a, all.balls[id.index]);
        if (id.kind == ObstacleKind::half_space) at = touch(a, all.half_spaces[id.index]);
        if (id.kind == ObstacleKind::plane) at = touch(a, all.planes[id.index]);
        if (id.kind == ObstacleKind::box) at = touch(a, all.boxes[id.index]);
        Flight rest{};
        return strike(a, rest, at, a.radius, static_cast<double>(crowd_.rules.obstacle_restitution));
    }
    /// The normal turns by the errors of the places over their distance, more so at a grazing impact.
    static bool strike(Flight& a, Flight& b, const Touch& at, double distance, double restitution) {
        const double off = a.off + b.off;
        const Real w = sum(b.move, -1, a.move);
        const double closing = -product(at.toward, w), off_move = a.off_move + b.off_move;
        RC_ASSERT(std::fabs(at.gap) <= 4 * off);
        if (!(closing > 64 * off_move) || !(distance > 256 * off)) return false;
        const double turn = 2 * off / distance * norm(w) / closing;
        const double share = 1 / (a.inverse_mass + b.inverse_mass);
        const auto push = [&](Flight& f, double sign) {
            const double part = (1 + restitution) * f.inverse_mass * share;
            f.move = sum(f.move, sign * part * closing, at.toward);
            f.off_move += part * (2 * turn * norm(w) + off_move) + kEpsilon * norm(f.move);
            f.off += part * off + rounding(f);
        };
        push(a, -1);
        push(b, 1);
        return std::fmax(a.off, b.off) < distance / 100;
    }

    const Crowd<T, N>& crowd_;
    std::vector<Flight> flights_;
    double now_ = 0;
};

}  // namespace carom::stepper_scenes
