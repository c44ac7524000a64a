// Promise: whoever reads a scene is asked again and again whether to go on. The work between two questions is
// bounded by bytes of text, by lines of imports and by balls. A no ends it with one fault, which says so.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <string>

#include "carom/scene_text/scene_file.hpp"
#include "support/directory.hpp"

namespace carom::test {
namespace {

/// Steps between two questions, and the bytes that the parser takes in a step.
constexpr std::size_t kUnasked = 256;
constexpr std::size_t kWindow = 256;

/// Reads with `read(goes_on)` to the end, and stops it at its first question, its last one and between.
template <class Read>
void expect_to_stop(const Read& read, std::size_t fewest) {
    const auto stopped_at = [&](std::size_t last) {
        std::size_t asked = 0;
        const Result<SceneFile, SceneFaults> file = read([&](const GrowthProgress& growth) {
            EXPECT_EQ(growth.packing, 0);  // nothing grows here
            return ++asked < last;
        });
        if (file) return asked;
        EXPECT_EQ(file.error().lines, std::vector<std::string>{"s.toml: reading the scene was stopped"});
        EXPECT_TRUE(file.error().excerpts.empty());
        EXPECT_EQ(asked, last);
        return std::size_t{0};
    };
    const std::size_t all = stopped_at(SIZE_MAX);
    EXPECT_GE(all, fewest);
    for (const std::size_t last : {std::size_t{1}, all / 4, all / 2, all})
        EXPECT_EQ(stopped_at(last), 0U) << last;
}

TEST(StoppedReading, TheTextOfManyBalls) {
    constexpr std::size_t kBalls = 3000;
    std::string text = "dimension = 2\n[world]\nboundary = \"open\"\n[defaults]\nradius = 0.25\n";
    for (std::size_t k = 0; k < kBalls; ++k)
        text += "[[balls]] # of many\nposition = [" + std::to_string(k) + ", 2]\nvelocity = [0.5, -0.25]\n";
    const auto read = [&](const auto& goes_on) { return parse_scene(text, "s.toml", {}, goes_on); };
    // The parser, the tree (a table, two arrays and four numbers for each ball), the balls and their check.
    expect_to_stop(read, text.size() / kWindow / kUnasked + 7 * kBalls / kUnasked + kBalls / kUnasked +
                             4 * kBalls / kUnasked - 4);
}

TEST(StoppedReading, ImportedLines) {
    constexpr std::size_t kBalls = 3000;
    const Directory directory;
    std::ofstream xyz(directory / "b.xyz");
    std::ofstream csv(directory / "b.csv");
    xyz << kBalls << "\nProperties=species:S:1:pos:R:3\n";
    csv << "x,y\n";
    for (std::size_t k = 0; k < kBalls; ++k) {
        xyz << "A " << k << " 2 0\n";
        csv << k << ",2\n";
    }
    xyz.close();
    csv.close();
    for (const std::string file : {"b.xyz", "b.csv"}) {
        const std::string text = "dimension = 2\n[world]\nboundary = \"open\"\n[[import]]\nfile = \"" +
                                 (directory / file).string() + "\"\nradius = 0.25\n";
        const auto read = [&](const auto& goes_on) { return parse_scene(text, "s.toml", {}, goes_on); };
        // The lines, what they say, and the check of the balls.
        expect_to_stop(read, 6 * (kBalls / kUnasked) - 4);
    }
}

TEST(StoppedReading, AGenerator) {
    const std::string text =
        "dimension = 3\n[world]\nlower = [0, 0, 0]\nupper = [20, 20, 20]\n"
        "boundary = \"periodic\"\n[[generate]]\nkind = \"random_gas\"\ncount = 3000\n"
        "radius = 0.5\n";
    const auto read = [&](const auto& goes_on) { return parse_scene(text, "s.toml", {}, goes_on); };
    expect_to_stop(read, 5 * (std::size_t{3000} / kUnasked) - 4);
}

/// The parser sees the text through windows: all that may lie across the end of one is read as it stands
/// there.
TEST(StoppedReading, NoWordIsCutByAWindow) {
    for (std::size_t shift = 0; shift < 2 * kWindow; ++shift) {
        const std::string text = "\xEF\xBB\xBF" + std::string(shift, '\n') +
                                 "name = \"a longer name, with \xC3\xA4 and \\u00e4\"\ndimension = 2\n"
                                 "[[balls]]\nposition = [1.25e-1, -3.5]\nradius = 0.5\n";
        const auto file = parse_scene(text, "s.toml");
        ASSERT_TRUE(file) << shift << ": " << file.error().lines[0];
        const auto& scene = std::get<Scene<2>>(file->scene);
        EXPECT_EQ(scene.name, "a longer name, with \xC3\xA4 and \xC3\xA4") << shift;
        EXPECT_EQ(scene.balls[0].position[0], 0.125) << shift;
        EXPECT_EQ(scene.balls[0].position[1], -3.5) << shift;
    }
}

}  // namespace
}  // namespace carom::test
