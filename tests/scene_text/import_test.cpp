// Promise: balls from extended XYZ and CSV are those of the file, bit for bit, and every fault in such a file
// is told with file, line and column.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "carom/export/export_states.hpp"
#include "carom/scene/generate.hpp"
#include "carom/sim/simulation.hpp"
#include "record/recording.hpp"
#include "scene_text/reading.hpp"

namespace carom::test {
namespace {

/// A scene file and the files beside it.
class Import : public testing::Test {
protected:
    void put(const std::string& name, const std::string& text) { put_bytes(directory_ / name, text); }

    Result<SceneFile, SceneFaults> read(const std::string& scene) {
        put("s.toml", scene);
        return read_scene(directory_ / "s.toml");
    }

    template <int N>
    Scene<N> sound(const std::string& scene) {
        auto file = read(scene);
        if (!file) {
            ADD_FAILURE() << joined(file.error().lines);
            return {};
        }
        return std::get<Scene<N>>(file->scene);
    }

    /// Expects one fault, at PLACE of NAME, that says WORDS, with the line of the file that it is about.
    void expect_fault(const std::string& scene, const std::string& place, const std::string& words) {
        const auto file = read(scene);
        ASSERT_FALSE(file) << scene;
        const SceneFaults& faults = file.error();
        ASSERT_EQ(faults.lines.size(), 1U) << joined(faults.lines);
        const std::string start = (directory_ / place).string() + ": ";
        EXPECT_EQ(faults.lines[0].substr(0, start.size()), start) << faults.lines[0];
        EXPECT_NE(faults.lines[0].find(words), std::string::npos) << faults.lines[0] << "\nlacks " << words;
        EXPECT_EQ(faults.excerpts.size(), 1U);
    }

    /// The same for a fault in a file to import.
    void expect_csv_fault(const std::string& csv, const std::string& place, const std::string& words,
                          const std::string& keys = "") {
        put("b.csv", csv);
        expect_fault("dimension = 2\n[[import]]\nfile = \"b.csv\"\n" + keys, "b.csv:" + place, words);
    }
    void expect_xyz_fault(const std::string& xyz, const std::string& place, const std::string& words,
                          const std::string& keys = "") {
        put("b.xyz", xyz);
        expect_fault("dimension = 2\n[[import]]\nfile = \"b.xyz\"\n" + keys, "b.xyz:" + place, words);
    }

    Directory directory_;
};

template <int N>
Scene<N> gas() {
    Scene<N> scene;
    scene.world.boundary.fill(Boundary::periodic);
    scene.world.boundary[1] = Boundary::wall;
    for (int k = 0; k < N; ++k) {
        scene.world.box.lower[k] = 0.1 * (k + 1);
        scene.world.box.upper[k] = 9.3 + 0.7 * k;
    }
    RandomGas<N> request;
    request.region = scene.world.box;
    request.species = {{1, 0.31, 1}, {1, 0.2, 0.3}};
    request.count = 40;
    request.motion.temperature = 1;
    scene.balls = *make_random_gas<N>(request, scene.world);
    const char* const names[] = {"",    "-",         "a b", "50 %", "\"quoted\", too", "\xC3\xA9lan",
                                 "%20", "two\nlines"};
    for (std::size_t k = 0; k < std::size(names); ++k) scene.balls[k].name = names[k];
    return scene;
}

/// Bits, not values: -0 is not 0.
template <int N>
void expect_same(const SceneBall<N>& a, const SceneBall<N>& b) {
    EXPECT_EQ(a.name, b.name);
    const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
    for (int k = 0; k < N; ++k) {
        EXPECT_EQ(bits(a.position[k]), bits(b.position[k]));
        EXPECT_EQ(bits(a.velocity[k]), bits(b.velocity[k]));
    }
    EXPECT_EQ(bits(a.radius), bits(b.radius));
    EXPECT_EQ(bits(a.mass), bits(b.mass));
}

/// Exports a run of `gas` at two instants; returns what the balls were at the second.
template <int N>
Scene<N> export_gas(const std::filesystem::path& xyz, const std::filesystem::path& csv) {
    const Directory directory;
    Scene<N> scene = gas<N>();
    auto simulation = Simulation<N>::create(scene);
    scene.law.elastic_below = 0;
    auto writer = TrajectoryWriter<N>::create(directory / "t", {scene, simulation->epoch_length()});
    while (const auto event = simulation->next_event(2)) writer->write(*event);
    EXPECT_FALSE(writer->close(simulation->now()));
    const auto open = [&] {
        auto file = open_trajectory(directory / "t");
        return Playback<N>(std::move(std::get<TrajectoryReader<N>>(*file)));
    };
    auto playback = open();
    const auto failure = export_states(playback, Instants::at({0, 1.37}),
                                       {{StateFormat::extended_xyz, xyz}, {StateFormat::csv, csv}});
    EXPECT_FALSE(failure);
    auto again = open();
    again.advance(again.at(1.37));
    for (std::size_t k = 0; k < scene.balls.size(); ++k) {
        scene.balls[k].position = again.position(k);
        scene.balls[k].velocity = again.velocity(k);
    }
    return scene;
}

template <int N>
void expect_same(const Scene<N>& a, const Scene<N>& b) {
    EXPECT_EQ(a.world.box.lower, b.world.box.lower);
    EXPECT_EQ(a.world.box.upper, b.world.box.upper);
    EXPECT_EQ(a.world.boundary, b.world.boundary);
    ASSERT_EQ(a.balls.size(), b.balls.size());
    for (std::size_t k = 0; k < a.balls.size(); ++k) expect_same(a.balls[k], b.balls[k]);
}

TEST_F(Import, WhatWasExportedComesBackToTheBit) {
    const Scene<2> flat = export_gas<2>(directory_ / "b.xyz", directory_ / "b.csv");
    const std::string instant = "frame = \"last\"\n";
    expect_same(sound<2>("dimension = 2\n[[import]]\nfile = \"b.xyz\"\nbox = true\n" + instant), flat);
    const std::string world =
        "[world]\nlower = [0.1, 0.2]\nupper = [9.3, 10.0]\nboundary = [\"periodic\", \"wall\"]\n";
    expect_same(sound<2>("dimension = 2\n" + world + "[[import]]\nfile = \"b.csv\"\nframe = 1\n"), flat);
    const Scene<3> solid = export_gas<3>(directory_ / "c.xyz", directory_ / "c.csv");
    expect_same(sound<3>("dimension = 3\n[[import]]\nfile = \"c.xyz\"\nbox = true\nframe = 1\n"), solid);
}

TEST_F(Import, PlainXyzTakesWhatTheSceneSays) {
    put("b.xyz", "2\nsome comment\nAr 0 0 0\nXe 3 0 0\n");
    const Scene<2> scene = sound<2>(
        "dimension = 2\n[defaults]\nradius = 0.25\n[[import]]\nfile = \"b.xyz\"\nmass = 2\n"
        "[[import.species]]\nname = \"Ar\"\n[[import.species]]\nname = \"Xe\"\nradius = 0.5\nmass = 3\n");
    ASSERT_EQ(scene.balls.size(), 2U);
    EXPECT_EQ(scene.balls[0].radius, 0.25);
    EXPECT_EQ(scene.balls[0].mass, 2);
    EXPECT_EQ(scene.balls[1].radius, 0.5);
    EXPECT_EQ(scene.balls[1].mass, 3);
    EXPECT_EQ(scene.balls[1].velocity, (Vec<double, 2>{}));
}

TEST_F(Import, ALatticeIsABox) {
    put("b.xyz",
        "1\nLattice=\"4 0 0 0 5 0 0 0 6\" Origin=\"-1 0 2\" pbc=\"T F T\" "
        "Properties=species:S:1:pos:R:3:radius:R:1:forces:R:3\nX 0 1 3 0.5 9 9 9\n");
    const Scene<3> scene =
        sound<3>("dimension = 3\n[[import]]\nfile = \"b.xyz\"\nbox = true\nignore = [\"forces\"]\n");
    EXPECT_EQ(scene.world.box.lower, (Vec<double, 3>{-1, 0, 2}));
    EXPECT_EQ(scene.world.box.upper, (Vec<double, 3>{3, 5, 8}));
    EXPECT_EQ(scene.world.boundary, (std::array{Boundary::periodic, Boundary::wall, Boundary::periodic}));
}

TEST_F(Import, SpreadsheetsWriteCsvInTheirOwnWays) {
    put("b.csv", "\xEF\xBB\xBFx, y ,radius,name,mass\r\n+1.5, 2 ,0.5,\"a \"\"b\"\",\nc\",inf\r\n\r\n");
    const Scene<2> scene = sound<2>("dimension = 2\n[[import]]\nfile = \"b.csv\"\n");
    ASSERT_EQ(scene.balls.size(), 1U);
    expect_same(scene.balls[0], {"a \"b\",\nc", {1.5, 2}, {0, 0}, 0.5, immovable});
}

TEST_F(Import, OrderIsBallsImportsGenerators) {
    put("b.csv", "x,y,name\n5,0,b\n");
    const Scene<2> scene = sound<2>(
        "dimension = 2\n[defaults]\nradius = 1\n[[generate]]\nkind = \"cradle\"\nposition = [10, 0]\ncount = "
        "1\n"
        "[[import]]\nfile = \"b.csv\"\n[[balls]]\nname = \"a\"\nposition = [0, 0]\n");
    ASSERT_EQ(scene.balls.size(), 3U);
    EXPECT_EQ(scene.balls[0].name + scene.balls[1].name + scene.balls[2].name, "ab1");
}

TEST_F(Import, FaultsInCsvHaveTheirPlace) {
    expect_csv_fault("", "1:1", "empty");
    expect_csv_fault("x,y,radus\n1,1,1\n", "1:5", "unknown column \"radus\" (did you mean \"radius\"?)");
    expect_csv_fault("x,y,x\n1,1,1\n", "1:5", "there twice");
    expect_csv_fault("x,radius\n1,1\n", "1:1", "no column \"y\"");
    expect_csv_fault("x,y,radius\n", "1:1", "no balls");
    expect_csv_fault("x,y,radius\n1,2,1\n4,5x,1\n", "3:3", "y: \"5x\" is not a number");
    expect_csv_fault("x,y,radius\n1,,1\n", "2:3", "\"\" is not a number");
    expect_csv_fault("x,y,radius\n1,nan,1\n", "2:3", "must be finite, not nan");
    expect_csv_fault("x,y,radius\n1,2\n", "2:1", "2 columns, not 3");
    expect_csv_fault("name,x,y,radius\n\"\xC3\xA9,\",1,2,?\n", "2:10", "radius");
    expect_csv_fault("x,y,z,radius\n1,2,3,1\n", "2:5", "z must be 0 in 2D");
    expect_csv_fault("x,y\n1,2\n", "2:1", "radius is missing");
    expect_csv_fault("x,y,radius\n1,2,-3\n", "2:5", "radius is -3");
    expect_csv_fault("x,y,radius\n1,2,1\n1.5,2,1\n", "2:1", "overlap");
    expect_csv_fault("time,x,y,radius\n0,1,2,1\n1,1,2,1\n", "3:1", "several instants");
    expect_csv_fault("time,x,y,radius\n0,1,2,1\n1,1,2,1\n", "1:1", "no instant 2", "frame = 2\n");
    expect_csv_fault("x,y,radius,species\n1,2,1,B\n", "2:7", "species \"B\" has no",
                     "[[import.species]]\nname = \"A\"\n");
    expect_csv_fault("x,y,radius\n1,2,1\n", "1:1", "no box here", "box = true\n");
}

TEST_F(Import, FaultsInXyzHaveTheirPlace) {
    const std::string head = "1\nProperties=species:S:1:pos:R:3:radius:R:1\n";
    expect_xyz_fault("", "1:1", "no instant");
    expect_xyz_fault("two\n", "1:1", "number of balls");
    expect_xyz_fault("2\n\nX 1 1 0\n", "1:1", "ends after 1 of 2 balls");
    expect_xyz_fault("99999999\n\n", "1:1", "more than 33554432");
    expect_xyz_fault("1\nProperties=pos:R\nX\n", "2:12", "name:type:width");
    expect_xyz_fault("1\nProperties=pos:R:2\n1 1\n", "2:12", "width 3, not 2");
    expect_xyz_fault("1\nProperties=species:S:1:momenta:R:3\nX 1 1 1\n", "2:24",
                     "momenta are not read: write velocities");
    expect_xyz_fault("1\nProperties=species:S:1:force:R:3\nX 1 1 1\n", "2:24", "unknown column \"force\"");
    expect_xyz_fault("1\nProperties=species:S:1\nX\n", "2:12", "no positions");
    expect_xyz_fault(head + "X 1 2 0 1 7\n", "3:1", "6 columns, not 5");
    expect_xyz_fault(head + "X  1 b 0 1\n", "3:6", "pos y: \"b\"");
    expect_xyz_fault(head + "X 1 2 0.5 1\n", "3:7", "pos z must be 0 in 2D");
    expect_xyz_fault(head + "X 1 2 0 0\n", "3:9", "radius is 0");
    expect_xyz_fault(head + "X 1 2 0 1\n" + head + "X 1 2 0 1\n", "4:1", "several instants");
    const std::string box = "1\nLattice=\"4 0 0 1 4 0 0 0 4\" Properties=pos:R:3:radius:R:1\n1 1 0 1\n";
    expect_xyz_fault(box, "2:10", "not along the axes", "box = true\n");
    expect_xyz_fault("1\nLattice=\"4 0 0 0 4 0 0 0 x\"\nX 1 1 0\n", "2:26", "\"x\" is not a number",
                     "box = true\n");
    expect_xyz_fault("1\nLattice=\"4 0 0\"\nX 1 1 0\n", "2:10", "nine numbers", "box = true\n");
}

TEST_F(Import, TheWorldMayHaveGravityAndTheFileTheBox) {
    put("b.xyz", "1\nLattice=\"4 0 0 0 3 0 0 0 4\" pbc=\"T F F\" Properties=pos:R:3:radius:R:1\n1 1 0 1\n");
    const std::string world = "dimension = 2\n[world]\ngravity = [0, -1]\n";
    const Scene<2> scene = sound<2>(world + "[[import]]\nfile = \"b.xyz\"\nbox = true\n");
    EXPECT_EQ(scene.world.gravity, (Vec<double, 2>{0, -1}));
    EXPECT_EQ(scene.world.box.upper, (Vec<double, 2>{4, 3}));
    EXPECT_EQ(scene.world.boundary[0], Boundary::periodic);
    EXPECT_EQ(scene.world.boundary[1], Boundary::wall);
}

TEST_F(Import, FaultsOfTheTable) {
    put("b.csv", "x,y,radius\n1,2,1\n");
    expect_fault("dimension = 2\n[[import]]\n", "s.toml:2:1", "import 0: file is missing");
    expect_fault("dimension = 2\n[[import]]\nfile = \"no.csv\"\n", "s.toml:3:8", "No such file");
    expect_fault("dimension = 2\n[[import]]\nfile = \"b.dat\"\n", "s.toml:3:8", "ends in .xyz");
    expect_fault("dimension = 2\n[[import]]\nfile = \"b.csv\"\nframe = \"first\"\n", "s.toml:4:9", "last");
    expect_fault("dimension = 2\n[[import]]\nfile = \"b.csv\"\nboxes = true\n", "s.toml:4:1",
                 "did you mean \"box\"");
    ::mkfifo((directory_ / "pipe.csv").c_str(), 0600);
    expect_fault("dimension = 2\n[[import]]\nfile = \"pipe.csv\"\n", "s.toml:3:8",
                 "a FIFO, not a regular file");
    put("b.xyz", "1\nLattice=\"4 0 0 0 4 0 0 0 4\" Properties=pos:R:3:radius:R:1\n1 1 0 1\n");
    expect_fault(
        "dimension = 2\n[world]\nlower = [0, 0]\nupper = [4, 4]\n[[import]]\nfile = \"b.xyz\"\nbox = true\n",
        "s.toml:7:7", "given twice");
    expect_fault("dimension = 2\n[world]\nboundary = \"open\"\n[[import]]\nfile = \"b.xyz\"\nbox = true\n",
                 "s.toml:6:7", "lower, upper or boundary of [world]");
    const auto lacking = read("dimension = 2\n[world]\ngravity = [0, -1]\n[[import]]\nfile = \"b.xyz\"\n");
    ASSERT_FALSE(lacking);
    EXPECT_EQ(lacking.error().lines.size(), 2U);
    EXPECT_NE(lacking.error().lines[0].find("s.toml:2:1"), std::string::npos) << lacking.error().lines[0];
    EXPECT_NE(lacking.error().lines[0].find("lower is missing"), std::string::npos)
        << lacking.error().lines[0];
}

TEST_F(Import, OverlapsNameBothLines) {
    put("b.csv", "x,y,radius\n1,2,1\n1.5,2,1\n");
    expect_fault("dimension = 2\n[[import]]\nfile = \"b.csv\"\n", "b.csv:2:1", "(the second is at 3:1)");
    put("b.csv", "x,y,radius\n1,2,1\n");
    expect_fault("dimension = 2\n[[balls]]\nposition = [0.5, 2]\nradius = 1\n[[import]]\nfile = \"b.csv\"\n",
                 "s.toml:3:12", "b.csv:2:1)");
}

TEST_F(Import, AnExcerptIsTheLineAtFault) {
    put("b.csv", "x,y,radius\n1,\t2,wide\n");
    const auto file = read("dimension = 2\n[[import]]\nfile = \"b.csv\"\n");
    ASSERT_FALSE(file);
    ASSERT_EQ(file.error().excerpts.size(), 1U);
    EXPECT_EQ(file.error().excerpts[0].line, 2U);
    EXPECT_EQ(file.error().excerpts[0].text, "1, 2,wide");
    EXPECT_EQ(file.error().excerpts[0].column, 6U);
}

TEST_F(Import, AnExcerptOfAnEndlessLineIsShort) {
    const auto file = read("dimension = 2\nname = \"" + std::string(100'000, 'x') + "\" oops\n");
    ASSERT_FALSE(file);
    ASSERT_EQ(file.error().excerpts.size(), 1U);
    EXPECT_LT(file.error().excerpts[0].text.size(), 500U);
    EXPECT_EQ(file.error().excerpts[0].text[file.error().excerpts[0].column - 1], 'o');
}

}  // namespace
}  // namespace carom::test
