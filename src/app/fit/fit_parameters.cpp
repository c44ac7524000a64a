#include "app/fit/fit_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/shots/shot_report.hpp"

namespace carom::app {
namespace {

using billiards::BallProperties;
using billiards::Strike;
using carom::detail::SceneChange;

struct PropertyWord {
    const char* name;
    double BallProperties::*member;
    const char* unit;
    bool is_restitution;
};
constexpr std::array<PropertyWord, 8> kProperties = {
    {{"sliding_friction", &BallProperties::sliding_friction, "", false},
     {"rolling_friction", &BallProperties::rolling_friction, "", false},
     {"spinning_friction", &BallProperties::spinning_friction, "m", false},
     {"ball_friction", &BallProperties::ball_friction, "", false},
     {"ball_restitution", &BallProperties::ball_restitution, "", true},
     {"bed_restitution", &BallProperties::bed_restitution, "", true},
     {"cushion_restitution", &BallProperties::cushion_restitution, "", true},
     {"cushion_friction", &BallProperties::cushion_friction, "", false}}};

struct StrikeWord {
    const char* name;
    double Strike::*member;
    double width;
    const char* unit;
};
constexpr std::array<StrikeWord, 5> kStrikeWords = {{{"speed", &Strike::speed, 0.5, "m/s"},
                                                     {"direction", &Strike::direction, 2, "degrees"},
                                                     {"elevation", &Strike::elevation, 3, "degrees"},
                                                     {"left", &Strike::left, 0.2, ""},
                                                     {"up", &Strike::up, 0.2, ""}}};

constexpr const char* kOmegaRatio = "omega_ratio";
constexpr const char* kCurve = "friction_curve";
constexpr const char* kEndMass = "end_mass";
constexpr const char* kStrikeTime = "strike_time";
constexpr const char* kPlace = "place";

template <class Words>
const typename Words::value_type* word_in(const Words& words, const std::string& name) {
    const auto found =
        std::find_if(words.begin(), words.end(), [&](const auto& word) { return name == word.name; });
    return found == words.end() ? nullptr : &*found;
}

double& curve_number(FitTrial& trial, int index) {
    billiards::AlciatoreCurve& curve = trial.scene.setup.laws.curve;
    return index == 0 ? curve.a : index == 1 ? curve.b : curve.c;
}

/// Where the number is; of a property that of the first ball.
double& number_of(const FitParameter& parameter, FitTrial& trial) {
    billiards::ShotSetup& setup = trial.scene.setup;
    if (const auto* const word = word_in(kProperties, parameter.name)) return setup.balls[0].*(word->member);
    if (const auto* const word = word_in(kStrikeWords, parameter.name))
        return trial.scene.shots[*parameter.shot].shot.strike.*(word->member);
    if (parameter.name == kOmegaRatio) return setup.laws.omega_ratio;
    if (parameter.name == kCurve) return curve_number(trial, parameter.index);
    if (parameter.name == kEndMass) return setup.cue.end_mass;
    if (parameter.name == kStrikeTime) return trial.strike_times[*parameter.shot];
    return (*trial.starts[*parameter.shot][*parameter.ball])[parameter.index];
}

/// Where the balls lie before the shots, as far as that was recorded: it has an error like all other places.
void add_places(const FitTrial& trial, std::vector<FitParameter>& parameters) {
    for (std::size_t shot = 0; shot < trial.starts.size(); ++shot) {
        for (std::size_t ball = 0; ball < trial.starts[shot].size(); ++ball) {
            if (!trial.starts[shot][ball]) continue;
            for (const int axis : {0, 1}) parameters.push_back({kPlace, shot, ball, axis, 0.005, "m"});
        }
    }
}

/// What is wrong with the word; empty if nothing is.
std::string add_parameters(const std::string& word, const FitTrial& trial,
                           std::vector<FitParameter>& parameters) {
    const std::size_t before = parameters.size();
    if (const auto* const property = word_in(kProperties, word)) {
        const auto& balls = trial.scene.setup.balls;
        const double first = balls[0].*(property->member);
        const bool alike = std::all_of(balls.begin(), balls.end(), [&](const BallProperties& ball) {
            return ball.*(property->member) == first;
        });
        if (!alike) return word + " is not the same for all balls: only a common one can be fitted";
        const double width = first > 0.4 ? 0.1 : std::max(0.3 * first, 0.001);
        parameters.push_back({word, {}, {}, 0, width, property->unit});
    } else if (const auto* const strike = word_in(kStrikeWords, word)) {
        for (std::size_t shot = 0; shot < trial.scene.shots.size(); ++shot)
            parameters.push_back({word, shot, {}, 0, strike->width, strike->unit});
    } else if (word == kStrikeTime) {
        for (std::size_t shot = 0; shot < trial.scene.shots.size(); ++shot)
            parameters.push_back({word, shot, {}, 0, 0.02, "s"});
    } else if (word == kOmegaRatio) {
        parameters.push_back({word, {}, {}, 0, 0.3, ""});
    } else if (word == kEndMass) {
        parameters.push_back({word, {}, {}, 0, trial.scene.setup.cue.end_mass, "kg"});
    } else if (word == kCurve) {
        for (const int index : {0, 1, 2})
            parameters.push_back({word, {}, {}, index, index == 2 ? 0.5 : 0.05, ""});
    } else {
        return "there is no parameter " + word + ": name some of " + parameter_words(" ");
    }
    return parameters.size() > before ? "" : "the scene has no shot, and " + word + " belongs to shots";
}

/// Where balls were recorded before the shots, as far as a scene can say it.
void add_starts(const FitTrial& fitted, std::vector<SceneChange>& changes) {
    const auto text = [](const Vec2d& place) { return fmt::format("[{}, {}]", place[0], place[1]); };
    for (std::size_t ball = 0; ball < fitted.scene.start.size(); ++ball) {
        if (fitted.starts[0][ball])
            changes.push_back({"balls", ball, "position", text(*fitted.starts[0][ball]), true});
    }
    for (std::size_t shot = 0; shot < fitted.scene.shots.size(); ++shot) {
        const auto cue_ball = static_cast<std::size_t>(fitted.scene.shots[shot].shot.cue_ball);
        const auto& place = fitted.starts[shot][cue_ball];
        if (place) changes.push_back({"shots", shot, "place", text(*place), shot == 0});
    }
}

}  // namespace

std::string parameter_words(const char* between_groups) {
    std::string words;
    for (const StrikeWord& word : kStrikeWords) words += std::string(word.name) + ", ";
    words += fmt::format("{},{}", kStrikeTime, between_groups);
    for (const PropertyWord& word : kProperties) words += std::string(word.name) + ", ";
    words.back() = *between_groups;
    return words + fmt::format("{}, {}, {}", kOmegaRatio, kCurve, kEndMass);
}

std::vector<FitParameter> parameters_of(const std::vector<std::string>& words, const FitTrial& trial,
                                        std::string& fault) {
    std::vector<FitParameter> parameters;
    for (auto word = words.begin(); word != words.end(); ++word) {
        if (std::find(words.begin(), word, *word) != word) fault = *word + " is named twice";
        if (fault.empty()) fault = add_parameters(*word, trial, parameters);
        if (!fault.empty()) return {};
    }
    add_places(trial, parameters);
    return parameters;
}

double value_of(const FitParameter& parameter, const FitTrial& trial) {
    FitTrial copy = trial;
    return number_of(parameter, copy);
}

void set_value(const FitParameter& parameter, double value, FitTrial& trial) {
    const auto* const property = word_in(kProperties, parameter.name);
    if (property == nullptr) {
        number_of(parameter, trial) = value;
        return;
    }
    value = std::fabs(value);
    if (property->is_restitution && value > 1) value = std::fabs(2 - value);
    for (BallProperties& ball : trial.scene.setup.balls) ball.*(property->member) = value;
}

std::string parameter_in_words(const FitParameter& parameter, const FitTrial& trial) {
    std::string words;
    if (parameter.shot && trial.strike_times.size() > 1)
        words = fmt::format("shot {}: ", *parameter.shot + 1);
    if (parameter.ball) {
        return words + fmt::format("{} of ball {}", parameter.index == 0 ? "x" : "y",
                                   ball_in_words(trial.scene, static_cast<int>(*parameter.ball)));
    }
    words += parameter.name;
    if (parameter.name == kCurve) words += fmt::format(", {}", "abc"[parameter.index]);
    return words;
}

std::vector<SceneChange> scene_changes(const std::vector<FitParameter>& parameters, const FitTrial& fitted) {
    std::vector<SceneChange> changes;
    for (const FitParameter& parameter : parameters) {
        const std::string value = fmt::format("{}", value_of(parameter, fitted));
        if (word_in(kProperties, parameter.name) != nullptr) {
            changes.push_back({"defaults", {}, parameter.name, value});
            for (std::size_t ball = 0; ball < fitted.scene.start.size(); ++ball)
                changes.push_back({"balls", ball, parameter.name, value, true});
        } else if (word_in(kStrikeWords, parameter.name) != nullptr) {
            changes.push_back({"shots", parameter.shot, parameter.name, value});
        } else if (parameter.name == kOmegaRatio) {
            changes.push_back({"laws", {}, parameter.name, value});
        } else if (parameter.name == kEndMass) {
            changes.push_back({"cue", {}, parameter.name, value});
        } else if (parameter.name == kCurve && parameter.index == 0) {
            const billiards::AlciatoreCurve& curve = fitted.scene.setup.laws.curve;
            changes.push_back({"laws", {}, kCurve, fmt::format("[{}, {}, {}]", curve.a, curve.b, curve.c)});
        }
    }
    add_starts(fitted, changes);
    return changes;
}

bool has_lost_starts(const FitTrial& fitted) {
    for (std::size_t shot = 1; shot < fitted.starts.size(); ++shot) {
        const auto cue_ball = static_cast<std::size_t>(fitted.scene.shots[shot].shot.cue_ball);
        for (std::size_t ball = 0; ball < fitted.starts[shot].size(); ++ball) {
            if (ball != cue_ball && fitted.starts[shot][ball]) return true;
        }
    }
    return false;
}

}  // namespace carom::app
