// Promise: the bundled scenes are in the command itself, a new scene runs, nothing is overwritten, and shells
// complete what is typed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "app/command.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> bundled_names() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(std::string(CAROM_SOURCE_DIR) + "/scenes")) {
        if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// What a command line of bash prints.
std::string shell_output(const std::string& command) {
    std::FILE* const pipe = ::popen(command.c_str(), "r");
    std::string text;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
    EXPECT_EQ(::pclose(pipe), 0) << command;
    return text;
}

TEST(Scenes, AreListedWithALineEach) {
    const Outcome outcome = carom_command({"scenes"});
    EXPECT_EQ(outcome.code, 0);
    std::istringstream lines(outcome.out);
    std::string line;
    std::getline(lines, line);
    for (const std::string& name : bundled_names()) {
        ASSERT_TRUE(std::getline(lines, line));
        EXPECT_EQ(line.rfind("  " + name + " ", 0), 0U) << line;
        EXPECT_GT(line.size(), name.size() + 30) << "no description: " << line;
    }
    EXPECT_FALSE(std::getline(lines, line));
}

TEST(Scenes, AreCopiedByteForByte) {
    const WorkDirectory directory;
    fs::create_directory(directory / "d");
    for (const std::string& name : bundled_names()) {
        EXPECT_EQ(carom_command({"scenes", "copy", name, directory / "d"}).code, 0);
        EXPECT_EQ(text_of(directory / ("d/" + name + ".toml")), text_of(bundled(name)));
    }
    EXPECT_EQ(carom_command({"scenes", "copy", "two_masses", directory / "mine.toml"}).code, 0);
    EXPECT_EQ(text_of(directory / "mine.toml"), text_of(bundled("two_masses")));
}

TEST(Scenes, NothingIsOverwritten) {
    const WorkDirectory directory;
    put_text(directory / "two_masses.toml", "mine");
    const Outcome outcome = carom_command({"scenes", "copy", "two_masses", directory / ""});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(contains(outcome.err, "two_masses.toml is there already")) << outcome.err;
    EXPECT_EQ(carom_command({"new", directory / "two_masses"}).code, 2);
    EXPECT_EQ(text_of(directory / "two_masses.toml"), "mine");
    EXPECT_EQ(carom_command({"scenes", "copy", "two_masses", directory / "no/where.toml"}).code, 3);
}

TEST(Scenes, AnUnknownNameIsRefused) {
    const Outcome outcome = carom_command({"scenes", "copy", "two_mases"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(contains(outcome.err, "(did you mean \"two_masses\"?)")) << outcome.err;
    const Outcome part = carom_command({"scenes", "copy", "galton"});
    EXPECT_TRUE(contains(part.err, "(did you mean \"galton_board\"?)")) << part.err;
}

TEST(New, WritesASceneThatRuns) {
    const WorkDirectory directory;
    for (const std::string name : {"pool", "a \"b\" \\ c", "x.toml"}) {
        const Outcome created = carom_command({"new", directory / name});
        EXPECT_EQ(created.code, 0) << created.err;
        const std::string stem = fs::path(name).stem().string();
        const std::string file = directory / (stem + ".toml");
        EXPECT_TRUE(contains(created.out, file)) << created.out;
        const Outcome run = carom_command({"run", file, "-o", directory / "o"});
        EXPECT_EQ(run.code, 0) << run.err;
        EXPECT_EQ(run.out.rfind(stem + ": 22 balls in 2D", 0), 0U) << run.out;
        EXPECT_TRUE(contains(run.out, "no overlap")) << run.out;
    }
}

TEST(New, WritesATableWithAShot) {
    const WorkDirectory directory;
    EXPECT_EQ(carom_command({"new", directory / "table"}).code, 0);
    EXPECT_TRUE(contains(text_of(directory / "table.toml"), "[[shots]]"));
    const Outcome created = carom_command({"new", directory / "mine", "--billiards"});
    EXPECT_EQ(created.code, 0) << created.err;
    EXPECT_TRUE(contains(text_of(directory / "mine.toml"), "name = \"mine\""));
    const Outcome run = carom_command({"run", directory / "mine.toml", "-o", directory / "o"});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_TRUE(contains(run.out, "pocketed: 1")) << run.out;
}

TEST(New, RefusesWhatNamesNoFile) {
    const WorkDirectory directory;
    for (const std::string name : {"", "d/", ".", "..", ".toml"}) {
        const Outcome outcome = carom_command({"new", name.empty() ? name : directory / name});
        EXPECT_EQ(outcome.code, 2) << name;
        EXPECT_TRUE(contains(outcome.err, "does not name a file")) << outcome.err;
    }
}

TEST(New, RefusesControlCharacters) {
    const WorkDirectory directory;
    for (const std::string name : {"a\nb", "a\tb", "a\x7f"}) {
        const Outcome outcome = carom_command({"new", directory / name});
        EXPECT_EQ(outcome.code, 2) << name;
        EXPECT_EQ(outcome.err,
                  "carom: the name of a scene must not have line breaks or other control characters\n");
        EXPECT_FALSE(fs::exists(directory / (name + ".toml")));
    }
}

/// What bash offers for the last of the words, in a directory with some files.
class Completion : public testing::Test {
protected:
    Completion() {
        for (const char* name : {"a.toml", "b b.toml", "c.carom", "d.txt"}) put_text(directory_ / name, "");
        fs::create_directory(directory_ / "dir");
        put_text(directory_ / "script", carom_command({"completion", "bash"}).out);
    }

    std::string offered(const std::string& words) {
        const std::string script =
            "cd \"" + (directory_ / "") + "\" && . ./script && compopt() { :; } && " + "COMP_WORDS=(carom " +
            words + ") && COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) && " +
            "_carom && printf \"%s|\" \"${COMPREPLY[@]}\" | tr \"|\" \"\\n\" | sort | " + "tr \"\\n\" \"|\"";
        return shell_output("bash -c '" + script + "'");
    }

    WorkDirectory directory_;
};

TEST_F(Completion, OffersCommandsOptionsAndFiles) {
    EXPECT_EQ(offered("expo"), "export|");
    EXPECT_EQ(offered("in"), "info|");
    EXPECT_EQ(offered("run --un"), "--until|");
    const std::string scenes = offered("run \"\"");
    for (const char* one : {"a.toml", "b b.toml", "dir", "gas_1000", "nine_ball_shot"})
        EXPECT_TRUE(contains("|" + scenes, "|" + std::string(one) + "|")) << scenes;
    EXPECT_FALSE(contains(scenes, "d.txt"));
    EXPECT_EQ(offered("run --until 3 b"), "b b.toml|backspin_cradle|bank_shot|brownian_motion|");
    for (const char* command : {"study", "aim", "fit", "explain", "play", "picture"})
        EXPECT_EQ(offered(std::string(command) + " nine_ball_s"), "nine_ball_shot|") << command;
    EXPECT_EQ(offered("picture d"), "d.txt|dense_fluid|dir|draw_stun_follow|");
    EXPECT_EQ(offered("run a.toml -o \"\""), "dir|");
    EXPECT_EQ(offered("run --until \"\""), "|");
    EXPECT_EQ(offered("check \"\""), "c.carom|dir|");
    EXPECT_EQ(offered("export c.carom --xyz d"), "d.txt|dir|");
    EXPECT_EQ(offered("export c.carom --inst"), "--instants|");
    EXPECT_EQ(offered("scenes c"), "copy|");
    EXPECT_EQ(offered("scenes copy two"), "two_masses|");
    EXPECT_EQ(offered("scenes copy two_masses \"\""), "dir|");
    EXPECT_EQ(offered("completion z"), "zsh|");
}

TEST_F(Completion, OffersEveryOptionOfEveryCommand) {
    for (const char* command :
         {"run", "resume", "shot", "breaks", "aim", "fit", "study", "check", "info", "export", "play",
          "picture", "explain", "new", "scenes", "completion", "version", "help"}) {
        EXPECT_TRUE(contains("|" + offered("\"\""), "|" + std::string(command) + "|"));
        std::istringstream words(carom_command({command, "--help"}).out);
        const std::string options = "|" + offered(std::string(command) + " -");
        for (std::string word; words >> word;) {
            for (std::size_t at = word.find("--"); at == 0 || at == 3; at = std::string::npos) {
                const std::string name = word.substr(at, word.find_first_of(".,;", at) - at);
                EXPECT_TRUE(contains(options, "|" + name + "|"))
                    << command << " " << name << " in " << options;
            }
        }
    }
}

TEST_F(Completion, OtherShellsTakeTheirScripts) {
    for (const std::string shell : {"zsh", "fish"}) {
        const Outcome outcome = carom_command({"completion", shell});
        EXPECT_EQ(outcome.code, 0);
        EXPECT_TRUE(contains(outcome.out, "Simulate a scene")) << outcome.out;
        EXPECT_TRUE(contains(outcome.out, " nine_ball_shot ")) << outcome.out;
        put_text(directory_ / "script", outcome.out);
        if (fs::exists("/usr/bin/" + shell)) {
            EXPECT_EQ(shell_output(shell + " -n \"" + (directory_ / "script") + "\" 2>&1"), "");
        }
    }
    EXPECT_EQ(carom_command({"completion", "tcsh"}).code, 2);
}

class CompletionIn : public testing::TestWithParam<const char*> {
protected:
    /// The same for the other shells; a missing word at the end is a blank.
    std::string offered(const std::string& words) const {
        const std::string shell = GetParam(), at = directory_ / "";
        const std::string offer =
            shell == "zsh"
                ? "\"" CAROM_SOURCE_DIR "/tests/app/offered_by_zsh\" \"" + at + "\" \"carom " + words + "\""
                : "fish --no-config -c \"source _carom; complete -C 'carom " + words + "'\" | cut -f 1";
        return shell_output("cd \"" + at + "\" && " + offer + " | sed \"s|/$||\" | sort | tr \"\\n\" \"|\"");
    }

    WorkDirectory directory_;
};

TEST_P(CompletionIn, OffersCommandsOptionsAndFiles) {
    const std::string shell = GetParam();
    if (!fs::exists("/usr/bin/" + shell)) GTEST_SKIP() << "there is no " << shell;
    put_text(directory_ / "_carom", carom_command({"completion", shell}).out);
    for (const char* name : {"a.toml", "c.carom", "nine.txt"}) put_text(directory_ / name, "");
    fs::create_directory(directory_ / "dir");
    EXPECT_EQ(offered("expo"), "export|");
    EXPECT_EQ(offered("run --un"), "--until|");
    EXPECT_EQ(offered("run a"), "a.toml|");
    EXPECT_EQ(offered("run nine_ball_s"), "nine_ball_shot|");
    EXPECT_EQ(offered("study nine_ball_s"), "nine_ball_shot|");
    EXPECT_EQ(offered("picture nine_ball_s"), "nine_ball_shot|");
    EXPECT_EQ(offered("run a.toml -o "), "dir|");
    EXPECT_TRUE(contains(offered("check "), "c.carom|dir|"));
    EXPECT_EQ(offered("scenes c"), "copy|");
    EXPECT_EQ(offered("scenes copy two"), "two_masses|");
    EXPECT_EQ(offered("completion z"), "zsh|");
}

INSTANTIATE_TEST_SUITE_P(OtherShells, CompletionIn, testing::Values("zsh", "fish"),
                         [](const auto& test) { return std::string(test.param); });

TEST(Colours, OnlyOnATerminalThatWantsThem) {
    const WorkDirectory directory;
    const std::string run =
        std::string(CAROM_EXECUTABLE) + " run " + bundled("two_masses") + " -o " + (directory / "o");
    const auto shown = [&](const std::string& environment) {
        return shell_output(environment + " script -qec \"" + run + "\" /dev/null < /dev/null");
    };
    EXPECT_TRUE(contains(shown("NO_COLOR= TERM=xterm"), "\033[32mno overlap"));
    EXPECT_FALSE(contains(shown("NO_COLOR=1 TERM=xterm"), "\033["));
    EXPECT_FALSE(contains(shown("NO_COLOR= TERM=dumb"), "\033["));
    EXPECT_FALSE(contains(shell_output(run), "\033["));
}

TEST(SceneFaults, ShowTheLineWithACaret) {
    const WorkDirectory directory;
    put_text(directory / "s.toml", "dimension = 2\n[[balls]]\nposition = [0, 0]\nradius = \xC3\xA9 -1\n");
    const Outcome outcome = carom_command({"run", directory / "s.toml", "-o", directory / "o"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(contains(outcome.err, "s.toml:4:10: ")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "\n    4 | radius = \xC3\xA9 -1\n      |          ^\n")) << outcome.err;
}

}  // namespace
}  // namespace carom::test
