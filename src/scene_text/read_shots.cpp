// The tables [cue], [laws] and [[shots]] of a table scene.
#include <algorithm>

#include "scene_text/table_scene_draft.hpp"
#include "scene_text/table_words.hpp"

namespace carom::detail {
namespace {

constexpr std::uint64_t kMostIndex = 1'000'000;

void read_cue(TableReader& top, TableSceneDraft& draft, PlacedFaults& faults) {
    draft.cue = top.table("cue");
    if (draft.cue == nullptr) return;
    TableReader reader(*draft.cue, "[cue]", faults);
    billiards::Cue& cue = draft.scene.setup.cue;
    cue.mass = reader.number("mass").value_or(cue.mass);
    cue.end_mass = reader.number("end_mass").value_or(cue.end_mass);
    cue.tip_radius = reader.number("tip_radius").value_or(cue.tip_radius);
    reader.reject_other_keys();
    draft.sound = draft.sound && reader.sound();
}

void read_laws(TableReader& top, TableSceneDraft& draft, PlacedFaults& faults) {
    using namespace billiards;
    draft.laws = top.table("laws");
    if (draft.laws == nullptr) return;
    TableReader reader(*draft.laws, "[laws]", faults);
    ImpactLaws& laws = draft.scene.setup.laws;
    laws.ball_ball = reader.choice("ball_ball", kBallBallModels).value_or(laws.ball_ball);
    laws.ball_friction = reader.choice("ball_friction", kBallFrictions).value_or(laws.ball_friction);
    laws.cushion = reader.choice("cushion", kCushionModels).value_or(laws.cushion);
    if (const auto curve = reader.vec<3>("friction_curve"))
        laws.curve = {(*curve)[0], (*curve)[1], (*curve)[2]};
    laws.omega_ratio = reader.number("omega_ratio").value_or(laws.omega_ratio);
    laws.jumps = reader.flag("jumps").value_or(laws.jumps);
    laws.least_bounce = reader.number("least_bounce").value_or(laws.least_bounce);
    draft.scene.setup.contact_speed =
        reader.number("contact_speed").value_or(draft.scene.setup.contact_speed);
    reader.reject_other_keys();
    draft.sound = draft.sound && reader.sound();
}

/// The ball of this name; the first ball where none is given.
int cue_ball_of(TableReader& reader, const billiards::TableScene& scene) {
    const auto name = reader.text("ball");
    if (!name && reader.has("ball")) return 0;
    const std::string wanted = name.value_or("cue");
    const auto at = std::find(scene.ball_names.begin(), scene.ball_names.end(), wanted);
    if (at != scene.ball_names.end()) return static_cast<int>(at - scene.ball_names.begin());
    if (name) reader.reject_word("ball", wanted, scene.ball_names);
    return 0;
}

/// The called ball: any but the cue ball, or at snooker a colour.
void read_called_ball(TableReader& reader, const billiards::TableScene& scene, billiards::Call& call) {
    const auto name = reader.text("called_ball");
    if (!name) return;
    const billiards::Rules rules = billiards::rules_of(scene.game);
    const std::vector<int> numbers = billiards::numbers_in(rules, scene.ball_names);
    std::vector<std::string> words;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        if (!billiards::may_be_called(rules, numbers[k])) continue;
        if (call.ball < 0 && scene.ball_names[k] == *name) call.ball = static_cast<int>(k);
        words.push_back(scene.ball_names[k]);
    }
    if (call.ball >= 0) return;
    if (words.empty()) return reader.refuse_key("called_ball", "is given, but no ball can be called");
    reader.reject_word("called_ball", *name, words);
}

/// What the player announces.
billiards::Announcement read_announcement(TableReader& reader, const billiards::TableScene& scene) {
    billiards::Announcement announced;
    read_called_ball(reader, scene, announced.call);
    if (const auto pocket = reader.whole("called_pocket", 0, kMostIndex))
        announced.call.pocket = static_cast<int>(*pocket);
    announced.call.safety = reader.flag("safety").value_or(false);
    announced.push_out = reader.flag("push_out").value_or(false);
    announced.pass = reader.flag("pass").value_or(false);
    return announced;
}

void read_shot(const TomlNode& table, TableSceneDraft& draft, PlacedFaults& faults) {
    TableReader reader(table, "shot " + std::to_string(draft.shots.size() + 1), faults);
    billiards::PlannedShot planned;
    planned.shot.cue_ball = cue_ball_of(reader, draft.scene);
    planned.place = reader.vec<2>("place");
    if (planned.place) check_on_table(reader, "place", *planned.place, draft);
    billiards::Strike& strike = planned.shot.strike;
    strike.speed = reader.needed("speed", reader.number("speed")).value_or(1);
    strike.direction = reader.needed("direction", reader.number("direction")).value_or(0);
    strike.elevation = reader.number("elevation").value_or(0);
    strike.left = reader.number("left").value_or(0);
    strike.up = reader.number("up").value_or(0);
    planned.announced = read_announcement(reader, draft.scene);
    reader.reject_other_keys();
    draft.sound_shots.push_back(reader.sound());
    draft.shots.push_back(&table);
    draft.scene.shots.push_back(planned);
}

}  // namespace

void read_shots(TableReader& top, TableSceneDraft& draft, PlacedFaults& faults) {
    read_cue(top, draft, faults);
    read_laws(top, draft, faults);
    for (const TomlNode* table : top.tables("shots")) read_shot(*table, draft, faults);
}

}  // namespace carom::detail
