#include <algorithm>

#include "carom/billiards/referee.hpp"

namespace carom::billiards {
namespace {

/// Balls of three-cushion by their numbers.
class CaromBalls {
public:
    explicit CaromBalls(std::span<const int> numbers) : numbers_(numbers) {}

    int red() const { return ball_of(kRedBall); }
    /// The cue ball of a player; -1 where nothing tells it.
    int own(int player) const {
        if (red() < 0 || ball_of(kYellowBall) < 0) return -1;
        return ball_of(player == 0 ? 0 : kYellowBall);
    }

private:
    int ball_of(int number) const {
        const auto at = std::find(numbers_.begin(), numbers_.end(), number);
        return at == numbers_.end() ? -1 : static_cast<int>(at - numbers_.begin());
    }

    std::span<const int> numbers_;
};

/// The red first, and no cushion before.
bool opens_well(const ShotFacts& facts, int red) {
    const bool meets_red = facts.first_hit == red || std::find(facts.tied_hits.begin(), facts.tied_hits.end(),
                                                               red) != facts.tied_hits.end();
    return meets_red && facts.cushions_before_hit == 0;
}

}  // namespace

std::vector<int> three_cushion_numbers(std::span<const std::string> names) {
    std::vector<int> numbers;
    for (const std::string& name : names)
        numbers.push_back(name == "red" ? kRedBall : name == "yellow" ? kYellowBall : 0);
    return numbers;
}

ThreeCushionRuling rule_three_cushion(const ThreeCushionState& state, const ShotFacts& facts,
                                      std::span<const int> numbers) {
    constexpr int kCushions = 3;
    const CaromBalls balls(numbers);
    ThreeCushionRuling ruling;
    ruling.next = state;
    ruling.next.is_break = false;
    const int own = balls.own(state.shooter);
    if (own >= 0 && facts.cue_ball != own) ruling.fouls.push_back(Foul::wrong_cue_ball);
    if (state.is_break && balls.red() >= 0 && !opens_well(facts, balls.red()))
        ruling.fouls.push_back(facts.first_hit < 0 ? Foul::no_hit : Foul::wrong_ball_first);
    if (facts.is_off_table(facts.cue_ball)) {
        ruling.fouls.push_back(Foul::cue_ball_off_table);
    } else if (!facts.off_table.empty()) {
        ruling.fouls.push_back(Foul::ball_off_table);
    }
    ruling.spotted = facts.off_table;
    const bool scores =
        ruling.fouls.empty() && facts.second_hit >= 0 && facts.cushions_before_second >= kCushions;
    const auto player = static_cast<std::size_t>(state.shooter);
    if (scores) ++ruling.next.points[player];
    ruling.continues = scores;
    if (scores && state.distance > 0 && ruling.next.points[player] >= state.distance) {
        ruling.winner = state.shooter;
        ruling.continues = false;
    }
    if (!scores) ruling.next.shooter = 1 - state.shooter;
    return ruling;
}

}  // namespace carom::billiards
