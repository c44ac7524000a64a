// Promise: `carom fit` finds the numbers that recorded shots show, with honest errors.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "app/command.hpp"
#include "math/noise.hpp"

namespace carom::test {
namespace {

using Json = nlohmann::json;

const std::string kExamples = std::string(CAROM_SOURCE_DIR) + "/examples/";

/// A lag: up the table and back.
std::string scene(double speed, double direction, double sliding, double rolling, double cushion) {
    std::ostringstream text;
    text << "[table]\nkind = \"pool_9_foot\"\n[defaults]\nsliding_friction = " << sliding
         << "\nrolling_friction = " << rolling << "\ncushion_restitution = " << cushion
         << "\n[[balls]]\nname = \"cue\"\nposition = [0.6, 0.5]\n[[shots]]\nspeed = " << speed
         << "\ndirection = " << direction << "\n";
    return text.str();
}

const std::map<std::string, double> kTruth{{"speed", 2.6},
                                           {"direction", 91},
                                           {"sliding_friction", 0.22},
                                           {"rolling_friction", 0.009},
                                           {"cushion_restitution", 0.8}};
constexpr double kError = 1e-3;

class FitCommand : public ::testing::Test {
protected:
    FitCommand() {
        put_text(at("true.toml"), scene(2.6, 91, 0.22, 0.009, 0.8));
        put_text(at("guess.toml"), scene(2.5, 90, 0.2, 0.01, 0.85));
    }

    std::string at(const std::string& name) const { return directory_ / name; }

    /// Places of the lag, each time with other errors.
    void record(std::uint64_t seed) {
        if (states_.empty()) {
            EXPECT_EQ(carom_command({"run", at("true.toml"), "-o", at("o"), "--no-proof"}).code, 0);
            states_ = carom_command({"export", at("o"), "--states", "-", "--every", "0.1", "--to", "4"}).out;
        }
        carom::detail::Noise noise(seed, 0, 0, 0);
        std::istringstream lines(states_);
        std::ostringstream record;
        record << "time,ball,x,y\n";
        record.precision(17);
        std::string line;
        std::getline(lines, line);
        while (std::getline(lines, line)) {
            std::istringstream cells(line);
            std::string time, shot, ball, name, phase, x, y;
            for (std::string* cell : {&time, &shot, &ball, &name, &phase, &x, &y})
                std::getline(cells, *cell, ',');
            record << time << ',' << ball << ',' << std::stod(x) + kError * noise.normal() << ','
                   << std::stod(y) + kError * noise.normal() << '\n';
        }
        put_text(at("r.csv"), record.str());
    }

    Outcome fit(std::vector<std::string> more) const {
        std::vector<std::string> words{
            "fit", at("guess.toml"), at("r.csv"), "--fit",
            "speed,direction,sliding_friction,rolling_friction,cushion_restitution"};
        words.insert(words.end(), more.begin(), more.end());
        return carom_command(words);
    }

private:
    WorkDirectory directory_;
    std::string states_;
};

TEST_F(FitCommand, FindsTheTruthWithinItsErrors) {
    const char* const wanted = std::getenv("CAROM_FITS");  // NOLINT(concurrency-mt-unsafe)
    const std::uint64_t records = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 8;
    double square = 0;
    std::uint64_t count = 0;
    for (std::uint64_t seed = 1; seed <= records; ++seed) {
        record(seed);
        const Outcome outcome = fit({"--place-error", "0.001", "-o", at("f.json")});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        const Json found = Json::parse(text_of(at("f.json")));
        EXPECT_NEAR(found["chi_square_per_degree"].get<double>(), 1, 0.5);
        for (const Json& one : found["parameters"]) {
            const auto truth = kTruth.find(one["name"]);
            if (truth == kTruth.end()) continue;
            const double off = (one["value"].get<double>() - truth->second) / one["error"].get<double>();
            EXPECT_LT(std::fabs(off), 4.5) << one;
            square += off * off;
            ++count;
        }
    }
    ASSERT_EQ(count, 5 * records);
    const double mean = square / static_cast<double>(count);
    std::printf("mean square of the error over what is told: %.3f\n", mean);
    EXPECT_GT(mean, 0.4);
    EXPECT_LT(mean, 2);
}

/// What is left is far more than the errors of the places: the errors of the numbers grow with it, and a line
/// says why.
TEST_F(FitCommand, ASceneThatDoesNotDescribeTheRecordHasLargeErrors) {
    record(1);
    const auto errors_of = [&] {
        const Json found = Json::parse(text_of(at("f.json")));
        std::map<std::string, double> errors;
        for (const Json& one : found["parameters"]) {
            if (kTruth.contains(one["name"])) errors[one["name"]] = one["error"];
        }
        errors["scale"] = found["error_scale"];
        errors["chi"] = found["chi_square_per_degree"];
        return errors;
    };
    const Outcome good = fit({"--place-error", "0.001", "-o", at("f.json")});
    EXPECT_EQ(errors_of()["scale"], 1);
    EXPECT_FALSE(contains(good.out, "does not describe")) << good.out;
    // The same fit of places that are said to be ten times as exact.
    const std::map<std::string, double> as_is = errors_of();
    const Outcome bad = fit({"--place-error", "0.0001", "-o", at("f.json")});
    std::map<std::string, double> scaled = errors_of();
    EXPECT_TRUE(contains(bad.out, "the scene does not describe the record")) << bad.out;
    EXPECT_TRUE(contains(bad.out, "times what --place-error says")) << bad.out;
    EXPECT_GT(scaled["chi"], 50);
    EXPECT_NEAR(scaled["scale"], std::sqrt(scaled["chi"]), 1e-9);
    for (const auto& [name, truth] : kTruth)
        EXPECT_NEAR(scaled[name] / as_is.at(name), std::sqrt(as_is.at("chi")), 0.05) << name;
}

TEST_F(FitCommand, TheFittedSceneDescribesTheRecord) {
    record(1);
    const Outcome scene = fit({"--scene"});
    ASSERT_EQ(scene.code, 0) << scene.err;
    put_text(at("fitted.toml"), scene.out);
    const Outcome again = carom_command({"fit", at("fitted.toml"), at("r.csv"), "--fit", "speed",
                                         "--place-error", "0.001", "-o", at("f.json")});
    ASSERT_EQ(again.code, 0) << again.err;
    EXPECT_LT(Json::parse(text_of(at("f.json")))["rms_at_start"].get<double>(), 1.3 * kError);
}

TEST_F(FitCommand, SaysWhatTheRecordDoesNotTell) {
    record(1);
    const Outcome outcome =
        carom_command({"fit", at("guess.toml"), at("r.csv"), "--fit", "speed,direction,ball_restitution"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("ball_restitution 0.95, from 0.95; the record does not tell it"),
              std::string::npos)
        << outcome.out;
}

// English that changes nothing but squirt, up to a point: the least sum stands at that point, by chance.
TEST_F(FitCommand, DoesNotBelieveTheEdgeOfAPlateau) {
    put_text(at("guess.toml"), scene(2.6, 91, 0.22, 0.009, 0.8));
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        record(seed);
        const Outcome outcome = carom_command(
            {"fit", at("guess.toml"), at("r.csv"), "--fit", "speed,direction,left", "-o", at("f.json")});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        for (const Json& one : Json::parse(text_of(at("f.json")))["parameters"]) {
            if (one["error"].is_null() || !one["ball"].is_null()) continue;
            const double truth = one["name"] == "left" ? 0 : kTruth.at(one["name"]);
            EXPECT_LT(std::fabs(one["value"].get<double>() - truth), 4.5 * one["error"].get<double>())
                << outcome.out;
        }
    }
}

TEST_F(FitCommand, ASceneOfSeveralShotsGetsThePlaces) {
    put_text(at("two.toml"),
             scene(2, 90, 0.2, 0.01, 0.85) + "[[shots]]\nplace = [0.7, 0.7]\nspeed = 1\ndirection = 0\n");
    put_text(at("r.csv"),
             "shot,time,ball,x,y\n1,0,0,0.61,0.51\n1,0.1,0,0.61,0.7\n1,0.2,0,0.61,0.9\n2,0,0,0.72,0.73\n"
             "2,0.1,0,0.8,0.73\n2,0.2,0,0.9,0.73\n");
    const Outcome outcome =
        carom_command({"fit", at("two.toml"), at("r.csv"), "--fit", "speed, direction", "--scene"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.out.find("place = [0.7, 0.7]"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("place = [0.7"), std::string::npos) << outcome.out;
}

/// The 9 falls by a foul, and the second shot meets it on the foot spot. The record has no places before the
/// shots.
TEST_F(FitCommand, SpottedBallsArePutBackBetweenShots) {
    put_text(
        at("foul.toml"),
        "[table]\nkind = \"pool_9_foot\"\n[game]\nrules = \"nine_ball\"\nbreak = false\n"
        "[[balls]]\nname = \"cue\"\nposition = [0.4, 0.6]\n[[balls]]\nname = \"9\"\nposition = [0.9, 1.8]\n"
        "[[balls]]\nname = \"1\"\nposition = [0.3, 2.2]\n[[shots]]\nspeed = 1.5\ndirection = 67.51\n"
        "[[shots]]\nspeed = 3\ndirection = 90\nplace = [0.635, 0.5]\n");
    ASSERT_EQ(carom_command({"run", at("foul.toml"), "-o", at("o"), "--no-proof"}).code, 0);
    std::istringstream states(carom_command({"export", at("o"), "--states", "-", "--every", "0.1"}).out);
    std::ostringstream record;
    record << "time,shot,ball,x,y\n";
    record.precision(17);
    const double second = Json::parse(text_of(at("o/report.json")))["shots"][0]["duration"];
    std::string line;
    std::getline(states, line);
    while (std::getline(states, line)) {
        std::istringstream cells(line);
        std::string time, shot, ball, name, phase, x, y;
        for (std::string* cell : {&time, &shot, &ball, &name, &phase, &x, &y})
            std::getline(cells, *cell, ',');
        const double since = std::stod(time) - (shot == "2" ? second : 0);
        if (since > 0 && phase != "pocketed")
            record << since << ',' << shot << ',' << ball << ',' << x << ',' << y << '\n';
    }
    put_text(at("r.csv"), record.str());
    const Outcome outcome = carom_command({"fit", at("foul.toml"), at("r.csv"), "--fit", "speed"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("shot 2: speed 3 m/s, from 3"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("0 mm root mean square"), std::string::npos) << outcome.out;
}

TEST_F(FitCommand, DoesNotOverwriteWhatItReads) {
    record(1);
    const std::string before = text_of(at("r.csv"));
    const Outcome outcome = fit({"-o", at("r.csv")});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("would overwrite what is read"), std::string::npos) << outcome.err;
    EXPECT_EQ(text_of(at("r.csv")), before);
}

/// Where the numbers are to go is known to work before the search begins.
TEST_F(FitCommand, AFileThatCannotBeWrittenIsToldFirst) {
    record(1);
    put_text(at("few.csv"), "time,ball,x,y\n0.5,0,0.6,0.7\n");
    for (const char* name : {"r.csv", "few.csv"}) {  // the second would be refused by the search
        const Outcome outcome =
            carom_command({"fit", at("guess.toml"), at(name), "-o", at("no/such/f.json")});
        EXPECT_EQ(outcome.code, 3);
        EXPECT_NE(outcome.err.find("no/such/f.json"), std::string::npos) << outcome.err;
        EXPECT_EQ(outcome.out, "");
    }
    EXPECT_EQ(carom_command({"fit", at("guess.toml"), at("few.csv"), "-o", at("f.json")}).code, 2);
    EXPECT_EQ(text_of(at("f.json")) + text_of(at("f.json.partial")), "") << "nothing is left behind";
}

TEST_F(FitCommand, RefusesWhatCannotBeFitted) {
    record(1);
    const struct {
        std::vector<std::string> words;
        const char* fault;
    } cases[] = {
        {{"--fit", "speed,mass"}, "there is no parameter mass"},
        {{"--fit", "up,up"}, "up is named twice"},
        {{"--place-error", "0"}, "--place-error: '0' is not a number from 1e-12 to 10"},
        {{"--scene", "-o", at("f.json")}, "excludes"},
    };
    for (const auto& one : cases) {
        std::vector<std::string> words{"fit", at("guess.toml"), at("r.csv")};
        words.insert(words.end(), one.words.begin(), one.words.end());
        const Outcome outcome = carom_command(words);
        EXPECT_EQ(outcome.code, 2);
        EXPECT_NE(outcome.err.find(one.fault), std::string::npos) << outcome.err;
    }
    put_text(at("few.csv"), "time,ball,x,y\n0.5,0,0.6,0.7\n");
    const Outcome few = carom_command({"fit", at("guess.toml"), at("few.csv")});
    EXPECT_EQ(few.code, 2);
    EXPECT_NE(few.err.find("4 numbers cannot be fitted to a record of 1 place"), std::string::npos)
        << few.err;
    put_text(at("none.csv"), "");
    EXPECT_EQ(carom_command({"fit", at("guess.toml"), at("none.csv")}).code, 2);
    EXPECT_NE(carom_command({"fit", at("guess.toml"), at("missing.csv")}).code, 0);
}

TEST_F(FitCommand, APlaceBeforeTheShotMustBeFree) {
    put_text(at("r.csv"), "time,name,x,y\n0,cue,0.4,0.6\n0,1,0.43,0.6\n1,cue,0.5,0.7\n1,1,0.5,0.7\n");
    const Outcome outcome = carom_command({"fit", kExamples + "fit_table.toml", at("r.csv")});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("where it was recorded before shot 1"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace carom::test
