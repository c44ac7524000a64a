// Promise: an import with `wrap = true` gives each ball its image in a periodic box, rounded once; without it
// a ball outside is refused at its coordinate, with the key that helps. A ball inside keeps its bits.
#include <gmpxx.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>

#include "record/recording.hpp"
#include "scene_text/reading.hpp"
#include "scene_text/wrap_imports.hpp"

namespace carom {
namespace {

const std::string kBox =
    "dimension = 2\n[world]\nlower = [-1, 2]\nupper = [3, 12]\nboundary = \"periodic\"\n";

class Wrap : public testing::Test {
protected:
    Result<SceneFile, SceneFaults> read(const std::string& table, const std::string& keys,
                                        const std::string& world = kBox, const std::string& name = "b.csv") {
        test::put_bytes(directory_ / name, table);
        test::put_bytes(directory_ / "s.toml", world + "[[import]]\nfile = \"" + name + "\"\n" + keys);
        return read_scene(directory_ / "s.toml");
    }

    template <int N = 2>
    std::vector<SceneBall<N>> sound(const std::string& table, const std::string& world = kBox,
                                    const std::string& name = "b.csv", const std::string& keys = "") {
        auto file = read(table, "wrap = true\n" + keys, world, name);
        if (file) return std::get<Scene<N>>(file->scene).balls;
        ADD_FAILURE() << test::joined(file.error().lines);
        return {};
    }

    /// One fault, at PLACE, that says WORDS.
    void refused(const Result<SceneFile, SceneFaults>& file, const std::string& place,
                 const std::string& words) {
        ASSERT_FALSE(file);
        ASSERT_EQ(file.error().lines.size(), 1U) << test::joined(file.error().lines);
        const std::string& line = file.error().lines.front();
        const std::string start = (directory_ / place).string() + ": ";
        EXPECT_EQ(line.substr(0, start.size()), start);
        EXPECT_NE(line.find(words), std::string::npos) << line << "\nlacks " << words;
    }

    test::Directory directory_;
};

TEST_F(Wrap, BallsOutsideGetTheirImages) {
    const auto balls =
        sound("x,y,vx,vy,radius\n-1.5,12,7,0,0.1\n11.25,1.5,0,0,0.1\n3,-18.5,0,0,0.1\n0,7,0,0,0.1\n");
    ASSERT_EQ(balls.size(), 4U);
    EXPECT_EQ(balls[0].position, (Vec<double, 2>{2.5, 2}));  // the upper face is the lower one
    EXPECT_EQ(balls[0].velocity, (Vec<double, 2>{7, 0}));
    EXPECT_EQ(balls[1].position, (Vec<double, 2>{-0.75, 11.5}));
    EXPECT_EQ(balls[2].position, (Vec<double, 2>{-1, 11.5}));
    EXPECT_EQ(balls[3].position, (Vec<double, 2>{0, 7}));
}

TEST_F(Wrap, OnPeriodicAxesOnly) {
    const std::string slab =
        "dimension = 3\n[world]\nlower = [0, 0, 0]\nupper = [4, 4, 4]\n"
        "boundary = [\"periodic\", \"wall\", \"open\"]\n";
    const auto balls = sound<3>("x,y,z,radius\n5,1,9,0.1\n", slab);
    ASSERT_EQ(balls.size(), 1U);
    EXPECT_EQ(balls[0].position, (Vec<double, 3>{1, 1, 9}));
    refused(read("x,y,z,radius\n5,5,0,0.1\n", "wrap = true\n", slab), "b.csv:2:1", "beyond the upper wall");
}

TEST_F(Wrap, TheBoxMayComeFromAFileThatIsReadLater) {
    test::put_bytes(directory_ / "a.xyz",
                    "1\nLattice=\"4 0 0 0 4 0 0 0 4\" Properties=pos:R:3:radius:R:1\n1 1 0 0.1\n");
    const auto balls = sound("x,y,radius\n-1,6,0.1\n", "dimension = 2\n", "b.csv",
                             "[[import]]\nfile = \"a.xyz\"\nbox = true\n");
    ASSERT_EQ(balls.size(), 2U);
    EXPECT_EQ(balls[0].position, (Vec<double, 2>{3, 2}));
}

TEST_F(Wrap, EachImportForItself) {
    test::put_bytes(directory_ / "a.csv", "x,y,radius\n-1.5,5,0.1\n");
    refused(read("x,y,radius\n-2,6,0.1\n", "wrap = true\n[[import]]\nfile = \"a.csv\"\n"), "a.csv:2:1",
            "ball 1 lies outside the periodic box: on axis x -1.5 is not in [-1, 3); "
            "to take its image in the box, set wrap = true in [[import]]");
}

TEST_F(Wrap, WithoutItABallOutsideIsRefusedAtItsCoordinate) {
    refused(read("x,y,radius\n1,12,0.1\n", ""), "b.csv:2:3", "on axis y 12 is not in [2, 12); to take");
    refused(read("x,y,radius\n1,12,0.1\n", "wrap = false\n"), "b.csv:2:3", "set wrap = true in [[import]]");
    const std::string xyz =
        "1\nLattice=\"4 0 0 0 4 0 0 0 4\" Properties=species:S:1:pos:R:3:radius:R:1\nX 1 ";
    refused(read(xyz + " -2 0 0.1\n", "box = true\n", "dimension = 2\n", "b.xyz"), "b.xyz:3:6",
            "on axis y -2");
    refused(read(xyz + " 1 -2 0.1\n", "box = true\n", "dimension = 3\n", "b.xyz"), "b.xyz:3:8",
            "on axis z -2");
    // No table in the scene itself has the key.
    const auto lines = test::faults_in(kBox + "[[balls]]\nposition = [9, 3]\nradius = 0.1\n");
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].find("wrap"), std::string::npos) << lines[0];
}

TEST_F(Wrap, WhatItCannotDoIsRefused) {
    const std::string ball = "x,y,radius\n1,1e13,0.1\n";
    refused(read(ball, "wrap = true\n"), "b.csv:2:3",
            "ball 0 is too far away to be wrapped: on axis y numbers near 1e+13 are 0.001953 apart, and its "
            "radius, 0.1, must be 65536 times that");
    refused(read("x,y,radius\n1,1,0.1\n", "wrap = true\n", "dimension = 2\n"), "s.toml:4:8",
            "wrap is for periodic axes, and the box has none");
    refused(read("x,y,radius\n1,1,0.1\n", "wrap = 1\n"), "s.toml:8:8", "wrap must be true or false");
    const std::string shear = "[shear]\nflow = \"x\"\ngradient = \"y\"\nrate = 0.5\n";
    refused(read("x,y,radius\n1,1,0.1\n", "wrap = true\n" + shear), "b.csv:2:3",
            "ball 0 is not wrapped: across the gradient of [shear], axis y, its image has another velocity");
    EXPECT_EQ(sound("x,y,radius\n5,3,0.1\n", kBox, "b.csv", shear).at(0).position, (Vec<double, 2>{1, 3}));
}

TEST_F(Wrap, OtherFaultsStayWhatTheyAre) {
    refused(read("x,y,radius\n1e200,3,0.1\n", "wrap = true\n"), "b.csv:2:1", "outside the range 1e-100");
    refused(read("x,y,radius\n9,3,-1\n", "wrap = true\n"), "b.csv:2:5", "radius is -1");
    refused(read("x,y,radius\n1,3,0.1\n9.1,13,0.1\n", "wrap = true\n"), "b.csv:2:1", "overlap");
    const auto narrow = read("x,y,radius\n9,3,2.5\n", "wrap = true\n");
    ASSERT_FALSE(narrow);
    EXPECT_NE(test::joined(narrow.error().lines).find("the box is too small"), std::string::npos);
    const auto inverted = read("x,y,radius\n9,3,0.1\n", "wrap = true\n",
                               "dimension = 2\n[world]\nlower = [0, 0]\nupper = [-4, 4]\n"
                               "boundary = \"periodic\"\n");
    ASSERT_FALSE(inverted);
    EXPECT_NE(inverted.error().lines.front().find("is not above lower"), std::string::npos);
}

/// Of every size and sign.
double any_face(double unit) {
    return static_cast<double>(*rc::gen::inRange<std::int64_t>(-(1LL << 52), 1LL << 52)) * 0x1p-52 * unit;
}

// Against rational numbers: the result is the image itself, rounded to a double, or the face that it rounds
// to.
RC_GTEST_PROP(WrapProperty, TheResultIsTheImageRoundedOnce, ()) {
    const double unit = std::ldexp(1.0, *rc::gen::inRange(-300, 300));
    const double lower = any_face(unit), upper = any_face(unit);
    RC_PRE(lower < upper && upper - lower > 0x1p-40 * unit);
    const mpq_class width(upper - lower), low(lower), high(upper);
    const auto boxes =
        *rc::gen::inRange(-(std::int64_t{1} << *rc::gen::inRange(1, 36)), std::int64_t{1} << 36);
    const double into = *rc::gen::weightedOneOf<double>(
        {{1, rc::gen::just(0.0)},
         {1, rc::gen::element(-0x1p-53, 0x1p-53, 0x1p-60, -0x1p-60)},
         {4, rc::gen::map(rc::gen::inRange<std::int64_t>(0, 1LL << 52),
                          [](std::int64_t k) { return static_cast<double>(k) * 0x1p-52; })}});
    const double x = (static_cast<double>(boxes) + into) * (upper - lower) + lower;
    const double result = detail::image_in_box(x, lower, upper);
    RC_ASSERT(result >= lower && result < upper);
    if (x >= lower && x < upper) {
        RC_ASSERT(std::bit_cast<std::uint64_t>(result) == std::bit_cast<std::uint64_t>(x));
        return;
    }
    mpq_class away = (mpq_class(x) - low) / width;
    mpz_class whole;
    mpz_fdiv_q(whole.get_mpz_t(), away.get_num_mpz_t(), away.get_den_mpz_t());
    const mpq_class exact = mpq_class(x) - mpq_class(whole) * width;
    const mpq_class half_ulp(std::ldexp(1.0, std::ilogb(std::fmax(std::fabs(lower), std::fabs(upper))) - 53));
    const mpq_class bound = half_ulp + abs(mpq_class(x)) * mpq_class(0x1p-100);
    const mpq_class error = abs(exact - mpq_class(result));
    const mpq_class to_face = abs(exact - high);  // what rounds to the upper face is the lower one
    RC_ASSERT(error <= bound || (result == lower && (exact >= high || to_face <= bound)));
}

}  // namespace
}  // namespace carom
