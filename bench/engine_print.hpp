// The figures of a run of the engine as text and as JSON.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "engine_measure.hpp"

namespace carom::engine_runs {

inline nlohmann::json or_null(const std::optional<double>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
}
inline std::optional<double> per_ball(const Figures& f, const std::optional<double>& bytes) {
    if (!bytes) return {};
    return *bytes / static_cast<double>(f.balls);
}

inline void print(const Figures& f) {
    const Stretch& run = f.median();
    const auto bytes = [&](const std::optional<double>& all) {
        const auto each = per_ball(f, all);
        return each ? fmt::format("{:.0f}", *each) : std::string("unknown");
    };
    fmt::print("collisions per second             {:.0f}\n", 1e9 / run.nanoseconds());
    fmt::print("impacts per second, walls too     {:.0f}\n",
               1e9 / run.nanoseconds() * run.per_collision(run.impacts));
    fmt::print("nanoseconds per collision         {:.1f}   (fastest run {:.1f}, slowest {:.1f})\n",
               run.nanoseconds(), f.runs.front().nanoseconds(), f.runs.back().nanoseconds());
    fmt::print("shell exits per collision         {:.3f}\n", run.per_collision(run.list_rebuilds));
    fmt::print("exact predictions per collision   {:.3f}\n", run.per_collision(run.predictions));
    const EngineSettings& chosen = f.settings;
    fmt::print("chosen by the engine              shells {:.3g} thick, cells {:.3g} wide, {}\n",
               chosen.shell_thickness, chosen.cell_width,
               std::isinf(chosen.bucket) ? "no calendar" : fmt::format("buckets of {:.3g} s", chosen.bucket));
    fmt::print("creation                          {:.4f} s\n", f.create_seconds);
    fmt::print(
        "bytes per ball                    {} when created, {} after the runs (resident, no code: "
        "/proc/self/statm)\n",
        bytes(f.bytes_created), bytes(f.bytes_after));
    fmt::print("energy drift                      {:.1e}\n", f.energy_drift);
    fmt::print("off contact at impact             {:.1e} of the distance, at the worst of {}\n",
               f.worst_contact, f.checked);
    fmt::print("deepest overlap at the end        {:.1e} of the distance at contact\n", f.overlap());
    if (!f.pressure) return;
    const Pressure& p = *f.pressure;
    fmt::print("Z by the collision rate           {:.4f} +- {:.4f}\n", p.z, p.error);
    if (p.fluid) {
        fmt::print("Z of the fluid                    {:.4f}   (deviation {:+.2f} %)\n", *p.fluid,
                   100 * (p.z / *p.fluid - 1));
    } else {
        fmt::print("Z of the fluid                    not known so dense: not compared\n");
    }
    fmt::print("Z of the impacts looked at        {:.4f} by their rate, {:.4f} +- {:.4f} by the virial\n",
               p.from_rate, p.from_virial, p.virial_error);
}

inline nlohmann::json to_json(const Pressure& p) {
    nlohmann::json json{{"Z", p.z},
                        {"Z_standard_error", p.error},
                        {"Z_fluid", or_null(p.fluid)},
                        {"Z_deviation", nullptr},
                        {"checked_Z_by_rate", p.from_rate},
                        {"checked_Z_by_virial", p.from_virial},
                        {"checked_Z_standard_error", p.virial_error}};
    if (p.fluid) json["Z_deviation"] = p.z / *p.fluid - 1;
    return json;
}

/// Of the median run, and what all runs took.
inline nlohmann::json to_json(const Figures& f) {
    const Stretch& run = f.median();
    nlohmann::json json{{"balls", f.balls},
                        {"packing", f.packing},
                        {"collisions_per_second", 1e9 / run.nanoseconds()},
                        {"events_per_second", 1e9 / run.nanoseconds() * run.per_collision(run.impacts)},
                        {"nanoseconds_per_collision", run.nanoseconds()},
                        {"shell_exits_per_collision", run.per_collision(run.list_rebuilds)},
                        {"exact_predictions_per_collision", run.per_collision(run.predictions)},
                        {"settings",
                         {{"shell_thickness", f.settings.shell_thickness},
                          {"cell_width", f.settings.cell_width},
                          {"bucket_seconds", f.settings.bucket}}},
                        {"creation_seconds", f.create_seconds},
                        {"bytes_per_ball", or_null(per_ball(f, f.bytes_created))},
                        {"bytes_per_ball_after_runs", or_null(per_ball(f, f.bytes_after))},
                        {"bytes_are", "growth of the resident memory without code in /proc/self/statm"},
                        {"energy_drift", f.energy_drift},
                        {"checked_collisions", f.checked},
                        {"worst_distance_at_impact", f.worst_contact},
                        {"deepest_overlap_at_end", f.overlap()},
                        {"Z", nullptr},
                        {"wrong", faults(f)}};
    for (const Stretch& one : f.runs) json["runs_nanoseconds_per_collision"].push_back(one.nanoseconds());
    if (f.pressure) json.update(to_json(*f.pressure));
    return json;
}

}  // namespace carom::engine_runs
