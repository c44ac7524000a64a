// The obstacle that stops a mover first. Each candidate is compared with the best so far; only times too near
// for their rounding are compared as roots.
#include "carom/pair/first_contact.hpp"

#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "pair/each_obstacle.hpp"
#include "pair/obstacle_contact.hpp"

namespace carom {
namespace {

/// True when the contact stops the mover.
template <class Contact>
bool stops(const Contact& c) {
    switch (c.contact().state) {
        case ContactState::will_touch:
        case ContactState::touching_closing:
            return true;
        case ContactState::overlapping:
            return c.rate_at_start() < 0;
        default:
            return false;
    }
}

}  // namespace

template <class T, int N>
std::optional<FirstContact<T, N>> first_contact(const MovingBall<T, N>& mover,
                                                const Obstacles<T, N>& obstacles) {
    const detail::DefaultFloatEnvironment environment;
    std::optional<ObstacleId> best;
    detail::for_each_obstacle(obstacles, [&](ObstacleId id, const auto& obstacle) {
        const auto contact = detail::obstacle_contact(mover, obstacle);
        if (!stops(contact)) return;
        const bool is_first = !best || detail::with_obstacle(obstacles, *best, [&](const auto& other) {
            return detail::compare_moments<T>(contact, detail::obstacle_contact(mover, other)) < 0;
        });
        if (is_first) best = id;
    });
    if (!best) return {};
    return FirstContact<T, N>{*best, detail::with_obstacle(obstacles, *best, [&](const auto& obstacle) {
                                  return sweep(mover, obstacle);
                              })};
}

#define CAROM_INSTANTIATE(T, N)                                                             \
    template std::optional<FirstContact<T, N>> first_contact(const MovingBall<T, N>& mover, \
                                                             const Obstacles<T, N>& obstacles);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom
