// Promise: the picture shows the straight lines the balls flew, at their places, cut where a periodic box
// ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "app/command.hpp"

namespace carom::test {
namespace {

struct Line {
    long x1 = 0, y1 = 0, x2 = 0, y2 = 0;  // tenths of a pixel
};

/// The lines of one <path>: m starts, l goes on, all relative.
void add_lines(const std::string& data, std::vector<Line>& lines) {
    std::string spaced;
    for (const char c : data) {
        const bool letter = c == 'm' || c == 'l';
        if (letter || c == '-') spaced += ' ';
        spaced += c;
        if (letter) spaced += ' ';
    }
    std::istringstream words(spaced);
    char command = 'm';
    long x = 0, y = 0;
    for (std::string word, second; words >> word;) {
        if (word == "m" || word == "l") {
            command = word[0];
            words >> word;
        }
        words >> second;
        const long nx = x + std::stol(word), ny = y + std::stol(second);
        if (command == 'l') lines.push_back({x, y, nx, ny});
        x = nx;
        y = ny;
    }
}

/// All lines that balls flew.
std::vector<Line> flown(const std::string& scene, const std::string& until) {
    const WorkDirectory directory;
    put_text(directory / "s.toml", scene);
    EXPECT_EQ(carom_command({"run", directory / "s.toml", "-o", directory / "o", "--until", until}).code, 0);
    const std::string picture = text_of(directory / "o/paths.svg");
    std::vector<Line> lines;
    std::size_t at = picture.find("<g transform=\"scale(.1)\"");
    while ((at = picture.find(" d=\"m", at)) != std::string::npos) {
        at += 4;
        add_lines(picture.substr(at, picture.find('"', at) - at), lines);
    }
    return lines;
}

std::string one_ball(const std::string& boundary) {
    return "dimension = 2\n[world]\nlower = [0.0, 0.0]\nupper = [2.0, 1.0]\nboundary = \"" + boundary +
           "\"\n[[balls]]\nname = \"cue\"\nposition = [0.5, 0.5]\nvelocity = [1.0, 0.0]\nradius = 0.1\n";
}

TEST(PathsSvg, ABounceOffACushion) {
    // The table is 1120 pixels wide from x = 40, and its rails are 0.055 wide. The ball turns at x = 1.9 and
    // ends at 0.3.
    constexpr double scale = 10 * 1120 / 2.11, left = 400 + 0.055 * scale;
    const std::vector<Line> lines = flown(one_ball("wall"), "3");
    ASSERT_FALSE(lines.empty());
    long rightmost = 0, length = 0;
    for (const Line& line : lines) {
        EXPECT_EQ(line.y1, line.y2);
        rightmost = std::max({rightmost, line.x1, line.x2});
        length += std::abs(line.x2 - line.x1);
    }
    EXPECT_EQ(lines.front().x1, std::lround(left + 0.5 * scale));
    EXPECT_EQ(rightmost, std::lround(left + 1.9 * scale));
    EXPECT_EQ(lines.back().x2, std::lround(left + 0.3 * scale));
    EXPECT_NEAR(static_cast<double>(length), 3 * scale, 2);
}

// Characters that no XML may have made a file that no browser takes; others turned the line on the terminal
// round.
TEST(PathsSvg, NamesHoldAnything) {
    const WorkDirectory directory;
    put_text(directory / "s.toml", "name = \"a\\uFFFEb\\u202Ec\"\n" + one_ball("wall"));
    const Outcome outcome =
        carom_command({"run", directory / "s.toml", "-o", directory / "o", "--until", "1"});
    EXPECT_NE(outcome.out.find("a?b?c"), std::string::npos) << outcome.out;
    const std::string picture = text_of(directory / "o/paths.svg");
    EXPECT_EQ(picture.find("\uFFFE"), std::string::npos);
    EXPECT_NE(picture.find("a\uFFFDb"), std::string::npos);
    const std::vector<std::string> words{"picture",           directory / "o", "-o",
                                         directory / "t.svg", "--title",       "a\xFF"};
    EXPECT_EQ(carom_command(words).code, 0);
    EXPECT_NE(text_of(directory / "t.svg").find("a\uFFFD"), std::string::npos);
}

TEST(PathsSvg, ThroughAPeriodicFace) {
    // Without rails one unit is 560 pixels from x = 40. The ball leaves at x = 2, comes in at 0 and ends at
    // 0.5.
    const std::vector<Line> lines = flown(one_ball("periodic"), "2");
    ASSERT_FALSE(lines.empty());
    long length = 0;
    for (const Line& line : lines) {
        EXPECT_GE(line.x2, line.x1) << "a line across the box";
        EXPECT_GE(line.x1, 400);
        EXPECT_LE(line.x2, 11600);
        length += line.x2 - line.x1;
    }
    EXPECT_EQ(lines.front().x1, 400 + 2800);
    EXPECT_EQ(lines.back().x2, 400 + 2800);
    EXPECT_EQ(length, 2 * 5600);
}

TEST(PathsSvg, IsATableOnlyWhereNothingFallsAndWithoutANameHasNoTitle) {
    const WorkDirectory directory;
    const auto drawn = [&](const std::string& scene) {
        put_text(directory / "s.toml", scene);
        const auto outcome =
            carom_command({"run", directory / "s.toml", "-o", directory / "o", "--until", "1"});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return text_of(directory / "o/paths.svg");
    };
    const std::string rail = "url(#wood)", table = one_ball("wall");
    EXPECT_NE(drawn(table).find(rail), std::string::npos);
    std::string falling = table;
    falling.insert(falling.find("[[balls]]"), "gravity = [0.0, -1.0]\n");
    const std::string picture = drawn(falling);
    EXPECT_EQ(picture.find(rail), std::string::npos);
    EXPECT_EQ(picture.find("<title>"), std::string::npos);
    EXPECT_EQ(picture.find("></text>"), std::string::npos) << "a text without letters";
    EXPECT_NE(drawn("name = 'n'\n" + table).find("<title>n</title>"), std::string::npos);
}

TEST(PathsSvg, ALongTitleIsMadeSmallerAndThenCutBetweenLetters) {
    const WorkDirectory directory;
    const auto title_of = [&](const std::string& name) {
        put_text(directory / "s.toml", "name = '" + name + "'\n" + one_ball("wall"));
        EXPECT_EQ(carom_command({"run", directory / "s.toml", "-o", directory / "o", "--until", "1"}).code,
                  0);
        const std::string picture = text_of(directory / "o/paths.svg");
        const std::size_t at = picture.find("<text x=\"40\" y=\"56\" font-size=");
        return picture.substr(at + 30, picture.find("</text>", at) - at - 30);
    };
    EXPECT_EQ(title_of("short").find("\"30\""), 0U);
    const std::string smaller = title_of(std::string(90, 'n'));
    EXPECT_NE(smaller.find(std::string(90, 'n')), std::string::npos);
    EXPECT_NE(smaller.find("\"30\""), 0U);
    std::string umlauts;
    for (int k = 0; k < 300; ++k) umlauts += "\u00fc";
    const std::string cut = title_of(umlauts);
    EXPECT_NE(cut.find("\u00fc..."), std::string::npos) << cut;
    EXPECT_EQ(cut.find("\"15\""), 0U);
}

TEST(PathsSvg, StaysSmallHoweverFastABallFlies) {
    std::string scene = one_ball("periodic");
    scene.replace(scene.find("[1.0, 0.0]"), 10, "[1e6, 3e5]");
    const std::vector<Line> lines = flown(scene, "1");
    EXPECT_GT(lines.size(), 100U);
    EXPECT_LT(lines.size(), 10'000U);
}

}  // namespace
}  // namespace carom::test
