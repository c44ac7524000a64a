// Runs that are stopped and go on: what must be in their directory at the end.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "app/command.hpp"

namespace carom::test {

/// 40 balls that lose speed, so that impacts of every kind are counted.
inline constexpr const char* kMarbles = R"(
name = "marbles"
dimension = 2
[world]
lower = [0.0, 0.0]
upper = [12.0, 9.0]
boundary = ["periodic", "wall"]
[collisions]
restitution_balls = 0.99
restitution_walls = 0.9
elastic_below = 0.3
[[generate]]
kind = "random_gas"
count = 40
radius = 0.3
rms_speed = 1.0
seed = 5
)";

/// The report without what depends on the clock.
inline nlohmann::json report_in(const std::string& directory) {
    auto report = nlohmann::json::parse(text_of(directory + "/report.json"), nullptr, false);
    EXPECT_TRUE(report.is_object()) << directory;
    if (report.is_object()) {
        report.erase("wall_seconds");
        report.erase("events_per_second");
    }
    return report;
}

/// Nothing but the results is there, the trajectory is whole, and report and hash are those of `expected`.
inline void expect_results(const std::string& directory, const nlohmann::json& expected) {
    const nlohmann::json report = report_in(directory);
    EXPECT_EQ(report, expected);
    std::set<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(directory))
        names.insert(file.path().filename().string());
    EXPECT_EQ(names,
              (std::set<std::string>{"checkpoint.carom", "paths.svg", "report.json", "trajectory.carom"}));
    const Outcome info = carom_command({"info", directory + "/trajectory.carom"});
    EXPECT_EQ(info.code, 0) << info.err;
    EXPECT_NE(info.out.find("closed      yes"), std::string::npos) << info.out;
    EXPECT_NE(info.out.find(expected["trajectory_hash"].get<std::string>()), std::string::npos) << info.out;
}

}  // namespace carom::test
