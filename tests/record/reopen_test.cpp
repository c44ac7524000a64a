// Promise: a trajectory that is marked and taken up again is the one that was written without a stop,
// whatever was behind the mark; a file that is not the mark's is left alone.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

#include "carom/record/trajectory.hpp"
#include "record/any_recording.hpp"
#include "record/hash.hpp"
#include "record/recording.hpp"

namespace carom::test {
namespace {

template <int N>
TrajectoryWriter<N> begun(const std::filesystem::path& path, const Recording<N>& recording,
                          std::size_t events) {
    auto writer = TrajectoryWriter<N>::create(path, recording.start);
    EXPECT_TRUE(writer);
    for (std::size_t i = 0; i < events; ++i) writer->write(recording.events[i]);
    return std::move(*writer);
}

/// Takes the file up at the mark, after `events`, and writes the rest.
template <int N>
void expect_whole_from(const std::filesystem::path& path, const TrajectoryMark& mark,
                       const Recording<N>& recording, std::size_t events) {
    auto writer = TrajectoryWriter<N>::reopen(path, mark);
    ASSERT_TRUE(writer) << writer.error().message;
    EXPECT_EQ(writer->hash(), mark.hash);
    for (std::size_t i = events; i < recording.events.size(); ++i) writer->write(recording.events[i]);
    ASSERT_FALSE(writer->close(recording.end));
    const Reading<N> reading = read<N>(path);
    EXPECT_EQ(reading.fault, "");
    EXPECT_TRUE(reading.closed);
    EXPECT_EQ(reading.recording.events.size(), recording.events.size());
    EXPECT_EQ(reading.recording.end, recording.end);
    expect_beginning(reading, recording);
    EXPECT_EQ(reading.hash, write(recording, path.string() + ".never_stopped"));
    EXPECT_FALSE(std::filesystem::exists(path.string() + ".partial"));
}

/// The same in a world with gravity, whose states say what holds a ball.
template <int N>
Recording<N> heavy_recording(std::size_t events) {
    Recording<N> recording = any_recording<N>(events);
    recording.start.scene.world.gravity[1] = -1;
    for (std::size_t i = 0; i < events; i += 3) recording.events[i].ball_after.phase = sliding_on(2 * N);
    return recording;
}

enum class Behind { nothing, records, closing };

template <int N>
void expect_reopened(const Recording<N>& recording, std::size_t at, Behind behind) {
    const std::size_t events = recording.events.size();
    SCOPED_TRACE(std::to_string(at) + " of " + std::to_string(events) + ", behind " +
                 std::to_string(static_cast<int>(behind)));
    const Directory directory;
    const std::filesystem::path path = directory / "t";
    TrajectoryMark mark;
    {
        TrajectoryWriter<N> writer = begun(path, recording, at);
        auto made = writer.mark();
        ASSERT_TRUE(made);
        mark = *made;
        if (behind != Behind::nothing && at < events) writer.write(recording.events[at]);
        if (behind == Behind::closing) {
            ASSERT_FALSE(writer.close(recording.end));
        }
    }
    EXPECT_EQ(mark.records, at);
    const auto found = find_trajectory(path, mark);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(*found, behind == Behind::closing ? path : directory / "t.partial");
    expect_whole_from(path, mark, recording, at);
    EXPECT_EQ(bytes_of(path), bytes_of(path.string() + ".never_stopped"));
}

TEST(Reopen, GoesOnAsIfNeverStopped) {
    for (const Behind behind : {Behind::nothing, Behind::records, Behind::closing}) {
        for (const std::size_t at : {0U, 1U, 5U, 700U, 2999U, 3000U}) {
            expect_reopened(any_recording<2>(3000), at, behind);
            expect_reopened(any_recording<3>(3000), at, behind);
            expect_reopened(heavy_recording<2>(3000), at, behind);
            expect_reopened(heavy_recording<3>(3000), at, behind);
        }
        expect_reopened(any_recording<2>(0), 0, behind);
    }
}

TEST(Reopen, AMarkChangesNoHash) {
    const Directory directory;
    const Recording<2> recording = any_recording<2>(200);
    TrajectoryWriter<2> writer = begun(directory / "t", recording, 0);
    for (const Event<2>& event : recording.events) {
        writer.write(event);
        const auto mark = writer.mark();
        ASSERT_TRUE(mark);
        EXPECT_EQ(mark->bytes, std::filesystem::file_size(directory / "t.partial"));
    }
    ASSERT_FALSE(writer.close(recording.end));
    EXPECT_EQ(read<2>(directory / "t").hash, write(recording, directory / "whole"));
}

/// Behind the mark there may be anything, a block that was cut off for instance.
TEST(Reopen, CutsOffWhateverIsBehindTheMark) {
    const Directory directory;
    const Recording<2> recording = any_recording<2>(60);
    TrajectoryMark mark;
    {
        TrajectoryWriter<2> writer = begun(directory / "t", recording, 20);
        mark = *writer.mark();
        for (std::size_t i = 20; i < 60; ++i) writer.write(recording.events[i]);
    }
    const std::string bytes = bytes_of(directory / "t.partial");
    ASSERT_GT(bytes.size(), mark.bytes + 1000);
    for (std::size_t size = mark.bytes; size < bytes.size(); size += 97) {
        put_bytes(directory / "t.partial", bytes.substr(0, size));
        expect_whole_from(directory / "t", mark, recording, 20);
    }
    put_bytes(directory / "t.partial", bytes.substr(0, mark.bytes) + std::string(100'000, 'x'));
    expect_whole_from(directory / "t", mark, recording, 20);
}

TEST(Reopen, AFileThatIsNotTheMarksIsLeftAlone) {
    const Directory directory;
    const Recording<2> recording = any_recording<2>(60);
    TrajectoryMark mark;
    {
        TrajectoryWriter<2> writer = begun(directory / "t", recording, 20);
        ASSERT_FALSE(writer.flush());
        for (std::size_t i = 20; i < 40; ++i) writer.write(recording.events[i]);
        mark = *writer.mark();
    }
    const std::string bytes = bytes_of(directory / "t.partial");
    const auto expect_refused = [&](const std::string& changed, const TrajectoryMark& wanted) {
        put_bytes(directory / "t.partial", changed);
        const auto writer = TrajectoryWriter<2>::reopen(directory / "t", wanted);
        ASSERT_FALSE(writer);
        EXPECT_NE(writer.error().message.find("t.partial"), std::string::npos) << writer.error().message;
        EXPECT_EQ(bytes_of(directory / "t.partial"), changed);
    };
    for (std::size_t size = 0; size < mark.bytes; size += 31) expect_refused(bytes.substr(0, size), mark);
    expect_refused(bytes.substr(0, mark.bytes - 1), mark);
    for (std::size_t at = mark.last_block; at < mark.bytes; ++at) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ 4);
        expect_refused(changed, mark);
    }
    TrajectoryMark other = mark;
    other.last_checksum ^= 1;
    expect_refused(bytes, other);
    other = mark;
    other.hash ^= 1;
    expect_refused(bytes, other);
    other = mark;
    other.hash_state.pop_back();
    expect_refused(bytes, other);
    other = mark;
    other.unwritten.pop_back();
    expect_refused(bytes, other);
    other = mark;
    other.blocks += 1;
    expect_refused(bytes, other);
    expect_whole_from((put_bytes(directory / "t.partial", bytes), directory / "t"), mark, recording, 40);
    std::filesystem::remove(directory / "t");
    const auto missing = TrajectoryWriter<2>::reopen(directory / "t", mark);
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.find("t: cannot read: No such file"), std::string::npos);
}

/// The state of a hash, cut at any length, goes on as if it had never been taken out.
TEST(Hash, GoesOnFromItsState) {
    std::mt19937_64 random(1);
    std::string bytes;
    while (bytes.size() < 5000) bytes.push_back(static_cast<char>(random()));
    for (std::size_t cut = 0; cut <= bytes.size(); cut += cut < 1100 ? 1 : 61) {
        const std::string_view all(bytes);
        detail::Hash first;
        first.add(all.substr(0, cut / 3));
        first.add(all.substr(cut / 3, cut - cut / 3));
        auto second = detail::Hash::restored(first.state());
        ASSERT_TRUE(second);
        ASSERT_EQ(second->value(), detail::hash_of(all.substr(0, cut))) << cut;
        EXPECT_EQ(second->state(), first.state());
        second->add(all.substr(cut));
        ASSERT_EQ(second->value(), detail::hash_of(all)) << cut;
    }
    const std::string state = detail::Hash().state();
    EXPECT_FALSE(detail::Hash::restored(""));
    EXPECT_FALSE(detail::Hash::restored(state + "x"));
    EXPECT_FALSE(detail::Hash::restored(std::string(state.size(), '\xFF')));
}

}  // namespace
}  // namespace carom::test
