// carom_bench worlds: how fast is the engine in worlds beside the dense fluid? A row is wrong when balls
// overlap, or when another search for neighbours gives other events.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine_worlds.hpp"
#include "failures.hpp"
#include "options.hpp"
#include "verbs.hpp"

namespace carom::bench {
namespace {
namespace worlds {

using engine_runs::WorldRow;
using engine_runs::WorldSettings;

/// What rounding explains after flights of some 10^7 diameters.
constexpr double kMostOverlap = 1e-8;

struct Options {
    WorldSettings settings;
    std::string json;
};

void print(const WorldRow& row) {
    const std::string overlap = row.overlap ? fmt::format("{:.0e}", *row.overlap) : "-";
    const std::string proof = row.proof ? fmt::format("{:.1f}", *row.proof) : "-";
    fmt::print(
        "| {:<28} | {:>9} | {:<6} | {:>9.0f} | {:>8.0f} | {:>8.2f} | {:>8.2f} | {:>5} | {:>7} | {:016x} |\n",
        row.name, row.balls, row.search, 1e9 / row.nanoseconds(), row.nanoseconds(), row.searches,
        row.predictions, proof, overlap, row.hash);
    std::fflush(stdout);
}

std::vector<std::string> faults_of(const std::vector<WorldRow>& rows) {
    std::vector<std::string> faults;
    for (const WorldRow& row : rows) {
        if (row.overlap.value_or(0) > kMostOverlap)
            faults.push_back(
                fmt::format("{}: balls overlap by {:.2g} of their distance", row.name, *row.overlap));
        if (!row.is_same_otherwise.value_or(true))
            faults.push_back(fmt::format("{}: another search for neighbours gives other events", row.name));
        if (!row.is_proved) faults.push_back(fmt::format("{}: the run is not proved", row.name));
    }
    return faults;
}

/// null where nothing was asked.
template <class X>
nlohmann::json or_null(const std::optional<X>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
}

nlohmann::json to_json(const WorldRow& row) {
    return {{"name", row.name},
            {"balls", row.balls},
            {"search", row.search},
            {"impacts", row.impacts},
            {"impacts_per_second", 1e9 / row.nanoseconds()},
            {"nanoseconds_per_impact", row.nanoseconds()},
            {"searches_per_impact", row.searches},
            {"exact_predictions_per_impact", row.predictions},
            {"proof_over_recorded_run", or_null(row.proof)},
            {"deepest_overlap_at_end", or_null(row.overlap)},
            {"same_events_with_another_search", or_null(row.is_same_otherwise)},
            {"hash", fmt::format("{:016x}", row.hash)}};
}

int run(const Options& options) {
    fmt::print("CPU time of one thread, the fastest of {} runs of {} impacts, nothing recorded.\n",
               options.settings.repeat, options.settings.impacts);
    fmt::print("proof: its time over that of a run from the start that records.\n\n");
    fmt::print(
        "| world                        |     balls | search | impacts/s |       ns | searches | solved   | "
        "proof | overlap | "
        "hash             |\n|---|---|---|---|---|---|---|---|---|---|\n");
    const std::vector<WorldRow> rows = engine_runs::world_rows(options.settings, print);
    nlohmann::json all = nlohmann::json::array();
    if (rows.empty()) throw Refused(fmt::format("no world has '{}' in its name", options.settings.only));
    for (const WorldRow& row : rows) all.push_back(to_json(row));
    write_json(options.json, {{"impacts", options.settings.impacts},
                              {"repeat", options.settings.repeat},
                              {"seed", options.settings.seed},
                              {"worlds", all}});
    return verdict(faults_of(rows));
}

}  // namespace worlds
}  // namespace

Work worlds_verb(CLI::App& app) {
    const auto options = std::make_shared<worlds::Options>();
    add_count<std::uint64_t>(app, "--impacts", options->settings.impacts, "of a run", 1'000, 1'000'000'000);
    add_count<std::size_t>(app, "--repeat", options->settings.repeat, "how many runs", 1, 1000);
    app.add_flag("--large", options->settings.large, "gases of a million balls too");
    app.add_option("--only", options->settings.only, "the worlds with this in their names");
    app.add_flag("!--unchecked", options->settings.checked,
                 "without the proof and the run with another search");
    std::error_code ignored;
    options->settings.directory = std::filesystem::temp_directory_path(ignored).string();
    app.add_option("--directory", options->settings.directory, "where runs are recorded, and removed again")
        ->check(CLI::ExistingDirectory)
        ->capture_default_str();
    add_seed(app, options->settings.seed);
    add_json(app, options->json);
    return [options] { return worlds::run(*options); };
}

}  // namespace carom::bench
