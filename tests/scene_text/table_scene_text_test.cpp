// Promise: a table scene that is written as text is read back with the same bits.
#include "carom/scene_text/table_scene_text.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <utility>
#include <vector>

#include "carom/scene_text/table_scene_file.hpp"
#include "record/shot_format.hpp"

namespace carom::test {
namespace {

using billiards::TableScene;

std::string bytes_of_scene(const TableScene& scene) {
    carom::detail::ByteWriter bytes;
    billiards::detail::encode_table_scene(bytes, scene);
    return std::string(bytes.bytes());
}

void expect_same_after(const TableScene& scene) {
    const auto text = table_scene_text(scene);
    ASSERT_TRUE(text);
    const auto read = parse_table_scene(*text, "written.toml");
    ASSERT_TRUE(read) << read.error().lines[0] << "\n" << *text;
    EXPECT_EQ(bytes_of_scene(read->scene), bytes_of_scene(scene)) << *text;
    EXPECT_EQ(table_scene_text(read->scene), text);
}

TEST(TableSceneText, BundledScenesComeBack) {
    int scenes = 0;
    for (const auto& file : std::filesystem::directory_iterator(CAROM_SOURCE_DIR "/scenes")) {
        if (!is_table_scene(file.path())) continue;
        SCOPED_TRACE(file.path().filename());
        const auto scene = read_table_scene(file.path());
        ASSERT_TRUE(scene);
        expect_same_after(scene->scene);
        ++scenes;
    }
    EXPECT_GE(scenes, 10);
}

TEST(TableSceneText, ASceneThatDiffersEverywhereComesBack) {
    auto scene = parse_table_scene(R"(name = "quotes \" and \\ and \u0007"
[table]
kind = "carom"
length = 2.5
gravity = 9.80665
rail_width = 0.15
[defaults]
kind = "carom"
[[balls]]
name = "a \"ball\""
position = [0.1, 0.30000000000000004]
mass = 0.2
cushion_friction = 0.14
[[balls]]
name = "cue"
position = [0.7, 1.0]
velocity = [1e-3, -2]
spin = [1, 2, 3]
[[balls]]
position = [0.5, 0.5]
height = 0.3
rise = -1
radius = 0.02
[cue]
mass = 0.5
tip_radius = 0.011
[laws]
ball_ball = "frictionless_elastic"
ball_friction = "mean_of_balls"
cushion = "han_2005"
friction_curve = [0.01, 0.1, 1]
jumps = true
least_bounce = 0.01
contact_speed = 2e-5
[game]
rules = "three_cushion"
break = true
points = [3, 40]
distance = 41
[[shots]]
called_ball = "a \"ball\""
safety = true
push_out = true
pass = true
speed = 3
direction = 45.5
elevation = 10
left = -0.1
up = 0.2
ball = "a \"ball\""
[[shots]]
speed = 1
direction = -1e-300
place = [0.3, 0.4]
)",
                                   "own.toml");
    ASSERT_TRUE(scene) << scene.error().lines[0];
    expect_same_after(scene->scene);
}

TEST(TableSceneText, ACueBallInHandBehindALineComesBack) {
    const auto read = [](const std::string& game) {
        return parse_table_scene(
            "[table]\nkind = \"pool_9_foot\"\n[[balls]]\nname = \"cue\"\nposition = [0.5, 0.5]\n[game]\n" +
                game,
            "own.toml");
    };
    for (const char* rules : {"eight_ball", "snooker"}) {
        std::string game = "rules = \"" + std::string(rules) + "\"\n";
        if (std::string(rules) == "snooker") game += "on = \"clear\"\n";
        EXPECT_FALSE(is_behind_line(read(game)->scene.game));
        const auto scene = read(game + "behind_line = true\n");
        ASSERT_TRUE(scene) << scene.error().lines[0];
        EXPECT_TRUE(is_behind_line(scene->scene.game));
        expect_same_after(scene->scene);
    }
    const auto refused = read("rules = \"nine_ball\"\nbehind_line = true\n");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().lines[0].find("behind_line is a key of eight_ball and snooker"),
              std::string::npos)
        << refused.error().lines[0];
}

TEST(TableSceneText, RandomNumbersComeBack) {
    std::mt19937_64 random(7);
    const auto number = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    for (int round = 0; round < 50; ++round) {
        TableScene scene;
        scene.setup.table = billiards::pocket_table(billiards::pool_table_9_foot());
        scene.setup.table.round_cushions[0].radius *= round % 2 == 0 ? 1.001 : 1.0;
        for (int k = 0; k < 4; ++k) {
            billiards::BallProperties ball;
            ball.mass = number(0.1, 0.3);
            scene.setup.balls.push_back(ball);
            scene.ball_names.push_back(std::to_string(k));
            scene.start.push_back(billiards::ball_at(number(0.2, 1.0), 0.3 + 0.4 * k, ball));
        }
        scene.shots.push_back(
            {{}, {round % 4, {number(0.1, 9), number(-400, 400), 0, number(-0.5, 0.5), 0.1}}});
        expect_same_after(scene);
    }
}

TEST(TableSceneText, BallsOutOfPlayComeBackWithoutTheirPlaces) {
    auto scene = read_table_scene(CAROM_SOURCE_DIR "/scenes/nine_ball_shot.toml")->scene;
    scene.start[3] = {billiards::Phase::pocketed, {0.1, 0.2, -0.08}, {}, {}};
    scene.start[4] = {billiards::Phase::off_table, {9, 9, 1}, {}, {}};
    const auto read = parse_table_scene(*table_scene_text(scene), "written.toml");
    ASSERT_TRUE(read) << read.error().lines[0];
    const std::vector<billiards::BallState> had = std::exchange(scene.start, read->scene.start);
    ASSERT_EQ(scene.start.size(), had.size());
    for (const std::size_t k : {std::size_t{3}, std::size_t{4}}) {
        EXPECT_EQ(scene.start[k].phase, had[k].phase);
        EXPECT_EQ(scene.start[k].position, (Vec3d{0, 0, scene.setup.balls[k].radius}));
    }
    EXPECT_EQ(scene.start[5], had[5]);
    expect_same_after(scene);
}

TEST(TableSceneText, AStruckBallNeedsAName) {
    auto scene = read_table_scene(CAROM_SOURCE_DIR "/scenes/nine_ball_shot.toml")->scene;
    scene.game = {};  // at which only the cue ball is struck
    scene.shots[0].shot.cue_ball = 2;
    scene.ball_names[2] = "";
    EXPECT_FALSE(table_scene_text(scene));
    scene.ball_names[2] = scene.ball_names[1];
    EXPECT_FALSE(table_scene_text(scene));
    scene.ball_names[2] = "yellow";
    expect_same_after(scene);
}

}  // namespace
}  // namespace carom::test
