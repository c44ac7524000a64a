// The table [measure].
#include <algorithm>
#include <cmath>

#include "scene/wording.hpp"
#include "scene_text/scene_draft.hpp"

namespace carom::detail {
namespace {

constexpr std::uint64_t kMostBins = 100'000;

/// As a power of two, of what a scene gets when it says nothing: with less a run would look at balls without
/// end.
constexpr int kShortestOfUsual = -20;

/// Shorter steps would not move the clock at the time when measuring begins.
constexpr int kShortestOfAfter = -40;  // as a power of two

std::optional<double> positive(TableReader& reader, std::string_view key) {
    const auto value = reader.number(key);
    if (!value || *value > 0) return value;
    reader.fault("wrong values", key, std::string(key) + " must be above 0, not " + text(*value));
    return {};
}

std::optional<double> duration(TableReader& reader, std::string_view key, double after, int exponent) {
    const auto value = positive(reader, key);
    if (!value || *value >= std::ldexp(after, exponent)) return value;
    reader.fault("wrong values", key,
                 std::string(key) + " " + text(*value) + " is below 2^" + std::to_string(exponent) +
                     " of after, which is " + text(after));
    return {};
}

std::vector<carom::Quantity> read_quantities(TableReader& reader) {
    std::vector<carom::Quantity> all(all_quantities.begin(), all_quantities.end());
    const auto words = reader.texts("quantities");
    if (!words) return all;
    if (words->empty()) {
        reader.fault("wrong values", "quantities",
                     "quantities names nothing to measure: leave it out to measure all");
    }
    std::vector<carom::Quantity> chosen;
    for (const std::string& word : *words) {
        const auto named = [&](carom::Quantity quantity) { return name_of(quantity) == word; };
        const auto found = std::find_if(all.begin(), all.end(), named);
        if (found != all.end()) {
            if (std::find(chosen.begin(), chosen.end(), *found) == chosen.end()) chosen.push_back(*found);
            continue;
        }
        std::vector<std::string> names;
        names.reserve(all.size());
        for (const carom::Quantity quantity : all) names.emplace_back(name_of(quantity));
        reader.reject_word("quantities", word, names);
    }
    return chosen;
}

const TomlNode* table_of(const TomlNode& tree) {
    for (const TomlEntry& entry : *tree.as<TomlNode::Table>()) {
        if (entry.key == "measure") return &entry.node;
    }
    return nullptr;
}

}  // namespace

MeasurePlan read_measure(TableReader& top, int dimension, PlacedFaults& faults) {
    MeasurePlan plan;
    const TomlNode* table = top.table("measure");
    if (table == nullptr) return plan;
    TableReader reader(*table, "[measure]", faults);
    plan.quantities = read_quantities(reader);
    plan.after = reader.number("after").value_or(0);
    if (plan.after < 0)
        reader.fault("wrong values", "after", "after must be 0 or more, not " + text(plan.after));
    plan.interval = duration(reader, "interval", plan.after, kShortestOfAfter);
    plan.window =
        duration(reader, "window", plan.after, kShortestOfAfter + 8);  // its shortest lag is a 256th
    plan.snapshot_interval = duration(reader, "snapshot_interval", plan.after, kShortestOfAfter);
    plan.bins = reader.whole("bins", 1, kMostBins).value_or(plan.bins);
    plan.radial_range = positive(reader, "radial_range");
    plan.speed_range = positive(reader, "speed_range");
    plan.axis = reader.axis("axis", dimension);
    plan.species_by =
        reader.choice<SpeciesBy>("species", {{"kind", SpeciesBy::kind}, {"name", SpeciesBy::name}})
            .value_or(SpeciesBy::kind);
    reader.reject_other_keys();
    return plan;
}

/// Of what the scene names.
template <int N>
void check_durations(TableReader& reader, const MeasurePlan& plan, const Scene<N>& scene) {
    const MeasurePlan usual = settled(MeasurePlan{}, scene);
    const auto check = [&](std::string_view key, const std::optional<double>& value,
                           const std::optional<double>& usual_value) {
        if (!value || !usual_value || !(*value < std::ldexp(*usual_value, kShortestOfUsual))) return;
        reader.fault("wrong values", key,
                     std::string(key) + " " + text(*value) +
                         " is below a millionth of what suits the scene, " + text(*usual_value) +
                         ": the run would hardly end");
    };
    check("interval", plan.interval, usual.interval);
    check("window", plan.window, usual.window);
    check("snapshot_interval", plan.snapshot_interval, usual.snapshot_interval);
}

template <int N>
void check_measure(const TomlNode& tree, const MeasurePlan& plan, const Scene<N>& scene,
                   PlacedFaults& faults) {
    const TomlNode* table = table_of(tree);
    if (table == nullptr) return;
    TableReader reader(*table, "[measure]", faults);
    check_durations(reader, plan, scene);
    const std::string_view key =
        reader.has("quantities") ? "quantities" : (reader.has("radial_range") ? "radial_range" : "");
    for (const carom::Quantity quantity : plan.quantities) {
        const bool named = reader.has("quantities") ||
                           (quantity == carom::Quantity::radial_distribution && reader.has("radial_range"));
        if (!named) continue;
        if (const auto reason = why_not(quantity, scene, plan)) {
            reader.fault("quantities that the scene does not have", key, *reason);
        }
    }
}

template void check_measure(const TomlNode&, const MeasurePlan&, const Scene<2>&, PlacedFaults&);
template void check_measure(const TomlNode&, const MeasurePlan&, const Scene<3>&, PlacedFaults&);

}  // namespace carom::detail
