// Promise: the game of a three-cushion scene: its opening shot, its distance, and the faults of both.
#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "carom/scene_text/table_scene_file.hpp"

namespace carom {
namespace {

/// All lines that refuse a scene.
std::string faults_of_carom(const std::string& text) {
    const auto file = parse_table_scene(text, "s.toml");
    std::string all;
    if (file) return all;
    for (const std::string& line : file.error().lines) all += line + "\n";
    return all;
}

TEST(ThreeCushionScene, HasAnOpeningShotAndADistance) {
    const std::string rack =
        "[table]\nkind = \"carom\"\n[rack]\ngame = \"three_cushion\"\n[[balls]]\nname = \"cue\"\n"
        "position = [0.5275, 0.71]\n[[shots]]\nspeed = 1\ndirection = 0\n[[shots]]\nball = \"yellow\"\n"
        "speed = 1\ndirection = 0\n";
    const auto game = [&](const std::string& more) {
        return std::get<billiards::ThreeCushionState>(parse_table_scene(rack + more, "s.toml")->scene.game);
    };
    EXPECT_TRUE(game("").is_break);
    EXPECT_EQ(game("").distance, 0);
    EXPECT_FALSE(game("[game]\nbreak = false\n").is_break);
    EXPECT_EQ(game("[game]\ndistance = 40\npoints = [3, 39]\n").distance, 40);
    EXPECT_NE(faults_of_carom(rack + "[game]\ndistance = 0\n").find("distance"), std::string::npos);
    EXPECT_NE(faults_of_carom(rack + "[game]\ndistance = 40\npoints = [3, 40]\n").find("is reached already"),
              std::string::npos);
    EXPECT_NE(faults_of_carom(
                  "[table]\nkind = \"pool_9_foot\"\n[rack]\ngame = \"nine_ball\"\n[game]\ndistance = 40\n")
                  .find("distance is a key of three_cushion"),
              std::string::npos);
}

/// Which balls the rack has put there: the last ones.
TEST(RackOfAScene, IsToldApartFromOtherBalls) {
    const std::string table =
        "[table]\nkind = \"pool_9_foot\"\n[[balls]]\nname = \"cue\"\nposition = [0.6, 0.6]\n";
    const auto racked = parse_table_scene(table + "[rack]\ngame = \"nine_ball\"\n", "s.toml");
    ASSERT_TRUE(racked);
    EXPECT_EQ(racked->rack, billiards::Game::nine_ball);
    EXPECT_EQ(racked->racked_from, 1U);
    const auto loose = parse_table_scene(table, "s.toml");
    ASSERT_TRUE(loose);
    EXPECT_FALSE(loose->rack);
    EXPECT_EQ(loose->racked_from, 1U);
}

TEST(ThreeCushionScene, NotesBallsWhoseOwnerNothingTells) {
    const auto notes = [](const std::string& second, const std::string& third) {
        const auto file = parse_table_scene(
            "[table]\nkind = \"carom\"\n[game]\nrules = \"three_cushion\"\n"
            "[[balls]]\nname = \"white\"\nposition = [0.4, 0.4]\n"
            "[[balls]]\nname = \"" +
                second + "\"\nposition = [0.6, 0.4]\n[[balls]]\nname = \"" + third +
                "\"\nposition = [0.6, 2]\n",
            "s.toml");
        EXPECT_TRUE(file);
        return file->notes;
    };
    EXPECT_TRUE(notes("yellow", "red").empty());
    ASSERT_EQ(notes("b", "c").size(), 1U);
    EXPECT_NE(notes("b", "c")[0].find("s.toml:3:1: no ball is called \"red\""), std::string::npos)
        << notes("b", "c")[0];
    ASSERT_EQ(notes("b", "red").size(), 1U);
    EXPECT_NE(notes("b", "red")[0].find("no ball is called \"yellow\""), std::string::npos);
}

}  // namespace
}  // namespace carom
