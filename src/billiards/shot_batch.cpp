#include "carom/billiards/shot_batch.hpp"

#include <algorithm>

namespace carom::billiards {

namespace {

template <class Value>
std::span<Value> cut(std::span<Value> column, std::size_t first, std::size_t count) {
    return column.empty() ? column : column.subspan(first, count);
}

template <class Value>
Value entry(std::span<const Value> column, std::size_t shot) {
    return column.empty() ? Value{} : column[shot];
}

Strike strike_of(const StrikeColumns& strikes, std::size_t shot) {
    return {strikes.speed[shot], strikes.direction[shot], entry(strikes.elevation, shot),
            entry(strikes.left, shot), entry(strikes.up, shot)};
}

template <class Value>
void put(std::span<Value> column, std::size_t at, Value value) {
    if (!column.empty()) column[at] = value;
}

/// Counts of one shot.
struct Summary {
    int ball_ball = 0, cushions = 0;
    int first_hit = -1, cushions_before_hit = 0, second_hit = -1, cushions_before_second = 0;
    int cushion_after_hit = 0;

    Summary(std::span<const ShotEvent> events, int cue_ball) {
        for (const ShotEvent& event : events) {
            if (event.kind == EventKind::ball_ball) note_balls(event, cue_ball);
            if (is_cushion(event.kind)) note_cushion(event, cue_ball);
        }
    }

private:
    void note_balls(const ShotEvent& event, int cue_ball) {
        ++ball_ball;
        if (event.ball != cue_ball && event.other != cue_ball) return;
        const int other = event.ball == cue_ball ? event.other : event.ball;
        if (first_hit < 0) {
            first_hit = other;
        } else if (second_hit < 0 && other != first_hit) {
            second_hit = other;
        }
    }
    void note_cushion(const ShotEvent& event, int cue_ball) {
        ++cushions;
        if (first_hit >= 0) cushion_after_hit = 1;
        if (event.ball != cue_ball) return;
        if (first_hit < 0) ++cushions_before_hit;
        if (second_hit < 0) ++cushions_before_second;
    }
};

/// How many object balls met a cushion.
int driven_to_cushion(std::span<const ShotEvent> events, int cue_ball) {
    int count = 0;
    for (std::size_t k = 0; k < events.size(); ++k) {
        if (!is_cushion(events[k].kind) || events[k].ball == cue_ball) continue;
        const auto is_same = [&](const ShotEvent& earlier) {
            return is_cushion(earlier.kind) && earlier.ball == events[k].ball;
        };
        const auto here = events.begin() + static_cast<std::ptrdiff_t>(k);
        if (std::none_of(events.begin(), here, is_same)) ++count;
    }
    return count;
}

void write_places(const ShotPlayer& player, std::span<const BallState> start, const OutcomeColumns& outcomes,
                  std::size_t row) {
    for (std::size_t i = 0; i < start.size(); ++i) {
        put(outcomes.x, row + i, player.final_states()[i].position[0]);
        put(outcomes.y, row + i, player.final_states()[i].position[1]);
        put(outcomes.pocket, row + i, is_out_of_play(start[i].phase) ? kPocketedBefore : kOnTheTable);
    }
    for (const ShotEvent& event : player.events()) {
        const std::size_t at = row + static_cast<std::size_t>(event.ball);
        if (event.kind == EventKind::pocket) put(outcomes.pocket, at, event.other);
        if (event.kind == EventKind::off_table) put(outcomes.pocket, at, kOffTheTable);
    }
}

void write_ruling(const ShotPlayer& player, std::span<const BallState> start, int cue_ball,
                  const OutcomeColumns& outcomes, std::size_t shot) {
    const RuledGame& game = *outcomes.game;
    if (rules_of(game.state) == Rules::none || game.numbers[static_cast<std::size_t>(cue_ball)] != 0) {
        put(outcomes.fouls, shot, kNotRuled);
        put(outcomes.continues, shot, 0);
        put(outcomes.points, shot, 0);
        put(outcomes.winner, shot, -1);
        return;
    }
    const ShotFacts facts = game.table == nullptr ? facts_of(start, player.events(), cue_ball)
                                                  : facts_of(start, player.events(), cue_ball, *game.table);
    const GameRuling ruling = rule(game.state, facts, game.numbers);
    unsigned fouls = 0;
    for (const Foul foul : ruling.fouls) fouls |= 1U << static_cast<unsigned>(foul);
    put(outcomes.fouls, shot, static_cast<int>(fouls));
    put(outcomes.continues, shot, ruling.continues ? 1 : 0);
    put(outcomes.points, shot, ruling.points);
    put(outcomes.winner, shot, ruling.winner);
}

void write_outcome(const ShotPlayer& player, int cue_ball, const OutcomeColumns& outcomes, std::size_t shot) {
    const Summary summary(player.events(), cue_ball);
    put(outcomes.duration, shot, player.end_time());
    put(outcomes.events, shot, static_cast<int>(player.events().size()));
    put(outcomes.ball_ball, shot, summary.ball_ball);
    put(outcomes.cushions, shot, summary.cushions);
    put(outcomes.first_hit, shot, summary.first_hit);
    put(outcomes.cushions_before_hit, shot, summary.cushions_before_hit);
    put(outcomes.second_hit, shot, summary.second_hit);
    put(outcomes.cushions_before_second, shot, summary.cushions_before_second);
    put(outcomes.cushion_after_hit, shot, summary.cushion_after_hit);
    if (!outcomes.to_cushion.empty())
        outcomes.to_cushion[shot] = driven_to_cushion(player.events(), cue_ball);
}

/// Notes columns of the wrong length.
class LengthFaults {
public:
    explicit LengthFaults(std::vector<std::string>& faults) : faults_(&faults) {}

    void needed(const char* name, std::size_t given, std::size_t wanted) {
        if (given == wanted) return;
        faults_->push_back(std::string("the column ") + name + " has " + std::to_string(given) +
                           " entries, and must have " + std::to_string(wanted));
    }
    void optional(const char* name, std::size_t given, std::size_t wanted) {
        if (given != 0) needed(name, given, wanted);
    }

private:
    std::vector<std::string>* faults_;
};

void check_lengths(std::vector<std::string>& faults, std::size_t balls, const StrikeColumns& strikes,
                   const OutcomeColumns& outcomes) {
    LengthFaults column(faults);
    const std::size_t shots = strikes.size();
    column.needed("direction", strikes.direction.size(), shots);
    column.optional("elevation", strikes.elevation.size(), shots);
    column.optional("left", strikes.left.size(), shots);
    column.optional("up", strikes.up.size(), shots);
    column.optional("cue_ball", strikes.cue_ball.size(), shots);
    column.optional("x", outcomes.x.size(), shots * balls);
    column.optional("y", outcomes.y.size(), shots * balls);
    column.optional("pocket", outcomes.pocket.size(), shots * balls);
    column.optional("duration", outcomes.duration.size(), shots);
    column.optional("events", outcomes.events.size(), shots);
    column.optional("ball_ball", outcomes.ball_ball.size(), shots);
    column.optional("cushions", outcomes.cushions.size(), shots);
    column.optional("first_hit", outcomes.first_hit.size(), shots);
    column.optional("cushions_before_hit", outcomes.cushions_before_hit.size(), shots);
    column.optional("second_hit", outcomes.second_hit.size(), shots);
    column.optional("cushions_before_second", outcomes.cushions_before_second.size(), shots);
    column.optional("cushion_after_hit", outcomes.cushion_after_hit.size(), shots);
    column.optional("to_cushion", outcomes.to_cushion.size(), shots);
    const bool has_game = outcomes.game != nullptr;
    column.optional("fouls", outcomes.fouls.size(), has_game ? shots : 0);
    column.optional("continues", outcomes.continues.size(), has_game ? shots : 0);
    column.optional("points", outcomes.points.size(), has_game ? shots : 0);
    column.optional("winner", outcomes.winner.size(), has_game ? shots : 0);
    if (has_game) column.needed("numbers", outcomes.game->numbers.size(), balls);
}

/// The states from which a shot starts.
std::span<const BallState> start_of(std::span<const BallState> start, std::size_t balls, std::size_t shot) {
    return start.size() == balls ? start : start.subspan(shot * balls, balls);
}

void check_shot(std::vector<std::string>& faults, std::span<const BallState> start,
                const StrikeColumns& strikes, std::size_t shot) {
    const std::string who = "shot " + std::to_string(shot) + ": ";
    for (const std::string& fault : faults_of(strike_of(strikes, shot))) faults.push_back(who + fault);
    const int cue_ball = entry(strikes.cue_ball, shot);
    if (cue_ball < 0 || static_cast<std::size_t>(cue_ball) >= start.size()) {
        faults.push_back(who + "there is no ball " + std::to_string(cue_ball));
    } else if (start[static_cast<std::size_t>(cue_ball)].phase != Phase::resting) {
        faults.push_back(who + "ball " + std::to_string(cue_ball) +
                         " does not rest, and only such are struck");
    }
}

}  // namespace

StrikeColumns StrikeColumns::part(std::size_t first, std::size_t count) const {
    return {cut(speed, first, count), cut(direction, first, count), cut(elevation, first, count),
            cut(left, first, count),  cut(up, first, count),        cut(cue_ball, first, count)};
}

OutcomeColumns OutcomeColumns::part(std::size_t first, std::size_t count, std::size_t balls) const {
    return {cut(x, first * balls, count * balls),
            cut(y, first * balls, count * balls),
            cut(pocket, first * balls, count * balls),
            cut(duration, first, count),
            cut(events, first, count),
            cut(ball_ball, first, count),
            cut(cushions, first, count),
            cut(first_hit, first, count),
            cut(cushions_before_hit, first, count),
            cut(second_hit, first, count),
            cut(cushions_before_second, first, count),
            cut(cushion_after_hit, first, count),
            cut(to_cushion, first, count),
            game,
            cut(fouls, first, count),
            cut(continues, first, count),
            cut(points, first, count),
            cut(winner, first, count)};
}

std::vector<std::string> faults_of(std::size_t balls, std::span<const BallState> start,
                                   const StrikeColumns& strikes, const OutcomeColumns& outcomes) {
    constexpr std::size_t kMostFaults = 100;
    std::vector<std::string> faults;
    check_lengths(faults, balls, strikes, outcomes);
    if (start.size() != balls && start.size() != strikes.size() * balls)
        faults.push_back("there are " + std::to_string(start.size()) +
                         " start states, and there must be one for each ball, or for each ball of each shot");
    if (!faults.empty()) return faults;
    for (std::size_t shot = 0; shot < strikes.size() && faults.size() < kMostFaults; ++shot)
        check_shot(faults, start_of(start, balls, shot), strikes, shot);
    return faults;
}

std::size_t play_shots(ShotPlayer& player, std::size_t balls, std::span<const BallState> start,
                       const StrikeColumns& strikes, const OutcomeColumns& outcomes,
                       const std::function<bool()>& go_on) {
    for (std::size_t shot = 0; shot < strikes.size(); ++shot) {
        const std::span<const BallState> states = start_of(start, balls, shot);
        const int cue_ball = entry(strikes.cue_ball, shot);
        if (go_on && !go_on()) return shot;
        if (!player.play(states, Shot{cue_ball, strike_of(strikes, shot)}, Detail::events, go_on))
            return shot;
        write_places(player, states, outcomes, shot * balls);
        write_outcome(player, cue_ball, outcomes, shot);
        if (outcomes.game != nullptr) write_ruling(player, states, cue_ball, outcomes, shot);
    }
    return strikes.size();
}

}  // namespace carom::billiards
