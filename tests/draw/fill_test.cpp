// Promise: a filled shape covers its exact share of every pixel, holes are left out, and what overlaps is
// painted once.
#include "draw/fill.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace carom::draw {
namespace {

constexpr Colour kWhite{1, 1, 1};

/// Black ink on white, in pixels.
double ink(const Image& image) {
    double sum = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) sum += 1 - image.at(x, y).red;
    }
    return sum;
}

Image filled(const Outline& outline) {
    Image image(100, 80, kWhite);
    fill(image, outline, {});
    return image;
}

Line rectangle(double left, double top, double right, double bottom) {
    return {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
}

TEST(Fill, SharesOfPixelsAreExact) {
    const Image image = filled({rectangle(10.25, 20.5, 12.75, 22)});
    EXPECT_NEAR(ink(image), 2.5 * 1.5, 1e-5);
    EXPECT_NEAR(image.at(10, 20).red, 1 - 0.75 * 0.5, 1e-6);
    EXPECT_NEAR(image.at(11, 21).red, 0, 1e-6);
    EXPECT_NEAR(image.at(12, 21).red, 0.25, 1e-6);
    EXPECT_EQ(image.at(9, 20).red, 1);
}

TEST(Fill, ACircleHasItsArea) {
    for (const double radius : {0.4, 3.0, 17.3, 35.0})
        EXPECT_NEAR(ink(filled({circle_line({50.3, 40.1}, radius)})), std::numbers::pi * radius * radius,
                    0.09 * radius + 0.02);
}

TEST(Fill, AnyTriangleHasItsArea) {
    // Flat, steep, upside down and with slopes over many pixels in a row.
    for (const Line& t : {Line{{3.3, 4.1}, {90.2, 6.7}, {40.5, 70.9}}, Line{{50, 5}, {50.3, 75}, {49.1, 60}},
                          Line{{5, 40.2}, {95, 40.4}, {60, 40.9}}}) {
        const double area =
            std::fabs((t[1].x - t[0].x) * (t[2].y - t[0].y) - (t[2].x - t[0].x) * (t[1].y - t[0].y)) / 2;
        EXPECT_NEAR(ink(filled({t})), area, 1e-3 * area + 1e-3);
        EXPECT_NEAR(ink(filled({{t[2], t[1], t[0]}})), area, 1e-3 * area + 1e-3);
    }
}

TEST(Fill, OutsideTheImageNothingIsPainted) {
    EXPECT_NEAR(ink(filled({rectangle(-50, -50, 150, 150)})), 8000, 1e-2);
    EXPECT_NEAR(ink(filled({rectangle(90, 70, 150, 150)})), 100, 1e-3);
    EXPECT_EQ(ink(filled({rectangle(-50, 10, -5, 20)})), 0);
    EXPECT_EQ(ink(filled({rectangle(200, 10, 210, 20)})), 0);
    EXPECT_NEAR(ink(filled({{{-100, 0}, {100, 0}, {100, 80}, {-100, 80}}})), 8000, 1e-2);
}

TEST(Fill, OutlinesMayEndAnywhere) {
    EXPECT_NEAR(ink(filled({rectangle(-1e11, -1e11, 1e11, 1e11)})), 8000, 1e-2);
    EXPECT_NEAR(ink(filled({{{50, -1e11}, {1e11, 1e11}, {-1e11, 1e11}}})), 8000, 1e-2);
    EXPECT_NEAR(ink(filled({{{0, 1e300}, {1e308, 1e-300}, {-1e308, -1e-300}}})), 8000, 1e-2);
}

TEST(Fill, HolesAndOverlaps) {
    Line hole = rectangle(20, 20, 30, 30);
    const Line around = rectangle(10, 10, 40, 40);
    EXPECT_NEAR(ink(filled({around, hole})), 900, 1e-3) << "the same way round: painted once";
    std::swap(hole[1], hole[3]);
    EXPECT_NEAR(ink(filled({around, hole})), 800, 1e-3) << "the other way round: a hole";
}

TEST(Stroke, AStraightLineHasItsLengthTimesItsWidth) {
    EXPECT_NEAR(ink(filled(stroked({{10, 10}, {70, 55}}, 3, {}))), 75 * 3, 0.01);
    // Half of it is drawn by equal dashes.
    EXPECT_NEAR(ink(filled(stroked({{10, 10}, {90, 10}}, 2, {5, 5}))), 80, 0.01);
    EXPECT_TRUE(stroked({}, 3, {}).empty());
    EXPECT_TRUE(stroked({{5, 5}, {5, 5}}, 3, {}).empty());
}

TEST(Stroke, JointsAreRound) {
    // A right angle: two arms, and a quarter of a disc that is in none of them.
    const double area = ink(filled(stroked({{20, 20}, {60, 20}, {60, 60}}, 10, {})));
    EXPECT_NEAR(area, 2 * 40 * 10 - 25 + std::numbers::pi / 4 * 25, 0.5);
}

TEST(Gradient, GoesFromStopToStop) {
    Gradient gradient;
    gradient.stops = {{0, {0, 0, 0}}, {0.5, {1, 0, 0}}, {1, {1, 1, 1}}};
    EXPECT_EQ(gradient.at({-1, 0}), (Colour{0, 0, 0}));
    EXPECT_EQ(gradient.at({0.25, 0.7}), (Colour{0.5F, 0, 0}));
    EXPECT_EQ(gradient.at({2, 0}), (Colour{1, 1, 1}));
    gradient.type = GradientType::radial;
    EXPECT_EQ(gradient.at({0.5, 0.75}), (Colour{1, 0, 0}));
}

}  // namespace
}  // namespace carom::draw
