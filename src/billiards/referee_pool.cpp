// Eight-ball, nine-ball and ten-ball.
#include <algorithm>

#include "carom/billiards/referee.hpp"

namespace carom::billiards {

namespace {

constexpr int kHighest = 15;
/// So many object balls have to meet a cushion in a break where none falls.
constexpr std::size_t kDrivenInABreak = 4;

int number_of(std::span<const int> numbers, int ball) {
    return numbers[static_cast<std::size_t>(ball)];
}

/// A numbered ball fell.
bool any_falls(const ShotFacts& facts) {
    return std::any_of(facts.pocketed.begin(), facts.pocketed.end(),
                       [&](const FallenBall& fallen) { return fallen.ball != facts.cue_ball; });
}

/// The numbered balls that fell, in order, without this one.
std::vector<int> fallen_objects(const ShotFacts& facts, int without = -1) {
    std::vector<int> balls;
    for (const FallenBall& fallen : facts.pocketed) {
        if (fallen.ball != facts.cue_ball && fallen.ball != without) balls.push_back(fallen.ball);
    }
    return balls;
}

bool is_driven_break(const ShotFacts& facts) {
    return any_falls(facts) || facts.to_cushion.size() >= kDrivenInABreak;
}

/// What is a foul in every shot: where the balls ended.
void note_lost_balls(std::vector<Foul>& fouls, const ShotFacts& facts) {
    if (facts.is_pocketed(facts.cue_ball)) fouls.push_back(Foul::scratch);
    if (facts.is_off_table(facts.cue_ball)) fouls.push_back(Foul::cue_ball_off_table);
    const auto is_object = [&](int ball) { return ball != facts.cue_ball; };
    if (std::any_of(facts.off_table.begin(), facts.off_table.end(), is_object))
        fouls.push_back(Foul::ball_off_table);
}

/// And what the cue ball met. `is_on` says which balls may be met first. Of several at the same instant it
/// met the one that is on first.
template <class IsOn>
void note_hits(std::vector<Foul>& fouls, const ShotFacts& facts, bool is_break, IsOn is_on) {
    if (facts.first_hit < 0) {
        fouls.push_back(Foul::no_hit);
    } else if (!is_on(facts.first_hit) &&
               std::none_of(facts.tied_hits.begin(), facts.tied_hits.end(), is_on)) {
        fouls.push_back(Foul::wrong_ball_first);
    } else if (!is_break && !any_falls(facts) && !facts.cushion_after_hit) {
        fouls.push_back(Foul::no_cushion);
    }
}

/// And from where the cue ball was played when it was in hand behind the head string.
void note_start_behind(std::vector<Foul>& fouls, const ShotFacts& facts) {
    if (!facts.lines) return;
    if (!facts.lines->starts_behind) {
        fouls.push_back(Foul::bad_placement);
    } else if (facts.first_hit >= 0 && facts.lines->hit_behind && !facts.lines->crosses) {
        fouls.push_back(Foul::head_string_not_crossed);
    }
}

/// The ball of a number; -1 where there is none.
int ball_of(std::span<const int> numbers, int number) {
    const auto at = std::find(numbers.begin(), numbers.end(), number);
    return at == numbers.end() ? -1 : static_cast<int>(at - numbers.begin());
}

Group group_of(int number) {
    if (number == 8 || number == 0) return Group::open;
    return number < 8 ? Group::solids : Group::stripes;
}

/// No ball of the group was on the table before the shot.
bool is_cleared(Group group, const ShotFacts& facts, std::span<const int> numbers) {
    return group != Group::open && std::none_of(facts.on_table.begin(), facts.on_table.end(), [&](int ball) {
               return group_of(number_of(numbers, ball)) == group;
           });
}

/// On an open table the 8 may be met first only where one of the groups is no longer there.
bool may_be_met_first(int ball, int eight, const ShotFacts& facts, std::span<const int> numbers) {
    return ball != eight || is_cleared(Group::solids, facts, numbers) ||
           is_cleared(Group::stripes, facts, numbers);
}

void pass_turn(Ruling& ruling, int& shooter) {
    if (!ruling.continues) shooter = 1 - shooter;
}

/// The break at eight-ball: nobody wins or loses by it.
void rule_break(EightBallRuling& ruling, const ShotFacts& facts, int eight) {
    note_lost_balls(ruling.fouls, facts);
    if (facts.first_hit < 0) ruling.fouls.push_back(Foul::no_hit);
    const bool is_foul = !ruling.fouls.empty();
    ruling.ball_in_hand = ruling.behind_head_string = is_foul;
    if (!is_foul && !is_driven_break(facts)) ruling.fouls.push_back(Foul::illegal_break);
    const bool eight_falls = facts.is_pocketed(eight) || facts.is_off_table(eight);
    if (eight_falls) ruling.spotted.push_back(eight);
    ruling.next.behind_line =
        is_foul && (eight_falls || facts.is_pocketed(facts.cue_ball) || facts.is_off_table(facts.cue_ball));
    ruling.may_rerack = eight_falls || (!is_foul && !ruling.fouls.empty());
    ruling.continues = ruling.fouls.empty() && any_falls(facts);
    if (ruling.continues) ruling.made = fallen_objects(facts, eight);
}

bool is_called(const FallenBall& fallen, const Call& call) {
    return (call.ball < 0 || call.ball == fallen.ball) && (call.pocket < 0 || call.pocket == fallen.pocket);
}

/// The balls that fall as they were called, in order. On an open table the first decides the group.
std::vector<int> called_balls(const ShotFacts& facts, std::span<const int> numbers, Group group,
                              const Call& call) {
    std::vector<int> balls;
    for (const FallenBall& fallen : facts.pocketed) {
        const Group of = group_of(number_of(numbers, fallen.ball));
        const bool belongs = of != Group::open && (group == Group::open || of == group);
        if (!belongs || !is_called(fallen, call)) continue;
        balls.push_back(fallen.ball);
        group = of;
    }
    return balls;
}

/// What nine-ball and ten-ball have in common: the fouls, and what follows from them.
template <class RotationRuling, class State>
RotationRuling rule_rotation(const State& state, const ShotFacts& facts, std::span<const int> numbers,
                             bool pushes) {
    constexpr int kMostFouls = 3;
    RotationRuling ruling;
    ruling.next = state;
    ruling.next.is_break = false;
    int lowest = kHighest + 1;
    for (const int ball : facts.on_table) {
        if (ball != facts.cue_ball) lowest = std::min(lowest, number_of(numbers, ball));
    }
    note_lost_balls(ruling.fouls, facts);
    const auto is_on = [&](int ball) { return number_of(numbers, ball) == lowest; };
    if (!pushes) note_hits(ruling.fouls, facts, state.is_break, is_on);
    if (state.is_break && !is_driven_break(facts)) ruling.fouls.push_back(Foul::illegal_break);
    const bool is_foul = !ruling.fouls.empty();
    const auto shooter = static_cast<std::size_t>(state.shooter);
    ruling.next.fouls_in_row[shooter] = is_foul ? state.fouls_in_row[shooter] + 1 : 0;
    if (ruling.next.fouls_in_row[shooter] >= kMostFouls) ruling.winner = 1 - state.shooter;
    ruling.ball_in_hand = is_foul;
    ruling.may_pass = pushes && !is_foul;
    ruling.next.may_push_out = state.is_break && !is_foul;
    return ruling;
}

}  // namespace

std::vector<int> pool_numbers(std::span<const std::string> names) {
    std::vector<int> numbers;
    for (const std::string& name : names) {
        int number = name == "cue" ? 0 : -1;
        for (int k = 1; k <= kHighest; ++k) {
            if (name == std::to_string(k)) number = k;
        }
        numbers.push_back(number);
    }
    return numbers;
}

NineBallRuling rule_nine_ball(const NineBallState& state, const ShotFacts& facts,
                              std::span<const int> numbers, bool push_out) {
    const bool pushes = push_out && state.may_push_out;
    auto ruling = rule_rotation<NineBallRuling>(state, facts, numbers, pushes);
    const bool is_foul = !ruling.fouls.empty();
    const int nine = ball_of(numbers, 9);
    if (facts.is_pocketed(nine) || facts.is_off_table(nine)) {
        if (is_foul || pushes) {
            ruling.spotted.push_back(nine);
        } else {
            ruling.winner = state.shooter;
        }
    }
    ruling.continues = !is_foul && !pushes && any_falls(facts);
    if (ruling.continues) ruling.made = fallen_objects(facts);
    pass_turn(ruling, ruling.next.shooter);
    return ruling;
}

TenBallRuling rule_ten_ball(const TenBallState& state, const ShotFacts& facts, std::span<const int> numbers,
                            const Call& call, bool push_out) {
    const bool pushes = push_out && state.may_push_out;
    auto ruling = rule_rotation<TenBallRuling>(state, facts, numbers, pushes);
    const bool counts = ruling.fouls.empty() && !pushes;
    const int ten = ball_of(numbers, 10);
    if (counts && state.is_break) {
        ruling.made = fallen_objects(facts, ten);
        ruling.continues = any_falls(facts);
    } else if (counts && !call.safety) {
        for (const FallenBall& fallen : facts.pocketed) {
            if (is_called(fallen, call)) ruling.made.push_back(fallen.ball);
        }
        ruling.continues = !ruling.made.empty();
    }
    const bool is_ten_made = std::find(ruling.made.begin(), ruling.made.end(), ten) != ruling.made.end();
    if (is_ten_made) {
        ruling.winner = state.shooter;
    } else if (facts.is_pocketed(ten) || facts.is_off_table(ten)) {
        ruling.spotted.push_back(ten);
    }
    if (counts && any_falls(facts) && !ruling.continues) ruling.may_pass = true;
    pass_turn(ruling, ruling.next.shooter);
    return ruling;
}

EightBallRuling rule_eight_ball(const EightBallState& state, const ShotFacts& facts,
                                std::span<const int> numbers, const Call& call) {
    EightBallRuling ruling;
    ruling.next = state;
    ruling.next.is_break = ruling.next.behind_line = false;
    const int eight = ball_of(numbers, 8);
    if (state.is_break) {
        rule_break(ruling, facts, eight);
        pass_turn(ruling, ruling.next.shooter);
        return ruling;
    }
    const auto shooter = static_cast<std::size_t>(state.shooter);
    const Group group = state.groups[shooter];
    const bool on_eight = is_cleared(group, facts, numbers);
    note_lost_balls(ruling.fouls, facts);
    if (state.behind_line) note_start_behind(ruling.fouls, facts);
    note_hits(ruling.fouls, facts, false, [&](int ball) {
        if (on_eight) return ball == eight;
        if (group == Group::open) return may_be_met_first(ball, eight, facts, numbers);
        return group_of(number_of(numbers, ball)) == group;
    });
    const bool is_foul = !ruling.fouls.empty();
    ruling.ball_in_hand = is_foul;
    const auto fallen = std::find_if(facts.pocketed.begin(), facts.pocketed.end(),
                                     [&](const FallenBall& one) { return one.ball == eight; });
    if (facts.is_off_table(eight)) {
        ruling.winner = 1 - state.shooter;
    } else if (fallen != facts.pocketed.end()) {
        const bool counts = on_eight && !is_foul && !call.safety && is_called(*fallen, call);
        ruling.winner = counts ? state.shooter : 1 - state.shooter;
    }
    if (!is_foul && !call.safety) ruling.made = called_balls(facts, numbers, group, call);
    ruling.continues = !ruling.made.empty();
    if (ruling.continues && group == Group::open) {
        const Group own = group_of(number_of(numbers, ruling.made[0]));
        ruling.next.groups[shooter] = own;
        ruling.next.groups[1 - shooter] = own == Group::solids ? Group::stripes : Group::solids;
    }
    if (ruling.winner == state.shooter) ruling.made.push_back(eight);
    pass_turn(ruling, ruling.next.shooter);
    return ruling;
}

}  // namespace carom::billiards
