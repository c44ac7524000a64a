// Kind: a scene is refused, but late, at another place than that of the mistake, or without what to do.
#include <gtest/gtest.h>

#include "carom/scene/generate.hpp"
#include "scene_text/reading.hpp"

namespace carom::test {
namespace {

const std::string kHead = "dimension = 2\n";
const std::string kBall = "[[balls]]\nposition = [0, 0]\n";

// Two tables of 2^25 balls took 49 s and 5.2 GB, and were refused then.
TEST(SceneMessages, TheLimitOfBallsIsThatOfTheSum) {
    const std::string lattice =
        "[[generate]]\nkind = \"lattice\"\nlattice = \"square\"\norigin = [0, 0]\nspacing = 1\nradius = "
        "0.5\n";
    expect_fault(kHead + kBall + "radius = 0.1\n" + lattice + "counts = [8192, 4096]\n", "s.toml:11:10: ",
                 "this makes 33554432 balls; there must be 1 to 33554431 here, because all balls of a scene");
    expect_fault(kHead + kBall +
                     "radius = 0.1\n[[generate]]\nkind = \"cradle\"\nposition = [9, 9]\nradius = 0.1\n" +
                     "count = 33554432\n",
                 "s.toml:9:9: ", "there must be 1 to 33554431 here");
    expect_fault(kHead + kBall +
                     "radius = 0.1\n[[generate]]\nkind = \"random_gas\"\nlower = [0, 0]\nupper = [1e5, " +
                     "1e5]\nradius = 0.1\ncount = 33554432\n",
                 "s.toml:10:9: ", "there must be 1 to 33554431 here");
}

// Every ball was blamed for the number of [defaults].
TEST(SceneMessages, DefaultsAreBlamedWhereTheyStand) {
    const std::string balls = kBall + kBall;
    expect_fault(kHead + "[defaults]\nradius = -0.03\n" + balls,
                 "s.toml:3:10: ", "[defaults]: radius is -0.03; it must be above 0");
    expect_fault(kHead + "[defaults]\nradius = 0.1\nmass = 0\n" + balls, "s.toml:4:8: ", "mass is 0");
    expect_fault(
        kHead + "[defaults]\nradius = 0\n[[generate]]\nkind = \"cradle\"\nposition = [0, 0]\ncount = 2\n",
        "s.toml:3:10: ", "radius is 0");
}

TEST(SceneMessages, TheyLeadOn) {
    const auto lines = faults_in(kHead + "[world]\ngravity = [0, -1]\n" + kBall + "radius = 1\n");
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_NE(lines[0].find("lower is missing; without a box, write boundary = \"open\""), std::string::npos);
    expect_fault(kHead + kBall + "radius = 1\nrestitution = 0.5\n",
                 "s.toml:5:1: ", "it belongs to restitution_balls and restitution_walls in [collisions]");
    expect_fault(
        kHead + "[[walls]]\nnormal = [0, 1]\noffset = -9\nrestitution = 1\n" + kBall + "radius = 1\n",
        "s.toml:5:1: ", "in [collisions]");
    expect_fault(kHead + kBall + "radius = 1\nmasses = 2\n", "s.toml:5:1: ", "did you mean \"mass\"");
}

// The header takes any number for an enumeration.
TEST(SceneMessages, RacksThatDoNotExist) {
    Rack<2> rack;
    rack.radius = 1;
    rack.shape = static_cast<RackShape>(7);
    EXPECT_EQ(make_rack(rack).error().field, "shape");
    rack.shape = RackShape::eight_ball;
    rack.direction = static_cast<Direction>(4);
    EXPECT_EQ(make_rack(rack).error().field, "direction");
}

}  // namespace
}  // namespace carom::test
