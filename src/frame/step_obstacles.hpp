// A body among obstacles during a frame: which it meets next, and which it touches.
#pragma once

#include <optional>
#include <type_traits>

#include "carom/pair/overlap.hpp"
#include "frame/obstacle_tree.hpp"
#include "frame/step_bodies.hpp"
#include "pair/pushed.hpp"

namespace carom::detail {

/// A ball in the caller's number type that holds this one at every moment.
template <class T, int N>
MovingBall<T, N> hull_of(const MovingBall<double, N>& way) {
    constexpr auto epsilon = static_cast<double>(std::numeric_limits<T>::epsilon());
    const double size = largest(way.center) + largest(way.displacement) + way.radius;
    const double radius = way.radius + 4 * epsilon * size;
    constexpr auto most = static_cast<double>(std::numeric_limits<T>::max());
    return {convert<T>(way.center), static_cast<T>(std::min(radius, most)), convert<T>(way.displacement)};
}

/// The same obstacle in double.
template <class T, int N>
Ball<double, N> widened(const Ball<T, N>& x) {
    return {convert<double>(x.center), static_cast<double>(x.radius)};
}
template <class T, int N>
HalfSpace<double, N> widened(const HalfSpace<T, N>& x) {
    return {convert<double>(x.normal), static_cast<double>(x.offset)};
}
template <class T, int N>
Box<double, N> widened(const Box<T, N>& x) {
    return {convert<double>(x.lower), convert<double>(x.upper)};
}

/// Which obstacle, when, and where it is then.
template <int N>
struct ObstacleMeeting {
    ObstacleId obstacle;
    ContactTimes when;
    Vec<double, N> toward;  ///< unit
};

template <class T, int N>
class StepObstacles {
public:
    using Tree = typename ObstacleSet<T, N>::Tree;

    StepObstacles() = default;
    /// `tree` may be null: there are none.
    explicit StepObstacles(const Tree* tree) : tree_(tree) {}

    /// The obstacle met first; of several at the same time the one with the lower id.
    std::optional<ObstacleMeeting<N>> next_meeting(const StepBody<N>& body) const {
        std::optional<ObstacleMeeting<N>> first;
        const MovingBall<double, N> way = body.way_from(body.time);
        const double size = largest(body.displacement());
        MeetingRules rules{touch_rules(body), body.time, size, 0, body.version == 0};
        for_each_near(body, way, [&](ObstacleId id, const auto& solid) {
            const Sweep<double, N> in = sweep(way, solid);
            if (!in) return;
            rules.gap = gap(Ball<double, N>{way.center, way.radius}, solid);
            const auto when = meeting_in(in, body.displacement(), rules);
            if (!when) return;
            const bool is_first = !first || when->time < first->when.time ||
                                  (when->time == first->when.time && id < first->obstacle);
            if (is_first) first = {id, *when, in.normal};
        });
        return first;
    }

    /// f(id, unit vector toward it, gap) for all that are so near to the body now.
    template <class F>
    void for_each_within(const StepBody<N>& body, double now, double reach, const F& f) const {
        const Ball<double, N> here{body.center_at(now), body.radius};
        const MovingBall<double, N> around{here.center, body.radius + reach, {}};
        for_each_near(body, around, [&](ObstacleId id, const auto& solid) {
            const Sweep<double, N> in = sweep(around, solid);
            const double apart = gap(here, solid);
            if (in && apart <= reach) f(id, in.normal, apart);
        });
    }

    /// f(id, unit vector toward it) for all that the body touches now.
    template <class F>
    void for_each_touch(const StepBody<N>& body, double now, const F& f) const {
        const TouchRules rules = touch_rules(body);
        for_each_within(body, now, rules.resting_reach,
                        [&](ObstacleId id, const Vec<double, N>& toward, double apart) {
                            if (apart <= rules.reach(dot(toward, body.displacement()))) f(id, toward);
                        });
    }

private:
    /// f(id, solid in double)
    template <class F>
    void for_each_near(const StepBody<N>& body, const MovingBall<double, N>& way, const F& f) const {
        if (tree_ == nullptr || !(body.inverse_mass() > 0)) return;
        const Obstacles<T, N> all = tree_->obstacles();
        const MovingBall<T, N> start{convert<T>(body.start), static_cast<T>(body.radius),
                                     convert<T>(body.velocity)};
        tree_->for_each_contact(hull_of<T>(way), [&](ObstacleId id, const Sweep<T, N>&) {
            with_obstacle(all, id, [&]<class Obstacle>(const Obstacle& obstacle) {
                // The set has no movers.
                if constexpr (!std::is_same_v<Obstacle, MovingBall<T, N>>) {
                    f(id, widened(solid_of(start, obstacle)));
                }
            });
        });
    }

    const Tree* tree_ = nullptr;
};

}  // namespace carom::detail
