// How fast is the event engine, and is it right? Times collisions in a gas of equal balls, in a mixture of
// two sizes or on a pool table. The exit code is 1 when energy, contacts or the pressure of the fluid are
// wrong, so that a fast wrong engine fails.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "bench_options.hpp"
#include "carom/core/instruction_set.hpp"
#include "carom/scene/validate.hpp"
#include "engine_print.hpp"
#include "engine_xyz.hpp"

namespace carom::engine_runs {
namespace {

constexpr int kWrong = 1;
constexpr int kRefused = 2;
constexpr int kFileError = 3;

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
        return melted<N>(options.n.value_or(N == 2 ? 4096 : 4000), packing, options.seed);
    Draws draws(options.seed);
    Scene<N> scene = mixture<N>(options.n.value_or(20'000), options.radii(), packing, options.seed);
    set_in_motion(scene, draws);
    return scene;
}

template <int N>
Start<N> start_of(const Options& options) {
    const double before = cpu_seconds();
    Start<N> start{options.read_start.empty() ? made<N>(options) : read_xyz<N>(options.read_start)};
    start.seconds = cpu_seconds() - before;
    if (options.scene != "table" && start.scene.balls.size() < kFewest)
        throw Refused(fmt::format("{} balls are too few to have the pressure of the fluid: {} at least",
                                  start.scene.balls.size(), kFewest));
    if (const Validation found = validate(start.scene); !found.faults.empty())
        throw Refused("the start is refused: " + found.faults.front().message);
    if (!options.write_start.empty()) write_xyz(start.scene, options.write_start);
    return start;
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

void write_json(const Options& options, const nlohmann::json& json) {
    const std::string text = json.dump(1) + '\n';
    if (options.only_json()) {
        fmt::print("{}", text);
    } else if (const auto failure = write_file_whole(options.json, text)) {
        throw BadFile(failure->message);
    }
}

template <int N>
int run(const Options& options) {
    const Start<N> start = start_of<N>(options);
    const bool is_fluid = options.scene != "table";
    Measurement<N> measurement(start.scene, is_fluid);
    if (!options.only_json()) print_head(options, start);
    const Figures figures = measurement.figures(options.collisions, options.repeat);
    if (!options.only_json()) print(figures);
    std::fflush(stdout);
    const auto wrong = faults(figures);
    for (const std::string& fault : wrong) fmt::print(stderr, "engine_table: WRONG: {}\n", fault);
    if (!options.json.empty()) write_json(options, to_json(options, start, figures));
    return wrong.empty() ? 0 : kWrong;
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
        if (options.dimension == 3) throw Refused("the table is in 2D");
        if (options.n || options.packing)
            throw Refused("the table has its own 16 balls: no --n, no --packing");
        if (file || !options.write_start.empty())
            throw Refused("the table has walls, which a start file has not");
    }
    if (file && (options.n || options.packing || options.scene != "gas"))
        throw Refused("--read-start says what the balls are: no --n, no --packing, no --scene");
    if (options.ratio && options.scene != "mixture")
        throw Refused("--ratio is of a mixture: --scene mixture");
    if (is_same_file(options.json, options.write_start) || is_same_file(options.json, options.read_start))
        throw Refused("--json would replace the start: name another file");
}

void add_options(CLI::App& app, Options& options) {
    app.add_option("--scene", options.scene, "gas of equal balls, mixture of two sizes, or the table of pool")
        ->check(CLI::IsMember({"gas", "table", "mixture"}))
        ->capture_default_str();
    app.add_option("--n", options.n,
                   "how many balls; a gas of 4 k^3 in 3D, k^2 in 2D [4000; 2D: 4096; mixture: 20000]")
        ->check(CLI::Range(kFewest, kMost));
    app.add_option("--packing", options.packing,
                   "share of the box that the balls fill, up to 0.49 (2D: 0.69) [0.30]")
        ->check(carom::bench::within(0.001, 0.69));
    app.add_option("--dim", options.dimension, "2 or 3 [3; table: 2]")->check(CLI::IsMember({2, 3}));
    app.add_option("--ratio", options.ratio, "of the two radii of a mixture [10]")
        ->check(carom::bench::within(1.01, 1000));
    app.add_option("--collisions", options.collisions, "of a run")
        ->check(CLI::Range(std::uint64_t{1'000}, std::uint64_t{1'000'000'000'000}))
        ->capture_default_str();
    app.add_option("--repeat", options.repeat, "how many runs")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1000}))
        ->capture_default_str();
    app.add_option("--seed", options.seed, "another seed makes another start")
        ->check(carom::bench::whole_number())
        ->capture_default_str();
    app.add_option("--json", options.json,
                   "also write all figures to this file; without one, or -: to stdout and nothing else")
        ->expected(0, 1)
        ->default_str(kStdout)
        ->check(carom::bench::writable_file());
    app.add_option("--write-start", options.write_start,
                   "write the balls of the start to this file, extended XYZ")
        ->check(carom::bench::writable_file());
    app.add_option("--read-start", options.read_start, "start from a file so written");
}

}  // namespace
}  // namespace carom::engine_runs

int main(int argc, char** argv) {
    using namespace carom::engine_runs;
    const auto told = [](const std::exception& error, int code) {
        std::fprintf(stderr, "engine_table: %s\n", error.what());
        return code;
    };
    try {
        Options options;
        CLI::App app("Times the event engine and checks energy, contacts and pressure.");
        add_options(app, options);
        if (const auto code = carom::bench::ended_by_options(app, argc, argv)) return *code;
        refuse_contradictions(options);
        const bool flat = options.dimension.value_or(options.scene == "table" ? 2 : 3) == 2;
        return flat ? run<2>(options) : run<3>(options);
    } catch (const Refused& error) {
        return told(error, kRefused);
    } catch (const Stopped& error) {
        return told(error, kWrong);
    } catch (const std::exception& error) {
        return told(error, kFileError);
    }
}
