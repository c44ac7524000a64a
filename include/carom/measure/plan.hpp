/// \file
/// What is to be measured in a simulation, and when. Table `[measure]` of a scene: docs/formats/scene.md.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/core/abi.hpp"
#include "carom/scene/scene.hpp"

namespace carom {

/// What can be measured. Equations, sources and domains: docs/physics.md.
enum class Quantity : unsigned char {
    temperature,          ///< kT, of all balls and of each species
    pressure,             ///< stress tensor, pressure, Z in two ways, forces on walls
    mean_free_time,       ///< collision rates, per pair of species, and contact values
    energy_loss,          ///< what inelastic impacts take away
    diffusion,            ///< mean squared displacement, velocity autocorrelation, D
    radial_distribution,  ///< g(r) per pair of species
    velocities,           ///< histograms of the components and of the speed
    impact_speeds,        ///< histogram of the normal approach speed at impacts of two balls
    profile,              ///< density and temperature along an axis
};

/// All of them, in the order of reports.
inline constexpr std::array<Quantity, 9> all_quantities{
    Quantity::temperature, Quantity::pressure,      Quantity::mean_free_time,
    Quantity::energy_loss, Quantity::diffusion,     Quantity::radial_distribution,
    Quantity::velocities,  Quantity::impact_speeds, Quantity::profile};

/// As scene files and reports write it, such as "mean_free_time".
std::string_view name_of(Quantity quantity);

/// How balls are grouped.
enum class SpeciesBy : unsigned char {
    kind,  ///< equal radius and equal mass
    name,  ///< equal names, without the number at the end that generators give
};

/// Which measurements a run makes. What is left open follows from the scene (`settled`).
struct MeasurePlan {
    std::vector<Quantity> quantities;         ///< none: nothing is measured
    double after = 0;                         ///< simulated time before which nothing is measured, >= 0
    std::optional<double> until;              ///< time at which the run ends, where that is known
    std::optional<double> interval;           ///< time over which impacts are summed to one value, > 0
    std::optional<double> window;             ///< longest lag of the diffusion, > 0
    std::optional<double> snapshot_interval;  ///< time between two looks at all balls, > 0
    std::size_t bins = 100;                   ///< of every histogram, 1 to 100,000
    std::optional<double> radial_range;       ///< g(r) is measured from contact to contact + this length, > 0
    std::optional<double> speed_range;        ///< histograms reach up to this speed, > 0
    std::optional<int> axis;                  ///< of the profile
    SpeciesBy species_by = SpeciesBy::kind;   ///< how balls are grouped
};

/// Why the scene has no such quantity, in words for people; empty when it has.
template <int N>
std::optional<std::string> why_not(Quantity quantity, const Scene<N>& scene, const MeasurePlan& plan);

/// The plan with nothing left open. With t the mean free time of the start, by Enskog's theory for evenly
/// spread balls at the temperature that they have or that heats them (the longest side / rms speed where that
/// has no meaning, the speed being at least that of a fall through the scene; 1 where nothing moves), and n
/// balls:
///
/// - interval: t / 4 * max(1, 100 / n), doubled in long runs up to 16 times that
/// - window: 32 t * max(1, 100 / n)
/// - snapshot_interval: t / 2, doubled in long runs up to 32 t * max(1, 1000 / n)
/// - both at most a 16th of the time from `after` to `until`, so that a short run has enough of them
/// - radial_range: two mean diameters, less where the box is narrower
/// - speed_range: left open; each species has its own, five thermal speeds of the start or of what heats
///   it, or the speed of a fall through the scene
/// - axis: that of gravity, else the gradient of shear, else the first one with walls, else the first
template <int N>
MeasurePlan settled(MeasurePlan plan, const Scene<N>& scene);

}  // namespace carom
