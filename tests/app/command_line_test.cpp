// Promise: every command has help and a version; every wrong command line is refused with exit code 2 and a
// message that names the culprit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "app/command.hpp"
#include "carom/core/version.hpp"

namespace carom::test {
namespace {

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
                         testing::Values("", "run", "resume", "shot", "breaks", "aim", "fit", "study",
                                         "check", "info", "export", "play", "picture", "explain", "new",
                                         "scenes", "completion", "version"),
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
    expect_refused({{"--nonsense"}, "carom has no option '--nonsense'"});
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

TEST(CommandLine, ValuesThatAreMissingOrDouble) {
    expect_refused({{"run", "s.toml", "-o", "x", "--until", "0", "--until", "1"},
                    "--until is given 2 times, but counts once\n"});
    expect_refused({{"measure", "r", "-o", "a", "-o", "b"}, "--output is given 2 times, but counts once\n"});
    expect_refused({{"run", "s.toml", "-o"}, "--output needs a value: DIR\n"});
    expect_refused({{"run", "s.toml", "-o", "x", "--events"}, "--events needs a value: N\n"});
    expect_refused({{"picture", "r", "--at"}, "--at needs a value: T\n"});
}

TEST(CommandLine, NoItemOfAListIsEmpty) {
    expect_refused({{"aim", "s.toml", "--speeds", "1,,2"}, "--speeds '1,,2': a value is empty"});
    expect_refused({{"aim", "s.toml", "--speeds=1,2,"}, "--speeds '1,2,': a value is empty"});
    expect_refused({{"breaks", "--on-spot", ",9"}, "--on-spot ',9': a value is empty"});
    expect_refused({{"picture", "r", "-o", "p.png", "--at", "0,,1"}, "--at '0,,1': a value is empty"});
    expect_refused({{"picture", "r", "-o", "p.png", "--path-of", ","}, "--path-of ',': a value is empty"});
    expect_refused({{"export", "r", "--at", "1,,end"}, "--at '1,,end': a value is empty"});
    expect_refused({{"fit", "s.toml", "r.csv", "--fit", "speed,,up"}, "--fit 'speed,,up': a value is empty"});
    expect_refused({{"study", "two_masses", "-o", "d", "--set", "balls.mass=1,,2"}, "a value is empty"});
    expect_refused({{"study", "two_masses", "-o", "d", "--seeds", "1,,2"}, "'' are no seeds"});
}

// An unknown option was told as a missing one, `carom help` was unknown, and -o=x made a folder "=x".
TEST(CommandLine, WhatIsUnknownIsToldBeforeWhatIsMissing) {
    expect_refused({{"run", "s.toml", "--outt", "x"}, "no option '--outt' (did you mean \"--output\"?)"});
    expect_refused({{"--outt", "run"}, "no option '--outt'"});
    expect_refused({{"export", "f.carom", "--event=x"}, "carom export has no option '--event'"});
    expect_refused({{"rum"}, "there is no command 'rum' (did you mean \"run\"?)"});
    expect_refused({{"help", "rum"}, "there is no command 'rum' (did you mean \"run\"?)"});
    expect_refused({{"run", "s.toml", "-o=x"}, "'-o=x': write -o x"});
    expect_refused({{"run", "s.toml", "--out", "x"}, "no option '--out' (did you mean \"--output\"?)"});
    expect_refused({{"resume", "run", "-o", "x"}, "carom resume has no option '-o'\n"});
    expect_refused(
        {{"scenes", "cpy", "x"}, "carom scenes: there is no command 'cpy' (did you mean \"copy\"?)"});
    expect_refused(
        {{"run", "--", "s.toml", "-o", "x"}, "carom: '-o' stands after --, where nothing is an option"});
    expect_refused({{"run", "s.toml", "-o", ""}, "-o: '' is empty"});
    expect_refused({{"run", "", "-o", "x"}, "'' does not name a file"});
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"run"}, {"scenes", "copy"}, {}}) {
        std::vector<std::string> asked = command, helped{"help"};
        asked.emplace_back("--help");
        helped.insert(helped.end(), command.begin(), command.end());
        EXPECT_EQ(carom_command(helped).out, carom_command(asked).out);
    }
}

// Lines were up to 106 characters long on a terminal of 40, and summaries of runs longer than 24.
TEST(CommandLine, HelpAndSummariesFitTheTerminal) {
    const WorkDirectory directory;
    const std::string run = "run " + bundled("two_masses") + " -o " + (directory / "o");
    for (const std::string& words : {std::string("help"), std::string("run --help"), run}) {
        const std::string inside = "stty cols 24; NO_COLOR=1 TERM=xterm " CAROM_EXECUTABLE " " + words;
        const std::string command = "script -qec '" + inside + "' /dev/null > " + (directory / "shown");
        ASSERT_EQ(std::system(command.c_str()), 0) << command;
        std::istringstream shown(text_of(directory / "shown"));
        for (std::string line; std::getline(shown, line);) {
            if (!line.empty() && line.back() == '\r') line.pop_back();
            const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
            const bool one_word = line.find(' ', first) == std::string::npos;
            EXPECT_TRUE(line.size() <= 24 || one_word) << line;
        }
    }
}

// To renew: carom help --options > docs/reference/options.md
TEST(CommandLine, ThePageOfAllOptionsIsCurrent) {
    const Outcome outcome = carom_command({"help", "--options"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.out, text_of(std::string(CAROM_SOURCE_DIR) + "/docs/reference/options.md"));
}

/// The page of a command for man, without the marks of bold and italic letters.
std::string plain_man_page(const std::string& command) {
    std::vector<std::string> words{"help", "--man"};
    std::istringstream typed(command == "carom" ? "" : command);
    for (std::string word; typed >> word;) words.push_back(word);
    std::string page = carom_command(words).out;
    for (const char* mark : {"\\fB", "\\fI", "\\fR"})
        for (std::size_t at = page.find(mark); at != std::string::npos; at = page.find(mark, at))
            page.erase(at, 3);
    for (std::size_t at = page.find("\\-"); at != std::string::npos; at = page.find("\\-", at))
        page.erase(at, 1);
    return page;
}

// Of each command whose options docs/reference/options.md lists.
TEST(CommandLine, TheManPagesHaveEveryOption) {
    std::istringstream rows(carom_command({"help", "--options"}).out);
    std::map<std::string, std::string> pages;
    int found = 0;
    for (std::string row; std::getline(rows, row);) {
        if (!row.starts_with("| `-")) continue;
        const std::string option = row.substr(3, row.find_first_of("` ", 3) - 3);
        std::istringstream commands(row.substr(row.find("` | ") + 4));
        for (std::string name; std::getline(commands, name, ',');) {
            const bool last = name.find(" |") != std::string::npos;
            name = name.substr(0, name.find(" |"));
            name.erase(0, name.find_first_not_of(' '));
            if (name == "all") name = "carom";
            if (!pages.contains(name)) pages[name] = plain_man_page(name);
            EXPECT_NE(pages[name].find("\n" + option), std::string::npos) << name << ": " << option;
            ++found;
            if (last) break;
        }
    }
    EXPECT_GT(found, 100);
    EXPECT_EQ(pages["run"].find(".TH \"carom-run\" 1"), 0U);
}

/// An option that takes a value in one command takes one of the same kind in all others.
/// But for --events: so many of them, or the table of them.
TEST(CommandLine, AnOptionHasOneKindOfValue) {
    std::istringstream page(carom_command({"help", "--options"}).out);
    std::map<std::string, std::string> kinds;
    for (std::string line; std::getline(page, line);) {
        if (!line.starts_with("| `--")) continue;
        const std::string typed = line.substr(3, line.find('`', 3) - 3);
        const std::string name = typed.substr(0, typed.find(' '));
        if (name == "--events") continue;
        EXPECT_EQ(kinds.emplace(name, typed).first->second, typed) << line;
    }
    EXPECT_GT(kinds.size(), 30U);
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
}  // namespace carom::test
