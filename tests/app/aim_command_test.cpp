// Promise: `carom aim` finds shots that do what is wanted, says how hard they are, and prints one to play.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "app/command.hpp"

namespace carom::test {
namespace {

using Json = nlohmann::json;

class AimCommand : public ::testing::Test {
protected:
    Json found(std::vector<std::string> words) {
        words.insert(words.begin(), "aim");
        words.insert(words.end(), {"-o", directory_ / "a.json"});
        const Outcome outcome = carom_command(words);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        out_ = outcome.out;
        return Json::parse(text_of(directory_ / "a.json"));
    }

    WorkDirectory directory_;
    std::string out_;
};

const std::vector<std::string> kPosition{"--place", "0.4,0.6", "--put", "1=0.9,1.8"};

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// Of speeds too there are windows with gaps. Once the widest piece was told, beside the shot.
TEST_F(AimCommand, EachShotLiesInItsWindows) {
    const Json aims = found({"--table", "9ft", "--rack", "three-cushion", "--game", "three-cushion",
                             "--trials", "0", "--count", "4"})["aims"];
    ASSERT_EQ(aims.size(), 4U);
    for (const Json& aim : aims) {
        EXPECT_LE(aim["speeds"]["lower"]["inside"], aim["shot"]["speed"]) << aim;
        EXPECT_GE(aim["speeds"]["upper"]["inside"], aim["shot"]["speed"]) << aim;
        EXPECT_LE(aim["directions"]["lower"]["inside"], aim["shot"]["direction"]) << aim;
        EXPECT_GE(aim["directions"]["upper"]["inside"], aim["shot"]["direction"]) << aim;
    }
}

TEST_F(AimCommand, FindsTheDirectShotAndBanks) {
    const Json aims = found(with(kPosition, {"--ball", "1", "--step", "0.05", "--count", "8"}))["aims"];
    ASSERT_EQ(aims.size(), 8U);
    EXPECT_EQ(aims[0]["kind"], "direct");
    EXPECT_EQ(aims[0]["pocketed"][0]["pocket"], 3);
    bool has_bank = false;
    double last = 1;
    for (const Json& aim : aims) {
        has_bank = has_bank || aim["kind"] == "bank";
        EXPECT_LE(aim["chance"].get<double>(), last);
        last = aim["chance"];
        for (const char* end : {"lower", "upper"}) {
            const Json& limit = aim["directions"][end];
            EXPECT_LE(std::fabs(limit["inside"].get<double>() - limit["outside"].get<double>()), 1e-9);
        }
    }
    EXPECT_TRUE(has_bank) << out_;
    EXPECT_TRUE(contains(out_, "ghost ball at 67.6")) << out_;
}

/// It says how densely the windows that it tells were checked.
TEST_F(AimCommand, WindowsAreChecked) {
    const Json json =
        found(with(kPosition, {"--ball", "1", "--step", "0.1", "--count", "3", "--check", "50"}));
    EXPECT_EQ(json["checks"], 50);
    ASSERT_EQ(json["aims"].size(), 3U);
    for (const Json& aim : json["aims"]) {
        EXPECT_EQ(aim["directions"]["checked"], 50);
        EXPECT_EQ(aim["speeds"]["checked"], 50);
    }
    EXPECT_TRUE(contains(out_, "50 shots evenly apart in each window do the same")) << out_;
    const Json unchecked = found(with(kPosition, {"--cue", "V0=2 phi=67.5", "--check", "0"}));
    EXPECT_EQ(unchecked["aims"][0]["directions"]["checked"], 0);
    EXPECT_FALSE(contains(out_, "checked")) << out_;
}

TEST_F(AimCommand, TheBestCanBePlayed) {
    const Outcome scene =
        carom_command(with(with({"aim"}, kPosition), {"--ball", "1", "--speeds", "1.5", "--scene"}));
    ASSERT_EQ(scene.code, 0) << scene.err;
    put_text(directory_ / "best.toml", scene.out);
    EXPECT_EQ(carom_command({"run", directory_ / "best.toml", "-o", directory_ / "out"}).code, 0);
    const Json report = Json::parse(text_of(directory_ / "out/report.json"));
    EXPECT_EQ(report["shots"][0]["pocketed"][0]["name"], "1") << report["shots"][0];
    // And the file can be judged.
    const Json aims = found({directory_ / "best.toml", "--only"})["aims"];
    ASSERT_EQ(aims.size(), 1U);
    EXPECT_EQ(aims[0]["pocketed"][0]["ball"], "1");
}

/// The first shot of a file may put the cue ball somewhere.
TEST_F(AimCommand, APlaceOfTheFirstShotCounts) {
    const std::string head =
        "[table]\nkind = \"pool_9_foot\"\n[[balls]]\nname = \"cue\"\nposition = [1.1, 0.2]\n"
        "[[balls]]\nname = \"1\"\nposition = [0.9, 1.8]\n[[shots]]\nspeed = 1.5\n"
        "direction = 67.51\nplace = ";
    put_text(directory_ / "placed.toml", head + "[0.4, 0.6]\n");
    EXPECT_EQ(found({directory_ / "placed.toml", "--only"})["aims"].size(), 1U) << out_;
    put_text(directory_ / "overlap.toml", head + "[0.9, 1.79]\n");
    for (const char* command : {"aim", "explain"}) {
        const Outcome refused = carom_command({command, directory_ / "overlap.toml"});
        EXPECT_EQ(refused.code, 2) << command;
        EXPECT_TRUE(contains(refused.err, "cannot be placed there")) << refused.err;
    }
}

TEST_F(AimCommand, OneShotIsJudged) {
    const Json aims = found(with(kPosition, {"--cue", "V0=2 phi=67.5"}))["aims"];
    ASSERT_EQ(aims.size(), 1U);
    EXPECT_EQ(aims[0]["shot"]["direction"], 67.5);
    const Outcome missed = carom_command(with(with({"aim"}, kPosition), {"--cue", "phi=10"}));
    EXPECT_EQ(missed.code, 0);
    EXPECT_TRUE(contains(missed.out, "the shot does not do it: ")) << missed.out;
}

TEST_F(AimCommand, GamesDecideWhatIsLegal) {
    const std::vector<std::string> position{"--place", "0.4,0.6", "--put", "2=0.9,1.8", "--put", "1=0.3,1.2"};
    const Json legal = found(with(position, {"--game", "nine-ball", "--step", "0.1"}))["aims"];
    EXPECT_GE(legal.size(), 3U);
    for (const Json& aim : legal) {
        const Json& route = aim["route"];
        for (const Json& step : route) {
            if (step["meets"] != "ball_ball") continue;
            EXPECT_EQ(step["other"], "1") << "the lowest ball first: " << route;
            break;
        }
    }
    const Json points = found({"--table", "carom", "--rack", "three-cushion", "--game", "three-cushion",
                               "--step", "0.05", "--count", "3"})["aims"];
    ASSERT_GE(points.size(), 2U);
    for (const Json& aim : points) {
        EXPECT_EQ(aim["route"][0]["meets"], "ball_ball") << "the opening shot: no cushion before the red";
        EXPECT_EQ(aim["route"][0]["other"], "red") << aim["route"];
    }
}

TEST_F(AimCommand, SafetiesLeaveLittle) {
    const std::vector<std::string> position{"--place", "0.4,0.6", "--put", "1=0.9,1.8", "--put", "2=0.3,1.2"};
    const Json json = found(with(
        position, {"--game", "nine-ball", "--safety", "--count", "4", "--step", "2", "--trials", "100"}));
    ASSERT_EQ(json["safeties"].size(), 4U);
    double last = 0;
    for (const Json& safety : json["safeties"]) {
        EXPECT_GE(safety["leaves"].get<double>(), last);
        last = safety["leaves"];
        EXPECT_LE(last, 5);
    }
}

TEST_F(AimCommand, WithoutAShotThereIsNoSceneToPrint) {
    const Outcome outcome = carom_command({"aim", "--put", "1=0.9,1.8", "--speeds", "0.05", "--scene"});
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(contains(outcome.err, "there is no shot to print")) << outcome.err;
}

TEST(AimFaults, AreTold) {
    const auto refused = [](std::vector<std::string> words, const std::string& why) {
        words.insert(words.begin(), "aim");
        const Outcome outcome = carom_command(words);
        EXPECT_EQ(outcome.code, 2) << why;
        EXPECT_TRUE(contains(outcome.err, why)) << outcome.err;
    };
    refused({"--put", "1=0.9,1.8", "--ball", "7"}, "\"7\" is no ball on this table");
    refused({"--put", "1=0.9,1.8", "--pocket", "6"}, "pocket 6: this table has pockets 0 to 5");
    refused({"--put", "1"}, "'1' is not NAME=X,Y");
    refused({"--put", "1=2"}, "'1=2' is not NAME=X,Y");
    refused({"--put", "1=0.9,9"}, "outside");
    refused({"--put", "1=0.9,1.8", "--put", "1=0.5,1.8", "--ball", "1"}, "two balls are called \"1\"");
    refused({"--speeds", "0"}, "'0'");
    refused({"--step", "0"}, "'0'");
    refused({"--game", "chess"}, "'chess'");
    refused({"--put", "x=0.9,1.8", "--game", "nine-ball"}, "not \"x\"");
    refused({"--on", "solids"}, "--on needs --game eight-ball or snooker");
    refused({"--put", "1=0.9,1.8", "--game", "eight-ball", "--on", "red"}, "is not solids or stripes");
    refused({"--table", "carom", "--put", "1=0.5,1.8"}, "a table without pockets");
    refused({"--put", "1=0.9,1.8", "--safety", "--ball", "1"},
            "--safety looks for shots that pocket nothing");
    refused({"--put", "1=0.9,1.8", "--only"}, "--only needs the direction");
    refused({"--put", "1=0.9,1.8", "--cue", "phi=67", "--speeds", "1"}, "--speeds is for a search");
    refused({"--put", "cue=0.9,1.8"}, "two balls are called \"cue\"");
    refused({"--table", "carom", "--rack", "three-cushion", "--game", "three-cushion", "--safety"},
            "no position is safer");
    refused({"scene.toml", "--place", "1,1"}, "--place");
}

}  // namespace
}  // namespace carom::test
