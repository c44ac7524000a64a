// Promise: the numbers that a page unpacks are those of the trajectory to the last bit, in every kind of
// world, and a long page of many impacts is small. The oracle is the trajectory file; Node runs the page's
// own code.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/command.hpp"
#include "app/page_columns.hpp"
#include "carom/record/playback.hpp"
#include "carom/scene_text/table_scene_file.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostRecords = 20'000;

/// What a page should hold, without the times: those need a window.
struct Expected {
    PageColumns columns;

    template <int N>
    void add_state(const std::string& prefix, const BallState<N>& state) {
        for (int k = 0; k < N; ++k) {
            columns[prefix + "position"].push_back(state.position[k]);
            columns[prefix + "velocity"].push_back(state.velocity[k]);
        }
    }

    template <int N>
    void add(const Event<N>& event) {
        columns["kind"].push_back(static_cast<double>(event.kind));
        columns["ball"].push_back(event.ball);
        columns["other"].push_back(event.other);
        columns["restitution"].push_back(event.restitution);
        add_state("", event.ball_after);
        if (is_pair(event.kind)) add_state("", event.other_after);
    }
};

template <int N>
Expected read_trajectory(TrajectoryReader<N> reader, double from, std::size_t records) {
    Playback<N> playback(std::move(reader));
    playback.advance(playback.at(from));
    Expected expected;
    for (std::size_t ball = 0; ball < playback.ball_count(); ++ball) {
        expected.add_state("start_", playback.state(ball));
        expected.columns["radius"].push_back(playback.start().scene.balls[ball].radius);
        expected.columns["mass"].push_back(playback.start().scene.balls[ball].mass);
    }
    for (std::size_t k = 0; k < records; ++k) {
        const auto event = playback.next_until(playback.at(1e300));
        if (!event) break;
        expected.add(*event);
        expected.columns["event_time"].push_back(playback.seconds(event->time));
    }
    return expected;
}

std::vector<std::uint64_t> bits_of(const std::vector<double>& numbers) {
    std::vector<std::uint64_t> bits;
    for (const double number : numbers) bits.push_back(std::bit_cast<std::uint64_t>(number));
    return bits;
}

void expect_same(const PageColumns& page, const Expected& expected, const std::string& what,
                 bool with_times) {
    for (const auto& [name, numbers] : expected.columns) {
        if (name == "event_time" && !with_times) continue;
        ASSERT_EQ(bits_of(page.at(name)), bits_of(numbers)) << name << " of " << what;
    }
}

/// The numbers of the window from `from` on, against the trajectory.
void expect_exact(const std::string& directory, double from) {
    const std::string page = directory + "/view.html";
    const auto outcome = carom_command(
        {"view", directory, "--from", std::to_string(from), "--most-records", std::to_string(kMostRecords)});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const PageColumns columns = columns_of(page);
    auto trajectory = open_trajectory(directory + "/trajectory.carom");
    ASSERT_TRUE(trajectory);
    const Expected expected = std::visit(
        [&](auto& reader) { return read_trajectory(std::move(reader), from, columns.at("kind").size()); },
        *trajectory);
    EXPECT_GT(columns.at("kind").size(), 0U) << directory;
    expect_same(columns, expected, directory, from == 0);
}

TEST(ViewData, IsExactInEveryBundledScene) {
    const WorkDirectory directory;
    int scenes = 0;
    for (const fs::directory_entry& scene : fs::directory_iterator(CAROM_SOURCE_DIR "/scenes")) {
        if (is_table_scene(scene.path())) continue;  // their pages have other data
        const std::string out = directory / scene.path().stem();
        ASSERT_EQ(carom_command({"run", scene.path(), "-o", out, "--quiet", "--no-proof"}).code, 0);
        expect_exact(out, 0);
        if (HasFatalFailure()) return;
        ++scenes;
    }
    EXPECT_GE(scenes, 18);
}

TEST(ViewData, IsExactInWindows) {
    const WorkDirectory directory;
    for (const char* scene : {"marbles_in_a_bowl", "sheared_grains", "piston", "brownian_motion"}) {
        const std::string out = directory / scene;
        ASSERT_EQ(carom_command({"run", bundled(scene), "-o", out, "--quiet", "--no-proof"}).code, 0);
        expect_exact(out, 0.7);
        if (HasFatalFailure()) return;
    }
}

/// What no bundled scene has: a thermostat, thermal walls, a cylinder, slanted and moving walls, balls of
/// infinite mass and numbers far from 1.
constexpr const char* kWorlds[] = {
    "dimension = 2\n[world]\nlower = [0.0, 0.0]\nupper = [10.0, 10.0]\nboundary = "
    "\"periodic\"\n[thermostat]\n"
    "temperature = 2.0\nrate = 3.0\n[[generate]]\nkind = \"random_gas\"\ncount = 40\nradius = 0.2\n"
    "temperature = 1.0\n",
    "dimension = 3\n[world]\nboundary = \"open\"\n[[containers]]\nname = \"tube\"\ncenter = [0.0, 0.0, 0.0]\n"
    "axis = [0.0, 0.3, 1.0]\nradius = 1.0\n[[walls]]\nnormal = [0.0, -0.1, 1.0]\noffset = -2.0\n"
    "temperature = 1.0\n[[walls]]\nnormal = [0.0, 0.0, -2.0]\noffset = -4.0\nspeed = 0.01\n"
    "[[generate]]\nkind = \"random_gas\"\ncount = 30\nradius = 0.1\ntemperature = 1.0\n"
    "lower = [-0.5, -0.5, -1.0]\nupper = [0.5, 0.5, 1.0]\n",
    "dimension = 2\n[world]\nlower = [-1e-30, -1e-30]\nupper = [1e-30, 1e-30]\nboundary = \"wall\"\n"
    "[[balls]]\nposition = [0.0, 0.0]\nradius = 2e-31\nimmovable = true\n"
    "[[balls]]\nposition = [-5e-31, -0.0]\nradius = 1e-31\nmass = 1e40\nvelocity = [1e-30, -1e-45]\n"
    "[[balls]]\nposition = [5e-31, 3e-31]\nradius = 1e-31\nmass = 1e-40\nvelocity = [-3e-30, 2e-30]\n",
};

TEST(ViewData, IsExactInStrangeWorlds) {
    const WorkDirectory directory;
    for (const char* world : kWorlds) {
        put_text(directory / "scene.toml", world);
        const std::string out = directory / "out";
        const auto outcome = carom_command(
            {"run", directory / "scene.toml", "-o", out, "--until", "4", "--quiet", "--no-proof"});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        expect_exact(out, 0);
        if (HasFatalFailure()) return;
    }
}

TEST(ViewData, IsSmall) {
    // 188,000 velocity changes of three coordinates under gravity: 22.8 MB when each number took 8 bytes.
    const WorkDirectory directory;
    put_text(directory / "bowl.toml", text_of(bundled("marbles_in_a_bowl")));
    ASSERT_EQ(carom_command({"run", directory / "bowl.toml", "-o", directory / "o"}).code, 0);
    fs::remove(directory / "bowl.toml");
    ASSERT_EQ(carom_command({"view", directory / "o"}).code, 0);  // without the scene, so without the engine
    EXPECT_LT(fs::file_size(directory / "o/view.html"), 5'000'000U);
}

}  // namespace
}  // namespace carom::test
