// carom_bench pair: what does a sweep cost, one pair at a time and in batches, beside the textbook listing on
// the same pairs in the same run? Every answer is checked: decisions against exact integers, batches against
// single sweeps bit for bit.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "options.hpp"
#include "pair_timing.hpp"
#include "verbs.hpp"

namespace carom::timing {
namespace {

struct Options {
    Settings settings;
    bool only_generic = false;
    std::string json;
};

nlohmann::json to_json(const FamilyRow& row) {
    return {{"family", row.family},
            {"type", row.type},
            {"dimension", row.dimension},
            {"hits", row.hits},
            {"textbook_wrong", row.textbook_wrong},
            {"wrong", row.wrong},
            {"beyond_filter", row.beyond_filter},
            {"exact", row.exact},
            {"textbook_ns", row.textbook_ns},
            {"sweep_ns", row.sweep_ns},
            {"batch_ns", row.batch_ns}};
}

nlohmann::json to_json(const StreamRow& row) {
    return {{"type", row.type},
            {"pairs", row.pairs},
            {"ns", row.ns},
            {"gigabytes_per_second", row.rate},
            {"copy_gigabytes_per_second", row.copy_rate},
            {"wrong", row.wrong}};
}

void print_families(const std::vector<FamilyRow>& rows, InstructionSet set) {
    fmt::print("One query in ns; batches of {} pairs with {}. Shares of all queries in per cent.\n\n", kPairs,
               name(set));
    fmt::print(
        "| family | type | hits | textbook wrong | Carom wrong | beyond the filter | exact | textbook ns | "
        "sweep ns | batch ns |\n");
    fmt::print("|---|---|---|---|---|---|---|---|---|---|\n");
    for (const FamilyRow& r : rows) {
        fmt::print("| {} | {} {}D | {:.1f} | {:.1f} | {} | {:.2f} | {:.2f} | {:.1f} | {:.1f} | {:.2f} |\n",
                   r.family, r.type, r.dimension, 100 * r.hits, 100 * r.textbook_wrong, r.wrong,
                   100 * r.beyond_filter, 100 * r.exact, r.textbook_ns, r.sweep_ns, r.batch_ns);
    }
}

void print_streams(const std::vector<StreamRow>& rows) {
    fmt::print(
        "\n| streaming from memory | pairs | ns a pair | GB/s | copy GB/s | share | Carom wrong "
        "|\n|---|---|---|---|---|---|---|\n");
    for (const StreamRow& r : rows) {
        fmt::print("| {} 3D | {} | {:.2f} | {:.1f} | {:.1f} | {:.0f} % | {} |\n", r.type, r.pairs, r.ns,
                   r.rate, r.copy_rate, 100 * r.rate / r.copy_rate, r.wrong);
    }
}

int run(const Options& options) {
    const InstructionSet set = options.settings.set;
    const std::vector<FamilyRow> rows = family_rows(options.only_generic, options.settings);
    const std::vector<StreamRow> streams = stream_rows(options.settings);
    print_families(rows, set);
    print_streams(streams);

    nlohmann::json all{{"instruction_set", name(set)},
                       {"families", nlohmann::json::array()},
                       {"streams", nlohmann::json::array()}};
    std::size_t wrong = 0;
    const auto add = [&](const char* key, const auto& some) {
        for (const auto& row : some) {
            all[key].push_back(to_json(row));
            wrong += row.wrong;
        }
    };
    add("families", rows);
    add("streams", streams);
    bench::write_json(options.json, all);
    return wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace carom::timing

carom::bench::Work carom::bench::pair_verb(CLI::App& app) {
    const auto options = std::make_shared<timing::Options>();
    add_json(app, options->json, "also write the rows to this file");
    add_instruction_set(app, options->settings.set, "instruction set of the batches");
    app.add_option("--seconds", options->settings.seconds, "of each timing; the best of 9 is shown")
        ->check(within(1e-4, 10));
    app.add_flag("--generic", options->only_generic, "only the generic family");
    return [options] { return timing::run(*options); };
}
