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
}

}  // namespace
}  // namespace carom::test
