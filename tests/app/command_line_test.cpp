// Promise: every command has help and a version; every wrong command line is refused with exit code 2 and a
// message that names the culprit.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/command.hpp"
#include "carom/core/version.hpp"

namespace carom {
namespace {

using test::bundled;
using test::carom_command;
using test::Outcome;
using test::WorkDirectory;

class EveryCommand : public testing::TestWithParam<std::string> {
protected:
    static Outcome with(const std::string& option) {
        return carom_command(GetParam().empty() ? std::vector<std::string>{option}
                                                : std::vector<std::string>{GetParam(), option});
    }
};

TEST_P(EveryCommand, HasHelpWithExitCodes) {
    const Outcome outcome = with("--help");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_NE(outcome.out.find("Usage: carom"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("Exit codes: 0 success, 1"), std::string::npos) << outcome.out;
}

TEST_P(EveryCommand, HasAVersion) {
    const Outcome outcome = with("--version");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.out, std::string("carom ") + version + "\n");
}

INSTANTIATE_TEST_SUITE_P(Commands, EveryCommand,
                         testing::Values("", "run", "resume", "check", "info", "export", "picture", "explain",
                                         "new", "scenes", "completion", "version"),
                         [](const auto& test) { return test.param.empty() ? "none" : test.param; });

struct BadLine {
    std::vector<std::string> arguments;
    std::string culprit;
};

void expect_refused(const BadLine& line) {
    const Outcome outcome = carom_command(line.arguments);
    std::string words;
    for (const std::string& argument : line.arguments) words += argument + " ";
    EXPECT_EQ(outcome.code, 2) << words;
    EXPECT_EQ(outcome.out, "") << words;
    EXPECT_NE(outcome.err.find(line.culprit), std::string::npos) << words << "\n" << outcome.err;
}

TEST(CommandLine, WrongCommandsAndMissingArguments) {
    expect_refused({{}, "command is needed"});
    expect_refused({{"simulate"}, "'simulate'"});
    expect_refused({{"--nonsense"}, "command"});
    expect_refused({{"run"}, "SCENE"});
    expect_refused({{"run", "s.toml"}, "--output"});
    expect_refused({{"check"}, "FILE"});
    expect_refused({{"info"}, "FILE"});
    expect_refused({{"export"}, "FILE"});
    expect_refused({{"new"}, "NAME"});
    expect_refused({{"scenes", "copy"}, "BUNDLED"});
    expect_refused({{"completion", "tcsh"}, "'tcsh'"});
    expect_refused({{"export", "f.carom", "--at", "1", "--every", "2"}, "--every"});
    expect_refused({{"export", "f.carom", "--at", "1", "--to", "2"}, "--to"});
    expect_refused({{"export", "f.carom", "--every", "0"}, "'0'"});
    expect_refused({{"export", "f.carom", "--at", "1,x"}, "'x'"});
    expect_refused({{"export", "f.carom", "--instants", "0"}, "'0'"});
    expect_refused({{"check", "f.carom", "g.carom"}, "g.carom"});
    expect_refused({{"info", "f.carom", "--nonsense"}, "--nonsense"});
}

TEST(CommandLine, NumbersThatMakeNoSense) {
    const WorkDirectory directory;
    const auto refused = [&](const std::string& option, const std::string& value) {
        expect_refused(
            {{"run", bundled("newtons_cradle"), "-o", directory / "o", option, value}, "'" + value + "'"});
    };
    for (const char* until : {"-1", "nan", "inf", "1e400", "", "1,5", "1s"}) refused("--until", until);
    for (const char* events : {"0", "-3", "1.5", "1e6", "18446744073709551616", "all"})
        refused("--events", events);
    for (const char* seed : {"-1", "x", "18446744073709551616"}) refused("--seed", seed);
    EXPECT_FALSE(std::filesystem::exists(directory / "o"));
}

}  // namespace
}  // namespace carom
