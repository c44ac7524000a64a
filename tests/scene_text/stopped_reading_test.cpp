// Promise: whoever reads a scene is asked again and again whether to go on. The work between two questions is
// bounded by bytes of text, by lines of imports and by balls. A no ends it with one fault, which says so.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <string>

#include "carom/scene_text/scene_file.hpp"
#include "support/directory.hpp"

namespace carom::test {
namespace {

/// Steps between two questions, and the characters that the parser takes in a step.
constexpr std::size_t kUnasked = 256;
constexpr std::size_t kCharacters = 64;

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
    // The look for endless keys, line by line; the parser; the tree (a table, two arrays and four numbers for
    // each ball); the balls; and their check, in four rounds.
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    expect_to_stop(read,
                   (lines + text.size() / kCharacters + 7 * kBalls + kBalls + 4 * kBalls) / kUnasked - 4);
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

}  // namespace
}  // namespace carom::test
