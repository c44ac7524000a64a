// Promise: `carom shot` plays a shot that the command line describes, tells and proves it, and prints its
// scene.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "app/command.hpp"

namespace carom::test {
namespace {

TEST(ShotCommand, TellsAndProvesAShot) {
    const Outcome outcome = carom_command({"shot", "--cue", "V0=8 phi=88.5 b=0.2"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_TRUE(contains(outcome.out, "nine-ball shot, 9ft table\n")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "cue is struck and leaves at")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "cue meets 1; cue goes on at")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "no overlap, no missed contact, every impact right")) << outcome.out;
}

TEST(ShotCommand, ProvesTheFastestShot) {
    const Outcome shot = carom_command({"shot", "--cue", "V0=1000 phi=88"});
    EXPECT_EQ(shot.code, 0) << shot.err;
    EXPECT_TRUE(contains(shot.out, "no overlap, no missed contact, every impact right")) << shot.out;
}

TEST(ShotCommand, LettersAndWordsSayTheSame) {
    const auto scene = [](const char* cue) { return carom_command({"shot", "--cue", cue, "--scene"}).out; };
    EXPECT_EQ(scene("V0=3 phi=80 theta=10 a=0.1 b=-0.2"),
              scene("speed=3  direction=80 elevation=10 left=0.1 up=-0.2"));
    EXPECT_EQ(scene(" "), scene("speed=8 direction=90"));
}

TEST(ShotCommand, ItsSceneIsTheSameShot) {
    const WorkDirectory directory;
    for (const std::string game :
         {"eight-ball", "nine-ball", "ten-ball", "snooker", "three-cushion", "none"}) {
        const std::string table = game == "snooker" ? "snooker" : game == "three-cushion" ? "carom" : "8ft";
        const std::vector<std::string> words{"shot", "--table", table,        "--rack",
                                             game,   "--cue",   "V0=5 phi=89"};
        std::vector<std::string> printed = words, played = words;
        printed.emplace_back("--scene");
        played.insert(played.end(), {"-o", directory / "shot", "--view"});
        std::ofstream(directory / "s.toml") << carom_command(printed).out;
        const Outcome shot = carom_command(played);
        ASSERT_EQ(shot.code, 0) << game << shot.err;
        const Outcome run = carom_command({"run", directory / "s.toml", "-o", directory / "run"});
        ASSERT_EQ(run.code, 0) << game << run.err;
        EXPECT_EQ(text_of(directory / "shot/trajectory.carom"), text_of(directory / "run/trajectory.carom"));
        EXPECT_TRUE(contains(text_of(directory / "shot/view.html"), "<html")) << game;
    }
}

TEST(ShotCommand, SaysWhatIsWrong) {
    const auto refused = [](std::vector<std::string> words, const std::string& why) {
        words.insert(words.begin(), "shot");
        const Outcome outcome = carom_command(words);
        EXPECT_EQ(outcome.code, 2) << why;
        EXPECT_EQ(outcome.out, "") << why;
        EXPECT_TRUE(contains(outcome.err, why)) << why << '\n' << outcome.err;
    };
    refused({"--table", "10ft"}, "'10ft' is not one of 7ft, 8ft, 9ft, snooker, carom");
    refused({"--rack", "nineball"}, "'nineball' is not one of eight-ball");
    refused({"--cue", "speed"}, "'speed' is not NAME=NUMBER");
    refused({"--cue", "power=3"}, "'power=3' is not NAME=NUMBER");
    refused({"--cue", "speed=fast"}, "'speed=fast' has no finite number");
    refused({"--cue", "V0=1001 phi=88"}, "the speed of the cue must be above 0, and at most 1000 m/s");
    refused({"--cue", "speed=3 V0=4"}, "'V0=4' says once more");
    refused({"--cue", "up=1.5"}, "the tip misses the ball");
    refused({"--place", "0.5"}, "'0.5' is not two finite numbers");
    refused({"--place", "3,3"}, "outside the table");
    refused({"--place", "0.635,1.905"}, "overlap");
    refused({"--table", "carom", "--rack", "none", "--gap", "-1"}, "'-1'");
    refused({"--view"}, "--view needs -o DIR");
    refused({"--scene", "-o", "x"}, "--output excludes --scene");
    refused({"--scene", "--view"}, "--view excludes --scene");
}

TEST(ShotCommand, EveryRackLiesOnEveryTable) {
    for (const std::string table : {"7ft", "8ft", "9ft", "snooker", "carom"}) {
        for (const std::string rack :
             {"eight-ball", "nine-ball", "ten-ball", "snooker", "three-cushion", "none"}) {
            const Outcome outcome =
                carom_command({"shot", "--table", table, "--rack", rack, "--cue", "speed=1 direction=45"});
            EXPECT_EQ(outcome.code, 0) << table << " " << rack << '\n' << outcome.err;
        }
    }
}

TEST(ShotCommand, TheUsualShotMeetsTheRack) {
    for (const char* const table : {"7ft", "8ft", "9ft", "snooker", "carom"}) {
        for (const auto& [game, first] : {std::pair("nine-ball", "1"), std::pair("eight-ball", "1"),
                                          std::pair("ten-ball", "1"), std::pair("snooker", "red")}) {
            const Outcome outcome = carom_command({"shot", "--table", table, "--rack", game});
            ASSERT_EQ(outcome.code, 0) << table << ' ' << game << outcome.err;
            EXPECT_TRUE(contains(outcome.out, std::string("cue meets ") + first))
                << table << ' ' << outcome.out;
            EXPECT_FALSE(contains(outcome.out, "wrong ball first")) << table << ' ' << game << outcome.out;
        }
    }
}

TEST(ShotCommand, BallsMayJump) {
    const Outcome outcome = carom_command(
        {"shot", "--rack", "none", "--table", "7ft", "--jumps", "--cue", "speed=2 elevation=40"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "cue comes down")) << outcome.out;
}

}  // namespace
}  // namespace carom::test
