// Promise: `carom study` runs what was asked, loses nothing when it is killed, and mixes no two studies.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include "app/command.hpp"

namespace carom::test {
namespace {

const char* const kStudiedGas = R"(dimension = 2
[world]
lower = [0, 0]
upper = [10, 10]
boundary = "periodic"
[[generate]]
kind = "random_gas"
packing = 0.2
radius = 0.5
mass = 1
temperature = 1
seed = 1
)";

const char* const kStudiedShot = R"([table]
kind = "pool_9_foot"
[[balls]]
name = "cue"
position = [0.4, 0.6]
[[balls]]
name = "1"
position = [0.9, 1.8]
[[shots]]
speed = 1.5
direction = 67.51
)";

class StudyCommand : public ::testing::Test {
protected:
    StudyCommand() { put_text(at("gas.toml"), kStudiedGas); }

    std::string at(const std::string& name) const { return directory_ / name; }

    std::vector<std::string> words(const std::vector<std::string>& more,
                                   const std::string& folder = "s") const {
        std::vector<std::string> all{"study", at("gas.toml"), "-o", at(folder)};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    std::size_t kept() const {
        std::size_t count = 0;
        std::error_code ignored;
        for (const auto& file : std::filesystem::directory_iterator(at("s/members"), ignored))
            count += file.path().extension() == ".json";
        return count;
    }

    WorkDirectory directory_;
};

const std::vector<std::string> kSmallStudy{
    "--set", "generate.packing=0.1:0.3:0.1", "--seeds", "1:4", "--until", "5"};

TEST_F(StudyCommand, MakesTablesAndAPage) {
    const Outcome outcome = carom_command(words(kSmallStudy));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_TRUE(contains(outcome.out, "12 simulations")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "generate.packing = 0.3"));
    const std::string members = text_of(at("s/members.csv"));
    EXPECT_EQ(std::count(members.begin(), members.end(), '\n'), 13);
    EXPECT_TRUE(contains(text_of(at("s/means.csv")), "\n0.2,pressure.z_virial,"));
    const std::string page = text_of(at("s/study.html"));
    EXPECT_TRUE(contains(page, "theory.z"));
    EXPECT_FALSE(contains(page, "src=\"http"));
    const std::string picture = text_of(at("s/curves.svg"));
    EXPECT_TRUE(contains(picture, ">pressure.z_virial</text>")) << picture;
    EXPECT_TRUE(contains(picture, "stroke-dasharray"));  // theory
    EXPECT_TRUE(contains(outcome.out, "s/curves.svg")) << outcome.out;
}

TEST_F(StudyCommand, TellsWhatItDoesNotKnow) {
    const Outcome short_runs = carom_command(words({"--set", "generate.packing=0.1,0.2", "--events", "20"}));
    EXPECT_EQ(short_runs.code, 0) << short_runs.err;
    EXPECT_TRUE(contains(short_runs.out, ", error unknown\n")) << short_runs.out;
    EXPECT_FALSE(contains(short_runs.out, "?")) << short_runs.out;
    const Outcome one = carom_command(words({"--set", "generate.packing=0.1,0.2", "--events", "1"}, "one"));
    EXPECT_TRUE(contains(one.out, "nothing: the simulations are too short")) << one.out;
    EXPECT_FALSE(contains(one.out, "theory")) << one.out;
}

TEST_F(StudyCommand, TellsFaultsWhereItIsQuiet) {
    const Outcome outcome = carom_command(words({"--set", "generate.packing=nan", "--quiet"}));
    EXPECT_NE(outcome.code, 0);
    EXPECT_TRUE(contains(outcome.err, "packing")) << outcome.err;
}

TEST_F(StudyCommand, TheSameBytesInParts) {
    ASSERT_EQ(carom_command(words(kSmallStudy)).code, 0);
    for (const char* part : {"2/3", "3/3", "1/3"}) {
        auto more = kSmallStudy;
        more.insert(more.end(), {"--part", part, "--jobs", "1"});
        const Outcome outcome = carom_command(words(more, "parts"));
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(contains(outcome.out, "This part is done"), std::string(part) != "1/3") << outcome.out;
    }
    for (const char* file : {"/members.csv", "/means.csv", "/study.html", "/curves.svg", "/study.json"})
        EXPECT_EQ(text_of(at("s") + file), text_of(at("parts") + file)) << file;
}

TEST_F(StudyCommand, PartsMayRunAtTheSameTime) {
    ASSERT_EQ(carom_command(words(kSmallStudy)).code, 0);
    for (int round = 0; round < 5; ++round) {
        const std::string folder = "at_once_" + std::to_string(round);
        std::vector<std::unique_ptr<Process>> parts;
        for (int k = 1; k <= 6; ++k) {
            auto more = kSmallStudy;
            more.insert(more.end(), {"--part", std::to_string(k) + "/6", "--jobs", "1"});
            parts.push_back(std::make_unique<Process>(words(more, folder), Stderr::file));
        }
        int writers = 0;
        for (const auto& part : parts) {
            const Outcome outcome = part->finish();
            EXPECT_EQ(outcome.code, 0) << outcome.err;
            writers += contains(outcome.out, "/means.csv") ? 1 : 0;
        }
        EXPECT_EQ(writers, 1) << "one part is the last";
        EXPECT_EQ(text_of(at("s/members.csv")), text_of(at(folder) + "/members.csv"));
    }
}

TEST_F(StudyCommand, MakesWhatIsDamagedAgain) {
    ASSERT_EQ(carom_command(words(kSmallStudy)).code, 0);
    const std::string table = text_of(at("s/members.csv"));
    const std::string file = std::filesystem::directory_iterator(at("s/members"))->path().string();
    std::string changed = text_of(file);
    char& digit = changed[changed.find_first_of("0123456789", changed.find("\"numbers\"")) + 2];
    digit = digit == '7' ? '3' : '7';
    put_text(file, changed);
    const Outcome again = carom_command(words(kSmallStudy));
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(again.err, "carom: " + file + ": the file is damaged; its simulation is made again\n");
    EXPECT_EQ(text_of(at("s/members.csv")), table);
}

TEST_F(StudyCommand, GoesOnAfterEveryKill) {
    const std::vector<std::string> more{"--set", "generate.packing=0.3:0.4:0.01", "--seeds", "1:3", "--until",
                                        "60"};
    ASSERT_EQ(carom_command(words(more, "whole")).code, 0);
    std::size_t before = 0;
    for (const std::size_t until : {3u, 10u, 20u}) {
        Process process(words(more), Stderr::file);
        EXPECT_TRUE(process.wait_until([&] { return kept() >= until; }));
        process.send(SIGKILL);
        EXPECT_EQ(process.finish().code, 128 + SIGKILL);
        EXPECT_GE(kept(), before);
        before = kept();
    }
    const Outcome outcome = carom_command(words(more));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(text_of(at("s/members.csv")), text_of(at("whole/members.csv")));
}

TEST_F(StudyCommand, StopsOnControlC) {
    const std::vector<std::string> more{"--set", "generate.packing=0.3:0.4:0.01", "--until", "1e6"};
    Process process(words(more), Stderr::terminal);
    ASSERT_TRUE(process.wait_until([&] { return contains(process.on_terminal(), "of 11 simulations"); }));
    process.send(SIGINT);
    const Outcome outcome = process.finish();
    EXPECT_EQ(outcome.code, 130);
    EXPECT_TRUE(contains(outcome.err, "goes on")) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(at("s/means.csv")));
}

TEST_F(StudyCommand, RefusesAFolderOfAnotherStudy) {
    ASSERT_EQ(carom_command(words({"--until", "1"})).code, 0);
    const Outcome longer = carom_command(words({"--until", "2"}));
    EXPECT_EQ(longer.code, 3);
    EXPECT_TRUE(contains(longer.err, "holds another study: its until is 1.0, not 2.0")) << longer.err;
    put_text(at("gas.toml"), std::string(kStudiedGas) + "# changed\n");
    EXPECT_TRUE(contains(carom_command(words({"--until", "1"})).err, "its scene has another text"));
}

TEST_F(StudyCommand, SaysWhereASceneIsNoTomlAsARunDoes) {
    for (const char* text : {"x = [0.1, .2]\n", "[table]\nx = [0.1, .2]\n"}) {
        put_text(at("gas.toml"), text);
        const Outcome study = carom_command(words({"--set", "x=1,2"}));
        const Outcome run = carom_command({"run", at("gas.toml"), "-o", at("r")});
        EXPECT_EQ(study.code, 2);
        EXPECT_EQ(study.err, run.err);
    }
}

TEST_F(StudyCommand, SaysWhatIsWrong) {
    const auto refused = [&](const std::vector<std::string>& more, int code, const std::string& culprit) {
        const Outcome outcome = carom_command(words(more));
        EXPECT_EQ(outcome.code, code) << culprit;
        EXPECT_TRUE(contains(outcome.err, culprit)) << outcome.err;
        EXPECT_FALSE(contains(outcome.err, "carom: carom:")) << outcome.err;
    };
    refused({"--set", "packing"}, 2, "write KEY=VALUES");
    refused({"--set", "generate[4].packing=1"}, 2, "there is no generate[4]");
    refused({"--seeds", "x"}, 2, "--seeds: 'x' are no seeds");
    refused({"--part", "3/2"}, 2, "'3/2' is no part");
    refused({"--jobs", "0"}, 2, "--jobs");
    refused({"--until", "-1"}, 2, "--until");
    refused({"--set", "generate.packing=0.2,0.95", "--until", "1"}, 2, "generate.packing = 0.95: ");
    EXPECT_EQ(kept(), 1u);
    refused({"--set", "wrold.lower=[0,0]", "--until", "1"}, 2, "wrold");
    refused({"--set", "wrold.lower=[0,0]", "--until", "2"}, 2, "wrold");
    put_text(at("gas.toml"), kStudiedShot);
    refused({}, 2, "nothing varies: say what with --set");
    for (const char* option : {"--until", "--events", "--seeds", "--after"})
        refused({"--set", "shots.speed=1,2", option, "1"}, 2,
                std::string(option) + " is not for scenes with a table");
    refused({"--set", "shots.speed=1,-2"}, 2, "shots.speed = -2: the speed of the cue must be above 0");
    refused({"--set", "shots.sped=1,2"}, 2, "sped");
    std::filesystem::remove(at("gas.toml"));
    refused({}, 2, "gas.toml");
}

TEST_F(StudyCommand, OfAShotMakesATableAndAMap) {
    put_text(at("gas.toml"), kStudiedShot);
    const Outcome outcome = carom_command(words(
        {"--set", "shots.direction=60:75:0.5", "--set", "shots.speed=1:5:1", "--set", "shots.up=-0.3,0.3"}));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_TRUE(contains(outcome.out, "310 shots")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "nothing falls")) << outcome.out;
    const std::string shots = text_of(at("s/shots.csv"));
    EXPECT_EQ(std::count(shots.begin(), shots.end(), '\n'), 311);
    EXPECT_TRUE(contains(text_of(at("s/outcomes.csv")), "\n1,")) << text_of(at("s/outcomes.csv"));
    EXPECT_TRUE(text_of(at("s/map.png")).starts_with("\x89PNG"));
}

TEST_F(StudyCommand, OfShotsGoesOnAfterEveryKill) {
    put_text(at("gas.toml"), kStudiedShot);
    const std::vector<std::string> more{"--set", "shots.direction=50:90:0.001", "--set", "shots.speed=1:4:1"};
    ASSERT_EQ(carom_command(words(more, "whole")).code, 0);
    const auto size = [&] {
        std::error_code none;
        const auto bytes = std::filesystem::file_size(at("s/shots.csv.partial"), none);
        return none ? 0 : bytes;
    };
    std::uintmax_t before = 1000;
    for (int kill = 0; kill < 3; ++kill) {
        Process process(words(more), Stderr::file);
        EXPECT_TRUE(process.wait_until([&] { return size() > before; }));
        process.send(SIGKILL);
        EXPECT_EQ(process.finish().code, 128 + SIGKILL);
        before = size();
    }
    const Outcome outcome = carom_command(words(more));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    for (const char* file : {"/shots.csv", "/outcomes.csv", "/map.png"})
        EXPECT_EQ(text_of(at("s") + file), text_of(at("whole") + file)) << file;
}

TEST_F(StudyCommand, OneAtATimeUnlessInParts) {
    Process process(words({"--set", "generate.packing=0.3:0.4:0.01", "--until", "1e6"}), Stderr::file);
    ASSERT_TRUE(process.wait_until([&] { return std::filesystem::exists(at("s/carom.lock")); }));
    const Outcome second = carom_command(words({"--until", "1e6"}));
    EXPECT_EQ(second.code, 3);
    process.send(SIGTERM);
    EXPECT_EQ(process.finish().code, 130);
}

}  // namespace
}  // namespace carom::test
