// Scenes with a table: what they mean, and every fault with its place.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "carom/scene_text/table_scene_file.hpp"

namespace carom {
namespace {

const std::string kBreak = R"(name = "break"
[table]
kind = "pool_9_foot"
[rack]
game = "nine_ball"
[[balls]]
name = "cue"
position = [0.58, 0.62]
[[shots]]
speed = 9.0
direction = 87.6
up = 0.1
)";

std::string faults_in(const std::string& text) {
    const auto file = parse_table_scene(text, "s.toml");
    if (file) return "none";
    std::string all;
    for (const std::string& line : file.error().lines) all += line + "\n";
    return all;
}

TEST(TableScene, ABreakInAFewLines) {
    const auto file = parse_table_scene(kBreak, "s.toml");
    ASSERT_TRUE(file) << faults_in(kBreak);
    const billiards::TableScene& scene = file->scene;
    EXPECT_EQ(scene.name, "break");
    ASSERT_EQ(scene.start.size(), 10U);
    EXPECT_EQ(scene.ball_names[0], "cue");
    EXPECT_EQ(scene.ball_names[1], "1");
    EXPECT_EQ(scene.ball_names[5], "9");
    EXPECT_EQ(scene.start[1].position, (Vec3d{0.635, 1.905, 0.028575}));
    EXPECT_EQ(scene.setup.table.pockets.size(), 6U);
    ASSERT_EQ(scene.shots.size(), 1U);
    EXPECT_EQ(scene.shots[0].shot.cue_ball, 0);
    EXPECT_EQ(scene.shots[0].shot.strike.direction, 87.6);
}

billiards::TableScene scene_of(const std::string& text) {
    const auto file = parse_table_scene(text, "s.toml");
    EXPECT_TRUE(file) << faults_in(text);
    return file ? file->scene : billiards::TableScene{};
}

TEST(TableScene, SnookerHasItsRedsAndColoursOnTheirSpots) {
    const billiards::TableScene scene = scene_of(
        "[table]\nkind = \"snooker_12_foot\"\n[rack]\ngame = \"snooker\"\n"
        "[[balls]]\nname = \"cue\"\nposition = [0.95, 0.6]\n");
    ASSERT_EQ(scene.start.size(), 22U);
    const std::vector<std::string> names(scene.ball_names.begin() + 1, scene.ball_names.begin() + 8);
    EXPECT_EQ(names,
              (std::vector<std::string>{"yellow", "green", "brown", "blue", "pink", "black", "red 1"}));
    const auto expect_at = [&](std::size_t ball, double x, double y) {
        EXPECT_NEAR(scene.start[ball].position[0], x, 1e-15) << scene.ball_names[ball];
        EXPECT_NEAR(scene.start[ball].position[1], y, 1e-15) << scene.ball_names[ball];
    };
    expect_at(1, 1.181, 0.737);
    expect_at(2, 0.597, 0.737);
    expect_at(4, 0.889, 1.7845);
    expect_at(6, 0.889, 3.245);
    const double radius = scene.setup.balls[0].radius;
    const double gap = scene.start[7].position[1] - scene.start[5].position[1] - 2 * radius;
    EXPECT_GT(gap, 0);
    EXPECT_LT(gap, 1e-3);
}

TEST(TableScene, ThreeCushionBilliardsHasARedAndAYellow) {
    const std::string scene_text =
        "[table]\nkind = \"carom\"\n[rack]\ngame = \"three_cushion\"\n"
        "[[balls]]\nname = \"white\"\nposition = [0.5275, 0.71]\n";
    const billiards::TableScene scene = scene_of(scene_text);
    ASSERT_EQ(scene.start.size(), 3U);
    EXPECT_EQ(scene.ball_names[1], "red");
    EXPECT_EQ(scene.start[1].position, (Vec3d{0.71, 2.13, scene.setup.balls[0].radius}));
    EXPECT_EQ(scene.ball_names[2], "yellow");
    EXPECT_EQ(scene.start[2].position, (Vec3d{0.71, 0.71, scene.setup.balls[0].radius}));
    std::string with_gap = scene_text;
    with_gap.insert(with_gap.find("[[balls]]"), "gap = 0.001\n");
    EXPECT_NE(faults_in(with_gap).find("gap"), std::string::npos) << "its balls lie in no rows";
}

TEST(TableScene, AFreeTableHasNoSpots) {
    const std::string text =
        "[table]\nkind = \"free\"\n[[table.straight_cushions]]\nfrom = [0, 0]\nto = [2, 0]\n"
        "[rack]\ngame = \"snooker\"\napex = [1, 1]\n";
    EXPECT_NE(faults_in(text).find("a free table has no spots"), std::string::npos) << faults_in(text);
}

TEST(TableScene, TheMeasuresOfATableCanBeChanged) {
    const auto file = parse_table_scene(
        "[table]\nkind = \"pool_7_foot\"\ncorner_pocket_radius = 0.05\n[[balls]]\nposition = [0.5, 0.5]\n",
        "s");
    ASSERT_TRUE(file);
    EXPECT_EQ(file->scene.setup.table.pockets[0].radius, 0.05);
}

TEST(TableScene, AFreeTableIsAListOfCushionsAndPockets) {
    const auto file = parse_table_scene(R"([table]
kind = "free"
[[table.straight_cushions]]
from = [0, 0]
to = [2, 0]
[[table.round_cushions]]
centre = [1, 1]
radius = 0.1
[[table.pockets]]
centre = [2, 2]
radius = 0.06
[defaults]
kind = "carom"
[[balls]]
position = [0.5, 0.5]
velocity = [0, 1]
spin = [0, 0, 20]
)",
                                        "s.toml");
    ASSERT_TRUE(file);
    EXPECT_EQ(file->scene.setup.table.straight_cushions.size(), 1U);
    EXPECT_EQ(file->scene.setup.balls[0].radius, billiards::carom_ball().radius);
    EXPECT_EQ(file->scene.start[0].phase, billiards::Phase::sliding);
}

struct FaultyScene {
    const char* name;
    const char* replaced;
    const char* by;
    const char* message;
};

class FaultyTableScenes : public ::testing::TestWithParam<FaultyScene> {};

TEST_P(FaultyTableScenes, AreRefusedAtTheirPlace) {
    std::string text = kBreak;
    const std::string replaced = GetParam().replaced;
    text.replace(text.find(replaced), replaced.size(), GetParam().by);
    EXPECT_NE(faults_in(text).find(GetParam().message), std::string::npos) << faults_in(text);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, FaultyTableScenes,
    ::testing::Values(
        FaultyScene{"UnknownTable", "pool_9_foot", "pool_10_foot", "s.toml:3:8"},
        FaultyScene{"UnknownKey", "direction", "direktion", "s.toml:11:1"},
        FaultyScene{"NoSpeed", "speed = 9.0\n", "", "speed"},
        FaultyScene{"TipBesideTheBall", "up = 0.1", "up = 1.1", "s.toml:9:1: the tip misses the ball"},
        FaultyScene{"Elevation", "up = 0.1", "elevation = 90", "the elevation must be in [0, 90) degrees"},
        FaultyScene{"BallInACushion", "[0.58, 0.62]", "[0.01, 0.62]",
                    "s.toml:6:1: ball 0 (cue) overlaps straight cushion"},
        FaultyScene{"BallInARack", "[0.58, 0.62]", "[0.63, 1.9]", "overlaps ball 0 (cue)"},
        FaultyScene{"BallOutside", "[0.58, 0.62]", "[-0.58, 0.62]",
                    "s.toml:8:12: ball 0: position lies outside the table"},
        FaultyScene{"Cue", "[rack]", "[cue]\nmass = 0\n[rack]", "s.toml:4:1: the mass of the cue is"},
        FaultyScene{"Laws", "[rack]", "[laws]\nomega_ratio = 1\n[rack]", "s.toml:4:1: omega_ratio"},
        FaultyScene{"NoSuchBall", "speed = 9.0", "ball = \"white\"\nspeed = 9.0", "white"},
        FaultyScene{"Rolling", "[rack]", "[defaults]\nrolling_friction = 0.2\n[rack]",
                    "s.toml:5:20: [defaults]: rolling_friction must be below its sliding_friction"},
        FaultyScene{"MovingCueBall", "name = \"cue\"", "name = \"cue\"\nvelocity = [1, 0]",
                    "only a ball at rest is struck"},
        FaultyScene{"Spread", "\"nine_ball\"", "\"nine_ball\"\nspread = 0.001",
                    "spread must be in [0, gap / 2]"},
        FaultyScene{"Friction", "[rack]", "[defaults]\nsliding_friction = 0\n[rack]",
                    "s.toml:5:20: [defaults]: sliding_friction is"}),
    [](const auto& one) { return std::string(one.param.name); });

TEST(TableScene, AFaultOfTheDefaultsIsToldOnce) {
    const std::string two =
        "[table]\nkind = \"pool_9_foot\"\n[defaults]\nradius = -1\nball_friction = -2\n"
        "[[balls]]\nposition = [0.5, 0.5]\n[[balls]]\nposition = [0.7, 0.7]\n";
    const std::string faults = faults_in(two);
    EXPECT_NE(faults.find("s.toml:4:10: [defaults]: the radius is -1"), std::string::npos) << faults;
    EXPECT_NE(faults.find("s.toml:5:17: [defaults]: ball_friction is -2"), std::string::npos) << faults;
    EXPECT_EQ(faults.find("ball 0"), std::string::npos) << faults;
    EXPECT_EQ(faults.find("cushion 0"), std::string::npos) << faults;
}

TEST(TableScene, AMiscueIsNoted) {
    std::string text = kBreak;
    text.replace(text.find("up = 0.1"), 8, "up = 0.6");
    const auto file = parse_table_scene(text, "s.toml");
    ASSERT_TRUE(file);
    ASSERT_EQ(file->notes.size(), 1U);
    EXPECT_NE(file->notes[0].find("miscue"), std::string::npos);
}

TEST(TableScene, BallsStartInTheAirWhereTheyMayJump) {
    const std::string balls = R"([table]
kind = "carom"
rail_width = 0.2
[[balls]]
name = "cue"
position = [0.5, 0.5]
[[balls]]
position = [0.7, 0.7]
height = 0.3
rise = 1.5
)";
    const std::string laws = "[laws]\njumps = true\nleast_bounce = 0.01\n";
    const auto file = parse_table_scene(balls + laws, "s.toml");
    ASSERT_TRUE(file) << faults_in(balls + laws);
    const billiards::TableScene& scene = file->scene;
    EXPECT_TRUE(scene.setup.laws.jumps);
    EXPECT_EQ(scene.setup.laws.least_bounce, .01);
    EXPECT_EQ(scene.setup.table.rail_width, .2);
    EXPECT_EQ(scene.start[1].phase, billiards::Phase::airborne);
    EXPECT_EQ(scene.start[1].position[2], .3);
    EXPECT_EQ(scene.start[1].velocity[2], 1.5);
    EXPECT_NE(faults_in(balls).find("only with jumps = true"), std::string::npos) << faults_in(balls);
    EXPECT_NE(faults_in(balls + "height = 0.02\n" + laws), "none");
}

TEST(TableScene, FasterThanPeoplePlayIsRefused) {
    const std::string table = "[table]\nkind = \"carom\"\n[[balls]]\nname = \"cue\"\nposition = [0.5, 0.5]\n";
    EXPECT_EQ(faults_in(table + "velocity = [600, -800]\nspin = [0, 0, 3e4]\n"), "none");
    EXPECT_NE(faults_in(table + "velocity = [600, 801]\n").find("ball 0 (cue) starts faster than 1000 m/s"),
              std::string::npos);
    EXPECT_NE(faults_in(table + "spin = [0, 0, 1e5]\n").find("its surface is faster than 1000 m/s"),
              std::string::npos);
    const std::string shot = table + "[[shots]]\ndirection = 0\nspeed = ";
    EXPECT_EQ(faults_in(shot + "1000\n"), "none");
    EXPECT_NE(faults_in(shot + "1000.1\n").find("the speed of the cue must be above 0, and at most 1000 m/s"),
              std::string::npos);
}

TEST(TableScene, BallsOutsideAClosedTableAreRefused) {
    const std::string text = R"([table]
kind = "free"
straight_cushions = [
  { from = [0, 0], to = [2, 0] }, { from = [2, 0], to = [2, 1] }, { from = [2, 1], to = [1, 1] },
  { from = [1, 1], to = [1, 2] }, { from = [1, 2], to = [0, 2] }, { from = [0, 2], to = [0, 0] } ]
round_cushions = [ { centre = [1, 1] } ]
[[balls]]
position = [1.5, 1.5]
)";
    EXPECT_NE(faults_in(text).find("outside the table"), std::string::npos) << faults_in(text);
}

/// The break with more lines at its start.
billiards::TableScene break_with(const std::string& lines) {
    return scene_of(kBreak.substr(0, kBreak.find("[table]")) + lines + kBreak.substr(kBreak.find("[table]")));
}

TEST(TableScene, ItsGameIsThatOfItsRackIfItSaysNoOther) {
    using billiards::Rules;
    const billiards::GameState usual = scene_of(kBreak).game;
    EXPECT_EQ(rules_of(usual), Rules::nine_ball);
    EXPECT_TRUE(is_break(usual));
    EXPECT_EQ(rules_of(break_with("[game]\nrules = \"none\"\n").game), Rules::none);
    EXPECT_EQ(rules_of(break_with("[game]\nrules = \"eight_ball\"\n").game), Rules::eight_ball);
    EXPECT_FALSE(is_break(break_with("[game]\nbreak = false\n").game));
    const std::string no_rack =
        "[table]\nkind = \"pool_9_foot\"\n[[balls]]\nname = \"cue\"\nposition = [0.5, 0.5]\n";
    EXPECT_EQ(rules_of(scene_of(no_rack).game), Rules::none);
    const billiards::GameState later =
        scene_of(no_rack + "[game]\nrules = \"eight_ball\"\non = \"stripes\"\n").game;
    EXPECT_FALSE(is_break(later)) << "no rack, no break";
    EXPECT_EQ(std::get<billiards::EightBallState>(later).groups[1], billiards::Group::solids);
    const billiards::GameState frame =
        scene_of(no_rack + "[game]\nrules = \"snooker\"\non = \"clear\"\npoints = [30, 41]\n").game;
    EXPECT_EQ(std::get<billiards::SnookerState>(frame).on, billiards::BallOn::clear);
    EXPECT_EQ(points_of(frame), (std::array<int, 2>{30, 41}));
}

TEST(TableScene, AWrongKindOfTableIsOneFault) {
    const std::string faults = faults_in(
        "[table]\nkind = \"snooker\"\nmouth = 0.11\n[rack]\ngame = \"snooker\"\n"
        "[[balls]]\nname = \"cue\"\nposition = [1, 0.5]\n");
    EXPECT_NE(faults.find("s.toml:2:8: [table]: kind must be one of"), std::string::npos) << faults;
    EXPECT_EQ(faults.find(".toml:"), faults.rfind(".toml:")) << faults;
}

TEST(TableScene, AShotSaysWhatIsAnnounced) {
    const billiards::TableScene scene = scene_of(
        kBreak + "called_ball = \"3\"\ncalled_pocket = 2\nsafety = true\npush_out = true\npass = true\n");
    const billiards::Announcement& announced = scene.shots[0].announced;
    EXPECT_EQ(scene.ball_names[static_cast<std::size_t>(announced.call.ball)], "3");
    EXPECT_EQ(announced.call.pocket, 2);
    EXPECT_TRUE(announced.call.safety);
    EXPECT_TRUE(announced.push_out);
    EXPECT_TRUE(announced.pass);
    EXPECT_NE(faults_in(kBreak + "called_ball = \"12\"\n").find("called_ball"), std::string::npos);
    EXPECT_NE(faults_in(kBreak + "called_pocket = 6\n").find("pocket 6 was called, and the table has 6"),
              std::string::npos);
}

TEST(TableScene, AGameThatDoesNotFitIsAFaultWhereItIsWritten) {
    const auto faults = [](const std::string& game) { return faults_in(kBreak + "[game]\n" + game); };
    EXPECT_NE(faults("rules = \"snooker\"\n").find("s.toml:13:1: the ball \"1\" is none of this game"),
              std::string::npos)
        << faults("rules = \"snooker\"\n");
    EXPECT_NE(faults("rules = \"nineball\"\n").find("did you mean \"nine_ball\""), std::string::npos)
        << faults("rules = \"nineball\"\n");
    EXPECT_NE(faults("on = \"red\"\n").find("on is a key of eight_ball and snooker"), std::string::npos);
    EXPECT_NE(faults("points = [1, 2]\n").find("points is a key of snooker"), std::string::npos);
    EXPECT_NE(faults_in("[table]\nkind = \"carom\"\n[game]\non = \"red\"\n").find("rules"),
              std::string::npos);
}

TEST(TableScene, ARackWithOtherBallsHasNoGameAndANoteSaysWhy) {
    const auto file =
        parse_table_scene(kBreak + "[[balls]]\nname = \"blocker\"\nposition = [0.2, 0.3]\n", "s.toml");
    ASSERT_TRUE(file);
    EXPECT_EQ(rules_of(file->scene.game), billiards::Rules::none);
    ASSERT_EQ(file->notes.size(), 1U);
    EXPECT_NE(file->notes[0].find("no shot is ruled: the ball \"blocker\" is none of this game"),
              std::string::npos)
        << file->notes[0];
}

TEST(TableScene, RacksLieTiltedAndSomeBallsOnTheirSpots) {
    const auto racked = [](const std::string& lines) {
        std::string text = kBreak;
        text.insert(text.find("[[balls]]"), "gap = 0.001\n" + lines);
        return scene_of(text).start;
    };
    const auto exact = racked(""), spread = racked("spread = 0.0005\n"),
               fixed = racked("spread = 0.0005\non_spot = [\"1\", \"9\"]\n"), tilted = racked("tilt = 3\n");
    for (std::size_t k = 1; k < exact.size(); ++k) {
        const bool on_spot = k == 1 || k == 5;
        EXPECT_EQ(fixed[k].position, on_spot ? exact[k].position : spread[k].position) << k;
        EXPECT_NE(spread[k].position, exact[k].position) << k;
    }
    constexpr double kThreeDegrees = 0.05235987755982989;
    const Vec3d &apex = exact[1].position, &last = exact[9].position, &turned = tilted[9].position;
    EXPECT_EQ(tilted[1].position, apex);
    EXPECT_NEAR(turned[0] - apex[0], -std::sin(kThreeDegrees) * (last[1] - apex[1]), 1e-10);
    EXPECT_NEAR(turned[1] - apex[1], std::cos(kThreeDegrees) * (last[1] - apex[1]), 1e-10);
    std::string wrong = kBreak;
    wrong.insert(wrong.find("[[balls]]"), "tilt = 11\non_spot = [\"12\"]\n");
    EXPECT_NE(faults_in(wrong).find("tilt must be in [-10, 10] degrees"), std::string::npos)
        << faults_in(wrong);
    EXPECT_NE(faults_in(wrong).find("on_spot"), std::string::npos) << faults_in(wrong);
}

/// A frame of snooker; the game says more, and so does the shot.
std::string snooker_scene(const std::string& game, const std::string& shot, bool has_red = true) {
    std::string text = "[table]\nkind = \"snooker_12_foot\"\n[game]\nrules = \"snooker\"\n" + game;
    const auto add = [&](const char* name, const char* place) {
        text += std::string("\n[[balls]]\nname = \"") + name + "\"\nposition = " + place;
    };
    add("cue", "[0.5, 0.5]");
    if (has_red) add("red1", "[0.5, 1.5]");
    add("pink", "[0.9, 1.5]");
    return text + "\n[[shots]]\nspeed = 1.0\ndirection = 90.0\n" + shot;
}

TEST(TableScene, KeysOfOtherGamesAreRefusedForWhatTheyAre) {
    const std::string break_scene = kBreak + "[game]\nrules = \"eight_ball\"\npoints = [3, 4]\n";
    EXPECT_EQ(faults_in(break_scene).find("must be"), std::string::npos) << faults_in(break_scene);
    EXPECT_NE(faults_in(break_scene).find("points is a key of snooker and three_cushion"), std::string::npos);
}

TEST(TableScene, OnlyBallsThatCanBeCalledAreTaken) {
    const std::string cue =
        faults_in("[game]\nrules = \"nine_ball\"\n" + kBreak.substr(15) + "called_ball = \"cue\"");
    EXPECT_NE(cue.find("called_ball must be one of \"1\", "), std::string::npos) << cue;
    const std::string red = faults_in(snooker_scene("on = \"colour\"", "called_ball = \"red1\""));
    EXPECT_NE(red.find("called_ball must be one of \"pink\", not \"red1\""), std::string::npos) << red;
    EXPECT_EQ(faults_in(snooker_scene("on = \"colour\"", "called_ball = \"pink\"")), "none");
}

TEST(TableScene, WhatIsOnAtSnookerLiesOnTheTable) {
    EXPECT_EQ(faults_in(snooker_scene("on = \"red\"", "")), "none");
    EXPECT_EQ(faults_in(snooker_scene("on = \"clear\"", "", false)), "none");
    const std::string no_red = faults_in(snooker_scene("on = \"red\"", "", false));
    EXPECT_NE(no_red.find("s.toml:3:1: no red can be on"), std::string::npos) << no_red;
    const std::string clear = faults_in(snooker_scene("on = \"clear\"", ""));
    EXPECT_NE(clear.find("while a red is on the table"), std::string::npos) << clear;
}

TEST(TableScene, AFaultOfOneShotHidesNoneOfAnother) {
    const std::string more = "[[shots]]\nspeed = -2.0\ndirection = 10.0\nleft = 3.0\ncalled_pocket = 9\n";
    const std::string all = faults_in(kBreak + "called_ball = \"x\"\n" + more);
    const std::string alone = faults_in(kBreak + more);
    EXPECT_NE(all.find("called_ball must be one of"), std::string::npos) << all;
    ASSERT_NE(alone.find("pocket 9 was called"), std::string::npos) << alone;
    EXPECT_GE(std::count(alone.begin(), alone.end(), '\n'), 3) << alone;
    for (std::size_t from = 0, end = 0; (end = alone.find('\n', from)) != std::string::npos; from = end + 1) {
        const std::string what = alone.substr(alone.find(": ", from), end - alone.find(": ", from));
        EXPECT_NE(all.find(what), std::string::npos) << what << "\nis not in\n" << all;
    }
    const std::string beside = faults_in("[cue]\nmass = nan\n" + kBreak.substr(15) + more);
    EXPECT_NE(beside.find("mass must be finite"), std::string::npos) << beside;
    EXPECT_NE(beside.find("speed"), std::string::npos) << beside;
}

}  // namespace
}  // namespace carom
