// Promise: what a run measures is in its report and its tables, and the trajectory gives the same again.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "app/command.hpp"

namespace carom::test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* kGas = R"(
name = "a measured gas"
dimension = 3
[world]
lower = [0, 0, 0]
upper = [7, 7, 7]
boundary = "periodic"
[[generate]]
kind = "random_gas"
count = 100
radius = 0.5
temperature = 1.0
[run]
until = 40
[measure]
after = 2.5
window = 4
snapshot_interval = 2
bins = 20
)";

class Measure : public testing::Test {
protected:
    std::string scene(const std::string& text) {
        put_text(directory_ / "scene.toml", text);
        return directory_ / "scene.toml";
    }
    json run(const std::string& text, std::vector<std::string> options = {}) {
        options.insert(options.begin(), {"run", scene(text), "-o", out_, "--quiet"});
        const Outcome outcome = carom_command(options);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return json::parse(text_of(out_ + "/report.json"));
    }

    WorkDirectory directory_;
    std::string out_ = directory_ / "out";
};

std::size_t lines_of(const std::string& path) {
    std::istringstream text(text_of(path));
    std::size_t lines = 0;
    for (std::string line; std::getline(text, line);) ++lines;
    return lines;
}

// A table without values, a g(r) of 0 for a ball that is alone, and bins that all balls are beyond.
TEST_F(Measure, WhatHasNoValueIsNamed) {
    const json measured = run(R"(
dimension = 2
[world]
lower = [0, 0]
upper = [8, 8]
boundary = "periodic"
[[balls]]
position = [1, 1]
velocity = [1, 0]
radius = 0.25
[[balls]]
position = [1, 5]
velocity = [-1, 0]
radius = 0.5
[run]
until = 4
[measure]
quantities = ["pressure", "mean_free_time", "radial_distribution", "velocities", "impact_speeds"]
radial_range = 0.5
speed_range = 0.5
snapshot_interval = 3
)")["measurements"];
    const auto says = [&](const char* list, const std::string& words) {
        const json& lines = measured[list];
        EXPECT_NE(std::find(lines.begin(), lines.end(), words), lines.end()) << words << "\n"
                                                                             << lines.dump(1);
    };
    says("unmeasured", "radial_distribution of A and A: a single ball makes no pair");
    says("unmeasured", "radial_distribution of B and B: a single ball makes no pair");
    says("unmeasured", "impact_speeds of A and B: no such impact was seen");
    says("notes", "velocities of A: 100 % of all values of vx lie outside of the bins: see speed_range");
    says("notes", "one snapshot only: the values of bins have no errors (see snapshot_interval)");
    says("unmeasured", "mean_free_time: no impact was seen");
    says("notes", "no impact of two balls was seen: pressure and Z are those of free flight");
    says("notes", "radial_distribution of A and B: no pair came as near as radial_range");
    EXPECT_EQ(measured["unmeasured"].size(), 6U);
    EXPECT_TRUE(measured["mean_free_time"]["species"][0].is_null()) << measured["mean_free_time"].dump(1);
}

// The default interval exceeded the run.
TEST_F(Measure, AShortRunHasEnoughIntervalsAndSnapshots) {
    std::string brief = kGas;
    brief.replace(brief.find("until = 40"), 10, "until = 0.01");
    brief = brief.substr(0, brief.find("after"));
    const json measured = run(brief)["measurements"];
    EXPECT_EQ(measured["snapshots"], 16);
    EXPECT_EQ(measured["snapshot_interval"], 0.01 / 16);
    EXPECT_EQ(measured["measured_time"], 0.01);
}

TEST_F(Measure, IsInTheReportAndInTables) {
    const json measured = run(kGas)["measurements"];
    EXPECT_EQ(measured["after"], 2.5);
    EXPECT_EQ(measured["snapshots"], 18);
    EXPECT_EQ(measured["species"][0]["balls"], 100);
    EXPECT_EQ(measured["left_out"].size(), 1U);  // energy_loss
    EXPECT_NEAR(measured["temperature"]["kt"]["value"], 100 / 99.0, 1e-12);
    const double z = measured["pressure"]["z_virial"]["value"];
    EXPECT_NEAR(z, 1.96, 6 * measured["pressure"]["z_virial"]["error"].get<double>());
    EXPECT_EQ(measured["pressure"]["stress"].size(), 3U);
    EXPECT_GT(measured["diffusion"][0]["from_slope"]["value"], 0.3);
    EXPECT_EQ(lines_of(out_ + "/measurements/diffusion.csv"), 1U + 9);
    EXPECT_EQ(lines_of(out_ + "/measurements/radial_distribution.csv"), 1U + 20);
    EXPECT_EQ(lines_of(out_ + "/measurements/velocities.csv"), 1U + 4 * 20);
    EXPECT_EQ(lines_of(out_ + "/measurements/impact_speeds.csv"), 1U + 20);
    EXPECT_EQ(lines_of(out_ + "/measurements/profile.csv"), 1U + 2 * 20);
    EXPECT_GT(lines_of(out_ + "/measurements/series.csv"), 25U);
}

TEST_F(Measure, TheTrajectoryGivesTheSameAgain) {
    for (const char* limit : {"40", "33.3"}) {
        const json report = run(kGas, {"--until", limit});
        const std::string again = directory_ / "again";
        const Outcome outcome = carom_command({"measure", out_, "--plan", scene(kGas), "-o", again});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_NE(outcome.out.find("Z by the virial"), std::string::npos) << outcome.out;
        EXPECT_EQ(json::parse(text_of(again + "/measurements.json")), report["measurements"]);
        for (const auto& file : fs::directory_iterator(out_ + "/measurements"))
            EXPECT_EQ(text_of(file.path()),
                      text_of(again + "/measurements/" + file.path().filename().string()));
    }
}

/// A bundled scene, and what is measured in it besides.
struct World {
    const char* scene;
    const char* until;
    const char* measured;
    const char* refused;
};

TEST_F(Measure, TheTrajectoryGivesTheSameAgainInAllWorlds) {
    for (const World& world : {World{"piston", "20", "pressure", "profile needs walls that stand still"},
                               World{"marbles_in_a_bowl", "2", "profile", "pressure is not the same"},
                               World{"sheared_grains", "1", "radial_distribution", "diffusion has no"}}) {
        const std::string text = text_of(std::string(CAROM_SOURCE_DIR "/scenes/") + world.scene + ".toml") +
                                 "\n[measure]\ninterval = 0.25\nsnapshot_interval = 0.5\nbins = 5\n";
        const json report = run(text, {"--until", world.until});
        const json quantities = report["measurements"]["quantities"];
        EXPECT_NE(std::find(quantities.begin(), quantities.end(), world.measured), quantities.end());
        EXPECT_NE(report["measurements"]["left_out"].dump().find(world.refused), std::string::npos);
        const std::string again = directory_ / world.scene;
        const Outcome outcome = carom_command({"measure", out_, "--plan", scene(text), "-o", again});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(json::parse(text_of(again + "/measurements.json")), report["measurements"]) << world.scene;
    }
}

TEST_F(Measure, ChangesNoTrajectory) {
    const json with = run(kGas);
    const std::string text = kGas;
    const json without = run(text.substr(0, text.find("[measure]")));
    EXPECT_EQ(with["trajectory_hash"], without["trajectory_hash"]);
    EXPECT_EQ(with["simulated_time"], without["simulated_time"]);
    EXPECT_EQ(without["measurements"], nullptr);
    EXPECT_FALSE(fs::exists(out_ + "/measurements"));  // those of the first run are gone
}

/// Measured while it was simulated, or at the end from what was recorded: no digit differs.
TEST_F(Measure, ARunThatIsTakenUpMeasuresTheSame) {
    const json expected = run(kGas);
    std::map<std::string, std::string> tables;
    for (const auto& file : fs::directory_iterator(out_ + "/measurements"))
        tables[file.path().filename()] = text_of(file.path());
    run(kGas, {"--until", "13.3"});
    const Outcome outcome = carom_command({"resume", out_, "--until", "40"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("measured"), std::string::npos) << outcome.out;
    EXPECT_EQ(json::parse(text_of(out_ + "/report.json"))["measurements"], expected["measurements"]);
    for (const auto& [name, text] : tables) EXPECT_EQ(text_of(out_ + "/measurements/" + name), text) << name;
}

TEST_F(Measure, GoesOnWhenNothingWillTouchAgain) {
    const std::string two = R"(
name = "two"
dimension = 2
[world]
boundary = "open"
[[balls]]
position = [0, 0]
velocity = [1, 0]
radius = 0.5
[[balls]]
position = [3, 0]
radius = 0.5
[measure]
interval = 1
window = 1
snapshot_interval = 1
)";
    json report = run(two, {"--until", "50"});
    EXPECT_EQ(report["simulated_time"], 50);
    EXPECT_EQ(report["measurements"]["measured_time"], 50);
    EXPECT_EQ(report["measurements"]["snapshots"], 50);
    report = run(two, {"--events", "1000"});
    EXPECT_EQ(report["stopped_because"], "no_more_events");
    EXPECT_EQ(report["ball_ball_collisions"], 1);
}

TEST_F(Measure, NamesWhatItCannotReadOrWrite) {
    Outcome outcome = carom_command({"measure", directory_ / "missing.carom"});
    EXPECT_EQ(outcome.code, 3);
    EXPECT_NE(outcome.err.find("missing.carom"), std::string::npos) << outcome.err;
    run(kGas, {"--until", "1"});
    outcome = carom_command({"measure", out_, "--plan", directory_ / "missing.toml"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("missing.toml"), std::string::npos) << outcome.err;
    outcome = carom_command({"measure", out_, "--plan", scene("[measure]\nbin = 3\n")});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("scene.toml:2:1: [measure]: unknown key \"bin\""), std::string::npos)
        << outcome.err;
    for (const char* plan :
         {"[mesure]\nquantities = [\"temperature\"]\n", "quantities = [\"temperature\"]\n"}) {
        outcome = carom_command({"measure", out_, "--plan", scene(plan)});
        EXPECT_EQ(outcome.code, 2);
        EXPECT_NE(outcome.err.find("measure is missing: a plan says in a table [measure]"), std::string::npos)
            << outcome.err;
    }
    put_text(directory_ / "file", "mine");
    outcome = carom_command({"measure", out_, "-o", directory_ / "file"});
    EXPECT_EQ(outcome.code, 3);
    EXPECT_EQ(text_of(directory_ / "file"), "mine");
}

}  // namespace
}  // namespace carom::test
