// Promise: whatever ends a run and whenever, a kill at any call that changes a file or at any moment, a full
// disk, a file that may grow no further, the directory can be taken up again, and the results are those of a
// run that never stopped.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "app/run_directory.hpp"
#include "support/share.hpp"

namespace carom::test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

using Words = std::vector<std::string>;

/// Calls looked at: each, or each tenth.
constexpr long kStep = kShare;

/// Settings of a command whose calls fail (tests/support/failing_calls.cpp).
Words failing_calls(const std::string& how, long at) {
    return {"CAROM_FAIL_HOW=" + how, "CAROM_FAIL_AT=" + std::to_string(at),
            "ASAN_OPTIONS=verify_asan_link_order=0", std::string("LD_PRELOAD=") + CAROM_FAILING_CALLS};
}

class CrashAnyhow : public testing::Test {
protected:
    CrashAnyhow() { put_text(scene_, kMarbles); }

    Words run(const std::string& out, const std::string& until) const {
        return {"run", scene_, "-o", out, "--until", until, "--quiet", "--checkpoint-every", "0"};
    }
    static Words resume(const std::string& out) {
        return {"resume", out, "--quiet", "--checkpoint-every", "0"};
    }

    json results_of(const Words& command) const {
        const Outcome outcome = carom_command(command);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return report_in(command[0] == "run" ? command[3] : command[1]);
    }

    /// Goes on until the end, as a user would: where nothing can be taken up, the run is begun again.
    static void go_on_to_the_end(const std::string& out, const Words& again) {
        Outcome outcome = carom_command(fs::exists(out) ? resume(out) : again);
        if (outcome.code == 3 && contains(outcome.err, "start it again with carom run"))
            outcome = carom_command(again);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        ASSERT_EQ(outcome.err, "");
    }

    WorkDirectory directory_;
    std::string scene_ = directory_ / "marbles.toml";
};

/// Its parameter is how calls fail.
class Crash : public CrashAnyhow, public testing::WithParamInterface<std::string> {
protected:
    /// Ends `command`, in a directory as `prepare` leaves it, at each of its calls in turn. Afterwards the
    /// results are one of those expected.
    void fail_everywhere(const std::function<void(const std::string&)>& prepare,
                         const std::function<Words(const std::string&)>& command,
                         const std::vector<json>& expected) const {
        const std::string how = GetParam();
        long at = 1;
        for (;; at += kStep) {
            SCOPED_TRACE(how + " at call " + std::to_string(at));
            const WorkDirectory directory;
            const std::string out = directory / "o";
            prepare(out);
            const Outcome outcome = carom_command(command(out), failing_calls(how, at));
            if (outcome.code == 0) break;
            ASSERT_EQ(outcome.code, how == "full" ? 3 : 128 + SIGKILL) << outcome.err;
            if (how == "full") {
                EXPECT_TRUE(contains(outcome.err, "No space left on device")) << outcome.err;
            }
            go_on_to_the_end(out, command(out));
            const json results = report_in(out);
            const bool newest = results == expected.front();
            expect_results(out, newest ? expected.front() : expected.back());
            if (HasFailure()) return;
        }
        EXPECT_GT(at, 12);
    }
};

TEST_P(Crash, AtEachCallOfARun) {
    const json whole = results_of(run(directory_ / "whole", "20"));
    ASSERT_GT(whole["ball_ball_collisions"], 200);
    ASSERT_GT(whole["made_elastic"], 10);
    fail_everywhere([](const std::string&) {}, [&](const std::string& out) { return run(out, "20"); },
                    {whole});
}

/// A run that replaces another: before its first checkpoint, the other one may still be there.
TEST_P(Crash, AtEachCallOfARunOverAnother) {
    const json before = results_of(run(directory_ / "before", "5"));
    const json whole = results_of(run(directory_ / "whole", "20"));
    fail_everywhere([&](const std::string& out) { fs::copy(directory_ / "before", out); },
                    [&](const std::string& out) { return run(out, "20"); }, {whole, before});
}

/// A closed trajectory is opened again, and its closing block cut off.
TEST_P(Crash, AtEachCallOfAFinishedRunThatGoesFurther) {
    const json before = results_of(run(directory_ / "before", "5"));
    const json whole = results_of(run(directory_ / "whole", "20"));
    const auto further = [](const std::string& out) {
        Words words = resume(out);
        words.insert(words.end(), {"--until", "20"});
        return words;
    };
    for (long at = 1;; at += kStep) {
        SCOPED_TRACE(GetParam() + " at call " + std::to_string(at));
        const WorkDirectory directory;
        const std::string out = directory / "o";
        fs::copy(directory_ / "before", out);
        const int code = carom_command(further(out), failing_calls(GetParam(), at)).code;
        // Nothing is lost: as far as it was, or further.
        go_on_to_the_end(out, {});
        expect_results(out, report_in(out) == before ? before : whole);
        ASSERT_EQ(carom_command(further(out)).code, 0);
        expect_results(out, whole);
        if (HasFailure()) return;
        if (code == 0) break;
    }
}

INSTANTIATE_TEST_SUITE_P(Calls, Crash, testing::Values("kill", "torn", "full"),
                         [](const auto& test) { return test.param; });

/// Moments are spread over the time that a whole run takes here, so that any machine kills in all its phases.
TEST_F(CrashAnyhow, AtRandomMoments) {
    const auto start = std::chrono::steady_clock::now();
    const json whole = results_of(run(directory_ / "whole", "2000"));
    const std::chrono::duration<double> full = std::chrono::steady_clock::now() - start;
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> part(0, 0.5);
    for (int kills = 0; kills < static_cast<int>(share_of(100));) {
        const WorkDirectory directory;
        const std::string out = directory / "o";
        Words command = run(out, "2000");
        for (int tries = 0; tries < 6; ++tries) {
            Process process(command, Stderr::file);
            std::this_thread::sleep_for(full * part(random));
            process.send(SIGKILL);
            if (process.finish().code == 128 + SIGKILL) ++kills;
            if (fs::exists(out + "/checkpoint.carom")) command = resume(out);
        }
        go_on_to_the_end(out, run(out, "2000"));
        expect_results(out, whole);
        if (HasFailure()) return;
    }
}

TEST_F(CrashAnyhow, AFileThatMayGrowNoFurther) {
    const json whole = results_of(run(directory_ / "whole", "20"));
    for (const rlim_t bytes : {0U, 1000U, 6000U, 8000U, 30'000U}) {
        SCOPED_TRACE(bytes);
        const std::string out = directory_ / std::to_string(bytes);
        rlimit before = {};
        ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
        const rlimit less{bytes, before.rlim_max};
        ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &less), 0);
        Process process(run(out, "20"), Stderr::terminal);
        ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
        const Outcome outcome = process.finish();
        EXPECT_EQ(outcome.code, 3);
        EXPECT_TRUE(contains(outcome.err, "cannot write: File too large")) << outcome.err;
        EXPECT_EQ(contains(outcome.err, "carom resume " + out), fs::exists(out + "/checkpoint.carom"));
        go_on_to_the_end(out, run(out, "20"));
        expect_results(out, whole);
    }
}

}  // namespace
}  // namespace carom::test
