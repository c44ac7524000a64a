// Kind: a text of another program is read as something that it does not say, or a part of it is lost in
// silence.
#include <gtest/gtest.h>

#include "carom/scene_text/scene_file.hpp"
#include "record/recording.hpp"
#include "support/directory.hpp"

namespace carom {
namespace {

class ForeignTexts : public testing::Test {
protected:
    Result<SceneFile, SceneFaults> read(const std::string& name, const std::string& text,
                                        const std::string& keys) {
        test::put_bytes(directory_ / name, text);
        test::put_bytes(
            directory_ / "s.toml",
            "dimension = 2\n[defaults]\nradius = 0.1\n[[import]]\nfile = \"" + name + "\"\n" + keys);
        return read_scene(directory_ / "s.toml");
    }

    Scene<2> sound(const std::string& name, const std::string& text, const std::string& keys = "") {
        auto file = read(name, text, keys);
        if (file) return std::get<Scene<2>>(file->scene);
        ADD_FAILURE() << file.error().lines.front() << "\nfor:\n" << text;
        return {};
    }

    /// One fault, at PLACE of the file, that says WORDS.
    void refused(const std::string& name, const std::string& text, const std::string& place,
                 const std::string& words, const std::string& keys = "") {
        const auto file = read(name, text, keys);
        ASSERT_FALSE(file) << "accepted:\n" << text;
        ASSERT_EQ(file.error().lines.size(), 1U) << file.error().lines[1];
        const std::string& line = file.error().lines.front();
        const std::string start = (directory_ / (name + ":" + place)).string() + ": ";
        EXPECT_EQ(line.substr(0, start.size()), start) << line;
        EXPECT_NE(line.find(words), std::string::npos) << line << "\nlacks " << words;
    }

    /// One ball in the box of an extended XYZ file with this comment.
    Scene<2> boxed(const std::string& comment) {
        return sound("b.xyz", "1\n" + comment + "\nAr 1 1 0\n", "box = true\n");
    }
    void box_refused(const std::string& comment, const std::string& place, const std::string& words) {
        refused("b.xyz", "1\n" + comment + "\nAr 1 1 0\n", place, words, "box = true\n");
    }

    test::Directory directory_;
};

constexpr std::array kPeriodic{Boundary::periodic, Boundary::periodic};
constexpr std::array kWalls{Boundary::wall, Boundary::wall};
constexpr std::array kOpen{Boundary::open, Boundary::open};
const std::string kLattice = "Lattice=\"4 0 0 0 4 0 0 0 4\"";

// A table of three balls with one quote too many made a scene of one ball.
TEST_F(ForeignTexts, AQuoteInCsvSwallowsNothing) {
    refused("b.csv", "name,x,y\n\"a,1,1\nb,2,2\nc,3,3\n", "2:1", "never closed");
    refused("b.csv", "name,x,y\na,1,1\nb,2,\"2\n", "3:5", "never closed");
    refused("b.csv", "name,x,y\n\"a\"b,1,1\n", "2:4", "after a field in quotes");
    refused("b.csv", "name,x,y\n5\" ball,1,1\n", "2:2", "write its quotes twice");
    const Scene<2> scene = sound("b.csv", "name, x ,y\n \"two\nlines, \"\"q\"\" \" ,1,1\n\" b \",2,2\n");
    ASSERT_EQ(scene.balls.size(), 2U);
    EXPECT_EQ(scene.balls[0].name, "two\nlines, \"q\" ");
    EXPECT_EQ(scene.balls[1].name, " b ");
    refused("b.csv", "name,x,y\n\"a\nb\",1,z\n", "3:6", "\"z\" is not a number");
}

// A table sorted by ball gave one ball for each instant; a row without its time began a new one.
TEST_F(ForeignTexts, InstantsInCsvAreNotTornApart) {
    refused("b.csv", "time,x,y\n0,1,1\n1,2,1\n0,1,2\n", "4:1", "sort the lines by time",
            "frame = \"last\"\n");
    refused("b.csv", "x,y,time\n1,1,0\n2,1\n", "3:1", "2 columns, not 3", "frame = \"last\"\n");
    refused("b.csv", "time,x,y\nnow,1,1\n", "2:1", "\"now\" is not a number");
    EXPECT_EQ(sound("b.csv", "time,x,y\n0,1,1\n0.0,2,1\n").balls.size(), 2U);
}

// Spreadsheets of other countries: each heading was one unknown column.
TEST_F(ForeignTexts, OtherSeparatorsAreNamedAndRead) {
    refused("b.csv", "x;y;radius\n1;1;1\n", "1:1", "say so with separator = \";\"");
    refused("b.csv", "x\ty\n1\t1\n", "1:1", "separator = \"\\t\"");
    refused("b.csv", "x,y\n1,1\n", "1:1", "separator = \",\"", "separator = \";\"\n");
    refused("b.csv", "x;y\n1,5;1\n", "2:1", "write decimals with a point", "separator = \";\"\n");
    EXPECT_EQ(sound("b.csv", "x;y\n1.5;1\n", "separator = \";\"\n").balls[0].position[0], 1.5);
    EXPECT_EQ(sound("b.csv", "name\tx\ty\n\t1\t2\n", "separator = \"\\t\"\n").balls[0].position[1], 2);
    refused("b.csv", std::string("\xFF\xFEx\0,\0y\0", 8), "1:1", "UTF-16: save it in UTF-8");
    refused("b.csv", std::string("x\0,\0y\0", 6), "1:1", "bytes that are 0");
    EXPECT_EQ(sound("b.csv", ",x,y,id,index\n0,1,2,7,8\n").balls.size(), 1U);  // pandas
    refused("b.csv", "x,y,\n1,2,\n", "1:5", "no name");
}

// An unknown word in pbc counted as "no": a periodic scene became a walled one.
TEST_F(ForeignTexts, PbcTakesTheWordsOfTheFormatAndNoOthers) {
    for (const char* yes : {"T T T", "TRUE TRUE TRUE", "true true true", "True True True", "1 1 1", "T"})
        EXPECT_EQ(boxed(kLattice + " pbc=\"" + yes + "\"").world.boundary, kPeriodic) << yes;
    for (const char* no : {"F F F", "FALSE FALSE FALSE", "false false false", "False False False", "0 0 0"})
        EXPECT_EQ(boxed(kLattice + " pbc=\"" + no + "\"").world.boundary, kWalls) << no;
    box_refused(kLattice + " pbc=\"t T T\"", "2:34", "pbc must be T or F, not \"t\"");
    box_refused(kLattice + " pbc=\"T T\"", "2:34", "three letters");
    box_refused(kLattice + " PBC=\"T T T\"", "2:29", "write \"pbc\", not \"PBC\"");
    box_refused(kLattice + " pbc=\"T T T\" pbc=\"F F F\"", "2:41", "twice");
    box_refused("lattice=\"4 0 0 0 4 0 0 0 4\"", "2:1", "write \"Lattice\"");
    refused("b.xyz", "1\nProperties=pos:X:3\n1 1 0\n", "2:12", "must be S, R, I or L, not \"X\"");
    refused("b.xyz", "1\nProperties=pos:R:3.5\n1 1 0\n", "2:12", "must be 1 to 64");
    refused("b.xyz", "1e300\n\n", "1:1", "number of balls");
    box_refused(kLattice + " pbc", "2:29", "\"pbc\" has no value");
}

// Keys of the box in other letters, alone, or against each other were passed over or won in silence.
TEST_F(ForeignTexts, KeysOfTheBoxAreUnderstoodOrRefused) {
    const std::string own = "Lower=\"0 0\" Upper=\"4 4\" Boundary=\"wall open\"";
    EXPECT_EQ(boxed(own).world.boundary, (std::array{Boundary::wall, Boundary::open}));
    EXPECT_EQ(boxed(kLattice + " " + own).world.boundary, (std::array{Boundary::wall, Boundary::open}));
    EXPECT_EQ(boxed(kLattice + " Boundary=\"wall periodic\"").world.boundary,
              (std::array{Boundary::wall, Boundary::periodic}));
    EXPECT_EQ(boxed("Boundary=\"open open\" the upper part").world.boundary, kOpen);
    EXPECT_EQ(boxed("Lattice=\"4.00000001 0 0 0 4 0 0 0 1\" " + own).world.box.upper[0], 4);
    for (const char* key : {"origin", "LOWER", "upper", "boundary"}) {
        box_refused(kLattice + " " + key + "=\"0 0 0\"", "2:29", "write \"");
    }
    box_refused("Origin=\"1 0 0\" Boundary=\"open open\"", "2:1", "Lattice, which is not there");
    box_refused(kLattice + " Lower=\"0 0\"", "2:29", "Lower needs Upper");
    box_refused(kLattice + " Upper=\"4 4\"", "2:29", "Upper needs Lower");
    box_refused(kLattice + " Lower=\"0 0\" Upper=\"4 4\"", "2:29", "need Boundary");
    box_refused("Lattice=\"5 0 0 0 4 0 0 0 4\" " + own, "2:36",
                "another box than Lattice and Origin on axis x");
    box_refused(kLattice + " Origin=\"0 1 0\" " + own, "2:51",
                "another box than Lattice and Origin on axis y");
    box_refused("pbc=\"T F F\" " + own, "2:47", "Boundary and pbc contradict each other on axis x");
    box_refused(kLattice + " pbc=\"F F F\" Boundary=\"wall periodic\"", "2:56",
                "contradict each other on axis y");
    box_refused("Boundary=\"open wall\"", "2:16", "which has no length here");
    box_refused(kLattice + " Boundary=\"open\"", "2:39", "two or three parts");
    box_refused(kLattice + " Boundary=\"open shut open\"", "2:44", "not \"shut\"");
    box_refused("title=\"Größe\" " + kLattice + " Boundary", "2:43", "\"Boundary\" has no value");
}

// A word read as a number, and a broken number as a whole one.
TEST_F(ForeignTexts, TypesOfColumnsHold) {
    refused("b.xyz", "1\nProperties=pos:S:3\n1 1 0\n", "2:12", "must have the type R, not S");
    refused("b.xyz", "1\nProperties=pos:R:3:radius:L:1\n1 1 0 1\n", "2:20", "must have the type R, not L");
    refused("b.xyz", "1\nProperties=pos:I:3\n1 1.5 0\n", "3:3", "\"1.5\" is not a whole number");
    EXPECT_EQ(sound("b.xyz", "1\nProperties=pos:I:3\n1 2 0\n").balls.at(0).position[1], 2);
}

// Latin-1 became names that no reader of JSON takes; two marks of Unicode were one.
TEST_F(ForeignTexts, OnlyTextInUtf8) {
    refused("b.csv", "name,x,y\nM\xFCller,1,1\n", "2:2", "no character of UTF-8");
    refused("b.xyz", "1\nProperties=name:S:1:pos:R:3\nM\xFCller 1 1 0\n", "3:2", "no character of UTF-8");
    refused("b.csv", "name,x,y\n\xC3\xBC\xED\xA0\x80,1,1\n", "2:2", "no character of UTF-8");  // surrogate
    refused("b.csv", "name,x,y\n\xC0\xAF,1,1\n", "2:1", "no character of UTF-8");  // a longer form
    refused("b.csv", std::string("\xFF\xFE\0\0x\0\0\0", 8), "1:1", "UTF-32: save it in UTF-8");
    refused("b.csv", std::string("\0\0\xFE\xFF\0\0\0x", 8), "1:1", "UTF-32: save it in UTF-8");
    EXPECT_EQ(sound("b.csv", "name,x,y\nMüller,1,1\n").balls.at(0).name, "Müller");
}

// A velocity without one of its axes went on with 0, and all balls at infinity were an instant.
TEST_F(ForeignTexts, HalfAVelocityAndNoTimeAreFaults) {
    refused("b.csv", "x,y,vx\n1,1,1\n", "1:1", "there is no column \"vy\"");
    refused("b.csv", "time,x,y\ninf,1,1\n", "2:1", "is not finite");
}

// Each of these was an unknown column, to be named in `ignore`.
TEST_F(ForeignTexts, CsvOfOtherHabits) {
    EXPECT_EQ(sound("b.csv", "sep=;\nx;y\n1;2\n").balls.at(0).position[1], 2);
    EXPECT_EQ(sound("b.csv", "sep=\t\r\nx\ty\r\n1\t2\r\n").balls.at(0).position[1], 2);
    refused("b.csv", "sep=:\nx:y\n1:2\n", "1:5", "must be , or ; or |");
    refused("b.csv", "sep=;\nx;y\n1;2\n", "1:5", "another separator", "separator = \",\"\n");
    EXPECT_EQ(sound("b.csv", "x|y\n1|2\n", "separator = \"|\"\n").balls.at(0).position[1], 2);
    refused("b.csv", "x|y\n1|2\n", "1:1", "separator = \"|\"");
    refused("b.csv", "x y radius\n1 2 1\n", "1:1", "separated by blanks");
    refused("b.csv", "# x,y\nx,y\n1,2\n", "1:1", "a comment, it seems");
    refused("b.csv", "x,y\n# the first ball\n1,2\n", "2:1", "a comment, it seems");
    refused("b.csv", "1,2,0.5\n3,4,0.5\n", "1:1", "the first line must name the columns");
    refused("b.csv", "x,y\r1,2\r", "1:1", "CR alone");
    refused("b.xyz", "1\rAr\rAr 1 1 0\r", "1:1", "CR alone");
}

// docs/formats/xyz.md: what other programs write.
TEST_F(ForeignTexts, AseWithoutACell) {
    const std::string zero = "Lattice=\"0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0\"";
    EXPECT_EQ(boxed(zero + " Properties=species:S:1:pos:R:3 pbc=\"F F F\"").world.boundary, kOpen);
    EXPECT_EQ(boxed(zero).world.boundary, kOpen);
    const auto slab = boxed("Lattice=\"4 0 0 0 0 0 0 0 0\" pbc=\"T F F\"").world.boundary;
    EXPECT_EQ(slab, (std::array{Boundary::periodic, Boundary::open}));
    box_refused(zero + " pbc=\"F T F\"", "2:52", "pbc is T on axis y, where Lattice has no length");
    box_refused("Lattice=\"-4 0 0 0 4 0 0 0 4\"", "2:1", "is not above lower");
}

TEST_F(ForeignTexts, AseWithTagsMassesAndResults) {
    const Scene<2> scene =
        sound("b.xyz",
              "1\n" + kLattice +
                  " Properties=species:S:1:pos:R:3:tags:I:1:masses:R:1:forces:R:3 energy=-1.5 stress=\"1 2 "
                  "3 4 5 6 7 8 9\" note=\"_JSON {\\\"Lattice\\\": \\\"1 = 2\\\"}\" pbc=\"T T T\"\n"
                  "Ar 1 1 0 3 39.9 0 0 0\n",
              "box = true\nignore = [\"forces\"]\n");
    EXPECT_EQ(scene.balls.at(0).mass, 39.9);
    EXPECT_EQ(scene.world.boundary, kPeriodic);
    refused("b.xyz", "1\n" + kLattice + "\nAr 1 1 0\nVEC1 4 0 0\n", "4:1", "number of balls");
}

TEST_F(ForeignTexts, OvitoWithOriginAndShifts) {
    const Scene<2> scene =
        sound("b.xyz",
              "1\nLattice=\"4.0 0.0 0.0 0.0 4.0 0.0 0.0 0.0 4.0\" Origin=\"-1.0 0.0 0.0\" "
              "Properties=id:I:1:species:S:1:pos:R:3:radius:R:1:map_shift:I:3\n1 Type_A 1 1 0 0.5 0 -1 0\n",
              "box = true\n");
    EXPECT_EQ(scene.world.box.lower[0], -1);
    EXPECT_EQ(scene.world.boundary, kPeriodic);
    EXPECT_EQ(scene.balls.at(0).radius, 0.5);
    box_refused("Frame 0 cell_orig 0 0 0 cell_vec1 4 0 0 pbc 1 1 1", "2:1", "no box here");
}

TEST_F(ForeignTexts, ChemfilesWithBareKeysAndBothQuotes) {
    const Scene<2> scene =
        boxed("Properties=species:S:1:pos:R:3 " + kLattice + " is_open name='a \"b\"' title=\"it's\"");
    EXPECT_EQ(scene.world.box.upper[0], 4);
    EXPECT_EQ(sound("b.xyz", "1\nWritten by the chemfiles library, it's plain\nAr 1 1 0\n").balls.size(), 1U);
}

TEST_F(ForeignTexts, QuipWithFortranNumbersAndBraces) {
    const Scene<2> scene =
        sound("b.xyz",
              "       1\ncutoff_factor=1.2 pbc={T T F} " + kLattice +
                  " Properties=species:S:1:pos:R:3:Z:I:1:travel:I:3:map_shift:I:3:velo:R:3\n"
                  "Si   1.0D0   1.0d0  0.0  14   0 0 0   0 0 0   2.5D-03 0 0\n",
              "box = true\n");
    EXPECT_EQ(scene.balls.at(0).velocity[0], 2.5e-3);
    EXPECT_EQ(scene.world.boundary, kPeriodic);
}

TEST_F(ForeignTexts, TheSpecificationHasListsAndBlanksAroundEquals) {
    const Scene<2> scene = boxed("Lattice = [[4, 0, 0], [0, 4, 0], [0, 0, 4]] pbc = [T, F, F] \"a key\"=1");
    EXPECT_EQ(scene.world.box.upper[1], 4);
    EXPECT_EQ(scene.world.boundary, (std::array{Boundary::periodic, Boundary::wall}));
    box_refused("Lattice=\"4 0 0 0 4 0 0 0 4 pbc=F", "2:9", "never closed");
}

// ASE and OVITO write atoms where they have moved to, also beyond the cell; there was no way to read them.
TEST_F(ForeignTexts, PositionsBeyondTheCellAreWrappedOnRequest) {
    const std::string text =
        "2\n" + kLattice + " Properties=species:S:1:pos:R:3 pbc=\"T T T\"\nAr -0.5 9 0\nAr 4 2 0\n";
    const Scene<2> scene = sound("b.xyz", text, "box = true\nwrap = true\n");
    EXPECT_EQ(scene.balls.at(0).position, (Vec<double, 2>{3.5, 1}));
    EXPECT_EQ(scene.balls.at(1).position, (Vec<double, 2>{0, 2}));
    const auto refused = read("b.xyz", text, "box = true\n");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().lines.size(), 3U);
    EXPECT_NE(refused.error().lines[0].find("set wrap = true in [[import]]"), std::string::npos);
}

// Values of [[import.species]] for a file without species had no effect.
TEST_F(ForeignTexts, SpeciesNeedTheirColumn) {
    const auto file = read("b.csv", "x,y\n1,1\n", "[[import.species]]\nname = \"A\"\nmass = 3\n");
    ASSERT_FALSE(file);
    EXPECT_NE(file.error().lines.front().find("no column `species`"), std::string::npos);
}

}  // namespace
}  // namespace carom
