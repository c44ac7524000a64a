// carom_bench frame: what does it cost to find all contacts of a frame, beside a plain sorted grid on the
// same balls in the same run? The scenes are described in frame_scenes.hpp. Every contact is compared bit for
// bit with another method's.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "frame_measure.hpp"
#include "options.hpp"
#include "verbs.hpp"

namespace carom::frames {
namespace {

struct Options {
    std::vector<std::size_t> balls{100, 1'000, 10'000, 100'000, 1'000'000};
    std::vector<int> dimensions;
    std::vector<std::string> scenes{"A", "B", "C", "D", "E"};
    std::vector<std::string> types{"float"};
    std::size_t threads = 1;
    Settings settings;
    std::string json;
    bool slow_grid = false;

    /// Unless told otherwise every scene in 3D, and A in 2D too.
    bool wants(int dimension, char scene) const {
        if (dimensions.empty()) return dimension == 3 || scene == 'A';
        return std::find(dimensions.begin(), dimensions.end(), dimension) != dimensions.end();
    }
};

void print_head(const Options& options) {
    fmt::print("Threads {} (the grid has one), {}, seed {}. Medians of a frame.\n\n", options.threads,
               name(options.settings.set), options.settings.seed);
    fmt::print(
        "| scene | balls | contacts a ball | candidates a ball | ms | smallest ms | ns a ball | bytes a ball "
        "| "
        "grid ms | grid smallest ms | grid ns a ball | grid / finder | checked with | hash |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
}

std::string checked(const Row& row) {
    if (!row.right) return "WRONG";
    return row.check.empty() ? "nothing" : row.check;
}

void print(const Row& row) {
    const auto n = static_cast<double>(row.balls);
    const auto of = [&](std::size_t count) { return static_cast<double>(count) / n; };
    const Timing& t = row.finder.timing;
    fmt::print("| {} {}D {} | {} | {:.3f} | {:.3f} | {:.4g} | {:.4g} | {:.1f} | {:.0f} | ", row.scene,
               row.dimension, row.type, row.balls, of(row.contacts), of(row.finder.candidates), t.median_ms,
               t.smallest_ms, t.median_ms * 1e6 / n, of(row.finder.bytes));
    if (row.grid) {
        const Timing& g = row.grid->timing;
        fmt::print("{:.4g} | {:.4g} | {:.1f} | {:.2f} | ", g.median_ms, g.smallest_ms, g.median_ms * 1e6 / n,
                   g.smallest_ms / t.smallest_ms);
    } else {
        fmt::print("- | - | - | - | ");
    }
    fmt::print("{} | {:016x} |\n", checked(row), row.hash);
    std::fflush(stdout);
}

nlohmann::json to_json(const Figures& figures) {
    return {{"frames", figures.timing.frames},
            {"median_ms", figures.timing.median_ms},
            {"smallest_ms", figures.timing.smallest_ms},
            {"candidates", figures.candidates},
            {"bytes", figures.bytes}};
}

nlohmann::json to_json(const Row& row) {
    nlohmann::json json{
        {"scene", std::string{row.scene}},
        {"dimension", row.dimension},
        {"type", row.type},
        {"balls", row.balls},
        {"contacts", row.contacts},
        {"hash", fmt::format("{:016x}", row.hash)},
        {"finder", to_json(row.finder)},
        {"grid", nullptr},
        {"checked_with", row.check.empty() ? nlohmann::json(nullptr) : nlohmann::json(row.check)},
        {"right", row.right}};
    json["finder"]["first_frame_ms"] = row.first_frame_ms;
    if (row.grid) json["grid"] = to_json(*row.grid);
    return json;
}

nlohmann::json to_json(const Options& options, const std::vector<Row>& rows) {
    nlohmann::json all{{"instruction_set", name(options.settings.set)},
                       {"threads", options.threads},
                       {"seed", options.settings.seed},
                       {"rows", nlohmann::json::array()}};
    for (const Row& row : rows) all["rows"].push_back(to_json(row));
    return all;
}

std::vector<Row> measure(const Options& options, const Settings& settings) {
    std::vector<Row> rows;
    for (const int dimension : {3, 2}) {
        for (const std::string& scene : options.scenes) {
            if (!options.wants(dimension, scene[0])) continue;
            for (const std::string& type : options.types) {
                for (const std::size_t n : options.balls) {
                    rows.push_back(measured(type, dimension, scene[0], n, settings));
                    print(rows.back());
                }
            }
        }
    }
    return rows;
}

int run(const Options& options) {
    Settings settings = options.settings;
    std::optional<ThreadPool> pool;
    if (options.threads > 1) settings.workers = pool.emplace(options.threads).workers();
    settings.most_tests = options.slow_grid ? std::numeric_limits<double>::infinity() : 1.2e10;  // about 20 s
    print_head(options);
    const std::vector<Row> rows = measure(options, settings);
    const bool right = std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.right; });
    const auto unchecked =
        std::count_if(rows.begin(), rows.end(), [](const Row& row) { return row.check.empty(); });
    fmt::print("\n{} Rows compared with nothing: {}.\n",
               right ? "No wrong answer." : "WRONG somewhere above.", unchecked);
    bench::write_json(options.json, to_json(options, rows));
    return right ? 0 : 1;
}

}  // namespace
}  // namespace carom::frames

carom::bench::Work carom::bench::frame_verb(CLI::App& app) {
    const auto options = std::make_shared<frames::Options>();
    const auto add_words = [&](const char* name, std::vector<std::string>& words, const char* what,
                               const std::vector<std::string>& all) {
        app.add_option(name, words, what)->check(CLI::IsMember(all))->capture_default_str();
    };
    app.add_option("--n", options->balls, "how many balls; may be repeated")
        ->check(CLI::Range(std::size_t{1}, std::size_t{100'000'000}))
        ->capture_default_str();
    app.add_option("--dim", options->dimensions, "2 or 3; both when repeated; left out: 3, and 2 for scene A")
        ->check(CLI::IsMember({2, 3}));
    add_words("--scene", options->scenes, "A B C D or E; may be repeated", {"A", "B", "C", "D", "E"});
    add_words("--type", options->types, "float or double; both when repeated", {"float", "double"});
    add_count<std::size_t>(app, "--threads", options->threads, "of the finder", 1, 1024);
    add_instruction_set(app, options->settings.set, "instruction set of the finder");
    app.add_option("--seconds", options->settings.seconds, "of each timing, at least")
        ->check(within(1e-4, 100))
        ->capture_default_str();
    add_seed(app, options->settings.seed, "another seed makes other scenes");
    app.add_flag("--grid", options->slow_grid, "time the grid even where a frame takes it over 20 s");
    add_json(app, options->json, "also write all figures to this file");
    return [options] { return frames::run(*options); };
}
