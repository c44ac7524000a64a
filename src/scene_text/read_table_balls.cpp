// The tables [defaults], [[balls]] and [rack] of a table scene.
#include <algorithm>
#include <cmath>

#include "carom/billiards/rack.hpp"
#include "scene_text/table_scene_draft.hpp"
#include "scene_text/table_words.hpp"

namespace carom::detail {
namespace {

using billiards::BallProperties;
using billiards::BallState;
using billiards::Phase;

BallProperties read_properties(TableReader& reader, BallProperties properties) {
    for (const auto& [key, member] : kBallProperties)
        properties.*member = reader.number(key).value_or(properties.*member);
    return properties;
}

/// Told here, and not of each ball that has them.
void check_defaults(TableReader& reader, const BallProperties& properties) {
    for (const std::string& message : faults_of(properties, "")) {
        const char* key = "";
        std::size_t first = message.size();
        for (const auto& [name, member] : kBallProperties) {
            const std::size_t at = message.find(name);
            if (at >= first) continue;
            first = at;
            key = name;
        }
        reader.fault("wrong values", key, message);
    }
}

BallProperties read_defaults_of_balls(TableReader& top, TableSceneDraft& draft, PlacedFaults& faults) {
    const TomlNode* table = top.table("defaults");
    if (table == nullptr) return {};
    TableReader reader(*table, "[defaults]", faults);
    const auto kind = reader.choice<int>("kind", {{"pool", 0}, {"snooker", 1}, {"carom", 2}}).value_or(0);
    const BallProperties given = kind == 0   ? BallProperties{}
                                 : kind == 1 ? billiards::snooker_ball()
                                             : billiards::carom_ball();
    const BallProperties properties = read_properties(reader, given);
    check_defaults(reader, properties);
    reader.reject_other_keys();
    draft.sound = draft.sound && reader.sound();
    return properties;
}

void add_ball(TableSceneDraft& draft, const TomlNode& table, const std::string& name,
              const BallProperties& properties, const BallState& state) {
    draft.balls.push_back(&table);
    draft.scene.ball_names.push_back(name);
    draft.scene.setup.balls.push_back(properties);
    draft.scene.start.push_back(state);
}

/// A ball that fell before. It has no place.
BallState read_ball_out_of_play(TableReader& reader, const BallProperties& properties) {
    for (const char* const key : {"position", "velocity", "spin", "height", "rise"})
        reader.refuse_key(key, "is given, but the ball is out of play");
    BallState state = billiards::ball_at(0, 0, properties);
    state.phase = reader.choice("out_of_play", kWaysOut).value_or(Phase::pocketed);
    return state;
}

BallState read_ball_in_play(TableReader& reader, const BallProperties& properties,
                            const TableSceneDraft& draft) {
    const Vec2d place = reader.needed("position", reader.vec<2>("position")).value_or(Vec2d{});
    check_on_table(reader, "position", place, draft);
    BallState state = billiards::ball_at(place[0], place[1], properties);
    const Vec2d velocity = reader.vec<2>("velocity").value_or(Vec2d{});
    state.velocity = {velocity[0], velocity[1], reader.number("rise").value_or(0)};
    state.spin = reader.vec<3>("spin").value_or(Vec3d{});
    state.phase = billiards::phase_of(properties, state.velocity, state.spin);
    state.position[2] = reader.number("height").value_or(properties.radius);
    if (state.position[2] != properties.radius || state.velocity[2] != 0) state.phase = Phase::airborne;
    return state;
}

void read_ball(const TomlNode& table, const BallProperties& defaults, TableSceneDraft& draft,
               PlacedFaults& faults) {
    TableReader reader(table, "ball " + std::to_string(draft.balls.size()), faults);
    const std::string name = reader.text("name").value_or("");
    const BallProperties properties = read_properties(reader, defaults);
    const BallState state = reader.has("out_of_play") ? read_ball_out_of_play(reader, properties)
                                                      : read_ball_in_play(reader, properties, draft);
    reader.reject_other_keys();
    draft.sound = draft.sound && reader.sound();
    add_ball(draft, table, name, properties, state);
}

using billiards::Game;

/// Where the rows of a game begin: a quarter of the length from the far end, or behind the pink.
Vec2d usual_apex(Game game, const TableSceneDraft& draft, double radius) {
    if (game == Game::snooker) return billiards::first_red(draft.width, draft.length, radius);
    return billiards::foot_spot(draft.width, draft.length);
}

/// Balls that lie exactly on their places, by their names.
void read_balls_on_spot(TableReader& reader, Game game, billiards::Rack& rack) {
    const auto given = reader.texts("on_spot");
    if (!given) return;
    std::vector<std::string> names;
    for (const billiards::RackedBall& ball : racked_balls(game, rack)) names.push_back(ball.name);
    for (const std::string& name : *given) {
        const auto at = std::find(names.begin(), names.end(), name);
        if (at == names.end()) return reader.reject_word("on_spot", name, names);
        rack.on_spot.push_back(static_cast<std::size_t>(at - names.begin()));
    }
}

billiards::Rack read_rows(TableReader& reader, Game game, const TableSceneDraft& draft, double radius) {
    billiards::Rack rack;
    rack.radius = radius;
    rack.apex = reader.vec<2>("apex").value_or(usual_apex(game, draft, radius));
    if (draft.is_free && !reader.has("apex")) reader.missing("apex", ": a free table has no foot spot");
    rack.gap = reader.number("gap").value_or(0);
    rack.spread = reader.number("spread").value_or(0);
    rack.seed = reader.whole("seed", 0).value_or(1);
    rack.tilt = reader.number("tilt").value_or(0);
    read_balls_on_spot(reader, game, rack);
    if (!(std::fabs(rack.tilt) <= billiards::kMostTilt))
        reader.fault("wrong values", "tilt", "tilt must be in [-10, 10] degrees");
    if (!(rack.gap >= 0)) reader.fault("wrong values", "gap", "gap must be 0 or more");
    if (!(rack.spread >= 0 && rack.spread <= rack.gap / 2))
        reader.fault("wrong values", "spread", "spread must be in [0, gap / 2]");
    return rack;
}

void read_rack(TableReader& top, const BallProperties& defaults, TableSceneDraft& draft,
               PlacedFaults& faults) {
    const TomlNode* table = top.table("rack");
    if (table == nullptr) return;
    TableReader reader(*table, "[rack]", faults);
    const auto game =
        reader.needed("game", reader.choice<Game>("game", {{"eight_ball", Game::eight_ball},
                                                           {"nine_ball", Game::nine_ball},
                                                           {"ten_ball", Game::ten_ball},
                                                           {"snooker_reds", Game::snooker_reds},
                                                           {"snooker", Game::snooker},
                                                           {"three_cushion", Game::three_cushion}}));
    const bool has_spots = game == Game::snooker || game == Game::three_cushion;
    if (has_spots && draft.is_free)
        reader.fault("wrong values", "game", "a free table has no spots for the balls of this game");
    billiards::Rack rack;
    if (game != Game::three_cushion)
        rack = read_rows(reader, game.value_or(Game::nine_ball), draft, defaults.radius);
    reader.reject_other_keys();
    draft.sound = draft.sound && reader.sound();
    draft.rack = game;
    if (!draft.sound || !game) return;
    std::vector<billiards::RackedBall> balls = billiards::spotted_balls(*game, draft.width, draft.length);
    const std::vector<billiards::RackedBall> rows = billiards::racked_balls(*game, rack);
    balls.insert(balls.end(), rows.begin(), rows.end());
    for (const billiards::RackedBall& ball : balls)
        add_ball(draft, *table, ball.name, defaults,
                 billiards::ball_at(ball.place[0], ball.place[1], defaults));
}

}  // namespace

void read_table_balls(TableReader& top, TableSceneDraft& draft, PlacedFaults& faults) {
    const BallProperties defaults = read_defaults_of_balls(top, draft, faults);
    for (const TomlNode* table : top.tables("balls")) read_ball(*table, defaults, draft, faults);
    draft.racked_from = draft.scene.start.size();
    read_rack(top, defaults, draft, faults);
}

}  // namespace carom::detail
