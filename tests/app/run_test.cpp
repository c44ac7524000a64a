// Promise: `carom run` leaves a trajectory, a report and a picture that fit together, the same ones every
// time, and says clearly why it did not.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/command.hpp"

namespace carom::test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* kTwoBalls = R"(
name = "two <balls> & more"
dimension = 2
[world]
boundary = "open"
[[balls]]
name = "a"
position = [0.0, 0.0]
velocity = [1.0, 0.0]
radius = 0.5
mass = 1.0
[[balls]]
name = "b"
position = [3.0, 0.0]
velocity = [0.0, 0.0]
radius = 0.5
mass = 1.0
)";

constexpr const char* kSharpCorner = R"(
name = "a ball thrown into a sharp corner"
dimension = 2
[collisions]
restitution_walls = 0.5
contact_tolerance = 0
[[walls]]
normal = [-1e-4, 1.0]
offset = 0.0
[[walls]]
normal = [-1e-4, -1.0]
offset = 0.0
[[balls]]
position = [-20000.0, 0.1]
velocity = [1e4, 0.0]
radius = 0.5
)";

class Run : public testing::Test {
protected:
    /// Runs a scene and returns its report.
    json report_of(const std::string& scene, std::vector<std::string> options = {}) {
        options.insert(options.begin(), {"run", scene, "-o", out_});
        const Outcome outcome = carom_command(options);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        return json::parse(text_of(out_ + "/report.json"), nullptr, false);
    }

    std::string two_balls() {
        put_text(directory_ / "two.toml", kTwoBalls);
        return directory_ / "two.toml";
    }

    WorkDirectory directory_;
    std::string out_ = directory_ / "results/of/run";
};

class BundledScene : public Run, public testing::WithParamInterface<std::string> {};

TEST_P(BundledScene, LeavesResultsThatFitTogether) {
    const json report = report_of(bundled(GetParam()), {"--events", "40"});
    for (const char* key : {"balls",
                            "dimension",
                            "ball_ball_collisions",
                            "wall_collisions",
                            "simulated_time",
                            "wall_seconds",
                            "events_per_second",
                            "kinetic_energy_start",
                            "kinetic_energy_end",
                            "potential_energy_start",
                            "potential_energy_end",
                            "kicks",
                            "rests",
                            "wakes",
                            "energy_relative_error",
                            "worst_gap",
                            "trajectory_hash",
                            "stopped_because",
                            "scene",
                            "carom_version",
                            "made_elastic",
                            "elastic_below",
                            "proved",
                            "momentum_start",
                            "momentum_end",
                            "contacts_taken_as_touching",
                            "seed"}) {
        EXPECT_TRUE(report.contains(key)) << key;
    }
    EXPECT_EQ(report["proved"], true);
    EXPECT_GT(report["worst_gap"], -1e-9);
    EXPECT_EQ(report["momentum_end"].size(), report["dimension"]);

    const Outcome info = carom_command({"info", out_ + "/trajectory.carom"});
    EXPECT_EQ(info.code, 0);
    EXPECT_TRUE(contains(info.out, report["trajectory_hash"].get<std::string>())) << info.out;
    const std::uint64_t pairs = report["ball_ball_collisions"].get<std::uint64_t>();
    EXPECT_TRUE(pairs == 0 || contains(info.out, " ball_ball")) << info.out;

    const std::string picture = text_of(out_ + "/paths.svg");
    EXPECT_EQ(picture.rfind("<svg ", 0), 0U);
    EXPECT_EQ(picture.substr(picture.size() - 7), "</svg>\n");
    EXPECT_LT(picture.size(), 150'000U);
    const int tables = report["measurements"].is_null() ? 0 : 1;  // of measurements
    EXPECT_EQ(std::distance(fs::directory_iterator(out_), fs::directory_iterator()), 4 + tables);
}

INSTANTIATE_TEST_SUITE_P(Scenes, BundledScene,
                         testing::Values("nine_ball_break", "newtons_cradle", "two_masses", "gas_1000",
                                         "marbles_in_box", "eight_ball_break", "gas_mixing",
                                         "melting_crystal", "granular_clustering", "three_sizes",
                                         "sheared_grains", "impact_wave", "brownian_motion"));

TEST_F(Run, IsTheSameEveryTime) {
    const auto hash = [&](std::vector<std::string> options) {
        options.insert(options.end(), {"--events", "100"});
        return report_of(bundled("gas_1000"), options)["trajectory_hash"].get<std::string>();
    };
    const std::string first = hash({});
    EXPECT_EQ(first.size(), 16U);
    EXPECT_EQ(hash({"--quiet"}), first);
    const std::string other = hash({"--seed", "99"});
    EXPECT_NE(other, first);
    EXPECT_EQ(hash({"--seed", "99"}), other);
    EXPECT_EQ(report_of(bundled("gas_1000"), {"--events", "1", "--seed", "99"})["seed"], 99);
}

TEST_F(Run, LimitsComeFromTheCommandLineThenTheSceneThenTheDefault) {
    json report = report_of(bundled("nine_ball_break"), {"--until", "0.25"});
    EXPECT_EQ(report["simulated_time"], 0.25);
    EXPECT_EQ(report["stopped_because"], "time_reached");
    EXPECT_EQ(report["limits"]["from"], "command line");
    EXPECT_EQ(report["limits"]["events"], nullptr);

    // More than there are before the scene's own end, which no longer counts.
    report = report_of(bundled("nine_ball_break"), {"--events", "150"});
    EXPECT_EQ(report["ball_ball_collisions"].get<int>() + report["wall_collisions"].get<int>() +
                  report["clusters"].get<int>(),
              150);
    EXPECT_EQ(report["stopped_because"], "events_reached");
    EXPECT_EQ(report["limits"]["until"], nullptr);

    EXPECT_EQ(report_of(bundled("nine_ball_break"))["limits"]["from"], "scene");

    report = report_of(two_balls());
    EXPECT_EQ(report["simulated_time"], 10);
    EXPECT_EQ(report["limits"]["from"], "default");
}

TEST_F(Run, EndsWhenNothingWillTouchAgain) {
    const json report = report_of(two_balls(), {"--events", "1000"});
    EXPECT_EQ(report["stopped_because"], "no_more_events");
    EXPECT_EQ(report["ball_ball_collisions"], 1);
    EXPECT_EQ(report["simulated_time"], 2);
    EXPECT_EQ(report["energy_relative_error"], 0);
    const Outcome endless = carom_command({"run", two_balls(), "-o", out_, "--until", "1e300"});
    EXPECT_EQ(endless.code, 0);
    EXPECT_NE(endless.err.find("note: until = 1e+300 is beyond the clock of this scene, which ends at"),
              std::string::npos)
        << endless.err;
    EXPECT_NE(endless.out.find("nothing touches before the clock of this scene ends"), std::string::npos)
        << endless.out;
    EXPECT_EQ(report_of(two_balls(), {"--until", "0"})["ball_ball_collisions"], 0);
}

TEST_F(Run, AJamIsNoSuccess) {
    const std::string scene = directory_ / "corner.toml";
    put_text(scene, kSharpCorner);
    const Outcome run = carom_command({"run", scene, "-o", out_, "--until", "10", "--quiet"});
    EXPECT_EQ(run.code, 5);
    EXPECT_TRUE(contains(run.err, "jammed")) << run.err;
    EXPECT_TRUE(contains(text_of(out_ + "/report.json"), "\"stopped_because\": \"jammed\"")) << out_;
}

TEST_F(Run, EnergyErrorOnlyWhereImpactsAreElastic) {
    EXPECT_EQ(report_of(bundled("nine_ball_break"), {"--events", "5"})["energy_relative_error"], nullptr);
    EXPECT_LT(report_of(bundled("gas_1000"), {"--events", "5"})["energy_relative_error"], 1e-14);
}

TEST_F(Run, SummaryOnStdoutNothingElse) {
    Outcome outcome = carom_command({"run", bundled("nine_ball_break"), "-o", out_, "--events", "30"});
    EXPECT_EQ(outcome.err, "");
    for (const char* word : {"10 balls in 2D", "impacts", "energy", "worst gap", out_.c_str(), "touching"}) {
        EXPECT_TRUE(contains(outcome.out, word)) << word << " not in\n" << outcome.out;
    }
    outcome = carom_command({"run", bundled("nine_ball_break"), "-o", out_, "--events", "30", "--quiet"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.out + outcome.err, "");
}

TEST_F(Run, ASceneWithoutANameHasAPlainSummary) {
    const std::string scene = directory_ / "nameless.toml";
    put_text(scene, "dimension = 2\n[[balls]]\nposition = [0, 0]\nvelocity = [1, 0]\nradius = 1\n");
    const Outcome outcome = carom_command({"run", scene, "-o", out_, "--until", "1"});
    EXPECT_EQ(outcome.out.substr(0, 13), "1 ball in 2D\n") << outcome.out;
    const std::string status = carom_command({"info", out_}).out;
    EXPECT_FALSE(contains(status, "scene ")) << status;
}

TEST_F(Run, ReplacesEarlierResults) {
    report_of(bundled("nine_ball_break"), {"--events", "5"});
    put_text(out_ + "/trajectory.carom.partial", "left by a crash");
    put_text(out_ + "/notes.txt", "mine");
    const json report = report_of(two_balls());
    EXPECT_EQ(report["balls"], 2);
    EXPECT_TRUE(contains(text_of(out_ + "/paths.svg"), "two &lt;balls&gt; &amp; more"));
    EXPECT_TRUE(contains(carom_command({"info", out_ + "/trajectory.carom"}).out, "two <balls>"));
    EXPECT_FALSE(fs::exists(out_ + "/trajectory.carom.partial"));
    EXPECT_EQ(text_of(out_ + "/notes.txt"), "mine");
}

TEST_F(Run, TellsAllFaultsOfASceneAtOnce) {
    std::string text = kTwoBalls;
    text.replace(text.find("radius = 0.5"), 12, "radius = -1.0");
    put_text(directory_ / "bad.toml", text + "[colisions]\nrestitution_balls = 2\n");
    const Outcome outcome = carom_command({"run", directory_ / "bad.toml", "-o", out_});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(contains(outcome.err, "bad.toml:")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "radius")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "colisions")) << outcome.err;
    EXPECT_FALSE(fs::exists(out_));
}

TEST_F(Run, NamesTheSceneThatCannotBeRead) {
    for (const std::string& path : {directory_ / "missing.toml", directory_ / "."}) {
        const Outcome outcome = carom_command({"run", path, "-o", out_});
        EXPECT_EQ(outcome.code, 2);
        EXPECT_TRUE(contains(outcome.err, path)) << outcome.err;
    }
}

TEST_F(Run, NamesTheDirectoryThatCannotBeMade) {
    put_text(directory_ / "file", "mine");
    for (const std::string& path : {directory_ / "file", directory_ / "file/below"}) {
        const Outcome outcome = carom_command({"run", bundled("two_masses"), "-o", path});
        EXPECT_EQ(outcome.code, 3);
        EXPECT_TRUE(contains(outcome.err, path)) << outcome.err;
    }
    EXPECT_EQ(text_of(directory_ / "file"), "mine");
}

TEST_F(Run, NamesTheFileThatCannotBeWritten) {
    for (const std::string name : {"trajectory.carom", "report.json", "paths.svg"}) {
        const std::string out = directory_ / ("out_" + name);
        fs::create_directories(out + "/" + name + "/in_the_way");
        const Outcome outcome = carom_command({"run", bundled("two_masses"), "-o", out});
        EXPECT_EQ(outcome.code, 3);
        EXPECT_TRUE(contains(outcome.err, out + "/" + name)) << outcome.err;
    }
}

}  // namespace
}  // namespace carom::test
