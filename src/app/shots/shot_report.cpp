#include "app/shots/shot_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "app/files/result_files.hpp"
#include "app/shots/ruling_words.hpp"
#include "carom/core/version.hpp"
#include "text/json.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

using billiards::BallState;
using billiards::Phase;
using billiards::TableScene;

Json ball_or_null(int ball) {
    return ball < 0 ? Json() : Json(ball);
}

Json shot_json(const ShotSummary& shot, const TableScene& scene) {
    Json pocketed = Json::array();
    for (const auto& [ball, pocket] : shot.pocketed) {
        pocketed.push_back(
            {{"ball", ball}, {"name", scene.ball_names[static_cast<std::size_t>(ball)]}, {"pocket", pocket}});
    }
    Json facts;
    if (shot.facts) {
        facts["first_hit"] = ball_or_null(shot.facts->first_hit);
        facts["second_hit"] = ball_or_null(shot.facts->second_hit);
        facts["tied_hits"] = shot.facts->tied_hits;
        facts["cushions_before_hit"] = shot.facts->cushions_before_hit;
        facts["cushions_before_second"] = shot.facts->cushions_before_second;
        facts["cushion_after_hit"] = shot.facts->cushion_after_hit;
        facts["to_cushion"] = shot.facts->to_cushion;
        if (const auto& lines = shot.facts->lines) {
            facts["starts_behind_head_string"] = lines->starts_behind;
            facts["crosses_head_string"] = lines->crosses;
            facts["hit_behind_head_string"] = lines->hit_behind;
            facts["starts_in_d"] = lines->starts_in_d;
        }
    }
    return {{"duration", shot.duration},
            {"events", shot.events},
            {"ball_ball_collisions", shot.ball_ball},
            {"cushion_collisions", shot.cushions},
            {"pocketed", pocketed},
            {"off_table", shot.off_table},
            {"facts", facts},
            {"ruling", shot.ruling ? ruling_json(*shot.ruling) : Json()}};
}

Json balls_json(const ShotRunReport& report, const TableScene& scene) {
    Json balls = Json::array();
    for (std::size_t k = 0; k < report.end.size(); ++k) {
        const BallState& state = report.end[k];
        const bool lies = !is_out_of_play(state.phase);
        balls.push_back({{"name", scene.ball_names[k]},
                         {"pocketed", state.phase == Phase::pocketed},
                         {"off_table", state.phase == Phase::off_table},
                         {"position", lies ? Json({state.position[0], state.position[1]}) : Json()}});
    }
    return balls;
}

std::string shot_in_words(const ShotSummary& shot, const TableScene& scene) {
    std::string text = fmt::format("{:.6g} s, {}: {} ball-ball, {} cushion", shot.duration,
                                   counted(shot.events, "event"), shot.ball_ball, shot.cushions);
    const char* before = "; pocketed: ";
    for (const auto& [ball, pocket] : shot.pocketed) {
        text += before + ball_in_words(scene, ball);
        before = ", ";
    }
    before = "; off the table: ";
    for (const int ball : shot.off_table) {
        text += before + ball_in_words(scene, ball);
        before = ", ";
    }
    return text;
}

void add_proof(Json& json, const ShotRunReport& report) {
    const auto& proof = report.proof;
    json["proved"] = proof ? Json(static_cast<bool>(*proof)) : Json();
    json["not_proved_because"] = proof ? Json() : Json(report.not_proved_because);
    json["impacts_open"] = proof ? Json(proof->impacts_open) : Json();
    json["motions_open"] = proof ? Json(proof->motions_open) : Json();
    json["deepest_overlap"] = proof ? Json(proof->deepest_overlap) : Json();
    json["worst_bound_share"] = proof ? Json(proof->worst_bound_share) : Json();
}

std::string proof_in_words(const ShotRunReport& report) {
    if (!report.proof) return "not checked: " + report.not_proved_because;
    return *report.proof ? proved_in_words(*report.proof)
                         : "FAILED: " + counted(report.proof->fault_count, "fault");
}

std::string size_of(const std::filesystem::path& path) {
    std::error_code failure;
    const auto size = std::filesystem::file_size(path, failure);
    return failure ? path.string()
                   : fmt::format("{} ({})", path.string(), short_size(static_cast<double>(size)));
}

}  // namespace

std::string ball_in_words(const TableScene& scene, int ball) {
    const std::string& name = scene.ball_names[static_cast<std::size_t>(ball)];
    return name.empty() ? fmt::format("ball {}", ball) : name;
}

ShotSummary shot_summary(const PlayedShot& shot, const TableScene& scene, std::size_t number,
                         billiards::SceneReferee& referee) {
    using billiards::EventKind;
    ShotSummary summary;
    summary.duration = shot.duration;
    if (number < scene.shots.size()) {
        summary.facts = billiards::facts_of(shot.start, shot.events, scene.shots[number].shot.cue_ball,
                                            scene.setup.table);
        summary.ruling = referee.rule(*summary.facts);
    }
    for (const billiards::ShotEvent& event : shot.events) {
        if (event.kind == EventKind::motion) continue;
        ++summary.events;
        if (event.kind == EventKind::ball_ball) ++summary.ball_ball;
        if (is_cushion(event.kind)) ++summary.cushions;
        if (event.kind == EventKind::off_table) summary.off_table.push_back(event.ball);
        if (event.kind == EventKind::pocket) summary.pocketed.emplace_back(event.ball, event.other);
    }
    return summary;
}

void add_shots(Sheet& sheet, const std::vector<ShotSummary>& shots, const TableScene& scene) {
    constexpr std::size_t kMostShots = 12;
    for (std::size_t k = 0; k < std::min(shots.size(), kMostShots); ++k) {
        sheet.line(fmt::format("shot {}", k + 1), shot_in_words(shots[k], scene));
        const ShotSummary& shot = shots[k];
        if (shot.ruling) sheet.line("ruling", ruling_in_words(*shot.ruling, *shot.facts, scene));
    }
    if (shots.size() > kMostShots)
        sheet.line("", fmt::format("and {} more", with_separators(shots.size() - kMostShots)));
}

std::string proved_in_words(const ShotCheckReport& report) {
    std::string text = "no overlap, no missed contact, ";
    if (report.impacts_open == 0) {
        text += "every impact right";
    } else {
        text += counted(report.impacts_open, "impact") + " proved in part, the others right";
    }
    if (report.motions_open > 0) text += ", " + counted(report.motions_open, "motion") + " proved in part";
    return text + ", up to rounding";
}

std::string to_json(const ShotRunReport& report, const TableScene& scene) {
    Json shots = Json::array();
    for (const ShotSummary& shot : report.shots) shots.push_back(shot_json(shot, scene));
    Json json;
    json["carom_version"] = version;
    json["scene"] = scene.name;
    json["scene_file"] = report.scene_file.string();
    json["balls"] = scene.start.size();
    json["stopped_because"] = report.stopped_because;
    json["wall_seconds"] = report.play_seconds;
    json["shots"] = std::move(shots);
    json["final_balls"] = balls_json(report, scene);
    add_proof(json, report);
    json["trajectory_hash"] = fmt::format("{:016x}", report.hash);
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string summary(const ShotRunReport& report, const TableScene& scene,
                    const std::filesystem::path& directory, const Terminal& terminal) {
    Sheet sheet(fmt::format("{}{}{} on a table", scene.name, scene.name.empty() ? "" : ": ",
                            counted(scene.start.size(), "ball")));
    add_shots(sheet, report.shots, scene);
    std::string ended = report.stopped_because;
    std::replace(ended.begin(), ended.end(), '_', ' ');
    sheet.line("ended", ended);
    sheet.line("speed",
               fmt::format("{:.3g} s of play, {:.3g} s in all", report.play_seconds, report.command_seconds));
    sheet.line("proof", proof_in_words(report),
               !report.proof   ? Tone::plain
               : *report.proof ? Tone::good
                               : Tone::bad);
    sheet.line("files", size_of(trajectory_in(directory)));
    sheet.line("", size_of(report_in(directory)));
    for (const auto& drawn : {picture_in(directory), page_in(directory)}) {
        if (std::filesystem::exists(drawn)) sheet.line("", size_of(drawn));
    }
    return sheet.text(terminal);
}

}  // namespace carom::app
