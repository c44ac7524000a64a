// Promise: SVG as Carom writes it becomes the pixels it describes, and anything else is refused.
#include "draw/svg_raster.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "draw/font.hpp"

namespace carom::draw {
namespace {

Image drawn(const std::string& elements, double scale = 1) {
    Image image(100, 100, {1, 1, 1});
    draw_svg(image, "<svg fill=\"none\">\n" + elements + "</svg>\n", scale);
    return image;
}

std::string at(const Image& image, int x, int y) {
    return hexadecimal(image.at(x, y));
}

TEST(SvgRaster, ShapesTransformsAndInheritance) {
    const Image image = drawn(
        "<g fill=\"#ff0000\" transform=\"translate(10 20)scale(2)\"><circle cx=\"5\" cy=\"5\" r=\"4\"/>"
        "<g fill=\"#00f\"><rect x=\"20\" y=\"0\" width=\"5\" height=\"10\"/></g></g>"
        "<polygon points=\"60,60 90,60 90,90\" fill=\"#12803c\"/>");
    EXPECT_EQ(at(image, 20, 30), "#ff0000");
    EXPECT_EQ(at(image, 20, 39), "#ffffff");
    EXPECT_EQ(at(image, 55, 35), "#0000ff");
    EXPECT_EQ(at(image, 61, 35), "#ffffff");
    EXPECT_EQ(at(image, 85, 70), "#12803c");
    EXPECT_EQ(at(image, 65, 80), "#ffffff");
}

TEST(SvgRaster, OpacitiesMultiply) {
    const Image image =
        drawn("<g opacity=\".5\"><rect width=\"50\" height=\"50\" fill=\"#000\" fill-opacity=\".5\"/></g>");
    EXPECT_NEAR(image.at(10, 10).red, 0.75, 1e-5);
}

TEST(SvgRaster, PathsAbsoluteRelativeAndArcs) {
    // A square with relative steps, packed as SvgPath packs them.
    EXPECT_EQ(at(drawn("<path d=\"m10 10l20 0 0 20-20 0z\" fill=\"#000\"/>"), 20, 20), "#000000");
    EXPECT_EQ(at(drawn("<path d=\"M10 10h20v20H10\" fill=\"#000\"/>"), 20, 20), "#000000");
    // The upper half of a disc of radius 20, clockwise from the left.
    const Image half = drawn("<path d=\"M30 50A20 20 0 0 1 70 50\" fill=\"#000\"/>");
    EXPECT_EQ(at(half, 50, 32), "#000000");
    EXPECT_EQ(at(half, 50, 52), "#ffffff");
    const Image line = drawn("<path d=\"M0 50H100\" stroke=\"#00f\" stroke-width=\"4\"/>");
    EXPECT_EQ(at(line, 50, 50), "#0000ff");
    EXPECT_EQ(at(line, 50, 53), "#ffffff");
}

TEST(SvgRaster, GradientsAndGroupsForLaterUse) {
    const Image image = drawn(
        "<defs><linearGradient id=\"g\"><stop stop-color=\"#000\"/><stop offset=\"1\" stop-color=\"#fff\"/>"
        "</linearGradient><g id=\"b\"><circle r=\"10\" fill=\"#f00\"/><g><circle r=\"3\" "
        "fill=\"#00f\"/></g></g>"
        "</defs><rect y=\"80\" width=\"100\" height=\"20\" fill=\"url(#g)\"/>"
        "<use href=\"#b\" transform=\"translate(30 30)scale(2)\"/><use href=\"#b\"/>");
    EXPECT_NEAR(image.at(49, 90).red, 0.5, 0.01);
    EXPECT_EQ(at(image, 30, 30), "#0000ff");
    EXPECT_EQ(at(image, 30, 40), "#ff0000");
    EXPECT_EQ(at(image, 1, 1), "#0000ff");
    EXPECT_EQ(at(image, 70, 70), "#ffffff");
}

TEST(SvgRaster, TextStandsWhereItsAnchorSays) {
    const auto columns = [](const char* anchor) {
        const Image image = drawn("<text x=\"50\" y=\"60\" font-size=\"20\" fill=\"#000\" text-anchor=\"" +
                                  std::string(anchor) + "\">H&lt;</text>");
        int first = 100, last = -1;
        for (int x = 0; x < 100; ++x) {
            for (int y = 0; y < 100; ++y) {
                if (image.at(x, y).red > 0.5F) continue;
                first = std::min(first, x);
                last = std::max(last, x);
            }
        }
        return std::pair(first, last);
    };
    const double width = text_width("H<", 20, Weight::regular);
    EXPECT_GT(width, 20);
    EXPECT_NEAR(columns("start").first, 51, 2);
    EXPECT_NEAR(columns("end").second, 49, 2);
    EXPECT_NEAR(columns("middle").first + columns("middle").second, 99, 3);
    EXPECT_NEAR(columns("start").second - columns("start").first, width, 5);
}

TEST(SvgRaster, ScalesAsAWhole) {
    EXPECT_EQ(at(drawn("<circle cx=\"20\" cy=\"20\" r=\"2\" fill=\"#000\"/>", 4), 80, 80), "#000000");
}

TEST(SvgRaster, RefusesWhatItDoesNotKnow) {
    EXPECT_THROW(drawn("<ellipse rx=\"3\"/>"), std::logic_error);
    EXPECT_THROW(drawn("<use href=\"#none\"/>"), std::logic_error);
    EXPECT_THROW(drawn("<g transform=\"rotate(3)\"></g>"), std::logic_error);
}

TEST(Font, WidthsAddUpAndGreekIsThere) {
    EXPECT_EQ(text_width("", 20, Weight::regular), 0);
    EXPECT_NEAR(text_width("nn", 20, Weight::regular), 2 * text_width("n", 20, Weight::regular), 1e-9);
    EXPECT_NEAR(text_width("carom", 40, Weight::bold), 2 * text_width("carom", 20, Weight::bold), 1e-4);
    for (const char* sign : {"²", "√", "−", "×", "±", "ω"})
        EXPECT_FALSE(text_outline(sign, {}, 20, Weight::regular).empty()) << sign;
    // Broken UTF-8 does no harm.
    EXPECT_GT(text_width("\xC3", 20, Weight::regular), 0);
    EXPECT_GT(text_width("a\xFF\xE2\x82", 20, Weight::regular), 0);
}

}  // namespace
}  // namespace carom::draw
