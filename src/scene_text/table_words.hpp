// The words of scenes with a table, for those who read and those who write them.
#pragma once

#include <string_view>
#include <utility>

#include "carom/billiards/ball.hpp"
#include "carom/billiards/game.hpp"
#include "carom/billiards/laws.hpp"

namespace carom::detail {

inline constexpr std::pair<const char*, double billiards::BallProperties::*> kBallProperties[] = {
    {"radius", &billiards::BallProperties::radius},
    {"mass", &billiards::BallProperties::mass},
    {"sliding_friction", &billiards::BallProperties::sliding_friction},
    {"rolling_friction", &billiards::BallProperties::rolling_friction},
    {"spinning_friction", &billiards::BallProperties::spinning_friction},
    {"ball_friction", &billiards::BallProperties::ball_friction},
    {"ball_restitution", &billiards::BallProperties::ball_restitution},
    {"bed_restitution", &billiards::BallProperties::bed_restitution},
    {"cushion_restitution", &billiards::BallProperties::cushion_restitution},
    {"cushion_friction", &billiards::BallProperties::cushion_friction},
};

/// How a ball is out of play at the start.
inline constexpr std::pair<std::string_view, billiards::Phase> kWaysOut[] = {
    {"pocketed", billiards::Phase::pocketed},
    {"off_table", billiards::Phase::off_table},
};

inline constexpr std::pair<std::string_view, billiards::BallBallModel> kBallBallModels[] = {
    {"frictionless_elastic", billiards::BallBallModel::frictionless_elastic},
    {"frictional_inelastic", billiards::BallBallModel::frictional_inelastic},
    {"mathavan_2014", billiards::BallBallModel::mathavan_2014},
    {"mathavan_2014_published", billiards::BallBallModel::mathavan_2014_published},
};

inline constexpr std::pair<std::string_view, billiards::BallFriction> kBallFrictions[] = {
    {"mean_of_balls", billiards::BallFriction::mean_of_balls},
    {"alciatore", billiards::BallFriction::alciatore},
};

inline constexpr std::pair<std::string_view, billiards::CushionModel> kCushionModels[] = {
    {"mirror", billiards::CushionModel::mirror},
    {"mirror_inelastic", billiards::CushionModel::mirror_inelastic},
    {"han_2005", billiards::CushionModel::han_2005},
    {"impulse", billiards::CushionModel::impulse},
    {"stronge_compliant", billiards::CushionModel::stronge_compliant},
    {"mathavan_2010", billiards::CushionModel::mathavan_2010},
};

inline constexpr std::pair<std::string_view, billiards::Rules> kRules[] = {
    {"none", billiards::Rules::none},           {"eight_ball", billiards::Rules::eight_ball},
    {"nine_ball", billiards::Rules::nine_ball}, {"ten_ball", billiards::Rules::ten_ball},
    {"snooker", billiards::Rules::snooker},     {"three_cushion", billiards::Rules::three_cushion},
};

/// What is on for the player of the first shot.
inline constexpr std::pair<std::string_view, billiards::Group> kGroups[] = {
    {"open", billiards::Group::open},
    {"solids", billiards::Group::solids},
    {"stripes", billiards::Group::stripes},
};
inline constexpr std::pair<std::string_view, billiards::BallOn> kBallsOn[] = {
    {"red", billiards::BallOn::red},
    {"colour", billiards::BallOn::colour},
    {"clear", billiards::BallOn::clear},
};

}  // namespace carom::detail
