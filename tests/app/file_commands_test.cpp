// Promise: check, info and export read what run wrote, tell a damaged file from a file that was cut off, and
// never touch the file they read.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "app/command.hpp"
#include "carom/record/trajectory.hpp"
#include "carom/sim/simulation.hpp"

namespace carom::test {
namespace {

class FileCommands : public testing::Test {
protected:
    FileCommands() {
        EXPECT_EQ(
            carom_command({"run", bundled("nine_ball_break"), "-o", directory_ / "o", "--events", "25"}).code,
            0);
    }

    WorkDirectory directory_;
    std::string file_ = directory_ / "o/trajectory.carom";
};

TEST_F(FileCommands, CheckProves) {
    const Outcome outcome = carom_command({"check", file_});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
    for (const char* words : {"proved", "worst gap", "records      34\n", "closed       yes"}) {
        EXPECT_TRUE(contains(outcome.out, words)) << words << " not in\n" << outcome.out;
    }
}

TEST_F(FileCommands, InfoOfADirectoryWithoutACheckpoint) {
    std::filesystem::remove(directory_ / "o/checkpoint.carom");
    const Outcome trajectory = carom_command({"info", directory_ / "o"});
    EXPECT_EQ(trajectory.code, 0) << trajectory.err;
    EXPECT_EQ(trajectory.out, carom_command({"info", file_}).out);
    std::filesystem::create_directory(directory_ / "empty");
    const Outcome empty = carom_command({"info", directory_ / "empty"});
    EXPECT_EQ(empty.code, 3);
    EXPECT_TRUE(contains(empty.err, "no run is here")) << empty.err;
    EXPECT_FALSE(contains(empty.err, "to go on")) << empty.err;
}

TEST_F(FileCommands, InfoOfASceneSaysWhatItIs) {
    const Outcome gas = carom_command({"info", "gas_1000"});
    EXPECT_EQ(gas.code, 0) << gas.err;
    for (const char* words :
         {"dimension", "balls", "this is a scene", "carom run gas_1000 -o out/gas_1000\n"})
        EXPECT_TRUE(contains(gas.out, words)) << words << " not in\n" << gas.out;
    put_text(directory_ / "table.toml",
             "[table]\nkind = \"pool_9_foot\"\n[rack]\ngame = \"nine_ball\"\n[[balls]]\nname = \"cue\"\n"
             "position = [0.5, 0.5]\n[[shots]]\nspeed = 8\ndirection = 90\n");
    const Outcome table = carom_command({"info", directory_ / "table.toml"});
    EXPECT_EQ(table.code, 0) << table.err;
    EXPECT_TRUE(contains(table.out, "10 on a table")) << table.out;
    EXPECT_TRUE(contains(table.out, "nine")) << table.out;
    put_text(directory_ / "bad.toml", "dimension = 7\n");
    const Outcome bad = carom_command({"info", directory_ / "bad.toml"});
    EXPECT_EQ(bad.code, 2);
    EXPECT_TRUE(contains(bad.err, "bad.toml")) << bad.err;
}

// After a flight of a million million radii.
TEST_F(FileCommands, CheckSaysWhatRoundingHides) {
    put_text(directory_ / "far.toml", R"(dimension = 2
[world]
lower = [0, 0]
upper = [134217728, 134217728]
boundary = "periodic"
[[balls]]
position = [9, 9]
velocity = [1.0, 4.656612873077393e-10]
radius = 0.00390625
[[balls]]
position = [9, 11]
radius = 0.00390625
[run]
until = 4294967305
)");
    const Outcome run = carom_command({"run", directory_ / "far.toml", "-o", directory_ / "far"});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_TRUE(contains(run.out, "in part: no fault, but rounding is too coarse to prove")) << run.out;
    EXPECT_TRUE(contains(text_of(directory_ / "far/report.json"), "\"proved\": null")) << run.out;
    const Outcome check = carom_command({"check", directory_ / "far"});
    EXPECT_EQ(check.code, 6) << check.err;
    EXPECT_TRUE(contains(check.out, "proved in part up to time 4.29497e+09: no fault, but rounding"))
        << check.out;
}

TEST_F(FileCommands, CheckByBruteForceProvesTheSame) {
    const Outcome search = carom_command({"check", file_});
    const Outcome brute_force = carom_command({"check", "--brute-force", file_});
    EXPECT_EQ(brute_force.code, 0);
    EXPECT_EQ(brute_force.err, "");
    const auto but_for_pairs = [](const std::string& text) {
        const std::size_t line = text.find("  pair flights");
        return text.substr(0, line) + text.substr(text.find('\n', line));
    };
    EXPECT_EQ(but_for_pairs(search.out), but_for_pairs(brute_force.out));
    EXPECT_NE(search.out, brute_force.out);
}

TEST_F(FileCommands, ADamagedFile) {
    std::string bytes = text_of(file_);
    bytes[bytes.size() * 3 / 4] ^= 1;
    put_text(file_, bytes);
    const Outcome check = carom_command({"check", file_});
    EXPECT_EQ(check.code, 1);
    EXPECT_TRUE(contains(check.out, "fault")) << check.out;
    const Outcome info = carom_command({"info", file_});
    EXPECT_EQ(info.code, 3);
    EXPECT_TRUE(contains(info.err, file_)) << info.err;
    const Outcome csv = carom_command({"export", file_, "--events", directory_ / "x.csv"});
    EXPECT_EQ(csv.code, 3);
    EXPECT_FALSE(std::filesystem::exists(directory_ / "x.csv"));
}

TEST_F(FileCommands, AFileThatWasCutOff) {
    Scene<2> scene;
    scene.name = "unfinished";
    scene.balls = {{"a", {{0, 0}}, {{1, 0}}, 0.5, 1}, {"b", {{3, 0}}, {{0, 0}}, 0.5, 1}};
    auto simulation = Simulation<2>::create(scene);
    ASSERT_TRUE(simulation);
    std::filesystem::create_directory(directory_ / "run");
    scene.law.elastic_below = simulation->elastic_below();
    {
        auto writer = TrajectoryWriter<2>::create(directory_ / "run/trajectory.carom",
                                                  {scene, simulation->epoch_length()});
        ASSERT_TRUE(writer);
        while (const auto event = simulation->next_event(10)) writer->write(*event);
    }
    for (const std::string named : {"run/trajectory.carom.partial", "run"}) {
        const Outcome check = carom_command({"check", directory_ / named});
        EXPECT_EQ(check.code, 0) << check.err;
        EXPECT_TRUE(contains(check.out, "proved up to time 2:")) << check.out;
        EXPECT_TRUE(contains(check.out, "closed       no")) << check.out;
        EXPECT_EQ(carom_command({"export", directory_ / named, "--events", directory_ / "e.csv"}).code, 0);
    }
    const Outcome info = carom_command({"info", directory_ / "run/trajectory.carom.partial"});
    EXPECT_EQ(info.code, 0) << info.err;
    EXPECT_TRUE(contains(info.out, "closed      no")) << info.out;
    EXPECT_FALSE(contains(info.out, "left out")) << info.out;

    const std::string partial = directory_ / "run/trajectory.carom.partial";
    std::filesystem::resize_file(partial, std::filesystem::file_size(partial) - 100);
    const std::string rest = "bytes at the end, of a block that was not finished";
    const Outcome check = carom_command({"check", partial});
    EXPECT_EQ(check.code, 0) << check.out;
    EXPECT_TRUE(contains(check.out, "proved up to time 0:")) << check.out;
    EXPECT_TRUE(contains(check.out, rest)) << check.out;
    const Outcome cut = carom_command({"info", partial});
    EXPECT_EQ(cut.code, 0) << cut.err;
    EXPECT_TRUE(contains(cut.out, rest)) << cut.out;
}

// 25 impacts, of which the first is one of ten balls at once.
TEST_F(FileCommands, ExportWritesOneLinePerRecord) {
    const Outcome outcome = carom_command({"export", file_, "--events", directory_ / "events.csv"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.out + outcome.err, "");
    const std::string table = text_of(directory_ / "events.csv");
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 35);
    EXPECT_EQ(table.rfind("time,kind,ball,other,", 0), 0U);
}

TEST_F(FileCommands, ExportNeverOverwritesWhatItReads) {
    const std::string before = text_of(file_);
    std::filesystem::copy_file(file_, directory_ / "x.partial");
    EXPECT_EQ(carom_command({"export", file_, "--events", file_}).code, 2);
    EXPECT_EQ(carom_command({"export", directory_ / "x.partial", "--events", directory_ / "x"}).code, 2);
    EXPECT_EQ(text_of(file_), before);
    EXPECT_EQ(text_of(directory_ / "x.partial"), before);
    EXPECT_EQ(carom_command({"export", file_, "--events", directory_ / "missing/x.csv"}).code, 3);
}

TEST_F(FileCommands, ExportWritesStatesAtInstants) {
    const auto out = [&](const char* name) { return directory_ / name; };
    const Outcome outcome =
        carom_command({"export", directory_ / "o", "--states", out("s.csv"), "--xyz", out("s.xyz"), "--gsd",
                       out("s.gsd"), "--vtk", out("s.pvd"), "--gltf", out("s.glb"), "--instants", "5"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.out + outcome.err, "");
    const std::string table = text_of(out("s.csv"));
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + 5 * 10);
    const std::string xyz = text_of(out("s.xyz"));
    EXPECT_EQ(std::count(xyz.begin(), xyz.end(), '\n'), 5 * 12);
    EXPECT_TRUE(std::filesystem::exists(out("s_vtp/000004.vtp")));
    EXPECT_EQ(text_of(out("s.glb")).substr(0, 4), "glTF");
    EXPECT_GT(text_of(out("s.gsd")).size(), 256U);
}

TEST_F(FileCommands, TheEndIsAnInstant) {
    const std::string csv = directory_ / "end.csv";
    ASSERT_EQ(carom_command({"export", file_, "--states", csv, "--at", "0,end"}).code, 0);
    const std::string text = text_of(csv);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 2 * 10);
    EXPECT_EQ(carom_command({"export", file_, "--states", csv, "--at", "ende"}).code, 2);
}

TEST_F(FileCommands, ExportRefusesWhatMakesNoSense) {
    const auto refused = [&](std::vector<std::string> options, const std::string& words) {
        options.insert(options.begin(), {"export", file_});
        const Outcome outcome = carom_command(options);
        EXPECT_EQ(outcome.code, 2) << words;
        EXPECT_TRUE(contains(outcome.err, words)) << outcome.err;
        EXPECT_FALSE(std::filesystem::exists(directory_ / "x"));
    };
    const std::string x = directory_ / "x";
    refused({}, "nothing to export");
    refused({"--xyz", x}, "at which instants");
    refused({"--events", x, "--at", "0"}, "for files with states");
    refused({"--xyz", x, "--gsd", x, "--at", "0"}, "named twice");
    refused({"--xyz", x, "--at", "0,1000"}, "1000 is after the end");
    refused({"--xyz", x, "--every", "1", "--to", "1000"}, "after the end");
    refused({"--xyz", x, "--every", "1", "--from", "1000"}, "no instants");
    refused({"--xyz", file_, "--at", "0"}, "would overwrite");
}

TEST_F(FileCommands, WhatIsNoTrajectory) {
    put_text(directory_ / "empty", "");
    std::filesystem::create_directory(directory_ / "folder");
    put_text(directory_ / "text", "this is no trajectory, and it is longer than a header would be");
    for (const std::string& path :
         {directory_ / "missing", directory_ / "folder", directory_ / "empty", directory_ / "text"}) {
        for (const std::vector<std::string>& command : {std::vector<std::string>{"check", path},
                                                        {"info", path},
                                                        {"export", path, "--events", directory_ / "y"}}) {
            const Outcome outcome = carom_command(command);
            EXPECT_EQ(outcome.code, 3) << command[0] << " " << path;
            EXPECT_TRUE(contains(outcome.err, path)) << outcome.err;
            EXPECT_EQ(outcome.out, "");
        }
    }
}

TEST_F(FileCommands, AFullStandardOutputIsAnError) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
    EXPECT_EQ(Process({"info", file_}, Stderr::file, "/dev/full").finish().code, 3);
}

}  // namespace
}  // namespace carom::test
