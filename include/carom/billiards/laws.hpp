/// \file
/// The laws of impact: which model answers which impact. docs/billiards.md has the formulas and their
/// sources.
#pragma once

namespace carom::billiards {

/// Two balls.
enum class BallBallModel {
    frictionless_elastic,  ///< the normal velocities are exchanged
    frictional_inelastic,  ///< restitution and Coulomb friction: Alciatore, TP A-5, A-6 and A-14
    mathavan_2014,  ///< Mathavan 2014: impulses that grow; the ball that is pressed down rubs on the cloth
    mathavan_2014_published  ///< the same with the sign of spin in the slip on the cloth as published, which
                             ///< turns friction round: to compare with programs that have it
};

/// The coefficient of friction between two balls.
enum class BallFriction {
    mean_of_balls,  ///< the mean of their ball_friction
    alciatore       ///< a + b exp(-c v), v the speed at which the surfaces slip [m/s]
};

/// Alciatore's curve.
struct AlciatoreCurve {
    double a = 9.951e-3;  ///< what is left at high speed
    double b = 0.108;     ///< what comes to it at low speed
    double c = 1.088;     ///< [s/m]
};

/// A ball and a cushion.
enum class CushionModel {
    mirror,             ///< the normal velocity turns round; spin stays
    mirror_inelastic,   ///< the same, times the cushion's restitution
    han_2005,           ///< Han 2005: restitution and Coulomb friction, the contact at the height of the nose
    impulse,            ///< restitution and Coulomb friction against the tilted normal of the nose
    stronge_compliant,  ///< Stronge 2000: a compliant cushion, which sticks and slips
    mathavan_2010       ///< Mathavan 2010: impulses that grow at nose and cloth, which stick and slip
};

/// All of them, with the reference's defaults.
struct ImpactLaws {
    BallBallModel ball_ball = BallBallModel::frictional_inelastic;  ///< two balls
    BallFriction ball_friction = BallFriction::alciatore;           ///< their friction
    AlciatoreCurve curve;                                           ///< for BallFriction::alciatore
    CushionModel cushion = CushionModel::stronge_compliant;         ///< a ball and a cushion
    double omega_ratio = 1.8;  ///< Stronge: tangential over normal frequency of the cushion; in (1, 100]
    bool jumps = false;  ///< balls can leave the bed: the bed gives back what an elevated cue drives down
    double least_bounce = 0.005;  ///< a ball that would rise less than this stays on the bed; > 0 [m]
};

}  // namespace carom::billiards
