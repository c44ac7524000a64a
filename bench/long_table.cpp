// Does the event engine stay right for very long? Follows one gas of equal elastic spheres, prints a line now
// and then, and ends with exit code 1 when energy, momentum, gaps or time go wrong. See docs/long_run.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>

#include "bench_options.hpp"
#include "engine_endurance.hpp"
#include "engine_xyz.hpp"

namespace carom::engine_runs {
namespace {

struct LongRun {
    std::size_t n = 10'976;
    double packing = 0.30;
    std::uint64_t collisions = 1'000'000'000;
    std::uint64_t rows = 20;
    std::uint64_t seed = 1;
    std::string json;
};

double wall_seconds() {
    using Clock = std::chrono::steady_clock;
    return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

void print_head() {
    fmt::print(
        "| collisions | time | energy error | momentum | smallest gap | overlap / bound | impact / bound | "
        "per CPU second | left |\n|---|---|---|---|---|---|---|---|---|\n");
}

void print_row(const Endurance<3>& run, const LongRun& asked, double cpu, double wall) {
    const Endured& worst = run.worst();
    const auto done = static_cast<double>(worst.collisions);
    const double left = wall * (static_cast<double>(asked.collisions) / done - 1);
    fmt::print("| {} | {:.1f} | {:.1e} | {:.1e} | {:.1e} | {:.3f} | {:.3f} | {:.0f} | {:.0f} s |\n",
               worst.collisions, run.simulation().seconds(run.simulation().now()), worst.energy_error,
               worst.momentum, worst.smallest_gap, worst.overlap_share, worst.impact_share, done / cpu, left);
    std::fflush(stdout);
}

nlohmann::json to_json(const Endurance<3>& run, const LongRun& asked, double fluid, double cpu) {
    const Endured& worst = run.worst();
    const Time now = run.simulation().now();
    const double time = run.simulation().seconds(now);
    return {{"balls", asked.n},
            {"packing", asked.packing},
            {"seed", asked.seed},
            {"collisions", worst.collisions},
            {"cpu_seconds", cpu},
            {"time", time},
            {"energy_error", worst.energy_error},
            {"momentum_error", worst.momentum},
            {"looks_at_energy", worst.looks},
            {"worst_gap_at_impact", worst.impact_gap},
            {"worst_gap_at_impact_of_bound", worst.impact_share},
            {"smallest_gap", worst.smallest_gap},
            {"deepest_overlap_of_bound", worst.overlap_share},
            {"pairs_looked_at", worst.pairs},
            {"epoch", now.epoch},
            {"epoch_length", run.simulation().epoch_length()},
            {"spacing_of_time", 0x1p-53 * run.simulation().epoch_length()},
            {"spacing_of_a_double", std::nextafter(time, HUGE_VAL) - time},
            {"mean_time_between_collisions", time / static_cast<double>(worst.collisions)},
            {"simultaneous", worst.simultaneous},
            {"backwards", worst.backwards},
            {"Z", worst.z},
            {"Z_fluid", fluid},
            {"wrong", faults(worst)}};
}

int run(const LongRun& asked) {
    const Scene<3> scene = melted<3>(asked.n, asked.packing, asked.seed);
    fmt::print("# {} elastic spheres, packing {:.4f}, seed {}, {} collisions\n", asked.n, packing_of(scene),
               asked.seed, asked.collisions);
    print_head();
    const double cpu = cpu_seconds();
    const double wall = wall_seconds();
    Endurance<3> endurance(scene);
    for (std::uint64_t row = 1; row <= asked.rows && test::stop_signal::seen == 0; ++row) {
        endurance.go_on(
            asked.collisions / asked.rows * row + (row == asked.rows) * (asked.collisions % asked.rows),
            fmt::format("row {} of {}", row, asked.rows));
        print_row(endurance, asked, cpu_seconds() - cpu, wall_seconds() - wall);
    }
    const auto json =
        to_json(endurance, asked, fluid_z(*kinds_of(scene), packing_of(scene)), cpu_seconds() - cpu);
    fmt::print("{}\n", json.dump(1));
    for (const std::string& fault : faults(endurance.worst()))
        fmt::print(stderr, "long_table: WRONG: {}\n", fault);
    if (!asked.json.empty()) {
        if (const auto failure = write_file_whole(asked.json, json.dump(1) + '\n'))
            throw BadFile(failure->message);
    }
    return faults(endurance.worst()).empty() ? 0 : 1;
}

}  // namespace
}  // namespace carom::engine_runs

int main(int argc, char** argv) {
    using namespace carom::engine_runs;
    try {
        LongRun asked;
        CLI::App app("Follows a gas through very many collisions and checks that nothing gets worse.");
        app.add_option("--n", asked.n, "spheres, 4 k^3")
            ->check(CLI::Range(kFewest, kMost))
            ->capture_default_str();
        app.add_option("--packing", asked.packing, "share of the box that they fill")
            ->check(carom::bench::within(0.001, 0.49))
            ->capture_default_str();
        app.add_option("--collisions", asked.collisions, "how many")
            ->check(CLI::Range(std::uint64_t{1000}, std::uint64_t{1'000'000'000'000}))
            ->capture_default_str();
        app.add_option("--rows", asked.rows, "looks at all pairs, with a line each")
            ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1000}))
            ->capture_default_str();
        app.add_option("--seed", asked.seed, "another seed makes another start")
            ->check(carom::bench::whole_number())
            ->capture_default_str();
        app.add_option("--json", asked.json, "also write the figures to this file")
            ->check(carom::bench::writable_file());
        if (const auto code = carom::bench::ended_by_options(app, argc, argv)) return *code;
        carom::test::stop_signal::watch();
        return run(asked);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "long_table: %s\n", error.what());
        return 2;
    }
}
