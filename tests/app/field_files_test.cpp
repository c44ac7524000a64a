// Kinds: an output file is written through a link that lies under its name; a command waits for ever for a
// pipe; results of two runs are mixed; a signal that comes twice is taken for an impatient person; text of a
// file reaches the terminal as control sequences. From the field: shared result directories, job schedulers,
// scenes of others.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "app/run_directory.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

class FieldFiles : public testing::Test {
protected:
    FieldFiles() { put_text(scene_, kMarbles); }

    Outcome run(const std::string& out, const Words& more = {"--until", "3"}) const {
        Words words{"run", scene_, "-o", out, "--quiet"};
        words.insert(words.end(), more.begin(), more.end());
        return carom_command(words);
    }

    /// A run that goes on without end, once the first impacts are in its file.
    void expect_begun(Process& process, const std::string& out) const {
        std::error_code missing;
        ASSERT_TRUE(process.wait_until([&] {
            const auto size = fs::file_size(out + "/trajectory.carom.partial", missing);
            return !missing && size > 100'000;
        }));
    }
    Words endless(const std::string& out) const { return {"run", scene_, "-o", out, "--until", "1e9"}; }

    WorkDirectory directory_;
    std::string scene_ = directory_ / "marbles.toml";
};

TEST_F(FieldFiles, NoTargetOfALinkIsWritten) {
    const std::string target = directory_ / "precious";
    put_text(target, "precious");
    const std::string out = directory_ / "o";
    fs::create_directories(out);
    for (const char* name : {"trajectory.carom", "checkpoint.carom", "report.json", "paths.svg", "view.html"})
        fs::create_symlink(target, out + "/" + name);
    EXPECT_EQ(run(out, {"--until", "3", "--view"}).code, 0);
    EXPECT_EQ(text_of(target), "precious");
    EXPECT_EQ(carom_command({"check", out}).code, 0);
    for (const char* name : {"trajectory.carom.partial", "checkpoint.carom.partial", "report.json.partial"}) {
        const std::string planted = directory_ / name;
        fs::create_directories(planted);
        fs::create_symlink(target, planted + "/" + name);
        const Outcome outcome = run(planted);
        EXPECT_EQ(text_of(target), "precious") << name;
        EXPECT_TRUE(outcome.code == 0 || contains(outcome.err, "this is a symbolic link")) << outcome.err;
    }
}

TEST_F(FieldFiles, NoCommandWaitsForAPipe) {
    const std::string out = directory_ / "o";
    ASSERT_EQ(run(out).code, 0);
    const std::string pipe = directory_ / "pipe", scene = directory_ / "pipe.toml";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    ASSERT_EQ(::mkfifo(scene.c_str(), 0600), 0);
    const std::vector<Words> commands = {{"run", scene, "-o", directory_ / "x"},
                                         {"run", "/dev/zero", "-o", directory_ / "x"},
                                         {"check", pipe},
                                         {"info", pipe},
                                         {"measure", pipe},
                                         {"measure", out, "--plan", pipe},
                                         {"export", pipe, "--events", directory_ / "x"},
                                         {"export", out, "--events", pipe},
                                         {"view", pipe},
                                         {"view", out, "-o", pipe},
                                         {"picture", pipe, "-o", directory_ / "x.png"},
                                         {"picture", scene, "-o", directory_ / "x.png"}};
    for (const Words& command : commands) {
        const Outcome outcome = carom_command(command);
        EXPECT_TRUE(outcome.code == 2 || outcome.code == 3) << command[0] << ' ' << outcome.code;
        EXPECT_TRUE(contains(outcome.err, "not a regular file")) << outcome.err;
    }
    fs::remove(out + "/checkpoint.carom");
    ASSERT_EQ(::mkfifo((out + "/checkpoint.carom").c_str(), 0600), 0);
    EXPECT_TRUE(contains(carom_command({"resume", out}).err, "this is a FIFO"));
    EXPECT_TRUE(contains(carom_command({"info", out}).err, "this is a FIFO"));
}

// A second run was killed, and `check` answered from the first one that lay beside it.
TEST_F(FieldFiles, ADirectoryHoldsOneRun) {
    const std::string out = directory_ / "o";
    ASSERT_EQ(run(out, {"--until", "3", "--view", "--seed", "1"}).code, 0);
    const std::string before = text_of(out + "/trajectory.carom");
    Words words = endless(out);
    words.insert(words.end(), {"--seed", "2"});
    Process process(words, Stderr::file);
    expect_begun(process, out);
    for (const int signal : {0, SIGKILL}) {
        process.send(signal);
        if (signal == SIGKILL) process.finish();
        EXPECT_FALSE(fs::exists(out + "/trajectory.carom"));
        EXPECT_FALSE(fs::exists(out + "/report.json"));
        EXPECT_FALSE(fs::exists(out + "/view.html"));
        const Outcome info = carom_command({"info", out + "/trajectory.carom.partial"});
        const std::string why = signal == 0 ? "the run goes on" : "the run was cut off";
        EXPECT_TRUE(contains(info.out, "closed      no: " + why)) << info.out;
    }
    const Outcome check = carom_command({"check", out});
    EXPECT_TRUE(contains(check.out, "closed       no: the run was cut off")) << check.out;
    put_text(out + "/trajectory.carom", before);
    for (const Words& command : {Words{"check", out}, Words{"measure", out}, Words{"view", out},
                                 Words{"export", out, "--events", directory_ / "x"},
                                 Words{"picture", out, "-o", directory_ / "x.png"}}) {
        const Outcome outcome = carom_command(command);
        EXPECT_EQ(outcome.code, 3);
        EXPECT_TRUE(contains(outcome.err, "the trajectories of two runs")) << outcome.err;
    }
}

TEST_F(FieldFiles, ASceneWithFaultsLeavesTheEarlierRun) {
    const std::string out = directory_ / "o";
    ASSERT_EQ(run(out).code, 0);
    put_text(scene_, std::string(kMarbles) + "[colisions]\n");
    EXPECT_EQ(run(out).code, 2);
    EXPECT_EQ(carom_command({"check", out}).code, 0);
    EXPECT_TRUE(fs::exists(out + "/report.json"));
}

// `timeout` of GNU sends SIGTERM to the process, and once more to its group.
TEST_F(FieldFiles, ASignalThatComesTwiceEndsARunAsOnce) {
    for (const int signal : {SIGTERM, SIGHUP, SIGINT}) {
        const std::string out = directory_ / std::to_string(signal);
        Process process(endless(out), Stderr::file);
        expect_begun(process, out);
        for (int times = 0; times < 2; ++times) process.send(signal);
        EXPECT_EQ(process.finish().code, 130) << signal;
        EXPECT_TRUE(contains(text_of(out + "/report.json"), "\"interrupted\"")) << signal;
        EXPECT_FALSE(fs::exists(out + "/trajectory.carom.partial")) << signal;
    }
}

TEST_F(FieldFiles, ASecondControlCEndsARunAtOnce) {
    const std::string out = directory_ / "o";
    Process process(endless(out), Stderr::file);
    expect_begun(process, out);
    process.send(SIGINT);
    // It ends cleanly first, or is ended.
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    process.send(SIGINT);
    const int code = process.finish().code;
    EXPECT_TRUE(code == 130 || code == 128 + SIGINT) << code;
}

TEST_F(FieldFiles, EqualRunsAreEqualFiles) {
    const std::string one = directory_ / "one", other = directory_ / "other",
                      resumed = directory_ / "resumed";
    const Words limits{"--until", "10000", "--view", "--no-proof"};
    ASSERT_EQ(run(one, limits).code, 0);
    ASSERT_EQ(run(other, {"--until", "10000", "--view", "--no-proof", "--checkpoint-every", "0"}).code, 0);
    Process process({"run", scene_, "-o", resumed, "--until", "10000", "--checkpoint-every", "0"},
                    Stderr::file);
    expect_begun(process, resumed);
    process.send(SIGKILL);
    process.finish();
    ASSERT_EQ(carom_command({"resume", resumed, "--view", "--no-proof"}).code, 0);
    for (const char* name : {"/trajectory.carom", "/paths.svg", "/view.html"}) {
        EXPECT_TRUE(text_of(one + name) == text_of(other + name)) << name;
        EXPECT_TRUE(text_of(one + name) == text_of(resumed + name)) << name;
    }
}

/// No control character but line ends, and no C1 of UTF-8.
void expect_plain(const std::string& text) {
    for (std::size_t k = 0; k < text.size(); ++k) {
        const auto byte = static_cast<unsigned char>(text[k]);
        EXPECT_TRUE(byte >= 0x20 || byte == '\n') << static_cast<int>(byte) << " in " << text;
        EXPECT_NE(byte, 0x7F) << text;
        const bool c1 = byte == 0xC2 && k + 1 < text.size() && static_cast<unsigned char>(text[k + 1]) < 0xA0;
        EXPECT_FALSE(c1) << text;
    }
}

TEST_F(FieldFiles, TextOfFilesReachesNoTerminalRaw) {
    std::string text = kMarbles;
    text.replace(text.find("\"marbles\""), 9, R"("\u001b[31mred\u009b2J\u0000\u0007\u007f")");
    const std::string scene = directory_ / "\033[5m\xC2\x9B.toml", out = directory_ / "\033]0;title\a";
    put_text(scene, text);
    std::vector<Outcome> outcomes = {carom_command({"run", scene, "-o", out, "--until", "1"}),
                                     carom_command({"info", out}),
                                     carom_command({"info", out + "/trajectory.carom"}),
                                     carom_command({"check", out}),
                                     carom_command({"measure", out}),
                                     carom_command({"view", out})};
    for (const Outcome& outcome : outcomes) EXPECT_EQ(outcome.code, 0) << outcome.err;
    put_text(scene, text + "\"\\u009b\\u001b[31m\" = 1\n[world\xC2\x9B\033]\n");
    outcomes.push_back(carom_command({"run", scene, "-o", out}));
    put_text(scene, text + "\"\\u009b\\u001b[31m\" = 1\n");
    outcomes.push_back(carom_command({"run", scene, "-o", out}));
    outcomes.push_back(carom_command({"run", out + "/no\033[31m", "-o", out}));
    outcomes.push_back(carom_command({"check", "\xC2\x9B", "\033[31m"}));
    outcomes.push_back(carom_command({"\033[31m"}));
    for (const Outcome& outcome : outcomes) expect_plain(outcome.out + outcome.err);
}

TEST_F(FieldFiles, ADumbTerminalGetsNoControlSequences) {
    const std::string out = directory_ / "o";
    Process process(endless(out), Stderr::terminal, {}, {"TERM=dumb"});
    expect_begun(process, out);
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    process.send(SIGTERM);
    EXPECT_EQ(process.finish().err, "");
}

// Reading a large scene, drawing a large picture: for seconds nobody asked whether a signal had come.
TEST_F(FieldFiles, ASignalEndsLongWorkAtOnce) {
    put_text(scene_, R"(
dimension = 3
[world]
lower = [0.0, 0.0, 0.0]
upper = [130.0, 130.0, 130.0]
boundary = "periodic"
[[generate]]
kind = "random_gas"
count = 600_000
radius = 0.5
rms_speed = 1.0
)");
    const std::string out = directory_ / "o";
    for (const Words& command : {endless(out), Words{"picture", scene_, "-o", directory_ / "x.png"}}) {
        Process process(command, Stderr::file);
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        process.send(SIGTERM);
        const Outcome outcome = process.finish();
        EXPECT_EQ(outcome.code, 130);
        EXPECT_TRUE(contains(outcome.err, "carom: interrupted, ")) << outcome.err;
        EXPECT_FALSE(fs::exists(out));
        EXPECT_FALSE(fs::exists(directory_ / "x.png"));
    }
}

/// Settings of a command on whose disk so many bytes are free.
Words free_bytes(const std::string& count) {
    return {"CAROM_FREE_BYTES=" + count, std::string("LD_PRELOAD=") + CAROM_FAILING_CALLS};
}

TEST_F(FieldFiles, ARunStopsBeforeTheDiskIsFull) {
    const std::string whole = directory_ / "whole", out = directory_ / "o";
    const Words limits{"--events", "200000", "--no-proof"};
    ASSERT_EQ(run(whole, limits).code, 0);
    const Outcome full =
        carom_command({"run", scene_, "-o", out, "--events", "200000", "--no-proof"}, free_bytes("10000000"));
    EXPECT_EQ(full.code, 3);
    EXPECT_TRUE(contains(full.err, "o: the disk is almost full")) << full.err;
    EXPECT_TRUE(contains(full.err, "carom resume " + out)) << full.err;
    EXPECT_TRUE(contains(text_of(out + "/report.json"), "\"disk_almost_full\""));
    EXPECT_LT(fs::file_size(out + "/trajectory.carom"), fs::file_size(whole + "/trajectory.carom"));
    EXPECT_TRUE(contains(carom_command({"info", out}).out, "o: disk_almost_full"));
    ASSERT_EQ(carom_command({"resume", out, "--no-proof"}).code, 0);
    EXPECT_TRUE(text_of(out + "/trajectory.carom") == text_of(whole + "/trajectory.carom"));
}

// It looked ten times a second: small disks were full before.
TEST_F(FieldFiles, AFastRunStopsBeforeTheDiskIsFull) {
    const std::string out = directory_ / "o";
    const Words words{"run", scene_, "-o", out, "--events", "4000", "--no-proof", "--quiet"};
    EXPECT_EQ(carom_command(words, free_bytes("800000")).code, 3);
    EXPECT_EQ(report_in(out)["stopped_because"], "disk_almost_full");
    EXPECT_GT(report_in(out)["ball_ball_collisions"], 100);
    EXPECT_TRUE(fs::exists(out + "/paths.svg"));
    ASSERT_EQ(carom_command({"resume", out, "--no-proof"}).code, 0);
    EXPECT_EQ(report_in(out)["stopped_because"], "events_reached");
}

// The picture is the first that no longer fits: the report was lost with it.
TEST_F(FieldFiles, APictureThatCannotBeWrittenCostsNoReport) {
    const std::string out = directory_ / "o";
    const Words short_run{"run", scene_, "-o", out, "--events", "40", "--no-proof"};
    for (const Words& words : {short_run, Words{"run", "eight_ball_shot", "-o", out, "--no-proof"}}) {
        ASSERT_EQ(carom_command(words).code, 0);
        const std::string picture = text_of(out + "/paths.svg");
        const auto report = report_in(out);
        const auto room =
            fs::file_size(out + "/trajectory.carom") + fs::file_size(out + "/report.json") + 20'000;
        const Outcome full = carom_command(words, free_bytes(std::to_string(room)));
        EXPECT_EQ(full.code, 3);
        EXPECT_TRUE(contains(full.err, "paths.svg.partial: cannot write: No space left")) << full.err;
        EXPECT_TRUE(contains(full.err, "all else is written")) << full.err;
        EXPECT_FALSE(contains(full.out, "paths.svg")) << full.out;
        EXPECT_FALSE(fs::exists(out + "/paths.svg"));
        EXPECT_EQ(report_in(out), report);
        ASSERT_EQ(carom_command({"resume", out, "--no-proof"}).code, 0);
        EXPECT_TRUE(text_of(out + "/paths.svg") == picture);
    }
}

TEST_F(FieldFiles, ARunWarnsOfMuchToWrite) {
    const std::string out = directory_ / "o";
    Process process({"run", scene_, "-o", out, "--events", "1000000000000"}, Stderr::terminal, {},
                    free_bytes("900000000000"));
    EXPECT_TRUE(process.wait_until([&] {
        return contains(process.on_terminal(), "this run will write about") &&
               contains(process.on_terminal(), "B to write");
    }));
    process.send(SIGTERM);
    EXPECT_EQ(process.finish().code, 130);
}

TEST_F(FieldFiles, AnExportThatCannotFitIsRefused) {
    const std::string out = directory_ / "o", file = directory_ / "x";
    ASSERT_EQ(run(out).code, 0);
    for (const Words& choice : {Words{"--every", "1e-300"}, Words{"--instants", "18446744073709551615"}}) {
        for (const char* format : {"--states", "--xyz", "--gsd", "--vtk", "--gltf"}) {
            Words words{"export", out, format, file};
            words.insert(words.end(), choice.begin(), choice.end());
            const Outcome outcome = carom_command(words);
            EXPECT_EQ(outcome.code, 2) << outcome.err;
            EXPECT_TRUE(contains(outcome.err, "ask for fewer instants")) << outcome.err;
            EXPECT_FALSE(fs::exists(file + ".partial"));
        }
    }
}

// The estimates were a half of what XYZ takes, and for a file an instant neither whole blocks nor the number
// of files counted. A stream was never refused.
TEST_F(FieldFiles, FilesAndStreamsWithoutEndAreRefused) {
    const std::string out = directory_ / "o";
    ASSERT_EQ(run(out, {"--until", "1"}).code, 0);
    const Outcome files = carom_command({"export", out, "--vtk", directory_ / "x.pvd", "--every", "1e-8"},
                                        free_bytes("900000000000000000"));
    EXPECT_EQ(files.code, 2);
    EXPECT_TRUE(contains(files.err, "100000001 files, and there is room for")) << files.err;
    const Outcome stream = carom_command({"export", out, "--gsd", "-", "--every", "1e-15"});
    EXPECT_EQ(stream.code, 2);
    EXPECT_TRUE(contains(stream.err, "more than a stream may have")) << stream.err;
    Words many{"picture", out, "-o", directory_ / "p.png", "--at", "0"};
    for (int k = 1; k <= 100; ++k) many.back() += ",0";
    const Outcome picture = carom_command(many);
    EXPECT_EQ(picture.code, 2);
    EXPECT_TRUE(contains(picture.err, "--at: 101 moments, and a picture takes 100")) << picture.err;
}

// What no estimate knows: names of 2,000 letters, and what others write meanwhile.
TEST_F(FieldFiles, AnExportStopsBeforeTheDiskIsFull) {
    put_text(directory_ / "long.toml", "dimension = 2\n[[balls]]\nposition = [0, 0]\nradius = 1\nname = \"" +
                                           std::string(2000, 'n') + "\"\n");
    const std::string out = directory_ / "o", file = directory_ / "x.csv";
    ASSERT_EQ(carom_command({"run", directory_ / "long.toml", "-o", out, "--until", "1", "--quiet"}).code, 0);
    const Words words{"export", out, "--states", file, "--instants", "20000"};
    const Outcome outcome = carom_command(words, free_bytes("20000000"));
    EXPECT_EQ(outcome.code, 3);
    EXPECT_TRUE(contains(outcome.err, "the disk is almost full")) << outcome.err;
    EXPECT_FALSE(fs::exists(file) || fs::exists(file + ".partial"));
    EXPECT_EQ(carom_command(words, free_bytes("60000000")).code, 0);
}

TEST_F(FieldFiles, AFileNamedInTwoWaysIsNamedTwice) {
    const std::string out = directory_ / "o", file = directory_ / "x.xyz", same = directory_ / "./x.xyz";
    ASSERT_EQ(run(out, {"--until", "1"}).code, 0);
    const Outcome outcome = carom_command({"export", out, "--xyz", file, "--states", same, "--at", "1"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(contains(outcome.err, "is named twice")) << outcome.err;
}

TEST_F(FieldFiles, AMovieThatCannotFitIsRefused) {
    const std::string out = directory_ / "o";
    ASSERT_EQ(run(out).code, 0);
    const Outcome outcome =
        carom_command({"picture", out, "--movie", directory_ / "m", "--fps", "1000"}, free_bytes("1000000"));
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(contains(outcome.err, "1.00 MB are free")) << outcome.err;
}

TEST_F(FieldFiles, ARunWithoutATrajectoryOrAProof) {
    const std::string whole = directory_ / "whole", bare = directory_ / "bare",
                      unproved = directory_ / "unproved";
    ASSERT_EQ(run(whole).code, 0);
    ASSERT_EQ(run(bare, {"--until", "3", "--no-trajectory"}).code, 0);
    ASSERT_EQ(run(unproved, {"--until", "3", "--no-proof"}).code, 0);
    const auto expected = report_in(whole), without = report_in(bare);
    EXPECT_EQ(without["trajectory_hash"], expected["trajectory_hash"]);
    EXPECT_EQ(without["kinetic_energy_end"], expected["kinetic_energy_end"]);
    EXPECT_EQ(without["recorded"], false);
    EXPECT_EQ(expected["recorded"], true);
    EXPECT_EQ(without["not_proved_because"], "nothing was recorded: --no-trajectory");
    EXPECT_EQ(report_in(unproved)["not_proved_because"], "not wanted: --no-proof");
    EXPECT_TRUE(text_of(unproved + "/trajectory.carom") == text_of(whole + "/trajectory.carom"));
    const std::size_t files =
        static_cast<std::size_t>(std::distance(fs::directory_iterator(bare), fs::directory_iterator()));
    EXPECT_EQ(files, 1U);
    EXPECT_EQ(run(bare, {"--no-trajectory", "--view"}).code, 2);
}

}  // namespace
}  // namespace carom::test
