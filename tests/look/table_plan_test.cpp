// Promise: cloth lies between the cushions and each pocket, and sights lie on rails but in no pocket.
#include "look/table_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace carom::look {
namespace {

using billiards::Table;

bool covers(const std::vector<Vec2d>& polygon, const Vec2d& place) {
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Vec2d &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
        if ((b[0] - a[0]) * (place[1] - a[1]) - (b[1] - a[1]) * (place[0] - a[0]) < 0) return false;
    }
    return polygon.size() > 2;
}

const Box<double, 2> kArea{{0, 0}, {1.27, 2.54}};

Table pool_table() {
    return billiards::pocket_table(billiards::pool_table_9_foot());
}

TEST(TablePlan, EachPocketHasAMouthBetweenItsCushions) {
    const Table table = pool_table();
    const auto mouths = mouths_of(table);
    ASSERT_EQ(mouths.size(), 6U);
    // The middle of the mouth, where the lines of the noses end, and the way from there to the edge of the
    // hole.
    for (const Vec2d place : {Vec2d{0.02, 0.02}, Vec2d{0, 0}, Vec2d{1.25, 0.02}, Vec2d{1.25, 2.52},
                              Vec2d{0.02, 2.52}, Vec2d{-0.002, 1.27}, Vec2d{1.272, 1.27}}) {
        EXPECT_TRUE(
            std::any_of(mouths.begin(), mouths.end(), [&](const auto& each) { return covers(each, place); }))
            << place[0] << ' ' << place[1];
    }
    // The middle of the table, cushions between pockets, wood.
    for (const Vec2d place : {Vec2d{0.6, 1.27}, Vec2d{-0.01, 0.6}, Vec2d{0.6, -0.01}, Vec2d{-0.06, 1.9}}) {
        EXPECT_TRUE(
            std::none_of(mouths.begin(), mouths.end(), [&](const auto& each) { return covers(each, place); }))
            << place[0] << ' ' << place[1];
    }
}

TEST(TablePlan, ACornerOfAMouthIsAnEndOfACushion) {
    const Table table = pool_table();
    for (const auto& mouth : mouths_of(table)) {
        for (const Vec2d& corner : mouth) {
            EXPECT_TRUE(
                std::any_of(table.straight_cushions.begin(), table.straight_cushions.end(),
                            [&](const auto& each) { return each.from == corner || each.to == corner; }));
        }
    }
    EXPECT_TRUE(mouths_of(billiards::rectangular_table(1.27, 2.54)).empty());
    EXPECT_TRUE(mouths_of({}).empty());
}

TEST(TablePlan, SightsLieOnTheRailsOfTablesTwiceAsLongAsWide) {
    EXPECT_EQ(sights_of(kArea, {}).size(), 20U);
    EXPECT_EQ(sights_of({{0, 0}, {2, 1}}, {}).size(), 20U);
    EXPECT_TRUE(sights_of({{0, 0}, {1, 1.5}}, {}).empty());
    // Those of the side pockets are in the hole.
    const auto sights = sights_of(kArea, pool_table().pockets);
    EXPECT_EQ(sights.size(), 18U);
    const Box<double, 2> rails = widened(kArea, kRailShare * shorter_side(kArea));
    for (const Vec2d& place : sights) {
        const bool beside = place[0] < 0 || place[0] > 1.27 || place[1] < 0 || place[1] > 2.54;
        EXPECT_TRUE(beside);
        for (int axis = 0; axis < 2; ++axis) {
            EXPECT_GT(place[axis], rails.lower[axis]);
            EXPECT_LT(place[axis], rails.upper[axis]);
        }
    }
}

TEST(TablePlan, PicturesHaveRoomForPocketsBeyondTheRails) {
    EXPECT_DOUBLE_EQ(reach_of(kArea, {}), 0.055 * 1.27);
    EXPECT_DOUBLE_EQ(reach_of(kArea, {{{-0.1, 1}, 0.06}}), 0.16);
    EXPECT_DOUBLE_EQ(reach_of(kArea, {{{1, 2.6}, 0.05}}), 0.11);
}

}  // namespace
}  // namespace carom::look
