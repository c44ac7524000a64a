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
          only_balls(domain.walls.empty() && !domain.has_gravity && !domain.is_sheared() &&
                     rules.kick_rate == 0),
          looks_for_clusters(detail::looks_for_clusters(scene.law)) {}

    /// Which ball has the first number after those of the walls, where both are numbered together.
    std::uint32_t first_ball_number() const {
        return first_wall_number<N>() + static_cast<std::uint32_t>(domain.walls.size());
    }

    Clock clock;
    Domain<N> domain;
    BounceLaw rules;
    PairRestitutions restitutions;
    bool only_balls;          ///< nothing but them moves or stops a ball: no walls, gravity, shear, kicks
    bool looks_for_clusters;  ///< whether contacts may be connected
};

}  // namespace carom::detail
