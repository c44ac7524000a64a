// Where does the ball stand at the end of a part of its way? At a rounded place that it has not entered,
// decided exactly.
#pragma once

#include <array>
#include <optional>

#include "pair/each_obstacle.hpp"
#include "pair/slide_obstacle.hpp"

namespace carom::detail {

/// The way for the rest of a frame of which `passed` has passed.
template <class T, int N>
struct SlideWay {
    Ball<T, N> from;
    Vec<T, N> displacement;
    T passed = 0;

    /// The part of the frame that has passed after `fraction` of the way.
    T passed_after(T fraction) const { return fraction == 1 ? T{1} : passed + (1 - passed) * fraction; }
};

template <class T, int N>
struct SlidePlace {
    Ball<T, N> ball;
    T fraction = 0;                    ///< of the way
    std::optional<ObstacleId> closed;  ///< what would be entered by rounding,
                                       ///< where that has cost some of the way
};

template <class T>
T ulp_at(T x) {
    const T size = std::fabs(x);
    return std::nextafter(size, std::numeric_limits<T>::infinity()) - size;
}

template <class T, int N>
class SlidePlacer {
public:
    /// What the ball reaches into by no more than `shallow` it is pushed out of.
    SlidePlacer(const SlideWay<T, N>& way, const Obstacles<T, N>& obstacles, T shallow)
        : way_(way),
          obstacles_(obstacles),
          shallow_(shallow),
          size_(std::fmax(largest(way.from.center), largest(way.displacement))) {}

    /// True when the ball may stand there after `fraction` of the way.
    bool is_free(const Ball<T, N>& to, T fraction) const {
        EnteredObstacles entered;
        return !enters(to, fraction, entered);
    }
    /// The start of the way, pushed out of what it reaches into by rounding.
    Ball<T, N> at_start() const {
        EnteredObstacles entered;
        const auto place = pushed_free(way_.from, 0, entered);
        return place ? place->ball : way_.from;
    }
    /// The end of the way when it is free.
    SlidePlace<T, N> at_end() const { return near(along(T{1}), T{1}); }
    /// The place of a contact. One that is only a rounding away is not gone to where that would enter
    /// something.
    SlidePlace<T, N> at(const Sweep<T, N>& contact) const {
        if (contact.first == 0) return {way_.from, 0, {}};
        Ball<T, N> there{contact.center_a, way_.from.radius};
        for (int k = 0; k < N; ++k) {
            if (way_.displacement[k] == 0) there.center[k] = way_.from.center[k];
        }
        const bool stays =
            is_step(there) && !is_free(there, contact.first) && is_free(way_.from, contact.first);
        return stays ? SlidePlace<T, N>{way_.from, contact.first, {}} : near(there, contact.first);
    }

private:
    /// What the ball would enter, and the way out of all of it.
    struct EnteredObstacles {
        static constexpr std::size_t kMost = 4;
        std::array<ObstacleId, kMost> obstacles{};
        std::size_t count = 0;
        Vec<double, N> out;

        void add(ObstacleId id, const Vec<double, N>& way_out) {
            for (std::size_t i = 0; i < count; ++i) {
                if (obstacles[i] == id) return;
            }
            if (count == kMost) return;
            obstacles[count++] = id;
            out = out + way_out;
        }
    };

    Ball<T, N> along(T fraction) const {
        const auto to = position_at(way_.from.center, way_.displacement, static_cast<double>(fraction));
        const auto kept = [&](int k) { return way_.displacement[k] == 0 ? way_.from.center[k] : to[k]; };
        return {generate<T, N>(kept), way_.from.radius};
    }

    /// True when the ball would enter anything there; that is added to `entered`.
    bool enters(const Ball<T, N>& to, T fraction, EnteredObstacles& entered) const {
        bool any = false;
        for_each_obstacle(obstacles_, [&](ObstacleId id, const auto& obstacle) {
            const auto& before = standing(obstacle, way_.passed);
            const auto& after = standing(obstacle, way_.passed_after(fraction));
            if (!is_entered(way_.from, to, before, after, shallow_)) return;
            any = true;
            // No way leads back from beyond the number range.
            entered.add(id,
                        is_finite(to.center) ? normalised(way_out(way_.from, to, after)) : Vec<double, N>{});
        });
        return any;
    }

    /// Within two units in the last place of where the ball is.
    bool is_step(const Ball<T, N>& to) const {
        for (int k = 0; k < N; ++k) {
            const T from = way_.from.center[k];
            if (std::fabs(to.center[k] - from) > 2 * ulp_at(from)) return false;
        }
        return true;
    }

    SlidePlace<T, N> near(const Ball<T, N>& ball, T fraction) const {
        EnteredObstacles entered;
        if (const auto place = pushed_free(ball, fraction, entered)) return *place;
        // Between two that leave no room there is no way out: what is reached into stays so.
        if (SlidePlacer(way_, obstacles_, T{-1}).is_free(ball, fraction)) return {ball, fraction, {}};
        return taken_back(fraction, entered.obstacles[0]);
    }

    /// Pushes the ball out by 1, 2, 4 ... units in the last place: first of the coordinates that lead out
    /// most, each its own, then of the largest on the way.
    std::optional<SlidePlace<T, N>> pushed_free(Ball<T, N> ball, T fraction,
                                                EnteredObstacles& entered) const {
        for (int tries = 0; enters(ball, fraction, entered); ++tries) {
            if (tries == kFinePushes + kPushes || !(largest(entered.out) > 0)) return {};
            const auto ulps = static_cast<T>(1 << (tries < kFinePushes ? tries : tries - kFinePushes));
            for (int k = 0; k < N; ++k) {
                const T part = static_cast<T>(entered.out[k] / largest(entered.out));
                const T size =
                    std::fmax(std::fabs(ball.center[k]), std::numeric_limits<T>::epsilon() * size_);
                if (tries >= kFinePushes)
                    ball.center[k] += part * ulps * ulp_at(size_);
                else if (std::fabs(part) >= T{0.5})
                    ball.center[k] += (part < 0 ? -ulps : ulps) * ulp_at(size);
            }
        }
        return SlidePlace<T, N>{ball, fraction, {}};
    }

    /// Takes back some of the way, from one unit in the last place, doubling; staying is always right.
    SlidePlace<T, N> taken_back(T fraction, ObstacleId closed) const {
        T step = std::numeric_limits<T>::epsilon() / 2;
        for (T part = fraction; part > step; step *= 2) {
            part -= step;
            EnteredObstacles entered;
            if (auto place = pushed_free(along(part), part, entered)) {
                place->closed = closed;
                return *place;
            }
        }
        return {way_.from, 0, closed};
    }

    static constexpr int kFinePushes = 3;
    static constexpr int kPushes = 6;

    const SlideWay<T, N>& way_;
    const Obstacles<T, N>& obstacles_;
    T shallow_;
    T size_;  ///< of the coordinates on the way
};

}  // namespace carom::detail
