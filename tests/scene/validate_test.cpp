// Bad scenes are refused, all faults at once, with the culprit and the size of the fault.
#include "carom/scene/validate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "scene/scenes.hpp"

namespace carom::test {
namespace {

using Subject = Finding::Subject;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// A sound scene of one ball.
Scene<2> one_ball() {
    return scene_of<2>({ball<2>("a", {5, 5}, 0.5)}, box_world<2>(10, Boundary::wall));
}

/// Expects exactly one fault, and returns it.
template <int N>
Finding only_fault(const Scene<N>& scene) {
    const Validation validation = validate(scene);
    EXPECT_EQ(validation.faults.size(), 1U) << messages(validation.faults);
    return validation.faults.empty() ? Finding{} : validation.faults.front();
}

template <int N>
void expect_fault(const Scene<N>& scene, Subject subject, const std::string& field,
                  const std::string& words) {
    const Finding fault = only_fault(scene);
    EXPECT_EQ(fault.subject, subject) << fault.message;
    EXPECT_EQ(fault.field, field) << fault.message;
    EXPECT_NE(fault.message.find(words), std::string::npos) << fault.message << "\nlacks: " << words;
}

TEST(Validate, AcceptsASoundScene) {
    const Validation validation = validate(one_ball());
    EXPECT_TRUE(validation.faults.empty()) << messages(validation.faults);
    EXPECT_TRUE(validation.notes.empty());
}

TEST(Validate, RefusesAnEmptyScene) {
    expect_fault(Scene<3>{}, Subject::scene, "balls", "no balls");
}

TEST(Validate, RefusesBadRadii) {
    for (const double radius : {-0.5, 0.0, -0.0}) {
        Scene<2> scene = one_ball();
        scene.balls[0].radius = radius;
        expect_fault(scene, Subject::ball, "radius", "ball 0 \"a\": radius is");
    }
    Scene<2> scene = one_ball();
    scene.balls[0].radius = kNan;
    expect_fault(scene, Subject::ball, "radius", "radius is not a number");
    scene.balls[0].radius = kInfinity;
    expect_fault(scene, Subject::ball, "radius", "radius is infinite");
}

TEST(Validate, RefusesBadMasses) {
    for (const double mass : {0.0, -1.0, kNan, -kInfinity, 1e-101, 1e101}) {
        Scene<2> scene = one_ball();
        scene.balls[0].mass = mass;
        expect_fault(scene, Subject::ball, "mass", "ball 0 \"a\": mass is");
    }
}

TEST(Validate, AcceptsAnImmovableBallAtRestOnly) {
    Scene<2> scene = one_ball();
    scene.balls[0].mass = immovable;
    EXPECT_TRUE(validate(scene).faults.empty());
    scene.balls[0].velocity = {{0, 1e-50}};
    expect_fault(scene, Subject::ball, "velocity", "has to be zero, because the ball is immovable");
}

TEST(Validate, RefusesNumbersThatAreNotFinite) {
    Scene<2> scene = one_ball();
    scene.balls[0].position[1] = kNan;
    expect_fault(scene, Subject::ball, "position", "position on axis y is not a number");
    scene = one_ball();
    scene.balls[0].velocity[0] = -kInfinity;
    expect_fault(scene, Subject::ball, "velocity", "velocity on axis x is infinite");
}

TEST(Validate, RefusesMagnitudesThatCouldOverflow) {
    Scene<2> scene = one_ball();
    scene.balls[0].velocity[0] = 1e101;
    expect_fault(scene, Subject::ball, "velocity", "choose other units");
    scene.balls[0].velocity[0] = 1e-101;
    expect_fault(scene, Subject::ball, "velocity", "outside the range 1e-100 to 1e100");
    scene.balls[0].velocity[0] = 1e100;
    EXPECT_TRUE(validate(scene).faults.empty());
    scene = one_ball();
    scene.balls[0].position[0] = 1e-200;
    expect_fault(scene, Subject::ball, "position", "outside the range 1e-100 to 1e100");
}

TEST(Validate, RefusesRestitutionsOutsideZeroToOne) {
    for (const double e : {-0.1, 1.1, kNan}) {
        Scene<2> scene = one_ball();
        scene.law.restitution_balls = e;
        expect_fault(scene, Subject::law, "restitution_balls", "must be in [0, 1]");
        scene = one_ball();
        scene.law.restitution_walls = e;
        expect_fault(scene, Subject::law, "restitution_walls", "must be in [0, 1]");
        scene = one_ball();
        scene.balls[0].name = "steel 7";
        scene.law.between = {{"steel", "steel", e}};
        expect_fault(scene, Subject::law, "between", "must be in [0, 1]");
    }
}

TEST(Validate, RefusesSpeciesThatNoBallHasAndPairsThatAreThereTwice) {
    Scene<2> scene = one_ball();
    scene.balls[0].name = "steel12";
    scene.law.between = {{"steel", "steel", 0.5}};
    EXPECT_TRUE(validate(scene).faults.empty());
    scene.law.between.push_back({"steel", "stele", 0.5});
    expect_fault(scene, Subject::law, "between", "names a species of no ball: \"stele\"");
    scene.law.between[1].second = "steel";
    expect_fault(scene, Subject::law, "between", "is there twice");
}

TEST(SpeciesName, IsTheNameWithoutItsNumber) {
    EXPECT_EQ(species_name("steel 12"), "steel");
    EXPECT_EQ(species_name("steel12"), "steel");
    EXPECT_EQ(species_name("hard-steel_3"), "hard-steel");
    EXPECT_EQ(species_name("12"), "12");
    EXPECT_EQ(species_name(" 12"), " 12");
    EXPECT_EQ(species_name(""), "");
}

TEST(Validate, RefusesBadCutOffSpeeds) {
    for (const double speed : {-1.0, kNan, kInfinity}) {
        Scene<2> scene = one_ball();
        scene.law.elastic_below = speed;
        expect_fault(scene, Subject::law, "elastic_below", "elastic_below is");
    }
    Scene<2> scene = one_ball();
    scene.law.elastic_below = 0;
    EXPECT_TRUE(validate(scene).faults.empty());
}

TEST(Validate, RefusesABoxUpsideDownOnlyWhereItIsNotOpen) {
    Scene<2> scene = one_ball();
    scene.world.box.upper[1] = -1;
    expect_fault(scene, Subject::box, "upper", "box on axis y: upper -1 is not above lower 0");
    scene.world.boundary[1] = Boundary::open;
    EXPECT_TRUE(validate(scene).faults.empty());
}

TEST(Validate, RefusesAFaceThatIsNotFinite) {
    Scene<2> scene = one_ball();
    scene.world.box.lower[0] = -kInfinity;
    expect_fault(scene, Subject::box, "lower", "box on axis x: lower is infinite");
}

TEST(Validate, RefusesBadWalls) {
    Scene<2> scene = one_ball();
    scene.world.walls = {{"floor", {{{0, 1}}, 0}}, {"ramp", {{{0, 0}}, 1}}};
    expect_fault(scene, Subject::walls, "normal", "wall 1 \"ramp\": normal is zero");
    scene.world.walls[1].half_space = {{{1, 0}}, kNan};
    expect_fault(scene, Subject::walls, "offset", "wall 1 \"ramp\": offset is not a number");
    EXPECT_EQ(only_fault(scene).culprits, std::vector<std::size_t>{1});
}

TEST(Validate, RefusesAThermalWallBehindTheBox) {
    Scene<2> scene = one_ball();
    scene.world.boundary = {Boundary::wall, Boundary::open};
    Wall<2> hot{"hot", {{{2, 0}}, 0}};
    hot.temperature = 1;
    scene.world.walls = {hot};
    expect_fault(scene, Subject::walls, "offset", "wall 0 \"hot\": offset puts it on or behind the walls");
    scene.world.walls[0].half_space.offset = 0.5;  // inside
    EXPECT_TRUE(validate(scene).faults.empty());
    scene.world.walls[0].half_space = {{{2, 0.1}}, 0};  // not behind all of an open axis
    EXPECT_TRUE(validate(scene).faults.empty());
    scene.world.walls[0] = hot;
    scene.world.walls[0].speed = 1;  // comes in
    EXPECT_TRUE(validate(scene).faults.empty());
    scene.world.walls[0] = {"leaves", {{{1, 0}}, -1}, -1, {}};
    expect_fault(scene, Subject::walls, "offset", "wall 0 \"leaves\": offset puts it");
}

TEST(Validate, RefusesAWallAcrossAPeriodicAxis) {
    Scene<2> scene = one_ball();
    scene.world.boundary = {Boundary::wall, Boundary::periodic};
    scene.world.walls = {{"floor", {{{1, 0}}, 0}}};
    EXPECT_TRUE(validate(scene).faults.empty());
    scene.world.walls = {{"floor", {{{1, 0.5}}, 0}}};
    expect_fault(scene, Subject::walls, "normal", "periodic axis y");
}

TEST(Validate, RefusesABallBeyondAFaceAndTellsHowFar) {
    Scene<2> scene = one_ball();
    scene.balls[0].position = {{9.75, 5}};
    expect_fault(scene, Subject::ball, "position",
                 "reaches 0.25 beyond the upper wall, 10, of the box on axis x");
    EXPECT_EQ(only_fault(scene).size, 0.25);
    scene.balls[0].position = {{5, -20}};
    EXPECT_EQ(only_fault(scene).size, 20.5);
}

TEST(Validate, TakesFourUlpIntoAWallAsTouching) {
    // position 0.5 - d, radius 0.5, face 0: the largest number that enters is the radius, with the ulp 2^-53,
    // and not y = 5, which has no part in it
    for (const double d : {0x1p-54, 0x1p-51}) {
        Scene<2> scene = one_ball();
        scene.balls[0].position = {{0.5 - d, 5}};
        const Validation validation = validate(scene);
        EXPECT_TRUE(validation.faults.empty()) << messages(validation.faults);
        ASSERT_EQ(validation.notes.size(), 1U);
        EXPECT_EQ(validation.notes[0].size, d);
    }
    Scene<2> scene = one_ball();
    scene.balls[0].position = {{0.5 - 0x1p-51 - 0x1p-54, 5}};
    EXPECT_EQ(only_fault(scene).size, 0x1p-51 + 0x1p-54);
}

TEST(Validate, RefusesABallInAFurtherWall) {
    Scene<2> scene = one_ball();
    scene.world.walls = {
        {"ramp", {{{3, 4}}, 33}}};  // 5 away from the origin is 25; the ball's centre has n.x = 35
    expect_fault(scene, Subject::ball, "position", "ball 0 \"a\" reaches 0.1 into wall 0 \"ramp\"");
    scene.world.walls[0].half_space.offset = 32.5;
    EXPECT_TRUE(validate(scene).faults.empty());
}

TEST(Validate, RefusesABoxTooSmallForABall) {
    Scene<2> scene = one_ball();
    scene.balls[0].radius = 6;
    const Validation walls = validate(scene);
    ASSERT_EQ(walls.faults.size(), 2U) << messages(walls.faults);
    EXPECT_EQ(
        walls.faults[0].message,
        "the box is too small for ball 0 \"a\": it is 10 wide on axis x, the ball's diameter is 12, and a "
        "millionth more is needed to move");
    scene.balls[0].radius = 5;  // fits, but could not move
    EXPECT_EQ(validate(scene).faults.size(), 2U);
    scene.balls[0].radius = 4.99999;
    EXPECT_TRUE(validate(scene).faults.empty());
    scene.world.boundary.fill(Boundary::periodic);
    scene.balls[0].radius = 5;  // touches its own image
    const Validation periodic = validate(scene);
    ASSERT_EQ(periodic.faults.size(), 2U) << messages(periodic.faults);
    EXPECT_NE(periodic.faults[0].message.find("its own periodic image"), std::string::npos);
    scene.balls[0].radius = std::nextafter(5.0, 0.0);
    EXPECT_TRUE(validate(scene).faults.empty());
}

TEST(Validate, RefusesABallOutsideThePeriodicBox) {
    Scene<2> scene = one_ball();
    scene.world.boundary.fill(Boundary::periodic);
    scene.balls[0].position = {{0, std::nextafter(10.0, 0.0)}};
    EXPECT_TRUE(validate(scene).faults.empty());
    scene.balls[0].position = {{0, 10}};
    expect_fault(scene, Subject::ball, "position", "on axis y 10 is not in [0, 10); write 0");
    scene.balls[0].position = {{-0.25, 5}};
    expect_fault(scene, Subject::ball, "position",
                 "lies outside the periodic box: on axis x -0.25 is not in [0, 10)");
    EXPECT_EQ(only_fault(scene).size, 0.25);
}

TEST(Validate, RefusesRadiiThatTheCoordinatesCannotResolve) {
    // the ulp of 2^34 is 2^-18, so the smallest radius is 2^-2
    Scene<2> scene = scene_of<2>({ball<2>("near", {0, 0}, 0.25), ball<2>("far", {0x1p34, 0}, 0.25)});
    EXPECT_TRUE(validate(scene).faults.empty()) << messages(validate(scene).faults);
    scene.balls[0].radius = std::nextafter(0.25, 0.0);
    expect_fault(scene, Subject::ball, "radius",
                 "65536 ulp of the largest coordinate, 17179869184 of ball 1 \"far\"");
}

Scene<2> sheared_ball() {
    Scene<2> scene = one_ball();
    scene.world.boundary.fill(Boundary::periodic);
    scene.world.shear = Shear{0, 1, 0.5};
    return scene;
}

TEST(Validate, RefusesShearThatHasNoMeaning) {
    EXPECT_TRUE(validate(sheared_ball()).faults.empty()) << messages(validate(sheared_ball()).faults);
    const auto expect_bad = [](const char* field, const std::string& words, auto change) {
        Scene<2> scene = sheared_ball();
        change(scene);
        expect_fault(scene, Subject::shear, field, words);
    };
    expect_bad("flow", "flow is 2; the axes are 0 to 1", [](auto& s) { s.world.shear->flow = 2; });
    expect_bad("gradient", "another axis than the flow", [](auto& s) { s.world.shear->gradient = 0; });
    expect_bad("rate", "rate is 0", [](auto& s) { s.world.shear->rate = 0; });
    expect_bad("rate", "rate is not a number", [](auto& s) { s.world.shear->rate = kNan; });
    expect_bad("flow", "axis x, which has to be periodic",
               [](auto& s) { s.world.boundary[0] = Boundary::wall; });
    expect_bad("gradient", "axis y, which has to be periodic",
               [](auto& s) { s.world.boundary[1] = Boundary::open; });
    expect_bad("rate", "does not go with gravity", [](auto& s) { s.world.gravity = {0, -1}; });
    expect_bad("rate", "does not go with a thermostat", [](auto& s) { s.thermostat = Thermostat{1, 1}; });
    Scene<2> scene = sheared_ball();
    scene.balls[0].mass = immovable;
    expect_fault(scene, Subject::ball, "mass", "the images of an immovable ball move");
    scene = sheared_ball();
    scene.balls[0].radius = 2;
    expect_fault(scene, Subject::ball, "radius", "3 diameters wide; it is 10 wide");
}

TEST(Validate, ReportsAllFaultsAtOnce) {
    Scene<2> scene = one_ball();
    scene.balls.push_back(ball<2>("b", {5.5, 5}, 0.5));
    scene.balls.push_back(ball<2>("c", {-1, 5}, 0.5));
    scene.balls.push_back(ball<2>("d", {2, 2}, -1));
    scene.law.restitution_walls = 2;
    scene.world.walls = {{"ramp", {{{0, 0}}, 1}}};
    EXPECT_EQ(validate(scene).faults.size(), 5U) << messages(validate(scene).faults);
}

TEST(Validate, ListsTwentyOfAKindAndCountsTheRest) {
    Scene<2> scene;
    for (int i = 0; i < 57; ++i) scene.balls.push_back(ball<2>("", {10.0 * i, 0}, -1));
    const Validation validation = validate(scene);
    ASSERT_EQ(validation.faults.size(), 21U);
    EXPECT_EQ(validation.faults[0].message, "ball 0: radius is -1; it must be above 0");
    EXPECT_EQ(validation.faults[20].message, "and 37 more bad radii");
    EXPECT_EQ(validation.faults[20].culprits, std::vector<std::size_t>{20});
}

TEST(Validate, PrintsNoControlCharactersOfNames) {
    Scene<2> scene = one_ball();
    scene.balls[0].name = "a\x1b[31m\n" + std::string(100, 'x');
    scene.balls[0].radius = -1;
    const std::string message = only_fault(scene).message;
    EXPECT_EQ(message.find('\x1b'), std::string::npos);
    EXPECT_EQ(message.find('\n'), std::string::npos);
    EXPECT_LT(message.size(), 130U);
}

TEST(ElasticBelow, IsTheLawsOwnOrDerivedFromTheFastestBall) {
    Scene<2> scene = one_ball();
    scene.balls[0].velocity = {{3, 4}};
    EXPECT_EQ(elastic_below(scene), 0);
    scene.law.restitution_walls = 0.5;
    EXPECT_EQ(elastic_below(scene), 5 * 0x1p-20);
    scene.law.elastic_below = 0.125;
    EXPECT_EQ(elastic_below(scene), 0.125);
    scene.law.restitution_walls = 1;
    EXPECT_EQ(elastic_below(scene), 0) << "where nothing is lost, nothing is cut off";
}

}  // namespace
}  // namespace carom::test
