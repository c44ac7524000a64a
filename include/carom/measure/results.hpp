/// \file
/// What was measured, as plain data of either dimension. Equations: docs/physics.md.
///
/// Numbers are in the units of the scene: mass, length, time. A species is an index into
/// `MeasureResults::species`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "carom/measure/estimate.hpp"
#include "carom/measure/plan.hpp"

namespace carom {

/// Balls that are counted together. Immovable balls belong to no species.
struct MeasuredSpecies {
    std::string name;              ///< A, B, ... or the name of its balls
    std::uint64_t balls = 0;       ///< how many
    std::optional<double> radius;  ///< of each; empty when they differ
    std::optional<double> mass;    ///< of each; empty when they differ
};

/// Mean kinetic energy per degree of freedom, times two.
struct TemperatureResult {
    Estimate kt;                    ///< of all balls: mass * speed^2
    std::vector<Estimate> species;  ///< by species
};

/// What a wall bears.
struct WallLoad {
    std::string wall;                  ///< its name
    Estimate force;                    ///< mean force along its normal
    std::optional<Estimate> pressure;  ///< force / area, where that is known and stays
};

/// Momentum that impacts and flight carry.
struct PressureResult {
    Estimate pressure;                  ///< energy / volume (area in 2D)
    std::vector<Estimate> stress;       ///< its tensor, row by row
    std::optional<Estimate> z_virial;   ///< P V / N kT from the momentum transferred by impacts of two balls
    std::optional<Estimate> z_rate;     ///< the same from their number
    std::optional<Estimate> viscosity;  ///< of a sheared box: -stress from flow to gradient / rate
    std::vector<WallLoad> walls;        ///< one for each wall and container
};

/// Impacts of balls of two species.
struct PairRate {
    std::size_t first = 0;                  ///< species
    std::size_t second = 0;                 ///< species, not below `first`
    std::uint64_t impacts = 0;              ///< counted
    Estimate rate;                          ///< impacts per time
    Estimate first_free_time;               ///< of a ball of `first`: mean time between such impacts
    Estimate second_free_time;              ///< of a ball of `second`
    std::optional<Estimate> contact_value;  ///< of g(r) just outside contact
};

/// How often balls meet.
struct MeanFreeTimeResult {
    std::vector<PairRate> pairs;    ///< all pairs of species
    std::vector<Estimate> species;  ///< mean free time by species, impacts with all balls counted
};

/// Kinetic energy that restitution took away, and rest under gravity. What passes at thermal walls is heat
/// and not counted.
struct EnergyLossResult {
    double balls = 0;     ///< in impacts of two balls
    double walls = 0;     ///< in impacts with walls, in their frame where they move
    double clusters = 0;  ///< in impacts of several contacts: the kinetic energy before less that after;
                          ///< 0 in shear, where they are left out
    double rests = 0;     ///< of balls that came to rest, less what nudges gave them
    Estimate rate;        ///< of all, energy per time
};

/// How balls of a species move away from where they were, along the d axes that no wall bounds (all of them
/// where walls bound all).
struct DiffusionCurve {
    std::vector<Estimate> displacement;  ///< by lag: mean of |r(t) - r(0)|^2
    std::vector<Estimate> correlation;   ///< by lag: mean of v(t).v(0)
    std::vector<Estimate> running;       ///< by lag: mean of v(0).(r(t) - r(0)) / d
    /// D from the displacements of the window and of its half; empty where walls bound all axes
    std::optional<Estimate> from_slope;
    std::optional<Estimate> from_running;  ///< D from `running` at the end of the window
};

/// Diffusion, by species.
struct DiffusionResult {
    std::vector<double> lags;             ///< ascending, the last one is the window
    std::vector<DiffusionCurve> species;  ///< by species
};

/// A density, a mean or a count in bins of equal width.
struct BinnedCurve {
    std::vector<std::size_t> species;  ///< whom it is about: none for all, one, or a pair
    std::string what;                  ///< such as "vx" or "density"
    double low = 0;                    ///< where the first bin begins
    double width = 0;                  ///< of a bin: bin k is [low + k width, low + (k + 1) width)
    std::vector<Estimate> bins;        ///< a value for each bin
    double outside = 0;                ///< share of what was counted that lies in no bin
};

/// Rows in time, with about the last thousand merged two by two whenever there are too many.
struct MeasureSeries {
    std::vector<std::string> columns;       ///< names; the first two are the times from and to
    std::vector<std::vector<double>> rows;  ///< one number for each column; NaN where there is none
};

/// All of it; what was not asked for is empty.
struct MeasureResults {
    MeasurePlan plan;                                  ///< as it was settled
    int dimension = 2;                                 ///< 2 or 3
    double measured_time = 0;                          ///< from `plan.after` to the end of the last interval
    std::uint64_t snapshots = 0;                       ///< looks at all balls
    std::vector<MeasuredSpecies> species;              ///< in the order in which the scene brings them
    std::vector<std::string> left_out;                 ///< what has no meaning here, each with the reason
    std::vector<std::string> unmeasured;               ///< what the run was too short for, likewise
    std::vector<std::string> notes;                    ///< what to know of the numbers
    std::optional<TemperatureResult> temperature;      ///< Quantity::temperature
    std::optional<PressureResult> pressure;            ///< Quantity::pressure
    std::optional<MeanFreeTimeResult> mean_free_time;  ///< Quantity::mean_free_time
    std::optional<EnergyLossResult> energy_loss;       ///< Quantity::energy_loss
    std::optional<DiffusionResult> diffusion;          ///< Quantity::diffusion
    std::vector<BinnedCurve> radial_distribution;      ///< Quantity::radial_distribution: g(r)
    std::vector<BinnedCurve> velocities;               ///< Quantity::velocities: probability densities
    std::vector<BinnedCurve> impact_speeds;            ///< Quantity::impact_speeds: probability densities
    std::vector<BinnedCurve> profile;                  ///< Quantity::profile
    MeasureSeries series;                              ///< of what is summed between events
};

}  // namespace carom
