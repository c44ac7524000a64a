// carom_bench table: what do shots on a billiard table cost? A sample is followed event by event: nothing may
// overlap, and energy may not rise.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "failures.hpp"
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

nlohmann::json to_json(const std::vector<TableRow>& rows) {
    nlohmann::json all{{"rows", nlohmann::json::array()}};
    const auto add_rate = [&](const std::string& kind, const std::string& key) {
        double least = 1e300;
        for (const TableRow& row : rows) {
            if (row.name.starts_with(kind)) least = std::min(least, row.shots_per_second);
        }
        if (least < 1e300) all[key] = least;
    };
    add_rate("nine-ball", "nine_ball_breaks_per_second");
    add_rate("eight-ball", "eight_ball_breaks_per_second");
    add_rate("two balls", "two_ball_shots_per_second");
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
    if (rows.empty()) throw Refused(fmt::format("no shot has '{}' in its name", options.settings.only));
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
    nlohmann::json all = to_json(rows);
    if (options.settings.only.empty()) {
        const double ratio = cost_per_event_ratio(options.settings);
        fmt::print("\nAn event among 1,024 balls costs {:.1f} times what it costs among 16.\n", ratio);
        all["cost_per_event_ratio_1000_to_16"] = ratio;
    }
    write_json(options.json, all);
    return verdict(faults_of(rows));
}

}  // namespace

Work table_verb(CLI::App& app) {
    const auto options = std::make_shared<Options>();
    add_count(app, "--shots", options->settings.shots, "different shots of each kind", 1, 1'000'000);
    add_count(app, "--rounds", options->settings.rounds, "the fastest counts", 1, 1000);
    add_seed(app, options->settings.seed);
    app.add_option("--only", options->settings.only, "the shots with this in their names");
    add_json(app, options->json);
    return [options] { return run(*options); };
}

}  // namespace carom::bench
