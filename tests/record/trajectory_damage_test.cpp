// Promise: nothing that is damaged, cut or hostile passes for a whole trajectory; after a crash a file is
// readable up to its last whole block, and what was cut off is no damage. Format: docs/formats/trajectory.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "carom/record/trajectory.hpp"
#include "record/any_recording.hpp"
#include "record/bytes.hpp"
#include "record/hash.hpp"
#include "record/recording.hpp"
#include "record/trajectory_format.hpp"

namespace carom::test {
namespace {

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

TEST(DamagedTrajectory, CutAtAnyByteItIsReadableUpToTheLastWholeBlock) {
    const Directory directory;
    const SmallFile file = small_file();
    for (std::size_t size = 0; size < file.bytes.size(); ++size) {
        put_bytes(directory / "cut", file.bytes.substr(0, size));
        const Reading<2> reading = read<2>(directory / "cut");
        EXPECT_FALSE(reading.closed) << size;
        EXPECT_EQ(reading.opened, size >= file.block_ends[0]) << size;
        expect_beginning(reading, file.recording);
        std::size_t whole = 0;
        std::size_t good = 0;
        for (const std::size_t end : file.block_ends) {
            if (end > size) break;
            ++whole;
            good = end;
        }
        const std::size_t expected = whole < 2 ? 0 : std::min<std::size_t>(2 * (whole - 1), 7);
        EXPECT_EQ(reading.recording.events.size(), expected) << size;
        EXPECT_EQ(reading.fault.empty(), reading.opened) << size << " " << reading.fault;
        EXPECT_EQ(reading.left_out, reading.opened ? size - good : 0) << size;
        if (reading.fault.empty()) continue;
        EXPECT_NE(reading.fault.find((directory / "cut").string()), std::string::npos);
    }
}

TEST(DamagedTrajectory, AChangedByteBeforeTheLastBlockOfAFileThatWasCutOffIsDetected) {
    const Directory directory;
    const SmallFile file = small_file();
    const std::size_t last = file.block_ends[3];
    for (std::size_t at = 0; at < last; ++at) {
        for (const int mask : {0x01, 0x80, 0xFF}) {
            std::string bytes = file.bytes.substr(0, last + detail::kBlockHeaderSize + 5);
            bytes[at] = static_cast<char>(bytes[at] ^ mask);
            put_bytes(directory / "bad", bytes);
            ASSERT_NE(read<2>(directory / "bad").fault, "") << at;
        }
    }
    for (const std::string& rest : {std::string("x"), std::string(500, '\0'), file.bytes.substr(0, 20)}) {
        put_bytes(directory / "bad", file.bytes.substr(0, last) + rest);
        EXPECT_NE(read<2>(directory / "bad").fault, "");
    }
}

TEST(DamagedTrajectory, AnyChangedByteIsDetected) {
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

TEST(DamagedTrajectory, MissingRepeatedAndExtraBytesAreDetected) {
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
        version.u32(1);
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
    encode_record(out, event, 1);
    return std::string(out.bytes());
}

Reading<2> reading_of(std::string_view head, std::string_view records) {
    Forger forger;
    forger.block(detail::BlockType::head, head);
    forger.block(detail::BlockType::records, records);
    return forger.read_back();
}

TEST(DamagedTrajectory, AClosingBlockThatDoesNotFitIsRefused) {
    const Recording<2> recording = any_recording<2>(3);
    const std::string head = head_of(recording.start);
    std::string records;
    for (const Event<2>& event : recording.events) records += record_of(event);
    const detail::Closing good{3, detail::hash_of(head + records), recording.events.back().time};
    const auto is_closed = [&](auto change) {
        detail::Closing closing = good;
        change(closing);
        detail::ByteWriter out;
        encode_closing(out, closing);
        Forger forger;
        forger.block(detail::BlockType::head, head);
        forger.block(detail::BlockType::records, records);
        forger.block(detail::BlockType::end, out.bytes());
        const Reading<2> reading = forger.read_back();
        EXPECT_NE(reading.closed, !reading.fault.empty());
        return reading.closed;
    };
    EXPECT_TRUE(is_closed([](detail::Closing&) {}));
    EXPECT_TRUE(is_closed([](detail::Closing& closing) { closing.end.epoch += 1; }));
    EXPECT_FALSE(is_closed([](detail::Closing& closing) { closing.records -= 1; }));
    EXPECT_FALSE(is_closed([](detail::Closing& closing) { closing.hash ^= 1; }));
    EXPECT_FALSE(is_closed([](detail::Closing& closing) { closing.end = {}; }));
    EXPECT_FALSE(is_closed([](detail::Closing& closing) { closing.end.offset = std::nan(""); }));
}

TEST(DamagedTrajectory, AStartThatIsWrongUnderARightChecksumIsRefused) {
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

TEST(DamagedTrajectory, AStartThatCannotBeIsRefused) {
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

TEST(DamagedTrajectory, HostileCountsAndSizesAllocateNothing) {
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

TEST(DamagedTrajectory, DimensionAndVersionAreChecked) {
    const Recording<2> recording = any_recording<2>(0);
    std::string head = head_of(recording.start);
    for (const char dimension : {'\x00', '\x01', '\x04', '\xFF'}) {
        head[0] = dimension;
        EXPECT_NE(reading_of(head, "").fault.find("dimension"), std::string::npos);
    }
    const Directory directory;
    std::string bytes = small_file().bytes;
    bytes[detail::kMagic.size()] = '\x05';
    put_bytes(directory / "new", bytes);
    EXPECT_NE(read<2>(directory / "new").fault.find("byte 8: format version 5 is unknown"),
              std::string::npos);
}

TEST(DamagedTrajectory, ARecordThatCannotBeIsRefused) {
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

TEST(DamagedTrajectory, OptionalKindsAreSkippedAndOthersRefused) {
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
    for (const char kind : {'\x00', '\x05', '\x04', '\x7F'}) {
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

TEST(DamagedTrajectory, FilesThatAreNoneAreRefused) {
    const Directory directory;
    put_bytes(directory / "empty", "");
    put_bytes(directory / "text", "name = \"a scene, not a trajectory\"\n");
    for (const auto& path : {directory / "empty", directory / "text", directory / "absent", directory / ""}) {
        const auto file = open_trajectory(path);
        ASSERT_FALSE(file);
        EXPECT_NE(file.error().message.find(path.string()), std::string::npos) << file.error().message;
    }
}

}  // namespace
}  // namespace carom::test
