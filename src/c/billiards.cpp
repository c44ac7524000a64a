#include "carom/c/billiards.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "c/table_objects.hpp"
#include "carom/billiards/shot_playback.hpp"
#include "carom/scene_text/table_scene_file.hpp"
#include "carom/scene_text/table_scene_text.hpp"

namespace carom::c {
namespace {

using billiards::BallState;
using billiards::TableScene;

carom_ball_state c_state(const BallState& state) {
    carom_ball_state to{};
    to.phase = static_cast<int32_t>(state.phase);
    for (int k = 0; k < 3; ++k) {
        to.position[k] = state.position[k];
        to.velocity[k] = state.velocity[k];
        to.spin[k] = state.spin[k];
    }
    return to;
}

/// What is wrong with it as a start; empty if nothing is.
std::string read_state(const carom_ball_state& from, BallState& to) {
    if (from.phase < CAROM_RESTING || from.phase > CAROM_OFF_TABLE) return "phase: there is no such phase";
    to.phase = static_cast<billiards::Phase>(from.phase);
    for (int k = 0; k < 3; ++k) {
        to.position[k] = from.position[k];
        to.velocity[k] = from.velocity[k];
        to.spin[k] = from.spin[k];
    }
    return "";
}

/// What is wrong with the strike; empty if nothing is.
std::string fault_of_strike(const carom_strike& strike, const std::vector<BallState>& states) {
    if (strike.cue_ball < 0 || static_cast<std::size_t>(strike.cue_ball) >= states.size())
        return "cue_ball: there is no such ball";
    if (states[static_cast<std::size_t>(strike.cue_ball)].phase != billiards::Phase::resting)
        return "cue_ball: it does not rest on the bed";
    const auto faults = faults_of(shot_of(strike).strike);
    return faults.empty() ? "" : faults[0];
}

carom_status give_table(carom_table** handle, Result<TableSceneFile, SceneFaults> file) {
    if (!file) return say(file.error());
    auto object = std::make_shared<TableObject>();
    object->scene = std::make_shared<const TableScene>(std::move(file->scene));
    return give(handle, std::move(object));
}

}  // namespace

billiards::Shot shot_of(const carom_strike& strike) {
    return {strike.cue_ball, {strike.speed, strike.direction, strike.elevation, strike.left, strike.up}};
}

carom_status write_states(std::span<const BallState> from, std::size_t balls, carom_ball_state* states) {
    if (states == nullptr) return bad(kNullPointer);
    if (balls != from.size()) return bad("balls: it is not their number");
    std::transform(from.begin(), from.end(), states, c_state);
    return CAROM_OK;
}

carom_status read_start(const TableScene& scene, const carom_ball_state* start, std::size_t balls,
                        std::vector<BallState>& states) {
    states = scene.start;
    if (start == nullptr) return CAROM_OK;
    if (balls != states.size())
        return bad("start: it needs an entry for each of the " + std::to_string(states.size()) + " balls");
    for (std::size_t k = 0; k < balls; ++k) {
        const std::string fault = read_state(start[k], states[k]);
        if (!fault.empty()) return bad("start[" + std::to_string(k) + "]: " + fault);
    }
    TableScene changed = scene;
    changed.start = states;
    changed.shots.clear();
    std::vector<std::string> faults;
    for (const billiards::TableFault& fault : faults_of(changed)) faults.push_back(fault.message);
    return faults.empty() ? CAROM_OK : say(CAROM_BAD_ARGUMENT, faults);
}

}  // namespace carom::c

using namespace carom::c;

carom_status carom_table_read(const char* path, carom_table** table) {
    return guarded([&]() -> carom_status {
        if (path == nullptr || table == nullptr) return bad(kNullPointer);
        if (const carom_status status = readable(path); status != CAROM_OK) return status;
        return give_table(table, carom::read_table_scene(path));
    });
}

carom_status carom_table_parse(const char* text, size_t length, const char* name, carom_table** table) {
    return guarded([&]() -> carom_status {
        if (text == nullptr || name == nullptr || table == nullptr) return bad(kNullPointer);
        return give_table(table, carom::parse_table_scene({text, length}, name));
    });
}

carom_status carom_table_free(carom_table* table) {
    return close<TableObject>(table);
}

carom_status carom_table_ball_count(carom_table* table, size_t* balls) {
    return with<TableObject>(table, [&](const TableObject& object) -> carom_status {
        if (balls == nullptr) return bad(kNullPointer);
        *balls = object.scene->start.size();
        return CAROM_OK;
    });
}

carom_status carom_table_ball_name(carom_table* table, size_t ball, size_t capacity, char* name,
                                   size_t* length) {
    return with<TableObject>(table, [&](const TableObject& object) -> carom_status {
        if (length == nullptr || (name == nullptr && capacity > 0)) return bad(kNullPointer);
        if (ball >= object.scene->ball_names.size()) return bad("ball: there is no such ball");
        const std::string& text = object.scene->ball_names[ball];
        *length = text.size();
        if (capacity > 0) name[text.copy(name, capacity - 1)] = '\0';
        return CAROM_OK;
    });
}

carom_status carom_table_start(carom_table* table, size_t balls, carom_ball_state* states) {
    return with<TableObject>(
        table, [&](const TableObject& object) { return write_states(object.scene->start, balls, states); });
}

carom_status carom_table_shot_count(carom_table* table, size_t* shots) {
    return with<TableObject>(table, [&](const TableObject& object) -> carom_status {
        if (shots == nullptr) return bad(kNullPointer);
        *shots = object.scene->shots.size();
        return CAROM_OK;
    });
}

carom_status carom_table_shot(carom_table* table, size_t shot, carom_strike* strike) {
    return with<TableObject>(table, [&](const TableObject& object) -> carom_status {
        if (strike == nullptr) return bad(kNullPointer);
        if (shot >= object.scene->shots.size()) return bad("shot: there is no such shot");
        const carom::billiards::Shot& planned = object.scene->shots[shot].shot;
        const carom::billiards::Strike& how = planned.strike;
        *strike = {planned.cue_ball, how.speed, how.direction, how.elevation, how.left, how.up};
        return CAROM_OK;
    });
}

carom_status carom_table_text(carom_table* table, const carom_ball_state* states, size_t balls,
                              const carom_strike* strike, size_t capacity, char* text, size_t* length) {
    return with<TableObject>(table, [&](const TableObject& object) -> carom_status {
        if (length == nullptr || (text == nullptr && capacity > 0)) return bad(kNullPointer);
        TableScene scene = *object.scene;
        scene.shots.clear();
        const carom_status status = read_start(*object.scene, states, balls, scene.start);
        if (status != CAROM_OK) return status;
        if (strike != nullptr) {
            const std::string fault = fault_of_strike(*strike, scene.start);
            if (!fault.empty()) return bad(fault);
            scene.shots.push_back({{}, shot_of(*strike)});
        }
        if (scene.start != object.scene->start) scene.game = {};  // nobody knows how far the game is
        drop_game_that_misfits(scene);
        const auto written = carom::table_scene_text(scene);
        if (!written) return bad("cue_ball: another ball has its name, or it has none");
        *length = written->size();
        if (capacity > 0) text[written->copy(text, capacity - 1)] = '\0';
        return CAROM_OK;
    });
}

carom_status carom_player_create(carom_table* table, carom_player** player) {
    return with<TableObject>(table, [&](const TableObject& object) -> carom_status {
        if (player == nullptr) return bad(kNullPointer);
        return give(player, std::make_shared<PlayerObject>(object.scene));
    });
}

carom_status carom_player_free(carom_player* player) {
    return close<PlayerObject>(player);
}

carom_status carom_play(carom_player* player, const carom_ball_state* start, size_t balls,
                        const carom_strike* strike, size_t* events) {
    return with<PlayerObject>(player, [&](PlayerObject& object) -> carom_status {
        if (events == nullptr) return bad(kNullPointer);
        std::vector<BallState> states;
        const carom_status status = read_start(*object.scene, start, balls, states);
        if (status != CAROM_OK) return status;
        std::optional<carom::billiards::Shot> shot;
        if (strike != nullptr) {
            const std::string fault = fault_of_strike(*strike, states);
            if (!fault.empty()) return bad(fault);
            shot = shot_of(*strike);
        }
        object.start = std::move(states);
        object.cue_ball = strike == nullptr ? -1 : strike->cue_ball;
        object.player.play(object.start, shot, carom::billiards::Detail::every_motion);
        *events = object.player.events().size();
        return CAROM_OK;
    });
}

carom_status carom_player_events(carom_player* player, size_t first, size_t count, carom_shot_event* events) {
    return with<PlayerObject>(player, [&](const PlayerObject& object) -> carom_status {
        const auto all = object.player.events();
        if (first > all.size() || count > all.size() - first)
            return bad("there are only " + std::to_string(all.size()) + " events");
        if (events == nullptr && count > 0) return bad(kNullPointer);
        std::transform(all.begin() + static_cast<std::ptrdiff_t>(first),
                       all.begin() + static_cast<std::ptrdiff_t>(first + count), events,
                       [](const carom::billiards::ShotEvent& event) {
                           return carom_shot_event{
                               event.time,  static_cast<int32_t>(event.kind), event.ball,
                               event.other, c_state(event.ball_after),        c_state(event.other_after)};
                       });
        return CAROM_OK;
    });
}

carom_status carom_player_states(carom_player* player, double time, size_t balls, carom_ball_state* states) {
    return with<PlayerObject>(player, [&](const PlayerObject& object) -> carom_status {
        if (states == nullptr) return bad(kNullPointer);
        if (object.start.empty()) return bad("no shot has been played");
        if (balls != object.start.size()) return bad("balls: it is not their number");
        if (!(time >= 0)) return bad("time: it must be >= 0");
        if (std::isinf(time)) {
            const auto final = object.player.final_states();
            std::transform(final.begin(), final.end(), states, c_state);
            return CAROM_OK;
        }
        carom::billiards::ShotPlayback playback(object.scene->setup, object.start);
        for (const carom::billiards::ShotEvent& event : object.player.events()) {
            if (event.time > time) break;
            playback.take(event);
        }
        for (std::size_t k = 0; k < balls; ++k)
            states[k] = c_state(playback.state(static_cast<int>(k), time));
        return CAROM_OK;
    });
}

carom_status carom_player_positions(carom_player* player, const double* times, size_t count, size_t balls,
                                    double* positions) {
    return with<PlayerObject>(player, [&](const PlayerObject& object) -> carom_status {
        if (count > 0 && (times == nullptr || positions == nullptr)) return bad(kNullPointer);
        if (object.start.empty()) return bad("no shot has been played");
        if (balls != object.start.size()) return bad("balls: it is not their number");
        for (std::size_t k = 0; k < count; ++k) {
            if (!(times[k] >= (k == 0 ? 0 : times[k - 1])) || std::isinf(times[k]))
                return bad("times[" + std::to_string(k) + "]: times are finite, >= 0, and do not decrease");
        }
        carom::billiards::ShotPlayback playback(object.scene->setup, object.start);
        auto events = object.player.events();
        for (std::size_t k = 0; k < count; ++k) {
            for (; !events.empty() && events.front().time <= times[k]; events = events.subspan(1))
                playback.take(events.front());
            for (std::size_t ball = 0; ball < balls; ++ball) {
                const carom::Vec3d place = playback.state(static_cast<int>(ball), times[k]).position;
                for (int axis = 0; axis < 3; ++axis) *positions++ = place[axis];
            }
        }
        return CAROM_OK;
    });
}
