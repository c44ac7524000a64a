// What does it cost to find all contacts of a frame, beside a plain sorted grid on the same balls in the same
// run? The scenes are described in frame_scenes.hpp. Every contact is compared bit for bit with another
// method's; the exit code is 1 when one differs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench_options.hpp"
#include "frame_print.hpp"

namespace carom::frames {
namespace {

constexpr int kWrong = 1;
constexpr int kNotAvailable = 2;
constexpr int kFileError = 3;

struct Options {
    std::vector<std::size_t> balls{100, 1'000, 10'000, 100'000, 1'000'000};
    std::vector<int> dimensions;
    std::vector<std::string> scenes{"A", "B", "C", "D", "E"};
    std::vector<std::string> types{"float"};
    std::size_t threads = 1;
    std::string set = "fastest";
    std::string json;
    double seconds = 1;
    std::uint64_t seed = 1;
    bool slow_grid = false;

    /// Unless told otherwise every scene in 3D, and A in 2D too.
    bool wants(int dimension, Scene scene) const {
        if (dimensions.empty()) return dimension == 3 || scene == Scene::a;
        return std::find(dimensions.begin(), dimensions.end(), dimension) != dimensions.end();
    }
};

InstructionSet set_of(const std::string& wanted) {
    for (const InstructionSet set :
         {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
        if (wanted == name(set)) return set;
    }
    return fastest_instruction_set();
}

Row measured(const std::string& type, int dimension, Scene scene, std::size_t n, const Settings& settings) {
    if (type == "float") {
        return dimension == 2 ? measured<float, 2>(scene, n, settings)
                              : measured<float, 3>(scene, n, settings);
    }
    return dimension == 2 ? measured<double, 2>(scene, n, settings) : measured<double, 3>(scene, n, settings);
}

std::vector<Row> measure(const Options& options, const Settings& settings) {
    std::vector<Row> rows;
    for (const int dimension : {3, 2}) {
        for (const std::string& scene_name : options.scenes) {
            const auto scene = static_cast<Scene>(scene_name[0]);
            if (!options.wants(dimension, scene)) continue;
            for (const std::string& type : options.types) {
                for (const std::size_t n : options.balls) {
                    rows.push_back(measured(type, dimension, scene, n, settings));
                    print(rows.back());
                }
            }
        }
    }
    return rows;
}

nlohmann::json to_json(const Options& options, InstructionSet set, const std::vector<Row>& rows) {
    nlohmann::json all{{"instruction_set", name(set)},
                       {"threads", options.threads},
                       {"seed", options.seed},
                       {"rows", nlohmann::json::array()}};
    for (const Row& row : rows) all["rows"].push_back(to_json(row));
    return all;
}

int run(const Options& options) {
    const InstructionSet set = set_of(options.set);
    if (!is_available(set)) {
        fmt::print(stderr, "frame_table: this machine has no {}\n", options.set);
        return kNotAvailable;
    }
    std::optional<ThreadPool> pool;
    if (options.threads > 1) pool.emplace(options.threads);
    constexpr double most_tests = 1.2e10;  // about 20 s
    const Settings settings{pool ? pool->workers() : Workers{}, set, options.seconds, options.seed,
                            options.slow_grid ? std::numeric_limits<double>::infinity() : most_tests};
    fmt::print("Threads {} (the grid has one), {}, seed {}. Medians of a frame.\n\n", options.threads,
               name(set), options.seed);
    print_head();
    const std::vector<Row> rows = measure(options, settings);
    const bool right = std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.right; });
    const auto unchecked =
        std::count_if(rows.begin(), rows.end(), [](const Row& row) { return row.check.empty(); });
    fmt::print("\n{} Rows compared with nothing: {}.\n",
               right ? "No wrong answer." : "WRONG somewhere above.", unchecked);
    if (!options.json.empty() &&
        !(std::ofstream(options.json) << to_json(options, set, rows).dump(1) << std::endl)) {
        fmt::print(stderr, "frame_table: cannot write '{}'\n", options.json);
        return kFileError;
    }
    return right ? 0 : kWrong;
}

void add_options(CLI::App& app, Options& options) {
    app.add_option("--n", options.balls, "how many balls; may be repeated")
        ->check(CLI::Range(std::size_t{1}, std::size_t{100'000'000}))
        ->capture_default_str();
    app.add_option("--dim", options.dimensions, "2 or 3; both when repeated; left out: 3, and 2 for scene A")
        ->check(CLI::IsMember({2, 3}));
    app.add_option("--scene", options.scenes, "A B C D or E; may be repeated")
        ->check(CLI::IsMember({"A", "B", "C", "D", "E"}))
        ->capture_default_str();
    app.add_option("--type", options.types, "float or double; both when repeated")
        ->check(CLI::IsMember({"float", "double"}))
        ->capture_default_str();
    app.add_option("--threads", options.threads, "of the finder")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1024}))
        ->capture_default_str();
    app.add_option("--set", options.set, "instruction set of the finder")
        ->check(CLI::IsMember({"fastest", "baseline", "avx2", "avx512"}))
        ->capture_default_str();
    app.add_option("--seconds", options.seconds, "of each timing, at least")
        ->check(carom::bench::within(1e-4, 100))
        ->capture_default_str();
    app.add_option("--seed", options.seed, "another seed makes other scenes")
        ->check(carom::bench::whole_number())
        ->capture_default_str();
    app.add_flag("--grid", options.slow_grid, "time the grid even where a frame takes it over 20 s");
    app.add_option("--json", options.json, "also write all figures to this file")
        ->check(carom::bench::writable_file());
}

}  // namespace
}  // namespace carom::frames

int main(int argc, char** argv) {
    try {
        carom::frames::Options options;
        CLI::App app("Times the search for all contacts of a frame and checks every contact.");
        add_options(app, options);
        if (const auto code = carom::bench::ended_by_options(app, argc, argv)) return *code;
        return carom::frames::run(options);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "frame_table: %s\n", error.what());
        return carom::frames::kFileError;
    }
}
