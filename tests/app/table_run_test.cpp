// Promise: `carom run` plays the shots of a scene with a table, `info` and `view` read them, and every other
// command says that it cannot yet.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/command.hpp"

namespace carom {
namespace {

using test::carom_command;
using test::put_text;
using test::text_of;

const std::string kScene = std::string(CAROM_SOURCE_DIR) + "/examples/nine_ball_shot.toml";

class TableRun : public ::testing::Test {
protected:
    std::string at(const std::string& name) const { return directory_ / name; }

private:
    test::WorkDirectory directory_;
};

TEST_F(TableRun, PlaysUntilAllBallsRest) {
    const auto outcome = carom_command({"run", kScene, "-o", at("o"), "--view"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("nine-ball break: 10 balls on a table\n"), std::string::npos);
    EXPECT_NE(outcome.out.find("pocketed: 9, cue, 3\n"), std::string::npos) << outcome.out;
    const std::string report = text_of(at("o/report.json"));
    EXPECT_NE(report.find("\"stopped_because\": \"all_balls_rest\""), std::string::npos);
    EXPECT_NE(report.find("\"proved\": null"), std::string::npos);
    EXPECT_NE(text_of(at("o/paths.svg")).find("<title>nine-ball break</title>"), std::string::npos);
}

TEST_F(TableRun, TheSameSceneGivesTheSameBytes) {
    for (const char* name : {"a", "b"})
        ASSERT_EQ(carom_command({"run", kScene, "-o", at(name), "--quiet"}).code, 0);
    EXPECT_EQ(text_of(at("a/trajectory.carom")), text_of(at("b/trajectory.carom")));
}

TEST_F(TableRun, ShotsFollowEachOther) {
    put_text(at("s.toml"), text_of(kScene) + "[[shots]]\nspeed = 2\ndirection = 90\nplace = [0.3, 0.3]\n");
    const auto outcome = carom_command({"run", at("s.toml"), "-o", at("o")});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("shot 2"), std::string::npos) << outcome.out;
}

TEST_F(TableRun, AShotOfABallInAPocketIsRefused) {
    put_text(at("s.toml"), text_of(kScene) + "[[shots]]\nspeed = 2\ndirection = 90\n");
    const auto outcome = carom_command({"run", at("s.toml"), "-o", at("o")});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err, "carom: shot 2: the cue ball is in a pocket: give it a place\n");
    EXPECT_NE(text_of(at("o/report.json")).find("\"stopped_because\": \"shot_refused\""), std::string::npos);
}

TEST_F(TableRun, LimitsAreRefused) {
    const auto outcome = carom_command({"run", kScene, "-o", at("o"), "--until", "2"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("its shots run until all balls rest"), std::string::npos) << outcome.err;
}

TEST_F(TableRun, InfoAndViewReadTheShots) {
    ASSERT_EQ(carom_command({"run", kScene, "-o", at("o"), "--quiet"}).code, 0);
    const auto info = carom_command({"info", at("o")});
    EXPECT_EQ(info.code, 0) << info.err;
    EXPECT_NE(info.out.find("pocketed: 9, cue, 3\n"), std::string::npos) << info.out;
    EXPECT_NE(info.out.find("closed      yes"), std::string::npos) << info.out;
    const auto view = carom_command({"view", at("o")});
    EXPECT_EQ(view.code, 0) << view.err;
    EXPECT_NE(view.out.find("10 balls, 43 impacts"), std::string::npos) << view.out;
}

TEST_F(TableRun, ResumeRefusesShots) {
    ASSERT_EQ(carom_command({"run", kScene, "-o", at("o"), "--quiet"}).code, 0);
    const auto outcome = carom_command({"resume", at("o")});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("shots are not resumed"), std::string::npos) << outcome.err;
}

TEST_F(TableRun, OtherCommandsSayWhatTheFileIs) {
    ASSERT_EQ(carom_command({"run", kScene, "-o", at("o"), "--quiet"}).code, 0);
    const std::vector<std::vector<std::string>> commands = {
        {"check", at("o")}, {"export", at("o"), "--impacts", at("i.csv")}, {"measure", at("o")}};
    for (const auto& words : commands) {
        const auto outcome = carom_command(words);
        EXPECT_EQ(outcome.code, 3) << words[0];
        EXPECT_NE(outcome.err.find("this file holds shots on a table"), std::string::npos) << outcome.err;
    }
}

}  // namespace
}  // namespace carom
