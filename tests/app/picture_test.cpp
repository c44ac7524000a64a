// Promise: `carom picture` shows every ball where it is, the nearer one before the farther, in colours that
// say what the key says, the same in PNG and SVG; and refuses what it cannot draw.
#include "app/picture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "app/command.hpp"
#include "app/decoded.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;

bool reddish(const Rgb& c) {
    return c.red > 1.6 * c.blue && c.red > 1.6 * c.green;
}
bool bluish(const Rgb& c) {
    return c.blue > 1.4 * c.red;
}

std::string ball(const std::string& place, double radius) {
    return "[[balls]]\nposition = " + place + "\nradius = " + std::to_string(radius) + "\n";
}

std::string space(const std::string& balls) {
    return "dimension = 3\n" + balls;
}

/// The middle of the pixels that `wanted` holds for; -1 when there are none.
template <class Wanted>
double middle_column(const Decoded& picture, Wanted wanted) {
    double sum = 0, count = 0;
    for (int y = 90; y < picture.height - 60; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            if (!wanted(picture.at(x, y))) continue;
            sum += x;
            ++count;
        }
    }
    return count > 0 ? sum / count : -1;
}

TEST_F(Picture, OverlappingBallsAreRedTheOthersBlue) {
    // From the left: two that touch, one that is free.
    const std::string text = space(ball("[-3, 0, 0]", 1) + ball("[-1, 0, 0]", 1) + ball("[3, 0, 0]", 1));
    const Decoded picture =
        decoded(drawn(scene(text), {"--overlaps", "--azimuth", "0", "--size", "640x360"}));
    const double red = middle_column(picture, reddish), blue = middle_column(picture, bluish);
    // The balls' box from -4 to 4 fills the frame around the middle of the picture.
    const double unit = (640 - 32) / 8.06;
    EXPECT_NEAR(red, 320 - 2 * unit, 0.05 * unit);
    EXPECT_NEAR(blue, 320 + 3 * unit, 0.05 * unit);
}

TEST_F(Picture, TheSampleOfTheArticleHasThreeRedSpheresAndABlueOne) {
    const std::string sample = std::string(CAROM_SOURCE_DIR) + "/examples/overlap_sample.toml";
    const std::string svg = drawn(sample, {"--overlaps"}, "p.svg");
    std::size_t red = 0, blue = 0, at = 0;
    while ((at = svg.find("fill=\"url(#s", at)) != std::string::npos) {
        at += 12;
        ++(svg.substr(at, 6) == "d62728" ? red : blue);
    }
    EXPECT_EQ(red, 3U);
    EXPECT_EQ(blue, 1U);
    EXPECT_NE(carom_command({"run", sample, "-o", directory_ / "o"}).code, 0);
}

TEST_F(Picture, OverlapsThroughAPeriodicFaceCount) {
    const std::string world = "[world]\nlower = [0, 0]\nupper = [10, 10]\nboundary = \"periodic\"\n";
    const std::string text =
        "dimension = 2\n" + world + ball("[0.5, 5]", 1) + ball("[9.5, 5]", 1) + ball("[5, 5]", 1);
    const std::string svg = drawn(scene(text), {"--overlaps"}, "p.svg");
    EXPECT_TRUE(contains(svg, "fill=\"#d62728\"")) << svg;
    EXPECT_TRUE(contains(svg, "fill=\"#2f6fd0\"")) << svg;
}

TEST_F(Picture, TheNearerBallHidesTheFarther) {
    // Ball 0, blue, is small; ball 1, red, is large. Azimuth 0 looks along +y.
    const std::string text = space(ball("[0, -3, 0]", 0.5) + ball("[0, 3, 0]", 1));
    const auto middle = [&](const char* azimuth) {
        const Decoded picture = decoded(drawn(
            scene(text), {"--azimuth", azimuth, "--elevation", "0", "--title", "", "--size", "320x180"}));
        return picture.at(160, (58 + (720 - 58 - 56) / 2) / 4);
    };
    EXPECT_TRUE(bluish(middle("0")));
    EXPECT_TRUE(reddish(middle("180")));
}

TEST_F(Picture, ABallIsRoundAndAsLargeAsTheScaleBarSays) {
    const std::string text = space(ball("[0, 0, 0]", 2));
    const Decoded picture = decoded(drawn(scene(text), {"--size", "640x640", "--title", ""}));
    const int y = static_cast<int>(std::lround((58 + (720 - 58 - 56) / 2.0) * 640 / 720));
    int left = 0, right = 639, top = y, bottom = y;
    while (picture.at(left, y).white()) ++left;
    while (picture.at(right, y).white()) --right;
    while (!picture.at(320, top).white()) --top;
    while (!picture.at(320, bottom).white()) ++bottom;
    EXPECT_NEAR(left + right, 639, 1) << "it lies in the middle";
    EXPECT_NEAR(right - left + 1, bottom - top - 1, 2);
    const double unit = (right - left + 1) / 4.0;  // pixels
    const int bar = static_cast<int>(std::lround((720 - 29) * 640.0 / 720));
    int length = 0;
    for (int x = 0; x < 640; ++x) length += picture.at(x, bar).red < 140 && x > 500 ? 1 : 0;
    EXPECT_NEAR(length, unit, 2) << "one unit";
    const std::string svg = drawn(scene(text), {"--size", "640x640", "--title", ""}, "p.svg");
    EXPECT_TRUE(contains(svg, ">1</text>")) << svg;
}

TEST_F(Picture, ASymmetricSceneGivesASymmetricPicture) {
    const std::string text = "dimension = 2\n" + ball("[-2, 0]", 1) + ball("[2, 0]", 1) +
                             ball("[0, 2]", 0.5) + ball("[0, -2]", 0.5);
    const Decoded picture = decoded(drawn(scene(text), {"--title", ""}));
    // Pixels at the edges of balls may be white by a hair on one side.
    int covered = 0, different = 0;
    for (int y = 60; y < 660; ++y) {
        for (int x = 0; x < 640; ++x) {
            const bool left = picture.at(x, y).white(), right = picture.at(1279 - x, y).white();
            covered += left ? 0 : 1;
            different += left == right ? 0 : 1;
        }
    }
    EXPECT_GT(covered, 20'000);
    EXPECT_LT(different, covered / 500);
}

TEST_F(Picture, PngAndSvgShowTheSame) {
    const std::string text = "dimension = 2\n[world]\nlower = [0, 0]\nupper = [4, 2]\n" +
                             ball("[1, 0.5]", 0.3) + ball("[3, 1.5]", 0.4);
    const std::string svg = drawn(scene(text), {}, "p.svg");
    const Decoded picture = decoded(drawn(scene(text), {}));
    std::size_t at = 0;
    int seen = 0;
    while ((at = svg.find("<circle cx=\"", at + 1)) != std::string::npos) {
        const auto number = [&](const char* name) {
            return std::strtod(svg.c_str() + svg.find(name, at) + std::string(name).size(), nullptr);
        };
        const std::size_t fill = svg.find("fill=\"#", at);
        const Rgb pixel =
            picture.at(static_cast<int>(number("cx=\"")), static_cast<int>(number("cy=\"") - 3));
        const long colour = std::strtol(svg.substr(fill + 7, 6).c_str(), nullptr, 16);
        EXPECT_EQ((pixel.red << 16) + (pixel.green << 8) + pixel.blue, colour);
        ++seen;
    }
    EXPECT_EQ(seen, 2);
}

TEST_F(Picture, ABallIsWhereItFlewTo) {
    // From 1 with speed 2 it turns at the wall at 3.7 and is at 2.4 at time 2. One unit is 289 pixels.
    const std::string text =
        "dimension = 2\n[world]\nlower = [0, 0]\nupper = [4, 2]\n[[balls]]\nposition = [1, 1]\nradius = 0.3\n"
        "velocity = [2, 0]\n";
    const std::string result = run(scene(text), {"--until", "2"});
    for (const auto& [time, place] : {std::pair("0", 1.0), std::pair("1.25", 3.5), std::pair("end", 2.4)}) {
        const Decoded picture = decoded(drawn(result, {"--at", time, "--title", ""}));
        const double column = middle_column(picture, [](const Rgb& c) { return bluish(c) && c.red > 50; });
        EXPECT_NEAR(column, 640 + (place - 2) * (720 - 58 - 56) / 2, 2) << time;
    }
    EXPECT_EQ(drawn(result, {}), drawn(result + "/trajectory.carom", {"--at", "end"}, "q.png"));
}

TEST_F(Picture, PathsEndAtTheBallsAndDotsAreImpacts) {
    const std::string result = run(bundled("nine_ball_break"));
    const std::string without = drawn(result, {"--at", "0.6"}, "p.svg");
    const std::string svg = drawn(result, {"--at", "0.6", "--paths"}, "p.svg");
    EXPECT_FALSE(contains(without, " d=\"m"));
    EXPECT_TRUE(contains(svg, " d=\"m"));
    // 12 impacts up to then, of a ball with a wall, of two balls, which gives two dots, and of all ten at
    // once.
    EXPECT_TRUE(contains(svg, "after 12 impacts")) << svg;
    std::size_t dots = 0, at = 0;
    while ((at = svg.find("r=\"2.6\"", at + 1)) != std::string::npos) ++dots;
    EXPECT_GT(dots, 12U + 9U);
    EXPECT_LE(dots, 10U + 2 * 11U);
}

TEST_F(Picture, PathsOfChosenBallsOnly) {
    const std::string result = run(bundled("nine_ball_break"));
    const auto paths = [&](const std::string& balls) {
        const std::string svg = drawn(result, {"--path-of", balls}, "p.svg");
        std::size_t count = 0;
        for (std::size_t at = 0; (at = svg.find("<path stroke=", at)) != std::string::npos; ++at) ++count;
        return count;
    };
    // A path is drawn in up to six pieces of equal time. Numbered from 0, the cue ball is ball 0.
    EXPECT_GE(paths("cue"), 1U);
    EXPECT_LE(paths("cue"), 6U);
    EXPECT_EQ(paths("0"), paths("cue"));
    EXPECT_GT(paths("cue,9"), paths("cue"));
}

TEST_F(Picture, ASheetShowsItsMoments) {
    const std::string result = run(bundled("gas_1000"), {"--until", "0.4"});
    const std::string svg = drawn(result, {"--sheet", "5"}, "p.svg");
    for (const char* time : {">t = 0<", ">t = 0.1<", ">t = 0.2<", ">t = 0.3<", ">t = 0.4<"})
        EXPECT_TRUE(contains(svg, time)) << time;
    EXPECT_TRUE(contains(svg, "speed 0"));
    const std::string chosen = drawn(result, {"--at", "0.3,0.1", "--at", "end", "--colour", "id"}, "p.svg");
    EXPECT_LT(chosen.find(">t = 0.1<"), chosen.find(">t = 0.3<"));
    EXPECT_TRUE(contains(chosen, ">t = 0.4<"));
    EXPECT_FALSE(contains(chosen, "speed 0"));
}

TEST_F(Picture, SizeAndTitleAreAsAskedFor) {
    const std::string text = scene(space(ball("[0, 0, 0]", 1)));
    const Decoded picture = decoded(drawn(text, {"--size", "321x200"}));
    EXPECT_EQ(picture.width, 321);
    EXPECT_EQ(picture.height, 200);
    EXPECT_TRUE(contains(drawn(text, {"--title", "a < b & c"}, "p.svg"), ">a &lt; b &amp; c</text>"));
}

TEST_F(Picture, SaysWhichLettersItLacks) {
    const std::string text = scene(space(ball("[0, 0, 0]", 1)));
    const auto errors = [&](const std::string& title, const std::string& name) {
        const Outcome outcome = carom_command({"picture", text, "-o", directory_ / name, "--title", title});
        EXPECT_EQ(outcome.code, 0);
        return outcome.err;
    };
    EXPECT_EQ(errors("玉 and 球, 玉", "p.png"),
              "carom: drawn as boxes, for want of letters: 玉球 (an .svg shows them)\n");
    EXPECT_EQ(errors("玉", "p.svg"), "");
    EXPECT_EQ(errors("Größe λ", "p.png"), "");
}

/// The picture, 20 times smaller, is the committed one up to a little.
void expect_reference(const std::string& png, const std::string& name) {
    const Decoded small = reduced(decoded(png), 20);
    const Decoded reference = decoded(text_of(std::string(CAROM_SOURCE_DIR "/tests/data/") + name + ".png"));
    ASSERT_EQ(small.bytes.size(), reference.bytes.size()) << name;
    double worst = 0;
    for (std::size_t k = 0; k < small.bytes.size(); ++k)
        worst = std::max(worst, std::fabs(double{1} * small.bytes[k] - reference.bytes[k]));
    EXPECT_LE(worst, 6) << name;
}

TEST_F(Picture, LooksAsItDid) {
    expect_reference(drawn(run(bundled("marbles_in_box"), {"--until", "0.5"}), {}), "picture_marbles");
    expect_reference(drawn(run(bundled("nine_ball_break")), {"--at", "0.6", "--paths"}), "picture_break");
}

TEST_F(Picture, AMovieHasAPictureForEveryFrame) {
    const std::string result = run(bundled("two_masses"));
    const std::string movie = directory_ / "movie";
    fs::create_directories(movie);
    put_text(movie + "/frame_00005.png", "of an earlier movie");
    for (int k = 0; k < 5; ++k) put_text(movie + "/frame_0000" + std::to_string(k) + ".png", "likewise");
    const Outcome outcome = carom_command({"picture", result, "--movie", movie, "--from", "0.5", "--to", "1",
                                           "--fps", "8", "--size", "320x200"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "5 in " + movie)) << outcome.out;
    for (int k = 0; k < 5; ++k)
        EXPECT_EQ(decoded(text_of(movie + "/frame_0000" + std::to_string(k) + ".png")).width, 320);
    EXPECT_FALSE(fs::exists(movie + "/frame_00005.png"));
    const bool encoder = std::system("command -v ffmpeg > /dev/null 2>&1") == 0;
    EXPECT_EQ(fs::exists(movie + "/movie.mp4"), encoder);
    EXPECT_EQ(contains(outcome.out, "ffmpeg is not installed"), !encoder) << outcome.out;
}

TEST_F(Picture, AMovieThatFfmpegRefusesIsAFailure) {
    const std::string result = run(bundled("two_masses"));
    fs::create_directories(directory_ / "bin");
    put_text(directory_ / "bin/ffmpeg", "#!/bin/sh\nexit 7\n");
    fs::permissions(directory_ / "bin/ffmpeg", fs::perms::owner_all);
    Process process({"picture", result, "--movie", directory_ / "movie", "--to", "0.5", "--fps", "4"},
                    Stderr::file, {}, {"PATH=" + (directory_ / "bin") + ":/usr/bin:/bin"});
    const Outcome outcome = process.finish();
    EXPECT_EQ(outcome.code, 3) << outcome.out;
    EXPECT_TRUE(contains(outcome.err, "movie.mp4: ffmpeg ended with exit code 7")) << outcome.err;
    EXPECT_TRUE(fs::exists(directory_ / "movie/frame_00000.png")) << "the pictures stay";
    EXPECT_FALSE(fs::exists(directory_ / "movie/movie.mp4"));
    EXPECT_FALSE(fs::exists(directory_ / "movie/movie.mp4.partial"));
}

TEST_F(Picture, AMovieStopsWhenAskedTo) {
    const std::string result = run(bundled("two_masses"));
    Process process({"picture", result, "--movie", directory_ / "movie", "--fps", "5000"}, Stderr::terminal);
    EXPECT_TRUE(process.wait_until([&] { return contains(process.on_terminal(), "pictures"); }));
    process.send(SIGINT);
    EXPECT_EQ(process.finish().code, 130);
    EXPECT_FALSE(fs::exists(directory_ / "movie/frame_09999.png"));
}

class BadPicture : public Picture {
protected:
    void refused(const std::vector<std::string>& arguments, const std::string& culprit, int code = 2) {
        std::vector<std::string> words = {"picture"};
        words.insert(words.end(), arguments.begin(), arguments.end());
        const Outcome outcome = carom_command(words);
        EXPECT_EQ(outcome.code, code) << culprit;
        EXPECT_TRUE(contains(outcome.err, culprit)) << culprit << " not in " << outcome.err;
        EXPECT_FALSE(fs::exists(directory_ / "x.png")) << culprit;
        EXPECT_FALSE(fs::exists(directory_ / "x.png.partial")) << culprit;
    }
};

TEST_F(BadPicture, OptionsThatMakeNoSense) {
    const std::string result = run(bundled("two_masses"));
    const std::string file = directory_ / "x.png";
    const auto wrong = [&](const std::string& option, const std::string& value) {
        refused({result, "-o", file, option, value}, "'" + value + "'");
    };
    for (const char* time : {"-1", "nan", "inf", "1s", "", "last"}) wrong("--at", time);
    for (const char* count : {"0", "101", "2.5", "x"}) wrong("--sheet", count);
    for (const char* size : {"10x10", "9000x100", "100", "axb", "100x", "x100", "1e3x1e3"})
        wrong("--size", size);
    for (const char* angle : {"nan", "361", "up"}) wrong("--azimuth", angle);
    for (const char* angle : {"91", "-91", "down"}) wrong("--elevation", angle);
    for (const char* time : {"-1", "inf"}) wrong("--from", time);
    for (const char* time : {"-1", "end"}) wrong("--to", time);
    for (const char* rate : {"0", "-1", "nan", "inf"}) wrong("--fps", rate);
    wrong("--colour", "mass");
}

TEST_F(BadPicture, WhatDoesNotGoTogether) {
    const std::string result = run(bundled("two_masses"));
    const std::string file = directory_ / "x.png", movie = directory_ / "movie";
    refused({result}, "none is given");
    refused({result, "-o", file, "--movie", movie}, "not both");
    refused({result, "-o", file, "--at", "1", "--sheet", "3"}, "--at does not go with --sheet");
    refused({result, "-o", directory_ / "x.jpg"}, "x.jpg");
    refused({result, "--movie", movie, "--at", "1"}, "--at");
    refused({result, "-o", file, "--from", "1"}, "--sheet");
    refused({result, "-o", file, "--sheet", "3", "--from", "1", "--to", "0.5"}, "--from 1");
    refused({result, "-o", file, "--at", "2.5"}, "time 2.5");
    refused({result, "-o", file, "--sheet", "2", "--to", "2.5"}, "time 2.5");
    refused({result, "--movie", movie, "--to", "2.5"}, "--to 2.5");
    refused({result, "--movie", movie, "--fps", "1e9"}, "pictures");
    refused({result, "-o", file, "--sheet", "100", "--size", "64x2000"}, "do not fit");
    refused({result, "-o", file, "--path-of", "heavy,none"}, "'none'");
    refused({result, "-o", file, "--path-of", "4"}, "'4'");
    EXPECT_FALSE(fs::exists(movie));
}

TEST_F(BadPicture, ScenesAndFiles) {
    const std::string file = directory_ / "x.png";
    refused({bundled("two_masses"), "-o", file, "--at", "1"}, "its start only");
    refused({bundled("two_masses"), "-o", file, "--paths"}, "not run");
    refused({bundled("two_masses"), "--movie", directory_ / "movie"}, "not run");
    refused({bundled("gas_1000"), "-o", file, "--paths"}, "carom: --paths draws scenes in 2D only");
    refused({bundled("gas_1000"), "-o", file, "--path-of", "9999"},
            "carom: --path-of draws scenes in 2D only");
    refused({directory_ / "none.toml", "-o", file}, "none.toml");
    refused({directory_ / "none", "-o", file}, "none", 3);
    fs::create_directories(directory_ / "empty");
    refused({directory_ / "empty", "-o", file}, "empty/trajectory.carom", 3);
    put_text(directory_ / "cut.carom",
             text_of(run(bundled("two_masses")) + "/trajectory.carom").substr(0, 99));
    refused({directory_ / "cut.carom", "-o", file}, "cut.carom", 3);
    refused({scene("dimension = 2\n" + ball("[0, 0]", -1)), "-o", file}, "radius");
    refused({bundled("two_masses"), "-o", directory_ / "no/such/x.png"}, "no/such", 3);
    put_text(directory_ / "file", "");
    refused({run(bundled("two_masses")), "--movie", directory_ / "file/m"}, "Not a directory", 3);
    fs::copy_file(bundled("two_masses"), directory_ / "own.toml");
    fs::create_hard_link(directory_ / "own.toml", directory_ / "own.svg");
    refused({directory_ / "own.toml", "-o", directory_ / "own.svg"}, "overwrite");
}

}  // namespace
}  // namespace carom::test
