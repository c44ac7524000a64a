// carom_bench table: what do shots on a billiard table cost? A sample is followed event by event: nothing may
// overlap, and energy may not rise.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "options.hpp"
#include "table_measure.hpp"
#include "verbs.hpp"

namespace carom::bench {
namespace {

constexpr double kMostOverlap = 1e-12;  // m
constexpr double kMostRise = 1e-12;

struct Options {
    TableSettings settings;
    std::string json;
};

std::vector<std::string> faults_of(const std::vector<TableRow>& rows) {
    std::vector<std::string> faults;
    for (const TableRow& row : rows) {
        if (row.worst_overlap > kMostOverlap)
            faults.push_back(fmt::format("{}: balls overlap by {} m", row.name, row.worst_overlap));
        if (row.most_energy_rise > kMostRise) {
            faults.push_back(fmt::format("{}: energy rises by {} of itself", row.name, row.most_energy_rise));
        }
    }
    return faults;
}

nlohmann::json to_json(const std::vector<TableRow>& rows, double ratio) {
    nlohmann::json all{
        {"nine_ball_breaks_per_second", std::min(rows[0].shots_per_second, rows[1].shots_per_second)},
        {"eight_ball_breaks_per_second", std::min(rows[2].shots_per_second, rows[3].shots_per_second)},
        {"two_ball_shots_per_second", rows[4].shots_per_second},
        {"cost_per_event_ratio_1000_to_16", ratio},
        {"rows", nlohmann::json::array()}};
    for (const TableRow& row : rows) {
        all["rows"].push_back({{"name", row.name},
                               {"shots_per_second", row.shots_per_second},
                               {"ns_per_event", row.ns_per_event},
                               {"events_per_shot", row.events_per_shot},
                               {"worst_overlap", row.worst_overlap},
                               {"most_energy_rise", row.most_energy_rise},
                               {"hash", fmt::format("{:016x}", row.hash)}});
    }
    return all;
}

int run(const Options& options) {
    const std::vector<TableRow> rows = table_rows(options.settings);
    fmt::print("{} different shots of each kind on one core, those with lasting contact included.\n\n",
               options.settings.shots);
    fmt::print(
        "| shot | shots/s | events | ns an event | overlap m | energy rise | hash "
        "|\n|---|---|---|---|---|---|---|\n");
    for (const TableRow& row : rows) {
        fmt::print("| {} | {:.0f} | {:.1f} | {:.0f} | {:.1e} | {:.1e} | {:016x} |\n", row.name,
                   row.shots_per_second, row.events_per_shot, row.ns_per_event, row.worst_overlap,
                   row.most_energy_rise, row.hash);
    }
    const double ratio = cost_per_event_ratio(options.settings);
    fmt::print("\nAn event among 1,024 balls costs {:.1f} times what it costs among 16.\n", ratio);
    write_json(options.json, to_json(rows, ratio));
    return verdict(faults_of(rows));
}

}  // namespace

Work table_verb(CLI::App& app) {
    const auto options = std::make_shared<Options>();
    add_count(app, "--shots", options->settings.shots, "different shots of each kind", 1, 1'000'000);
    add_count(app, "--rounds", options->settings.rounds, "the fastest counts", 1, 1000);
    add_seed(app, options->settings.seed);
    add_json(app, options->json);
    return [options] { return run(*options); };
}

}  // namespace carom::bench
