// The step of a game: impacts in the order of time, then places that are free.
#include "carom/frame/frame_stepper.hpp"

#include <algorithm>
#include <vector>

#include "core/instantiate.hpp"
#include "frame/frame_search.hpp"
#include "frame/ignored_pairs.hpp"
#include "frame/step_bodies.hpp"
#include "frame/step_places.hpp"

namespace carom {

using namespace detail;

template <class T, int N>
class FrameStepper<T, N>::Steps {
public:
    explicit Steps(const FinderOptions& options) : options_(options), search_(options), places_(options) {}

    FrameStep<T, N> advance_frame(std::span<FrameBody<T, N>> bodies,
                                  const typename ObstacleSet<T, N>::Tree* obstacles,
                                  const StepRules<T>& rules) {
        start(bodies, obstacles, rules);
        while (!queue_.empty()) {
            std::pop_heap(queue_.begin(), queue_.end(), comes_later);
            const Planned planned = queue_.back();
            queue_.pop_back();
            if (is_current(planned)) happen(planned);
        }
        return end(bodies);
    }

    std::size_t memory() const {
        return sizeof *this + search_.memory() + places_.bytes() + ignored_.bytes() +
               bodies_.capacity() * sizeof(StepBody<T, N>) + queue_.capacity() * sizeof(Planned) +
               bounces_.capacity() * sizeof(FrameBounce<T>) + lost_.capacity() * sizeof(LostMove<T, N>) +
               place_of_.capacity() * sizeof(std::uint32_t);
    }

private:
    /// An impact that will happen unless one of its bodies changes before.
    struct Planned {
        FrameBounce<T> bounce;
        unsigned version_a = 0, version_b = 0;
    };
    static bool comes_later(const Planned& x, const Planned& y) {
        if (x.bounce.fraction != y.bounce.fraction) return x.bounce.fraction > y.bounce.fraction;
        return x.bounce.a != y.bounce.a ? x.bounce.a > y.bounce.a : x.bounce.b > y.bounce.b;
    }
    static constexpr std::uint32_t kObstacle = FrameBounce<T>::kObstacle;
    static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

    void start(std::span<const FrameBody<T, N>> bodies, const typename ObstacleSet<T, N>::Tree* obstacles,
               const StepRules<T>& rules) {
        obstacles_ = obstacles;
        rules_ = rules;
        rules_.filter = ignored_.in_order(rules.filter);
        queue_.clear();
        bounces_.clear();
        lost_.clear();
        bodies_.clear();
        for (const FrameBody<T, N>& body : bodies) {
            bodies_.push_back({body});
            if (!is_body(body)) bodies_.back().body.radius = -1;
        }
        const std::span<const FrameContact<T>> contacts = search_.find(view(), rules_.filter);
        place_of_.assign(bodies.size(), kNowhere);
        for (std::size_t place = 0; place < search_.tree().size(); ++place) {
            place_of_[search_.tree().numbers()[place]] = static_cast<std::uint32_t>(place);
        }
        for (const FrameContact<T>& contact : contacts) plan(contact.a, contact.b);
        for (std::uint32_t i = 0; i < bodies.size(); ++i) plan_obstacle(i);
    }

    FrameBalls<T, N> view() const {
        if (bodies_.empty()) return {};
        const FrameBody<T, N>& body = bodies_.front().body;
        constexpr auto stride = static_cast<std::ptrdiff_t>(sizeof(StepBody<T, N>));
        return {bodies_.size(),
                {body.center.coordinates.data(), stride},
                {&body.radius, stride},
                {body.displacement.coordinates.data(), stride}};
    }

    void push(const Planned& planned) {
        queue_.push_back(planned);
        std::push_heap(queue_.begin(), queue_.end(), comes_later);
    }
    void plan(std::uint32_t i, std::uint32_t j) {
        const std::uint32_t a = std::min(i, j);
        const std::uint32_t b = std::max(i, j);
        if (!(bodies_[a].inverse_mass() > 0) && !(bodies_[b].inverse_mass() > 0)) return;
        const auto impact = next_meeting(bodies_[a], bodies_[b]);
        if (impact) push({{impact->time, a, b, {}}, bodies_[a].version, bodies_[b].version});
    }
    void plan_obstacle(std::uint32_t i) {
        const StepBody<T, N>& body = bodies_[i];
        if (obstacles_ == nullptr || !(body.inverse_mass() > 0) || place_of_[i] == kNowhere) return;
        const auto first = obstacles_->first_contact(body.way_from(body.time));
        if (!first) return;
        const T time = meeting_with(body, obstacles_->obstacles(), first->obstacle).time;
        push({{time, i, kObstacle, first->obstacle}, body.version, 0});
    }
    bool is_current(const Planned& planned) const {
        const FrameBounce<T>& bounce = planned.bounce;
        return planned.version_a == bodies_[bounce.a].version &&
               (bounce.b == kObstacle || planned.version_b == bodies_[bounce.b].version);
    }

    void happen(const Planned& planned) {
        const FrameBounce<T>& bounce = planned.bounce;
        bounces_.push_back(bounce);
        if (bounce.b == kObstacle) {
            hit_obstacle(bodies_[bounce.a], bounce);
            plan_anew(bounce.a, kObstacle);
        } else {
            hit(bodies_[bounce.a], bodies_[bounce.b]);
            plan_anew(bounce.a, kObstacle);
            plan_anew(bounce.b, bounce.a);
        }
    }
    void hit(StepBody<T, N>& a, StepBody<T, N>& b) {
        const auto impact = next_meeting(a, b);
        if (!impact) return;
        a.body.center = impact->a;
        b.body.center = impact->b;
        const BounceVelocities<T, N> after =
            bounce(Body<T, N>{a.body.center, a.displacement(), a.inverse_mass()},
                   Body<T, N>{b.body.center, b.displacement(), b.inverse_mass()}, rules_.restitution);
        leave(a, impact->time, after.a);
        leave(b, impact->time, after.b);
    }
    void hit_obstacle(StepBody<T, N>& a, const FrameBounce<T>& bounce) {
        const Obstacles<T, N> all = obstacles_->obstacles();
        const PlannedImpact<T, N> impact = meeting_with(a, all, bounce.obstacle);
        const MovingBall<T, N> way = a.way_from(a.time);
        const Vec<T, N> normal = with_obstacle(
            all, bounce.obstacle, [&](const auto& obstacle) { return sweep(way, obstacle).normal; });
        a.body.center = impact.a;
        leave(a, impact.time, bounced_off(a.body, all, bounce.obstacle, normal, rules_.obstacle_restitution));
    }
    void leave(StepBody<T, N>& body, T time, const Vec<T, N>& displacement) {
        body.time = time;
        ++body.version;
        // Beyond the number range there is nowhere to go.
        if (!is_finite(displacement)) body.stopped = true;
        if (body.stopped) return;
        body.body.displacement = displacement;
        if (body.inverse_mass() > 0 && ++body.bounces >= rules_.most_bounces) body.stopped = true;
    }

    /// The next impacts of a body that has changed; those with `known` are already planned.
    void plan_anew(std::uint32_t i, std::uint32_t known) {
        plan_obstacle(i);
        const MovingBall<T, N> way = bodies_[i].way_from(bodies_[i].time);
        if (place_of_[i] == kNowhere) return;
        BallTree<T, N>& tree = search_.tree();
        tree.grow(place_of_[i], way);
        const PairCheck check(rules_.filter);
        tree.near(way, options_.set, [&](std::size_t place) {
            const std::uint32_t other = tree.numbers()[place];
            if (other != i && other != known && check.passes(i, other)) plan(i, other);
        });
    }

    FrameStep<T, N> end(std::span<FrameBody<T, N>> bodies) {
        places_.settle({bodies, bodies_, obstacles_, rules_.filter});
        for (std::uint32_t i = 0; i < bodies.size(); ++i) {
            if (places_.lost(i)) lost_.push_back({i, *places_.lost(i)});
            bodies[i].center = places_.center(i);
            bodies[i].displacement = bodies_[i].body.displacement;
        }
        return {bounces_, lost_};
    }

    FinderOptions options_;
    IgnoredPairs ignored_;
    FrameSearch<T, N> search_;
    StepPlaces<T, N> places_;
    const typename ObstacleSet<T, N>::Tree* obstacles_ = nullptr;
    StepRules<T> rules_;
    std::vector<StepBody<T, N>> bodies_;
    std::vector<Planned> queue_;
    std::vector<FrameBounce<T>> bounces_;
    std::vector<LostMove<T, N>> lost_;
    std::vector<std::uint32_t> place_of_;  ///< in the tree, of each body
};

template <class T, int N>
FrameStepper<T, N>::FrameStepper(const FinderOptions& options) : steps_(std::make_unique<Steps>(options)) {}
template <class T, int N>
FrameStepper<T, N>::~FrameStepper() = default;
template <class T, int N>
FrameStepper<T, N>::FrameStepper(FrameStepper&&) noexcept = default;
template <class T, int N>
FrameStepper<T, N>& FrameStepper<T, N>::operator=(FrameStepper&&) noexcept = default;

template <class T, int N>
FrameStep<T, N> FrameStepper<T, N>::advance_frame(std::span<FrameBody<T, N>> bodies,
                                                  const ObstacleSet<T, N>& obstacles,
                                                  const StepRules<T>& rules) {
    const DefaultFloatEnvironment environment;
    return steps_->advance_frame(bodies, &obstacles.tree(), rules);
}
template <class T, int N>
FrameStep<T, N> FrameStepper<T, N>::advance_frame(std::span<FrameBody<T, N>> bodies,
                                                  const StepRules<T>& rules) {
    const DefaultFloatEnvironment environment;
    return steps_->advance_frame(bodies, nullptr, rules);
}
template <class T, int N>
std::size_t FrameStepper<T, N>::memory() const {
    return steps_->memory();
}

#define CAROM_INSTANTIATE(T, N) template class FrameStepper<T, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom
