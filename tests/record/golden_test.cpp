// Promise: the same bits everywhere. Every compiler, build type, tuning and way of cutting a run must meet
// the committed hashes of the bundled scenes' trajectories, and the checker must prove each. After a change
// that is meant to alter trajectories: the failing test prints the new hashes for
// tests/data/golden_hashes.txt.
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "carom/scene_text/scene_file.hpp"
#include "carom/sim/simulation.hpp"
#include "recording.hpp"
#include "support/event_bits.hpp"

namespace carom {
namespace {

constexpr int kMostEvents = 3000;

std::map<std::string, std::string> golden_hashes() {
    std::ifstream stream(CAROM_SOURCE_DIR "/tests/data/golden_hashes.txt");
    std::map<std::string, std::string> hashes;
    std::string scene;
    std::string hash;
    while (stream >> scene >> hash) hashes[scene] = hash;
    return hashes;
}

std::string hexadecimal(std::uint64_t hash) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

/// Runs the first events of a scene into a file, with calls that end at multiples of `step`.
template <int N>
std::string recorded_hash(const Scene<N>& scene, const Tuning& tuning, double step,
                          const std::filesystem::path& path) {
    auto simulation = Simulation<N>::create(scene, tuning);
    TrajectoryStart<N> start{scene, simulation->epoch_length()};
    start.scene.law.elastic_below = simulation->elastic_below();
    auto writer = TrajectoryWriter<N>::create(path, start);
    EXPECT_TRUE(writer);
    int events = 0;
    for (double until = step; until <= 4 && events < kMostEvents; until += step) {
        while (events < kMostEvents) {
            const auto event = simulation->next_event(until);
            if (!event) break;
            writer->write(*event);
            ++events;
        }
    }
    const std::string hash = hexadecimal(writer->hash());
    EXPECT_FALSE(writer->close(simulation->now()));
    return hash;
}

/// The file's records are the events of a run that nobody records.
template <int N>
void expect_unrecorded_run_equals(TrajectoryReader<N>& recorded, const Scene<N>& scene) {
    auto simulation = Simulation<N>::create(scene);
    ASSERT_TRUE(simulation);
    while (const auto record = recorded.next()) {
        const auto event = simulation->next_event();
        ASSERT_TRUE(event && test::same_bits(*event, *record)) << "record " << recorded.records();
    }
    EXPECT_TRUE(recorded.closed());
}

class Golden : public testing::TestWithParam<const char*> {};

TEST_P(Golden, TheHashIsTheCommittedOneHoweverItIsRunAndTheCheckerProvesIt) {
    const test::Directory directory;
    const auto path = directory / "golden.carom";
    const auto file = read_scene(std::string(CAROM_SOURCE_DIR "/scenes/") + GetParam() + ".toml");
    ASSERT_TRUE(file);
    const std::string expected = golden_hashes()[GetParam()];
    const auto expect_hash = [&](const Tuning& tuning, double step) {
        const std::string hash = std::visit(
            [&](const auto& scene) { return recorded_hash(scene, tuning, step, path); }, file->scene);
        EXPECT_EQ(hash, expected) << "now: " << GetParam() << " " << hash;
    };
    expect_hash({0.1}, 4);
    expect_hash({5}, 0.0625);
    expect_hash({}, 4);
    auto trajectory = open_trajectory(path);
    ASSERT_TRUE(trajectory);
    const CheckReport report = std::visit([](auto& reader) { return check(reader); }, *trajectory);
    EXPECT_TRUE(report) << (report.faults.empty() ? "" : report.faults.front());
    EXPECT_LE(report.worst_bound_share, 1);
    auto again = open_trajectory(path);
    ASSERT_TRUE(again);
    std::visit(
        [&]<int N>(TrajectoryReader<N>& reader) {
            expect_unrecorded_run_equals(reader, std::get<Scene<N>>(file->scene));
        },
        *again);
}

INSTANTIATE_TEST_SUITE_P(Scenes, Golden,
                         testing::Values("nine_ball_break", "newtons_cradle", "two_masses", "gas_1000",
                                         "marbles_in_box", "eight_ball_break", "gas_mixing",
                                         "melting_crystal", "granular_clustering", "three_sizes",
                                         "sheared_grains", "impact_wave", "brownian_motion", "galton_board",
                                         "rocks_on_a_slope", "marbles_in_a_bowl", "piston"));

}  // namespace
}  // namespace carom
