// Promise: a table seen from above shows where its balls lie, and those that fell before in the tray.
#include "look/table_look.hpp"

#include <gtest/gtest.h>

namespace carom::look {
namespace {

using billiards::Phase;

TEST(TableLook, BallsThatFellBeforeLieSideBySideInTheTray) {
    billiards::TableScene scene;
    scene.setup.table = billiards::pocket_table(billiards::pool_table_9_foot());
    for (int k = 0; k < 4; ++k) {
        scene.setup.balls.emplace_back();
        scene.ball_names.push_back(std::to_string(k));
        scene.start.push_back(billiards::ball_at(0.3, 0.4 + 0.2 * k));
    }
    scene.start[1].phase = Phase::pocketed;
    scene.start[3].phase = Phase::off_table;
    const Scene<2> flat = flat_scene(scene);
    EXPECT_EQ(flat.balls[0].position, (Vec2d{0.3, 0.4}));
    EXPECT_EQ(flat.balls[2].position, (Vec2d{0.3, 0.8}));
    const double radius = scene.setup.balls[0].radius;
    EXPECT_EQ(flat.balls[1].position, tray_place(flat, radius, 0));
    EXPECT_EQ(flat.balls[3].position, tray_place(flat, radius, 1));
    EXPECT_LT(flat.balls[1].position[1], 0) << "below the bed";
    EXPECT_GT(flat.balls[3].position[0] - flat.balls[1].position[0], 2 * radius);
}

}  // namespace
}  // namespace carom::look
