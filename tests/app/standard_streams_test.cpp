// Promise: `-` is standard input where a scene or a plan is read, and standard output where one file is
// written. What is written there has the bytes of the file and nothing else; where a stream makes no sense,
// it is refused.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "app/command.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;

class StandardStreams : public testing::Test {
protected:
    /// A script of bash in a directory of its own; `carom` is the command, and `o` the directory of a run.
    Outcome bash(const std::string& script) const {
        put_text(directory_ / "script", "carom() { " CAROM_EXECUTABLE " \"$@\"; }\ncd " + (directory_ / "") +
                                            " || exit\n" + script + "\n");
        const std::string command =
            "bash " + (directory_ / "script") + " > " + (directory_ / "out") + " 2> " + (directory_ / "err");
        const int status = std::system(command.c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), text_of(directory_ / "out"),
                text_of(directory_ / "err")};
    }

    void expect_said(const std::string& script, int code, const std::string& words) const {
        const Outcome outcome = bash(script);
        EXPECT_EQ(outcome.code, code) << script << "\n" << outcome.err;
        EXPECT_TRUE(contains(outcome.err, words)) << script << "\n" << outcome.err;
        EXPECT_EQ(outcome.out, "") << script;
    }

    WorkDirectory directory_;
};

/// With a run in `o`.
class StreamsOfARun : public StandardStreams {
protected:
    StreamsOfARun() {
        EXPECT_EQ(carom_command({"run", bundled("newtons_cradle"), "-o", directory_ / "o", "--quiet"}).code,
                  0);
    }

    /// `command -` prints what `command FILE` writes into the file, and says no word of its own beside it.
    void expect_same_bytes(const std::string& command, const std::string& file,
                           const std::string& more = "") {
        const std::string rest = " -" + more;
        const Outcome streamed = bash("carom " + command + rest);
        EXPECT_EQ(streamed.code, 0) << command << streamed.err;
        const Outcome written = bash("carom " + command + " " + file);
        EXPECT_EQ(written.code, 0) << command << written.err;
        EXPECT_FALSE(streamed.out.empty()) << command;
        EXPECT_EQ(streamed.out, text_of(directory_ / file)) << command;
        EXPECT_FALSE(fs::exists(directory_ / "-")) << command;
    }
};

TEST_F(StreamsOfARun, OutputsHaveTheBytesOfTheirFiles) {
    expect_same_bytes("export o --events", "f.csv");
    for (const char* format : {"states", "xyz", "gsd", "gltf"})
        expect_same_bytes("export o --instants 7 --" + std::string(format), "f");
    expect_same_bytes("picture o --size 64x64 -o", "f.png", " --format png");
    expect_same_bytes("picture o -o", "f.svg", " --format svg");
    expect_same_bytes("explain '0 0 1 1 0' '3 0 1 0 0' -o", "f.svg", " --format svg");
    expect_same_bytes("view o -o", "f.html");
    expect_same_bytes("scenes copy two_masses", "f.toml");
    const Outcome measured = bash("carom measure o -o - 2> /dev/null; carom measure o -o m > words");
    EXPECT_EQ(measured.out, text_of(directory_ / "m/measurements.json"));
}

TEST_F(StreamsOfARun, WhatIsToldGoesToStderrThen) {
    EXPECT_EQ(bash("carom measure o -o - > /dev/null").err, bash("carom measure o").out);
    const std::string pair = "carom explain '0 0 1 1 0' '3 0 1 0 0'";
    EXPECT_EQ(bash(pair + " -o - --format svg > /dev/null").err, bash(pair).out);
    EXPECT_EQ(bash("carom view o -o - > /dev/null").err, "standard output: 5 balls, 1 impact, time 0 to 1\n");
    EXPECT_EQ(bash("carom export o --events - > /dev/null").err, "");
}

TEST_F(StandardStreams, AScenePassesThroughAPipe) {
    const Outcome run = bash("carom scenes copy two_masses - | carom run - -o o");
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_TRUE(contains(text_of(directory_ / "o/report.json"), "\"scene_file\": \"-\""));
    EXPECT_EQ(bash("carom run " + bundled("two_masses") +
                   " -o p --quiet; cmp o/trajectory.carom p/trajectory.carom")
                  .code,
              0);
    EXPECT_EQ(bash("carom new - | carom run - -o q --until 0.1 --quiet").code, 0);
    const std::string scene = " < " + bundled("newtons_cradle");
    EXPECT_EQ(bash("carom picture - -o a.svg" + scene + "; carom picture " + bundled("newtons_cradle") +
                   " -o b.svg; cmp a.svg b.svg")
                  .code,
              0);
    EXPECT_EQ(bash("printf '[measure]\nquantities = [\"temperature\"]\n' | carom measure o --plan -").err,
              "");
}

// Files to import lie in the current directory; messages name standard input.
TEST_F(StandardStreams, AFaultySceneIsNamed) {
    put_text(directory_ / "balls.csv", "x,y,vx,vy\n0,0,1,0\n3,0,0,0\n");
    const std::string scene = "printf 'dimension = 2\n[[import]]\nfile = \"balls.csv\"\n%s\n' ";
    EXPECT_EQ(bash(scene + "'radius = 0.5' | carom run - -o o").code, 0);
    EXPECT_EQ(bash(scene + "'radius = 0.5' | carom explain -").code, 0);
    expect_said(scene + "'radius = 2' | carom run - -o o", 2, "balls.csv:2:1: ball 0 and ball 1 overlap");
    expect_said("printf 'dimension = 2\nx = 1\n' | carom run - -o o", 2, "<stdin>:2:1: unknown key \"x\"");
    expect_said("carom explain - < " + bundled("two_masses"), 2, "<stdin>: has 4 balls; two are wanted");
    expect_said("carom run - -o o < .", 2, "<stdin>: Is a directory");
    expect_said("carom run - -o o <&-", 2, "<stdin>: ");
}

TEST_F(StandardStreams, AShotComesFromStandardInput) {
    const std::string shot = "carom shot --rack none --put 1=0.6,1.8 --cue 'V0=2 phi=90' --scene | ";
    EXPECT_EQ(bash(shot + "carom breaks - --count 10").code, 0);
    EXPECT_EQ(bash(shot + "carom aim - --only").code, 0);
    expect_said("carom aim - < /dev/null", 2, "<stdin>:1:1: ");
    expect_said("carom breaks - < .", 2, "<stdin>: Is a directory\n");
    expect_said("carom fit - record.csv < /dev/null", 2, "name its file");
}

// A file of this name has another way to be said.
TEST_F(StandardStreams, AFileMayBeCalledSo) {
    put_text(directory_ / "-", text_of(bundled("two_masses")));
    EXPECT_EQ(bash("carom run ./- -o ./o --quiet < /dev/null").code, 0);
    EXPECT_EQ(bash("carom export o --events ./- && head -c 9 ./-").out, "time,kind");
}

TEST_F(StreamsOfARun, AStreamIsRefusedWhereItMakesNoSense) {
    for (const char* command : {"check -", "info -", "export - --events f", "view -", "measure -"})
        expect_said("carom " + std::string(command), 2, "a trajectory is read more than once");
    expect_said("carom resume -", 2, "DIR: a run is many files");
    expect_said("carom run s.toml -o -", 2, "--output: a run is many files");
    expect_said("carom picture o --movie -", 2, "a movie is many files");
    expect_said("carom export o --at 0 --vtk -", 2, "--vtk: this format is many files");
    expect_said("carom export o --at 0 --xyz - --gsd -", 2, "give it alone");
    expect_said("carom export o --at 0 --xyz - --gsd f", 2, "give it alone");
    expect_said("carom picture o -o -", 2, "say --format png or --format svg");
    expect_said("carom picture o -o - --format gif", 2, "'gif' is not png or svg");
    expect_said("carom picture o -o f.png --format png", 2, "the name f.png says the format");
    expect_said("carom picture o --movie m --format png", 2, "not with --movie");
    expect_said("carom explain '0 0 1 1 0' '3 0 1 0 0' --format svg", 2, "--format goes with -o -");
    expect_said("carom export o --events - >> o/trajectory.carom", 2, "would overwrite the trajectory");
    EXPECT_EQ(carom_command({"check", directory_ / "o"}).code, 0);
    EXPECT_FALSE(fs::exists(directory_ / "f"));
}

TEST_F(StreamsOfARun, AnOutputThatFailsIsAnError) {
    for (const char* words : {"version --licences", "--version", "completion bash", "help run"}) {
        expect_said("carom " + std::string(words) + " > /dev/full", 3, "standard output: cannot write");
    }
    expect_said("carom export o --events - > /dev/full", 3, "standard output: cannot write: No space");
    expect_said("carom picture o -o - --format svg > /dev/full", 3,
                "standard output: cannot write: No space");
    expect_said("carom export o --events - >&-", 3, "standard output: cannot write: Bad file descriptor");
}

// Kind: a pipe that nobody reads keeps a command from its end.
TEST_F(StreamsOfARun, AClosedPipeAndASignalEndIt) {
    const std::string export_much = "carom export o --xyz - --instants 9999";
    EXPECT_EQ(bash(export_much + " | head -c 9 > /dev/null; exit ${PIPESTATUS[0]}").code, 128 + SIGPIPE);
    expect_said("trap '' PIPE; " + export_much + " | head -c 9 > /dev/null; exit ${PIPESTATUS[0]}", 3,
                "standard output: cannot write: Broken pipe");
    expect_said("mkfifo p; exec 3<> p; exec " CAROM_EXECUTABLE
                " export o --xyz - --instants 9999 > p & pid=$!\n"
                "head -c 9 <&3 > /dev/null; kill -TERM $pid; wait $pid",
                130, "interrupted, the output is not complete");
}

}  // namespace
}  // namespace carom::test
