#include "engine_measure.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <numbers>

#if defined(__linux__)
#include <unistd.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "cpu_seconds.hpp"
#include "engine_drive.hpp"
#include "engine_theory.hpp"
#include "math/vec_ops.hpp"
#include "near_pairs.hpp"

namespace carom::engine_runs {
namespace {

using bench::cpu_seconds;

/// Resident memory of this process without its code, after what was freed went back to the system; empty
/// where there is no /proc/self/statm.
std::optional<double> resident_bytes() {
#if defined(__GLIBC__)
    ::malloc_trim(0);
#endif
#if defined(__linux__)
    std::ifstream file("/proc/self/statm");
    double size = 0;
    double resident = 0;
    double from_files = 0;
    if (file >> size >> resident >> from_files)
        return (resident - from_files) * static_cast<double>(::sysconf(_SC_PAGESIZE));
#endif
    return {};
}

template <int N>
class Measurement {
public:
    Measurement(const Scene<N>& scene, bool is_fluid) : scene_(scene) {
        const auto kinds = kinds_of(scene);
        if (!kinds)
            throw bench::Refused(
                "more than two sizes of balls, or the sizes do not come one after the other");
        kinds_ = *kinds;
        figures_.balls = scene.balls.size();
        figures_.packing = packing_of(scene);
        if (is_fluid) figures_.pressure.emplace();
    }

    Figures figures(std::uint64_t collisions, std::size_t repeat) {
        constexpr std::uint64_t kWarmUp = 10;  // collisions for each ball
        constexpr std::uint64_t kChecked = 200'000;
        const auto before = resident_bytes();
        const double start = cpu_seconds();
        Simulation<N> simulation = created(scene_);
        figures_.create_seconds = cpu_seconds() - start;
        figures_.bytes_created = grown_since(before);
        const double energy = simulation.kinetic_energy();
        kt_ = temperature(scene_, simulation);
        collide(simulation, kWarmUp * scene_.balls.size(), "warming up");
        for (std::size_t i = 0; i < repeat; ++i) time(simulation, collisions);
        std::sort(figures_.runs.begin(), figures_.runs.end(),
                  [](const Stretch& a, const Stretch& b) { return a.seconds < b.seconds; });
        figures_.bytes_after = grown_since(before);
        figures_.settings = simulation.settings();
        check_impacts(simulation, std::min(collisions, kChecked));
        figures_.energy_drift = std::fabs(simulation.kinetic_energy() / energy - 1);
        figures_.tightest = tightest(scene_now(scene_, simulation));
        if (figures_.pressure) judge_pressure();
        return figures_;
    }

private:
    static constexpr std::uint64_t kParts = 10;  // of a run, for the standard error

    static std::optional<double> grown_since(const std::optional<double>& before) {
        const auto now = resident_bytes();
        if (!now || !before) return {};
        return *now - *before;
    }

    void time(Simulation<N>& simulation, std::uint64_t collisions) {
        const Counts before = simulation.counts();
        Tally tally{{}, simulation.seconds(simulation.now())};
        Stretch stretch;
        const double start = cpu_seconds();
        for (std::uint64_t part = 0; part < kParts; ++part) {
            const Tally since = tally;
            const std::uint64_t until = collisions * (part + 1) / kParts;
            while (stretch.collisions < until) {
                const Event<N> event = next_of(simulation);
                if (event.kind != EventKind::ball_ball) continue;
                ++stretch.collisions;
                ++tally.pairs[kinds_.pair_of(event.ball, event.other)];
            }
            tally.time = simulation.seconds(simulation.now());
            parts_.push_back(tally - since);
        }
        stretch.seconds = cpu_seconds() - start;
        const Counts& after = simulation.counts();
        stretch.impacts = after.ball_ball + after.ball_wall - before.ball_ball - before.ball_wall;
        stretch.list_rebuilds = after.list_rebuilds - before.list_rebuilds;
        stretch.predictions = after.predictions - before.predictions;
        figures_.runs.push_back(stretch);
    }

    /// From the centre of a to the nearest image of b.
    Vec<double, N> nearest(const Vec<double, N>& a, const Vec<double, N>& b) const {
        Vec<double, N> d;
        for (int k = 0; k < N; ++k) {
            d[k] = b[k] - a[k];
            if (scene_.world.boundary[static_cast<std::size_t>(k)] != Boundary::periodic) continue;
            const double side = scene_.world.box.upper[k] - scene_.world.box.lower[k];
            d[k] -= side * std::round(d[k] / side);
        }
        return d;
    }

    /// The momentum that an impact transfers, times the distance.
    double check_impact(const Event<N>& event, const Vec<double, N>& va, const Vec<double, N>& vb) {
        const SceneBall<N>& a = scene_.balls[event.ball];
        const SceneBall<N>& b = scene_.balls[event.other];
        const Vec<double, N> d = nearest(event.ball_after.position, event.other_after.position);
        double transfer = 0;
        double approach = 0;
        for (int k = 0; k < N; ++k) {
            transfer += a.mass * d[k] * (va[k] - event.ball_after.velocity[k]);
            approach += d[k] * (va[k] - vb[k]);
        }
        ++figures_.checked;
        if (!(approach > 0)) ++figures_.parting;
        figures_.worst_contact =
            std::max(figures_.worst_contact, std::fabs(detail::length(d) / (a.radius + b.radius) - 1));
        return transfer;
    }

    /// Looks at so many collisions one by one, with the velocities before and after.
    void check_impacts(Simulation<N>& simulation, std::uint64_t collisions) {
        std::vector<Vec<double, N>> velocities;
        for (std::size_t i = 0; i < scene_.balls.size(); ++i)
            velocities.push_back(simulation.state(i).velocity);
        Tally seen;
        double transferred = 0;
        const double start = simulation.seconds(simulation.now());
        while (seen.collisions() < collisions) {
            const Event<N> event = next_of(simulation);
            if (event.kind == EventKind::ball_ball) {
                transferred += check_impact(event, velocities[event.ball], velocities[event.other]);
                velocities[event.other] = event.other_after.velocity;
                ++seen.pairs[kinds_.pair_of(event.ball, event.other)];
            }
            velocities[event.ball] = event.ball_after.velocity;
        }
        seen.time = simulation.seconds(simulation.now()) - start;
        if (!figures_.pressure) return;
        figures_.pressure->from_rate = z_from_rate(kinds_, seen, kt_);
        figures_.pressure->from_virial =
            1 + transferred / (N * static_cast<double>(kinds_.balls) * kt_ * seen.time);
        // The transfer of a collision varies by sqrt(4 / pi - 1) of its mean.
        double squares = 0;
        for (std::size_t pair = 0; pair < 3; ++pair) {
            Tally one{{}, seen.time};
            if (seen.pairs[pair] == 0) continue;
            one.pairs[pair] = seen.pairs[pair];
            const double share = z_from_rate(kinds_, one, kt_) - 1;
            squares += (4 / std::numbers::pi - 1) * share * share / static_cast<double>(seen.pairs[pair]);
        }
        figures_.pressure->virial_error = std::sqrt(squares);
    }

    void judge_pressure() {
        Pressure& pressure = *figures_.pressure;
        Tally all;
        std::vector<double> parts;
        for (const Tally& part : parts_) {
            for (std::size_t k = 0; k < 3; ++k) all.pairs[k] += part.pairs[k];
            all.time += part.time;
            parts.push_back(z_from_rate(kinds_, part, kt_));
        }
        pressure.z = z_from_rate(kinds_, all, kt_);
        double squares = 0;
        for (const double z : parts) squares += (z - pressure.z) * (z - pressure.z);
        const auto count = static_cast<double>(parts.size());
        pressure.error = std::sqrt(squares / (count * (count - 1)));
        if (figures_.packing <= kDensestKnown<N> * (1 + 1e-9))
            pressure.fluid = fluid_z(kinds_, figures_.packing);
    }

    const Scene<N>& scene_;
    Kinds<N> kinds_;
    double kt_ = 1;
    std::vector<Tally> parts_;
    Figures figures_;
};

}  // namespace

template <int N>
double temperature(const Scene<N>& scene, const Simulation<N>& simulation) {
    double mass = 0;
    for (const auto& ball : scene.balls) mass += ball.mass;
    double square = 0;
    for (int k = 0; k < N; ++k) square += simulation.momentum()[k] * simulation.momentum()[k];
    const double freedoms = N * static_cast<double>(scene.balls.size() - 1);
    return (2 * simulation.kinetic_energy() - square / mass) / freedoms;
}

template <int N>
Figures figures(const Scene<N>& scene, bool is_fluid, std::uint64_t collisions, std::size_t repeat) {
    return Measurement<N>(scene, is_fluid).figures(collisions, repeat);
}

std::vector<std::string> faults(const Figures& f) {
    std::vector<std::string> all;
    const auto expect = [&](bool right, const std::string& otherwise) {
        if (!right) all.push_back(otherwise);
    };
    expect(f.energy_drift < 1e-11, fmt::format("energy drifts by {:.2g} of itself", f.energy_drift));
    expect(f.worst_contact < 1e-9,
           fmt::format("balls bounce {:.2g} of their distance off contact", f.worst_contact));
    expect(f.parting == 0,
           fmt::format("{} of {} collisions of balls that do not close", f.parting, f.checked));
    expect(f.overlap() < 1e-9, fmt::format("balls overlap by {:.2g} of their distance", f.overlap()));
    if (!f.pressure) return all;
    const Pressure& p = *f.pressure;
    if (p.fluid) {
        expect(std::fabs(p.z - *p.fluid) <= 3 * p.error + 0.02 * *p.fluid,
               fmt::format("Z is {:.4f} +- {:.4f}, that of the fluid {:.4f}", p.z, p.error, *p.fluid));
    }
    expect(std::fabs(p.from_rate - p.from_virial) <= 4 * p.virial_error + 1e-3 * (p.from_virial - 1),
           fmt::format("Z is {:.4f} by the collision rate and {:.4f} +- {:.4f} by the virial", p.from_rate,
                       p.from_virial, p.virial_error));
    return all;
}

template double temperature(const Scene<2>&, const Simulation<2>&);
template double temperature(const Scene<3>&, const Simulation<3>&);
template Figures figures(const Scene<2>&, bool, std::uint64_t, std::size_t);
template Figures figures(const Scene<3>&, bool, std::uint64_t, std::size_t);

}  // namespace carom::engine_runs
