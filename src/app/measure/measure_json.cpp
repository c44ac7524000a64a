// Measurements in report.json and measurements.json.
#include "app/measure/measure_report.hpp"
#include "text/json.hpp"

namespace carom::app {
namespace {

Json json_of(const Estimate& x) {
    if (x.count == 0) return {};
    return {{"value", x.value}, {"error", or_null(x.error)}, {"converged", x.converged}, {"count", x.count}};
}

Json json_of(const std::optional<Estimate>& x) {
    return x ? json_of(*x) : Json();
}

Json json_of(const std::vector<Estimate>& list) {
    Json json = Json::array();
    for (const Estimate& x : list) json.push_back(json_of(x));
    return json;
}

Json json_of(const std::vector<MeasuredSpecies>& species) {
    Json json = Json::array();
    for (const MeasuredSpecies& one : species) {
        json.push_back({{"name", one.name},
                        {"balls", one.balls},
                        {"radius", or_null(one.radius)},
                        {"mass", or_null(one.mass)}});
    }
    return json;
}

Json json_of(const PressureResult& result, int dimension) {
    Json stress = Json::array();
    const auto n = static_cast<std::size_t>(dimension);
    for (std::size_t i = 0; i < n; ++i) {
        Json row = Json::array();
        for (std::size_t j = 0; j < n; ++j) row.push_back(json_of(result.stress[n * i + j]));
        stress.push_back(row);
    }
    Json walls = Json::array();
    for (const WallLoad& load : result.walls) {
        walls.push_back(
            {{"wall", load.wall}, {"force", json_of(load.force)}, {"pressure", json_of(load.pressure)}});
    }
    return {{"pressure", json_of(result.pressure)},   {"stress", stress},
            {"z_virial", json_of(result.z_virial)},   {"z_rate", json_of(result.z_rate)},
            {"viscosity", json_of(result.viscosity)}, {"walls", walls}};
}

Json json_of(const MeanFreeTimeResult& result, const MeasureResults& all) {
    Json pairs = Json::array();
    for (const PairRate& pair : result.pairs) {
        pairs.push_back({{"species", {all.species[pair.first].name, all.species[pair.second].name}},
                         {"impacts", pair.impacts},
                         {"rate", json_of(pair.rate)},
                         {"mean_free_times", {json_of(pair.first_free_time), json_of(pair.second_free_time)}},
                         {"contact_value", json_of(pair.contact_value)}});
    }
    return {{"species", json_of(result.species)}, {"pairs", pairs}};
}

Json json_of(const DiffusionResult& result) {
    Json species = Json::array();
    for (const DiffusionCurve& curve : result.species) {
        species.push_back(
            {{"from_slope", json_of(curve.from_slope)}, {"from_running", json_of(curve.from_running)}});
    }
    return species;
}

void add_results(Json& json, const MeasureResults& r) {
    if (r.temperature)
        json["temperature"] = {{"kt", json_of(r.temperature->kt)},
                               {"species", json_of(r.temperature->species)}};
    if (r.pressure) json["pressure"] = json_of(*r.pressure, r.dimension);
    if (r.mean_free_time) json["mean_free_time"] = json_of(*r.mean_free_time, r);
    if (r.energy_loss) {
        json["energy_loss"] = {{"balls", r.energy_loss->balls},
                               {"walls", r.energy_loss->walls},
                               {"clusters", r.energy_loss->clusters},
                               {"rests", r.energy_loss->rests},
                               {"rate", json_of(r.energy_loss->rate)}};
    }
    if (r.diffusion) json["diffusion"] = json_of(*r.diffusion);
}

}  // namespace

Json measurements_json(const MeasureResults& results) {
    if (results.plan.quantities.empty() && results.left_out.empty()) return {};
    Json json;
    Json quantities = Json::array();
    for (const Quantity quantity : results.plan.quantities) quantities.push_back(name_of(quantity));
    json["quantities"] = quantities;
    json["left_out"] = results.left_out;
    json["unmeasured"] = results.unmeasured;
    json["notes"] = results.notes;
    json["after"] = results.plan.after;
    json["measured_time"] = results.measured_time;
    json["interval"] = or_null(results.plan.interval);
    json["window"] = or_null(results.plan.window);
    json["snapshot_interval"] = or_null(results.plan.snapshot_interval);
    json["snapshots"] = results.snapshots;
    json["species"] = json_of(results.species);
    add_results(json, results);
    return json;
}

std::string measurements_text(const MeasureResults& results) {
    return measurements_json(results).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace carom::app
