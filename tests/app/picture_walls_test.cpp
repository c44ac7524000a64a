// Promise: pictures show round vessels, and moving walls where they are at the moment drawn.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "app/decoded.hpp"
#include "app/picture.hpp"

namespace carom::test {
namespace {

/// Of a page without a title, in the units of SVG: what is to be seen fills it from top to bottom. PNG has
/// half a pixel for each.
constexpr double kTop = 58, kHeight = 720 - 58 - 56, kMiddleX = 640, kMiddleY = kTop + kHeight / 2;

const std::string kBall = "[[balls]]\nposition = [0, 0]\nvelocity = [0.5, 0]\nradius = 0.1\n";
const std::string kBall3 = "[[balls]]\nposition = [0, 0, 0]\nvelocity = [0.5, 0, 0]\nradius = 0.1\n";
const std::string kCircle = "[[containers]]\ncenter = [0, 0]\nradius = 1\n";
const std::string kSphere = "[[containers]]\ncenter = [0, 0, 0]\nradius = 1\n";
const std::string kTube = "[[containers]]\ncenter = [0, 0, 0]\nradius = 1\naxis = [0, 0, 1]\n";

/// A room of side 4 with a ball, and a piston that starts at its far face on one axis.
std::string pressed(int dimension) {
    const auto vector = [&](const char* each, const char* last) {
        return "[" + std::string(dimension == 3 ? each + std::string(", ") : "") + each + ", " + last + "]";
    };
    return "dimension = " + std::to_string(dimension) + "\n[world]\nlower = " + vector("0", "0") +
           "\nupper = " + vector("4", "4") + "\n[[walls]]\nnormal = " + vector("0", "-1") +
           "\noffset = -4\nspeed = 0.5\n[[balls]]\nposition = " + vector("1", "1") +
           "\nvelocity = " + vector("0.1", "0") + "\nradius = 0.2\n";
}

class PictureOfWalls : public Picture {
protected:
    Decoded seen(const std::string& source, std::vector<std::string> options = {}) {
        options.insert(options.end(),
                       {"--size", "640x360", "--title", "", "--azimuth", "0", "--elevation", "0"});
        return decoded(drawn(source, options));
    }
};

/// The pixel at a place in units of length from the middle of the page.
Rgb pixel(const Decoded& picture, double x, double y, double unit) {
    return picture.at(static_cast<int>((kMiddleX + x * unit) / 2),
                      static_cast<int>((kMiddleY - y * unit) / 2));
}

/// The points of the last outline of the first element with this beginning.
std::vector<std::pair<double, double>> points(const std::string& svg, const std::string& beginning,
                                              char start) {
    std::vector<std::pair<double, double>> result;
    const std::size_t element = svg.find(beginning);
    if (element == std::string::npos) return result;
    const std::size_t end = svg.find('"', element + beginning.size());
    const char* at = svg.c_str() + svg.rfind(start, end - 1) + 1;
    while (at < svg.c_str() + end - 1) {
        char* next = nullptr;
        const double x = std::strtod(at, &next);
        const double y = std::strtod(next + 1, &next);
        result.emplace_back(x, y);
        at = next + 1;
    }
    return result;
}

TEST_F(PictureOfWalls, ACircleAroundTheBalls) {
    const double unit = kHeight / 2;
    const Decoded with = seen(scene("dimension = 2\n" + kCircle + kBall));
    EXPECT_TRUE(pixel(with, -0.68, 0.68, unit).white()) << "inside, near the circle";
    EXPECT_FALSE(pixel(with, -0.74, 0.74, unit).white()) << "outside";
    EXPECT_FALSE(pixel(with, 0.74, -0.74, unit).white());
    const std::string svg = drawn(scene("dimension = 2\n" + kCircle + kBall), {"--title", ""}, "p.svg");
    const auto circle = points(svg, "<path d=\"", 'M');
    EXPECT_GT(circle.size(), 100U);
    for (const auto& [x, y] : circle) EXPECT_NEAR(std::hypot(x - kMiddleX, y - kMiddleY), unit, 0.1);
}

TEST_F(PictureOfWalls, ASphereAroundTheBalls) {
    const double unit = kHeight / 2;
    const std::string file = scene("dimension = 3\n" + kSphere + kBall3);
    const Decoded picture = seen(file);
    EXPECT_FALSE(pixel(picture, -0.68, 0.68, unit).white());
    EXPECT_FALSE(pixel(picture, 0.95, 0, unit).white());
    EXPECT_TRUE(pixel(picture, -0.74, 0.74, unit).white());
    const std::string svg = drawn(file, {"--title", "", "--azimuth", "0", "--elevation", "0"}, "p.svg");
    const auto outline = points(svg, "<polygon points=\"", '"');
    EXPECT_GT(outline.size(), 100U);
    for (const auto& [x, y] : outline) EXPECT_NEAR(std::hypot(x - kMiddleX, y - kMiddleY), unit, 0.1);
}

TEST_F(PictureOfWalls, ATubeBetweenItsEnds) {
    // The tube is as wide as the page is high for 2 units, and ends with the floor at -1 and the lid at 1.
    const std::string ends =
        "[[walls]]\nnormal = [0, 0, 1]\noffset = -1\n[[walls]]\nnormal = [0, 0, -1]\noffset = -1\n";
    const Decoded picture = seen(scene("dimension = 3\n" + kTube + ends + kBall3));
    const double unit = kHeight / 2;
    for (const double x : {-0.95, 0.95}) {
        for (const double z : {-0.95, 0.95})
            EXPECT_FALSE(pixel(picture, x, z, unit).white()) << x << " " << z;
        EXPECT_TRUE(pixel(picture, 1.1 * x, 0, unit).white());
    }
    // From above it is a disc on the floor.
    const Decoded above =
        decoded(drawn(scene("dimension = 3\n" + kTube + ends + kBall3),
                      {"--size", "640x360", "--title", "", "--azimuth", "0", "--elevation", "90"}));
    EXPECT_FALSE(pixel(above, -0.68, 0.68, unit).white());
    EXPECT_TRUE(pixel(above, -0.74, 0.74, unit).white());
}

TEST_F(PictureOfWalls, AVesselIsCutByAWall) {
    const std::string wall = "[[walls]]\nnormal = [1, 0, 1]\noffset = -0.5\n";
    const Decoded picture = seen(scene("dimension = 3\n" + kSphere + wall + kBall3));
    const double unit = kHeight / 2;
    EXPECT_FALSE(pixel(picture, 0.6, 0.6, unit).white());
    EXPECT_TRUE(pixel(picture, -0.6, -0.6, unit).white());
}

TEST_F(PictureOfWalls, APistonIsWhereItIsAtTheMoment) {
    const double unit = kHeight / 4;
    const std::string flat = run(scene(pressed(2)), {"--until", "2"});
    EXPECT_TRUE(pixel(seen(flat, {"--at", "0"}), 0, 1.5, unit).white());
    const Decoded later = seen(flat, {"--at", "2"});
    EXPECT_FALSE(pixel(later, 0, 1.03, unit).white());
    EXPECT_TRUE(pixel(later, 0, 0.95, unit).white());
    // In space the back wall is seen up to the piston.
    const std::string space = run(scene(pressed(3)), {"--until", "2"});
    EXPECT_FALSE(pixel(seen(space, {"--at", "0"}), 0, 1.5, unit).white());
    const Decoded after = seen(space, {"--at", "2"});
    EXPECT_TRUE(pixel(after, 0, 1.05, unit).white());
    EXPECT_FALSE(pixel(after, 0, 0.95, unit).white());
}

TEST_F(PictureOfWalls, AFrameOfAMovieShowsThePistonOfItsMoment) {
    const std::string result = run(scene(pressed(2)), {"--until", "2"}), movie = directory_ / "movie";
    EXPECT_EQ(test::carom_command(
                  {"picture", result, "--movie", movie, "--fps", "1", "--size", "640x360", "--title", ""})
                  .code,
              0);
    const double unit = kHeight / 4;
    EXPECT_TRUE(pixel(decoded(text_of(movie + "/frame_00000.png")), 0, 1.6, unit).white());
    EXPECT_FALSE(pixel(decoded(text_of(movie + "/frame_00001.png")), 0, 1.6, unit).white());
    EXPECT_TRUE(pixel(decoded(text_of(movie + "/frame_00001.png")), 0, 1.4, unit).white());
}

TEST_F(PictureOfWalls, WallsAndVesselsOnOpenAxesAreSeen) {
    // The piston of the bundled scene starts at 16 and comes down by 0.1 in a unit of time.
    const std::string result = run(bundled("piston"), {"--until", "20"});
    const Decoded picture = seen(result, {"--at", "20"});
    const auto dark = [&](double row) {
        int pixels = 0;
        for (int x = 0; x < picture.width; ++x)
            pixels += picture.at(x, static_cast<int>(row / 2)).red < 245 ? 1 : 0;
        return pixels;
    };
    // From the side the page shows 14 units; floor and piston are 8 wide.
    const double width = 8 * kHeight / 14 / 2;
    EXPECT_NEAR(dark(kTop), width, 5);
    EXPECT_NEAR(dark(kTop + kHeight - 2), width, 5);
}

TEST_F(PictureOfWalls, PathsOfARunShowThemToo) {
    const std::string round =
        text_of(run(scene("dimension = 2\n" + kCircle + kBall), {"--until", "1"}) + "/paths.svg");
    const auto circle = points(round, "<path d=\"", 'M');
    ASSERT_GT(circle.size(), 100U);
    for (const auto& [x, y] : circle)
        EXPECT_NEAR(std::hypot(x - 600, y - 432), 320, 0.1) << "the panel is 640 pixels high from 112";
    const std::string pressed_paths = text_of(run(scene(pressed(2)), {"--until", "2"}) + "/paths.svg");
    double lowest = 0, highest = 1e9;
    for (const auto& [x, y] : points(pressed_paths, "<polygon points=\"", '"')) {
        lowest = std::max(lowest, y);
        highest = std::min(highest, y);
    }
    EXPECT_NEAR(lowest - highest, 640 / 4.0, 0.2) << "a quarter of the panel";
}

}  // namespace
}  // namespace carom::test
