// Promise: a record of shots is read with its places, or all its faults are told; a scene file gets new
// numbers and keeps everything else.
#include "carom/scene_text/shot_record.hpp"

#include <gtest/gtest.h>

#include "carom/scene_text/table_scene_file.hpp"
#include "scene_text/changed_scene.hpp"

namespace carom {
namespace {

const std::string kTwoShots =
    "[table]\nkind = \"pool_9_foot\"\n\n[defaults]  # all\nsliding_friction = 0.2 # cloth\n\n[[balls]]\nname "
    "= \"cue\"\n"
    "position = [0.4, 0.6]\n\n[[balls]]\nname = \"1\"\nposition = [0.9, 1.8]\nsliding_friction = 0.2\n\n"
    "[[shots]]\nspeed = 2\ndirection = 60\n[[shots]]\nspeed = 1\ndirection = 0\n";

billiards::TableScene two_shots() {
    return parse_table_scene(kTwoShots, "scene")->scene;
}

std::vector<std::string> record_faults(const std::string& record) {
    const auto read = parse_shot_record(record, "r.csv", two_shots());
    return read ? std::vector<std::string>{} : read.error().lines;
}

TEST(ShotRecord, HasThePlacesByShotAndTime) {
    const auto places = parse_shot_record(
        "name;time;y;x;note;shot\n1;0.5;2;1;;2\ncue;0.25;0.2;0.1;seen;2\ncue;3;0.4;0.3;;1\n", "r.csv",
        two_shots());
    ASSERT_TRUE(places);
    ASSERT_EQ(places->size(), 3U);
    EXPECT_EQ((*places)[0].shot, 0U);
    EXPECT_EQ((*places)[1].ball, 0U);
    EXPECT_EQ((*places)[1].time, 0.25);
    EXPECT_EQ((*places)[2].ball, 1U);
    EXPECT_EQ((*places)[2].place, (Vec2d{1, 2}));
}

TEST(ShotRecord, FaultsNameTheirPlaces) {
    const struct {
        const char* record;
        const char* fault;
    } cases[] = {{"", "r.csv:1:1: the file is empty"},
                 {"time,x,y,ball\n", "r.csv:1:1: the file has no places of balls"},
                 {"time,x,ball\n0,1,0\n", "r.csv:1:1: column \"y\" is missing"},
                 {"time,x,y\n0,1,1\n", "r.csv:1:1: which ball is it?"},
                 {"time,x,y,x,ball\n", "r.csv:1:10: column \"x\" is there twice"},
                 {"time,x,y,ball\n0,1,1\n", "r.csv:2:1: columns of this line: 3, not 4"},
                 {"time,x,y,ball\n0,a,1,0\n", "r.csv:2:3: x: \"a\" is not a number"},
                 {"time,x,y,ball\n0,nan,1,0\n", "r.csv:2:3: x: \"nan\" is not finite"},
                 {"time,x,y,ball\n0,1e7,1,0\n", "r.csv:2:3: x: \"1e7\" is beyond 1e6"},
                 {"time,x,y,ball\n0,1,1,2\n", "r.csv:2:7: ball: \"2\" is not the number of a ball, 0 to 1"},
                 {"time,x,y,name\n0,1,1,2\n", "r.csv:2:7: name: the scene has no ball \"2\""},
                 {"time,x,y,ball,shot\n0,1,1,0,3\n", "r.csv:2:9: shot: \"3\" is not one of the shots"},
                 {"time,x,y,ball\n0,\"1,1,0\n", "r.csv:2:3: "}};
    for (const auto& one : cases) {
        const auto faults = record_faults(one.record);
        ASSERT_FALSE(faults.empty()) << one.record;
        EXPECT_EQ(faults[0].rfind(one.fault, 0), 0U) << faults[0];
    }
}

TEST(ShotRecord, TellsAllFaults) {
    EXPECT_EQ(record_faults("time,x,y,ball\n0,a,1,0\n0,1,1,0\n0,1,b,9\n").size(), 3U);
}

using Changes = std::vector<detail::SceneChange>;

TEST(ChangedScene, KeepsCommentsAndOrder) {
    std::string text = kTwoShots;
    const Changes changes{{"defaults", {}, "sliding_friction", "0.25"},
                          {"balls", 0, "sliding_friction", "0.25", true},
                          {"balls", 1, "sliding_friction", "0.25", true},
                          {"balls", 1, "position", "[1, 2]", true},
                          {"shots", 1, "up", "-0.5"},
                          {"laws", {}, "omega_ratio", "1.5"}};
    EXPECT_EQ(detail::change_scene(text, changes), "");
    EXPECT_EQ(
        text,
        "[table]\nkind = \"pool_9_foot\"\n\n[defaults]  # all\nsliding_friction = 0.25 # cloth\n\n[[balls]]\n"
        "name = \"cue\"\nposition = [0.4, 0.6]\n\n[[balls]]\nname = \"1\"\nposition = [1, "
        "2]\nsliding_friction = "
        "0.25\n\n[[shots]]\nspeed = 2\ndirection = 60\n[[shots]]\nup = -0.5\nspeed = 1\ndirection = "
        "0\n\n[laws]\nomega_ratio = 1.5\n");
    EXPECT_TRUE(parse_table_scene(text, "scene"));
}

TEST(ChangedScene, TablesWithinALineToo) {
    std::string text = "defaults = {}\nshots = [{ speed=1, direction = 2}]";
    EXPECT_EQ(
        detail::change_scene(
            text, {{"defaults", {}, "mass", "1"}, {"shots", 0, "up", "0.5"}, {"shots", 0, "speed", "3"}}),
        "");
    EXPECT_EQ(text, "defaults = { mass = 1 }\nshots = [{ up = 0.5, speed=3, direction = 2}]");
    std::string dotted = "defaults.mass = 1\n";
    EXPECT_EQ(detail::change_scene(dotted, {{"defaults", {}, "radius", "1"}}),
              "write defaults as a table of its own, [defaults]");
}

}  // namespace
}  // namespace carom
