// Promise: tools/scene_from_shot turns a shot of pooltool into a scene; `carom run` plays and proves it, and
// its balls end where exact arithmetic has them (tests/data/billiards).
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "app/command.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const std::string kTool = std::string(CAROM_SOURCE_DIR) + "/tools/scene_from_shot";
const std::string kShots = std::string(CAROM_SOURCE_DIR) + "/tests/data/billiards/";

int make_scene(const std::string& shot, const std::string& scene, const std::string& messages) {
    const int status =
        std::system(("python3 " + kTool + " " + shot + " > " + scene + " 2> " + messages).c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void expect_same_end(const json& report, const json& exact, const std::string& shot) {
    const double bound = 1e-13 + 30 * exact["sensitivity"]["place"].get<double>();
    for (const json& wanted : exact["final"]) {
        for (const json& ball : report["final_balls"]) {
            if (ball["name"] != wanted[0] || ball["pocketed"] == true) continue;
            for (std::size_t axis = 0; axis < 2; ++axis) {
                const double place = std::stod(wanted[2 + axis].get<std::string>());
                EXPECT_NEAR(ball["position"][axis].get<double>(), place, bound) << shot << ball["name"];
            }
        }
    }
}

TEST(SceneFromShot, PlaysAndProvesTheExactShots) {
    const WorkDirectory directory;
    const std::string scene = directory / "scene.toml", out = directory / "out";
    int shots = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(kShots)) {
        const std::string name = entry.path().stem().string();
        if (name == "lasting") continue;
        ASSERT_EQ(make_scene(entry.path().string(), scene, directory / "err"), 0)
            << text_of(directory / "err");
        const Outcome run = carom_command({"run", scene, "-o", out, "--quiet"});
        ASSERT_EQ(run.code, 0) << name << run.err;
        const json report = json::parse(text_of(out + "/report.json"));
        EXPECT_EQ(report["proved"], true) << name;
        EXPECT_EQ(report["impacts_open"], 0) << name;
        EXPECT_EQ(report["motions_open"], 0) << name;
        expect_same_end(report, json::parse(text_of(entry.path().string())), name);
        ++shots;
    }
    EXPECT_EQ(shots, 14);
}

TEST(SceneFromShot, SaysWhatItCannotTurn) {
    const WorkDirectory directory;
    const std::string scene = directory / "scene.toml", messages = directory / "err";
    std::string other = text_of(kShots + "14_threecushion_mathavan.json");
    other.replace(other.find("frictional_mathavan"), 10, "magical___");
    put_text(directory / "no.json", other);
    EXPECT_EQ(make_scene(directory / "no.json", scene, messages), 2);
    EXPECT_TRUE(contains(text_of(messages), "the ball-ball model \"magical____mathavan\" is not one of"));
    put_text(directory / "no.json", "{\"input\": {}}");
    EXPECT_EQ(make_scene(directory / "no.json", scene, messages), 2);
    EXPECT_TRUE(contains(text_of(messages), "no shot of the expected shape"));
    put_text(directory / "no.json", "{");
    EXPECT_EQ(make_scene(directory / "no.json", scene, messages), 2);
}

}  // namespace
}  // namespace carom::test
