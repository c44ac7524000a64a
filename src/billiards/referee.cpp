#include "carom/billiards/referee.hpp"

#include <algorithm>

#include "billiards/playing_area.hpp"
#include "math/two_term.hpp"

namespace carom::billiards {

namespace {

using carom::detail::two_product;
using carom::detail::two_sum;
using carom::detail::TwoTerm;

bool contains(const std::vector<int>& balls, int ball) {
    return std::find(balls.begin(), balls.end(), ball) != balls.end();
}

/// `first_time`: of the first hit, once there is one.
void note_hit(ShotFacts& facts, const ShotEvent& event, double& first_time) {
    if (event.ball != facts.cue_ball && event.other != facts.cue_ball) return;
    const int other = event.ball == facts.cue_ball ? event.other : event.ball;
    if (facts.first_hit < 0) {
        facts.first_hit = other;
        first_time = event.time;
    }
    if (other == facts.first_hit) return;
    if (facts.second_hit < 0) facts.second_hit = other;
    if (event.time == first_time && !contains(facts.tied_hits, other)) facts.tied_hits.push_back(other);
}

void note_cushion(ShotFacts& facts, int ball) {
    if (facts.first_hit >= 0) facts.cushion_after_hit = true;
    if (ball == facts.cue_ball) {
        if (facts.first_hit < 0) ++facts.cushions_before_hit;
        if (facts.second_hit < 0) ++facts.cushions_before_second;
    } else if (!contains(facts.to_cushion, ball)) {
        facts.to_cushion.push_back(ball);
    }
}

/// Does a ball that is below a line along x turn round on it or beyond, within `duration`? At the ends of
/// that time its place is known.
bool turns_beyond(double line, double y, double vy, double ay, double duration) {
    if (!(vy > 0 && ay < 0 && vy < -ay * duration)) return false;
    const TwoTerm rise = two_product(vy, vy);  // over twice the deceleration
    const TwoTerm needed = two_sum(line, -y) * TwoTerm{-2 * ay};
    const TwoTerm left = rise - needed;
    return left.hi >= 0;
}

/// `start` is where the cue ball lies.
LineFacts line_facts(const detail::PlayingArea& area, const BallState& start,
                     std::span<const ShotEvent> events, int cue_ball) {
    const double line = area.head_string();
    LineFacts facts;
    facts.starts_behind = start.position[1] < line;
    facts.crosses = !facts.starts_behind;
    facts.starts_in_d = area.is_in_the_d({start.position[0], start.position[1]});
    bool has_hit = false;
    double time = 0, y = start.position[1], vy = 0, ay = 0;
    for (const ShotEvent& event : events) {
        const bool is_pair = event.kind == EventKind::ball_ball;
        const bool is_second = is_pair && event.other == cue_ball;
        if (event.ball != cue_ball && !is_second) continue;
        const BallState& after = is_second ? event.other_after : event.ball_after;
        if (!has_hit && (turns_beyond(line, y, vy, ay, event.time - time) || after.position[1] >= line))
            facts.crosses = true;
        const bool is_tied = has_hit && is_pair && event.time == time;
        if (has_hit && !is_tied) break;
        if (is_pair) {
            const BallState& met = is_second ? event.ball_after : event.other_after;
            facts.hit_behind = met.position[1] < line && (!is_tied || facts.hit_behind);
            has_hit = true;
        }
        time = event.time;
        y = after.position[1];
        vy = after.velocity[1];
        ay = event.ball_acceleration[1];
    }
    return facts;
}

}  // namespace

bool ShotFacts::is_pocketed(int ball) const {
    const auto is_it = [&](const FallenBall& fallen) { return fallen.ball == ball; };
    return std::any_of(pocketed.begin(), pocketed.end(), is_it);
}

bool ShotFacts::is_off_table(int ball) const {
    return contains(off_table, ball);
}

ShotFacts facts_of(std::span<const BallState> start, std::span<const ShotEvent> events, int cue_ball) {
    ShotFacts facts;
    facts.cue_ball = cue_ball;
    double first_time = 0;
    for (std::size_t k = 0; k < start.size(); ++k) {
        if (!is_out_of_play(start[k].phase)) facts.on_table.push_back(static_cast<int>(k));
    }
    for (const ShotEvent& event : events) {
        if (event.kind == EventKind::ball_ball) note_hit(facts, event, first_time);
        if (is_cushion(event.kind)) note_cushion(facts, event.ball);
        if (event.kind == EventKind::pocket) facts.pocketed.push_back({event.ball, event.other});
        if (event.kind == EventKind::off_table) facts.off_table.push_back(event.ball);
    }
    return facts;
}

ShotFacts facts_of(std::span<const BallState> start, std::span<const ShotEvent> events, int cue_ball,
                   const Table& table) {
    ShotFacts facts = facts_of(start, events, cue_ball);
    const detail::PlayingArea area = detail::playing_area(table);
    const auto struck = static_cast<std::size_t>(cue_ball);
    if (area.is_there() && cue_ball >= 0 && struck < start.size())
        facts.lines = line_facts(area, start[struck], events, cue_ball);
    return facts;
}

const char* name_of(Foul foul) {
    switch (foul) {
        case Foul::scratch:
            return "scratch";
        case Foul::cue_ball_off_table:
            return "cue_ball_off_table";
        case Foul::ball_off_table:
            return "ball_off_table";
        case Foul::no_hit:
            return "no_hit";
        case Foul::wrong_ball_first:
            return "wrong_ball_first";
        case Foul::no_cushion:
            return "no_cushion";
        case Foul::illegal_break:
            return "illegal_break";
        case Foul::wrong_ball_pocketed:
            return "wrong_ball_pocketed";
        case Foul::bad_placement:
            return "bad_placement";
        case Foul::head_string_not_crossed:
            return "head_string_not_crossed";
        case Foul::wrong_cue_ball:
            return "wrong_cue_ball";
    }
    return "";
}

}  // namespace carom::billiards
