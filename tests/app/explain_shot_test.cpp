// Promise: `carom explain` tells every event of a shot on a table, and what an impact did.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "app/command.hpp"

namespace carom::test {
namespace {

class ExplainShot : public ::testing::Test {
protected:
    ExplainShot() {
        put_text(scene_, carom_command({"shot", "--rack", "none", "--put", "1=0.9,1.6", "--cue",
                                        "V0=3 phi=74.8 b=-0.3 a=0.2", "--scene"})
                             .out);
    }

    Outcome explained(std::vector<std::string> words) {
        words.insert(words.begin(), "explain");
        return carom_command(words);
    }

    WorkDirectory directory_;
    std::string scene_ = directory_ / "s.toml";
};

TEST_F(ExplainShot, TellsEveryEvent) {
    const Outcome all = explained({scene_});
    EXPECT_EQ(all.code, 0) << all.err;
    EXPECT_TRUE(contains(all.out, "squirt 0.84 degrees to the right")) << all.out;
    EXPECT_TRUE(contains(all.out, "cue meets 1; cue goes on at")) << all.out;
    EXPECT_TRUE(contains(all.out, "cut 12.6, throw 0.73 degrees to the right")) << all.out;
    EXPECT_TRUE(contains(all.out, "1 falls into pocket 3")) << all.out;
}

/// The same from a scene and from the file of its run.
TEST_F(ExplainShot, ARecordedShotIsTheSame) {
    ASSERT_EQ(carom_command({"run", scene_, "-o", directory_ / "out"}).code, 0);
    EXPECT_EQ(explained({directory_ / "out"}).out, explained({scene_}).out);
    EXPECT_EQ(explained({directory_ / "out/trajectory.carom", "--shot", "1", "--event", "2"}).out,
              explained({scene_, "--event", "2"}).out);
}

TEST_F(ExplainShot, TellsOneEvent) {
    const auto has = [&](const char* event, const std::vector<const char*>& parts) {
        const Outcome one = explained({scene_, "--event", event});
        EXPECT_EQ(one.code, 0) << one.err;
        for (const char* part : parts) EXPECT_TRUE(contains(one.out, part)) << part << "\n" << one.out;
    };
    has("1", {"speed of the cue", "squirt", "0.84 degrees to the right"});
    has("2", {"12.62 degrees", "78.1 %", "0.73 degrees to the right", "they slip to the end", "lost"});
    has("3", {"no longer slides", "natural roll"});
    has("3", {"J sliding", "of spin about the vertical"});
    has("4", {"angle in", "angle out", "of the approach", "Friction at the nose", "friction over pressure"});
}

/// The number after the last line with this label.
double told_after(const std::string& text, const std::string& label) {
    const std::size_t at = text.rfind("   " + label + "  ");
    EXPECT_NE(at, std::string::npos) << label << "\n" << text;
    return at == std::string::npos ? 0 : std::stod(text.substr(at + label.size() + 3));
}

/// What is lost is told by where it goes, of a shot and of an impact.
TEST_F(ExplainShot, EnergyIsToldByWhereItGoes) {
    const std::string all = explained({scene_}).out;
    double lost = 0;
    for (const char* where : {"lost where balls meet", "at cushions", "to the cloth: sliding", "rolling",
                              "spin about the vertical", "with balls that are gone"})
        lost += told_after(all, where);
    EXPECT_NEAR(lost, told_after(all, "given by the cue"), 1e-3) << all;
    for (const char* event : {"2", "4"}) {
        const std::string one = explained({scene_, "--event", event}).out;
        EXPECT_NEAR(told_after(one, "lost"), told_after(one, "before") - told_after(one, "after"), 1e-3);
        EXPECT_NEAR(told_after(one, "lost"),
                    told_after(one, "to restitution") + told_after(one, "to friction"), 1e-4);
    }
}

TEST_F(ExplainShot, DrawsAnImpact) {
    EXPECT_EQ(explained({scene_, "--event", "2", "-o", directory_ / "e.svg"}).code, 0);
    const std::string svg = text_of(directory_ / "e.svg");
    EXPECT_TRUE(contains(svg, "cue meets 1")) << svg;
    EXPECT_TRUE(contains(svg, "Slip on the cloth"));
    EXPECT_EQ(explained({scene_, "--event", "4", "-o", directory_ / "c.svg"}).code, 0);
    EXPECT_TRUE(contains(text_of(directory_ / "c.svg"), "1 meets a cushion"));
    EXPECT_EQ(explained({scene_, "--event", "1", "-o", directory_ / "s.svg"}).code, 0);
    const std::string strike = text_of(directory_ / "s.svg");
    EXPECT_TRUE(contains(strike, "cue is struck")) << strike;
    EXPECT_TRUE(contains(strike, "As the player sees the ball"));
    const Outcome rolls = explained({scene_, "--event", "3", "-o", directory_ / "r.svg"});
    EXPECT_EQ(rolls.code, 2);
    EXPECT_TRUE(contains(rolls.err, "event 3 is neither a strike nor an impact, and has no picture"));
}

/// A ball that the cue drives into the bed comes down on it.
TEST_F(ExplainShot, TellsAndDrawsALanding) {
    const std::string jump = directory_ / "jump.toml";
    put_text(
        jump,
        carom_command({"shot", "--rack", "none", "--jumps", "--cue", "V0=3 phi=90 theta=20", "--scene"}).out);
    const Outcome landing = explained({jump, "--event", "2", "-o", directory_ / "l.svg"});
    EXPECT_EQ(landing.code, 0) << landing.err;
    for (const char* part :
         {"falls at", "0.5 of the approach", "Friction on the bed", "they slip to the end"})
        EXPECT_TRUE(contains(landing.out, part)) << part << "\n" << landing.out;
    EXPECT_TRUE(contains(text_of(directory_ / "l.svg"), "The landing from the side"));
}

/// A rack that breaks: many balls meet at once.
TEST_F(ExplainShot, TellsImpactsOfManyBalls) {
    const std::string rack = directory_ / "rack.toml";
    put_text(rack, carom_command({"shot", "--scene"}).out);
    const Outcome hit = explained({rack, "--event", "3"});
    EXPECT_EQ(hit.code, 0) << hit.err;
    EXPECT_TRUE(contains(hit.out, "share a ball")) << hit.out;
    // The 1 meets the 2 and the 3: what the three lose together.
    EXPECT_TRUE(contains(hit.out, "balls that meet at once    3")) << hit.out;
    const double before = told_after(hit.out, "before"), after = told_after(hit.out, "after");
    EXPECT_GT(before, after);
    EXPECT_NEAR(told_after(hit.out, "lost"), before - after, 0.02);
    // The next impact at the same instant starts from what this one left.
    const Outcome next = explained({rack, "--event", "5"});
    EXPECT_NEAR(told_after(next.out, "before"), after, 0.02 + 0.1 * after) << next.out;
}

/// Balls are put back and placed between the shots as a run does it.
TEST_F(ExplainShot, AnyShotOfASceneIsTold) {
    const std::string scene = directory_ / "three.toml";
    put_text(scene,
             "[table]\nkind = \"pool_9_foot\"\n[game]\nrules = \"nine_ball\"\nbreak = false\n"
             "[[balls]]\nname = \"cue\"\nposition = [0.4, 0.6]\n"
             "[[balls]]\nname = \"9\"\nposition = [0.9, 1.8]\n"
             "[[balls]]\nname = \"1\"\nposition = [0.3, 2.2]\n"
             "[[shots]]\nspeed = 1.5\ndirection = 67.51\n"
             "[[shots]]\nspeed = 3\ndirection = 90\nplace = [0.635, 0.5]\n"
             "[[shots]]\nspeed = 1\ndirection = 200\nplace = [0.2, 0.2]\n");
    ASSERT_EQ(carom_command({"run", scene, "-o", directory_ / "out"}).code, 0);
    for (const std::string shot : {"1", "2", "3"}) {
        const Outcome told = explained({scene, "--shot", shot});
        EXPECT_EQ(told.code, 0) << told.err;
        EXPECT_TRUE(contains(told.out, ": shot " + shot + "\n")) << told.out;
        EXPECT_EQ(told.out, explained({directory_ / "out", "--shot", shot}).out);
    }
    EXPECT_TRUE(contains(explained({scene, "--shot", "2"}).out, "cue meets 9")) << "on the foot spot again";
    const Outcome beyond = explained({scene, "--shot", "4"});
    EXPECT_EQ(beyond.code, 2);
    EXPECT_TRUE(contains(beyond.err, "has 3 shots; there is no shot 4")) << beyond.err;
}

TEST_F(ExplainShot, LongLinesAreBrokenOnATerminal) {
    Process process({"explain", scene_, "--format", "svg", "-o", "-", "--event", "2"}, Stderr::terminal, {},
                    {}, 70);
    const Outcome outcome = process.finish();
    EXPECT_EQ(outcome.code, 0);
    std::istringstream lines(process.on_terminal());
    std::size_t longest = 0;
    for (std::string line; std::getline(lines, line);)
        longest = std::max(longest, line.find_last_not_of("\r ") + 1);
    EXPECT_GT(longest, 40U);
    EXPECT_LE(longest, 70U) << process.on_terminal();
}

TEST_F(ExplainShot, FaultsAreTold) {
    const auto refused = [&](const std::vector<std::string>& words, const std::string& why) {
        const Outcome outcome = explained(words);
        EXPECT_EQ(outcome.code, 2) << why;
        EXPECT_TRUE(contains(outcome.err, why)) << outcome.err;
    };
    refused({scene_, "--event", "999"}, "there is no event 999");
    refused({scene_, "--event", "0"}, "'0'");
    refused({scene_, "--shot", "2"}, "has 1 shot; there is no shot 2");
    refused({scene_, "-o", directory_ / "e.svg"}, "a picture needs --event N, the strike or an impact");
    refused({scene_, "--restitution", "0.5"}, "for two balls without a table");
    refused({"0 0 1 0 0", "3 3 1 0 0", "--event", "1"}, "for shots on a table");
    ASSERT_EQ(carom_command({"run", scene_, "-o", directory_ / "out"}).code, 0);
    refused({directory_ / "out", "--shot", "3"}, "has 1 shot; there is no shot 3");
}

}  // namespace
}  // namespace carom::test
