// From text to a table scene: the TOML tree, then the tables, then what the scene means.
#include "carom/scene_text/table_scene_file.hpp"

#include <algorithm>
#include <cmath>

#include "carom/files/standard_streams.hpp"
#include "files/input_file.hpp"
#include "scene_text/table_scene_draft.hpp"

namespace carom {
namespace {

using namespace detail;

constexpr std::size_t kLargestTableScene = std::size_t{16} << 20U;

TextPlace place_of(const billiards::TableFault& fault, const TableSceneDraft& draft) {
    using Subject = billiards::TableFault::Subject;
    if (fault.subject == Subject::ball) return draft.balls[fault.index]->place;
    if (fault.subject == Subject::shot) return draft.shots[fault.index]->place;
    if (fault.subject == Subject::cue && draft.cue != nullptr) return draft.cue->place;
    if (fault.subject == Subject::game && draft.game != nullptr) return draft.game->place;
    if (fault.subject == Subject::laws && draft.laws != nullptr) return draft.laws->place;
    return draft.table->place;
}

/// At three-cushion the names of balls tell whose they are. Empty where they do.
std::string balls_of_nobody(const billiards::TableScene& scene) {
    if (rules_of(scene.game) != billiards::Rules::three_cushion) return "";
    const std::vector<int> numbers = billiards::three_cushion_numbers(scene.ball_names);
    const auto is_there = [&](int number) {
        return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
    };
    const bool has_red = is_there(billiards::kRedBall);
    if (has_red && is_there(billiards::kYellowBall)) return "";
    return std::string("no ball is called \"") + (has_red ? "yellow" : "red") +
           "\", so the referee does not ask whose ball is struck" +
           (has_red ? "" : " or what the opening shot meets first");
}

/// A tip may slip off so far from the centre.
std::vector<std::string> notes_on(const TableSceneDraft& draft, const PlacedFaults& faults,
                                  const std::string& no_game) {
    std::vector<std::string> notes;
    if (!no_game.empty()) notes.push_back(faults.line(draft.table->place, "no shot is ruled: " + no_game));
    const std::string nobody = balls_of_nobody(draft.scene);
    if (!nobody.empty())
        notes.push_back(faults.line(draft.game ? draft.game->place : draft.table->place, nobody));
    for (std::size_t k = 0; k < draft.shots.size(); ++k) {
        const billiards::Strike& strike = draft.scene.shots[k].shot.strike;
        const double off = std::hypot(strike.left, strike.up);
        if (off <= billiards::kMiscueOffset) continue;
        notes.push_back(
            faults.line(draft.shots[k]->place,
                        "shot " + std::to_string(k + 1) +
                            ": the tip would slip off (a miscue) beyond 0.5 radii from the centre"));
    }
    return notes;
}

/// What is wrong beyond single values. Of a part in which a value was refused, its other faults are those
/// that depend on nothing else.
void check_meaning(const TableSceneDraft& draft, bool is_whole, PlacedFaults& faults) {
    using Subject = billiards::TableFault::Subject;
    const auto& sound = draft.sound_shots;
    const bool has_sound_shots = std::find(sound.begin(), sound.end(), false) == sound.end();
    if (is_whole) {
        for (const billiards::TableFault& fault : faults_of(draft.scene)) {
            const bool is_of_refused = (fault.subject == Subject::shot && !sound[fault.index]) ||
                                       (fault.subject == Subject::game && !has_sound_shots);
            if (!is_of_refused) faults.add(place_of(fault, draft), fault.message);
        }
    }
    for (std::size_t k = 0; k < draft.shots.size(); ++k) {
        if (is_whole && sound[k]) continue;
        for (const std::string& message : faults_of(draft.scene.shots[k].shot.strike))
            faults.add(draft.shots[k]->place, message);
    }
}

SceneFaults unreadable_table_scene(const std::string& name, const std::string& why) {
    return {{name + ": " + why}, {}};
}

bool has_table(const TomlNode& tree) {
    const auto& entries = *tree.as<TomlNode::Table>();
    return std::any_of(entries.begin(), entries.end(),
                       [](const TomlEntry& entry) { return entry.key == "table"; });
}

}  // namespace

bool is_table_scene(const std::filesystem::path& path) {
    const auto text = bytes_of_file(path, kLargestTableScene);
    if (!text || text->find("table") == std::string::npos) return false;
    const auto tree = parse_toml(*text);
    return tree && has_table(*tree);
}

Result<TableSceneFile, SceneFaults> parse_table_scene(std::string_view text, const std::string& name) {
    PlacedFaults faults(name, text);
    const auto tree = parse_toml(text, name);
    if (!tree) return tree.error();
    TableReader top(*tree, "", faults);
    TableSceneDraft draft;
    draft.scene.name = top.text("name").value_or("");
    if (!top.has("table")) top.missing("table");
    read_table(top, draft, faults);
    read_table_balls(top, draft, faults);
    read_game(top, draft, faults);
    read_shots(top, draft, faults);
    top.reject_other_keys();
    const bool is_whole = draft.sound && top.sound();
    const bool says_game = draft.game != nullptr || !is_whole;
    const std::string no_game = says_game ? "" : drop_game_that_misfits(draft.scene);
    check_meaning(draft, is_whole, faults);
    if (!faults.empty()) return faults.all();
    std::vector<std::string> notes = notes_on(draft, faults, no_game);
    return TableSceneFile{std::move(draft.scene), std::move(notes), draft.rack, draft.racked_from};
}

Result<TableSceneFile, SceneFaults> read_table_scene(const std::filesystem::path& path) {
    const std::string name = name_in_messages(path);
    const auto text = path == standard_input ? bytes_of_standard_input(kLargestTableScene)
                                             : bytes_of_file(path, kLargestTableScene);
    if (!text) return unreadable_table_scene(name, text.error().why);
    if (text->size() > kLargestTableScene)
        return unreadable_table_scene(name, "a scene with a table may have 16 MiB at most");
    return parse_table_scene(*text, name);
}

}  // namespace carom
