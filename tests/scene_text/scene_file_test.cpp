// What sound scene files mean, in every spelling that TOML allows.
#include "carom/scene_text/scene_file.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "carom/scene_text/table_scene_file.hpp"
#include "scene_text/reading.hpp"

namespace carom::test {
namespace {

const std::string kEverything = R"(name = "all"
dimension = 2
[world]
lower = [-1, -2.0]
upper = [9, 8]
boundary = ["periodic", "wall"]
[[walls]]
name = "shelf"
normal = [0, 2]
offset = -3
[[walls]]
normal = [0, -1]
point = [4, 7.5]
[collisions]
restitution_balls = 0.5
restitution_walls = 0.25
elastic_below = 1e-3
[defaults]
radius = 0.25
mass = 2
[[balls]]
name = "one"
position = [0, 0]
velocity = [1, -1]
[[balls]]
position = [2, 0]
radius = 0.5
mass = 3
[[balls]]
position = [4, 0]
immovable = true
[run]
until = 12.5
events = 1000
)";

TEST(SceneFile, ReadsEveryField) {
    const auto file = parse_scene(kEverything, "s.toml");
    ASSERT_TRUE(file) << joined(file.error().lines);
    EXPECT_EQ(file->limits.until, 12.5);
    EXPECT_EQ(file->limits.events, 1000U);
    const auto& scene = std::get<Scene<2>>(file->scene);
    EXPECT_EQ(scene.name, "all");
    EXPECT_EQ(scene.world.box.lower, (Vec2d{-1, -2}));
    EXPECT_EQ(scene.world.box.upper, (Vec2d{9, 8}));
    EXPECT_EQ(scene.world.boundary[0], Boundary::periodic);
    EXPECT_EQ(scene.world.boundary[1], Boundary::wall);
    ASSERT_EQ(scene.world.walls.size(), 2U);
    EXPECT_EQ(scene.world.walls[0].name, "shelf");
    EXPECT_EQ(scene.world.walls[0].half_space.normal, (Vec2d{0, 2}));
    EXPECT_EQ(scene.world.walls[0].half_space.offset, -3);
    EXPECT_EQ(scene.world.walls[1].half_space.offset, -7.5);
    EXPECT_EQ(scene.law.restitution_balls, 0.5);
    EXPECT_EQ(scene.law.restitution_walls, 0.25);
    EXPECT_EQ(scene.law.elastic_below, 1e-3);
    ASSERT_EQ(scene.balls.size(), 3U);
    EXPECT_EQ(scene.balls[0].name, "one");
    EXPECT_EQ(scene.balls[0].velocity, (Vec2d{1, -1}));
    EXPECT_EQ(scene.balls[0].radius, 0.25);
    EXPECT_EQ(scene.balls[0].mass, 2);
    EXPECT_EQ(scene.balls[1].radius, 0.5);
    EXPECT_EQ(scene.balls[1].mass, 3);
    EXPECT_EQ(scene.balls[1].velocity, Vec2d{});
    EXPECT_EQ(scene.balls[2].mass, immovable);
}

TEST(SceneFile, HasTheDocumentedDefaults) {
    const auto file = parse_scene("dimension = 3\n[[balls]]\nposition = [1, 2, 3]\nradius = 1\n", "s.toml");
    ASSERT_TRUE(file);
    EXPECT_FALSE(file->limits.until);
    EXPECT_FALSE(file->limits.events);
    const auto& scene = std::get<Scene<3>>(file->scene);
    EXPECT_EQ(scene.name, "");
    for (const Boundary boundary : scene.world.boundary) EXPECT_EQ(boundary, Boundary::open);
    EXPECT_EQ(scene.law.restitution_balls, 1);
    EXPECT_EQ(scene.law.restitution_walls, 1);
    EXPECT_FALSE(scene.law.elastic_below);
    EXPECT_EQ(scene.balls[0].mass, 1);
    const auto boxed = scene_in<2>(
        "dimension = 2\n[world]\nlower = [0, 0]\nupper = [9, 9]\n[[balls]]\nposition = [1, 2]\nradius = 1\n");
    for (const Boundary boundary : boxed.world.boundary) EXPECT_EQ(boundary, Boundary::wall);
}

TEST(SceneFile, MeansTheSameWithWindowsLineEndsAndAByteOrderMark) {
    std::string windows = "\xEF\xBB\xBF";
    for (const char c : kEverything) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
    const Scene<2> scene = scene_in<2>(windows);
    EXPECT_EQ(scene.balls.size(), 3U);
    EXPECT_EQ(scene.balls[1].position, (Vec2d{2, 0}));
}

TEST(SceneFile, PutsExplicitBallsFirstThenGeneratorsInOrder) {
    const Scene<2> scene = scene_in<2>(R"(dimension = 2
defaults = {radius = 0.25}
[[generate]]
kind = "cradle"
count = 3
position = [0, 5]
speed = 1
[[generate]]
kind = "rack"
shape = "9-ball"
apex = [0, 0]
[[generate]]
kind = "lattice"
lattice = "square"
origin = [0, 20]
counts = [2, 3]
spacing = 1
name = "l"
[[balls]]
name = "first"
position = [-5, 0]
)");
    ASSERT_EQ(scene.balls.size(), 1U + 3U + 9U + 6U);
    EXPECT_EQ(scene.balls[0].name, "first");
    EXPECT_EQ(scene.balls[1].position, (Vec2d{0, 5}));
    EXPECT_EQ(scene.balls[1].velocity, (Vec2d{1, 0}));
    EXPECT_EQ(scene.balls[4].name, "1");
    EXPECT_EQ(scene.balls[13].name, "l1");
    EXPECT_EQ(scene.balls[18].position, (Vec2d{1, 22}));
}

const std::string kSomeGas = R"(dimension = 2
[world]
lower = [0, 0]
upper = [30, 30]
boundary = "periodic"
[[generate]]
kind = "random_gas"
temperature = 1
seed = 5
[[generate.species]]
count = 20
radius = 1
[[generate.species]]
count = 30
radius = 0.5
mass = 4
)";

TEST(SceneFile, ReadsAMixture) {
    const Scene<2> scene = scene_in<2>(kSomeGas);
    ASSERT_EQ(scene.balls.size(), 50U);
    EXPECT_EQ(scene.balls[19].radius, 1);
    EXPECT_EQ(scene.balls[20].radius, 0.5);
    EXPECT_EQ(scene.balls[20].mass, 4);
}

TEST(SceneFile, GrowsADenseGas) {
    const std::string gas = R"(
dimension = 3
[world]
lower = [0, 0, 0]
upper = [8, 8, 8]
boundary = "periodic"
[[generate]]
kind = "random_gas"
packing = 0.6
radius = 0.5
)";
    const Scene<3> scene = scene_in<3>(gas);
    EXPECT_EQ(scene.balls.size(), 586U);
    EXPECT_EQ(scene.balls[0].radius, 0.5);
    const Scene<3> faster = scene_in<3>(gas + "growth_rate = 0.05\n");
    EXPECT_EQ(faster.balls.size(), 586U);
    EXPECT_NE(faster.balls[0].position, scene.balls[0].position);
}

TEST(SceneFile, ReadsAPorousMedium) {
    const std::string box =
        "dimension = 2\n[world]\nlower = [0, 0]\nupper = [30, 30]\nboundary = \"periodic\"\n"
        "[[generate]]\nkind = \"random_gas\"\n";
    const Scene<2> stones = scene_in<2>(box + "packing = 0.3\nradius = 0.5\nimmovable = true\n");
    EXPECT_EQ(stones.balls.size(), 343U);
    for (const auto& ball : stones.balls) EXPECT_EQ(ball.mass, immovable);
    const Scene<2> mixture =
        scene_in<2>(box +
                    "temperature = 1\n[[generate.species]]\ncount = 3\nradius = 2\nimmovable = true\n"
                    "[[generate.species]]\ncount = 5\nradius = 0.5\n");
    EXPECT_EQ(mixture.balls[2].mass, immovable);
    EXPECT_EQ(mixture.balls[2].velocity, Vec2d{});
    EXPECT_EQ(mixture.balls[3].mass, 1);
    EXPECT_NE(mixture.balls[3].velocity, Vec2d{});
}

TEST(SceneFile, TakesTheSeedOfTheCallerForTheGenerators) {
    const auto positions = [](const Result<SceneFile, SceneFaults>& file) {
        std::vector<Vec2d> result;
        for (const auto& ball : std::get<Scene<2>>(file->scene).balls) result.push_back(ball.position);
        return result;
    };
    const auto as_written = positions(parse_scene(kSomeGas, "s.toml"));
    EXPECT_EQ(as_written, positions(parse_scene(kSomeGas, "s.toml", 5)));
    EXPECT_NE(as_written, positions(parse_scene(kSomeGas, "s.toml", 6)));
}

TEST(SceneFile, NotesWhatItTakesAsTouching) {
    const auto file = parse_scene(R"(dimension = 2
[defaults]
radius = 0.05
[[balls]]
name = "b"
position = [0.2, 0]
[[balls]]
name = "c"
position = [0.3, 0]
)",
                                  "s.toml");
    ASSERT_TRUE(file);
    ASSERT_EQ(file->notes.size(), 1U);
    EXPECT_EQ(file->notes[0].substr(0, 75),
              "s.toml:6:12: ball 0 \"b\" and ball 1 \"c\" overlap by 2.776e-17: taken as touch");
    EXPECT_NE(file->notes[0].find("(the second is at 9:12)"), std::string::npos) << file->notes[0];
}

TEST(SceneFile, NotesTheTouchingBallsOfOneTableOnce) {
    const auto file = parse_scene(
        "dimension = 2\n[[generate]]\nkind = \"rack\"\nshape = \"8-ball\"\napex = [1.905, 0.635]\nradius = "
        "0.028575\n",
        "s.toml");
    ASSERT_TRUE(file);
    ASSERT_EQ(file->notes.size(), 1U) << joined(file->notes);
    EXPECT_EQ(file->notes[0].substr(0, 12), "s.toml:2:1: ");
    EXPECT_NE(file->notes[0].find("more from here"), std::string::npos);
}

class BundledScene : public testing::TestWithParam<std::string> {};

TEST_P(BundledScene, IsSound) {
    const std::filesystem::path path = std::filesystem::path(CAROM_SOURCE_DIR) / "scenes" / GetParam();
    if (is_table_scene(path)) {
        const auto table = read_table_scene(path);
        ASSERT_TRUE(table) << joined(table.error().lines);
        EXPECT_FALSE(table->scene.name.empty());
        EXPECT_TRUE(table->notes.empty()) << joined(table->notes);
        return;
    }
    const auto file = read_scene(path);
    ASSERT_TRUE(file) << joined(file.error().lines);
    EXPECT_TRUE(file->limits.until);
    const bool named = std::visit([](const auto& scene) { return !scene.name.empty(); }, file->scene);
    EXPECT_TRUE(named);
}

std::vector<std::string> bundled_scenes() {
    std::vector<std::string> names;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(CAROM_SOURCE_DIR) / "scenes")) {
        if (entry.path().extension() == ".toml") names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

INSTANTIATE_TEST_SUITE_P(All, BundledScene, testing::ValuesIn(bundled_scenes()));

TEST(SceneFile, ReadsShearAndDrawsVelocitiesAboutTheFlow) {
    const std::string gas =
        "[[generate]]\nkind = \"random_gas\"\ncount = 50\nradius = 0.1\ntemperature = 1\n"
        "[[balls]]\nposition = [5, 9]\nradius = 0.1\nvelocity = [0, 3]\n";
    const std::string box =
        "dimension = 2\n[world]\nlower = [0, 0]\nupper = [10, 10]\nboundary = \"periodic\"\n";
    const Scene<2> still = scene_in<2>(box + gas);
    const Scene<2> sheared = scene_in<2>(box + "[shear]\nflow = \"x\"\ngradient = \"y\"\nrate = 2\n" + gas);
    ASSERT_TRUE(sheared.world.shear);
    EXPECT_EQ(sheared.world.shear->flow, 0);
    EXPECT_EQ(sheared.world.shear->gradient, 1);
    EXPECT_EQ(sheared.world.shear->rate, 2);
    EXPECT_EQ(sheared.balls[0].velocity, (Vec<double, 2>{0, 3})) << "given, not drawn";
    for (std::size_t i = 1; i < sheared.balls.size(); ++i) {
        const double flow = 2 * (sheared.balls[i].position[1] - 5);
        EXPECT_EQ(sheared.balls[i].velocity[0], still.balls[i].velocity[0] + flow);
        EXPECT_EQ(sheared.balls[i].velocity[1], still.balls[i].velocity[1]);
    }
}

TEST(SceneFile, ReadsRestitutionsBetweenSpecies) {
    const std::string head = "dimension = 3\n[world]\nlower = [0, 0, 0]\nupper = [9, 9, 9]\n";
    const std::string gas =
        "[[generate]]\nkind = \"random_gas\"\n[[generate.species]]\ncount = 2\nradius = 0.5\nname = "
        "\"steel\"\n[[generate.species]]\ncount = 1\nradius = 0.25\nname = \"cork\"\n";
    const std::string between =
        "[[collisions.between]]\nspecies = [\"steel\", \"cork\"]\nrestitution = 0.5\n";
    const auto file = parse_scene(head + between + gas, "s.toml");
    ASSERT_TRUE(file) << joined(file.error().lines);
    const auto& scene = std::get<Scene<3>>(file->scene);
    ASSERT_EQ(scene.law.between.size(), 1U);
    EXPECT_EQ(scene.law.between[0].first, "steel");
    EXPECT_EQ(scene.law.between[0].second, "cork");
    EXPECT_EQ(scene.law.between[0].restitution, 0.5);
    EXPECT_EQ(scene.balls[1].name, "steel2");
    EXPECT_EQ(scene.balls[2].name, "cork3");
    const std::string one = "[[collisions.between]]\nspecies = [\"steel\"]\nrestitution = 0.5\n";
    const auto wrong = parse_scene(head + one + gas, "s.toml");
    ASSERT_FALSE(wrong);
    EXPECT_NE(joined(wrong.error().lines).find("species must be two names, not 1"), std::string::npos);
}

TEST(NineBallBreak, HasTheRealDimensions) {
    const auto file = read_scene(std::filesystem::path(CAROM_SOURCE_DIR) / "scenes/nine_ball_break.toml");
    ASSERT_TRUE(file);
    const auto& scene = std::get<Scene<2>>(file->scene);
    ASSERT_EQ(scene.balls.size(), 10U);
    EXPECT_EQ(scene.world.box.upper, (Vec2d{2.54, 1.27}));
    EXPECT_EQ(scene.law.restitution_balls, 0.95);
    EXPECT_EQ(scene.law.restitution_walls, 0.85);
    EXPECT_EQ(scene.balls[0].name, "cue");
    EXPECT_EQ(scene.balls[0].velocity, (Vec2d{9, 0}));
    EXPECT_EQ(scene.balls[1].position, (Vec2d{1.905, 0.635}));
    for (const auto& ball : scene.balls) {
        EXPECT_EQ(ball.radius, 0.028575);
        EXPECT_EQ(ball.mass, 0.17);
    }
}

TEST(ReadScene, TellsWhyAFileCannotBeRead) {
    const auto directory = std::filesystem::temp_directory_path();
    const auto missing = read_scene(directory / "no_such_scene.toml");
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().lines.at(0).find("no_such_scene.toml: No such file"), std::string::npos);
    const auto wrong = read_scene(directory);
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.error().lines.at(0).find("this is a directory"), std::string::npos);
}

}  // namespace
}  // namespace carom::test
