// Promise: carom resume goes on with a run as if it had never stopped, to the same limits or later ones;
// carom info says how far a run is; one carom at a time writes into a directory; what cannot go on is refused
// and left as it is.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "app/run_directory.hpp"
#include "carom/core/version.hpp"
#include "record/bytes.hpp"
#include "record/hash.hpp"
#include "support/share.hpp"

namespace carom::test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// Long enough to be stopped on the way.
const std::string kUntil = std::to_string(150'000 / kShare);
const std::string kEvents = std::to_string(220'000 / kShare);

class Resume : public testing::Test {
protected:
    Resume() { put_text(scene_, kMarbles); }

    json run(const std::string& out, const std::vector<std::string>& options) const {
        std::vector<std::string> words{"run", scene_, "-o", out};
        words.insert(words.end(), options.begin(), options.end());
        const Outcome outcome = carom_command(words);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return report_in(out);
    }

    Outcome resume(std::vector<std::string> options = {}) const {
        options.insert(options.begin(), {"resume", out_});
        return carom_command(options);
    }

    /// Lets a run go on until it has a checkpoint behind its start, and sends it a signal.
    void stop_after_a_while(int signal, const std::vector<std::string>& options) const {
        std::vector<std::string> words{"run", scene_, "-o", out_, "--checkpoint-every", "0"};
        words.insert(words.end(), options.begin(), options.end());
        Process process(words, Stderr::file);
        std::error_code missing;
        ASSERT_TRUE(process.wait_until([&] {
            const auto size = fs::file_size(out_ + "/trajectory.carom.partial", missing);
            return !missing && size > 300'000;
        }));
        process.send(signal);
        const Outcome outcome = process.finish();
        ASSERT_EQ(outcome.code, signal == SIGKILL ? 128 + SIGKILL : 130) << outcome.err;
    }

    void expect_left_alone(const std::vector<std::string>& options, int code,
                           const std::string& message) const {
        std::map<fs::path, std::string> before;
        for (const auto& file : fs::directory_iterator(out_)) before[file.path()] = text_of(file.path());
        const Outcome outcome = resume(options);
        EXPECT_EQ(outcome.code, code) << outcome.err;
        EXPECT_TRUE(contains(outcome.err, message)) << outcome.err;
        EXPECT_EQ(outcome.out, "");
        std::map<fs::path, std::string> after;
        for (const auto& file : fs::directory_iterator(out_)) after[file.path()] = text_of(file.path());
        EXPECT_EQ(before, after);
    }

    WorkDirectory directory_;
    std::string scene_ = directory_ / "marbles.toml";
    std::string out_ = directory_ / "o";
};

TEST_F(Resume, GoesOnAfterControlCAsIfNeverStopped) {
    const json whole = run(directory_ / "whole", {"--until", kUntil, "--seed", "7"});
    for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
        stop_after_a_while(signal, {"--until", kUntil, "--seed", "7"});
        const Outcome info = carom_command({"info", out_});
        EXPECT_EQ(info.code, 0) << info.err;
        EXPECT_TRUE(contains(info.out, signal == SIGKILL ? "o: cut off\n" : "o: interrupted\n")) << info.out;
        EXPECT_TRUE(contains(info.out, " of " + kUntil + "\n")) << info.out;
        EXPECT_TRUE(contains(info.out, "carom resume " + out_)) << info.out;
        const Outcome outcome = resume();
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        EXPECT_TRUE(contains(outcome.out, "o: going on at time ")) << outcome.out;
        EXPECT_TRUE(contains(outcome.out, "marbles: 40 balls in 2D")) << outcome.out;
        expect_results(out_, whole);
        EXPECT_EQ(text_of(out_ + "/trajectory.carom"), text_of(directory_ / "whole/trajectory.carom"));
        fs::remove_all(out_);
    }
}

TEST_F(Resume, GoesOnInAnExtendedWorld) {
    put_text(scene_, std::string(kMarbles) + "[thermostat]\ntemperature = 0.05\nrate = 0.01\n");
    const json whole = run(directory_ / "whole", {"--until", kUntil});
    stop_after_a_while(SIGINT, {"--until", kUntil});
    ASSERT_EQ(resume().code, 0);
    expect_results(out_, whole);
    const Outcome proof = carom_command({"check", directory_ / "whole/trajectory.carom"});
    EXPECT_EQ(proof.code, 0) << proof.err;
}

TEST_F(Resume, GoesOnAgainAndAgain) {
    const json whole = run(directory_ / "whole", {"--events", kEvents});
    stop_after_a_while(SIGINT, {"--events", kEvents});
    for (int times = 0;; ++times) {
        Process process({"resume", out_, "--quiet"}, Stderr::file);
        std::this_thread::sleep_for(std::chrono::milliseconds(15));
        process.send(SIGINT);
        const int code = process.finish().code;
        if (code == 0) break;
        ASSERT_EQ(code, 130);  // also before signals are caught: 128 + SIGINT
        if (times == 20) {
            ASSERT_EQ(resume({"--quiet"}).code, 0);
            break;
        }
    }
    expect_results(out_, whole);
}

TEST_F(Resume, AFinishedRunSaysSoOrGoesFurther) {
    run(out_, {"--until", "5"});
    Outcome outcome = resume();
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_TRUE(contains(outcome.out, "o: this run is finished (time_reached")) << outcome.out;
    EXPECT_EQ(resume({"--quiet"}).out, "");
    EXPECT_TRUE(contains(carom_command({"info", out_}).out, "o: finished, time_reached\n"));

    EXPECT_EQ(resume({"--until", "12.5"}).code, 0);
    expect_results(out_, run(directory_ / "later", {"--until", "12.5"}));
    EXPECT_EQ(resume({"--events", "2000"}).code, 0);
    expect_results(out_, run(directory_ / "more", {"--events", "2000"}));

    expect_left_alone({"--until", "1"}, 2, "already, beyond --until 1");
    expect_left_alone({"--events", "1999"}, 2, "the run has 2000 impacts already, more than --events 1999");
}

/// Killed after the trajectory was closed, or before the report was written.
TEST_F(Resume, WritesTheResultsThatAreMissing) {
    const json whole = run(out_, {"--until", "5"});
    fs::remove(out_ + "/report.json");
    EXPECT_TRUE(contains(carom_command({"info", out_}).out, "o: cut off\n"));
    EXPECT_EQ(resume({"--quiet"}).code, 0);
    expect_results(out_, whole);
}

TEST_F(Resume, OtherBoundariesThreeDimensionsAndImmovableBalls) {
    put_text(scene_, R"(
name = "open above, periodic aside"
dimension = 3
[world]
lower = [0.0, 0.0, 0.0]
upper = [6.0, 6.0, 6.0]
boundary = ["wall", "periodic", "open"]
[[walls]]
normal = [0.1, 0.0, 1.0]
offset = 0.0
[[walls]]
normal = [0.0, 0.0, -1.0]
offset = -7.0
[[balls]]
name = "post"
position = [3.0, 3.0, 3.0]
radius = 1.0
immovable = true
[[generate]]
kind = "random_gas"
lower = [0.0, 0.0, 1.0]
upper = [6.0, 6.0, 5.0]
count = 20
radius = 0.3
temperature = 1.0
)");
    const json whole = run(directory_ / "whole", {"--events", kEvents});
    stop_after_a_while(SIGKILL, {"--events", kEvents});
    EXPECT_EQ(resume().code, 0);
    expect_results(out_, whole);
}

TEST_F(Resume, ADirectoryInUseIsRefused) {
    Process process({"run", bundled("gas_1000"), "-o", out_, "--events", "1000000000000"}, Stderr::file);
    ASSERT_TRUE(process.wait_until([&] { return fs::exists(out_ + "/checkpoint.carom"); }));
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"run", scene_, "-o", out_}, {"resume", out_}}) {
        const Outcome outcome = carom_command(words);
        EXPECT_EQ(outcome.code, 3);
        EXPECT_TRUE(contains(outcome.err, "o: in use by another carom, process ")) << outcome.err;
    }
    const Outcome info = carom_command({"info", out_});
    EXPECT_TRUE(contains(info.out, "o: running, process ")) << info.out;
    EXPECT_FALSE(contains(info.out, "carom resume")) << info.out;
    process.send(SIGINT);
    EXPECT_EQ(process.finish().code, 130);
    EXPECT_TRUE(contains(carom_command({"info", out_}).out, "o: interrupted\n"));
}

TEST_F(Resume, ANewRunSaysThatItReplacesAnUnfinishedOne) {
    stop_after_a_while(SIGINT, {"--until", kUntil});
    const Outcome outcome = carom_command({"run", scene_, "-o", out_, "--until", "1"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_TRUE(contains(outcome.err, "o: an unfinished run of ")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "carom resume")) << outcome.err;
    EXPECT_EQ(carom_command({"run", scene_, "-o", out_, "--until", "1"}).err, "");
}

TEST_F(Resume, WhereThereIsNoRun) {
    EXPECT_EQ(carom_command({"resume", directory_ / "missing"}).code, 3);
    EXPECT_EQ(carom_command({"resume", scene_}).code, 3);
    fs::create_directory(out_);
    expect_left_alone({}, 3, "o: no run to go on with: there is no checkpoint.carom here");
    run(out_, {"--until", "1"});
    fs::remove(out_ + "/trajectory.carom");
    expect_left_alone({}, 3, "trajectory.carom: cannot read: No such file");
    run(directory_ / "other", {"--until", "1", "--seed", "9"});
    fs::copy(directory_ / "other/trajectory.carom", out_ + "/trajectory.carom");
    expect_left_alone({}, 3, "trajectory.carom");
}

TEST_F(Resume, ADamagedCheckpointIsRefused) {
    run(out_, {"--until", "1"});
    const std::string file = out_ + "/checkpoint.carom";
    const std::string good = text_of(file);
    for (std::size_t at = 0; at < good.size(); at += 97) {
        std::string bytes = good;
        bytes[at] = static_cast<char>(bytes[at] ^ 1);
        put_text(file, bytes);
        expect_left_alone({}, 3, "checkpoint.carom: ");
        put_text(file, good.substr(0, at));
        expect_left_alone({}, 3, "checkpoint.carom: ");
    }
}

/// The bytes of a checkpoint with a right checksum again.
std::string sealed(std::string bytes) {
    detail::ByteWriter checksum;
    bytes.resize(bytes.size() - 8);
    checksum.u64(detail::hash_of(bytes));
    return bytes.append(checksum.bytes());
}

TEST_F(Resume, ACheckpointOfAnotherVersionIsRefused) {
    run(out_, {"--until", "1"});
    const std::string file = out_ + "/checkpoint.carom";
    const std::string good = text_of(file);
    std::string bytes = good;
    bytes[8] = 1;
    put_text(file, bytes);
    expect_left_alone({}, 3, "format version 1 is unknown, this carom reads version 7");
    bytes = good;
    bytes[16] = '9';
    put_text(file, sealed(bytes));
    expect_left_alone({}, 3, "written by carom 9");
    expect_left_alone({}, 3, std::string("this is carom ") + version);
    put_text(file, sealed(good));
    EXPECT_EQ(resume().code, 0);
}

}  // namespace
}  // namespace carom::test
