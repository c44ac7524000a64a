// What does a sweep cost, one pair at a time and in batches, beside the textbook listing on the same pairs in
// the same run? Every answer is checked: decisions against exact integers, batches against single sweeps bit
// for bit. The exit code is 1 when one differs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench_options.hpp"
#include "pair_timing.hpp"

namespace carom::timing {
namespace {

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

InstructionSet set_of(const std::string& wanted) {
    for (const InstructionSet set :
         {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
        if (wanted == name(set)) return set;
    }
    return fastest_instruction_set();
}

int run(int argc, char** argv) {
    CLI::App app("Times sweeps beside the textbook listing and checks every answer.");
    std::string json;
    std::string wanted = "fastest";
    double seconds = 0.02;
    bool only_generic = false;
    app.add_option("--json", json, "also write the rows to this file")->check(carom::bench::writable_file());
    app.add_option("--set", wanted, "instruction set of the batches")
        ->check(CLI::IsMember({"fastest", "baseline", "avx2", "avx512"}));
    app.add_option("--seconds", seconds, "of each timing; the best of 9 is shown")
        ->check(carom::bench::within(1e-4, 10));
    app.add_flag("--generic", only_generic, "only the generic family");
    if (const auto code = carom::bench::ended_by_options(app, argc, argv)) return *code;

    const InstructionSet set = set_of(wanted);
    if (wanted != "fastest" && !is_available(set)) {
        fmt::print(stderr, "pair_table: this machine has no {}\n", wanted);
        return 2;
    }
    const Settings settings{set, seconds};
    std::vector<FamilyRow> rows;
    for (const families::Family family : families::all()) {
        if (only_generic && family != families::Family::generic) continue;
        rows.push_back(family_row<float, 2>(family, settings));
        rows.push_back(family_row<float, 3>(family, settings));
        rows.push_back(family_row<double, 2>(family, settings));
        rows.push_back(family_row<double, 3>(family, settings));
    }
    const std::vector<StreamRow> streams{stream_row<float>(settings), stream_row<double>(settings)};
    print_families(rows, set);
    print_streams(streams);

    nlohmann::json all{{"instruction_set", name(set)},
                       {"families", nlohmann::json::array()},
                       {"streams", nlohmann::json::array()}};
    std::size_t wrong = 0;
    for (const FamilyRow& row : rows) {
        all["families"].push_back(to_json(row));
        wrong += row.wrong;
    }
    for (const StreamRow& row : streams) {
        all["streams"].push_back(to_json(row));
        wrong += row.wrong;
    }
    if (!json.empty() && !(std::ofstream(json) << all.dump(1) << '\n')) {
        fmt::print(stderr, "pair_table: cannot write {}\n", json);
        return 3;
    }
    return wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace carom::timing

int main(int argc, char** argv) {
    return carom::timing::run(argc, argv);
}
