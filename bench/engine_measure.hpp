// Times the engine on a scene and checks that it is right: energy, the distance of balls at their impacts,
// overlaps at the end, and the pressure of the fluid from the collision rate and from the virial.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "carom/sim/simulation.hpp"

namespace carom::engine_runs {

/// A timed run.
struct Stretch {
    double seconds = 0;
    std::uint64_t collisions = 0;
    std::uint64_t impacts = 0;  ///< with walls too
    std::uint64_t list_rebuilds = 0;
    std::uint64_t predictions = 0;

    double nanoseconds() const { return 1e9 * seconds / static_cast<double>(collisions); }
    double per_collision(std::uint64_t count) const {
        return static_cast<double>(count) / static_cast<double>(collisions);
    }
};

/// The pressure factor.
struct Pressure {
    double z = 0;      ///< from the collision rate of all timed runs
    double error = 0;  ///< standard error, from tenths of the runs
    std::optional<double> fluid;
    double from_rate = 0;     ///< of the checked impacts
    double from_virial = 0;   ///< of the same
    double virial_error = 0;  ///< standard error of their difference
};

struct Figures {
    std::size_t balls = 0;
    double packing = 0;
    double create_seconds = 0;
    std::optional<double> bytes_created, bytes_after;
    EngineSettings settings;    ///< after the runs
    std::vector<Stretch> runs;  ///< the fastest first
    std::optional<Pressure> pressure;
    double energy_drift = 0;
    std::uint64_t checked = 0;  ///< collisions looked at one by one
    std::uint64_t parting = 0;  ///< of them, those of balls that did not close
    double worst_contact = 0;   ///< largest | distance / touching distance - 1 |
    double tightest = 1;        ///< least distance / touching distance at the end, at most kNotTight

    const Stretch& median() const { return runs[runs.size() / 2]; }
    double overlap() const { return std::max(0.0, 1 - tightest); }
};

/// Of `repeat` runs of so many collisions. Only of a fluid is there a pressure.
template <int N>
Figures figures(const Scene<N>& scene, bool is_fluid, std::uint64_t collisions, std::size_t repeat);

/// What is wrong, a line each.
std::vector<std::string> faults(const Figures& figures);

/// kT, from the motion about the common centre of mass.
template <int N>
double temperature(const Scene<N>& scene, const Simulation<N>& simulation);

}  // namespace carom::engine_runs
