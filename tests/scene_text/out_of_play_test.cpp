// Promise: scenes with a table keep balls that fell before, and refuse what such a ball cannot have.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "carom/scene_text/table_scene_file.hpp"

namespace carom {
namespace {

std::string faults_told(const std::string& text) {
    const auto file = parse_table_scene(text, "s.toml");
    std::string all = file ? "none" : "";
    for (const std::string& line : file ? std::vector<std::string>{} : file.error().lines) all += line + "\n";
    return all;
}

TEST(OutOfPlay, ABallThatFellBeforeIsOutOfPlay) {
    const std::string two =
        "[table]\nkind = \"pool_9_foot\"\n[[balls]]\nname = \"cue\"\nposition = [0.5, 0.5]\n[[balls]]\n";
    const auto file = parse_table_scene(
        two + "out_of_play = \"pocketed\"\n[[balls]]\nmass = 0.2\nout_of_play = \"off_table\"\n", "s.toml");
    ASSERT_TRUE(file) << file.error().lines[0];
    const billiards::TableScene& scene = file->scene;
    ASSERT_EQ(scene.start.size(), 3U);
    EXPECT_EQ(scene.start[1].phase, billiards::Phase::pocketed);
    EXPECT_EQ(scene.start[2].phase, billiards::Phase::off_table);
    EXPECT_EQ(scene.setup.balls[2].mass, 0.2);
    const auto tells = [&](const std::string& text, const std::string& fault) {
        EXPECT_NE(faults_told(text).find(fault), std::string::npos) << faults_told(text);
    };
    tells(two + "out_of_play = \"pocketed\"\nposition = [1, 1]\n",
          "s.toml:8:12: ball 1: position is given, but the ball is out of play");
    tells(two + "out_of_play = \"lost\"\n",
          "s.toml:7:15: ball 1: out_of_play must be one of \"pocketed\", \"off_table\"");
    tells(
        two + "name = \"1\"\nout_of_play = \"pocketed\"\n[[shots]]\nspeed = 1\ndirection = 0\nball = \"1\"\n",
        "ball 1 (1) is out of play: give it a place");
    EXPECT_EQ(
        faults_told(two + "name = \"1\"\nout_of_play = \"pocketed\"\n[[shots]]\nspeed = 1\ndirection = 0\n"
                          "ball = \"1\"\nplace = [1, 1]\n"),
        "none");
}

}  // namespace
}  // namespace carom
