// Promise: every double of an exported table reads back as the same bits, and a file appears whole or not at
// all.
#include "carom/export/export_csv.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "record/recording.hpp"

namespace carom::test {
namespace {

Recording<2> two_events() {
    Recording<2> recording;
    recording.start.epoch_length = 0.5;
    Scene<2>& scene = recording.start.scene;
    scene.world.boundary = {Boundary::periodic, Boundary::wall};
    scene.world.box = {{0, 0}, {4, 4}};
    scene.law.elastic_below = 0;
    scene.balls.push_back({"a, \"b\"", {1, 1}, {0.1, 0}, 0.5, 1});
    scene.balls.push_back({"", {3, 1}, {0, 0}, 0.5, 1});
    const Time first{3, 0.1};
    const Time second{4, 0};
    recording.events.push_back({EventKind::ball_ball,
                                first,
                                0,
                                1,
                                0.95,
                                {{0.1, 1. / 3}, {-0.0, 1e-310}, {-7, 0}, first},
                                {{3, 1e150}, {M_PI, 2}, {1, 0}, first}});
    recording.events.push_back(
        {EventKind::ball_wall, second, 1, 3, 1, {{3.25, 3.5}, {2, -2}, {}, second}, {}});
    recording.end = second;
    return recording;
}

std::optional<FileError> export_file(const std::filesystem::path& from, const std::filesystem::path& to) {
    auto file = open_trajectory(from);
    EXPECT_TRUE(file);
    return export_events_csv(std::get<TrajectoryReader<2>>(*file), to);
}

std::vector<std::vector<std::string>> table_of(const std::string& text) {
    std::vector<std::vector<std::string>> table;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream cells(line + ',');
        table.emplace_back();
        for (std::string cell; std::getline(cells, cell, ',');) table.back().push_back(cell);
    }
    return table;
}

TEST(ExportCsv, WritesWhatPeopleReadElsewhere) {
    const Directory directory;
    const Recording<2> recording = two_events();
    write(recording, directory / "t");
    const auto error = export_file(directory / "t", directory / "t.csv");
    ASSERT_FALSE(error) << error->message;
    const auto table = table_of(bytes_of(directory / "t.csv"));
    ASSERT_EQ(table.size(), 3U);
    const std::vector<std::string> heading{"time",    "kind",    "ball",     "other",    "restitution",
                                           "ball_x",  "ball_y",  "ball_vx",  "ball_vy",  "ball_image_x",
                                           "other_x", "other_y", "other_vx", "other_vy", "other_image_x"};
    EXPECT_EQ(table[0], heading);
    for (const auto& row : table) EXPECT_EQ(row.size(), heading.size());
    EXPECT_EQ(table[1][1], "ball_ball");
    EXPECT_EQ(std::strtod(table[1][0].c_str(), nullptr), 3 * 0.5 + 0.1);
    EXPECT_EQ(std::strtod(table[1][6].c_str(), nullptr), 1. / 3);
    EXPECT_EQ(table[1][7], "-0");
    EXPECT_EQ(std::strtod(table[1][8].c_str(), nullptr), 1e-310);
    EXPECT_EQ(table[1][9], "-7");
    EXPECT_EQ(std::strtod(table[1][12].c_str(), nullptr), M_PI);
    EXPECT_EQ(table[2][1], "ball_wall");
    EXPECT_EQ(table[2][3], "3");
    for (std::size_t column = 10; column < heading.size(); ++column) EXPECT_EQ(table[2][column], "");
}

TEST(ExportCsv, ADamagedTrajectoryGivesNoFile) {
    const Directory directory;
    write(two_events(), directory / "t");
    std::string bytes = bytes_of(directory / "t");
    bytes[bytes.size() - 60] ^= 1;
    put_bytes(directory / "t", bytes);
    put_bytes(directory / "t.csv", "older");
    const auto error = export_file(directory / "t", directory / "t.csv");
    ASSERT_TRUE(error);
    EXPECT_NE(error->message.find("byte"), std::string::npos) << error->message;
    EXPECT_EQ(bytes_of(directory / "t.csv"), "older");
    EXPECT_FALSE(std::filesystem::exists(directory / "t.csv.partial"));
}

}  // namespace
}  // namespace carom::test
