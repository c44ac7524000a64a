// Watches a run with arithmetic of its own: what measurements of flights and impacts have to say.
#pragma once

#include <cmath>
#include <vector>

#include "carom/sim/simulation.hpp"
#include "measure/freedom.hpp"
#include "support/measured.hpp"

namespace carom::test {

/// Knows all balls from the events alone. Sums of squares over a stretch without events are quadratic in
/// time, and Simpson's rule has them exactly.
template <int N>
class Witness {
public:
    Witness(const Scene<N>& scene, const Simulation<N>& simulation)
        : scene_(scene), simulation_(simulation), conserved_(detail::conserved_axes(scene)) {
        for (std::size_t i = 0; i < scene.balls.size(); ++i) states_.push_back(simulation.state(i));
    }

    /// Flies on to `time`.
    void fly(double time) {
        const double length = time - now_;
        integral_ += length / 6 * (squares(now_) + 4 * squares(now_ + length / 2) + squares(time));
        now_ = time;
    }
    void take(const Event<N>& event) {
        fly(simulation_.seconds(event.time));
        if (event.kind == EventKind::ball_ball) lost_ += lost_between_balls(event);
        states_[event.ball] = event.ball_after;
        if (is_pair(event.kind)) states_[event.other] = event.other_after;
    }

    /// The integral of sum of m v^2 in the frame of the centre of mass, since the last call.
    double flown() { return std::exchange(integral_, 0); }
    double lost_between_balls() const { return lost_; }
    double degrees() const {
        double degrees = 0;
        for (const SceneBall<N>& ball : scene_.balls) degrees += std::isinf(ball.mass) ? 0 : N;
        for (int k = 0; k < N; ++k) degrees -= conserved_[k] ? 1 : 0;
        return degrees;
    }

private:
    Vec<double, N> acceleration(std::size_t i) const {
        const MotionPhase phase = states_[i].phase;
        if (phase == at_rest || std::isinf(scene_.balls[i].mass)) return {};
        Vec<double, N> g = scene_.world.gravity;
        if (phase == free_flight) return g;
        Vec<double, N> normal;
        const std::uint32_t wall = phase.wall();
        if (wall < 2 * N) {
            normal[static_cast<int>(wall / 2)] = 1;
        } else {
            normal = scene_.world.walls[wall - 2 * N].half_space.normal;
        }
        double along = 0, square = 0;
        for (int k = 0; k < N; ++k) along += normal[k] * g[k];
        for (int k = 0; k < N; ++k) square += normal[k] * normal[k];
        for (int k = 0; k < N; ++k) g[k] -= along / square * normal[k];
        return g;
    }

    Vec<double, N> velocity(std::size_t i, double time) const {
        const double age = time - simulation_.seconds(states_[i].time);
        Vec<double, N> v = states_[i].velocity;
        Vec<double, N> x = states_[i].position;
        const Vec<double, N> a = acceleration(i);
        for (int k = 0; k < N; ++k) x[k] += v[k] * age;  // straight in shear, and else not needed
        for (int k = 0; k < N; ++k) v[k] += a[k] * age;
        const Vec<double, N> flow = flow_at(scene_.world, x);
        for (int k = 0; k < N; ++k) v[k] -= flow[k];
        return v;
    }

    double squares(double time) const {
        Vec<double, N> momentum;
        double mass = 0, sum = 0;
        for (std::size_t i = 0; i < states_.size(); ++i) {
            const double m = scene_.balls[i].mass;
            if (std::isinf(m)) continue;
            mass += m;
            const Vec<double, N> v = velocity(i, time);
            for (int k = 0; k < N; ++k) momentum[k] += m * v[k];
            for (int k = 0; k < N; ++k) sum += m * v[k] * v[k];
        }
        for (int k = 0; k < N; ++k) sum -= conserved_[k] ? momentum[k] * momentum[k] / mass : 0;
        return sum;
    }

    /// From the impulse J and the restitution: the approach speed is J / (m (1 + e)), with the reduced mass
    /// m.
    double lost_between_balls(const Event<N>& event) const {
        const auto mass = [&](std::uint32_t i) {
            return states_[i].phase == at_rest ? HUGE_VAL : scene_.balls[i].mass;
        };
        const double a = mass(event.ball), b = mass(event.other);
        const bool by_ball = a <= b;
        const std::uint32_t one = by_ball ? event.ball : event.other;
        const BallState<N>& after = by_ball ? event.ball_after : event.other_after;
        const Vec<double, N> flow = flow_at(scene_.world, after.position);
        const Vec<double, N> before = velocity(one, now_);
        double square = 0;
        for (int k = 0; k < N; ++k) {
            const double change = std::min(a, b) * (after.velocity[k] - flow[k] - before[k]);
            square += change * change;
        }
        const double reduced = std::isinf(a + b) ? std::min(a, b) : a * b / (a + b);
        return square * (1 - event.restitution) / (1 + event.restitution) / (2 * reduced);
    }

    const Scene<N>& scene_;
    const Simulation<N>& simulation_;
    Vec<bool, N> conserved_;
    std::vector<BallState<N>> states_;
    double now_ = 0, integral_ = 0, lost_ = 0;
};

}  // namespace carom::test
