// The text of report.json.
#include "app/run/report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/measure/measure_report.hpp"
#include "carom/core/version.hpp"
#include "text/json.hpp"

namespace carom::app {
namespace {

Json limits_json(const Limits& limits) {
    constexpr const char* sources[] = {"command line", "scene", "default"};
    Json json;
    json["until"] = std::isfinite(limits.until) ? Json(limits.until) : Json();
    json["events"] = limits.events == Limits().events ? Json() : Json(limits.events);
    json["from"] = sources[static_cast<std::size_t>(limits.source)];
    return json;
}

void add_proof(Json& json, const Proof& proof) {
    const bool checked = proof.verdict != Proof::Verdict::not_proved;
    const bool is_decided = checked && proof.verdict != Proof::Verdict::in_part;
    json["proved"] = is_decided ? Json(proof.verdict == Proof::Verdict::proved) : Json();
    json["not_proved_because"] = is_decided ? Json() : Json(proof.why_not);
    json["clusters_open"] = checked ? Json(proof.clusters_open) : Json();
    json["contacts_open"] = checked ? Json(proof.contacts_open) : Json();
    json["contacts_at_end"] = checked ? Json(proof.contacts_at_end) : Json();
    json["worst_gap"] = checked ? Json(proof.worst_gap) : Json();
    json["worst_bound_share"] = checked ? Json(proof.worst_bound_share) : Json();
}

void add_physics(Json& json, const RunReport& report) {
    json["kinetic_energy_start"] = report.start.kinetic_energy;
    json["kinetic_energy_end"] = report.end.kinetic_energy;
    json["potential_energy_start"] = report.start.potential_energy;
    json["potential_energy_end"] = report.end.potential_energy;
    json["energy_relative_error"] = or_null(report.energy_relative_error());
    json["momentum_start"] = report.start.momentum;
    json["momentum_end"] = report.end.momentum;
}

}  // namespace

double RunReport::events_per_second() const {
    return recording.wall_seconds > 0 ? static_cast<double>(impacts()) / recording.wall_seconds : 0;
}

bool RunReport::keeps_energy() const {
    return !is_lossy(law) && !has_energy_source && start.kinetic_energy > 0;
}

std::optional<double> RunReport::energy_relative_error() const {
    if (!keeps_energy()) return {};
    const double change =
        (end.kinetic_energy - start.kinetic_energy) + (end.potential_energy - start.potential_energy);
    return std::fabs(change / start.kinetic_energy);
}

/// For impacts of two species.
Json between_json(const CollisionLaw& law) {
    Json pairs = Json::array();
    for (const SpeciesRestitution& pair : law.between)
        pairs.push_back({{"species", {pair.first, pair.second}}, {"restitution", pair.restitution}});
    return pairs;
}

std::string to_json(const RunReport& report) {
    Json json;
    json["carom_version"] = version;
    json["scene"] = report.scene;
    json["scene_file"] = report.scene_file.string();
    json["seed"] = or_null(report.seed);
    json["balls"] = report.balls;
    json["dimension"] = report.dimension;
    json["restitution_balls"] = report.law.restitution_balls;
    json["restitution_walls"] = report.law.restitution_walls;
    if (!report.law.between.empty()) json["restitution_between"] = between_json(report.law);
    json["elastic_below"] = or_null(report.law.elastic_below);
    json["contacts_taken_as_touching"] = report.contacts_taken_as_touching;
    json["limits"] = limits_json(report.limits);
    json["stopped_because"] = name_of(report.recording.stopped_because);
    json["simulated_time"] = report.simulated_time;
    json["ball_ball_collisions"] = report.counts.ball_ball;
    json["wall_collisions"] = report.counts.ball_wall;
    json["clusters"] = report.counts.clusters;
    json["made_elastic"] = report.counts.made_elastic;
    json["kicks"] = report.counts.kicks;
    json["rests"] = report.counts.rests;
    json["wakes"] = report.counts.wakes;
    json["wall_seconds"] = report.recording.wall_seconds;
    json["events_per_second"] = report.events_per_second();
    add_physics(json, report);
    json["recorded"] = report.recorded;
    add_proof(json, report.proof);
    json["measurements"] = measurements_json(report.measurements);
    json["trajectory_hash"] = fmt::format("{:016x}", report.trajectory_hash);
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace carom::app
