// Promise: what is exported as CSV or extended XYZ comes back to the bit, names and numbers of any kind
// included.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "carom/export/export_states.hpp"
#include "carom/record/trajectory.hpp"
#include "record/recording.hpp"
#include "scene/name_texts.hpp"
#include "scene_text/csv_record.hpp"
#include "scene_text/reading.hpp"

namespace carom {
namespace {

/// Letters that some format or spreadsheet takes for something else.
std::string hostile_name() {
    static const std::string letters = std::string("=+-@'\",;%0123459AFaf \t\r\n\x1B\x7F#:[]{}\\/.x") + '\0';
    std::string name;
    for (const char c : *rc::gen::container<std::string>(rc::gen::elementOf(letters + '\xFF'))) {
        name += c == '\xFF' ? "\u00E9" : std::string(1, c);
    }
    return name;
}

/// Of any size that a scene may have, and of all bits.
double any_number(double least, double most) {
    const double exponent = std::log10(least) + *rc::gen::inRange(0, 1000) * 1e-3 * std::log10(most / least);
    return std::pow(10.0, exponent) *
           (1 + static_cast<double>(*rc::gen::inRange<std::int64_t>(0, INT64_MAX)) * 0x1p-63);
}

double either_sign(double x) {
    return *rc::gen::arbitrary<bool>() ? x : -x;
}

/// Balls side by side, all axes of any kind.
template <int N>
Scene<N> any_scene() {
    Scene<N> scene;
    const double unit = any_number(1e-90, 1e85);
    const auto count = *rc::gen::inRange<std::size_t>(1, 5);
    for (std::size_t axis = 0; axis < N; ++axis) {
        scene.world.boundary[axis] = *rc::gen::element(Boundary::wall, Boundary::periodic, Boundary::open);
        if (scene.world.boundary[axis] == Boundary::open) continue;
        scene.world.box.lower[static_cast<int>(axis)] = -any_number(1e3, 1e5) * unit;
        scene.world.box.upper[static_cast<int>(axis)] = any_number(1e3, 1e5) * unit;
    }
    for (std::size_t i = 0; i < count; ++i) {
        SceneBall<N> ball{hostile_name(), {}, {}, any_number(1, 9) * unit, any_number(1e-90, 1e90)};
        for (int k = 0; k < N; ++k) ball.position[k] = either_sign(any_number(1e-3, 100)) * unit;
        ball.position[0] = (100.0 * static_cast<double>(i) + any_number(1, 9)) * unit;
        const bool fixed = *rc::gen::inRange(0, 4) == 0;
        if (fixed) ball.mass = immovable;
        for (int k = 0; !fixed && k < N; ++k) ball.velocity[k] = either_sign(any_number(1e-90, 1e90));
        scene.balls.push_back(ball);
    }
    return scene;
}

std::string bits(double x) {
    return std::to_string(std::bit_cast<std::uint64_t>(x));
}

/// All bits of balls and of the box where it has faces.
template <int N>
std::string bits_of(const Scene<N>& scene) {
    std::string text;
    for (int k = 0; k < N; ++k) {
        const Boundary boundary = scene.world.boundary[static_cast<std::size_t>(k)];
        text += std::to_string(static_cast<int>(boundary)) + " ";
        if (boundary == Boundary::open) continue;
        text += bits(scene.world.box.lower[k]) + " " + bits(scene.world.box.upper[k]) + "\n";
    }
    for (const SceneBall<N>& ball : scene.balls) {
        text += rc::toString(ball.name) + " " + bits(ball.radius) + " " + bits(ball.mass);
        for (int k = 0; k < N; ++k) text += " " + bits(ball.position[k]) + " " + bits(ball.velocity[k]);
        text += "\n";
    }
    return text;
}

template <int N>
void comes_back(const Scene<N>& scene) {
    const test::Directory directory;
    const std::filesystem::path xyz = directory / "b.xyz", csv = directory / "b.csv";
    Scene<N> recorded = scene;
    recorded.law.elastic_below = 0;
    auto writer = TrajectoryWriter<N>::create(directory / "t", {recorded, 1.0});
    RC_ASSERT(writer && !writer->close({0, 0}));
    auto file = open_trajectory(directory / "t");
    RC_ASSERT(static_cast<bool>(file));
    Playback<N> playback(std::move(std::get<TrajectoryReader<N>>(*file)));
    RC_ASSERT(bits_of(playback.start().scene) == bits_of(scene));
    RC_ASSERT(!export_states(playback, Instants::at({0}),
                             {{StateFormat::extended_xyz, xyz}, {StateFormat::csv, csv}}));
    const std::string head = "dimension = " + std::to_string(N) + "\n[[import]]\nfile = \"";
    test::put_bytes(directory / "x.toml", head + "b.xyz\"\nbox = true\n");
    const auto from_xyz = read_scene(directory / "x.toml");
    if (!from_xyz) RC_FAIL(test::joined(from_xyz.error().lines));
    RC_ASSERT(bits_of(std::get<Scene<N>>(from_xyz->scene)) == bits_of(scene));
    test::put_bytes(directory / "c.toml", head + "b.csv\"\n");
    const auto from_csv = read_scene(directory / "c.toml");
    if (!from_csv) RC_FAIL(test::joined(from_csv.error().lines));
    Scene<N> without_box = scene;
    without_box.world = {};
    without_box.world.boundary.fill(Boundary::open);
    RC_ASSERT(bits_of(std::get<Scene<N>>(from_csv->scene)) == bits_of(without_box));
}

RC_GTEST_PROP(RoundTrip, ScenesIn2DComeBack, ()) {
    comes_back(any_scene<2>());
}

RC_GTEST_PROP(RoundTrip, ScenesIn3DComeBack, ()) {
    comes_back(any_scene<3>());
}

RC_GTEST_PROP(RoundTrip, NamesComeBack, ()) {
    const std::string name = hostile_name();
    const auto record = detail::csv_record(detail::csv_cell(name), ',');
    RC_ASSERT(record && record->fields.size() == 1U);
    RC_ASSERT(detail::name_in_csv(record->fields[0].text) == name);
    RC_ASSERT(detail::name_in_xyz(detail::xyz_word(name)) == name);
}

/// A spreadsheet would run "=cmd|...", and a terminal would obey an ESC.
TEST(RoundTrip, CellsAreTextForSpreadsheetsAndTerminals) {
    EXPECT_EQ(detail::csv_cell("=cmd|' /C calc'!A0"), "'=cmd|' /C calc'!A0");
    EXPECT_EQ(detail::csv_cell("@SUM(1)"), "'@SUM(1)");
    EXPECT_EQ(detail::csv_cell("-1"), "'-1");
    EXPECT_EQ(detail::csv_cell(std::string("a\0\x1B[31m", 7)), "a%00%1B[31m");
    EXPECT_EQ(detail::csv_cell("50 % of 5%20"), "50 % of 5%20");
    EXPECT_EQ(detail::csv_cell("%0A"), "%250A");
    EXPECT_EQ(detail::csv_cell(" blank "), "\" blank \"");
    EXPECT_EQ(detail::csv_cell("it's"), "it's");
    EXPECT_EQ(detail::name_in_csv("'quoted'"), "'quoted'");
}

}  // namespace
}  // namespace carom
