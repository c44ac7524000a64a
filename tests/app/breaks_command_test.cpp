// Promise: `carom breaks` counts what happens in many breaks, the same for a seed, whatever the threads do.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "app/command.hpp"

namespace carom::test {
namespace {

using Json = nlohmann::json;

class BreaksCommand : public ::testing::Test {
protected:
    Json counts_of(std::vector<std::string> words) {
        words.insert(words.begin(), "breaks");
        words.insert(words.end(), {"-o", directory_ / "b.json"});
        const Outcome outcome = carom_command(words);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        out_ = outcome.out;
        return Json::parse(text_of(directory_ / "b.json"));
    }

    WorkDirectory directory_;
    std::string out_;
};

TEST_F(BreaksCommand, CountsAndErrorsOfThem) {
    const Json counts = counts_of({"--count", "3000", "--gap", "0.0002", "--rack-error", "0.0001"});
    EXPECT_EQ(counts["breaks"], 3000);
    double all = 0;
    for (const Json& share : counts["balls_fallen"]) all += share["share"].get<double>();
    EXPECT_NEAR(all, 1, 1e-12);
    EXPECT_NEAR(counts["a_ball_falls"]["share"].get<double>(),
                1 - counts["balls_fallen"][0]["share"].get<double>(), 1e-12);
    const double p = counts["scratch"]["share"];
    EXPECT_NEAR(counts["scratch"]["error"].get<double>(), std::sqrt(p * (1 - p) / 3000), 1e-15);
    EXPECT_GT(counts["a_ball_falls"]["share"].get<double>(), .1);
    std::uint64_t rests = 0;
    for (const Json& cell : counts["cue_ball_map"]["counts"]) rests += cell.get<std::uint64_t>();
    EXPECT_EQ(static_cast<double>(rests), std::round(3000 * (1 - p)));
    EXPECT_TRUE(contains(out_, "breaks/s on")) << out_;
}

/// The share of a region and its error; without one it is the middle, a quarter of the bed.
TEST_F(BreaksCommand, WhereTheCueBallComesToRest) {
    const Json middle = counts_of({"--count", "2000"})["cue_ball_within"];
    const double p = middle["share"];
    EXPECT_NEAR(middle["error"].get<double>(), std::sqrt(p * (1 - p) / 2000), 1e-15);
    EXPECT_NEAR(middle["lower"][0].get<double>(), 0.25 * 1.27, 1e-12);
    EXPECT_NEAR(middle["upper"][1].get<double>(), 0.75 * 2.54, 1e-12);
    EXPECT_GT(p, 0.05);
    EXPECT_LT(p, 0.6);
    EXPECT_TRUE(contains(out_, "x from 0.3175 to 0.9525 m, y from 0.635 to 1.905 m")) << out_;
    const Json counts = counts_of({"--count", "2000", "--region", "1.3,2.6,-0.1,-0.1"});
    const double scratch = counts["scratch"]["share"], all = counts["cue_ball_within"]["share"];
    EXPECT_NEAR(all, 1 - scratch, 0.01) << "all of the bed";
    // The map says the same of half of the bed: its cells end there.
    const Json half = counts_of({"--count", "2000", "--region", "0,0,1.27,1.27"});
    std::uint64_t rests = 0;
    for (std::size_t k = 0; k < 24 * 24; ++k) rests += half["cue_ball_map"]["counts"][k].get<std::uint64_t>();
    EXPECT_EQ(std::round(2000 * half["cue_ball_within"]["share"].get<double>()), static_cast<double>(rests));
    const Json circle = counts_of({"--count", "2000", "--region", "0.635,1.27,0.3"})["cue_ball_within"];
    EXPECT_EQ(circle["radius"], 0.3);
    EXPECT_GT(circle["share"], 0.01);
    EXPECT_LT(circle["share"], p);
}

/// A file gives the same as the words that it was printed for.
TEST_F(BreaksCommand, ASceneFileIsPlayed) {
    const std::vector<std::string> words{"--rack", "eight-ball", "--gap", "0.0002", "--cue", "V0=7 phi=89"};
    std::vector<std::string> print = words, count = words;
    print.insert(print.begin(), "shot");
    print.emplace_back("--scene");
    put_text(directory_ / "b.toml", carom_command(print).out);
    const std::vector<std::string> errors{"--count", "300", "--rack-error", "0.0001", "--on-spot", "1,8"};
    count.insert(count.end(), errors.begin(), errors.end());
    Json told = counts_of(count);
    std::vector<std::string> file{directory_ / "b.toml"};
    file.insert(file.end(), errors.begin(), errors.end());
    Json of_file = counts_of(file);
    EXPECT_EQ(of_file["scene_file"], directory_ / "b.toml");
    EXPECT_FALSE(of_file.contains("scene"));
    of_file.erase("scene_file");
    told.erase("scene");
    EXPECT_EQ(of_file, told);
    EXPECT_GT(counts_of({"nine_ball_shot", "--count", "100"})["a_ball_falls"]["share"], 0) << "bundled";
}

/// At three-cushion nothing falls: the opening shot and the point are told.
TEST_F(BreaksCommand, ThreeCushionTellsPoints) {
    const Json counts = counts_of({"three_cushion", "--count", "400", "--direction-error", "0.05"});
    EXPECT_GT(counts["a_point"]["share"], 0.05);
    EXPECT_LT(counts["a_point"]["share"], 1);
    EXPECT_GE(counts["legal_break"]["share"], counts["a_point"]["share"]);
    EXPECT_TRUE(contains(out_, "legal opening")) << out_;
    EXPECT_TRUE(contains(out_, "a point")) << out_;
    for (const char* word : {"scratch", "falls", "fallen", "legal break"})
        EXPECT_FALSE(contains(out_, word)) << word << "\n" << out_;
    counts_of({"three_cushion", "--count", "200", "--direction-error", "60"});
    EXPECT_FALSE(contains(out_, "legal opening  100")) << "most directions miss the red ball\n" << out_;
}

TEST_F(BreaksCommand, TheSeedDecides) {
    const std::vector<std::string> words{"--count", "500", "--table", "7ft", "--seed", "4"};
    const Json first = counts_of(words);
    EXPECT_EQ(counts_of(words), first);
    EXPECT_NE(counts_of({"--count", "500", "--table", "7ft", "--seed", "5"}), first);
}

TEST_F(BreaksCommand, WithoutErrorsAllBreaksAreOne) {
    const Json counts = counts_of({"--count", "50", "--speed-error", "0", "--direction-error", "0",
                                   "--tip-error", "0", "--cue", "V0=8 phi=89"});
    for (const Json& share : counts["balls_fallen"])
        EXPECT_TRUE(share["share"] == 0.0 || share["share"] == 1.0) << share;
    EXPECT_EQ(counts["events"].get<std::uint64_t>() % 50, 0U);
}

TEST_F(BreaksCommand, TellsStrikesThatAreDrawnAgain) {
    const Json counts =
        counts_of({"--count", "100", "--rack", "none", "--cue", "up=0.99", "--tip-error", "0.3"});
    EXPECT_EQ(counts["breaks"], 100);
    EXPECT_GT(counts["strikes_drawn_again"].get<int>(), 20);
    EXPECT_TRUE(contains(out_, "drawn again")) << out_;
}

TEST_F(BreaksCommand, TiltedRacksAndTheMap) {
    const std::vector<std::string> straight{"--count", "300", "--rack", "nine-ball"};
    std::vector<std::string> tilted = straight;
    tilted.insert(tilted.end(), {"--rack-tilt", "2", "--map", directory_ / "map.svg"});
    EXPECT_NE(counts_of(tilted)["a_ball_falls"], counts_of(straight)["a_ball_falls"]);
    const std::string map = text_of(directory_ / "map.svg");
    EXPECT_TRUE(contains(map, "300 breaks: a ball falls in")) << map.substr(0, 900);
    EXPECT_EQ(carom_command({"breaks", "--count", "20", "--map", directory_ / "map.png"}).code, 0);
    EXPECT_EQ(text_of(directory_ / "map.png").substr(1, 3), "PNG");
}

TEST_F(BreaksCommand, BallsOnTheirSpotsStayThere) {
    const std::vector<std::string> exact{"--count",
                                         "200",
                                         "--rack",
                                         "nine-ball",
                                         "--gap",
                                         "0.0004",
                                         "--cue",
                                         "V0=9 phi=89",
                                         "--tip-error",
                                         "0",
                                         "--speed-error",
                                         "0",
                                         "--direction-error",
                                         "0"};
    const auto with = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words = exact;
        words.insert(words.end(), more.begin(), more.end());
        return counts_of(words)["balls"];
    };
    EXPECT_NE(with({"--rack-error", "0.0002"}), with({"--rack-error", "0.0002", "--on-spot", "1,9"}));
    EXPECT_EQ(with({"--rack-error", "0"}),
              with({"--rack-error", "0.0002", "--on-spot", "1,2,3,4,5,6,7,8,9"}));
}

TEST(BreaksFaults, AreTold) {
    const auto refused = [](std::vector<std::string> words, const std::string& why) {
        words.insert(words.begin(), "breaks");
        const Outcome outcome = carom_command(words);
        EXPECT_EQ(outcome.code, 2) << why;
        EXPECT_TRUE(contains(outcome.err, why)) << outcome.err;
    };
    refused({"--count", "0"}, "'0'");
    refused({"--speed-error", "-1"}, "'-1'");
    refused({"--tip-error", "1e9"}, "'1e9' is not a number from 0 to 0.3");
    refused({"--rack-error", "0.001"}, "at most half of --gap");
    refused({"--on-spot", "1,12"}, "--on-spot: \"12\" is no ball of the rack");
    refused({"--rack-tilt", "20"}, "'20' is not a number from 0 to 10");
    refused({"--table", "snooker", "--rack", "snooker", "--rack-tilt", "1"},
            "--rack-tilt needs a rack of rows");
    refused({"--map", "map.gif"}, "does not end in .png or .svg");
    refused({"--put", "1=0.3,0.3"}, "two balls are called \"1\"");
    refused({"--place", "9,9"}, "outside the table");
    refused({"--region", "1,2"}, "'1,2' is neither X,Y,RADIUS nor two corners");
    refused({"--region", "1,2,0"}, "'1,2,0' is neither");
    refused({"--region", "1,2,1,3"}, "'1,2,1,3' is neither");
    refused({"nine_ball_shot", "--cue", "V0=3"}, "--cue");
    refused({"nine_ball_shot", "--rack-error", "0.001"}, "at most half of --gap");
    refused({"bank_shot", "--rack-error", "0.001"}, "--rack-error needs a rack");
    refused({"bank_shot", "--rack-tilt", "1"}, "--rack-tilt needs a rack of rows");
}

}  // namespace
}  // namespace carom::test
