// The rows of the accuracy table as JSON.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>

#include "accuracy_measure.hpp"

namespace carom::accuracy {

inline nlohmann::json to_json(const Place& p) {
    return {{"family", p.family}, {"type", p.type}, {"dimension", p.dimension}};
}
/// JSON has no infinity: null.
inline nlohmann::json to_json(double error) {
    return std::isfinite(error) ? nlohmann::json(error) : nlohmann::json(nullptr);
}
inline nlohmann::json to_json(const Score& s) {
    return {{"missed", s.missed},
            {"false_hits", s.false_hits},
            {"bounced", s.bounced},
            {"reported_again", s.again},
            {"worst_first_ulp", to_json(s.worst_first)},
            {"worst_last_ulp", to_json(s.worst_last)}};
}
inline nlohmann::json to_json(const SweepRow& row) {
    nlohmann::json json = to_json(row.place);
    json.update({{"queries", row.queries}, {"hits", row.hits}});
    for (std::size_t i = 0; i < kForms; ++i) json["forms"][kFormNames[i]] = to_json(row.forms[i]);
    json["carom"] = to_json(row.carom);
    json["carom"].update({{"wrong_states", row.wrong_states},
                          {"wrong_comparisons", row.wrong_comparisons},
                          {"overlapping_after_advance", row.entered},
                          {"normals", row.normals},
                          {"worst_normal_epsilon", to_json(row.worst_normal)},
                          {"misplaced_by_advance", row.misplaced},
                          {"stayed_at_start", row.stayed},
                          {"closing_after_bounce", row.still_closing}});
    return json;
}
inline nlohmann::json to_json(const FirstTimesRow& row) {
    nlohmann::json json = to_json(row.place);
    json.update({{"queries", row.queries}, {"equal", row.equal}});
    for (std::size_t i = 0; i < kForms; ++i) json["wrong_by_times"][kFormNames[i]] = row.wrong_by_times[i];
    json["wrong_by_times"]["sweep"] = row.wrong_by_times[kForms];
    json["wrong_compare_first"] = row.wrong_order;
    return json;
}
inline nlohmann::json to_json(const ImpactRow& row) {
    nlohmann::json json = to_json(row.place);
    json.update({{"queries", row.queries},
                 {"closing", row.closing},
                 {"still_closing_textbook", row.still_closing_textbook},
                 {"still_closing", row.still_closing},
                 {"changed_without_impact", row.changed_without_impact}});
    return json;
}

}  // namespace carom::accuracy
