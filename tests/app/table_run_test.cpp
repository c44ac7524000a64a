// Promise: `carom run` plays the shots of a scene with a table and proves them; `info`, `view`, `check` and
// `export` read them.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "app/command.hpp"

namespace carom::test {
namespace {

const std::string kScene = std::string(CAROM_SOURCE_DIR) + "/scenes/nine_ball_shot.toml";

class TableRun : public ::testing::Test {
protected:
    std::string at(const std::string& name) const { return directory_ / name; }

private:
    WorkDirectory directory_;
};

TEST_F(TableRun, PlaysUntilAllBallsRest) {
    const auto outcome = carom_command({"run", kScene, "-o", at("o"), "--view"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("nine-ball break: 10 balls on a table\n"), std::string::npos);
    EXPECT_NE(outcome.out.find("pocketed: 5, cue\n"), std::string::npos) << outcome.out;
    const std::string report = text_of(at("o/report.json"));
    EXPECT_NE(report.find("\"stopped_because\": \"all_balls_rest\""), std::string::npos);
    EXPECT_NE(report.find("\"proved\": true"), std::string::npos) << report;
    EXPECT_NE(text_of(at("o/paths.svg")).find("<title>nine-ball break</title>"), std::string::npos);
    EXPECT_NE(text_of(at("o/paths.svg")).find("stroke-width=\"8\""), std::string::npos);
    EXPECT_NE(text_of(at("o/paths.svg")).find("Thin: the ball slides."), std::string::npos);
}

TEST_F(TableRun, TheSameSceneGivesTheSameBytes) {
    for (const char* name : {"a", "b"})
        ASSERT_EQ(carom_command({"run", kScene, "-o", at(name), "--quiet"}).code, 0);
    EXPECT_EQ(text_of(at("a/trajectory.carom")), text_of(at("b/trajectory.carom")));
}

TEST_F(TableRun, ShotsFollowEachOther) {
    put_text(at("s.toml"), text_of(kScene) + "[[shots]]\nspeed = 2\ndirection = 90\nplace = [0.3, 0.3]\n");
    const auto outcome = carom_command({"run", at("s.toml"), "-o", at("o")});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("shot 2"), std::string::npos) << outcome.out;
}

/// The first shot sinks the 9 by a foul. Before the second it lies behind the ball on the foot spot.
TEST_F(TableRun, SpottedBallsArePutBack) {
    put_text(at("s.toml"),
             "[table]\nkind = \"pool_9_foot\"\n[game]\nrules = \"nine_ball\"\nbreak = false\n"
             "[[balls]]\nname = \"cue\"\nposition = [0.4, 0.6]\n"
             "[[balls]]\nname = \"9\"\nposition = [0.9, 1.8]\n"
             "[[balls]]\nname = \"1\"\nposition = [0.635, 1.905]\n"
             "[[shots]]\nspeed = 1.5\ndirection = 67.51\n"
             "[[shots]]\nspeed = 1\ndirection = 200\nplace = [0.3, 0.3]\n");
    const auto outcome = carom_command({"run", at("s.toml"), "-o", at("o"), "--view"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("; 9 to be spotted; "), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("every impact right"), std::string::npos) << outcome.out;
    const auto report = nlohmann::json::parse(text_of(at("o/report.json")));
    EXPECT_EQ(report["final_balls"][1]["pocketed"], false);
    EXPECT_EQ(report["final_balls"][1]["position"][0], 0.635);
    EXPECT_NEAR(report["final_balls"][1]["position"][1], 1.905 + 2 * 0.028575, 1e-15);
    EXPECT_EQ(carom_command({"check", at("o")}).code, 0);
}

TEST_F(TableRun, AShotOfABallInAPocketIsRefused) {
    put_text(at("s.toml"), text_of(kScene) + "[[shots]]\nspeed = 2\ndirection = 90\n");
    const auto outcome = carom_command({"run", at("s.toml"), "-o", at("o")});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err, "carom: shot 2: the cue ball is in a pocket: give it a place\n");
    EXPECT_NE(text_of(at("o/report.json")).find("\"stopped_because\": \"shot_refused\""), std::string::npos);
}

TEST_F(TableRun, LimitsAreRefused) {
    for (const char* option : {"--until", "--checkpoint-every"}) {
        const auto outcome = carom_command({"run", kScene, "-o", at("o"), option, "2"});
        EXPECT_EQ(outcome.code, 2);
        EXPECT_NE(outcome.err.find("its shots run until all balls rest"), std::string::npos) << outcome.err;
    }
}

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t k = text.find(part); k != std::string::npos; k = text.find(part, k + 1)) ++count;
    return count;
}

/// Two shots: the first sinks the cue ball, which is put back for the second.
TEST_F(TableRun, PicturesShowTheBallsOfAllShots) {
    put_text(at("s.toml"), text_of(kScene) + "[[shots]]\nspeed = 2\ndirection = 90\nplace = [0.3, 0.3]\n");
    ASSERT_EQ(carom_command({"run", at("s.toml"), "-o", at("o"), "--quiet"}).code, 0);
    const auto drawn = [&](const std::string& source, const std::vector<std::string>& options) {
        std::vector<std::string> command{"picture", source, "-o", at("p.svg")};
        command.insert(command.end(), options.begin(), options.end());
        const auto outcome = carom_command(command);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return text_of(at("p.svg"));
    };
    const std::string scene = drawn(at("s.toml"), {});
    EXPECT_EQ(count_of(scene, "<polygon"), 12U) << "jaws";
    EXPECT_NE(drawn(at("o"), {"--at", "0"}).find("after 0 impacts"), std::string::npos);
    EXPECT_NE(drawn(at("o"), {"--at", "2"}), drawn(at("o"), {"--at", "3"}));
    EXPECT_NE(drawn(at("o"), {"--at", "2", "--paths"}), drawn(at("o"), {"--at", "2"}));
    EXPECT_NE(drawn(at("o"), {"--at", "11", "--path-of", "cue"}), drawn(at("o"), {"--at", "11"}));
    const auto late = carom_command({"picture", at("o"), "-o", at("p.svg"), "--at", "1000"});
    EXPECT_EQ(late.code, 2);
    EXPECT_NE(late.err.find("is after the end of the trajectory"), std::string::npos) << late.err;
    const auto overlaps = carom_command({"picture", at("o"), "-o", at("p.svg"), "--overlaps"});
    EXPECT_EQ(overlaps.code, 2);
    EXPECT_NE(overlaps.err.find("--overlaps is for scenes without a table"), std::string::npos);
}

TEST_F(TableRun, ABallThatFellBeforeLiesInTheTrayOfEachPicture) {
    put_text(at("s.toml"),
             "[table]\nkind = \"pool_9_foot\"\n[[balls]]\nname = \"cue\"\nposition = [0.4, 0.6]\n"
             "[[balls]]\nname = \"1\"\nout_of_play = \"pocketed\"\n"
             "[[balls]]\nname = \"2\"\nout_of_play = \"off_table\"\n[[shots]]\nspeed = 1\ndirection = 90\n");
    const auto outcome = carom_command({"run", at("s.toml"), "-o", at("o")});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("every impact right"), std::string::npos) << outcome.out;
    const auto tray = [&](const std::vector<std::string>& options) {
        std::vector<std::string> command{"picture", "-o", at("p.svg")};
        command.insert(command.end(), options.begin(), options.end());
        EXPECT_EQ(carom_command(command).code, 0);
        const std::string picture = text_of(at("p.svg")), first = "<use href=\"#b1\"";
        return picture.substr(std::min(picture.find(first), picture.size()));
    };
    const std::string places = tray({at("s.toml")});
    EXPECT_NE(places.find("<use href=\"#b2\""), std::string::npos) << places;
    EXPECT_EQ(tray({at("o"), "--at", "0"}).substr(0, 120), places.substr(0, 120));
    EXPECT_EQ(tray({at("o"), "--at", "1"}).substr(0, 120), places.substr(0, 120));
    EXPECT_EQ(tray({at("o"), "--paths"}).substr(0, 120), places.substr(0, 120));
}

TEST_F(TableRun, InfoAndViewReadTheShots) {
    ASSERT_EQ(carom_command({"run", kScene, "-o", at("o"), "--quiet"}).code, 0);
    const auto info = carom_command({"info", at("o")});
    EXPECT_EQ(info.code, 0) << info.err;
    EXPECT_NE(info.out.find("pocketed: 5, cue\n"), std::string::npos) << info.out;
    EXPECT_NE(info.out.find("closed      yes"), std::string::npos) << info.out;
    const auto part = carom_command({"view", at("o"), "--from", "1"});
    EXPECT_EQ(part.code, 2);
    EXPECT_NE(part.err.find("a page of shots has all of them"), std::string::npos) << part.err;
    const auto view = carom_command({"view", at("o")});
    EXPECT_EQ(view.code, 0) << view.err;
    EXPECT_NE(view.out.find("10 balls, 49 impacts"), std::string::npos) << view.out;
}

/// A killed run leaves its whole blocks: the file is cut after some of them.
/// A table without straight cushions has no rails, and its balls are in view wherever they roll.
TEST_F(TableRun, PicturesOfAnOpenTableShowAllBalls) {
    put_text(at("s.toml"),
             "[table]\nkind = \"free\"\n[[table.pockets]]\ncentre = [0, 0]\nradius = 0.06\ndepth = 0.05\n"
             "[[balls]]\nposition = [0.5, 0.5]\nvelocity = [-1, -1]\n"
             "[[balls]]\nposition = [0.7, 0.5]\nradius = 0.04\nvelocity = [1.2, 1.2]\n");
    ASSERT_EQ(carom_command({"run", at("s.toml"), "-o", at("o"), "--quiet"}).code, 0);
    ASSERT_EQ(carom_command({"picture", at("o"), "-o", at("p.svg"), "--size", "720x720"}).code, 0);
    const std::string text = text_of(at("p.svg"));
    EXPECT_EQ(text.find("url(#wood)"), std::string::npos);
    int balls = 0;
    for (std::size_t k = text.find("<circle cx=\""); k != std::string::npos;
         k = text.find("<circle cx=\"", k + 1)) {
        const double x = std::stod(text.substr(k + 12));
        EXPECT_TRUE(x > 0 && x < 720) << x;
        ++balls;
    }
    EXPECT_GE(balls, 2);
}

TEST_F(TableRun, ResumeGoesOnAfterTheLastWholeShot) {
    std::string scene = text_of(kScene);
    for (int k = 0; k < 40; ++k)
        scene += "[[shots]]\nspeed = " + std::to_string(1 + k % 5) +
                 "\ndirection = " + std::to_string(37 * k) + "\nplace = [0.3, 0.12]\n";
    put_text(at("s.toml"), scene);
    ASSERT_NE(carom_command({"run", at("s.toml"), "-o", at("o"), "--quiet"}).code, 1);
    const std::string whole = text_of(at("o/trajectory.carom"));
    ASSERT_GT(whole.size(), 100'000U);
    const auto finished = carom_command({"resume", at("o")});
    for (const double share : {.1, .3, .6, .9}) {
        ASSERT_EQ(std::remove(at("o/trajectory.carom").c_str()), 0);
        put_text(at("o/trajectory.carom.partial"),
                 whole.substr(0, static_cast<std::size_t>(share * static_cast<double>(whole.size()))));
        const auto outcome = carom_command({"resume", at("o"), "--quiet"});
        ASSERT_TRUE(text_of(at("o/trajectory.carom")) == whole) << share << outcome.err;
        EXPECT_EQ(outcome.code, finished.code) << outcome.err;
    }
    const auto limited = carom_command({"resume", at("o"), "--until", "3"});
    EXPECT_EQ(limited.code, 2);
    EXPECT_NE(limited.err.find("are not for shots"), std::string::npos) << limited.err;
}

TEST_F(TableRun, ResumeOfAFinishedRunSaysSo) {
    ASSERT_EQ(carom_command({"run", kScene, "-o", at("o"), "--quiet"}).code, 0);
    const auto outcome = carom_command({"resume", at("o")});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("this run is finished (1 shot)"), std::string::npos) << outcome.out;
    ASSERT_EQ(std::remove(at("o/report.json").c_str()), 0);
    EXPECT_EQ(carom_command({"resume", at("o"), "--quiet"}).code, 0);
    EXPECT_FALSE(text_of(at("o/report.json")).empty());
}

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells(1);
    for (const char c : line) {
        if (c == ',') {
            cells.emplace_back();
        } else {
            cells.back() += c;
        }
    }
    return cells;
}

TEST_F(TableRun, ChecksShots) {
    ASSERT_EQ(carom_command({"run", kScene, "-o", at("o"), "--no-proof"}).code, 0);
    EXPECT_NE(text_of(at("o/report.json")).find("\"not_proved_because\": \"--no-proof\""), std::string::npos);
    const auto outcome = carom_command({"check", at("o")});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("1 shot proved: no overlap, no missed contact, every impact right"),
              std::string::npos)
        << outcome.out;
}

TEST_F(TableRun, ExportsEventsWithTheStatesBeforeAndAfter) {
    ASSERT_EQ(carom_command({"run", kScene, "-o", at("o"), "--quiet"}).code, 0);
    const auto outcome = carom_command({"export", at("o"), "--events", "-"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::istringstream lines(outcome.out);
    std::string line;
    std::getline(lines, line);
    const std::vector<std::string> names = cells_of(line);
    ASSERT_EQ(names.size(), 45U);
    EXPECT_EQ(names[5], "ball_before_phase");
    EXPECT_EQ(names[44], "other_after_wz");
    std::map<std::string, int> types;
    std::map<std::string, std::vector<std::string>> after;  // by ball: its last state
    while (std::getline(lines, line)) {
        const std::vector<std::string> cells = cells_of(line);
        ASSERT_EQ(cells.size(), names.size()) << line;
        ++types[cells[2]];
        const std::vector<std::string> state(cells.begin() + 15, cells.begin() + 25);
        if (const auto last = after.find(cells[3]); last != after.end() && cells[2] != "strike") {
            EXPECT_EQ(last->second[0], cells[5]) << line;  // the phase does not change in between
        }
        after[cells[3]] = state;
        if (cells[2] == "ball_ball") after[cells[4]].assign(cells.begin() + 35, cells.end());
    }
    EXPECT_EQ(types["strike"], 1);
    EXPECT_GT(types["ball_ball"], 5);
    EXPECT_GT(types["slide_to_roll"], 5);
    EXPECT_GT(types["roll_to_rest"], 2);
    EXPECT_GT(types["pocket"], 0);
    for (const auto& [ball, state] : after) {
        EXPECT_TRUE(state[0] == "resting" || state[0] == "pocketed") << ball;
        EXPECT_EQ(state[4], "0") << ball;
    }
}

TEST_F(TableRun, ExportsStatesAtInstants) {
    ASSERT_EQ(carom_command({"run", kScene, "-o", at("o"), "--quiet"}).code, 0);
    const auto outcome = carom_command({"export", at("o"), "--states", at("s.csv"), "--instants", "5"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::ifstream file(at("s.csv"));
    std::string line;
    std::getline(file, line);
    EXPECT_EQ(line, "time,shot,ball,name,phase,x,y,z,vx,vy,vz,wx,wy,wz");
    int lines = 0;
    while (std::getline(file, line)) ++lines;
    EXPECT_EQ(lines, 50);
    EXPECT_NE(carom_command({"export", at("o"), "--states", at("t.csv"), "--at", "1e6"})
                  .err.find("is after the end"),
              std::string::npos);
    EXPECT_NE(carom_command({"export", at("o"), "--xyz", at("t.xyz"), "--at", "0"})
                  .err.find("with --events, --shots and --states only"),
              std::string::npos);
}

TEST_F(TableRun, ExportsALineForEachShot) {
    ASSERT_EQ(carom_command({"run", kScene, "-o", at("o"), "--quiet"}).code, 0);
    const auto outcome = carom_command({"export", at("o"), "--shots", "-"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::istringstream lines(outcome.out);
    std::string line;
    std::getline(lines, line);
    const std::vector<std::string> names = cells_of(line);
    const nlohmann::json shots = nlohmann::json::parse(text_of(at("o/report.json")))["shots"];
    for (const nlohmann::json& shot : shots) {
        ASSERT_TRUE(std::getline(lines, line));
        const std::vector<std::string> cells = cells_of(line);
        ASSERT_EQ(cells.size(), names.size()) << line;
        std::map<std::string, std::string> cell;
        for (std::size_t k = 0; k < names.size(); ++k) cell[names[k]] = cells[k];
        EXPECT_EQ(cell["duration"], shot["duration"].dump());
        EXPECT_EQ(cell["events"], shot["events"].dump());
        EXPECT_EQ(cell["cushions"], shot["cushion_collisions"].dump());
        EXPECT_EQ(cell["first_hit"], shot["facts"]["first_hit"].dump());
        std::string pocketed;
        for (const nlohmann::json& ball : shot["pocketed"])
            pocketed += (pocketed.empty() ? "" : " ") + ball["ball"].dump();
        EXPECT_EQ(cell["pocketed"], pocketed);
    }
    EXPECT_FALSE(std::getline(lines, line));
}

TEST_F(TableRun, MeasureSaysWhatTheFileIs) {
    ASSERT_EQ(carom_command({"run", kScene, "-o", at("o"), "--quiet"}).code, 0);
    const auto outcome = carom_command({"measure", at("o")});
    EXPECT_EQ(outcome.code, 3);
    EXPECT_NE(outcome.err.find("this file holds shots on a table"), std::string::npos) << outcome.err;
}

/// Two shots of nine-ball: a break, then one at the 9.
std::string two_shots() {
    std::string text = text_of(kScene);
    return text + "\n[[shots]]\nspeed = 2\ndirection = 10\nplace = [0.3, 0.3]\n";
}

TEST_F(TableRun, RulesTheShotsOfAGameOneAfterTheOther) {
    std::ofstream(at("s.toml")) << two_shots();
    const auto outcome = carom_command({"run", at("s.toml"), "-o", at("o")});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("  ruling      foul: scratch; player 2 is next, ball in hand\n"),
              std::string::npos)
        << outcome.out;
    const nlohmann::json shots = nlohmann::json::parse(text_of(at("o/report.json")))["shots"];
    ASSERT_EQ(shots.size(), 2U);
    const nlohmann::json& first = shots[0]["ruling"];
    EXPECT_EQ(first["game"], "nine_ball");
    EXPECT_EQ(first["is_break"], true);
    EXPECT_EQ(first["fouls"], nlohmann::json::array({"scratch"}));
    EXPECT_EQ(first["player"], 0);
    EXPECT_EQ(first["next_player"], 1);
    EXPECT_EQ(first["fouls_in_row"], (std::array<int, 2>{1, 0}));
    EXPECT_EQ(shots[1]["ruling"]["player"], 1);
    EXPECT_EQ(shots[1]["ruling"]["is_break"], false);
    EXPECT_NE(carom_command({"info", at("o")}).out.find("foul: scratch; player 2 is next"),
              std::string::npos);
    std::istringstream lines(carom_command({"export", at("o"), "--shots", "-"}).out);
    std::string line;
    std::getline(lines, line);
    std::vector<std::string> names = cells_of(line);
    const auto column = std::find(names.begin(), names.end(), "player") - names.begin();
    for (const nlohmann::json& shot : shots) {
        ASSERT_TRUE(std::getline(lines, line));
        const std::vector<std::string> cells = cells_of(line);
        const auto cell = [&](int k) { return cells[static_cast<std::size_t>(column + k)]; };
        EXPECT_EQ(cell(0), shot["ruling"]["player"].dump());
        std::string fouls;
        for (const nlohmann::json& foul : shot["ruling"]["fouls"])
            fouls += (fouls.empty() ? "" : " ") + foul.get<std::string>();
        EXPECT_EQ(cell(1), fouls);
        EXPECT_EQ(cell(5), shot["ruling"]["ball_in_hand"] == true ? "1" : "0");
        EXPECT_EQ(cell(6), shot["ruling"]["next_player"].dump());
    }
}

TEST_F(TableRun, ASceneWithoutAGameIsNotRuled) {
    std::ofstream(at("s.toml")) << text_of(kScene) + "\n[game]\nrules = \"none\"\n";
    const auto outcome = carom_command({"run", at("s.toml"), "-o", at("o")});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.out.find("ruling"), std::string::npos) << outcome.out;
    EXPECT_TRUE(nlohmann::json::parse(text_of(at("o/report.json")))["shots"][0]["ruling"].is_null());
    EXPECT_NE(carom_command({"export", at("o"), "--shots", "-"}).out.find(",,,,,,,\n"), std::string::npos);
}

}  // namespace
}  // namespace carom::test
