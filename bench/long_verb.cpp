// carom_bench long: does the event engine stay right for very long? Follows one gas of equal elastic spheres,
// and prints a line now and then. Energy, momentum, gaps and time are checked. See docs/long_run.md.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cpu_seconds.hpp"
#include "engine_endurance.hpp"
#include "engine_scenes.hpp"
#include "engine_theory.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "support/stop_signal.hpp"
#include "verbs.hpp"

namespace carom::engine_runs {
namespace {

struct LongRun {
    bench::GasOptions gas;
    std::uint64_t collisions = 1'000'000'000;
    std::uint64_t rows = 20;
    std::string json;
};

void print_row(const Endured& worst, const LongRun& asked, double cpu, double wall) {
    const auto done = static_cast<double>(worst.collisions);
    const double left = wall * (static_cast<double>(asked.collisions) / done - 1);
    fmt::print("| {} | {:.1f} | {:.1e} | {:.1e} | {:.1e} | {:.3f} | {:.3f} | {:.0f} | {:.0f} s |\n",
               worst.collisions, worst.time, worst.energy_error, worst.momentum, worst.smallest_gap,
               worst.overlap_share, worst.impact_share, done / cpu, left);
    std::fflush(stdout);
}

nlohmann::json to_json(const Endured& worst, const LongRun& asked, double fluid, double cpu) {
    return {{"balls", asked.gas.n},
            {"packing", asked.gas.packing},
            {"seed", asked.gas.seed},
            {"collisions", worst.collisions},
            {"cpu_seconds", cpu},
            {"time", worst.time},
            {"energy_error", worst.energy_error},
            {"momentum_error", worst.momentum},
            {"looks_at_energy", worst.looks},
            {"worst_gap_at_impact", worst.impact_gap},
            {"worst_gap_at_impact_of_bound", worst.impact_share},
            {"smallest_gap", worst.smallest_gap},
            {"deepest_overlap_of_bound", worst.overlap_share},
            {"pairs_looked_at", worst.pairs},
            {"epoch", worst.now.epoch},
            {"epoch_length", worst.epoch_length},
            {"spacing_of_time", 0x1p-53 * worst.epoch_length},
            {"spacing_of_a_double", std::nextafter(worst.time, HUGE_VAL) - worst.time},
            {"mean_time_between_collisions", worst.time / static_cast<double>(worst.collisions)},
            {"simultaneous", worst.simultaneous},
            {"backwards", worst.backwards},
            {"Z", worst.z},
            {"Z_fluid", fluid},
            {"wrong", faults(worst)}};
}

int run(const LongRun& asked) {
    test::stop_signal::watch();
    const Scene<3> scene = fluid<3>(asked.gas.n, asked.gas.packing, asked.gas.seed);
    fmt::print("# {} elastic spheres, packing {:.4f}, seed {}, {} collisions\n", asked.gas.n,
               packing_of(scene), asked.gas.seed, asked.collisions);
    fmt::print(
        "| collisions | time | energy error | momentum | smallest gap | overlap / bound | impact / bound | "
        "per CPU second | left |\n|---|---|---|---|---|---|---|---|---|\n");
    const double start = bench::cpu_seconds();
    const bench::Progress whole("all rows");
    const Endured worst = endure(scene, asked.collisions, asked.rows, [&](const Endured& so_far) {
        print_row(so_far, asked, bench::cpu_seconds() - start, whole.seconds());
    });
    const double z = fluid_z(*kinds_of(scene), packing_of(scene));
    const auto json = to_json(worst, asked, z, bench::cpu_seconds() - start);
    fmt::print("{}\n", json.dump(1));
    const int code = bench::verdict(faults(worst));
    bench::write_json(asked.json, json);
    return code;
}

}  // namespace
}  // namespace carom::engine_runs

carom::bench::Work carom::bench::long_verb(CLI::App& app) {
    const auto asked = std::make_shared<engine_runs::LongRun>();
    add_gas(app, asked->gas, engine_runs::kFewest, engine_runs::kMost);
    add_count<std::uint64_t>(app, "--collisions", asked->collisions, "how many", 1000, 1'000'000'000'000);
    add_count<std::uint64_t>(app, "--rows", asked->rows, "looks at all pairs, with a line each", 1, 1000);
    add_json(app, asked->json);
    return [asked] { return engine_runs::run(*asked); };
}
