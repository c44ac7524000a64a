// Promise: a study of shots has every combination once, each with the bits of the shot alone; its table goes
// on after the last whole block, and what is not of the study is refused.
#include "carom/study/shot_study.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "carom/scene_text/table_scene_file.hpp"
#include "support/directory.hpp"
#include "support/file_bytes.hpp"

namespace carom::test {
namespace {

const char* const kTwoBalls = R"([table]
kind = "pool_9_foot"

[[balls]]
name = "cue"
position = [0.4, 0.6]

[[balls]]
name = "1, red"
position = [0.9, 1.8]

[[shots]]
speed = 1.5
direction = 67.51
)";

StudyPlan shots_plan(const std::vector<std::string>& parameters, const std::string& scene = kTwoBalls) {
    StudyPlan plan{scene, "shot.toml", {}, {}, {}, 0};
    for (const std::string& text : parameters) plan.parameters.push_back(*parse_study_parameter(text));
    return plan;
}

std::string all_rows(const ShotStudy& study) {
    std::string text = study.columns();
    for (std::uint64_t block = 0; block < study.block_count(); ++block) text += **study.play(block);
    return text;
}

/// What the library makes of one strike, as a row of the table without the values.
std::string row_alone(const std::string& scene_text, double speed, double direction, double up) {
    const auto file = parse_table_scene(scene_text, "shot.toml");
    billiards::Shot shot = file->scene.shots[0].shot;
    shot.strike.speed = speed;
    shot.strike.direction = direction;
    shot.strike.up = up;
    billiards::ShotPlayer player(file->scene.setup);
    player.play(file->scene.start, shot);
    std::string fell, first;
    int cushions = 0, hits = 0, before = 0;
    for (const auto& event : player.events()) {
        if (event.kind == billiards::EventKind::ball_ball && hits++ == 0) first = "\"1, red\"";
        if (is_cushion(event.kind) && ++cushions > 0 && hits == 0 && event.ball == 0) ++before;
    }
    for (std::size_t ball = 0; ball < 2; ++ball) {
        if (player.final_states()[ball].phase == billiards::Phase::pocketed)
            fell += (fell.empty() ? "" : " + ") + file->scene.ball_names[ball];
    }
    if (fell.find(',') != std::string::npos) fell = "\"" + fell + "\"";
    const auto& rests = player.final_states()[0].position;
    return fmt::format("{},{},{},{},{},{},{},{},,\n", fell, rests[0], rests[1], player.end_time(), first,
                       before, cushions, hits);
}

TEST(ShotStudy, HasEachCombinationWithTheBitsOfTheShotAlone) {
    const auto study =
        ShotStudy::create(shots_plan({"shots.direction=66:69:0.25", "shots.speed=1.5,3",
                                      "balls[2].position=[0.9,1.8],[0.8,1.5]", "shots.up=-0.2,0.3"}));
    ASSERT_TRUE(study) << study.error().lines[0];
    ASSERT_EQ(study->block_count(), 2U);
    ASSERT_EQ(study->first_row(2), 13U * 2 * 2 * 2);
    std::string expected =
        "balls[2].position,shots.direction,shots.speed,shots.up,"
        "fell,cue_x,cue_y,duration,first_hit,cushions_before_hit,cushions,ball_ball,ruling,continues\n";
    for (const char* place : {"[0.9,1.8]", "[0.8,1.5]"}) {
        std::string scene = kTwoBalls;
        scene.replace(scene.find("[0.9, 1.8]"), 10, place);
        for (int k = 0; k < 13; ++k) {
            for (const char* speed : {"1.5", "3"}) {
                for (const char* up : {"-0.2", "0.3"}) {
                    expected += fmt::format("\"{}\",{:.2f},{},{},", place, 66 + 0.25 * k, speed, up) +
                                row_alone(scene, std::stod(speed), 66 + 0.25 * k, std::stod(up));
                }
            }
        }
    }
    EXPECT_EQ(all_rows(*study), expected);
}

TEST(ShotStudy, BallInHandIsWhereTheSceneSays) {
    std::string scene = kTwoBalls;
    scene += "place = [0.5, 0.7]\n";
    const auto study = ShotStudy::create(shots_plan({"shots.speed=1,2"}, scene));
    ASSERT_TRUE(study) << study.error().lines[0];
    std::string moved = kTwoBalls;
    moved.replace(moved.find("[0.4, 0.6]"), 10, "[0.5, 0.7]");
    const auto same = ShotStudy::create(shots_plan({"shots.speed=1,2"}, moved));
    EXPECT_EQ(all_rows(*study), all_rows(*same));
}

TEST(ShotStudy, ItsTableGoesOnAfterTheLastWholeBlock) {
    const Directory directory;
    const std::filesystem::path folder = directory / "s", table = folder / "shots.csv";
    const auto study = ShotStudy::create(
        shots_plan({"balls[2].position=[0.9,1.8],[0.8,1.5],[0.7,1.5]", "shots.direction=60:75:1"}));
    ASSERT_TRUE(study);
    for (std::uint64_t done = 0; done < 3; ++done) {
        auto file = ShotStudyFile::open(folder, *study);
        ASSERT_TRUE(file) << file.error().message;
        EXPECT_EQ(file->blocks(), done);
        ASSERT_FALSE(file->append(**study->play(done)));
        if (done == 2) {
            ASSERT_FALSE(file->close());
        } else {
            // A block that was not written whole.
            ASSERT_FALSE(file->append((**study->play(done + 1)).substr(0, 200)));
        }
    }
    EXPECT_EQ(bytes_of(table), all_rows(*study));
    EXPECT_EQ(ShotStudyFile::open(folder, *study)->blocks(), 3U);

    const auto outcomes = read_shot_outcomes(folder, *study);
    ASSERT_TRUE(outcomes) << outcomes.error().message;
    EXPECT_EQ(outcomes->of_row.size(), 48U);
    EXPECT_EQ(outcomes->names[0], "");
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < outcomes->counts.size(); ++k) {
        sum += outcomes->counts[k];
        EXPECT_TRUE(k == 0 || outcomes->counts[k] <= outcomes->counts[k - 1]);
    }
    EXPECT_EQ(sum, 48U);

    const auto other = ShotStudy::create(shots_plan({"shots.direction=60:75:1"}));
    const auto refused = ShotStudyFile::open(folder, *other);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("holds another study: its values are others"), std::string::npos);
}

TEST(ShotStudy, ADamagedRowIsNamed) {
    const Directory directory;
    const std::filesystem::path folder = directory / "s", table = folder / "shots.csv";
    const auto study = ShotStudy::create(
        shots_plan({"balls[2].position=[0.9,1.8],[0.8,1.5],[0.7,1.5]", "shots.direction=60:75:1"}));
    ASSERT_TRUE(study);
    {
        auto file = ShotStudyFile::open(folder, *study);
        for (std::uint64_t k = 0; k < 2; ++k) ASSERT_FALSE(file->append(**study->play(k)));
    }
    const std::filesystem::path partial = folder / "shots.csv.partial";
    const std::string whole = bytes_of(partial);
    const auto said = [&](const std::filesystem::path& file, const std::string& text) {
        put_bytes(file, text);
        const auto opened = ShotStudyFile::open(folder, *study);
        EXPECT_EQ(opened || bytes_of(file) == text, true) << "nothing is changed";
        return opened ? "" : opened.error().message;
    };
    const auto changed = [&](std::size_t line, std::size_t from_end, char to) {
        std::string text = whole;
        std::size_t end = 0;
        for (std::size_t k = 0; k < line; ++k) end = text.find('\n', end) + 1;
        text[end - from_end] = to;
        return text;
    };
    // A number at the end of line 20, a value at its beginning, a line break that is lost.
    EXPECT_NE(said(partial, changed(20, 5, '7')).find("shots.csv.partial: line 20 is damaged"),
              std::string::npos);
    EXPECT_NE(said(partial, changed(19, 0, '7')).find("line 20 is damaged"), std::string::npos);
    EXPECT_NE(said(partial, changed(3, 1, ' ')).find("line 3 is damaged"), std::string::npos);
    EXPECT_NE(said(partial, whole.substr(0, whole.size() / 4)).find("is damaged"), std::string::npos);
    EXPECT_EQ(said(partial, whole), "");
    {
        auto file = ShotStudyFile::open(folder, *study);
        ASSERT_TRUE(file);
        ASSERT_EQ(file->blocks(), 2U);
        ASSERT_FALSE(file->append(**study->play(2)));
        ASSERT_FALSE(file->close());
    }
    EXPECT_EQ(bytes_of(table), all_rows(*study));
    const std::string finished = bytes_of(table);
    EXPECT_NE(said(table, finished.substr(0, finished.size() - 3)).find("line 49 is damaged"),
              std::string::npos);
    std::filesystem::remove(table);
    EXPECT_EQ(ShotStudyFile::open(folder, *study)->blocks(), 0U) << "all is played again";
}

TEST(ShotStudy, WhatCannotBePlayedIsRefusedWithItsPlace) {
    const auto message = [](const std::vector<std::string>& parameters,
                            const std::string& scene = kTwoBalls) {
        const auto study = ShotStudy::create(shots_plan(parameters, scene));
        return study ? "" : study.error().lines[0];
    };
    EXPECT_EQ(message({"shots.speed=2,-1"}),
              "shot.toml: shots.speed = -1: the speed of the cue must be above 0, and at most 1000 m/s");
    EXPECT_EQ(message({"shots.left=0,0.8", "shots.up=0,0.7"}),
              "shot.toml: shots.left = 0.8, shots.up = 0.7: the tip misses the ball: left^2 + up^2 must be "
              "below 1");
    EXPECT_EQ(message({"shots.speed=fast"}), "shot.toml: shots.speed: \"fast\" is no number");
    EXPECT_NE(message({"shots.speed=1"}, std::string(kTwoBalls) + "\n[[shots]]\nspeed = 1\ndirection = 0\n"),
              "");
    EXPECT_NE(message({"balls[2].position=[0.4,0.61]", "shots.speed=1"}), "");
    // Only a later table overlaps: the block that it is in says so.
    const auto later =
        ShotStudy::create(shots_plan({"balls[2].position=[0.9,1.8],[0.4,0.61]", "shots.speed=1"}));
    ASSERT_TRUE(later);
    EXPECT_TRUE(later->play(0));
    EXPECT_FALSE(later->play(1));
    EXPECT_FALSE(*later->play(0, [] { return false; }));
}

}  // namespace
TEST(ShotStudy, RulesShotsWhereTheSceneHasAGame) {
    std::string scene = kTwoBalls;
    scene.replace(scene.find("1, red"), 6, "1");
    scene.insert(0, "[game]\nrules = \"nine_ball\"\n");
    const auto study =
        ShotStudy::create(shots_plan({"shots.direction=67.51,0", "shots.speed=1.5,0.1"}, scene));
    ASSERT_TRUE(study) << study.error().lines[0];
    std::string rulings;
    std::istringstream rows(all_rows(*study));
    std::string row;
    while (std::getline(rows, row)) rulings += row.substr(row.rfind(',', row.rfind(',') - 1) + 1) + "\n";
    EXPECT_EQ(rulings, "ruling,continues\nlegal,1\nno_hit,0\nno_hit,0\nno_hit,0\n");
}

}  // namespace carom::test
