// The referee. The states of games and their checks are in carom/_referee.py.
#include <array>

#include "carom/billiards/game.hpp"
#include "carom/billiards/spotting.hpp"
#include "played.hpp"

namespace carom::python {
namespace {

using billiards::ShotFacts;
using Two = std::array<int, 2>;

/// A shot that is ruled.
class Ruled {
public:
    Ruled(billiards::Rules rules, const PyShot& shot) : shot_(shot), rules_(rules) {
        const std::vector<std::string>& names = shot.scene->ball_names;
        const std::string why = why_no_game(rules, names);
        if (!why.empty()) throw std::invalid_argument(why);
        numbers_ = numbers_in(rules, names);
        facts_ = shot.facts();
    }

    /// What was called, if it can be.
    billiards::Call called(const billiards::Call& call) const {
        const auto faults = billiards::faults_of(billiards::Announcement{call, false, 0}, rules_, numbers_,
                                                 shot_.scene->setup.table.pockets.size());
        if (!faults.empty()) throw std::invalid_argument(faults.front());
        return call;
    }

    const ShotFacts& facts() const { return facts_; }
    /// What the rules count the balls by.
    const std::vector<int>& numbers() const { return numbers_; }

    /// What every ruling says.
    py::dict said(const billiards::Ruling& ruling) const {
        py::dict result;
        py::list fouls;
        for (const billiards::Foul foul : ruling.fouls) fouls.append(billiards::name_of(foul));
        result["fouls"] = fouls;
        result["pocketed"] = fallen_balls(facts_);
        result["continues"] = ruling.continues;
        result["ball_in_hand"] = ruling.ball_in_hand;
        result["behind_head_string"] = ruling.behind_head_string;
        result["may_rerack"] = ruling.may_rerack;
        result["winner"] = ruling.winner < 0 ? py::object(py::none()) : py::int_(ruling.winner);
        result["spotted"] = ruling.spotted;
        result["made"] = ruling.made;
        std::vector<billiards::BallState> states = shot_.end;
        spot_balls(rules_, shot_.scene->setup, numbers_, ruling.spotted, states);
        result["start"] = rows_of_states(states);
        return result;
    }

    /// What nine-ball and ten-ball say.
    template <class Ruling>
    py::dict said_in_rotation(const Ruling& ruling) const {
        py::dict result = said(ruling);
        result["may_pass"] = ruling.may_pass;
        const auto& next = ruling.next;
        result["next"] = py::make_tuple(next.shooter, next.is_break, next.may_push_out, next.fouls_in_row);
        return result;
    }

private:
    const PyShot& shot_;
    billiards::Rules rules_;
    std::vector<int> numbers_;
    ShotFacts facts_;
};

py::dict nine_ball(const PyShot& shot, int shooter, bool is_break, bool may_push_out, const Two& fouls_in_row,
                   bool push_out) {
    const Ruled ruled(billiards::Rules::nine_ball, shot);
    return ruled.said_in_rotation(rule_nine_ball({shooter, is_break, may_push_out, fouls_in_row},
                                                 ruled.facts(), ruled.numbers(), push_out));
}

py::dict ten_ball(const PyShot& shot, int shooter, bool is_break, bool may_push_out, const Two& fouls_in_row,
                  int ball, int pocket, bool safety, bool push_out) {
    const Ruled ruled(billiards::Rules::ten_ball, shot);
    return ruled.said_in_rotation(rule_ten_ball({shooter, is_break, may_push_out, fouls_in_row},
                                                ruled.facts(), ruled.numbers(),
                                                ruled.called({ball, pocket, safety}), push_out));
}

py::dict eight_ball(const PyShot& shot, int shooter, bool is_break, const Two& groups, bool behind_line,
                    int ball, int pocket, bool safety) {
    const Ruled ruled(billiards::Rules::eight_ball, shot);
    const auto group = [&](std::size_t player) { return static_cast<billiards::Group>(groups[player]); };
    const auto ruling = rule_eight_ball({shooter, is_break, {group(0), group(1)}, behind_line}, ruled.facts(),
                                        ruled.numbers(), ruled.called({ball, pocket, safety}));
    py::dict result = ruled.said(ruling);
    const billiards::EightBallState& next = ruling.next;
    const Two then{static_cast<int>(next.groups[0]), static_cast<int>(next.groups[1])};
    result["next"] = py::make_tuple(next.shooter, next.is_break, then, next.behind_line);
    return result;
}

py::dict snooker(const PyShot& shot, int shooter, int on, const Two& points, bool behind_line, int named) {
    const Ruled ruled(billiards::Rules::snooker, shot);
    const auto ruling = rule_snooker({shooter, static_cast<billiards::BallOn>(on), points, behind_line},
                                     ruled.facts(), ruled.numbers(), named);
    py::dict result = ruled.said(ruling);
    result["points"] = ruling.points;
    const billiards::SnookerState& next = ruling.next;
    result["next"] = py::make_tuple(next.shooter, static_cast<int>(next.on), next.points, next.behind_line);
    return result;
}

py::dict three_cushion(const PyShot& shot, int shooter, const Two& points, bool is_break, int distance) {
    const Ruled ruled(billiards::Rules::three_cushion, shot);  // they are three
    const auto ruling =
        rule_three_cushion({shooter, points, is_break, distance}, ruled.facts(), ruled.numbers());
    py::dict result = ruled.said(ruling);
    const billiards::ThreeCushionState& next = ruling.next;
    result["next"] = py::make_tuple(next.shooter, next.points, next.is_break, next.distance);
    return result;
}

}  // namespace

void add_referee(py::module_& module) {
    module.def("rule_nine_ball", &nine_ball);
    module.def("rule_ten_ball", &ten_ball);
    module.def("rule_eight_ball", &eight_ball);
    module.def("rule_snooker", &snooker);
    module.def("rule_three_cushion", &three_cushion);
}

}  // namespace carom::python
