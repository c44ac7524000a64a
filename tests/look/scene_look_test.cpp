// Promise: one rule says what a pool table is and which colours balls have.
#include "look/scene_look.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace carom::look {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Scene<2> table_of(const std::vector<std::string>& names) {
    Scene<2> scene;
    scene.world.boundary = {Boundary::wall, Boundary::wall};
    for (const std::string& name : names) {
        SceneBall<2> ball;
        ball.name = name;
        scene.balls.push_back(ball);
    }
    return scene;
}

/// So many balls without names.
Scene<2> gas_of(std::size_t count) {
    return table_of(std::vector<std::string>(count));
}

TEST(SceneLook, PoolBallsInABoxOfWallsLieOnFelt) {
    EXPECT_EQ(ground_of(table_of({"cue", "1", "15"})), Ground::felt);
}

TEST(SceneLook, ByAnyOtherNameTheyLieOnPaper) {
    for (const char* name : {"red", "0", "16", "07", ""})
        EXPECT_EQ(ground_of(table_of({"cue", name})), Ground::paper) << name;
    EXPECT_EQ(ground_of(table_of({"1", "1"})), Ground::paper) << "no set of pool balls has two of one number";
    EXPECT_EQ(ground_of(gas_of(2)), Ground::paper) << "a gas is no game";
}

TEST(SceneLook, WhatFallsOrHasOtherWallsIsNoTable) {
    Scene<2> scene = table_of({"cue", "1"});
    scene.world.gravity = {0, -1};
    EXPECT_EQ(ground_of(scene), Ground::paper);
    scene = table_of({"cue", "1"});
    scene.world.boundary[1] = Boundary::periodic;
    EXPECT_EQ(ground_of(scene), Ground::paper);
    scene = table_of({"cue", "1"});
    scene.world.walls.emplace_back();
    EXPECT_EQ(ground_of(scene), Ground::paper);
    scene = table_of({"cue", "1"});
    scene.world.containers.emplace_back();
    EXPECT_EQ(ground_of(scene), Ground::paper);
    Scene<3> space;
    space.world.boundary = {Boundary::wall, Boundary::wall, Boundary::wall};
    EXPECT_EQ(ground_of(space), Ground::paper);
}

TEST(SceneLook, StripesFromNineOnAndNoNumberOnTheCueBall) {
    const auto looks = looks_of(table_of({"cue", "3", "8", "11"}));
    EXPECT_EQ(looks[0].label, "");
    EXPECT_EQ(looks[3].label, "11");
    EXPECT_FALSE(looks[2].striped);
    EXPECT_TRUE(looks[3].striped);
    EXPECT_EQ(looks[3].fill, looks[1].fill);
}

TEST(SceneLook, FewBallsAreToldApartMoreBySpeciesOrSpeed) {
    EXPECT_EQ(usual_colours(gas_of(16)), ColourBy::id);
    EXPECT_EQ(usual_colours(gas_of(17)), ColourBy::speed);
    const auto with_species = [](std::size_t count) {
        Scene<2> scene = gas_of(40);
        for (std::size_t k = 0; k < scene.balls.size(); ++k)
            scene.balls[k].radius = static_cast<double>(1 + k % count);
        return scene;
    };
    EXPECT_EQ(usual_colours(with_species(2)), ColourBy::species);
    EXPECT_EQ(usual_colours(with_species(12)), ColourBy::species);
    EXPECT_EQ(usual_colours(with_species(13)), ColourBy::speed);
    Scene<2> pegs = gas_of(40);
    for (std::size_t k = 0; k < 20; ++k) pegs.balls[k].mass = kInfinity;
    EXPECT_EQ(usual_colours(pegs), ColourBy::speed) << "what never moves is grey anyway";
}

TEST(SceneLook, SpeciesGoFromSmallToLargeAndImmovableOnesLast) {
    Scene<2> scene = gas_of(4);
    for (std::size_t k = 0; k < 4; ++k) scene.balls[k].radius = std::vector<double>{2, 0.5, 1, 1}[k];
    scene.balls[1].mass = kInfinity;
    const SpeciesLooks table = species_of(scene);
    ASSERT_EQ(table.species.size(), 3U);
    EXPECT_EQ(table.of_ball, (std::vector<std::uint32_t>{1, 2, 0, 0}));
    EXPECT_EQ(table.species[0].balls, 2U);
    EXPECT_TRUE(table.species[2].immovable);
    EXPECT_EQ(table.species[2].fill, kImmovable);
    EXPECT_NE(table.species[0].fill, table.species[1].fill);
}

TEST(SceneLook, NamesAreShownWhereTheyTellBallsApart) {
    EXPECT_EQ(looks_of(table_of({"a", "b"}))[1].name, "b");
    const Scene<2> scene = table_of({"a", "a", "long name"});
    EXPECT_EQ(looks_of(scene)[2].name, "");
    EXPECT_EQ(looks_of(scene, {0, 2})[1].name, "long name");
    EXPECT_EQ(looks_of(scene, {0, 2})[1].label, "") << "too long for a ball";
}

}  // namespace
}  // namespace carom::look
