// Balls that stay in contact, against the limit of their chains of impacts in 85 digits
// (tests/data/billiards/lasting.json).
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "carom/billiards/shot.hpp"

namespace carom::billiards {
namespace {

const nlohmann::json& cases() {
    static const auto file = nlohmann::json::parse(
        std::ifstream(std::string(CAROM_SOURCE_DIR) + "/tests/data/billiards/lasting.json"));
    return file;
}

struct LastingShot {
    explicit LastingShot(const nlohmann::json& file, const std::string& model, double contact_speed) {
        BallProperties ball;
        ball.ball_restitution = model == "e1" ? 1 : 0.95;
        ball.ball_friction = model == "e095_ub005" ? 0.05 : 0;
        setup.laws.ball_friction = BallFriction::mean_of_balls;
        setup.laws.cushion = CushionModel::mirror;
        setup.contact_speed = contact_speed;
        for (const auto& input : file["input"]) {
            setup.balls.push_back(ball);
            BallState state = ball_at(input[0], input[1], ball);
            state.velocity = {input[2].get<double>(), input[3].get<double>(), 0};
            state.spin = {input[4].get<double>(), input[5].get<double>(), input[6].get<double>()};
            state.phase = phase_of(ball, state.velocity, state.spin);
            start.push_back(state);
        }
    }
    ShotSetup setup;
    std::vector<BallState> start;
};

TEST(LastingContact, EndsWhereTheChainOfImpactsDoes) {
    for (const auto& file : cases()) {
        for (const auto& [model, wanted] : file["models"].items()) {
            const LastingShot shot(file, model, 1e-5);
            ShotPlayer player(shot.setup);
            player.play(shot.start, std::nullopt);
            for (std::size_t k = 0; k < shot.start.size(); ++k) {
                const Vec3d& at = player.final_states()[k].position;
                EXPECT_NEAR(at[0], wanted["final"][k][0].get<double>(), 1e-10) << file["case"] << model << k;
                EXPECT_NEAR(at[1], wanted["final"][k][1].get<double>(), 1e-10) << file["case"] << model << k;
            }
            EXPECT_NEAR(player.end_time(), wanted["t_end"].get<double>(), 1e-10) << file["case"] << model;
        }
    }
}

/// A ball against a cushion whose spin presses it into the cushion, and one that rolls along it.
TEST(LastingContact, ABallStaysAtACushionWhileItsSpinPressesIt) {
    ShotSetup setup;
    setup.table = rectangular_table(1.42, 2.84);
    setup.balls.assign(1, {});
    const BallProperties& ball = setup.balls[0];
    BallState state = ball_at(.71, ball.radius, ball);
    state.velocity = {0.3, 0, 0};
    state.spin = {40, 0, 0};  // its lowest point goes away from the cushion, friction drives it in
    state.phase = phase_of(ball, state.velocity, state.spin);
    for (const CushionModel model :
         {CushionModel::mirror, CushionModel::mirror_inelastic, CushionModel::han_2005, CushionModel::impulse,
          CushionModel::stronge_compliant}) {
        setup.laws.cushion = model;
        ShotPlayer player(setup);
        const BallState start[] = {state};
        player.play(start, std::nullopt);
        EXPECT_LT(player.events().size(), 10U);
        EXPECT_NEAR(player.final_states()[0].position[1], ball.radius, 1e-12);
        EXPECT_GT(player.final_states()[0].position[0], .75);
    }
}

}  // namespace
}  // namespace carom::billiards
