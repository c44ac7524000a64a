#include <cmath>

#include "c/columns.hpp"
#include "c/game_states.hpp"
#include "c/table_objects.hpp"
#include "carom/billiards/scene_referee.hpp"
#include "carom/billiards/shot_batch.hpp"
#include "carom/c/games.h"
#include "carom/record/shot_file.hpp"

namespace carom::c {
namespace {

using billiards::BallState;
using billiards::TableScene;

/// What is wrong with a shot of a sequence, wherever the balls lie; empty if nothing is.
std::string fault_of_planned(const carom_planned_shot& planned, std::size_t balls) {
    const auto is_proper = [](double x) { return std::abs(x) <= 1e100; };
    if (planned.strike.cue_ball < 0 || static_cast<std::size_t>(planned.strike.cue_ball) >= balls)
        return "cue_ball: there is no such ball";
    if (planned.has_place != 0 && !(is_proper(planned.place[0]) && is_proper(planned.place[1])))
        return "place: its numbers must be at most 1e100";
    const auto faults = faults_of(shot_of(planned.strike).strike);
    return faults.empty() ? "" : faults[0];
}

/// Plays the shots of a scene, and hands over each. What is wrong with one; empty if nothing is.
std::string play_all(const TableScene& scene, ShotFileWriter& writer) {
    billiards::ShotPlayer player(scene.setup);
    billiards::SceneReferee referee(scene);
    std::vector<BallState> states = scene.start;
    for (std::size_t k = 0; k < scene.shots.size(); ++k) {
        const std::string fault = set_up_shot(scene, states, scene.shots[k], referee.spotted());
        if (!fault.empty()) return "shots[" + std::to_string(k) + "]: " + fault;
        player.play(states, scene.shots[k].shot, billiards::Detail::every_motion);
        const auto events = player.events();
        const auto end = player.final_states();
        PlayedShot played{
            states, {events.begin(), events.end()}, {end.begin(), end.end()}, player.end_time()};
        writer.write(played);
        referee.rule(facts_of(played.start, played.events, scene.shots[k].shot.cue_ball, scene.setup.table));
        states = std::move(played.end);
    }
    return "";
}

/// Shots of a caller, with what is announced before each; null: nothing.
struct GivenShots {
    const carom_planned_shot* shots = nullptr;
    const carom_announcement* announced = nullptr;
    std::size_t count = 0;
};

/// Gives the shots to a scene. What is wrong with one; empty if nothing is.
std::string take_shots(TableScene& scene, const GivenShots& given) {
    scene.shots.clear();
    const billiards::Rules rules = rules_of(scene.game);
    const std::vector<int> numbers = numbers_in(rules, scene.ball_names);
    for (std::size_t k = 0; k < given.count; ++k) {
        const carom_planned_shot& from = given.shots[k];
        std::string fault = fault_of_planned(from, scene.start.size());
        billiards::PlannedShot planned{{}, shot_of(from.strike)};
        if (from.has_place != 0) planned.place = {from.place[0], from.place[1]};
        if (given.announced != nullptr) {
            planned.announced = announcement_of(given.announced[k]);
            const auto wrong = faults_of(planned.announced, rules, numbers, scene.setup.table.pockets.size());
            if (!wrong.empty() && fault.empty()) fault = wrong.front();
        }
        if (!fault.empty()) return "shots[" + std::to_string(k) + "]: " + fault;
        scene.shots.push_back(planned);
    }
    return "";
}

/// Plays the shots from the start of the scene by its game, and writes a file of them.
carom_status record(TableScene& scene, const GivenShots& given, const char* path) {
    if (path == nullptr || (given.shots == nullptr && given.count > 0)) return bad(kNullPointer);
    const std::string wrong = take_shots(scene, given);
    if (!wrong.empty()) return bad(wrong);
    drop_game_that_misfits(scene);
    std::vector<std::string> faults;
    for (const billiards::TableFault& fault : faults_of(scene)) faults.push_back(fault.message);
    if (!faults.empty()) return say(CAROM_BAD_ARGUMENT, faults);
    auto writer = carom::ShotFileWriter::create(path, scene);
    if (!writer) return say(writer.error());
    const std::string fault = play_all(scene, *writer);
    if (!fault.empty()) return bad(fault);
    const auto failure = writer->close();
    return failure ? say(*failure) : CAROM_OK;
}

/// The columns of a batch as the library has them.
class Strikes {
public:
    explicit Strikes(const carom_strike_columns& from)
        : speed_(from.speed),
          direction_(from.direction),
          elevation_(from.elevation),
          left_(from.left),
          up_(from.up),
          cue_ball_(from.cue_ball) {}
    billiards::StrikeColumns columns() const {
        return {speed_.span(), direction_.span(), elevation_.span(),
                left_.span(),  up_.span(),        cue_ball_.span()};
    }

private:
    ReadColumn<double> speed_, direction_, elevation_, left_, up_;
    ReadColumn<int> cue_ball_;
};

class Outcomes {
public:
    Outcomes(const carom_outcome_columns& to, const carom_ruling_columns& rulings)
        : x_(to.x),
          y_(to.y),
          duration_(to.duration),
          pocket_(to.pocket),
          events_(to.events),
          ball_ball_(to.ball_ball),
          cushions_(to.cushions),
          first_hit_(to.first_hit),
          cushions_before_hit_(to.cushions_before_hit),
          second_hit_(to.second_hit),
          cushions_before_second_(to.cushions_before_second),
          cushion_after_hit_(to.cushion_after_hit),
          to_cushion_(to.to_cushion),
          fouls_(rulings.fouls),
          continues_(rulings.continues),
          points_(rulings.points),
          winner_(rulings.winner) {}
    billiards::OutcomeColumns columns(const billiards::RuledGame& game) const {
        return {x_.span(),
                y_.span(),
                pocket_.span(),
                duration_.span(),
                events_.span(),
                ball_ball_.span(),
                cushions_.span(),
                first_hit_.span(),
                cushions_before_hit_.span(),
                second_hit_.span(),
                cushions_before_second_.span(),
                cushion_after_hit_.span(),
                to_cushion_.span(),
                &game,
                fouls_.span(),
                continues_.span(),
                points_.span(),
                winner_.span()};
    }
    void finish() const {
        for (const Doubles* column : {&x_, &y_, &duration_}) column->finish();
        for (const Ints* column :
             {&pocket_, &events_, &ball_ball_, &cushions_, &first_hit_, &cushions_before_hit_, &second_hit_,
              &cushions_before_second_, &cushion_after_hit_, &to_cushion_, &fouls_, &continues_, &points_,
              &winner_})
            column->finish();
    }

private:
    using Doubles = WriteColumn<carom_doubles_out, double>;
    using Ints = WriteColumn<carom_ints_out, int>;
    Doubles x_, y_, duration_;
    Ints pocket_, events_, ball_ball_, cushions_, first_hit_, cushions_before_hit_, second_hit_,
        cushions_before_second_, cushion_after_hit_, to_cushion_, fouls_, continues_, points_, winner_;
};

}  // namespace
}  // namespace carom::c

namespace billiards = carom::billiards;
using namespace carom::c;

carom_status carom_record_shots(carom_table* table, const carom_ball_state* start, size_t balls,
                                const carom_planned_shot* shots, size_t count, const char* path) {
    return with<TableObject>(table, [&](const TableObject& object) -> carom_status {
        TableScene scene = *object.scene;
        const carom_status status = read_start(*object.scene, start, balls, scene.start);
        if (status != CAROM_OK) return status;
        if (scene.start != object.scene->start) scene.game = {};  // nobody knows how far the game is
        return record(scene, {shots, nullptr, count}, path);
    });
}

carom_status carom_record_game(carom_table* table, const carom_game_state* state,
                               const carom_ball_state* start, size_t balls, const carom_planned_shot* shots,
                               const carom_announcement* announced, size_t count, const char* path) {
    return with<TableObject>(table, [&](const TableObject& object) -> carom_status {
        TableScene scene = *object.scene;
        const carom_status status = read_start(*object.scene, start, balls, scene.start);
        if (status != CAROM_OK) return status;
        scene.game = {};
        if (state != nullptr) {
            const auto game = game_of(*state);
            if (!game) return bad("state: no game stands so");
            scene.game = *game;
        }
        return record(scene, {shots, announced, count}, path);
    });
}

carom_status carom_play_batch(carom_table* table, const carom_strike_columns* strikes,
                              const carom_outcome_columns* outcomes, unsigned threads, carom_go_on go_on,
                              void* context) {
    const carom_ruling_columns none{};
    return carom_play_ruled_batch(table, strikes, outcomes, &none, threads, go_on, context);
}

carom_status carom_play_ruled_batch(carom_table* table, const carom_strike_columns* strikes,
                                    const carom_outcome_columns* outcomes,
                                    const carom_ruling_columns* rulings, unsigned threads, carom_go_on go_on,
                                    void* context) {
    return with<TableObject>(table, [&](const TableObject& object) -> carom_status {
        if (strikes == nullptr || outcomes == nullptr || rulings == nullptr) return bad(kNullPointer);
        if (threads > 1024) return bad("threads: at most 1024");
        const TableScene& scene = *object.scene;
        const Strikes from(*strikes);
        const Outcomes to(*outcomes, *rulings);
        const billiards::RuledGame game{scene.game, numbers_in(rules_of(scene.game), scene.ball_names),
                                        &scene.setup.table};
        const billiards::StrikeColumns in = from.columns();
        const billiards::OutcomeColumns out = to.columns(game);
        const auto faults = faults_of(scene.start.size(), scene.start, in, out);
        if (!faults.empty()) return say(CAROM_BAD_ARGUMENT, faults);
        const auto ask = [&](double share) { return go_on == nullptr || go_on(context, share) != 0; };
        const bool went_on =
            billiards::play_shots_on_threads(scene.setup, scene.start, in, out, threads, ask);
        to.finish();
        return went_on ? CAROM_OK : stopped_by_caller();
    });
}
