// Promise: every command that takes a scene takes the name of a bundled one, and a file of that name comes
// first.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "app/command.hpp"

namespace carom::test {
namespace {

/// What carom says and does in a directory of its own.
class BundledScene : public ::testing::Test {
protected:
    BundledScene() : before_(std::filesystem::current_path()) {
        std::filesystem::current_path(directory_ / "");
    }
    ~BundledScene() override { std::filesystem::current_path(before_); }

    /// The output of the command for a bundled scene and for a copy of it, which must be the same.
    static std::string same_output(const std::vector<std::string>& words, const std::string& name) {
        const auto output = [&](const std::string& scene) {
            std::vector<std::string> all = words;
            for (std::string& word : all) {
                if (word == "SCENE") word = scene;
            }
            const Outcome outcome = carom_command(all);
            EXPECT_EQ(outcome.code, 0) << outcome.err;
            EXPECT_EQ(outcome.err, "");
            return outcome.out;
        };
        EXPECT_EQ(carom_command({"scenes", "copy", name, "copy.toml"}).code, 0);
        const std::string of_copy = output("copy.toml");
        EXPECT_EQ(output(name), of_copy);
        std::filesystem::remove("copy.toml");
        return of_copy;
    }

    WorkDirectory directory_;
    std::filesystem::path before_;
};

TEST_F(BundledScene, ANameThatIsNoneSaysWhereTheyAre) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"run", "newtons_cradel", "-o", "a"},
          {"study", "newtons_cradel", "--out", "b"},
          {"explain", "newtons_cradel"},
          {"aim", "newtons_cradel"}}) {
        const Outcome outcome = carom_command(words);
        EXPECT_EQ(outcome.code, 2);
        EXPECT_TRUE(contains(outcome.err, "newtons_cradel")) << outcome.err;
        EXPECT_TRUE(contains(outcome.err, "carom scenes lists the bundled scenes")) << outcome.err;
    }
    const Outcome file = carom_command({"run", "newtons_cradel.toml", "-o", "a"});
    EXPECT_FALSE(contains(file.err, "bundled")) << file.err;
}

TEST_F(BundledScene, IsRun) {
    const Outcome balls = carom_command({"run", "newtons_cradle", "-o", "a"});
    EXPECT_EQ(balls.code, 0) << balls.err;
    EXPECT_TRUE(contains(balls.out, "proof       no overlap")) << balls.out;
    EXPECT_TRUE(contains(text_of("a/report.json"), "\"scene_file\": \"newtons_cradle\""));
    EXPECT_EQ(carom_command({"run", bundled("newtons_cradle"), "-o", "b", "--quiet"}).code, 0);
    EXPECT_EQ(text_of("a/trajectory.carom"), text_of("b/trajectory.carom"));
    EXPECT_EQ(carom_command({"run", "masse_shot", "-o", "c", "--quiet"}).code, 0);
    EXPECT_EQ(carom_command({"check", "c"}).code, 0);
    // Results may lie in a directory with the name of the scene.
    EXPECT_EQ(carom_command({"run", "newtons_cradle", "-o", "newtons_cradle", "--quiet"}).code, 0);
    EXPECT_EQ(carom_command({"run", "newtons_cradle", "-o", "newtons_cradle", "--quiet"}).code, 0);
    EXPECT_EQ(text_of("newtons_cradle/trajectory.carom"), text_of("b/trajectory.carom"));
}

TEST_F(BundledScene, IsStudied) {
    const std::vector<std::string> more{"--seeds", "1:2", "--until", "0.1", "--quiet"};
    std::vector<std::string> words{"study", "gas_1000", "-o", "s"};
    words.insert(words.end(), more.begin(), more.end());
    for (int times = 0; times < 2; ++times) {  // the second one finds what was kept
        const Outcome outcome = carom_command(words);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_TRUE(contains(text_of("s/means.csv"), "pressure.z_virial"));
    }
    const Outcome shots =
        carom_command({"study", "masse_shot", "-o", "t", "--set", "shots.speed=2,3", "--quiet"});
    EXPECT_EQ(shots.code, 0) << shots.err;
    EXPECT_TRUE(std::filesystem::exists("t/shots.csv"));
}

TEST_F(BundledScene, IsDrawnExplainedAimedAndFitted) {
    EXPECT_TRUE(
        contains(same_output({"picture", "SCENE", "-o", "-", "--format", "svg"}, "newtons_cradle"), "<svg"));
    EXPECT_TRUE(
        contains(same_output({"picture", "SCENE", "-o", "-", "--format", "svg"}, "masse_shot"), "<svg"));
    const Outcome pair = carom_command({"explain", "two_masses"});
    EXPECT_EQ(pair.err, "carom: two_masses: has 4 balls; two are wanted\n");
    EXPECT_TRUE(contains(same_output({"explain", "SCENE"}, "bank_shot"), "cue"));
    const Outcome aims = carom_command({"aim", "bank_shot", "--only", "--trials", "0"});
    EXPECT_EQ(aims.code, 0) << aims.err;
    EXPECT_TRUE(contains(aims.out, "1 in pocket 1 (bank)")) << aims.out;
    // The scene is read, and so the record is looked at: its ball is not on that table.
    put_text("record.csv", "shot,time,name,x,y\n1,0.00,7,0.5,0.5\n");
    const Outcome fit = carom_command({"fit", "bank_shot", "record.csv"});
    EXPECT_TRUE(contains(fit.err, "record.csv:2:8: name: the scene has no ball \"7\"")) << fit.err;
}

TEST_F(BundledScene, GivesWayToAFileOfItsName) {
    put_text("newtons_cradle", "dimension = 7\n");
    const Outcome file = carom_command({"run", "newtons_cradle", "-o", "a"});
    EXPECT_NE(file.code, 0);
    EXPECT_TRUE(contains(file.err, "newtons_cradle:1:")) << file.err;
    const Outcome missing = carom_command({"run", "newtons_cradel", "-o", "a"});
    EXPECT_NE(missing.code, 0);
    EXPECT_TRUE(contains(missing.err, "newtons_cradel")) << missing.err;
}

TEST_F(BundledScene, IsNoRunThatCouldBeShown) {
    for (const char* const command : {"view", "export"}) {
        const Outcome outcome = carom_command({command, "newtons_cradle"});
        EXPECT_NE(outcome.code, 0);
        EXPECT_TRUE(contains(outcome.err, "carom run newtons_cradle -o out/newtons_cradle records it"))
            << outcome.err;
    }
    EXPECT_EQ(carom_command({"run", "newtons_cradle", "-o", "newtons_cradle", "--quiet"}).code, 0);
    EXPECT_EQ(carom_command({"view", "newtons_cradle"}).code, 0);
    EXPECT_TRUE(std::filesystem::exists("newtons_cradle/view.html"));
}

}  // namespace
}  // namespace carom::test
