// Promise: frames of the C interface have the contacts and the bits of the C++ library, with obstacles,
// filters and in single precision too.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "c/some_balls.hpp"
#include "carom/export/frame_svg.hpp"
#include "carom/frame/frame_stepper.hpp"

namespace carom::test {
namespace {

TEST(CFrames, FindTheContactsOfTheLibrary) {
    const auto all = some_balls(200, 2);
    const carom_ball_columns columns = columns_of(all, 2);
    std::vector<MovingBall<double, 2>> moved;
    for (const carom_ball& ball : all) moved.push_back(moving<double, 2>(ball));
    FrameContactFinder<double, 2> finder;
    const auto expected = finder.find(frame_balls(moved));
    for (const unsigned threads : {1U, 3U}) {
        OwnedFrame frame;
        ASSERT_EQ(carom_frame_create(2, threads, frame.put()), CAROM_OK);
        std::size_t count = 0;
        ASSERT_EQ(carom_frame_find(frame, &columns, &count), CAROM_OK) << carom_message();
        ASSERT_EQ(count, expected.size());
        std::vector<carom_frame_contact> contacts(count);
        ASSERT_EQ(carom_frame_contacts(frame, 0, count, contacts.data()), CAROM_OK);
        for (std::size_t k = 0; k < count; ++k) {
            EXPECT_EQ(contacts[k].a, expected[k].a);
            EXPECT_EQ(contacts[k].b, expected[k].b);
            EXPECT_EQ(contacts[k].first, expected[k].first);
        }
        EXPECT_EQ(carom_frame_contacts(frame, count, 1, contacts.data()), CAROM_BAD_ARGUMENT);
    }
}

TEST(CFrames, StepAsTheLibrary) {
    constexpr std::size_t kBalls = 100;
    std::vector<FrameBody<double, 2>> bodies(kBalls);
    std::vector<double> column[5];
    for (auto& each : column) each.resize(kBalls);
    detail::Noise noise(5, 6, 7, 8);
    for (std::size_t i = 0; i < kBalls; ++i) {
        bodies[i] = {{static_cast<double>(i % 10), static_cast<double>(i / 10)},
                     0.4,
                     {0.4 * noise.normal(), 0.4 * noise.normal()},
                     1};
        const FrameBody<double, 2>& body = bodies[i];
        const double numbers[] = {body.center[0], body.center[1], body.radius, body.displacement[0],
                                  body.displacement[1]};
        for (int k = 0; k < 5; ++k) column[k][i] = numbers[k];
    }
    const carom_body_columns columns{{doubles_out(column[0]), doubles_out(column[1]), {}},
                                     doubles(column[2]),
                                     {doubles_out(column[3]), doubles_out(column[4]), {}},
                                     {}};
    OwnedFrame frame;
    ASSERT_EQ(carom_frame_create(2, 1, frame.put()), CAROM_OK);
    FrameStepper<double, 2> stepper;
    StepRules<double> rules;
    rules.restitution = 0.8;
    for (int step = 0; step < 20; ++step) {
        std::size_t bounces = 0;
        ASSERT_EQ(carom_frame_step(frame, &columns, 0.8, 0, &bounces), CAROM_OK) << carom_message();
        const auto expected = stepper.advance_frame(bodies, rules);
        ASSERT_EQ(bounces, expected.bounces.size());
        std::vector<carom_frame_bounce> told(bounces);
        ASSERT_EQ(carom_frame_bounces(frame, 0, bounces, told.data()), CAROM_OK);
        for (std::size_t k = 0; k < bounces; ++k) EXPECT_EQ(told[k].fraction, expected.bounces[k].fraction);
        for (std::size_t i = 0; i < kBalls; ++i) {
            ASSERT_EQ(column[0][i], bodies[i].center[0]);
            ASSERT_EQ(column[4][i], bodies[i].displacement[1]);
        }
    }
}

/// A floor, a plane, a box and a ball at rest in two dimensions; the numbers are those of single precision.
struct SomeObstacles {
    carom_obstacle_columns columns() const {
        carom_obstacle_columns all{};
        all.ball_radius = doubles(ball_radius);
        all.half_space_offset = doubles(floor_offset);
        all.plane_offset = doubles(plane_offset);
        for (int k = 0; k < 2; ++k) {
            all.ball_center[k] = doubles(ball_center[k]);
            all.half_space_normal[k] = doubles(floor_normal[k]);
            all.plane_normal[k] = doubles(plane_normal[k]);
            all.box_lower[k] = doubles(box_lower[k]);
            all.box_upper[k] = doubles(box_upper[k]);
        }
        return all;
    }
    template <class T>
    ObstacleSet<T, 2> set() const {
        const std::vector<Ball<T, 2>> balls{{{1.5, 1.5}, 0.25}};
        const std::vector<HalfSpace<T, 2>> half_spaces{{{0, 1}, -0.5}};
        const std::vector<Plane<T, 2>> planes{{{1, 0}, 3.5}};
        const std::vector<Box<T, 2>> boxes{{{-1.5, 0.5}, {-1, 2}}};
        return ObstacleSet<T, 2>({balls, {}, half_spaces, planes, boxes});
    }

    using Column = std::vector<double>;
    Column ball_center[2]{{1.5}, {1.5}}, ball_radius{0.25}, floor_normal[2]{{0}, {1}}, floor_offset{-0.5};
    Column plane_normal[2]{{1}, {0}}, plane_offset{3.5}, box_lower[2]{{-1.5}, {0.5}}, box_upper[2]{{-1}, {2}};
};

template <class T>
void compare_obstacles(carom_frame* frame, std::size_t count, const std::vector<carom_ball>& all) {
    const ObstacleSet<T, 2> set = SomeObstacles().set<T>();
    std::vector<MovingBall<T, 2>> moved;
    for (const carom_ball& ball : all) moved.push_back(moving<T, 2>(ball));
    FrameContactFinder<T, 2> finder;
    const auto expected = finder.find(frame_balls(moved), set);
    ASSERT_EQ(count, expected.size());
    std::vector<carom_obstacle_contact> contacts(count);
    ASSERT_EQ(carom_frame_obstacle_contacts(frame, 0, count, contacts.data()), CAROM_OK);
    unsigned kinds = 0;
    for (std::size_t k = 0; k < count; ++k) {
        ASSERT_EQ(contacts[k].ball, expected[k].ball);
        ASSERT_EQ(contacts[k].obstacle.kind, static_cast<int32_t>(expected[k].obstacle.kind));
        ASSERT_EQ(contacts[k].first, expected[k].first);
        ASSERT_EQ(contacts[k].state, static_cast<int32_t>(expected[k].state));
        kinds |= 1U << static_cast<unsigned>(contacts[k].obstacle.kind);
    }
    EXPECT_EQ(kinds, 0b11101U) << "each kind is met";
}

TEST(CFrames, FindTheObstaclesOfTheLibrary) {
    const auto all = some_balls(200, 2);
    const carom_ball_columns columns = columns_of(all, 2);
    OwnedFrame frame;
    ASSERT_EQ(carom_frame_create(2, 1, frame.put()), CAROM_OK);
    std::size_t count = 7;
    ASSERT_EQ(carom_frame_find_obstacles(frame, &columns, &count), CAROM_OK);
    EXPECT_EQ(count, 0U);
    const SomeObstacles some;
    const carom_obstacle_columns obstacles = some.columns();
    ASSERT_EQ(carom_frame_set_obstacles(frame, &obstacles, 1), CAROM_OK) << carom_message();
    ASSERT_EQ(carom_frame_find_obstacles(frame, &columns, &count), CAROM_OK) << carom_message();
    compare_obstacles<double>(frame, count, all);
    const SomeFloats floats(all, 2);
    const carom_ball_columns_float in_float = floats.columns();
    ASSERT_EQ(carom_frame_find_obstacles_float(frame, &in_float, &count), CAROM_OK) << carom_message();
    compare_obstacles<float>(frame, count, all);
    ASSERT_EQ(carom_frame_set_obstacles(frame, nullptr, 1), CAROM_OK);
    ASSERT_EQ(carom_frame_find_obstacles(frame, &columns, &count), CAROM_OK);
    EXPECT_EQ(count, 0U);
}

TEST(CFrames, AFilterSaysWhichPairsMayTouch) {
    const auto all = some_balls(100, 2);
    const carom_ball_columns columns = columns_of(all, 2);
    OwnedFrame frame;
    ASSERT_EQ(carom_frame_create(2, 1, frame.put()), CAROM_OK);
    std::size_t count = 0;
    ASSERT_EQ(carom_frame_find(frame, &columns, &count), CAROM_OK);
    std::vector<carom_frame_contact> contacts(count);
    ASSERT_EQ(carom_frame_contacts(frame, 0, count, contacts.data()), CAROM_OK);
    std::vector<int32_t> group(100), mask(100);
    for (std::size_t k = 0; k < 100; ++k) {
        group[k] = 1 << (k % 2);
        mask[k] = k % 3 == 0 ? -1 : 1;
    }
    const uint32_t ignored[][2] = {{contacts[0].b, contacts[0].a}, {4000000000U, 1}};
    const carom_pair_filter filter{{group.data(), 100, 0}, {mask.data(), 100, 0}, ignored, 2};
    ASSERT_EQ(carom_frame_set_filter(frame, &filter), CAROM_OK);
    std::size_t expected = 0;
    for (const carom_frame_contact& each : contacts) {
        if (&each != contacts.data() && (group[each.a] & mask[each.b]) != 0 &&
            (group[each.b] & mask[each.a]) != 0)
            ++expected;
    }
    group.assign(100, 0);  // it was copied
    ASSERT_EQ(carom_frame_find(frame, &columns, &count), CAROM_OK) << carom_message();
    EXPECT_EQ(count, expected);
    EXPECT_LT(expected, contacts.size());
    const carom_pair_filter other{{}, {mask.data(), 3, 0}, nullptr, 0};
    ASSERT_EQ(carom_frame_set_filter(frame, &other), CAROM_OK);
    EXPECT_EQ(carom_frame_find(frame, &columns, &count), CAROM_BAD_ARGUMENT);
    EXPECT_STREQ(carom_message(), "the filter's mask has 3 entries, not 100");
    ASSERT_EQ(carom_frame_set_filter(frame, nullptr), CAROM_OK);
    ASSERT_EQ(carom_frame_find(frame, &columns, &count), CAROM_OK);
    EXPECT_EQ(count, contacts.size());
}

/// Balls that fall on a floor beside obstacles, in single precision, with a filter.
TEST(CFrames, StepAmongObstaclesInSinglePrecision) {
    constexpr std::size_t kBalls = 60;
    std::vector<FrameBody<float, 2>> bodies(kBalls);
    std::vector<float> column[5];
    for (auto& each : column) each.resize(kBalls);
    for (std::size_t i = 0; i < kBalls; ++i) {
        bodies[i] = {{static_cast<float>(i % 5) - 0.5F, 2.5F + static_cast<float>(i / 5)},
                     0.375F,
                     {0.125F, -0.25F},
                     1};
        const FrameBody<float, 2>& body = bodies[i];
        const float numbers[] = {body.center[0], body.center[1], body.radius, body.displacement[0],
                                 body.displacement[1]};
        for (int k = 0; k < 5; ++k) column[k][i] = numbers[k];
    }
    const carom_body_columns_float columns{{floats_out(column[0]), floats_out(column[1]), {}},
                                           floats(column[2]),
                                           {floats_out(column[3]), floats_out(column[4]), {}},
                                           {}};
    const SomeObstacles some;
    const carom_obstacle_columns obstacles = some.columns();
    const uint32_t ignored[][2] = {{0, 5}};
    const carom_pair_filter filter{{}, {}, ignored, 1};
    OwnedFrame frame;
    ASSERT_EQ(carom_frame_create(2, 1, frame.put()), CAROM_OK);
    ASSERT_EQ(carom_frame_set_obstacles(frame, &obstacles, 0.5), CAROM_OK);
    ASSERT_EQ(carom_frame_set_filter(frame, &filter), CAROM_OK);
    const ObstacleSet<float, 2> set = some.set<float>();
    const std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs{{0, 5}};
    FrameStepper<float, 2> stepper;
    StepRules<float> rules;
    rules.restitution = 0.75F;
    rules.obstacle_restitution = 0.5F;
    rules.filter.ignored = pairs;
    std::size_t with_obstacles = 0;
    for (int step = 0; step < 20; ++step) {
        std::size_t bounces = 0;
        ASSERT_EQ(carom_frame_step_float(frame, &columns, 0.75, 0, &bounces), CAROM_OK) << carom_message();
        const auto expected = stepper.advance_frame(bodies, set, rules);
        ASSERT_EQ(bounces, expected.bounces.size());
        std::vector<carom_frame_bounce> told(bounces);
        std::vector<carom_obstacle> which(bounces);
        ASSERT_EQ(carom_frame_bounces(frame, 0, bounces, told.data()), CAROM_OK);
        ASSERT_EQ(carom_frame_bounce_obstacles(frame, 0, bounces, which.data()), CAROM_OK);
        for (std::size_t k = 0; k < bounces; ++k) {
            ASSERT_EQ(told[k].fraction, expected.bounces[k].fraction);
            ASSERT_EQ(told[k].b, expected.bounces[k].b);
            if (told[k].b == UINT32_MAX) {
                ++with_obstacles;
                ASSERT_EQ(which[k].kind, static_cast<int32_t>(expected.bounces[k].obstacle.kind));
            } else {
                ASSERT_EQ(which[k].kind, CAROM_NO_OBSTACLE);
            }
        }
        for (std::size_t i = 0; i < kBalls; ++i) {
            ASSERT_EQ(column[0][i], bodies[i].center[0]);
            ASSERT_EQ(column[4][i], bodies[i].displacement[1]);
        }
    }
    EXPECT_GT(with_obstacles, 20U);
}

TEST(CFrames, APictureIsTheLibrarys) {
    const auto all = some_balls(40, 2);
    const carom_ball_columns columns = columns_of(all, 2);
    OwnedFrame frame;
    ASSERT_EQ(carom_frame_create(2, 1, frame.put()), CAROM_OK);
    std::size_t count = 0, length = 0;
    EXPECT_EQ(carom_frame_svg(frame, 0, nullptr, &length), CAROM_BAD_ARGUMENT);
    ASSERT_EQ(carom_frame_find(frame, &columns, &count), CAROM_OK);
    ASSERT_EQ(carom_frame_svg(frame, 0, nullptr, &length), CAROM_OK) << carom_message();
    std::string text(length, ' ');
    ASSERT_EQ(carom_frame_svg(frame, length, text.data(), &length), CAROM_OK);
    std::vector<MovingBall<double, 2>> moved;
    for (const carom_ball& ball : all) moved.push_back(moving<double, 2>(ball));
    FrameContactFinder<double, 2> finder;
    const auto contacts = finder.find(frame_balls(moved));
    EXPECT_EQ(text, frame_svg(moved, contacts, finder.cells()));
}

TEST(CFrames, WrongObstaclesAreNamed) {
    OwnedFrame frame;
    ASSERT_EQ(carom_frame_create(2, 1, frame.put()), CAROM_OK);
    const auto said = [&](const SomeObstacles& some) {
        const carom_obstacle_columns columns = some.columns();
        EXPECT_EQ(carom_frame_set_obstacles(frame, &columns, 1), CAROM_BAD_ARGUMENT);
        return std::string(carom_message());
    };
    SomeObstacles some;
    some.ball_radius[0] = -1;
    EXPECT_EQ(said(some), "ball_radius: entry 0 is negative");
    some = {};
    some.floor_normal[1][0] = 0;
    EXPECT_EQ(said(some), "half_space_normal: entry 0 is zero");
    some = {};
    some.plane_offset.push_back(1);
    EXPECT_EQ(said(some), "plane_normal has 1 entries, not 2");
    some = {};
    some.box_upper[1][0] = std::numeric_limits<double>::infinity();
    EXPECT_EQ(said(some), "box_upper: entry 0 is not finite");
    some.box_upper[1][0] = 0.25;
    EXPECT_EQ(said(some), "box_upper: entry 0 is below box_lower");
    some = {};
    some.plane_offset[0] = 1e300;
    const carom_obstacle_columns large = some.columns();
    ASSERT_EQ(carom_frame_set_obstacles(frame, &large, 1), CAROM_OK);
    std::size_t count = 0;
    const carom_ball_columns_float none{};
    EXPECT_EQ(carom_frame_find_obstacles_float(frame, &none, &count), CAROM_BAD_ARGUMENT);
    EXPECT_STREQ(carom_message(), "an obstacle has a number that single precision does not have");
}

// One pair is refused; in columns such balls touch nothing, and the others go on.
TEST(CFrames, ANumberThatIsNoneInColumns) {
    for (const double none : {std::nan(""), std::numeric_limits<double>::infinity()}) {
        const carom_ball whole{{0, 0, 0}, 1, {0, 0, 0}}, broken{{none, 0, 0}, 1, {0, 0, 0}};
        carom_sweep_answer answer{};
        EXPECT_EQ(carom_sweep(2, &whole, &broken, &answer), CAROM_BAD_ARGUMENT);

        std::vector<double> x{0, none, 3}, y(3, 0.0), radius(3, 1.0), dx{2, 0, 0}, dy(3, 0.0);
        const carom_ball_columns balls{{doubles(x), doubles(y)}, doubles(radius), {doubles(dx), doubles(dy)}};
        std::vector<int32_t> state(3, -1);
        const carom_sweep_columns answers{ints_out(state), {}, {}};
        std::size_t count = 0;
        EXPECT_EQ(carom_sweep_each(2, &balls, &balls, &answers, &count), CAROM_OK) << carom_message();
        EXPECT_EQ(count, 2U);
        EXPECT_EQ(state[1], CAROM_APART);

        OwnedFrame frame;
        ASSERT_EQ(carom_frame_create(2, 1, frame.put()), CAROM_OK);
        EXPECT_EQ(carom_frame_find(frame, &balls, &count), CAROM_OK) << carom_message();
        ASSERT_EQ(count, 1U);
        carom_frame_contact contact{};
        EXPECT_EQ(carom_frame_contacts(frame, 0, 1, &contact), CAROM_OK);
        EXPECT_EQ(contact.a, 0U);
        EXPECT_EQ(contact.b, 2U);

        const carom_body_columns bodies{
            {doubles_out(x), doubles_out(y)}, doubles(radius), {doubles_out(dx), doubles_out(dy)}, {}};
        EXPECT_EQ(carom_frame_step(frame, &bodies, 1, 0, &count), CAROM_OK) << carom_message();
        EXPECT_EQ(count, 1U);
        EXPECT_EQ(std::memcmp(&x[1], &none, sizeof none), 0);
        EXPECT_EQ(x[0], 1);
        EXPECT_EQ(x[2], 4);
    }
}

}  // namespace
}  // namespace carom::test
