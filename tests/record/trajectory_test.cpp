// Promise: a trajectory file gives back what was written, bit by bit; after a crash up to the last whole
// block; and nothing that is damaged, cut or hostile passes for whole. Format: docs/formats/trajectory.md.
#include "carom/record/trajectory.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "record/bytes.hpp"
#include "record/hash.hpp"
#include "record/recording.hpp"
#include "record/trajectory_format.hpp"
#include "support/event_bits.hpp"

namespace carom {
namespace {

using test::bytes_of;
using test::Directory;
using test::put_bytes;
using test::read;
using test::Reading;
using test::Recording;
using test::same_bits;

constexpr double kEpochLength = 0x1p-4;

template <int N>
Vec<double, N> any_vec(std::mt19937_64& random) {
    static const std::vector<double> kAwkward{-0.0, 0x1p-1074, 0x1.fffffffffffffp1023, 0.1, 1e-300};
    Vec<double, N> x;
    for (int k = 0; k < N; ++k) {
        x[k] = random() % 4 == 0 ? kAwkward[random() % kAwkward.size()]
                                 : std::ldexp(double(random() >> 11), -60);
    }
    return x;
}

template <int N>
BallState<N> any_state(std::mt19937_64& random, Time time) {
    BallState<N> state{any_vec<N>(random), any_vec<N>(random), {}, time};
    state.image[0] = static_cast<std::int64_t>(random() >> 3) - (std::int64_t{1} << 60);
    return state;
}

/// Nothing that could happen, everything that can be written.
template <int N>
Recording<N> any_recording(std::size_t events, std::uint64_t seed = 1) {
    std::mt19937_64 random(seed);
    Recording<N> recording;
    recording.start.epoch_length = kEpochLength;
    Scene<N>& scene = recording.start.scene;
    scene.name = "billes, \xC3\xA9lan";
    scene.world.boundary[0] = Boundary::periodic;
    scene.world.boundary[1] = Boundary::wall;
    for (int k = 0; k < 2; ++k) scene.world.box.upper[k] = 3 + k;
    scene.world.walls.push_back({"", {any_vec<N>(random), -2}});
    scene.world.walls.back().half_space.normal[0] = 1;
    scene.law = {0.95, 0.85, 1e-6};
    for (int i = 0; i < 5; ++i) {
        const double mass = i == 0 ? immovable : 0.1 * i;
        const std::string name = "b" + std::string(static_cast<std::size_t>(i), 'x');
        scene.balls.push_back({name, any_vec<N>(random), any_vec<N>(random), 0.5 + i, mass});
    }
    Time time;
    while (recording.events.size() < events) {
        time.epoch += static_cast<std::int64_t>(random() % 3);
        time.offset = kEpochLength * std::ldexp(double(random() >> 11), -53);
        Event<N> event;
        event.time = time;
        event.ball = static_cast<std::uint32_t>(random() % 4);
        event.restitution = 0.95;
        event.ball_after = any_state<N>(random, time);
        event.kind = random() % 2 == 0 ? EventKind::ball_ball : EventKind::ball_wall;
        event.other = event.kind == EventKind::ball_ball ? event.ball + 1 : 2 * N;
        if (event.kind == EventKind::ball_ball) event.other_after = any_state<N>(random, time);
        recording.events.push_back(event);
    }
    recording.end = {time.epoch + 1, 0};
    return recording;
}

template <int N>
void expect_same_start(const TrajectoryStart<N>& x, const TrajectoryStart<N>& y) {
    EXPECT_EQ(x.epoch_length, y.epoch_length);
    EXPECT_EQ(x.scene.name, y.scene.name);
    EXPECT_EQ(x.scene.world.boundary, y.scene.world.boundary);
    EXPECT_TRUE(same_bits(x.scene.world.box.lower, y.scene.world.box.lower));
    EXPECT_TRUE(same_bits(x.scene.world.box.upper, y.scene.world.box.upper));
    ASSERT_EQ(x.scene.world.walls.size(), y.scene.world.walls.size());
    for (std::size_t i = 0; i < x.scene.world.walls.size(); ++i) {
        EXPECT_EQ(x.scene.world.walls[i].name, y.scene.world.walls[i].name);
        EXPECT_TRUE(
            same_bits(x.scene.world.walls[i].half_space.normal, y.scene.world.walls[i].half_space.normal));
        EXPECT_EQ(x.scene.world.walls[i].half_space.offset, y.scene.world.walls[i].half_space.offset);
    }
    EXPECT_EQ(x.scene.law.restitution_balls, y.scene.law.restitution_balls);
    EXPECT_EQ(x.scene.law.restitution_walls, y.scene.law.restitution_walls);
    EXPECT_EQ(x.scene.law.elastic_below, y.scene.law.elastic_below);
    ASSERT_EQ(x.scene.balls.size(), y.scene.balls.size());
    for (std::size_t i = 0; i < x.scene.balls.size(); ++i) {
        EXPECT_EQ(x.scene.balls[i].name, y.scene.balls[i].name);
        EXPECT_TRUE(same_bits(x.scene.balls[i].position, y.scene.balls[i].position));
        EXPECT_TRUE(same_bits(x.scene.balls[i].velocity, y.scene.balls[i].velocity));
        EXPECT_EQ(x.scene.balls[i].radius, y.scene.balls[i].radius);
        EXPECT_EQ(x.scene.balls[i].mass, y.scene.balls[i].mass);
    }
}

/// The events of `reading` are the first ones of `recording`.
template <int N>
void expect_beginning(const Reading<N>& reading, const Recording<N>& recording) {
    ASSERT_LE(reading.recording.events.size(), recording.events.size());
    for (std::size_t i = 0; i < reading.recording.events.size(); ++i) {
        ASSERT_TRUE(same_bits(reading.recording.events[i], recording.events[i])) << "record " << i;
    }
}

template <int N>
void expect_round_trip(std::size_t events) {
    const Directory directory;
    const Recording<N> recording = any_recording<N>(events);
    const std::uint64_t hash = write(recording, directory / "t");
    EXPECT_FALSE(std::filesystem::exists(directory / "t.partial"));
    const Reading<N> reading = read<N>(directory / "t");
    EXPECT_EQ(reading.fault, "");
    EXPECT_TRUE(reading.closed);
    EXPECT_EQ(reading.hash, hash);
    EXPECT_EQ(reading.recording.end, recording.end);
    EXPECT_EQ(reading.recording.events.size(), events);
    expect_beginning(reading, recording);
    expect_same_start(reading.recording.start, recording.start);
}

TEST(Trajectory, ComesBackBitByBit) {
    for (const std::size_t events : {0U, 1U, 7U, 3000U}) {
        expect_round_trip<2>(events);
        expect_round_trip<3>(events);
    }
}

TEST(Trajectory, HashDoesNotDependOnBlocks) {
    const Directory directory;
    const Recording<3> recording = any_recording<3>(50);
    const std::uint64_t hash = write(recording, directory / "whole");
    {
        auto writer = TrajectoryWriter<3>::create(directory / "cut", recording.start);
        ASSERT_TRUE(writer);
        for (const Event<3>& event : recording.events) {
            writer->write(event);
            ASSERT_FALSE(writer->flush());
        }
        EXPECT_EQ(writer->hash(), hash);
        ASSERT_FALSE(writer->close(recording.end));
    }
    EXPECT_NE(bytes_of(directory / "whole"), bytes_of(directory / "cut"));
    EXPECT_EQ(read<3>(directory / "cut").hash, hash);
    EXPECT_TRUE(read<3>(directory / "cut").closed);
}

TEST(Trajectory, HashDependsOnEverythingElse) {
    const Directory directory;
    const Recording<2> recording = any_recording<2>(5);
    const std::uint64_t hash = write(recording, directory / "t");
    Recording<2> other = recording;
    other.events[3].other_after.image[0] += 1;
    other.events[3].ball_after.image[0] += 1;
    EXPECT_NE(write(other, directory / "t"), hash);
    other = recording;
    other.start.scene.balls[2].name += "'";
    EXPECT_NE(write(other, directory / "t"), hash);
    other = recording;
    other.start.scene.law.elastic_below = 2e-6;
    EXPECT_NE(write(other, directory / "t"), hash);
    other = recording;
    other.events.pop_back();
    EXPECT_NE(write(other, directory / "t"), hash);
}

TEST(Trajectory, WritesTheCutOffSpeedInForce) {
    const Directory directory;
    Recording<2> recording = any_recording<2>(0);
    recording.start.scene.law.elastic_below.reset();
    recording.start.scene.balls[1].velocity = {3, 0};
    write(recording, directory / "t");
    EXPECT_EQ(read<2>(directory / "t").recording.start.scene.law.elastic_below,
              elastic_below(recording.start.scene));
}

TEST(Trajectory, WithoutCloseEveryRecordIsInThePartialFile) {
    const Directory directory;
    const Recording<2> recording = any_recording<2>(1000);
    {
        auto writer = TrajectoryWriter<2>::create(directory / "t", recording.start);
        ASSERT_TRUE(writer);
        for (const Event<2>& event : recording.events) writer->write(event);
    }
    EXPECT_FALSE(std::filesystem::exists(directory / "t"));
    const Reading<2> reading = read<2>(directory / "t.partial");
    EXPECT_EQ(reading.fault, "");
    EXPECT_FALSE(reading.closed);
    EXPECT_EQ(reading.recording.events.size(), 1000U);
    EXPECT_EQ(reading.recording.end, recording.events.back().time);
    expect_beginning(reading, recording);
}

/// A closed file with a block for every second record, and where its blocks end.
struct SmallFile {
    Recording<2> recording;
    std::string bytes;
    std::vector<std::size_t> block_ends;
};

SmallFile small_file() {
    const Directory directory;
    SmallFile file{any_recording<2>(7), {}, {}};
    auto writer = TrajectoryWriter<2>::create(directory / "t", file.recording.start);
    EXPECT_TRUE(writer);
    const auto end_block = [&](const char* name) {
        file.block_ends.push_back(bytes_of(directory / name).size());
    };
    end_block("t.partial");
    for (std::size_t i = 0; i < file.recording.events.size(); ++i) {
        writer->write(file.recording.events[i]);
        if (i % 2 == 0) continue;
        EXPECT_FALSE(writer->flush());
        end_block("t.partial");
    }
    EXPECT_FALSE(writer->flush());
    end_block("t.partial");
    EXPECT_FALSE(writer->close(file.recording.end));
    end_block("t");
    file.bytes = bytes_of(directory / "t");
    return file;
}

TEST(Trajectory, CutAtAnyByteItIsReadableUpToTheLastWholeBlock) {
    const Directory directory;
    const SmallFile file = small_file();
    for (std::size_t size = 0; size < file.bytes.size(); ++size) {
        put_bytes(directory / "cut", file.bytes.substr(0, size));
        const Reading<2> reading = read<2>(directory / "cut");
        EXPECT_FALSE(reading.closed) << size;
        EXPECT_EQ(reading.opened, size >= file.block_ends[0]) << size;
        expect_beginning(reading, file.recording);
        std::size_t whole = 0;
        bool at_block_end = false;
        for (const std::size_t end : file.block_ends) {
            if (end <= size) ++whole;
            at_block_end = at_block_end || end == size;
        }
        const std::size_t expected = whole < 2 ? 0 : std::min<std::size_t>(2 * (whole - 1), 7);
        EXPECT_EQ(reading.recording.events.size(), expected) << size;
        EXPECT_EQ(reading.fault.empty(), at_block_end) << size << " " << reading.fault;
        if (reading.fault.empty()) continue;
        EXPECT_NE(reading.fault.find((directory / "cut").string()), std::string::npos);
    }
}

TEST(Trajectory, AnyChangedByteIsDetected) {
    const Directory directory;
    const SmallFile file = small_file();
    for (std::size_t at = 0; at < file.bytes.size(); ++at) {
        for (const int mask : {0x01, 0x80, 0xFF}) {
            std::string bytes = file.bytes;
            bytes[at] = static_cast<char>(bytes[at] ^ mask);
            put_bytes(directory / "bad", bytes);
            const Reading<2> reading = read<2>(directory / "bad");
            ASSERT_FALSE(reading.closed) << at;
            ASSERT_NE(reading.fault, "") << at;
            ASSERT_NE(reading.fault.find(": byte "), std::string::npos) << reading.fault;
            expect_beginning(reading, file.recording);
        }
    }
}

TEST(Trajectory, MissingRepeatedAndExtraBytesAreDetected) {
    const Directory directory;
    const SmallFile file = small_file();
    const std::size_t first = file.block_ends[0];
    const std::size_t second = file.block_ends[1];
    const std::size_t third = file.block_ends[2];
    const std::string& b = file.bytes;
    const std::string head = b.substr(0, first);
    const std::string one = b.substr(first, second - first);
    const std::string two = b.substr(second, third - second);
    const std::string rest = b.substr(third);
    for (const std::string& bytes :
         {head + two + rest, head + one + one + two + rest, head + two + one + rest,
          head + head.substr(detail::kFileHeaderSize) + rest, b + "x", b + one, b + b}) {
        put_bytes(directory / "bad", bytes);
        EXPECT_NE(read<2>(directory / "bad").fault, "");
        EXPECT_FALSE(read<2>(directory / "bad").closed);
    }
}

/// Blocks with right checksums around any content.
class Forger {
public:
    Forger() {
        detail::ByteWriter version;
        version.u32(detail::kFormatVersion);
        bytes_ = std::string(detail::kMagic).append(version.bytes());
    }

    void block(detail::BlockType type, std::string_view payload) {
        detail::ByteWriter block;
        block.u32(static_cast<std::uint32_t>(type));
        block.u32(blocks_++);
        block.u64(payload.size());
        std::string bytes(block.bytes());
        bytes.append(payload);
        detail::ByteWriter checksum;
        checksum.u64(detail::hash_of(bytes));
        bytes_.append(bytes).append(checksum.bytes());
    }

    Reading<2> read_back() const {
        const Directory directory;
        put_bytes(directory / "forged", bytes_);
        return read<2>(directory / "forged");
    }

private:
    std::string bytes_;
    std::uint32_t blocks_ = 0;
};

std::string head_of(const TrajectoryStart<2>& start) {
    detail::ByteWriter out;
    encode_start(out, start);
    return std::string(out.bytes());
}

std::string record_of(const Event<2>& event) {
    detail::ByteWriter out;
    encode_record(out, event);
    return std::string(out.bytes());
}

Reading<2> reading_of(std::string_view head, std::string_view records) {
    Forger forger;
    forger.block(detail::BlockType::head, head);
    forger.block(detail::BlockType::records, records);
    return forger.read_back();
}

TEST(Trajectory, AStartThatIsWrongUnderARightChecksumIsRefused) {
    const Recording<2> recording = any_recording<2>(1);
    const std::string head = head_of(recording.start);
    EXPECT_EQ(reading_of(head, record_of(recording.events[0])).fault, "");
    for (std::size_t at = 0; at < head.size(); ++at) {
        for (const char value : {'\x00', '\x7F', '\x80', '\xFF'}) {
            std::string bytes = head;
            bytes[at] = value;
            const Reading<2> reading = reading_of(bytes, "");
            for (const SceneBall<2>& ball : reading.recording.start.scene.balls) ASSERT_GT(ball.radius, 0);
        }
        EXPECT_FALSE(reading_of(head.substr(0, at), "").opened) << at;
    }
    EXPECT_FALSE(reading_of(head + "x", "").opened);
}

template <class Change>
void expect_refused_start(const char* what, Change change) {
    TrajectoryStart<2> start = any_recording<2>(0).start;
    change(start);
    const Reading<2> reading = reading_of(head_of(start), "");
    EXPECT_FALSE(reading.opened) << what;
    EXPECT_NE(reading.fault.find(what), std::string::npos) << reading.fault;
}

TEST(Trajectory, AStartThatCannotBeIsRefused) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    for (const double unit : {0.3, 0.0, -1.0, kNan, HUGE_VAL}) {
        expect_refused_start("epoch length", [&](auto& start) { start.epoch_length = unit; });
    }
    expect_refused_start("ball", [](auto& start) { start.scene.balls[1].radius = 0; });
    expect_refused_start("ball", [](auto& start) { start.scene.balls[1].mass = kNan; });
    expect_refused_start("ball", [](auto& start) { start.scene.balls[1].position[1] = HUGE_VAL; });
    expect_refused_start("ball", [](auto& start) { start.scene.balls[1].velocity[0] = kNan; });
    expect_refused_start("wall", [](auto& start) {
        start.scene.world.walls[0].half_space.normal = {0, -0.0};
    });
    expect_refused_start("wall", [](auto& start) { start.scene.world.walls[0].half_space.offset = kNan; });
    expect_refused_start("box", [](auto& start) { start.scene.world.box.upper[0] = 0; });
    expect_refused_start("box", [](auto& start) { start.scene.world.box.upper[1] = HUGE_VAL; });
    expect_refused_start("law", [](auto& start) { start.scene.law.restitution_balls = 1.5; });
    expect_refused_start("law", [](auto& start) { start.scene.law.elastic_below = -1; });
}

TEST(Trajectory, HostileCountsAndSizesAllocateNothing) {
    const Recording<2> recording = any_recording<2>(0);
    const std::string head = head_of(recording.start);
    std::string many_balls = head;
    const std::size_t balls_at = head.size() - 5 * (4 + 6 * 8) - 5 - (1 + 2 + 3 + 4) - 8;
    for (std::size_t k = 0; k < 8; ++k) many_balls[balls_at + k] = k == 3 ? '\x40' : '\x00';
    EXPECT_NE(reading_of(many_balls, "").fault.find("more balls than bytes"), std::string::npos);

    const Directory directory;
    const SmallFile file = small_file();
    for (const std::size_t block : {detail::kFileHeaderSize, file.block_ends[0]}) {
        std::string bytes = file.bytes;
        bytes.replace(block + 8, 8, "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F");
        put_bytes(directory / "bad", bytes);
        EXPECT_NE(read<2>(directory / "bad").fault, "");
    }
}

TEST(Trajectory, DimensionAndVersionAreChecked) {
    const Recording<2> recording = any_recording<2>(0);
    std::string head = head_of(recording.start);
    for (const char dimension : {'\x00', '\x01', '\x04', '\xFF'}) {
        head[0] = dimension;
        EXPECT_NE(reading_of(head, "").fault.find("dimension"), std::string::npos);
    }
    const Directory directory;
    std::string bytes = small_file().bytes;
    bytes[detail::kMagic.size()] = '\x02';
    put_bytes(directory / "new", bytes);
    EXPECT_NE(read<2>(directory / "new").fault.find("byte 8: format version 2 is unknown"),
              std::string::npos);
}

TEST(Trajectory, ARecordThatCannotBeIsRefused) {
    const Recording<2> recording = any_recording<2>(20);
    const std::string head = head_of(recording.start);
    const auto refused = [&](Event<2> event, auto change) {
        change(event);
        const Reading<2> reading = reading_of(head, record_of(event));
        return !reading.fault.empty() && reading.recording.events.empty();
    };
    for (const Event<2>& good : recording.events) {
        const bool pair = good.kind == EventKind::ball_ball;
        ASSERT_FALSE(refused(good, [](Event<2>&) {}));
        EXPECT_TRUE(refused(good, [](Event<2>& e) { e.ball = 5; }));
        EXPECT_TRUE(refused(good, [](Event<2>& e) { e.other = 0; }));
        EXPECT_TRUE(refused(good, [](Event<2>& e) { e.other = 5; }));
        EXPECT_TRUE(refused(good, [](Event<2>& e) { e.other = 0xFFFFFFFF; }));
        EXPECT_TRUE(refused(good, [](Event<2>& e) { e.restitution = std::nan(""); }));
        EXPECT_TRUE(refused(good, [](Event<2>& e) { e.time.offset = kEpochLength; }));
        EXPECT_TRUE(refused(good, [](Event<2>& e) { e.time.offset = std::nan(""); }));
        EXPECT_TRUE(refused(good, [](Event<2>& e) { e.time.epoch = -1; }));
        EXPECT_TRUE(refused(good, [](Event<2>& e) { e.ball_after.position[1] = HUGE_VAL; }));
        EXPECT_TRUE(refused(good, [](Event<2>& e) { e.ball_after.image[1] = 1; }));
        EXPECT_TRUE(refused(good, [](Event<2>& e) { e.ball_after.image[0] = INT64_MIN; }));
        EXPECT_EQ(refused(good, [](Event<2>& e) { e.other_after.velocity[1] = std::nan(""); }), pair);
    }
}

TEST(Trajectory, OptionalKindsAreSkippedAndOthersRefused) {
    const Recording<2> recording = any_recording<2>(2);
    const std::string head = head_of(recording.start);
    const std::string first = record_of(recording.events[0]);
    const std::string second = record_of(recording.events[1]);
    const std::string epoch{
        "\x80\x00\x03\x00"
        "abc",
        7};
    const Reading<2> reading = reading_of(head, first + epoch + second);
    EXPECT_EQ(reading.fault, "");
    EXPECT_EQ(reading.recording.events.size(), 2U);
    for (const char kind : {'\x00', '\x03', '\x04', '\x7F'}) {
        std::string thermostat = epoch;
        thermostat[0] = kind;
        const Reading<2> stopped = reading_of(head, first + thermostat + second);
        EXPECT_NE(stopped.fault.find("unknown kind"), std::string::npos) << stopped.fault;
        EXPECT_EQ(stopped.recording.events.size(), 1U);
    }
    for (const std::string& bad :
         {std::string("\x01", 1), epoch.substr(0, 6), first.substr(0, first.size() - 1)}) {
        EXPECT_NE(reading_of(head, bad).fault, "");
    }
}

TEST(Trajectory, FilesThatAreNoneAreRefused) {
    const Directory directory;
    put_bytes(directory / "empty", "");
    put_bytes(directory / "text", "name = \"a scene, not a trajectory\"\n");
    for (const auto& path : {directory / "empty", directory / "text", directory / "absent", directory / ""}) {
        const auto file = open_trajectory(path);
        ASSERT_FALSE(file);
        EXPECT_NE(file.error().message.find(path.string()), std::string::npos) << file.error().message;
    }
}

TEST(Trajectory, WhatCannotBeWrittenIsAnErrorAndNoCrash) {
    const Directory directory;
    const Recording<2> recording = any_recording<2>(2000);
    EXPECT_FALSE(TrajectoryWriter<2>::create(directory / "no/such/place", recording.start));
    EXPECT_FALSE(TrajectoryWriter<2>::create(directory / "", recording.start));
    std::filesystem::create_directory(directory / "taken");
    EXPECT_FALSE(TrajectoryWriter<2>::create(directory / "taken", recording.start));
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
    std::filesystem::create_symlink("/dev/full", directory / "full.partial");
    const auto full = TrajectoryWriter<2>::create(directory / "full", recording.start);
    ASSERT_FALSE(full);
    EXPECT_NE(full.error().message.find("full.partial: cannot write: No space left"), std::string::npos);
}

}  // namespace
}  // namespace carom
