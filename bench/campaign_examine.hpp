// One scene of the campaign: simulated beside the plain engine, recorded, watched, ended and proved.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "campaign_scene.hpp"
#include "support/directory.hpp"

namespace carom::campaign {

/// How much of a scene is looked at.
struct Limits {
    std::uint64_t compared = 100;         ///< events beside the plain engine
    std::uint64_t recorded = 2'000;       ///< events for the checker
    std::uint64_t followed = 0;           ///< events after which a run is left; 0: followed to its end
    std::uint64_t patience = 30'000'000;  ///< events after which a run is taken to be endless
};

/// Sums over scenes.
struct Tally {
    std::uint64_t scenes = 0, with_source = 0;
    std::array<std::uint64_t, family_names.size()> of_family{};
    std::array<std::uint64_t, 5> ended{};        ///< by StopReason; none: left before its end
    std::uint64_t events = 0;                    ///< simulated
    std::uint64_t compared = 0;                  ///< beside the plain engine
    std::uint64_t clusters = 0;                  ///< impacts of several contacts
    std::uint64_t proved = 0, proved_whole = 0;  ///< records; scenes whose whole run is proved
    double worst_bound_share = 0;
    std::uint64_t faults = 0;
};

/// The scene of this seed, of a family or of any. A fault names what repeats it.
std::optional<std::string> examine(std::uint64_t seed, std::optional<Family> family, const Limits& limits,
                                   const test::Directory& directory, Tally& tally);

}  // namespace carom::campaign
