// Promise: the picture of a study shows every mean where its axes say, with a bar of one standard error.
#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <string>
#include <vector>

#include "carom/study/study_folder.hpp"

namespace carom::test::study_curves {
namespace {

struct Place {
    double x = 0, y = 0;
};

/// The places of all circles of this radius.
std::vector<Place> circles(const std::string& svg, const std::string& radius = "3.5") {
    const std::regex circle("<circle cx=\"([0-9.]+)\" cy=\"([0-9.]+)\" r=\"" + radius + "\"");
    std::vector<Place> found;
    for (std::sregex_iterator it(svg.begin(), svg.end(), circle), end; it != end; ++it)
        found.push_back({std::stod((*it)[1]), std::stod((*it)[2])});
    return found;
}

/// Lower and upper ends of all bars.
std::vector<std::pair<double, double>> bars(const std::string& svg) {
    const std::regex bar("M[0-9.]+ ([0-9.]+)V([0-9.]+)\" fill=\"none\" stroke=\"#[0-9a-f]+\" stroke-width");
    std::vector<std::pair<double, double>> found;
    for (std::sregex_iterator it(svg.begin(), svg.end(), bar), end; it != end; ++it)
        found.emplace_back(std::stod((*it)[1]), std::stod((*it)[2]));
    return found;
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++found;
    return found;
}

/// Where a label of an axis stands.
Place label(const std::string& svg, const std::string& text, const std::string& anchor) {
    const std::regex found("<text x=\"([0-9.]+)\" y=\"([0-9.]+)\" text-anchor=\"" + anchor + "\">" + text +
                           "<");
    std::smatch match;
    if (!std::regex_search(svg, match, found)) {
        ADD_FAILURE() << "no label " << text << " in\n" << svg;
        return {};
    }
    return {std::stod(match[1]), std::stod(match[2])};
}

StudyPlan plan_of(std::vector<StudyParameter> parameters) {
    StudyPlan plan;
    plan.name = "gas <1> & co";
    plan.parameters = std::move(parameters);
    return plan;
}

TEST(StudyCurves, PointsAndBarsStandWhereTheAxesSay) {
    const StudyPlan plan = plan_of({{"generate.packing", {"0.1", "0.2", "0.4"}}});
    const std::vector<StudyMean> means{
        {{"0.1"}, "a.b", 10, 2, 4}, {{"0.2"}, "a.b", 30, 4, 4}, {{"0.4"}, "a.b", 20, {}, 1}};
    const std::string svg = curves_svg(plan, means);
    EXPECT_EQ(svg.find("<svg "), 0U);
    EXPECT_NE(svg.find(">gas &lt;1&gt; &amp; co</text>"), std::string::npos);
    const std::vector<Place> at = circles(svg);
    ASSERT_EQ(at.size(), 3U);
    EXPECT_NEAR(at[2].x - at[1].x, 2 * (at[1].x - at[0].x), 0.3);
    EXPECT_NEAR(at[0].y - at[2].y, at[2].y - at[1].y, 0.3);
    EXPECT_LT(at[1].y, at[0].y);  // more is higher
    const double one = (at[0].y - at[2].y) / 10;
    const auto ends = bars(svg);
    ASSERT_EQ(ends.size(), 2U);  // the third error is not known
    EXPECT_NEAR(ends[0].first - at[0].y, 2 * one, 0.3);
    EXPECT_NEAR(at[0].y - ends[0].second, 2 * one, 0.3);
    EXPECT_NEAR(ends[1].first - ends[1].second, 8 * one, 0.3);
    EXPECT_NEAR(label(svg, "0.2", "middle").x, at[1].x, 0.2);
    EXPECT_NEAR(label(svg, "20", "end").y - 4, at[2].y, 0.2);
}

TEST(StudyCurves, APanelForEachQuantityAndALineForEachCombination) {
    const StudyPlan plan = plan_of({{"law", {"\"x\"", "\"y\""}}, {"n", {"1", "2", "3"}}});
    std::vector<StudyMean> means;
    for (const char* law : {"\"x\"", "\"y\""}) {
        for (const char* n : {"1", "2", "3"}) {
            means.push_back({{law, n}, "temperature.kt", 1, 0.1, 2});
            means.push_back({{law, n}, "pressure.z_virial", 2, 0.1, 2});
            means.push_back({{law, n}, "theory.z", 2, {}, 2});
            means.push_back({{law, n}, "nothing", NAN, {}, 0});
        }
    }
    const std::string svg = curves_svg(plan, means);
    EXPECT_EQ(circles(svg).size(), 12U);      // theory is no point
    EXPECT_EQ(circles(svg, "4").size(), 2U);  // of the legend
    EXPECT_EQ(count(svg, "stroke-dasharray"), 2U);
    EXPECT_EQ(count(svg, "stroke-opacity"), 2U);  // points of what has a theory are not joined
    EXPECT_NE(svg.find(">law = x</text>"), std::string::npos);
    EXPECT_LT(svg.find(">pressure.z_virial<"), svg.find(">temperature.kt<"));
    EXPECT_EQ(svg.find(">nothing<"), std::string::npos);
    for (const Place& place : circles(svg)) EXPECT_TRUE(place.x > 0 && place.x < 880 && place.y > 0);
}

TEST(StudyCurves, WithoutNumbersCombinationsStandSideBySide) {
    const StudyPlan plan = plan_of({{"law", {"\"x\"", "\"y\""}}});
    const std::string svg = curves_svg(plan, {{{"\"x\""}, "a", 5, {}, 1}, {{"\"y\""}, "a", 5, {}, 1}});
    const std::vector<Place> at = circles(svg);
    ASSERT_EQ(at.size(), 2U);
    EXPECT_NEAR(label(svg, "1", "middle").x, at[0].x, 0.2);
    EXPECT_NEAR(label(svg, "2", "middle").x, at[1].x, 0.2);
    EXPECT_EQ(at[0].y, at[1].y);
    EXPECT_NE(curves_svg(plan, {}).find("nothing was measured"), std::string::npos);
    const std::string alone = curves_svg(plan_of({}), {{{}, "a", 0, 0, 1}});
    EXPECT_EQ(circles(alone).size(), 1U);
    EXPECT_EQ(alone.find("nan"), std::string::npos) << alone;
    EXPECT_EQ(alone.find("inf"), std::string::npos) << alone;
}

}  // namespace
}  // namespace carom::test::study_curves
