// Snooker.
#include <algorithm>
#include <iterator>
#include <string_view>

#include "carom/billiards/referee.hpp"

namespace carom::billiards {

namespace {

constexpr int kRed = 1;
constexpr int kBlack = 7;
constexpr int kLeastPenalty = 4;

/// The balls of a frame before and after a shot, by their values.
class Frame {
public:
    Frame(const ShotFacts& facts, std::span<const int> values) : facts_(facts), values_(values) {}

    int value(int ball) const { return values_[static_cast<std::size_t>(ball)]; }
    /// Reds left after the shot: they never come back.
    int reds_left() const {
        const auto is_left = [&](int ball) {
            return value(ball) == kRed && !facts_.is_pocketed(ball) && !facts_.is_off_table(ball);
        };
        return static_cast<int>(std::count_if(facts_.on_table.begin(), facts_.on_table.end(), is_left));
    }
    /// Of the colours before the shot.
    int lowest_colour() const {
        int lowest = kBlack + 1;
        for (const int ball : facts_.on_table) {
            if (value(ball) > kRed) lowest = std::min(lowest, value(ball));
        }
        return lowest;
    }

private:
    const ShotFacts& facts_;
    std::span<const int> values_;
};

/// The value of the ball that is on; of a colour that was not named, and was not met first either, the
/// highest.
int value_on(const SnookerState& state, const ShotFacts& facts, const Frame& frame, int named) {
    if (state.on == BallOn::red) return kRed;
    if (state.on == BallOn::clear) return frame.lowest_colour();
    if (named > kRed) return named;
    const int met = facts.first_hit < 0 ? 0 : frame.value(facts.first_hit);
    return met > kRed ? met : kBlack;
}

/// Fouls, and the highest value that takes part in them. `from_d`: the cue ball had to be played from there.
int note_fouls(std::vector<Foul>& fouls, const ShotFacts& facts, const Frame& frame, int on, bool from_d) {
    int penalty = std::max(kLeastPenalty, on);
    const auto note = [&](Foul foul, int value) {
        if (std::find(fouls.begin(), fouls.end(), foul) == fouls.end()) fouls.push_back(foul);
        penalty = std::max(penalty, value);
    };
    if (from_d && facts.lines && !facts.lines->starts_in_d) note(Foul::bad_placement, 0);
    if (facts.is_pocketed(facts.cue_ball)) note(Foul::scratch, 0);
    if (facts.is_off_table(facts.cue_ball)) note(Foul::cue_ball_off_table, 0);
    for (const int ball : facts.off_table) {
        if (ball != facts.cue_ball) note(Foul::ball_off_table, frame.value(ball));
    }
    if (facts.first_hit < 0) {
        note(Foul::no_hit, 0);
    } else if (frame.value(facts.first_hit) != on) {
        note(Foul::wrong_ball_first, frame.value(facts.first_hit));
    }
    for (const int tied : facts.tied_hits) {
        const int first = frame.value(facts.first_hit), other = frame.value(tied);
        if (first != kRed || other != kRed) note(Foul::wrong_ball_first, std::max(first, other));
    }
    for (const FallenBall& fallen : facts.pocketed) {
        if (fallen.ball != facts.cue_ball && frame.value(fallen.ball) != on)
            note(Foul::wrong_ball_pocketed, frame.value(fallen.ball));
    }
    return penalty;
}

}  // namespace

std::vector<int> snooker_values(std::span<const std::string> names) {
    static constexpr std::string_view kColours[] = {"yellow", "green", "brown", "blue", "pink", "black"};
    std::vector<int> values;
    for (const std::string& name : names) {
        const auto* const colour = std::find(std::begin(kColours), std::end(kColours), name);
        if (name == "cue") {
            values.push_back(0);
        } else if (name.starts_with("red")) {
            values.push_back(kRed);
        } else if (colour != std::end(kColours)) {
            values.push_back(kRed + 1 + static_cast<int>(colour - std::begin(kColours)));
        } else {
            values.push_back(-1);
        }
    }
    return values;
}

SnookerRuling rule_snooker(const SnookerState& state, const ShotFacts& facts, std::span<const int> values,
                           int named) {
    const Frame frame(facts, values);
    const int on = value_on(state, facts, frame, named);
    SnookerRuling ruling;
    ruling.next = state;
    const int penalty = note_fouls(ruling.fouls, facts, frame, on, state.behind_line);
    const bool is_foul = !ruling.fouls.empty();
    int made = 0;
    for (const FallenBall& fallen : facts.pocketed) {
        const int value = frame.value(fallen.ball);
        if (!is_foul && value == on) {
            made += value;
            ruling.made.push_back(fallen.ball);
        }
        const bool stays_down = value <= kRed || (state.on == BallOn::clear && !is_foul);
        if (!stays_down) ruling.spotted.push_back(fallen.ball);
    }
    for (const int ball : facts.off_table) {
        if (frame.value(ball) > kRed) ruling.spotted.push_back(ball);
    }
    const auto player = static_cast<std::size_t>(state.shooter);
    ruling.points = is_foul ? penalty : made;
    ruling.next.points[is_foul ? 1 - player : player] += ruling.points;
    ruling.continues = made > 0;
    ruling.ball_in_hand = facts.is_pocketed(facts.cue_ball) || facts.is_off_table(facts.cue_ball);
    ruling.next.behind_line = ruling.ball_in_hand;
    if (!ruling.continues) ruling.next.shooter = 1 - state.shooter;
    if (ruling.continues && state.on == BallOn::red) {
        ruling.next.on = BallOn::colour;
    } else {
        ruling.next.on = frame.reds_left() > 0 ? BallOn::red : BallOn::clear;
    }
    // The black alone: it ends the frame when it falls, or by a foul.
    const bool is_last = state.on == BallOn::clear && on == kBlack && (made > 0 || is_foul);
    if (!is_last) return ruling;
    const auto& points = ruling.next.points;
    ruling.continues = false;
    ruling.spotted.clear();
    if (points[0] != points[1]) {
        ruling.winner = points[0] > points[1] ? 0 : 1;
    } else {
        // Level scores: the black is put back, and the cue ball is played from hand.
        const auto black = std::find(values.begin(), values.end(), kBlack) - values.begin();
        ruling.spotted.push_back(static_cast<int>(black));
        ruling.ball_in_hand = ruling.next.behind_line = true;
    }
    return ruling;
}

}  // namespace carom::billiards
