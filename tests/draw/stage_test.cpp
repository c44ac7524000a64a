// Promise: in a parallel projection every ball is a disc of its size at its place, the nearest thing is seen,
// and labels keep off each other.
#include "draw/stage.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "draw/label_placer.hpp"
#include "math/vec_ops.hpp"

namespace carom::draw {
namespace {

using detail::dot;
using detail::length;

const Box<double, 3> kCube{{0, 0, 0}, {2, 2, 2}};
const Frame kFrame{0, 0, 200, 200};

TEST(Camera, HasPerpendicularUnitDirectionsAndFitsTheBox) {
    for (const double azimuth : {-77.0, 0.0, 30.0, 200.0}) {
        for (const double elevation : {-90.0, 0.0, 20.0, 90.0}) {
            const Camera camera = camera_for({azimuth, elevation}, kCube, kFrame);
            EXPECT_NEAR(length(camera.right), 1, 1e-15);
            EXPECT_NEAR(length(camera.up), 1, 1e-15);
            EXPECT_NEAR(dot(camera.right, camera.up), 0, 1e-15);
            EXPECT_NEAR(dot(camera.toward, camera.up), 0, 1e-15);
            double least = 200, most = 0;
            for (int corner = 0; corner < 8; ++corner) {
                const Point at = camera.at({corner % 2 * 2.0, corner / 2 % 2 * 2.0, corner / 4 * 2.0});
                for (const double place : {at.x, at.y}) {
                    least = std::min(least, place);
                    most = std::max(most, place);
                }
            }
            EXPECT_NEAR(least, 0, 1e-9);
            EXPECT_NEAR(most, 200, 1e-9);
        }
    }
}

TEST(Camera, FromTheFrontXGoesRightAndZUp) {
    const Camera camera = camera_for({0, 0}, kCube, kFrame);
    const Point at = camera.at({2, 1, 2});
    EXPECT_NEAR(at.x, 200, 1e-9);
    EXPECT_NEAR(at.y, 0, 1e-9);
    EXPECT_GT(camera.nearness({1, 0, 1}), camera.nearness({1, 2, 1}));
}

TEST(Stage, ABallIsADiscOfItsSize) {
    const Camera camera = camera_for({30, 20}, kCube, kFrame);
    Image image(200, 200, {1, 1, 1});
    draw_stage(image, kFrame, {{{{1, 1, 1}, 0.5, {0.2F, 0.4F, 0.8F}}}, {}, {}}, camera);
    double covered = 0;
    for (int y = 0; y < 200; ++y) {
        for (int x = 0; x < 200; ++x) {
            const Colour& pixel = image.at(x, y);
            const double distance = std::hypot(x + 0.5 - 100, y + 0.5 - 100), radius = 0.5 * camera.scale;
            if (distance > radius + 1) {
                ASSERT_EQ(pixel.red, 1) << x << " " << y;
            }
            if (distance < radius - 1) {
                ASSERT_GT(pixel.blue, 1.3F * pixel.red) << x << " " << y;
            }
            covered += pixel.red < 0.99F ? 1 : 0;
        }
    }
    EXPECT_NEAR(covered, 3.14159 * 0.25 * camera.scale * camera.scale, 4 * camera.scale);
}

TEST(Stage, FacesAreSeenFromTheirFrontOnlyAndCatchShadows) {
    const StageFace floor{{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}, {0, 0, 1}};
    const Camera above = camera_for({0, 90}, kCube, kFrame), below = camera_for({0, -90}, kCube, kFrame);
    const auto seen = [&](const std::vector<StageBall>& balls, const Camera& camera) {
        Image image(200, 200, {1, 1, 1});
        draw_stage(image, kFrame, {balls, {floor}, {}}, camera);
        return image;
    };
    const StageBall ball{{1, 1, 0.3}, 0.3, {1, 0, 0}};
    EXPECT_LT(seen({ball}, above).at(10, 10).red, 0.99F);
    EXPECT_EQ(seen({ball}, below).at(10, 10).red, 1);
    // The light comes from the upper left, so the floor is darker to the lower right of the ball.
    const Image image = seen({ball}, above);
    EXPECT_LT(image.at(128, 135).green, 0.8F * image.at(10, 190).green);
}

TEST(Stage, BallsHideEdges) {
    const StageEdge behind{{0, 2, 1}, {2, 2, 1}}, before{{0, 0, 1}, {2, 0, 1}};
    const auto middle = [&](const StageEdge& edge) {
        Image image(200, 200, {1, 1, 1});
        draw_stage(image, kFrame, {{{{1, 1, 1}, 0.5, {1, 1, 1}}}, {}, {edge}},
                   camera_for({0, 0}, kCube, kFrame));
        return std::min(image.at(100, 99).red, image.at(100, 100).red);
    };
    EXPECT_GT(middle(behind), middle(before) + 0.1F);
}

TEST(Stage, AVesselIsSeenFromInsideAndOnlyWhereItIsFree) {
    const Camera camera = camera_for({0, 0}, kCube, kFrame);
    Stage stage;
    stage.vessels = {{{1, 1, 1}, {}, 1}, {{1, 1, 1}, {0, 0, 5}, 0.5}};
    stage.limits = {{{0, 0, -2}, -3}};  // what is below 3/2
    Image image(200, 200, {1, 1, 1});
    draw_stage(image, kFrame, stage, camera);
    const auto seen = [&](double x, double z) {
        const Point at = camera.at({x, 0, z});
        return image.at(static_cast<int>(at.x), static_cast<int>(at.y)).red < 0.99F;
    };
    EXPECT_TRUE(seen(1, 1));
    EXPECT_TRUE(seen(0.55, 1.45));
    EXPECT_TRUE(seen(1, 0.05)) << "the end of the lens";
    EXPECT_FALSE(seen(0.45, 1)) << "outside the cylinder";
    EXPECT_FALSE(seen(0.55, 0.05)) << "outside the sphere";
    EXPECT_FALSE(seen(1, 1.55)) << "beyond the limit";
}

TEST(Stage, BallsCastShadowsOnVessels) {
    const Camera camera = camera_for({0, 90}, kCube, kFrame);
    const auto seen = [&](const std::vector<StageBall>& balls) {
        Image image(200, 200, {1, 1, 1});
        draw_stage(image, kFrame, {balls, {}, {}, {{{1, 1, 1}, {}, 1}}}, camera);
        return image.at(118, 128).green;
    };
    EXPECT_LT(seen({{{1, 1, 0.3}, 0.2, {1, 0, 0}}}), 0.9F * seen({}));
}

TEST(LabelPlacer, LabelsKeepOffEachOther) {
    std::mt19937_64 random(3);
    const auto number = [&](double to) { return to * static_cast<double>(random() >> 11) * 0x1p-53; };
    for (int round = 0; round < 30; ++round) {
        LabelPlacer placer({0, 0, 400, 400});
        std::vector<Frame> frames;
        for (int k = 0; k < 12; ++k) {
            placer.keep_off({number(400), number(400)}, {number(400), number(400)});
            placer.keep_off_circle({number(400), number(400)}, number(100));
            // Anchors in a crowd.
            frames.push_back(
                placer.place({150 + number(60), 150 + number(60)}, 7, "a label", 14, Weight::regular).around);
        }
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const Frame& a = frames[i];
            EXPECT_TRUE(a.left >= 0 && a.top >= 0 && a.left + a.width <= 400 && a.top + a.height <= 400);
            for (std::size_t j = 0; j < i; ++j) {
                const Frame& b = frames[j];
                EXPECT_TRUE(a.left + a.width <= b.left || b.left + b.width <= a.left ||
                            a.top + a.height <= b.top || b.top + b.height <= a.top);
            }
        }
    }
}

TEST(LabelPlacer, AFreeLabelIsNear) {
    LabelPlacer placer({0, 0, 400, 400});
    EXPECT_EQ(placer.place({200, 200}, 7, "near", 14, Weight::regular).distance, 7);
}

}  // namespace
}  // namespace carom::draw
