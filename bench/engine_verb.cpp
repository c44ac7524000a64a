// carom_bench engine: how fast is the event engine, and is it right? Times collisions in a gas of equal
// balls, in a mixture of two sizes or on a pool table. A fast wrong engine fails: energy, contacts and the
// pressure of the fluid are checked.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "carom/core/instruction_set.hpp"
#include "carom/scene/validate.hpp"
#include "cpu_seconds.hpp"
#include "engine_drive.hpp"
#include "engine_measure.hpp"
#include "engine_pool.hpp"
#include "engine_scenes.hpp"
#include "engine_theory.hpp"
#include "engine_xyz.hpp"
#include "failures.hpp"
#include "options.hpp"
#include "verbs.hpp"

namespace carom::engine_runs {
namespace {

constexpr const char* kStdout = "-";

struct Options {
    std::optional<std::size_t> n;
    std::optional<double> packing;
    std::optional<int> dimension;
    std::string scene = "gas";
    std::optional<double> ratio;
    std::uint64_t collisions = 1'000'000;
    std::size_t repeat = 3;
    std::uint64_t seed = 1;
    std::string json, write_start, read_start;

    double radii() const { return ratio.value_or(10); }
    bool only_json() const { return json == kStdout; }
};

/// A start, and the CPU time that making or reading it took.
template <int N>
struct Start {
    Scene<N> scene;
    double seconds = 0;
};

template <int N>
Scene<N> made(const Options& options) {
    const double packing = options.packing.value_or(0.30);
    if constexpr (N == 2) {
        if (options.scene == "table") return pool_table(options.seed);
    }
    if (options.scene == "gas")
        return fluid<N>(options.n.value_or(N == 2 ? 4096 : 4000), packing, options.seed);
    return mixture<N>(options.n.value_or(20'000), options.radii(), packing, options.seed);
}

template <int N>
Start<N> start_of(const Options& options) {
    const double before = bench::cpu_seconds();
    Start<N> start{options.read_start.empty() ? made<N>(options) : read_xyz<N>(options.read_start)};
    start.seconds = bench::cpu_seconds() - before;
    if (options.scene != "table" && start.scene.balls.size() < kFewest)
        throw bench::Refused(
            fmt::format("{} balls are too few to have the pressure of the fluid: {} at least",
                        start.scene.balls.size(), kFewest));
    if (const Validation found = validate(start.scene); !found.faults.empty())
        throw bench::Refused("the start is refused: " + found.faults.front().message);
    if (!options.write_start.empty()) write_xyz(start.scene, options.write_start);
    return start;
}

nlohmann::json or_null(const std::optional<double>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
}

std::optional<double> per_ball(const Figures& f, const std::optional<double>& bytes) {
    if (!bytes) return {};
    return *bytes / static_cast<double>(f.balls);
}

void print(const Figures& f) {
    const Stretch& run = f.median();
    const auto bytes = [&](const std::optional<double>& all) {
        const auto each = per_ball(f, all);
        return each ? fmt::format("{:.0f}", *each) : std::string("unknown");
    };
    fmt::print("collisions per second             {:.0f}\n", 1e9 / run.nanoseconds());
    fmt::print("impacts per second, walls too     {:.0f}\n",
               1e9 / run.nanoseconds() * run.per_collision(run.impacts));
    fmt::print("nanoseconds per collision         {:.1f}   (fastest run {:.1f}, slowest {:.1f})\n",
               run.nanoseconds(), f.runs.front().nanoseconds(), f.runs.back().nanoseconds());
    fmt::print("shell exits per collision         {:.3f}\n", run.per_collision(run.list_rebuilds));
    fmt::print("exact predictions per collision   {:.3f}\n", run.per_collision(run.predictions));
    const EngineSettings& chosen = f.settings;
    const std::string shells = chosen.search == NeighbourSearch::shells
                                   ? fmt::format("shells {:.3g} thick", chosen.shell_thickness)
                                   : std::string("no shells");
    fmt::print("chosen by the engine              {}, cells {:.3g} wide, {}\n", shells, chosen.cell_width,
               std::isinf(chosen.bucket) ? "no calendar" : fmt::format("buckets of {:.3g} s", chosen.bucket));
    fmt::print("creation                          {:.4f} s\n", f.create_seconds);
    fmt::print(
        "bytes per ball                    {} when created, {} after the runs (resident, no code: "
        "/proc/self/statm)\n",
        bytes(f.bytes_created), bytes(f.bytes_after));
    fmt::print("energy drift                      {:.1e}\n", f.energy_drift);
    fmt::print("off contact at impact             {:.1e} of the distance, at the worst of {}\n",
               f.worst_contact, f.checked);
    fmt::print("deepest overlap at the end        {:.1e} of the distance at contact\n", f.overlap());
    if (!f.pressure) return;
    const Pressure& p = *f.pressure;
    fmt::print("Z by the collision rate           {:.4f} +- {:.4f}\n", p.z, p.error);
    if (p.fluid) {
        fmt::print("Z of the fluid                    {:.4f}   (deviation {:+.2f} %)\n", *p.fluid,
                   100 * (p.z / *p.fluid - 1));
    } else {
        fmt::print("Z of the fluid                    not known so dense: not compared\n");
    }
    fmt::print("Z of the impacts looked at        {:.4f} by their rate, {:.4f} +- {:.4f} by the virial\n",
               p.from_rate, p.from_virial, p.virial_error);
}

nlohmann::json to_json(const Pressure& p) {
    nlohmann::json json{{"Z", p.z},
                        {"Z_standard_error", p.error},
                        {"Z_fluid", or_null(p.fluid)},
                        {"Z_deviation", nullptr},
                        {"checked_Z_by_rate", p.from_rate},
                        {"checked_Z_by_virial", p.from_virial},
                        {"checked_Z_standard_error", p.virial_error}};
    if (p.fluid) json["Z_deviation"] = p.z / *p.fluid - 1;
    return json;
}

/// Of the median run, and what all runs took.
nlohmann::json to_json(const Figures& f) {
    const Stretch& run = f.median();
    nlohmann::json json{{"balls", f.balls},
                        {"packing", f.packing},
                        {"collisions_per_second", 1e9 / run.nanoseconds()},
                        {"events_per_second", 1e9 / run.nanoseconds() * run.per_collision(run.impacts)},
                        {"nanoseconds_per_collision", run.nanoseconds()},
                        {"shell_exits_per_collision", run.per_collision(run.list_rebuilds)},
                        {"exact_predictions_per_collision", run.per_collision(run.predictions)},
                        {"settings",
                         {{"search", engine_runs::name_of(f.settings.search)},
                          {"shell_thickness", f.settings.shell_thickness},
                          {"cell_width", f.settings.cell_width},
                          {"bucket_seconds", f.settings.bucket}}},
                        {"creation_seconds", f.create_seconds},
                        {"bytes_per_ball", or_null(per_ball(f, f.bytes_created))},
                        {"bytes_per_ball_after_runs", or_null(per_ball(f, f.bytes_after))},
                        {"bytes_are", "growth of the resident memory without code in /proc/self/statm"},
                        {"energy_drift", f.energy_drift},
                        {"checked_collisions", f.checked},
                        {"worst_distance_at_impact", f.worst_contact},
                        {"deepest_overlap_at_end", f.overlap()},
                        {"Z", nullptr},
                        {"wrong", faults(f)}};
    for (const Stretch& one : f.runs) json["runs_nanoseconds_per_collision"].push_back(one.nanoseconds());
    if (f.pressure) json.update(to_json(*f.pressure));
    return json;
}

template <int N>
nlohmann::json to_json(const Options& options, const Start<N>& start, const Figures& figures) {
    nlohmann::json json{{"scene", options.scene},
                        {"dimension", N},
                        {"collisions", options.collisions},
                        {"repeat", options.repeat},
                        {"seed", options.seed},
                        {"instruction_set", name(fastest_instruction_set())},
                        {"start_read_from", nullptr},
                        {"start_seconds", start.seconds}};
    if (options.scene == "mixture") json["ratio"] = options.radii();
    if (!options.read_start.empty()) json["start_read_from"] = options.read_start;
    json.update(to_json(figures));
    return json;
}

template <int N>
void print_head(const Options& options, const Start<N>& start) {
    fmt::print("# {}, {} {}, packing {:.4f}, seed {}; this machine has {}\n", options.scene,
               start.scene.balls.size(), N == 2 ? "discs" : "spheres", packing_of(start.scene), options.seed,
               name(fastest_instruction_set()));
    fmt::print("# the start took {:.1f} s; median of {} runs of {} collisions, CPU time of one thread\n",
               start.seconds, options.repeat, options.collisions);
    std::fflush(stdout);
}

template <int N>
int run(const Options& options) {
    const Start<N> start = start_of<N>(options);
    const bool is_fluid = options.scene != "table";
    if (!options.only_json()) print_head(options, start);
    const Figures measured = figures(start.scene, is_fluid, options.collisions, options.repeat);
    if (!options.only_json()) print(measured);
    const int code = bench::verdict(faults(measured));
    const nlohmann::json json = to_json(options, start, measured);
    if (options.only_json()) {
        fmt::print("{}\n", json.dump(1));
    } else {
        bench::write_json(options.json, json);
    }
    return code;
}

bool is_same_file(const std::string& a, const std::string& b) {
    const auto whole = [](const std::string& path) {
        return std::filesystem::weakly_canonical(std::filesystem::absolute(path));
    };
    return !a.empty() && !b.empty() && whole(a) == whole(b);
}

/// What contradicts the scene asked for.
void refuse_contradictions(const Options& options) {
    const bool file = !options.read_start.empty();
    if (options.scene == "table") {
        if (options.dimension == 3) throw bench::Refused("the table is in 2D");
        if (options.n || options.packing)
            throw bench::Refused("the table has its own 16 balls: no --n, no --packing");
        if (file || !options.write_start.empty())
            throw bench::Refused("the table has walls, which a start file has not");
    }
    if (file && (options.n || options.packing || options.scene != "gas"))
        throw bench::Refused("--read-start says what the balls are: no --n, no --packing, no --scene");
    if (options.ratio && options.scene != "mixture")
        throw bench::Refused("--ratio is of a mixture: --scene mixture");
    if (is_same_file(options.json, options.write_start) || is_same_file(options.json, options.read_start))
        throw bench::Refused("--json would replace the start: name another file");
}

}  // namespace
}  // namespace carom::engine_runs

carom::bench::Work carom::bench::engine_verb(CLI::App& app) {
    const auto options = std::make_shared<engine_runs::Options>();
    app.add_option("--scene", options->scene,
                   "gas of equal balls, mixture of two sizes, or the table of pool")
        ->check(CLI::IsMember({"gas", "table", "mixture"}))
        ->capture_default_str();
    app.add_option("--n", options->n,
                   "how many balls; a gas of 4 k^3 in 3D, k^2 in 2D [4000; 2D: 4096; mixture: 20000]")
        ->check(CLI::Range(engine_runs::kFewest, engine_runs::kMost));
    app.add_option("--packing", options->packing,
                   "share of the box that the balls fill, up to 0.49 (2D: 0.69) [0.30]")
        ->check(within(1e-9, 0.69));
    app.add_option("--dim", options->dimension, "2 or 3 [3; table: 2]")->check(CLI::IsMember({2, 3}));
    app.add_option("--ratio", options->ratio, "of the two radii of a mixture [10]")
        ->check(within(1.01, 1000));
    add_count<std::uint64_t>(app, "--collisions", options->collisions, "of a run", 1'000, 1'000'000'000'000);
    add_count<std::size_t>(app, "--repeat", options->repeat, "how many runs", 1, 1000);
    add_seed(app, options->seed);
    app.add_option("--json", options->json,
                   "also write all figures to this file; without one, or -: to stdout and nothing else")
        ->expected(0, 1)
        ->default_str(engine_runs::kStdout)
        ->check(writable_file());
    app.add_option("--write-start", options->write_start,
                   "write the balls of the start to this file, extended XYZ")
        ->check(writable_file());
    app.add_option("--read-start", options->read_start, "start from a file so written");
    return [options] {
        engine_runs::refuse_contradictions(*options);
        const bool flat = options->dimension.value_or(options->scene == "table" ? 2 : 3) == 2;
        return flat ? engine_runs::run<2>(*options) : engine_runs::run<3>(*options);
    };
}
