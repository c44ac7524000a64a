// Promise: Ctrl-C and SIGTERM end a run after the current impact and leave valid files; a progress line is
// drawn on a terminal and nowhere else.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>

#include "app/command.hpp"

namespace carom::test {
namespace {

std::vector<std::string> endless_run(const std::string& directory) {
    return {"run", bundled("gas_1000"), "-o", directory, "--events", "1000000000000"};
}

void expect_results_of_an_interrupted_run(const std::string& directory) {
    const auto report = nlohmann::json::parse(text_of(directory + "/report.json"), nullptr, false);
    EXPECT_EQ(report["stopped_because"], "interrupted");
    EXPECT_EQ(report["proved"], nullptr);
    EXPECT_EQ(report["worst_gap"], nullptr);
    const Outcome info = carom_command({"info", directory + "/trajectory.carom"});
    EXPECT_EQ(info.code, 0);
    EXPECT_NE(info.out.find(report["trajectory_hash"].get<std::string>()), std::string::npos) << info.out;
    EXPECT_NE(info.out.find("closed      yes"), std::string::npos) << info.out;
    EXPECT_TRUE(std::filesystem::exists(directory + "/paths.svg"));
}

TEST(Interrupt, ProgressOnATerminalUntilControlC) {
    const WorkDirectory directory;
    Process process(endless_run(directory / "o"), Stderr::terminal);
    ASSERT_TRUE(
        process.wait_until([&] { return process.on_terminal().find("/s, t = ") != std::string::npos; }));
    EXPECT_TRUE(
        process.wait_until([&] { return process.on_terminal().find("energy off by") != std::string::npos; }));
    process.send(SIGINT);
    const Outcome outcome = process.finish();
    EXPECT_EQ(outcome.code, 130);
    EXPECT_NE(outcome.out.find("interrupted"), std::string::npos) << outcome.out;
    const std::string cleared = "\r\033[K";
    EXPECT_EQ(outcome.err.substr(outcome.err.size() - cleared.size()), cleared);
    expect_results_of_an_interrupted_run(directory / "o");
}

TEST(Interrupt, TheProgressLineFitsTheTerminal) {
    for (const int columns : {10, 40, 80, 200}) {
        const WorkDirectory directory;
        Process process(endless_run(directory / "o"), Stderr::terminal, "", {},
                        static_cast<unsigned short>(columns));
        const auto redrawn = [&] {
            const std::string& text = process.on_terminal();
            return std::count(text.begin(), text.end(), '\r') >= 3;
        };
        ASSERT_TRUE(process.wait_until(redrawn)) << columns;
        process.send(SIGINT);
        std::istringstream lines(process.finish().err);
        std::size_t longest = 0;
        std::string all;
        for (std::string line; std::getline(lines, line, '\r');) {
            if (line.ends_with("\033[K")) line.resize(line.size() - 3);
            longest = std::max(longest, line.size());
            all += line + "\n";
        }
        EXPECT_LT(longest, static_cast<std::size_t>(columns)) << all;
        EXPECT_EQ(all.find(" impacts/s") != std::string::npos, columns >= 40) << all;
        EXPECT_EQ(all.find("[") != std::string::npos, columns >= 80) << all;
        const bool in_full = all.find(" impacts\n") != std::string::npos;
        EXPECT_TRUE(in_full || columns < 200) << all;
        EXPECT_TRUE(!in_full || columns > 40) << all;
    }
}

TEST(Interrupt, SilentWithoutATerminalUntilTerminated) {
    const WorkDirectory directory;
    Process process(endless_run(directory / "o"), Stderr::file);
    const std::string partial = directory / "o/trajectory.carom.partial";
    std::error_code missing;
    ASSERT_TRUE(process.wait_until([&] {
        const auto size = std::filesystem::file_size(partial, missing);
        return !missing && size > 200'000;  // more than the start state: impacts are on their way to the disk
    }));
    process.send(SIGTERM);
    const Outcome outcome = process.finish();
    EXPECT_EQ(outcome.code, 130);
    EXPECT_EQ(outcome.err, "");
    expect_results_of_an_interrupted_run(directory / "o");
}

TEST(Interrupt, WhileBallsGrow) {
    const WorkDirectory directory;
    put_text(directory / "dense.toml", R"(
dimension = 3
[world]
lower = [0.0, 0.0, 0.0]
upper = [20.0, 20.0, 20.0]
boundary = "periodic"
[[generate]]
kind = "random_gas"
packing = 0.64
radius = 0.5
growth_rate = 1e-4
)");
    Process process({"run", directory / "dense.toml", "-o", directory / "o"}, Stderr::terminal);
    ASSERT_TRUE(process.wait_until(
        [&] { return process.on_terminal().find("grow to a packing of 0.64") != std::string::npos; }));
    process.send(SIGINT);
    const Outcome outcome = process.finish();
    EXPECT_EQ(outcome.code, 130);
    EXPECT_NE(outcome.err.find("nothing was recorded"), std::string::npos) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(directory / "o"));
}

TEST(Interrupt, NoticedWhereNothingHappens) {
    const WorkDirectory directory;
    put_text(directory / "calm.toml", R"(
dimension = 2
[world]
lower = [0.0, 0.0]
upper = [1.0, 1.0]
boundary = "periodic"
[[balls]]
position = [0.5, 0.25]
velocity = [1.0, 0.0]
radius = 0.125
[[balls]]
position = [0.5, 0.75]
velocity = [-1.0, 0.0]
radius = 0.125
)");
    Process process({"run", directory / "calm.toml", "-o", directory / "o", "--until", "1e15"}, Stderr::file);
    ASSERT_TRUE(process.wait_until(
        [&] { return std::filesystem::exists(directory / "o/trajectory.carom.partial"); }));
    process.send(SIGINT);
    EXPECT_EQ(process.finish().code, 130);
}

// The first stride of such a run is all of it: a ball takes ages to cross the box.
TEST(Interrupt, EndsTheSearchForOneImpact) {
    const WorkDirectory directory;
    put_text(directory / "channel.toml", R"(
dimension = 2
[world]
lower = [0.0, 0.0]
upper = [2e9, 2.2]
boundary = "periodic"
[[generate]]
kind = "random_gas"
count = 20
radius = 0.5
temperature = 1.0
)");
    for (const char* const until : {"1e9", "1e300"}) {
        const std::string out = directory / until;
        Process process({"run", directory / "channel.toml", "-o", out, "--until", until}, Stderr::file);
        ASSERT_TRUE(
            process.wait_until([&] { return std::filesystem::exists(out + "/trajectory.carom.partial"); }));
        std::this_thread::sleep_for(std::chrono::seconds(1));
        process.send(SIGTERM);
        EXPECT_EQ(process.finish().code, 130) << until;
        expect_results_of_an_interrupted_run(out);
    }
}

}  // namespace
}  // namespace carom::test
