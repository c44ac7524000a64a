// The plain engine: the same predict and resolve as `Simulation`, no neighbours, no queue, nothing
// remembered. Each step predicts every pair in every image and every wall, and takes the earliest in the
// total order.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <vector>

#include "carom/scene/scene.hpp"
#include "pair/impact.hpp"
#include "sim/clock.hpp"
#include "sim/pending.hpp"
#include "sim/predict.hpp"
#include "sim/scales.hpp"
#include "sim/space.hpp"

namespace carom::test {

template <int N>
class ReferenceEngine {
public:
    explicit ReferenceEngine(const Scene<N>& scene)
        : scene_(scene), clock_(detail::epoch_length(scene)), space_(detail::make_space(scene.world)) {
        for (const SceneBall<N>& ball : scene.balls) {
            BallState<N> state{ball.position, ball.velocity, {}, {}};
            detail::wrap(space_, state.position, state.image);
            states_.push_back(state);
        }
    }

    std::optional<Event<N>> next_event(double until) {
        end_ = clock_.at(until);
        Prediction earliest;
        for (std::uint32_t i = 0; i < states_.size(); ++i) {
            for (const detail::NumberedWall<N>& wall : space_.walls) {
                consider(earliest, {detail::predict_wall(clock_, wall.surface, detail::flight_of(states_[i]),
                                                         scene_.balls[i].radius),
                                    i,
                                    PendingKind::ball_wall,
                                    wall.number,
                                    {}});
            }
            for (std::uint32_t j = i + 1; j < states_.size(); ++j) consider_images(earliest, i, j, 0, {});
        }
        if (earliest.time == detail::kNever || earliest.time > end_) return {};
        return resolve(earliest);
    }

private:
    using PendingKind = detail::PendingKind;

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

    Time predict(std::uint32_t i, std::uint32_t j, const Image<N>& image) const {
        const double r = scene_.balls[i].radius + scene_.balls[j].radius;
        return detail::predict_pair(clock_, space_, detail::flight_of(states_[i]),
                                    detail::flight_of(states_[j]), shift_of(states_[i], states_[j], image), r,
                                    [](const auto& motion) { return detail::first_closing_contact(motion); });
    }

    Vec<double, N> separation(const BallState<N>& a, const BallState<N>& b, const Image<N>& image,
                              Time time) const {
        return detail::separation_at(clock_, space_, detail::flight_of(a), detail::flight_of(b),
                                     shift_of(a, b, image), time);
    }

    /// Every image that the pair can meet in until the end of the run, by its straight flight on each axis.
    void consider_images(Prediction& earliest, std::uint32_t i, std::uint32_t j, int axis, Image<N> image) {
        const BallState<N>& a = states_[i];
        const BallState<N>& b = states_[j];
        const double r = scene_.balls[i].radius + scene_.balls[j].radius;
        if (axis == N) {
            consider(earliest, {predict(i, j, image), i, PendingKind::ball_ball, j, image});
            return;
        }
        if (!space_.is_periodic(axis)) return consider_images(earliest, i, j, axis + 1, image);
        const Time now = std::max(a.time, b.time);
        const double start = separation(a, b, image, now)[axis];
        const double end =
            start + (b.velocity[axis] - a.velocity[axis]) * std::max(0.0, clock_.between(now, end_));
        const double side = space_.period[axis];
        const auto lowest = static_cast<std::int64_t>(std::floor((-std::max(start, end) - r) / side));
        const auto highest = static_cast<std::int64_t>(std::ceil((-std::min(start, end) + r) / side));
        for (image[axis] = lowest; image[axis] <= highest; ++image[axis]) {
            consider_images(earliest, i, j, axis + 1, image);
        }
    }

    Event<N> resolve(const Prediction& next) {
        using namespace detail;
        BallState<N>& a = states_[next.ball];
        Event<N> event{next.kind == PendingKind::ball_ball ? EventKind::ball_ball : EventKind::ball_wall,
                       next.time,
                       next.ball,
                       next.other,
                       1,
                       {},
                       {}};
        if (event.kind == EventKind::ball_wall) {
            const auto wall = std::find_if(space_.walls.begin(), space_.walls.end(),
                                           [&](const NumberedWall<N>& w) { return w.number == next.other; });
            const Vec<double, N>& toward = wall->surface.toward;
            event.restitution = restitution(dot(toward, a.velocity), scene_.law.restitution_walls);
            change(a, next.time, impact(toward, a.velocity, Vec<double, N>{}, 1, 0, event.restitution).a);
        } else {
            BallState<N>& b = states_[next.other];
            const Vec<double, N> d = separation(a, b, next.image, next.time);
            event.restitution =
                restitution(-dot(normalised(d), b.velocity - a.velocity), scene_.law.restitution_balls);
            const auto after = impact(d, a.velocity, b.velocity, 1 / scene_.balls[next.ball].mass,
                                      1 / scene_.balls[next.other].mass, event.restitution);
            change(a, next.time, after.a);
            change(b, next.time, after.b);
            event.other_after = b;
        }
        event.ball_after = a;
        return event;
    }

    double restitution(double normal_speed, double law) const {
        return law < 1 && normal_speed < elastic_below(scene_) ? 1 : law;
    }

    void change(BallState<N>& state, Time time, const Vec<double, N>& velocity) {
        state.position = detail::position_at(clock_, detail::flight_of(state), time);
        state.velocity = velocity;
        state.time = time;
        detail::wrap(space_, state.position, state.image);
    }

    Scene<N> scene_;
    detail::Clock clock_;
    detail::Space<N> space_;
    std::vector<BallState<N>> states_;
    Time end_;
};

}  // namespace carom::test
