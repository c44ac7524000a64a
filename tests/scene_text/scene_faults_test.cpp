// Every fault of a scene file is reported at once, at its line and column, with the culprit and the size.
#include <sstream>

#include "scene_text/reading.hpp"

namespace carom::test {
namespace {

const std::string kBox = "dimension = 2\n[world]\nlower = [0, 0]\nupper = [10, 10]\n";  // 4 lines
const std::string kBall = "[[balls]]\nname = \"a\"\nposition = [5, 5]\nradius = 1\n";   // 4 lines
const std::string kGood = kBox + kBall;

TEST(SceneFaults, TheBaseOfTheseTestsIsSound) {
    EXPECT_EQ(scene_in<2>(kGood).balls.size(), 1U);
}

TEST(SceneFaults, UnknownKeys) {
    expect_fault("colour = 1\n" + kGood, "s.toml:1:1: ", "unknown key \"colour\"");
    expect_fault(kGood + "velocty = [1, 0]\n",
                 "s.toml:9:1: ", "ball 0 \"a\": unknown key \"velocty\" (did you mean \"velocity\"?)");
    expect_fault(kBox + "boundry = \"wall\"\n" + kBall,
                 "s.toml:5:1: ", "[world]: unknown key \"boundry\" (did you mean \"boundary\"?)");
    expect_fault(kGood + "[[ball]]\n", "s.toml:9:3: ", "unknown key \"ball\" (did you mean \"balls\"?)");
    expect_fault(kGood + "[collisions]\nelastic = 1\n",
                 "s.toml:10:1: ", "[collisions]: unknown key \"elastic\"");
    expect_fault(kGood + "[run]\nuntill = 1\n", "s.toml:10:1: ", "did you mean \"until\"?");
    expect_fault(kGood + "[defaults]\nradios = 1\n", "s.toml:10:1: ", "did you mean \"radius\"?");
}

TEST(SceneFaults, WrongTypes) {
    expect_fault("name = 3\n" + kGood, "s.toml:1:8: ", "name must be a string, not a whole number");
    expect_fault(kBox + "[[balls]]\nposition = [5, 5]\nradius = \"big\"\n",
                 "s.toml:7:10: ", "ball 0: radius must be a number, not a string");
    expect_fault(kGood + "mass = true\n", "s.toml:9:8: ", "mass must be a number, not true or false");
    expect_fault(kGood + "immovable = 1\n",
                 "s.toml:9:13: ", "immovable must be true or false, not a whole number");
    expect_fault(kGood + "velocity = 3\n",
                 "s.toml:9:12: ", "velocity must be an array of 2 numbers, not a whole number");
    expect_fault(kGood + "velocity = [1, \"2\"]\n",
                 "s.toml:9:16: ", "velocity must be a number, not a string");
    expect_fault(kGood + "mass = 2020-01-01\n", "s.toml:9:8: ", "mass must be a number, not a date or time");
    expect_fault("world = 3\ndimension = 2\n" + kBall, "s.toml:1:9: ", "world must be a table, [world]");
    const std::vector<std::string> lines = faults_in(kBox + "[balls]\nposition = [1, 1]\n");
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(lines.back(),
              "s.toml:5:1: balls must be an array of tables, each starting with [[balls]], not a table");
    expect_fault("walls = [3]\n" + kGood, "s.toml:1:10: ", "walls must be an array of tables");
}

TEST(SceneFaults, WrongShear) {
    const std::string good = "[shear]\nflow = \"x\"\ngradient = \"y\"\n";
    expect_fault(kGood + good, "s.toml:9:1: ", "[shear]: rate is missing");
    expect_fault(kGood + "[shear]\nflow = \"z\"\ngradient = \"y\"\nrate = 1\n",
                 "s.toml:10:8: ", "[shear]: flow \"z\" needs dimension 3");
    const std::string periodic = kBox + "boundary = \"periodic\"\n" + kBall;
    expect_fault(periodic + good + "rate = 1\nspeed = 2\n",
                 "s.toml:14:1: ", "[shear]: unknown key \"speed\"");
    expect_fault(periodic + good + "rate = 0\n", "s.toml:13:8: ", "shear: rate is 0");
    const auto walls = faults_in(kGood + good + "rate = 1\n");
    ASSERT_EQ(walls.size(), 2U);
    EXPECT_EQ(walls[0], "s.toml:10:8: shear: flow is the axis x, which has to be periodic");
    EXPECT_EQ(walls[1], "s.toml:11:12: shear: gradient is the axis y, which has to be periodic");
}

TEST(SceneFaults, WrongLengthsOfArrays) {
    expect_fault(kGood + "velocity = [1, 2, 3]\n",
                 "s.toml:9:12: ", "velocity must be an array of 2 numbers, not of 3");
    expect_fault(kBox + "boundary = [\"wall\"]\n" + kBall,
                 "s.toml:5:12: ", "[world]: boundary must be an array of 2 strings, not of 1");
}

TEST(SceneFaults, NumbersThatAreNotFinite) {
    for (const std::string bad : {"nan", "inf", "-inf", "+nan"}) {
        expect_fault(kGood + "mass = " + bad + "\n", "s.toml:9:8: ", "mass must be finite, not ");
        expect_fault(kGood + "velocity = [0, " + bad + "]\n", "s.toml:9:16: ", "velocity must be finite");
        expect_fault(kGood + "[run]\nuntil = " + bad + "\n", "s.toml:10:9: ", "[run]: until must be finite");
    }
}

TEST(SceneFaults, MissingKeys) {
    expect_fault(kBall, "s.toml:1:1: ", "dimension is missing");
    expect_fault(kBox + "[[balls]]\nradius = 1\n", "s.toml:5:1: ", "ball 0: position is missing");
    expect_fault(kBox + "[[balls]]\nposition = [5, 5]\n",
                 "s.toml:5:1: ", "ball 0: radius is missing, and [defaults] has none");
    expect_fault("dimension = 2\n[world]\nlower = [0, 0]\n" + kBall,
                 "s.toml:2:1: ", "[world]: upper is missing");
    expect_fault("dimension = 2\n[world]\nboundary = \"periodic\"\nupper = [9, 9]\n" + kBall,
                 "s.toml:2:1: ", "[world]: lower is missing");
    expect_fault(kGood + "[[walls]]\noffset = 1\n", "s.toml:9:1: ", "wall 0: normal is missing");
    expect_fault(kGood + "[[walls]]\nnormal = [0, 1]\n", "s.toml:9:1: ", "exactly one of offset and point");
    expect_fault(kGood + "[[generate]]\nradius = 1\n", "s.toml:9:1: ", "generator 0: kind is missing");
}

TEST(SceneFaults, WrongDimensions) {
    expect_fault("dimension = 4\n" + kBall, "s.toml:1:13: ", "dimension must be 2 or 3, not 4");
    expect_fault("dimension = 2.0\n" + kBall,
                 "s.toml:1:13: ", "dimension must be a whole number, not a decimal number");
}

TEST(SceneFaults, BadBalls) {
    const std::string head = kBox + "[[balls]]\nname = \"a\"\nposition = [5, 5]\n";  // 7 lines
    expect_fault(head + "radius = -0.5\n",
                 "s.toml:8:10: ", "ball 0 \"a\": radius is -0.5; it must be above 0");
    expect_fault(kGood + "mass = 0\n", "s.toml:9:8: ", "ball 0 \"a\": mass is 0; it must be above 0");
    expect_fault(kGood + "mass = 2\nimmovable = true\n",
                 "s.toml:9:8: ", "mass is given beside immovable = true");
    expect_fault(kGood + "immovable = true\nvelocity = [1, 0]\n",
                 "s.toml:10:12: ", "velocity has to be zero");
    expect_fault(kGood + "[defaults]\nmass = -1\n[[balls]]\nposition = [1, 1]\nradius = 1\nmass = 1\n",
                 "s.toml:10:8: ", "[defaults]: mass is -1");
}

TEST(SceneFaults, OverlapsNameBothBallsTheirPlacesAndTheSize) {
    expect_fault(
        kGood + "[[balls]]\nname = \"b\"\nposition = [6.5, 5]\nradius = 1\n", "s.toml:7:12: ",
        "ball 0 \"a\" and ball 1 \"b\" overlap by 0.5; their radii are 1 and 1 (the second is at 11:12)");
}

TEST(SceneFaults, BallsOfAGeneratorPointAtItsTable) {
    const std::string rack =
        "[[generate]]\nkind = \"rack\"\nshape = \"9-ball\"\napex = [5.5, 5]\nradius = 0.25\n";
    const std::vector<std::string> lines = faults_in(kGood + rack);
    ASSERT_FALSE(lines.empty());
    EXPECT_NE(lines[0].find("s.toml:7:12: ball 0 \"a\" and ball 1 \"1\" overlap by 0.75"), std::string::npos)
        << lines[0];
    EXPECT_NE(lines[0].find("(the second is at 9:1)"), std::string::npos) << lines[0];
    expect_fault(kBox + "[[generate]]\nkind = \"cradle\"\nposition = [8.5, 5]\ncount = 3\nradius = 0.5\n",
                 "s.toml:7:12: ", "ball 2 \"3\" reaches 1 beyond the upper wall, 10, of the box on axis x");
}

TEST(SceneFaults, MovedBallsPointAtTheirMoves) {
    const std::string gas =
        "dimension = 2\n[world]\nlower = [0, 0]\nupper = [9, 9]\n[[balls]]\nposition = [1, 1]\nradius = 0.5\n"
        "[[balls]]\nposition = [3, 1]\nradius = 0.5\n";
    const auto moved = parse_scene(gas + "[[moves]]\nball = 1\nposition = [5, 2.5]\n", "s.toml");
    ASSERT_TRUE(moved) << joined(moved.error().lines);
    EXPECT_EQ(std::get<Scene<2>>(moved->scene).balls[1].position, (Vec2d{5, 2.5}));
    EXPECT_EQ(std::get<Scene<2>>(moved->scene).balls[0].position, (Vec2d{1, 1}));
    const auto faults_of = [&](const std::string& move) {
        const auto read = parse_scene(gas + "[[moves]]\n" + move, "s.toml");
        return read ? std::string("none") : joined(read.error().lines);
    };
    EXPECT_NE(faults_of("ball = 1\nposition = [1.5, 1]\n").find("(the second is at 13:12)"),
              std::string::npos)
        << faults_of("ball = 1\nposition = [1.5, 1]\n");
    EXPECT_NE(faults_of("ball = 0\nposition = [0, 1]\n").find("s.toml:13:12: "), std::string::npos)
        << faults_of("ball = 0\nposition = [0, 1]\n");
    EXPECT_NE(faults_of("ball = 2\nposition = [1, 1]\n")
                  .find("12:8: move 0: there is no ball 2: there are 2, counted from 0"),
              std::string::npos)
        << faults_of("ball = 2\nposition = [1, 1]\n");
    EXPECT_NE(faults_of("position = [1, 1]\nto = 3\n").find("ball is missing"), std::string::npos);
    const std::string twice =
        faults_of("ball = 1\nposition = [5, 1]\n[[moves]]\nball = 1\nposition = [6, 1]\n");
    EXPECT_NE(twice.find("15:8: move 1: ball 1 is moved twice"), std::string::npos) << twice;
}

TEST(SceneFaults, BallsOutsideAndBoxesTooSmall) {
    expect_fault(kBox + "[[balls]]\nposition = [0.5, 5]\nradius = 1\n",
                 "s.toml:6:12: ", "ball 0 reaches 0.5 beyond the lower wall, 0, of the box on axis x");
    expect_fault(kBox + "boundary = \"periodic\"\n[[balls]]\nposition = [5, 10.5]\nradius = 1\n",
                 "s.toml:7:12: ", "on axis y 10.5 is not in [0, 10)");
    expect_fault(kBox + "boundary = [\"periodic\", \"open\"]\n[[balls]]\nposition = [5, 5]\nradius = 6\n",
                 "s.toml:8:10: ",
                 "touches its own periodic image: it is 10 wide on axis x, the ball's diameter is 12");
    expect_fault(kGood + "[[walls]]\nname = \"ramp\"\nnormal = [1, 0]\noffset = 4.5\n",
                 "s.toml:7:12: ", "ball 0 \"a\" reaches 0.5 into wall 0 \"ramp\"");
}

TEST(SceneFaults, BadWorlds) {
    expect_fault("dimension = 2\n[world]\nlower = [0, 0]\nupper = [0, 9]\n" + kBall,
                 "s.toml:4:9: ", "box on axis x: upper 0 is not above lower 0");
    expect_fault(kBox + "boundary = \"perodic\"\n" + kBall, "s.toml:5:12: ",
                 "boundary must be one of \"wall\", \"periodic\", \"open\", not \"perodic\" (did you mean "
                 "\"periodic\"?)");
    expect_fault(kGood + "[[walls]]\nnormal = [0, 0]\noffset = 1\n",
                 "s.toml:10:10: ", "wall 0: normal is zero");
    expect_fault(kGood + "[collisions]\nrestitution_walls = 1.5\n",
                 "s.toml:10:21: ", "restitution_walls is 1.5");
    expect_fault(kGood + "[collisions]\ncontact_tolerance = -1\n",
                 "s.toml:10:21: ", "contact_tolerance is -1");
    expect_fault(kGood + "[collisions]\ncontact_tolerance = 99\n",
                 "s.toml:10:21: ", "at most the smallest radius");
    expect_fault(kGood + "[collisions]\nelastic_below = -1\n", "s.toml:10:17: ", "elastic_below is -1");
    expect_fault(kGood + "[run]\nuntil = -1\n", "s.toml:10:9: ", "until must be 0 or more, not -1");
    expect_fault(kGood + "[run]\nevents = 0\n", "s.toml:10:10: ", "events must be a whole number from 1");
}

TEST(SceneFaults, EmptyScenes) {
    expect_fault("dimension = 2\n", "s.toml:1:1: ", "the scene has no balls");
    EXPECT_EQ(joined(faults_in("")),
              "s.toml:1:1: dimension is missing\ns.toml:1:1: the scene has no balls\n");
}

TEST(SceneFaults, RefusedGenerators) {
    const std::string gas = "[[generate]]\nkind = \"random_gas\"\nradius = 0.25\n";  // starts at line 5
    expect_fault(kBox + gas + "packing = 0.85\n", "s.toml:8:11: ",
                 "generator 0: a packing of 0.85 is above 0.84, the most for a random gas in 2 dimensions");
    expect_fault(kBox + gas + "count = 1000\n", "s.toml:8:9: ", "a packing of 1.963 is above 0.84");
    expect_fault(kBox + gas + "packing = 0.84\ngrowth_rate = 10\n",
                 "s.toml:8:11: ", "generator 0: the growing balls are jammed at a packing of 0.");
    expect_fault(kBox + gas + "packing = 0.6\ngrowth_rate = 0\n", "s.toml:9:15: ", "growth_rate is 0");
    expect_fault(kBox + gas + "packing = 0.1\n" + gas + "packing = 0.5\n", "s.toml:12:11: ",
                 "generator 1: a packing of 0.5 is above 0.45, the most for a random gas among other balls");
    expect_fault(kBox + gas, "s.toml:5:1: ", "exactly one of count, packing and a count per species");
    expect_fault(kBox + gas + "count = 5\ntemperature = -1\n", "s.toml:9:15: ", "temperature is -1");
    expect_fault(kBox + gas + "count = 1000000000000\n", "s.toml:8:9: ", "there must be 1 to 33554432");
    expect_fault(kBox + "[[generate]]\nkind = \"gas\"\n", "s.toml:6:8: ",
                 "kind must be one of \"rack\", \"lattice\", \"random_gas\", \"cradle\", not \"gas\"");
    expect_fault(kBox +
                     "[[generate]]\nkind = \"lattice\"\nlattice = \"fcc\"\norigin = [1, 1]\ncounts = [2, 2]\n"
                     "spacing = 1\nradius = 0.5\n",
                 "s.toml:7:11: ", "lattice must be one of \"square\", \"hexagonal\", not \"fcc\"");
    expect_fault(
        kBox +
            "[[generate]]\nkind = \"random_gas\"\n[[generate.species]]\ncount = 3\nshare = 1\nradius = 1\n",
        "s.toml:9:9: ", "species 0: count and share are both given");
}

TEST(SceneFaults, SyntaxErrorsComeAlone) {
    expect_fault(kGood + "[world\n", "s.toml:9:7: ", "this is not TOML: ");
    expect_fault("dimension = 2\ndimension = 3\n", "s.toml:2:13: ", "cannot redefine existing");
    expect_fault(std::string("\x7f"
                             "ELF\x02\x01\xff\xfe\x00",
                             9),
                 "s.toml:1:", "this is not TOML: ");
}

TEST(SceneFaults, AreAllReportedAtOnceInTheOrderOfTheFile) {
    const std::string text = R"(dimension = 2
colour = "red"
[world]
lower = [0, 0]
upper = [10, 10]
[collisions]
restitution_balls = 7
[[balls]]
name = "a"
position = [5, 5]
radius = 1
[[balls]]
name = "faulty"
position = [5, "five"]
radius = 1
[[balls]]
name = "c"
position = [5.5, 5]
radius = 1
mass = 0
[[balls]]
position = [9.5, 1]
radius = 1
[[generate]]
kind = "rack"
)";
    const std::vector<std::string> lines = faults_in(text);
    const std::vector<std::string> starts = {"2:1: unknown key",
                                             "7:21: collision law",
                                             "10:12: ball 0 \"a\" and ball 2 \"c\" overlap by 1.5",
                                             "14:16: ball 1 \"faulty\": position",
                                             "20:8: ball 2 \"c\": mass",
                                             "22:12: ball 3 reaches 0.5",
                                             "24:1: generator 0: shape is missing",
                                             "24:1: generator 0: apex is missing",
                                             "24:1: generator 0: radius is missing"};
    ASSERT_EQ(lines.size(), starts.size()) << joined(lines);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        EXPECT_EQ(lines[i].substr(0, 7 + starts[i].size()), "s.toml:" + starts[i]);
    }
}

TEST(SceneFaults, ManyOfAKindAreCounted) {
    std::ostringstream text;
    text << kBox;
    for (int i = 0; i < 50; ++i) text << "key" << i << " = 1\n";
    text << kBall;
    const std::vector<std::string> lines = faults_in(text.str());
    ASSERT_EQ(lines.size(), 21U);
    EXPECT_NE(lines.back().find("and 30 more unknown keys"), std::string::npos) << lines.back();
}

TEST(SceneFaults, EndlessNestingIsAFaultAndNoCrash) {
    std::string dotted = "[a";
    for (int i = 0; i < 200'000; ++i) dotted += " . a";
    expect_fault(kGood + dotted + "]\n", "s.toml:9:", "a dotted name of more than 64 parts");
    expect_fault("x = " + std::string(200'000, '[') + "\n", "s.toml:1:", "this is not TOML: ");
    std::string tables;
    for (int i = 0; i < 100'000; ++i) tables += "{a = ";
    expect_fault("x = " + tables + "\n", "s.toml:1:", "this is not TOML: ");
    const std::string comment = "# " + std::string(500, '.') + "\n# see 1.2.3 of the manual ...\n";
    EXPECT_EQ(scene_in<2>(comment + kGood).balls.size(), 1U);
}

TEST(SceneFaults, LongArraysOfDecimalsAreNoEndlessKeys) {
    std::string numbers = "x = [";
    for (int i = 0; i < 500; ++i) numbers += "0.5, ";
    expect_fault(numbers + "]\n" + kGood, "s.toml:1:1: ", "unknown key \"x\"");
}

}  // namespace
}  // namespace carom::test
