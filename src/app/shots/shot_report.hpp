// What the shots of a run did, in words and as JSON (docs/formats/table_scene.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/terminal/sheet.hpp"
#include "carom/billiards/scene_referee.hpp"
#include "carom/proof/check_shots.hpp"
#include "carom/record/shot_file.hpp"

namespace carom::app {

/// What one shot did.
struct ShotSummary {
    std::uint64_t events = 0;
    std::uint64_t ball_ball = 0;
    std::uint64_t cushions = 0;
    std::vector<std::pair<int, int>> pocketed;  // ball and pocket, in order
    std::vector<int> off_table;                 // balls
    double duration = 0;
    std::optional<billiards::ShotFacts> facts;    // of a shot with a cue
    std::optional<billiards::GameRuling> ruling;  // where the scene has a game
};

struct ShotRunReport {
    std::filesystem::path scene_file;
    std::vector<ShotSummary> shots;
    std::vector<billiards::BallState> end;
    double play_seconds = 0;
    double command_seconds = 0;
    std::uint64_t hash = 0;
    std::string stopped_because = "all_balls_rest";
    std::optional<ShotCheckReport> proof;
    std::string not_proved_because;  // without a proof
};

/// Its name, or its number.
std::string ball_in_words(const billiards::TableScene& scene, int ball);
/// Of the shot with this number, from 0 on, which is the next for the referee.
ShotSummary shot_summary(const PlayedShot& shot, const billiards::TableScene& scene, std::size_t number,
                         billiards::SceneReferee& referee);
/// Lines for each of the first shots.
void add_shots(Sheet& sheet, const std::vector<ShotSummary>& shots, const billiards::TableScene& scene);
/// Of a check that found no fault: what is proved, in words.
std::string proved_in_words(const ShotCheckReport& report);
std::string to_json(const ShotRunReport& report, const billiards::TableScene& scene);
std::string summary(const ShotRunReport& report, const billiards::TableScene& scene,
                    const std::filesystem::path& directory, const Terminal& terminal);

}  // namespace carom::app
