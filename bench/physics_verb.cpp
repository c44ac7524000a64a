// carom_bench physics: measured against published, the tables of docs/physics.md, and what measuring costs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <numbers>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cpu_seconds.hpp"
#include "sim/growth.hpp"
#include "support/hard_ball_theory.hpp"
#include "support/measured.hpp"
#include "support/random_scene.hpp"
#include "support/sheared_gas.hpp"
#include "support/time_reversal.hpp"
#include "verbs.hpp"

namespace carom::physics {
namespace {

struct Size {
    std::size_t balls = 10'000;
    double collisions = 1e6;
    std::uint64_t seed = 1;
    std::array<std::size_t, 3> sizes{500, 2000, 8000};  ///< of systems for diffusion
};

struct Asked {
    std::string what = "fluid";
    double density = 0.5;
    Size size;
};

std::string with_error(const Estimate& x) {
    return fmt::format("{:.6g} +- {:.2g}{}", x.value, x.error.value_or(0), x.converged ? "" : "?");
}

/// So long that a fluid with this Z at kT = 1 has so many collisions; a tenth more goes before.
template <int N>
MeasureResults run(const Scene<N>& scene, double z, double mean_diameter, const Size& size,
                   std::vector<Quantity> quantities, double window) {
    const double per_ball = (z - 1) * 2 * N / std::sqrt(std::numbers::pi) / mean_diameter;
    const double time = 2 * size.collisions / (per_ball * static_cast<double>(size.balls));
    MeasurePlan plan;
    plan.quantities = std::move(quantities);
    plan.after = 0.1 * time + 5;
    if (window > 0) plan.window = window;
    return test::measured(scene, plan, plan.after + time);
}

const test::KnownFluid& known_fluid(double density) {
    for (const test::KnownFluid& fluid : test::known_fluids)
        if (fluid.density == density) return fluid;
    throw std::runtime_error("no published value at this density");
}

void print_fluid(const Size& size, double density) {
    const test::KnownFluid& known = known_fluid(density);
    const double start = bench::cpu_seconds();
    const MeasureResults r = run(test::gas<3>(size.balls, density, size.seed), known.z, 1, size,
                                 {Quantity::temperature, Quantity::pressure, Quantity::mean_free_time}, 0);
    const double packing = density * std::numbers::pi / 6;
    const double few = test::finite_size_z(test::sphere_z, packing, static_cast<double>(size.balls));
    const auto row = [&](const char* way, const Estimate& z) {
        const double infinite = z.value - few;
        const double error = std::hypot(*z.error, known.z_error);
        fmt::print("| {:.2f} | {} | {:.6f} | {:.6f} | {:.6f}{} | {:.6f} | {:+.2f} |\n", density, way, z.value,
                   infinite, *z.error, z.converged ? "" : "?", known.z, (infinite - known.z) / error);
    };
    row("virial", *r.pressure->z_virial);
    row("rate", *r.pressure->z_rate);
    fmt::print(stderr, "{} impacts in {:.0f} s of CPU time\n", r.mean_free_time->pairs[0].impacts,
               bench::cpu_seconds() - start);
}

void print_diffusion(const Size& size, double density) {
    const test::KnownFluid& known = known_fluid(density);
    std::array<double, 3> x{};
    std::array<double, 3> d{};
    std::array<double, 3> error{};
    for (std::size_t i = 0; i < size.sizes.size(); ++i) {
        Size one = size;
        one.balls = size.sizes[i];
        const MeasureResults r =
            run(test::gas<3>(one.balls, density, size.seed), known.z, 1, one, {Quantity::diffusion},
                0.075 * std::pow(static_cast<double>(one.balls) / density, 2 / 3.0));
        const Estimate& slope = *r.diffusion->species[0].from_slope;
        x[i] = 1 / std::cbrt(static_cast<double>(one.balls));
        d[i] = slope.value;
        error[i] = *slope.error;
        fmt::print("| {:.2f} | {} | {} | {} | | |\n", density, one.balls, with_error(slope),
                   with_error(*r.diffusion->species[0].from_running));
    }
    const test::Line line = test::line_through(x, d, error);
    fmt::print("| {:.2f} | infinite | {:.5f} +- {:.1g} | | {:.6g} | {:+.2f} % |\n", density, line.at_zero,
               line.error, known.diffusion, 100 * (line.at_zero / known.diffusion - 1));
}

void print_discs(const Size& size, double packing) {
    const double density = 4 * packing / std::numbers::pi;
    const double z = test::disc_z(packing);
    const MeasureResults r =
        run(test::gas<2>(size.balls, density, size.seed), z, 1, size, {Quantity::pressure}, 0);
    const double few = test::finite_size_z(test::disc_z, packing, static_cast<double>(size.balls));
    for (const Estimate* way : {&*r.pressure->z_virial, &*r.pressure->z_rate}) {
        fmt::print("| discs, packing {:.2f} | {} | {} | {:.5f} | {:+.3f} % |\n", packing,
                   way == &*r.pressure->z_virial ? "virial" : "rate", with_error(shifted(*way, -few)), z,
                   100 * ((way->value - few) / z - 1));
    }
}

/// Half the balls have diameter 1, half this one; masses as volumes.
void print_mixture(const Size& size, double packing, double small) {
    const double one = (1 + small) / 2;
    const double two = (1 + small * small) / 2;
    const double three = (1 + small * small * small) / 2;
    const double density = 6 * packing / (std::numbers::pi * three);
    const double z = test::mixture_z(packing, one, two, three);
    const MeasureResults r = run(
        test::gas<3>(size.balls, density, size.seed, {{1, 0.5, 1}, {1, small / 2, small * small * small}}), z,
        one, size, {Quantity::pressure, Quantity::mean_free_time}, 0);
    fmt::print("| spheres 1 : {}, packing {:.2f} | virial | {} | {:.5f} | {:+.3f} % |\n", small, packing,
               with_error(*r.pressure->z_virial), z, 100 * (r.pressure->z_virial->value / z - 1));
    fmt::print("| | rate | {} | {:.5f} | {:+.3f} % |\n", with_error(*r.pressure->z_rate), z,
               100 * (r.pressure->z_rate->value / z - 1));
    for (const PairRate& pair : r.mean_free_time->pairs)
        fmt::print("| contact value {}-{} | | {} | | |\n", r.species[pair.first].name,
                   r.species[pair.second].name, with_error(*pair.contact_value));
}

/// How far from their start balls come back when all velocities are turned round after so many impacts.
void print_reversal(const Size& size) {
    constexpr std::array<double, 3> densities{0.3, 0.5, 0.9};
    for (std::size_t impacts = size.balls; impacts <= 10 * size.balls; impacts += size.balls) {
        fmt::print("| {} |", impacts);
        for (const double density : densities) {
            const test::Return back =
                test::there_and_back(test::gas<3>(size.balls, density, size.seed), impacts);
            fmt::print(" {:.1e}{} |", back.place, back.events == impacts ? "" : ", other impacts");
        }
        fmt::print("\n");
    }
}

/// Mean and standard deviation.
struct Spread {
    double mean = 0, deviation = 0;
};
Spread spread_of(const std::array<double, 5>& values) {
    double mean = 0, square = 0;
    for (const double value : values) mean += value / 5;
    for (const double value : values) square += (value - mean) * (value - mean) / 4;
    return {mean, std::sqrt(square)};
}

/// Spheres in a periodic cube that grow until they are jammed.
double jammed_packing(std::size_t balls, double rate, std::uint64_t seed) {
    detail::GrowthRequest<3> request;
    request.box = {{0, 0, 0}, {1, 1, 1}};
    request.periodic = {true, true, true};
    std::mt19937_64 random(seed);
    for (std::size_t i = 0; i < balls; ++i) request.centers.push_back(test::random_vec<3>(random, 0, 1));
    const double never = 0.74;
    request.radii.assign(balls, std::cbrt(0.75 * never / (std::numbers::pi * static_cast<double>(balls))));
    request.rate = rate;
    request.seed = seed;
    const detail::GrowthResult<3> result = grow(request);
    if (result.end != detail::GrowthEnd::jammed) throw std::runtime_error("spheres that grow past 0.74");
    return result.packing;
}

/// Random packings by the rate of growth: mean, standard deviation and extremes of five.
void print_jamming(const Size& size) {
    for (const double rate : {0.1, 0.05, 0.02, 0.01, 0.005, 0.002}) {
        std::array<double, 5> packings{};
        for (std::size_t k = 0; k < packings.size(); ++k)
            packings[k] = jammed_packing(size.balls, rate, size.seed + k);
        const auto [mean, deviation] = spread_of(packings);
        const auto [least, most] = std::minmax_element(packings.begin(), packings.end());
        fmt::print("| {} | {:.4f} +- {:.4f} | {:.4f} | {:.4f} |\n", rate, mean, deviation, *least, *most);
    }
}

/// Gases of about so many balls in steady shear, five starts: mean and its standard error.
void print_viscosity(const Size& size, double density) {
    const auto cells = static_cast<std::uint64_t>(std::cbrt(static_cast<double>(size.balls) / 4) + 0.5);
    for (const double rate : {0.4, 0.2}) {
        std::array<double, 5> shown{};
        for (std::uint64_t k = 0; k < shown.size(); ++k) {
            const Scene<3> scene = test::sheared_gas(cells, density, rate, size.seed + k);
            shown[k] = test::shown_viscosity(scene, 4 / rate, 16 / rate);
        }
        const auto [mean, deviation] = spread_of(shown);
        const double enskog = test::enskog_viscosity(density);
        fmt::print("| {} | {} | {:.5f} | {:.5f} | {:.5f} | {:.3f} |\n", density, rate, mean,
                   deviation / std::sqrt(5.0), enskog, mean / enskog);
    }
}

/// The same run with and without measurements, in turns; the best of each counts.
template <int N>
void print_cost(const Scene<N>& scene, const char* what, double time) {
    std::array<double, 2> best{HUGE_VAL, HUGE_VAL};
    for (int turn = 0; turn < 5; ++turn) {
        for (std::size_t with = 0; with < 2; ++with) {
            MeasurePlan plan;
            if (with == 1) plan.quantities.assign(all_quantities.begin(), all_quantities.end());
            const double start = bench::cpu_seconds();
            test::measured(scene, plan, time);
            best[with] = std::min(best[with], bench::cpu_seconds() - start);
        }
    }
    fmt::print("| {} | {:.3f} s | {:.3f} s | {:+.1f} % |\n", what, best[0], best[1],
               100 * (best[1] / best[0] - 1));
}

int run(const Asked& asked) {
    const auto& [what, density, size] = asked;
    if (what == "fluid") print_fluid(size, density);
    if (what == "diffusion") print_diffusion(size, density);
    if (what == "discs") print_discs(size, density);
    if (what == "mixture") print_mixture(size, density, 0.5);
    if (what == "viscosity") print_viscosity(size, density);
    if (what == "reversal") print_reversal(size);
    if (what == "jamming") print_jamming(size);
    if (what == "cost") {
        print_cost(test::gas<3>(1000, 0.5, 1), "1,000 spheres, density 0.5", 100);
        print_cost(test::gas<3>(10'000, 0.9, 1), "10,000 spheres, density 0.9", 3);
        print_cost(test::gas<2>(4096, 0.6, 1), "4,096 discs, density 0.6", 40);
        print_cost(test::gas<3>(16, 0.1, 1), "16 spheres, density 0.1", 5000);
    }
    return 0;
}

}  // namespace
}  // namespace carom::physics

carom::bench::Work carom::bench::physics_verb(CLI::App& app) {
    const auto asked = std::make_shared<physics::Asked>();
    physics::Size& size = asked->size;
    app.add_option("what", asked->what, "what to measure")
        ->check(CLI::IsMember(
            {"fluid", "diffusion", "discs", "mixture", "viscosity", "reversal", "jamming", "cost"}))
        ->capture_default_str();
    app.add_option("--n", size.balls, "Balls");
    app.add_option("--collisions", size.collisions, "Collisions");
    app.add_option("--seed", size.seed, "Seed");
    app.add_option("--sizes", size.sizes, "Balls of the three systems for diffusion");
    app.add_option("--density", asked->density,
                   "Number density for fluid, diffusion and viscosity, packing for discs and mixture");
    return [asked] { return physics::run(*asked); };
}
