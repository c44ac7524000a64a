// The free part of a move among resting balls.
#include "carom/pair/clip_move.hpp"

#include <cmath>

#include "carom/pair/overlap.hpp"
#include "carom/pair/sweep.hpp"
#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "pair/relative.hpp"

namespace carom {
namespace {

/// True when the contact stops the mover: it is met later, or touched or entered while closing on it.
template <class T, int N>
bool blocks(const Sweep<T, N>& s, const MovingBall<T, N>& mover, const Ball<T, N>& obstacle) {
    switch (s.state) {
        case ContactState::will_touch:
        case ContactState::touching_closing:
            return true;
        case ContactState::overlapping: {
            const MovingBall<T, N> resting{obstacle.center, obstacle.radius, {}};
            const detail::RelativeMotion<detail::TwoTerm, N> m = detail::relative_motion(mover, resting);
            return dot_exactly(detail::safely_scaled(m.d), detail::safely_scaled(m.w)).hi < 0;
        }
        default:
            return false;
    }
}

template <class T, int N>
Vec<T, N> shortened(const Vec<T, N>& displacement, T fraction) {
    return detail::generate<T, N>([&](int k) { return fraction * displacement[k]; });
}

/// The mover where a user puts it: both the shortened displacement and the sum are rounded to T.
template <class T, int N>
Ball<T, N> moved(const MovingBall<T, N>& mover, T fraction) {
    const Vec<T, N> way = shortened(mover.displacement, fraction);
    return {detail::generate<T, N>([&](int k) { return mover.center[k] + way[k]; }), mover.radius};
}

/// The first obstacle that the mover overlaps after `fraction` of its move but not before it.
template <class T, int N>
std::optional<std::size_t> entered(const MovingBall<T, N>& mover, std::span<const Ball<T, N>> obstacles,
                                   T fraction) {
    const Ball<T, N> start{mover.center, mover.radius};
    const Ball<T, N> end = moved(mover, fraction);
    for (std::size_t i = 0; i < obstacles.size(); ++i) {
        if (detail::separation_sign(end, obstacles[i]) < 0 &&
            !(detail::separation_sign(start, obstacles[i]) < 0)) {
            return i;
        }
    }
    return {};
}

/// The sweep's answer, where rounding the position plays no part yet.
template <class T, int N>
ClippedMove<T, N> clipped_at_first_contact(const MovingBall<T, N>& mover,
                                           std::span<const Ball<T, N>> obstacles) {
    ClippedMove<T, N> result;
    for (std::size_t i = 0; i < obstacles.size(); ++i) {
        const Sweep<T, N> s = sweep(mover, obstacles[i]);
        if (!blocks(s, mover, obstacles[i]) || (result.obstacle && s.first >= result.fraction)) continue;
        result = {s.first, {}, i, s.normal};
    }
    return result;
}

}  // namespace

template <class T, int N>
ClippedMove<T, N> clip_move(const MovingBall<T, N>& mover, std::span<const Ball<T, N>> obstacles) {
    const detail::DefaultFloatEnvironment environment;
    ClippedMove<T, N> result = clipped_at_first_contact(mover, obstacles);
    // Rounding may still enter an obstacle. Each try doubles the step, from one ulp; staying at 0 is always
    // right.
    T step = std::nextafter(result.fraction, T{2}) - result.fraction;
    while (const std::optional<std::size_t> i = entered(mover, obstacles, result.fraction)) {
        if (result.obstacle != i)
            result.normal = contact(moved(mover, result.fraction), obstacles[*i])->normal;
        result.obstacle = i;
        result.fraction = result.fraction > step ? result.fraction - step : T{0};
        step *= 2;
    }
    result.displacement = shortened(mover.displacement, result.fraction);
    return result;
}

#define CAROM_INSTANTIATE(T, N)                                         \
    template ClippedMove<T, N> clip_move(const MovingBall<T, N>& mover, \
                                         std::span<const Ball<T, N>> obstacles);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)

}  // namespace carom
