#include "carom/study/shot_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "carom/billiards/shot_batch.hpp"
#include "carom/scene_text/table_scene_file.hpp"
#include "scene/name_texts.hpp"
#include "study/member_scene.hpp"
#include "study/table_cell.hpp"

namespace carom {
namespace {

using billiards::Strike;
using billiards::TableScene;

constexpr std::uint64_t kBlockRows = 20'000;
constexpr std::size_t kMostFaults = 5;

struct StrikeNumber {
    const char* name;
    double Strike::*number;
};

constexpr std::array<StrikeNumber, 5> kStrikeNumbers{{{"speed", &Strike::speed},
                                                      {"direction", &Strike::direction},
                                                      {"elevation", &Strike::elevation},
                                                      {"left", &Strike::left},
                                                      {"up", &Strike::up}}};

/// Which number of the strike a key names; null for other keys.
const StrikeNumber* strike_number(const std::string& key) {
    const auto place = detail::place_of(key);
    if (!place || place->table != "shots" || place->entry.value_or(0) != 0) return nullptr;
    const auto* const found =
        std::find_if(kStrikeNumbers.begin(), kStrikeNumbers.end(),
                     [&](const StrikeNumber& number) { return number.name == place->key; });
    return found == kStrikeNumbers.end() ? nullptr : found;
}

std::optional<double> strike_value(const std::string& text) {
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || stop != end) return {};
    return number;
}

std::string name_in(const TableScene& scene, std::size_t ball) {
    return scene.ball_names[ball].empty() ? fmt::format("ball {}", ball) : scene.ball_names[ball];
}

/// The names of the balls that fell, in their order.
std::string fallen_in(const TableScene& scene, const int* pocket) {
    std::string names;
    for (std::size_t ball = 0; ball < scene.start.size(); ++ball) {
        if (pocket[ball] >= 0) names += (names.empty() ? "" : " + ") + name_in(scene, ball);
    }
    return detail::csv_cell(names);
}

std::string name_or_nothing(const TableScene& scene, int ball) {
    return ball < 0 ? "" : detail::csv_cell(name_in(scene, static_cast<std::size_t>(ball)));
}

/// The columns of a block.
struct BlockColumns {
    std::vector<double> speed, direction, elevation, left, up, x, y, duration;
    std::vector<int> cue_ball, pocket, first_hit, cushions_before_hit, cushions, ball_ball, fouls, continues;
    billiards::RuledGame game;

    BlockColumns(std::size_t rows, const TableScene& scene) : BlockColumns(rows, scene.start.size()) {
        game = {scene.game, numbers_in(rules_of(scene.game), scene.ball_names), &scene.setup.table};
    }
    BlockColumns(std::size_t rows, std::size_t balls)
        : x(rows * balls),
          y(rows * balls),
          duration(rows),
          pocket(rows * balls),
          first_hit(rows),
          cushions_before_hit(rows),
          cushions(rows),
          ball_ball(rows),
          fouls(rows),
          continues(rows) {}

    void add(const Strike& strike, int struck) {
        speed.push_back(strike.speed);
        direction.push_back(strike.direction);
        elevation.push_back(strike.elevation);
        left.push_back(strike.left);
        up.push_back(strike.up);
        cue_ball.push_back(struck);
    }
    billiards::StrikeColumns strikes() const {
        return {.speed = speed,
                .direction = direction,
                .elevation = elevation,
                .left = left,
                .up = up,
                .cue_ball = cue_ball};
    }
    billiards::OutcomeColumns outcomes() {
        return {.x = x,
                .y = y,
                .pocket = pocket,
                .duration = duration,
                .ball_ball = ball_ball,
                .cushions = cushions,
                .first_hit = first_hit,
                .cushions_before_hit = cushions_before_hit,
                .game = &game,
                .fouls = fouls,
                .continues = continues};
    }
    std::string row(const TableScene& scene, std::size_t k) const {
        const std::size_t balls = scene.start.size(), at = k * balls;
        const auto struck = static_cast<std::size_t>(cue_ball[k]);
        return fmt::format("{},{},{},{},{},{},{},{},{}\n", fallen_in(scene, pocket.data() + at),
                           x[at + struck], y[at + struck], duration[k], name_or_nothing(scene, first_hit[k]),
                           cushions_before_hit[k], cushions[k], ball_ball[k], ruling(k));
    }

private:
    /// The fouls, or "legal", and whether the player goes on; empty cells where nothing is ruled.
    std::string ruling(std::size_t k) const {
        if (fouls[k] == billiards::kNotRuled) return ",";
        std::string words;
        for (int foul = 0; (fouls[k] >> foul) > 0; ++foul) {
            if (((fouls[k] >> foul) & 1) == 0) continue;
            words += (words.empty() ? "" : " ") + std::string(name_of(static_cast<billiards::Foul>(foul)));
        }
        return fmt::format("{},{}", words.empty() ? "legal" : words, continues[k]);
    }
};

}  // namespace

Result<ShotStudy, SceneFaults> ShotStudy::create(StudyPlan plan) {
    std::stable_partition(
        plan.parameters.begin(), plan.parameters.end(),
        [](const StudyParameter& parameter) { return strike_number(parameter.key) == nullptr; });
    if (auto faults = faults_of(plan)) return *faults;
    ShotStudy study(std::move(plan));
    study.plan_.seeds.clear();
    for (const StudyParameter& parameter : study.plan_.parameters) {
        if (strike_number(parameter.key) == nullptr) {
            study.tables_ *= parameter.values.size();
            continue;
        }
        std::vector<double>& numbers = study.strikes_.emplace_back();
        for (const std::string& value : parameter.values) {
            const auto number = strike_value(value);
            if (!number)
                return SceneFaults{
                    {fmt::format("{}: {}: {} is no number", study.plan_.name, parameter.key, value)}, {}};
            numbers.push_back(*number);
        }
        study.rows_per_table_ *= numbers.size();
    }
    const auto scene = study.scene_of(0);
    if (!scene) return scene.error();
    const auto faults = study.faults_of_strikes(*scene);
    if (!faults.empty()) return SceneFaults{faults, {}};
    return study;
}

std::uint64_t ShotStudy::blocks_per_table() const {
    return (rows_per_table_ + kBlockRows - 1) / kBlockRows;
}

std::uint64_t ShotStudy::block_count() const {
    return tables_ * blocks_per_table();
}

std::uint64_t ShotStudy::first_row(std::uint64_t block) const {
    return block / blocks_per_table() * rows_per_table_ + block % blocks_per_table() * kBlockRows;
}

std::string ShotStudy::columns() const {
    std::string line;
    for (const StudyParameter& parameter : plan_.parameters) line += detail::table_cell(parameter.key) + ",";
    return line +
           "fell,cue_x,cue_y,duration,first_hit,cushions_before_hit,cushions,ball_ball,ruling,continues\n";
}

std::string ShotStudy::settings(std::uint64_t row) const {
    std::string line;
    for (const std::string& value : study_member(plan_, row).values)
        line += detail::table_cell(plain_value(value)) + ",";
    return line;
}

/// The scene with the values of a table. It has one shot.
Result<TableScene, SceneFaults> ShotStudy::scene_of(std::uint64_t table) const {
    StudyPlan others = plan_;
    others.parameters.resize(plan_.parameters.size() - strikes_.size());
    std::string text = plan_.scene;
    const std::string why =
        detail::change_scene(text, detail::changes_of(others, study_member(others, table)));
    if (!why.empty()) return SceneFaults{{plan_.name + ": " + why}, {}};
    auto file = parse_table_scene(text, plan_.name);
    if (!file) return file.error();
    const std::size_t shots = file->scene.shots.size();
    if (shots != 1)
        return SceneFaults{
            {fmt::format("{}: a study is of one shot, and the scene has {}", plan_.name, shots)}, {}};
    const std::string fault = set_up_shot(file->scene, file->scene.start, file->scene.shots[0]);
    if (!fault.empty()) return SceneFaults{{plan_.name + ": " + fault}, {}};
    return std::move(file->scene);
}

Strike ShotStudy::strike_of(const Strike& planned, std::uint64_t row) const {
    Strike strike = planned;
    for (std::size_t k = strikes_.size(); k-- > 0;) {
        const std::string& key = plan_.parameters[plan_.parameters.size() - strikes_.size() + k].key;
        strike.*strike_number(key)->number = strikes_[k][row % strikes_[k].size()];
        row /= strikes_[k].size();
    }
    return strike;
}

std::vector<std::string> ShotStudy::faults_of_strikes(const TableScene& scene) const {
    std::vector<std::string> faults;
    for (std::uint64_t row = 0; row < rows_per_table_ && faults.size() < kMostFaults; ++row) {
        const Strike strike = strike_of(scene.shots[0].shot.strike, row);
        for (const std::string& fault : billiards::faults_of(strike)) {
            std::string where;
            const StudyMember member = study_member(plan_, row);
            for (std::size_t k = 0; k < member.values.size(); ++k)
                where +=
                    fmt::format("{}{} = {}", k == 0 ? "" : ", ", plan_.parameters[k].key, member.values[k]);
            faults.push_back(fmt::format("{}: {}: {}", plan_.name, where, fault));
        }
    }
    return faults;
}

Result<std::optional<std::string>, SceneFaults> ShotStudy::play(std::uint64_t block,
                                                                const std::function<bool()>& goes_on) const {
    const auto scene = scene_of(block / blocks_per_table());
    if (!scene) return scene.error();
    const std::uint64_t first = first_row(block), rows = first_row(block + 1) - first;
    const billiards::Shot& planned = scene->shots[0].shot;
    BlockColumns columns(rows, *scene);
    for (std::uint64_t k = 0; k < rows; ++k)
        columns.add(strike_of(planned.strike, (first + k) % rows_per_table_), planned.cue_ball);
    const auto faults = faults_of(scene->start.size(), scene->start, columns.strikes(), columns.outcomes());
    if (!faults.empty()) return SceneFaults{{plan_.name + ": " + settings(first) + " " + faults[0]}, {}};
    billiards::ShotPlayer player(scene->setup);
    const std::size_t played =
        play_shots(player, scene->start.size(), scene->start, columns.strikes(), columns.outcomes(), goes_on);
    if (played < rows) return std::optional<std::string>();
    std::string text;
    for (std::uint64_t k = 0; k < rows; ++k) text += settings(first + k) + columns.row(*scene, k);
    return std::optional(std::move(text));
}

}  // namespace carom
