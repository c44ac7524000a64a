// Promise: steps of the C interface know gravity, a bound of impacts and moves that are not finished, with
// the bits of the C++ library.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "c/some_balls.hpp"
#include "carom/frame/frame_stepper.hpp"

namespace carom::test {
namespace {

/// A ball of 10 mm some way over a floor, in metres; a frame takes 1/60 s.
constexpr double kRadius = 0.005, kFall = 9.81 / 3600;

carom_status step(carom_frame* frame, const carom_body_columns& bodies, std::size_t& bounces) {
    return carom_frame_step(frame, &bodies, 1, 0, &bounces);
}
carom_status step(carom_frame* frame, const carom_body_columns_float& bodies, std::size_t& bounces) {
    return carom_frame_step_float(frame, &bodies, 1, 0, &bounces);
}

template <class T>
struct Drop {
    static constexpr bool is_double = std::is_same_v<T, double>;
    using Columns = std::conditional_t<is_double, carom_body_columns, carom_body_columns_float>;

    Drop() {
        EXPECT_EQ(carom_frame_create(3, 1, frame.put()), CAROM_OK);
        const std::vector<double> zero{0}, one{1};
        carom_obstacle_columns floor{};
        floor.half_space_offset = doubles(zero);
        for (int k = 0; k < 3; ++k) floor.half_space_normal[k] = doubles(k == 2 ? one : zero);
        EXPECT_EQ(carom_frame_set_obstacles(frame, &floor, 0.6), CAROM_OK) << carom_message();
    }

    Columns columns() {
        Columns all{};
        all.radius = {&radius, 1, 0};
        for (int k = 0; k < 3; ++k) {
            all.center[k] = {&center[k], 1, 0};
            all.displacement[k] = {&move[k], 1, 0};
        }
        return all;
    }

    OwnedFrame frame;
    T radius = static_cast<T>(kRadius);
    T center[3] = {0, 0, static_cast<T>(0.3)};
    T move[3] = {0, 0, 0};
};

/// The oracle is the floor: a ball at rest lies on it, as near as the step keeps it, and no bit of it
/// changes.
template <class T>
void check_that_it_comes_to_rest() {
    Drop<T> drop;
    const std::vector<double> none{0}, fall{-kFall};
    const carom_doubles gravity[] = {doubles(none), doubles(none), doubles(fall)};
    ASSERT_EQ(carom_frame_set_acceleration(drop.frame, gravity), CAROM_OK) << carom_message();
    const std::vector<HalfSpace<T, 3>> floor{{{0, 0, 1}, 0}};
    const ObstacleSet<T, 3> obstacles({{}, {}, floor, {}, {}});
    std::vector<FrameBody<T, 3>> bodies{
        {{0, 0, drop.center[2]}, drop.radius, {}, 1, {0, 0, static_cast<T>(-kFall)}}};
    FrameStepper<T, 3> stepper;
    StepRules<T> rules;
    rules.obstacle_restitution = static_cast<T>(0.6);
    T rests_at = 0;
    for (int k = 0; k < 360; ++k) {
        std::size_t bounces = 0;
        ASSERT_EQ(step(drop.frame, drop.columns(), bounces), CAROM_OK) << carom_message();
        stepper.advance_frame(bodies, obstacles, rules);
        ASSERT_EQ(drop.center[2], bodies[0].center[2]) << k;
        ASSERT_EQ(drop.move[2], bodies[0].displacement[2]) << k;
        if (k == 300) rests_at = drop.center[2];
        if (k >= 300) {
            ASSERT_EQ(drop.center[2], rests_at) << k;
            ASSERT_EQ(drop.move[2], 0) << k;
        }
    }
    EXPECT_GE(rests_at, drop.radius);
    EXPECT_LE(rests_at - drop.radius, 2 * kFall / 1024);
}

TEST(CSteps, ABallComesToRestOnAFloor) {
    check_that_it_comes_to_rest<double>();
    check_that_it_comes_to_rest<float>();
}

/// Two balls: one that falls and one that rises, then both alike, then neither.
TEST(CSteps, EachBallMayHaveAnAccelerationOfItsOwn) {
    OwnedFrame frame;
    ASSERT_EQ(carom_frame_create(2, 1, frame.put()), CAROM_OK);
    std::vector<double> x{0, 4}, y{0, 0}, radius{1, 1}, dx{0, 0}, dy{0, 0}, down{-0.5, 0.25}, none{0, 0};
    const carom_body_columns bodies{
        {doubles_out(x), doubles_out(y), {}}, doubles(radius), {doubles_out(dx), doubles_out(dy), {}}, {}};
    const auto moved = [&] {
        std::size_t bounces = 0;
        EXPECT_EQ(carom_frame_step(frame, &bodies, 1, 0, &bounces), CAROM_OK) << carom_message();
        return y;
    };
    const carom_doubles of_each[] = {doubles(none), doubles(down)};
    ASSERT_EQ(carom_frame_set_acceleration(frame, of_each), CAROM_OK) << carom_message();
    down = {7, 7};  // they were copied
    EXPECT_EQ(moved(), (std::vector<double>{-0.5, 0.25}));
    const carom_doubles of_all[] = {{none.data(), 1, 0}, {down.data(), 1, 0}};
    ASSERT_EQ(carom_frame_set_acceleration(frame, of_all), CAROM_OK) << carom_message();
    EXPECT_EQ(moved(), (std::vector<double>{-0.5 - 0.5 + 7, 0.25 + 0.25 + 7}));
    ASSERT_EQ(carom_frame_set_acceleration(frame, nullptr), CAROM_OK);
    EXPECT_EQ(moved(), (std::vector<double>{6 - 0.5 + 7, 7.5 + 0.25 + 7}));
}

/// A ball between two walls that nearly touch it: each impact is one of the bound.
TEST(CSteps, ABoundEndsAMoveAndTheRestIsTold) {
    OwnedFrame frame;
    ASSERT_EQ(carom_frame_create(2, 1, frame.put()), CAROM_OK);
    const std::vector<double> normal_x{1, -1}, normal_y{0, 0}, offset{-1.25, -1.25};
    carom_obstacle_columns walls{};
    walls.half_space_normal[0] = doubles(normal_x);
    walls.half_space_normal[1] = doubles(normal_y);
    walls.half_space_offset = doubles(offset);
    ASSERT_EQ(carom_frame_set_obstacles(frame, &walls, 1), CAROM_OK) << carom_message();
    std::size_t count = 7;
    ASSERT_EQ(carom_frame_lost_count(frame, &count), CAROM_OK);
    EXPECT_EQ(count, 0U);
    for (const unsigned most : {3U, 64U}) {
        std::vector<double> x{0}, y{0}, radius{1}, dx{2}, dy{0.5};
        const carom_body_columns bodies{{doubles_out(x), doubles_out(y), {}},
                                        doubles(radius),
                                        {doubles_out(dx), doubles_out(dy), {}},
                                        {}};
        std::size_t bounces = 0;
        ASSERT_EQ(carom_frame_set_most_bounces(frame, most), CAROM_OK);
        ASSERT_EQ(carom_frame_step(frame, &bodies, 1, 0, &bounces), CAROM_OK) << carom_message();
        ASSERT_EQ(carom_frame_lost_count(frame, &count), CAROM_OK);
        EXPECT_EQ(bounces, most == 3 ? 3U : 4U);  // after 0.25, 0.75, 1.25 and 1.75 of the way of 2
        ASSERT_EQ(count, most == 3 ? 1U : 0U);
        if (count == 0) continue;
        carom_lost_move move{7, {7, 7, 7}};
        ASSERT_EQ(carom_frame_lost_moves(frame, 0, 1, &move), CAROM_OK);
        EXPECT_EQ(move.ball, 0U);
        EXPECT_NEAR(move.displacement[0], -0.75, 1e-15);  // of what is left after 1.25
        EXPECT_NEAR(move.displacement[1], 0.1875, 1e-15);
        EXPECT_EQ(move.displacement[2], 0);
        EXPECT_EQ(carom_frame_lost_moves(frame, 1, 1, &move), CAROM_BAD_ARGUMENT);
        EXPECT_STREQ(carom_message(), "there are only 1 of them");
    }
}

/// A column that fits nothing: neither its length nor its numbers.
const std::vector<double> kUnfit(7, std::nan(""));

/// Two balls that fall beside a wall; all that has columns gets third ones.
std::vector<double> fallen(const carom_doubles& third) {
    OwnedFrame frame;
    EXPECT_EQ(carom_frame_create(2, 1, frame.put()), CAROM_OK);
    std::vector<double> x{0, 4}, y{0, 0}, radius{1, 1}, dx{1, 2}, dy{0, 0}, unfit = kUnfit;
    const std::vector<double> down{-0.5}, none{0}, left{-1}, offset{-6};
    carom_obstacle_columns wall{};
    const carom_doubles normal[] = {doubles(left), doubles(none), third};
    for (int k = 0; k < 3; ++k) wall.half_space_normal[k] = normal[k];
    wall.half_space_offset = doubles(offset);
    EXPECT_EQ(carom_frame_set_obstacles(frame, &wall, 1), CAROM_OK) << carom_message();
    const carom_doubles acceleration[] = {doubles(none), doubles(down), third};
    EXPECT_EQ(carom_frame_set_acceleration(frame, acceleration), CAROM_OK) << carom_message();

    const carom_doubles_out moved = third.data == nullptr ? carom_doubles_out{} : doubles_out(unfit);
    const carom_body_columns bodies{{doubles_out(x), doubles_out(y), moved},
                                    doubles(radius),
                                    {doubles_out(dx), doubles_out(dy), moved},
                                    {}};
    const carom_ball_columns balls{
        {doubles(x), doubles(y), third}, doubles(radius), {doubles(dx), doubles(dy), third}};
    std::size_t contacts = 0, walls = 0, bounces = 0;
    EXPECT_EQ(carom_frame_find(frame, &balls, &contacts), CAROM_OK) << carom_message();
    EXPECT_EQ(carom_frame_find_obstacles(frame, &balls, &walls), CAROM_OK) << carom_message();
    EXPECT_EQ(carom_frame_step(frame, &bodies, 1, 0, &bounces), CAROM_OK) << carom_message();
    EXPECT_TRUE(std::all_of(unfit.begin(), unfit.end(), [](double each) { return std::isnan(each); }));
    x.insert(x.end(), y.begin(), y.end());
    x.insert(x.end(),
             {static_cast<double>(contacts), static_cast<double>(walls), static_cast<double>(bounces)});
    return x;
}

TEST(CSteps, InTwoDimensionsThirdColumnsAreLeftAlone) {
    EXPECT_EQ(fallen(doubles(kUnfit)), fallen({}));
    EXPECT_EQ(fallen({}), (std::vector<double>{1, 4, -0.5, -0.5, 0, 1, 1}));
}

TEST(CSteps, WrongSettingsAreNamed) {
    OwnedFrame frame;
    ASSERT_EQ(carom_frame_create(2, 1, frame.put()), CAROM_OK);
    const auto said = [&](const std::vector<double>& x, const std::vector<double>& y) {
        const carom_doubles columns[] = {doubles(x), doubles(y)};
        EXPECT_EQ(carom_frame_set_acceleration(frame, columns), CAROM_BAD_ARGUMENT);
        return std::string(carom_message());
    };
    EXPECT_EQ(said({0, 0}, {1}), "acceleration has 1 entries, not 2");
    EXPECT_EQ(said({0, 0}, {1, std::nan("")}), "acceleration: entry 1 is not finite");
    EXPECT_EQ(carom_frame_set_most_bounces(frame, 0), CAROM_BAD_ARGUMENT);
    EXPECT_STREQ(carom_message(), "most_bounces: it must be 1 or more");
    EXPECT_EQ(carom_frame_lost_count(frame, nullptr), CAROM_BAD_ARGUMENT);

    std::vector<float> three(3);
    const std::vector<double> zeros{0, 0}, large{1e300, 0};
    const carom_doubles two[] = {doubles(zeros), doubles(large)};
    ASSERT_EQ(carom_frame_set_acceleration(frame, two), CAROM_OK);
    carom_body_columns_float bodies{};
    const auto with_balls = [&](std::size_t count) {
        bodies.radius = {three.data(), count, 0};
        for (int k = 0; k < 2; ++k) {
            bodies.center[k] = {three.data(), count, 0};
            bodies.displacement[k] = {three.data(), count, 0};
        }
        std::size_t bounces = 0;
        EXPECT_EQ(carom_frame_step_float(frame, &bodies, 1, 0, &bounces), CAROM_BAD_ARGUMENT);
        return std::string(carom_message());
    };
    EXPECT_EQ(with_balls(3), "the acceleration has 2 entries, not 3");
    EXPECT_EQ(with_balls(2), "the acceleration has a number that single precision does not have");
}

}  // namespace
}  // namespace carom::test
