#include "carom/billiards/scene_referee.hpp"

namespace carom::billiards {
namespace {

/// Nothing is known of the shot before the first. It may have been a push out, in a game that has it.
bool may_begin_with_a_pass(Rules rules) {
    return rules == Rules::nine_ball || rules == Rules::ten_ball;
}

}  // namespace

SceneReferee::SceneReferee(const TableScene& scene)
    : game_(scene.game),
      numbers_(numbers_in(rules_of(scene.game), scene.ball_names)),
      may_pass_(may_begin_with_a_pass(rules_of(scene.game))) {
    for (const PlannedShot& shot : scene.shots) announced_.push_back(shot.announced);
}

std::optional<GameRuling> SceneReferee::rule(const ShotFacts& facts) {
    spotted_.clear();
    if (rules_of(game_) == Rules::none || is_over_ || next_ >= announced_.size()) return {};
    const Announcement& announced = announced_[next_];
    if (announced.pass && may_pass_) game_ = passed(game_);
    GameRuling ruling = billiards::rule(game_, facts, numbers_, announced);
    ++next_;
    game_ = ruling.next;
    spotted_ = ruling.spotted;
    is_over_ = ruling.winner >= 0;
    may_pass_ = ruling.may_pass;
    return ruling;
}

}  // namespace carom::billiards
