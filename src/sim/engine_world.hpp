// What stays the same while a simulation runs.
#pragma once

#include "motion/clock.hpp"
#include "motion/domain.hpp"
#include "sim/bounce_rules.hpp"
#include "sim/contact_cluster.hpp"
#include "sim/pair_restitution.hpp"
#include "sim/scales.hpp"

namespace carom::detail {

template <int N>
struct EngineWorld {
    explicit EngineWorld(const Scene<N>& scene)
        : clock(detail::epoch_length(scene)),
          domain(make_domain(scene.world)),
          rules(bounce_law(scene)),
          restitutions(scene),
          flies_straight(!domain.has_gravity && !domain.is_sheared() && rules.kick_rate == 0),
          only_balls(flies_straight && domain.walls.empty()),
          looks_for_clusters(detail::looks_for_clusters(scene.law)) {}

    /// Which ball has the first number after those of the walls, where both are numbered together.
    std::uint32_t first_ball_number() const {
        return first_wall_number<N>() + static_cast<std::uint32_t>(domain.walls.size());
    }

    Clock clock;
    Domain<N> domain;
    BounceLaw rules;
    PairRestitutions restitutions;
    bool flies_straight;      ///< nothing moves a ball that touches nothing: no gravity, shear, kicks
    bool only_balls;          ///< and nothing but balls stops it: no walls
    bool looks_for_clusters;  ///< whether contacts may be connected
};

}  // namespace carom::detail
