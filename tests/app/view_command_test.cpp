// Promise: `carom view` writes one whole file, or says why not. Its numbers: view_data_test.cpp; what a
// browser makes of it: tests/browser.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "app/command.hpp"
#include "app/page_columns.hpp"

namespace carom::test {
namespace {

class ViewCommandTest : public ::testing::Test {
protected:
    void run(const std::string& scene, const std::vector<std::string>& more = {}) {
        std::vector<std::string> words = {"run", bundled(scene), "-o", directory_ / "o", "--quiet"};
        words.insert(words.end(), more.begin(), more.end());
        ASSERT_EQ(carom_command(words).code, 0);
    }
    std::string page() const { return directory_ / "o/view.html"; }
    const WorkDirectory& directory() const { return directory_; }

private:
    WorkDirectory directory_;
};

TEST_F(ViewCommandTest, SaysWhatItHolds) {
    run("marbles_in_box");
    const auto outcome = carom_command({"view", directory() / "o"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("101 balls, 2,296 impacts, time 0 to 5\n"), std::string::npos) << outcome.out;
}

TEST_F(ViewCommandTest, NeedsNothingElse) {
    run("nine_ball_break", {"--view"});
    const std::string text = text_of(page());
    EXPECT_LT(text.size(), 1'500'000U) << "with the engine, where this build has one";
    for (const char* what :
         {"<link rel=\"stylesheet", "<script src", "<img", "@import", "url(http", "fetch("})
        EXPECT_EQ(text.find(what), std::string::npos) << what;
    EXPECT_NE(text.find("default-src 'none'"), std::string::npos);
    EXPECT_EQ(text.find("<!--data-->"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(page() + ".partial"));
}

TEST_F(ViewCommandTest, RunWritesItOnlyWhenAsked) {
    run("nine_ball_break", {"--view"});
    EXPECT_TRUE(std::filesystem::exists(page()));
    run("nine_ball_break", {"--view", "--no-view"});
    EXPECT_FALSE(std::filesystem::exists(page())) << "the page of an earlier run must go";
}

TEST_F(ViewCommandTest, AWindowOfTimeAndOfImpacts) {
    run("nine_ball_break");
    const std::string source = directory() / "o/trajectory.carom", target = directory() / "p.html";
    auto outcome = carom_command({"view", source, "-o", target, "--from", "1", "--to", "2"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("time 1 to 2; the run goes on"), std::string::npos) << outcome.out;
    const std::vector<double> times = columns_of(target).at("event_time");
    ASSERT_FALSE(times.empty());
    EXPECT_GT(times.front(), 0);
    EXPECT_LE(times.back(), 1);

    outcome = carom_command({"view", source, "-o", target, "--most-records", "15"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(columns_of(target).at("event_time").size(), 15U);
    EXPECT_NE(outcome.out.find("the run goes on"), std::string::npos);

    // The impact that breaks the rack has ten records, and is never cut in two.
    outcome = carom_command({"view", source, "-o", target, "--most-records", "9"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("10 balls, 0 impacts"), std::string::npos) << outcome.out;

    outcome = carom_command({"view", source, "-o", target, "--most-records", "71"});
    EXPECT_EQ(outcome.out.find("the run goes on"), std::string::npos) << outcome.out;
}

TEST_F(ViewCommandTest, RefusesWithReasons) {
    run("nine_ball_break");
    const std::string source = directory() / "o/trajectory.carom";
    const auto expect = [&](const std::vector<std::string>& more, int code, const std::string& words) {
        std::vector<std::string> all = {"view", source};
        all.insert(all.end(), more.begin(), more.end());
        const auto outcome = carom_command(all);
        EXPECT_EQ(outcome.code, code) << words;
        EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
        EXPECT_FALSE(std::filesystem::exists(page()));
    };
    expect({"--from", "3", "--to", "2"}, 2, "--from 3 is after --to 2");
    expect({"--from", "17.5"}, 2, "--from 17.5 is after the end of the trajectory, 4");
    expect({"--from", "17.5", "--to", "18"}, 2, "--from 17.5 is after the end of the trajectory, 4");
    expect({"--from", "-1"}, 2, "is not a finite number >= 0");
    expect({"--most-records", "0"}, 2, "is not a whole number from 1 to 4000000");
    expect({"-o", source}, 2, "would overwrite the trajectory");
    for (const char* command : {"view", "export"}) {
        const auto scene = carom_command({command, bundled("two_masses")});
        EXPECT_EQ(scene.code, 2);
        EXPECT_NE(scene.err.find("two_masses.toml is a scene that was not run"), std::string::npos)
            << scene.err;
    }
    const auto missing = carom_command({"view", directory() / "nowhere"});
    EXPECT_EQ(missing.code, 3);
    EXPECT_NE(missing.err.find("nowhere"), std::string::npos);
}

TEST_F(ViewCommandTest, ADamagedTrajectoryGivesNoPage) {
    run("nine_ball_break");
    std::string bytes = text_of(directory() / "o/trajectory.carom");
    bytes[bytes.size() - 300] ^= 1;
    put_text(directory() / "o/trajectory.carom", bytes);
    EXPECT_EQ(carom_command({"view", directory() / "o"}).code, 3);
    EXPECT_FALSE(std::filesystem::exists(page()));
    EXPECT_FALSE(std::filesystem::exists(page() + ".partial"));
}

}  // namespace
}  // namespace carom::test
