// The numbers of a scene that can be fitted, by their names.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "carom/billiards/table_scene.hpp"
#include "scene_text/changed_scene.hpp"

namespace carom::app {

/// What is compared with a record: a scene, and when and where its shots begin.
struct FitTrial {
    billiards::TableScene scene;
    std::vector<double> strike_times;                       // of each shot, on the clock of the record [s]
    std::vector<std::vector<std::optional<Vec2d>>> starts;  // of each shot and ball, where it was recorded
};

/// One number that is fitted.
struct FitParameter {
    std::string name;                 // such as "sliding_friction"
    std::optional<std::size_t> shot;  // where each shot has its own
    std::optional<std::size_t> ball;  // of a place
    int index = 0;                    // of several numbers with this name
    double width = 1;                 // how far from its start it may well be
    const char* unit = "";
};

/// The words that name parameters, with commas; this character stands between their groups.
std::string parameter_words(const char* between_groups);
/// The parameters that these words name in this trial, and the recorded places before the shots; `fault` says
/// which word is wrong.
std::vector<FitParameter> parameters_of(const std::vector<std::string>& words, const FitTrial& trial,
                                        std::string& fault);

double value_of(const FitParameter& parameter, const FitTrial& trial);
/// A coefficient below 0, or a restitution above 1, is mirrored at its limit, so that a search does not end
/// there.
void set_value(const FitParameter& parameter, double value, FitTrial& trial);

/// "shot 2: speed", "x of ball 3".
std::string parameter_in_words(const FitParameter& parameter, const FitTrial& trial);

/// What the scene file needs to have these values. Places are those before shot 1, and of cue balls.
std::vector<carom::detail::SceneChange> scene_changes(const std::vector<FitParameter>& parameters,
                                                      const FitTrial& fitted);

/// Other balls were recorded before a later shot, and no scene can say where they lay.
bool has_lost_starts(const FitTrial& fitted);

}  // namespace carom::app
