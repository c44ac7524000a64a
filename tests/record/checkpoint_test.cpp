// Promise: a checkpoint gives back what was written, bit by bit; one that is damaged, cut off or of another
// version is refused; an error while writing leaves the one before. Format: docs/formats/checkpoint.md.
#include "carom/record/checkpoint.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "record/any_recording.hpp"
#include "record/bytes.hpp"
#include "record/checkpoint_format.hpp"
#include "record/hash.hpp"
#include "record/recording.hpp"
#include "support/event_bits.hpp"
#include "support/file_limit.hpp"

namespace carom::test {
namespace {

template <int N>
Checkpoint<N> any_checkpoint(std::size_t balls) {
    std::mt19937_64 random(balls + 1);
    Checkpoint<N> checkpoint;
    checkpoint.trajectory = {random(), random(), random(), 7, random(), random(), std::string("state\0x", 7),
                             "rest"};
    checkpoint.simulation.now = {1LL << 40, 0x1p-7};
    checkpoint.simulation.counts = {random(), random(), random(), random(), random()};
    checkpoint.simulation.watch = {static_cast<std::uint32_t>(random()), 7, random(), 0.1, 0x1p-9, 1};
    checkpoint.simulation.jammed = balls % 2 == 1;
    for (std::size_t i = 0; i < balls; ++i) {
        const Time time{static_cast<std::int64_t>(random() >> 2), 0x1p-9};
        checkpoint.simulation.balls.push_back({any_state<N>(random, time),
                                               static_cast<std::uint32_t>(random()),
                                               static_cast<std::uint8_t>(i % 9)});
    }
    checkpoint.sections = {{"run", "abc"}, {"", ""}, {"pressure", std::string(100'000, '\x01')}};
    return checkpoint;
}

template <int N>
void expect_same(const Checkpoint<N>& x, const Checkpoint<N>& y) {
    EXPECT_EQ(x.trajectory.bytes, y.trajectory.bytes);
    EXPECT_EQ(x.trajectory.last_block, y.trajectory.last_block);
    EXPECT_EQ(x.trajectory.last_checksum, y.trajectory.last_checksum);
    EXPECT_EQ(x.trajectory.blocks, y.trajectory.blocks);
    EXPECT_EQ(x.trajectory.records, y.trajectory.records);
    EXPECT_EQ(x.trajectory.hash, y.trajectory.hash);
    EXPECT_EQ(x.trajectory.hash_state, y.trajectory.hash_state);
    EXPECT_EQ(x.trajectory.unwritten, y.trajectory.unwritten);
    EXPECT_EQ(x.simulation.now, y.simulation.now);
    EXPECT_EQ(x.simulation.watch.ball, y.simulation.watch.ball);
    EXPECT_EQ(x.simulation.watch.others, y.simulation.watch.others);
    EXPECT_EQ(x.simulation.watch.impacts, y.simulation.watch.impacts);
    EXPECT_EQ(x.simulation.watch.sum, y.simulation.watch.sum);
    EXPECT_EQ(x.simulation.watch.usual, y.simulation.watch.usual);
    EXPECT_EQ(x.simulation.watch.same, y.simulation.watch.same);
    EXPECT_EQ(x.simulation.jammed, y.simulation.jammed);
    EXPECT_EQ(x.simulation.counts.ball_ball, y.simulation.counts.ball_ball);
    EXPECT_EQ(x.simulation.counts.ball_wall, y.simulation.counts.ball_wall);
    EXPECT_EQ(x.simulation.counts.made_elastic, y.simulation.counts.made_elastic);
    EXPECT_EQ(x.simulation.counts.list_rebuilds, y.simulation.counts.list_rebuilds);
    EXPECT_EQ(x.simulation.counts.predictions, y.simulation.counts.predictions);
    ASSERT_EQ(x.simulation.balls.size(), y.simulation.balls.size());
    for (std::size_t i = 0; i < x.simulation.balls.size(); ++i) {
        ASSERT_TRUE(same_bits(x.simulation.balls[i].state, y.simulation.balls[i].state)) << i;
        ASSERT_EQ(x.simulation.balls[i].impacts_in_epoch, y.simulation.balls[i].impacts_in_epoch) << i;
        ASSERT_EQ(x.simulation.balls[i].slow_events_in_row, y.simulation.balls[i].slow_events_in_row) << i;
    }
    ASSERT_EQ(x.sections.size(), y.sections.size());
    for (std::size_t i = 0; i < x.sections.size(); ++i) {
        EXPECT_EQ(x.sections[i].name, y.sections[i].name);
        EXPECT_EQ(x.sections[i].bytes, y.sections[i].bytes);
    }
}

template <int N>
void expect_state_comes_back(std::size_t balls) {
    const Directory directory;
    const Checkpoint<N> checkpoint = any_checkpoint<N>(balls);
    ASSERT_FALSE(write_checkpoint(directory / "c", checkpoint));
    EXPECT_FALSE(std::filesystem::exists(directory / "c.partial"));
    const auto read = read_checkpoint(directory / "c");
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_TRUE(std::holds_alternative<Checkpoint<N>>(*read));
    expect_same(std::get<Checkpoint<N>>(*read), checkpoint);
}

TEST(Checkpoint, ComesBackBitByBit) {
    for (const std::size_t balls : {0U, 1U, 2U, 30'000U}) {
        expect_state_comes_back<2>(balls);
        expect_state_comes_back<3>(balls);
    }
}

std::string complaint_about(std::string_view bytes) {
    const Directory directory;
    put_bytes(directory / "c", bytes);
    const auto read = read_checkpoint(directory / "c");
    if (read) return "";
    EXPECT_EQ(read.error().message.rfind((directory / "c").string() + ": ", 0), 0U) << read.error().message;
    return read.error().message;
}

std::string bytes_of_any_checkpoint() {
    const Directory directory;
    Checkpoint<2> checkpoint = any_checkpoint<2>(3);
    checkpoint.sections.back().bytes.resize(10);
    EXPECT_FALSE(write_checkpoint(directory / "c", checkpoint));
    return bytes_of(directory / "c");
}

TEST(Checkpoint, AnyDamageIsRefused) {
    const std::string good = bytes_of_any_checkpoint();
    ASSERT_EQ(complaint_about(good), "");
    for (std::size_t at = 0; at < good.size(); ++at) {
        EXPECT_NE(complaint_about(good.substr(0, at)), "") << at;
        for (const int mask : {0x01, 0x80, 0xFF}) {
            std::string bytes = good;
            bytes[at] = static_cast<char>(bytes[at] ^ mask);
            EXPECT_NE(complaint_about(bytes), "") << at;
        }
    }
    EXPECT_NE(complaint_about(good + "x"), "");
    EXPECT_NE(complaint_about("name = \"no checkpoint\"").find("not a carom checkpoint"), std::string::npos);
}

/// Under a right checksum, too, nothing that cannot be is believed, and no count allocates memory.
TEST(Checkpoint, NothingUnderARightChecksumMakesItCrash) {
    const std::string good = bytes_of_any_checkpoint();
    const std::string content = good.substr(0, good.size() - detail::kCheckpointChecksumSize);
    const auto sealed = [](std::string bytes) {
        detail::ByteWriter checksum;
        checksum.u64(detail::hash_of(bytes));
        return bytes.append(checksum.bytes());
    };
    ASSERT_EQ(complaint_about(sealed(content)), "");
    for (std::size_t at = 0; at < content.size(); ++at) {
        for (const char value : {'\x00', '\x7F', '\xFF'}) {
            std::string bytes = content;
            bytes[at] = value;
            complaint_about(sealed(bytes));
        }
        complaint_about(sealed(content.substr(0, at)));
    }
    EXPECT_NE(complaint_about(sealed(content + "x")), "");
}

TEST(Checkpoint, OtherVersionsAreNamed) {
    std::string bytes = bytes_of_any_checkpoint();
    bytes[detail::kCheckpointMagic.size()] = '\x01';
    EXPECT_NE(complaint_about(bytes).find("format version 1 is unknown, this carom reads version 7"),
              std::string::npos);
}

TEST(Checkpoint, AnErrorLeavesTheOneBefore) {
    const Directory directory;
    const Checkpoint<3> checkpoint = any_checkpoint<3>(5);
    EXPECT_TRUE(write_checkpoint(directory / "no/such/place", checkpoint));
    ASSERT_FALSE(write_checkpoint(directory / "c", checkpoint));
    {
        const FileLimit little(100);
        const auto failure = write_checkpoint(directory / "c", any_checkpoint<3>(6));
        ASSERT_TRUE(failure);
        EXPECT_NE(failure->message.find("c.partial: cannot write: File too large"), std::string::npos);
    }
    const auto read = read_checkpoint(directory / "c");
    ASSERT_TRUE(read);
    expect_same(std::get<Checkpoint<3>>(*read), checkpoint);
    EXPECT_FALSE(read_checkpoint(directory / "missing"));
    EXPECT_FALSE(read_checkpoint(directory / "."));
}

}  // namespace
}  // namespace carom::test
