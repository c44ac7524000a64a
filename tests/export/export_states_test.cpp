// Promise: states at instants are those of the trajectory, bit for bit in the text formats, and files appear
// whole or not at all. What other programs read of them: tests/readers.
#include "carom/export/export_states.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "carom/scene/generate.hpp"
#include "carom/sim/simulation.hpp"
#include "record/recording.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;

const std::vector<StateFormat> kFormats = {StateFormat::csv, StateFormat::extended_xyz, StateFormat::gsd,
                                           StateFormat::vtk, StateFormat::gltf};

template <int N>
Scene<N> small_scene() {
    Scene<N> scene;
    scene.name = "small";
    scene.world.boundary.fill(Boundary::wall);
    scene.world.boundary[0] = Boundary::periodic;
    for (int k = 0; k < N; ++k) scene.world.box.upper[k] = 7;
    for (int k = 0; k < 6; ++k) {
        SceneBall<N> ball;
        ball.name = k == 2 ? "a, \"b\" %" : "";
        ball.radius = k % 2 == 0 ? 0.3 : 0.2;
        ball.mass = k == 5 ? immovable : 1 + k % 2;
        for (int axis = 0; axis < N; ++axis) {
            ball.position[axis] = 0.7 + (axis == 0 ? k : 0.2 * k);
            if (k < 5) ball.velocity[axis] = axis == 0 ? (k % 2 == 0 ? 2.1 : -1.7) : 0.3 * (k - 2);
        }
        scene.balls.push_back(ball);
    }
    return scene;
}

/// The trajectory of the scene up to time 3.
template <int N>
void simulate(Scene<N> scene, const fs::path& path) {
    auto simulation = Simulation<N>::create(scene);
    ASSERT_TRUE(simulation) << simulation.error().faults.front().message;
    scene.law.elastic_below = simulation->elastic_below();
    auto writer = TrajectoryWriter<N>::create(path, {scene, simulation->epoch_length()});
    ASSERT_TRUE(writer);
    while (const auto event = simulation->next_event(3)) writer->write(*event);
    EXPECT_GT(simulation->counts().ball_ball, 2U);
    EXPECT_FALSE(writer->close(simulation->now()));
}

template <int N>
Playback<N> play(const fs::path& path) {
    auto trajectory = open_trajectory(path);
    EXPECT_TRUE(trajectory);
    return Playback<N>(std::move(std::get<TrajectoryReader<N>>(*trajectory)));
}

std::vector<std::string> cells(const std::string& line) {
    std::vector<std::string> result(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') quoted = !quoted;
        if (c == ',' && !quoted) {
            result.emplace_back();
        } else {
            result.back() += c;
        }
    }
    return result;
}

template <int N>
void expect_exact_csv() {
    const Directory directory;
    simulate(small_scene<N>(), directory / "t.carom");
    auto playback = play<N>(directory / "t.carom");
    const Instants instants = Instants::every(0.1, 0, 3);
    ASSERT_FALSE(export_states(playback, instants, {{StateFormat::csv, directory / "s.csv"}}));
    auto again = play<N>(directory / "t.carom");
    std::istringstream lines(bytes_of(directory / "s.csv"));
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(line, N == 2 ? "time,ball,name,x,y,vx,vy,radius,mass,image_x"
                           : "time,ball,name,x,y,z,vx,vy,vz,radius,mass,image_x");
    for (std::uint64_t k = 0; k < instants.count(); ++k) {
        again.advance(again.at(instants[k]));
        for (std::size_t ball = 0; ball < again.ball_count(); ++ball) {
            ASSERT_TRUE(std::getline(lines, line));
            const auto row = cells(line);
            ASSERT_EQ(row.size(), 6U + 2 * N);
            const auto number = [&](std::size_t column) { return std::strtod(row[column].c_str(), nullptr); };
            EXPECT_EQ(number(0), instants[k]);
            EXPECT_EQ(row[1], std::to_string(ball));
            EXPECT_EQ(row[2], ball == 2 ? "\"a, \"\"b\"\" %\"" : "");
            for (int axis = 0; axis < N; ++axis) {
                const auto column = static_cast<std::size_t>(axis);
                EXPECT_EQ(number(3 + column), again.position(ball)[axis]);
                EXPECT_EQ(number(3 + N + column), again.velocity(ball)[axis]);
            }
            EXPECT_EQ(number(3 + 2 * N), again.start().scene.balls[ball].radius);
            EXPECT_EQ(number(4 + 2 * N), again.start().scene.balls[ball].mass);
            EXPECT_EQ(row[5 + 2 * N], std::to_string(again.image(ball)[0]));
        }
    }
    EXPECT_FALSE(std::getline(lines, line));
}

TEST(ExportStates, ATableHoldsEveryBit) {
    expect_exact_csv<2>();
    expect_exact_csv<3>();
}

/// Of a file, or of all files in a directory in whole blocks.
double size_on_disk(const fs::path& path) {
    if (!fs::is_directory(path)) return static_cast<double>(fs::file_size(path));
    double sum = 0;
    for (const auto& file : fs::directory_iterator(path)) {
        sum += std::ceil(static_cast<double>(file.file_size()) / 4096) * 4096;
    }
    return sum;
}

template <int N>
void expect_sizes_as_estimated() {
    const Directory directory;
    simulate(small_scene<N>(), directory / "t.carom");
    const Instants instants = Instants::every(0.001, 0, 3);
    for (const StateFormat format : kFormats) {
        auto playback = play<N>(directory / "t.carom");
        const fs::path file = directory / "x.out";
        ASSERT_FALSE(export_states(playback, instants, {{format, file}}));
        const double size = size_on_disk(format == StateFormat::vtk ? directory / "x_vtp" : file);
        const double estimate = size_of_states(format, playback.ball_count(), N, instants.count()).bytes;
        const bool is_binary = format == StateFormat::gsd || format == StateFormat::vtk;
        EXPECT_NEAR(estimate, size, (is_binary ? 0.1 : 0.5) * size) << static_cast<int>(format);
    }
}

TEST(ExportStates, SizesAreKnownBefore) {
    expect_sizes_as_estimated<2>();
    expect_sizes_as_estimated<3>();
}

TEST(ExportStates, ImagesAndPlacesMakeUnwrappedPlaces) {
    const Directory directory;
    simulate(small_scene<2>(), directory / "t.carom");
    auto playback = play<2>(directory / "t.carom");
    playback.advance(playback.at(3));
    bool crossed = false;
    for (std::size_t ball = 0; ball < playback.ball_count(); ++ball) {
        crossed = crossed || playback.image(ball)[0] != 0;
        EXPECT_EQ(playback.image(ball)[1], 0);
        EXPECT_NEAR(playback.position(ball)[0] + 7.0 * double(playback.image(ball)[0]),
                    playback.unwrapped_position(ball)[0], 1e-12);
    }
    EXPECT_TRUE(crossed);
}

/// The names in a directory, sorted.
std::vector<std::string> names_in(const fs::path& path) {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(path))
        names.push_back(fs::relative(entry, path).string());
    std::sort(names.begin(), names.end());
    return names;
}

TEST(ExportStates, AllFormatsInOnePassLeaveNothingElse) {
    const Directory directory, out;
    simulate(small_scene<3>(), directory / "t.carom");
    for (int times = 0; times < 2; ++times) {  // the second replaces the first
        auto playback = play<3>(directory / "t.carom");
        std::vector<StateFile> files;
        for (const StateFormat format : kFormats)
            files.push_back({format, out / ("f" + std::to_string(int(format)))});
        const auto failure = export_states(playback, Instants::at({0, 1 + 0.5 * times}), files);
        ASSERT_FALSE(failure) << failure->message;
    }
    EXPECT_EQ(names_in(out / ""),
              (std::vector<std::string>{"f0", "f1", "f2", "f3", "f3_vtp", "f3_vtp/000000.vtp",
                                        "f3_vtp/000001.vtp", "f3_vtp/box.vtp", "f4"}));
}

TEST(ExportStates, NothingIsLeftOfWhatWasStoppedOrDamaged) {
    const Directory directory, out;
    simulate(small_scene<3>(), directory / "t.carom");
    std::string bytes = bytes_of(directory / "t.carom");
    put_bytes(directory / "cut.carom", bytes.substr(0, bytes.size() - 100));
    for (const StateFormat format : kFormats) {
        auto playback = play<3>(directory / "t.carom");
        const auto stop = [](const ExportProgress& progress) { return progress.instants < 3; };
        EXPECT_TRUE(export_states(playback, Instants::every(0.5, 0, 3), {{format, out / "f"}}, stop));
        auto late = play<3>(directory / "t.carom");
        const auto failure = export_states(late, Instants::at({0, 4}), {{format, out / "f"}});
        ASSERT_TRUE(failure);
        EXPECT_NE(failure->message.find("ends at time 3"), std::string::npos) << failure->message;
        auto damaged = play<3>(directory / "cut.carom");
        EXPECT_TRUE(export_states(damaged, Instants::every(0.5, 0, 3), {{format, out / "f"}}));
    }
    EXPECT_TRUE(names_in(out / "").empty());
}

TEST(ExportStates, FramesNeverReplaceWhatIsNotTheirs) {
    const Directory directory, out;
    simulate(small_scene<3>(), directory / "t.carom");
    fs::create_directory(out / "f_vtp");
    put_bytes(out / "f_vtp/mine.txt", "precious");
    auto playback = play<3>(directory / "t.carom");
    const auto failure = export_states(playback, Instants::at({0}), {{StateFormat::vtk, out / "f.pvd"}});
    ASSERT_TRUE(failure);
    EXPECT_NE(failure->message.find("mine.txt"), std::string::npos) << failure->message;
    EXPECT_EQ(names_in(out / ""), (std::vector<std::string>{"f_vtp", "f_vtp/mine.txt"}));
}

TEST(ExportStates, FramesDoNotGoToStandardOutput) {
    const Directory directory;
    simulate(small_scene<3>(), directory / "t.carom");
    auto playback = play<3>(directory / "t.carom");
    const auto failure = export_states(playback, Instants::at({0}), {{StateFormat::vtk, standard_output}});
    ASSERT_TRUE(failure);
    EXPECT_NE(failure->message.find("more than one file"), std::string::npos) << failure->message;
}

TEST(ExportStates, TheLastInstantMayBeAnEndThatNoDoubleIs) {
    const Directory directory;
    Recording<2> recording;
    recording.start.epoch_length = 0x1p-20;
    recording.start.scene.balls = {{"", {0, 0}, {1, 0}, 0.5, 1}};
    recording.start.scene.law.elastic_below = 0;
    recording.end = {123'456'789, 0x1.fffffffffffp-21};
    write(recording, directory / "t.carom");
    auto playback = play<2>(directory / "t.carom");
    const double end = playback.seconds(recording.end);
    const auto failure = export_states(playback, Instants::at({end}), {{StateFormat::csv, directory / "f"}});
    EXPECT_FALSE(failure) << failure->message;
}

TEST(ExportStates, AnAnimationHasItsLimits) {
    const Directory directory;
    Recording<2> recording;
    recording.start.scene.law.elastic_below = 0;
    for (int k = 0; k < 1001; ++k) recording.start.scene.balls.push_back({"", {2.0 * k, 0}, {0, 0}, 0.5, 1});
    write(recording, directory / "t.carom");
    auto many = play<2>(directory / "t.carom");
    const auto balls = export_states(many, Instants::at({0}), {{StateFormat::gltf, directory / "f"}});
    ASSERT_TRUE(balls);
    EXPECT_NE(balls->message.find("1000 balls at most, not 1001"), std::string::npos) << balls->message;
    recording.start.scene.balls.resize(1000);
    write(recording, directory / "t.carom");
    auto long_one = play<2>(directory / "t.carom");
    const auto instants =
        export_states(long_one, Instants::evenly(1'000'000, 0, 1), {{StateFormat::gltf, directory / "f"}});
    ASSERT_TRUE(instants);
    EXPECT_NE(instants->message.find("16777 instants at most"), std::string::npos) << instants->message;
}

}  // namespace
}  // namespace carom::test
