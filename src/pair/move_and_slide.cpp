// Move, touch, slide along. Derivation: docs/math/slide.md.
#include "carom/pair/move_and_slide.hpp"

#include <vector>

#include "carom/pair/overlap.hpp"
#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "pair/each_obstacle.hpp"
#include "pair/slide_place.hpp"
#include "pair/slide_projection.hpp"

namespace carom {
namespace {

using namespace detail;

/// One call: the way is followed from contact to contact, and replaced at each.
template <class T, int N>
class Slide {
public:
    Slide(const MovingBall<T, N>& mover, const Obstacles<T, N>& obstacles)
        : asked_(mover.displacement),
          start_(mover.center),
          obstacles_(obstacles),
          way_{{mover.center, mover.radius}, mover.displacement, 0},
          place_of_turns_(mover.center),
          grazes_left_(obstacles.balls.size() + obstacles.movers.size() + obstacles.half_spaces.size() +
                       obstacles.planes.size() + obstacles.boxes.size()) {}

    SlideResult<T, N> run() {
        if (!is_finite(start_) || !is_finite(asked_)) {
            end(SlideEnd::stopped);
            return finished();
        }
        if (largest(asked_) > 0) way_.from = SlidePlacer<T, N>(way_, obstacles_, tolerance()).at_start();
        touch_what_is_near();
        bool goes_on = touched_count_ == 0 || turn();
        while (goes_on) goes_on = step();
        return finished();
    }

private:
    /// One part of the way, up to the next contact. False when the move has ended.
    bool step() {
        const auto first = first_contact(
            MovingBall<T, N>{way_.from.center, way_.from.radius, way_.displacement}, rest_of_the_frame());
        const SlidePlacer<T, N> placer(way_, obstacles_, tolerance());
        const SlidePlace<T, N> place = first ? placer.at(first->sweep) : placer.at_end();
        if (!is_finite(place.ball.center)) return end(SlideEnd::stopped);
        const T passed = way_.passed_after(place.fraction);
        const bool stays =
            place.ball.center == way_.from.center && (passed == way_.passed || obstacles_.movers.empty());
        way_ = {place.ball, (1 - place.fraction) * way_.displacement, passed};
        if (!first && !(largest(way_.displacement) > tolerance())) return arrive();
        const ObstacleId met = first ? first->obstacle : *place.closed;
        const bool is_known = is_touched(met);
        if (!is_known) touch(met);
        if (!stays) forget_what_is_not_near(lingers() ? kLingering * tolerance() : tolerance());
        // The time of a meeting is rounded, and a fast mover far out then.
        if (met.kind == ObstacleKind::mover && !is_touched(met)) touch(met);
        if (first && grazes_left_ > 0 && passes(met)) {
            --grazes_left_;
            return true;
        }
        if (turns_++ == kMostSlideTurns) return end(SlideEnd::out_of_steps);
        list(met);
        if (!is_known || !stays) return turn();
        // Nothing has changed: now what is only just touched must not be closed on either.
        if (is_strict_) return stop();
        is_strict_ = true;
        return turn();
    }

    /// True when the obstacle only grazes the way, and after stepping over what rounding can make of a graze.
    bool passes(ObstacleId met) {
        const SlideTouch<T, N> touch = touch_of(met);
        if (!closes(touch, way_.displacement)) return true;
        for (const double part : {0.25, 0.5, 1.0}) {
            const Ball<T, N> out = moved_out(touch, part);
            if (meets(out, way_.displacement, met)) continue;
            if (!is_free(out)) return false;
            way_.from = out;
            forget_what_is_not_near(tolerance());
            return true;
        }
        return false;
    }
    bool is_free(const Ball<T, N>& ball) const {
        return SlidePlacer<T, N>(way_, obstacles_, tolerance()).is_free(ball, 0);
    }
    /// The ball, moved away from what it touches by part of the tolerance.
    Ball<T, N> moved_out(const SlideTouch<T, N>& touch, double part) const {
        return {
            position_at(way_.from.center, convert<T>(touch.unit), -part * static_cast<double>(tolerance())),
            way_.from.radius};
    }
    bool meets(const Ball<T, N>& from, const Vec<T, N>& displacement, ObstacleId id) {
        return first_contact(MovingBall<T, N>{from.center, from.radius, displacement},
                             only(rest_of_the_frame(), id))
            .has_value();
    }

    /// Replaces the way by the nearest displacement that closes on nothing touched.
    bool turn() {
        std::array<SlideTouch<T, N>, kMostTouched> touches;
        for (std::size_t i = 0; i < touched_count_; ++i) touches[i] = touch_of(touched_[i]);
        const Vec<T, N> wanted = what_is_left();
        for (std::size_t i = 0; turns_ == 0 && i < touched_count_; ++i) {
            if (closes(touches[i], wanted)) list(touched_[i]);
        }
        // Edges and balls that are just not touched may be grazed: only what is met from further out as well
        // is in the way.
        const auto in_the_way = [&](std::size_t i, const Vec<T, N>& displacement) {
            return closes(touches[i], displacement) &&
                   (is_strict_ || touches[i].is_flat ||
                    meets(moved_out(touches[i], 1), displacement, touched_[i]));
        };
        using Projection = SlideProjection<T, N, decltype(in_the_way)>;
        const auto nearest = Projection({touches.data(), touched_count_}, wanted, in_the_way).nearest();
        if (!nearest.displacement) return end(SlideEnd::squeezed);
        for (std::size_t i = 0; i < nearest.against.count; ++i) list(touched_[nearest.against.index[i]]);
        way_.displacement = *nearest.displacement;
        stopped_ = largest(wanted) > 0 && !(largest(way_.displacement) > 0);
        return stopped_ ? stop() : true;
    }

    /// The mover stands still. Moving obstacles may still come.
    bool stop() {
        stopped_ = true;
        way_.displacement = {};
        const Ball<T, N> start{start_, way_.from.radius};
        if (turns_there_ > kMostTurnsThere && is_where(start_) && is_free(start)) way_.from = start;
        result_.remaining = what_is_left();
        if (!obstacles_.movers.empty() && way_.passed < 1) return true;
        result_.end = SlideEnd::stopped;
        return false;
    }

    bool arrive() {
        if (!obstacles_.movers.empty() && way_.passed < 1) {
            // Rounding leaves less than it can make of the way, but not of the frame.
            if (!(largest(way_.displacement) > 0)) return end(SlideEnd::squeezed);
            way_.displacement = {};
            return true;
        }
        result_.end = stopped_ ? SlideEnd::stopped : SlideEnd::arrived;
        if (!stopped_) result_.remaining = {};
        if (!obstacles_.movers.empty()) result_.fraction = way_.passed;
        return false;
    }

    bool end(SlideEnd why) {
        result_.end = why;
        result_.remaining = what_is_left();
        result_.fraction = way_.passed;
        return false;
    }

    SlideResult<T, N> finished() {
        result_.center = way_.from.center;
        result_.moved = way_.from.center - start_;
        return result_;
    }

    Vec<T, N> what_is_left() const { return (1 - way_.passed) * asked_; }

    /// The obstacles for the rest of the frame: the moving ones from where they are now.
    Obstacles<T, N> rest_of_the_frame() {
        Obstacles<T, N> rest = obstacles_;
        if (rest.movers.empty()) return rest;
        movers_.clear();
        for (const MovingBall<T, N>& mover : obstacles_.movers) {
            movers_.push_back(
                {standing(mover, way_.passed).center, mover.radius, (1 - way_.passed) * mover.displacement});
        }
        rest.movers = movers_;
        return rest;
    }

    /// What rounding can make of a gap of 0.
    T tolerance() const {
        constexpr T part = 4 * std::numeric_limits<T>::epsilon();
        return part * largest(way_.from.center) + part * largest(asked_);
    }
    /// True when the ball is there, or as near as rounding lets it come to a corner of one degree.
    bool is_where(const Vec<T, N>& center) const {
        return !(largest(way_.from.center - center) > 64 * tolerance());
    }

    template <class Obstacle>
    bool is_near(const Obstacle& obstacle, T reach) const {
        return gap(way_.from, standing(obstacle, way_.passed)) <= reach;
    }
    void touch_what_is_near() {
        for_each_obstacle(obstacles_, [&](ObstacleId id, const auto& obstacle) {
            if (touched_count_ < kMostTouched && is_near(obstacle, tolerance())) touch(id);
        });
    }
    void forget_what_is_not_near(T reach) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < touched_count_; ++i) {
            const ObstacleId id = touched_[i];
            if (with_obstacle(obstacles_, id, [&](const auto& obstacle) { return is_near(obstacle, reach); }))
                touched_[kept++] = id;
        }
        touched_count_ = kept;
    }
    /// True when the last turns have led nowhere: in a sharp corner no rounded place is near to both sides.
    bool lingers() {
        if (is_where(place_of_turns_)) return ++turns_there_ > kMostTurnsThere;
        place_of_turns_ = way_.from.center;
        turns_there_ = 0;
        return false;
    }
    bool is_touched(ObstacleId id) const {
        for (std::size_t i = 0; i < touched_count_; ++i) {
            if (touched_[i] == id) return true;
        }
        return false;
    }
    /// With no room left the one touched longest is forgotten.
    void touch(ObstacleId id) {
        if (touched_count_ == kMostTouched) {
            for (std::size_t i = 1; i < kMostTouched; ++i) touched_[i - 1] = touched_[i];
            --touched_count_;
        }
        touched_[touched_count_++] = id;
    }

    SlideTouch<T, N> touch_of(ObstacleId id) const {
        return with_obstacle(obstacles_, id, [&](const auto& obstacle) {
            const auto& now = standing(obstacle, way_.passed);
            SlideTouch<T, N> touch = touch_with(way_.from, now);
            if constexpr (std::is_same_v<std::decay_t<decltype(obstacle)>, MovingBall<T, N>>) {
                touch.move = (1 - way_.passed) * obstacle.displacement;
            }
            return touch;
        });
    }

    void list(ObstacleId id) {
        for (const SlideContact<T, N>& contact : result_.contacts()) {
            if (contact.obstacle == id) return;
        }
        if (result_.contact_count == kMostSlideContacts) return;
        result_.contact_list[result_.contact_count++] = {id, convert<T>(touch_of(id).unit), way_.passed};
    }

    static constexpr int kMostTurnsThere = 4;
    static constexpr T kLingering = 256;  // tolerances: all that was touched at a place that `is_where`
    static constexpr std::size_t kMostTouched = kMostSlideContacts;

    Vec<T, N> asked_, start_;
    const Obstacles<T, N>& obstacles_;
    std::vector<MovingBall<T, N>> movers_;
    SlideWay<T, N> way_;
    std::array<ObstacleId, kMostTouched> touched_{};
    Vec<T, N> place_of_turns_;
    int turns_there_ = 0;
    std::size_t touched_count_ = 0;
    int turns_ = 0;
    std::size_t grazes_left_;
    bool stopped_ = false;
    bool is_strict_ = false;
    SlideResult<T, N> result_;
};

}  // namespace

template <class T, int N>
SlideResult<T, N> move_and_slide(const MovingBall<T, N>& mover, const Obstacles<T, N>& obstacles) {
    const DefaultFloatEnvironment environment;
    return Slide<T, N>(mover, obstacles).run();
}

#define CAROM_INSTANTIATE(T, N)                                              \
    template SlideResult<T, N> move_and_slide(const MovingBall<T, N>& mover, \
                                              const Obstacles<T, N>& obstacles);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom
