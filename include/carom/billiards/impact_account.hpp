/// \file
/// Where the energy of a shot goes: at each impact, and on the cloth between them. docs/billiards.md.
#pragma once

#include <cstddef>
#include <span>

#include "carom/billiards/impact_facts.hpp"
#include "carom/billiards/shot.hpp"
#include "carom/billiards/shot_playback.hpp"

namespace carom::billiards {

/// What friction between two surfaces does in an impact.
enum class Grip {
    none,         ///< nothing slips before it, or there is no friction
    slips,        ///< the surfaces slip to the end
    grips,        ///< friction stops the slip, or does so for a part of the time
    springs_back  ///< friction stops the slip, and a compliant cushion turns it round
};

/// An impact of two balls, of a ball and a cushion, or of a ball that comes down. Energies are above 0 where
/// they are lost.
///
/// Each is an impulse times the mean of the speed of its surfaces before and after. So the three sum up to
/// the change of the energies of the balls. While impulses grow, their shares can be others: of laws in which
/// friction ends or turns during the impact, this is one way to share the sum. Where balls in the air roll on
/// by small hops, `lost_normal` has what is left.
struct ImpactAccount {
    double normal_impulse = 0;    ///< along the line of contact [N s]
    double friction_impulse = 0;  ///< across it [N s]
    double slip_before = 0;       ///< of the surfaces there [m/s]
    double slip_after = 0;        ///< and after
    Grip grip = Grip::none;       ///< what friction does
    double lost_normal = 0;       ///< to restitution [J]
    double lost_friction = 0;  ///< to friction where the surfaces touch [J]; below 0 where a cushion springs
                               ///< back along its surface
    double lost_cloth = 0;     ///< to friction on the cloth while it lasts: Mathavan's models only [J]; where
                               ///< friction drives the ball, below 0
    /// In all [J].
    double lost() const { return lost_normal + lost_friction + lost_cloth; }
};

/// Of an event that is an impact: of two balls and no others, a cushion or the bed. `ball` and `other` are
/// the states right before and after; `other` counts for two balls only.
ImpactAccount account_of_impact(const ShotSetup& setup, const ShotEvent& event, const BeforeAndAfter& ball,
                                const BeforeAndAfter& other = {});

/// What a ball loses between two events [J].
struct ClothLosses {
    double sliding = 0;   ///< while its lowest point slips
    double rolling = 0;   ///< to the resistance against rolling
    double spinning = 0;  ///< of the spin about the vertical, in every phase

    double in_all() const { return sliding + rolling + spinning; }  ///< their sum
};

/// From the state right after an event to the one right before the ball's next.
ClothLosses losses_on_cloth(const BallProperties& ball, const BallState& from, const BallState& to,
                            double gravity);

/// The energy of a shot from its start to its end [J]: what was there is what was lost, what left the table
/// and what is left.
struct ShotEnergy {
    double at_start = 0;           ///< before the strike
    double from_cue = 0;           ///< given by the strike
    double balls_normal = 0;       ///< lost when two balls met, to restitution
    double balls_friction = 0;     ///< to friction between them
    double balls_cloth = 0;        ///< to the cloth while they met
    double joint = 0;              ///< where more than two balls met at once, in all
    double cushions_normal = 0;    ///< lost at cushions, to restitution
    double cushions_friction = 0;  ///< to friction at the nose
    double cushions_cloth = 0;     ///< to the cloth meanwhile
    double bed_normal = 0;         ///< lost when balls came down, to restitution
    double bed_friction = 0;       ///< to friction there
    ClothLosses cloth;             ///< between the events
    double lasting = 0;            ///< where balls stayed in contact; about 0 without
    double gone = 0;               ///< with balls that fell into pockets or left the table
    double at_end = 0;             ///< of the balls in play

    /// What the parts do not explain: rounding.
    double unexplained() const;
};

/// Of a shot with all its motions (Detail::every_motion).
ShotEnergy energy_of_shot(const ShotSetup& setup, std::span<const BallState> start,
                          std::span<const ShotEvent> events);

/// The events of an impact of several balls at once: from `first` on, `count` of them; a lone event is one.
struct JointEvents {
    std::size_t first = 0;  ///< index
    std::size_t count = 1;  ///< of events
};

/// Those that event k belongs to. Precondition: k is the index of an event.
JointEvents joint_events(std::span<const ShotEvent> events, std::size_t k);

/// What the balls of such an impact have right before and right after it [J]. `playback` is at the event
/// before the first of them.
struct JointEnergy {
    double before = 0;  ///< of all its balls together
    double after = 0;   ///< and after
};

/// See JointEnergy. `events`: only those of the impact.
JointEnergy energy_of_joint(const ShotSetup& setup, const ShotPlayback& playback,
                            std::span<const ShotEvent> events);

}  // namespace carom::billiards
