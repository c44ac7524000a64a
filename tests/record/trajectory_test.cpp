// Promise: a trajectory file gives back what was written, bit by bit, and what cannot be written is an error.
// Format: docs/formats/trajectory.md.
#include "carom/record/trajectory.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "record/any_recording.hpp"
#include "record/recording.hpp"
#include "support/event_bits.hpp"
#include "support/file_limit.hpp"

namespace carom::test {
namespace {

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
    ASSERT_EQ(x.scene.law.between.size(), y.scene.law.between.size());
    for (std::size_t i = 0; i < x.scene.law.between.size(); ++i) {
        EXPECT_EQ(x.scene.law.between[i].first, y.scene.law.between[i].first);
        EXPECT_EQ(x.scene.law.between[i].second, y.scene.law.between[i].second);
        EXPECT_EQ(x.scene.law.between[i].restitution, y.scene.law.between[i].restitution);
    }
    ASSERT_EQ(x.scene.balls.size(), y.scene.balls.size());
    for (std::size_t i = 0; i < x.scene.balls.size(); ++i) {
        EXPECT_EQ(x.scene.balls[i].name, y.scene.balls[i].name);
        EXPECT_TRUE(same_bits(x.scene.balls[i].position, y.scene.balls[i].position));
        EXPECT_TRUE(same_bits(x.scene.balls[i].velocity, y.scene.balls[i].velocity));
        EXPECT_EQ(x.scene.balls[i].radius, y.scene.balls[i].radius);
        EXPECT_EQ(x.scene.balls[i].mass, y.scene.balls[i].mass);
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

// A reader that follows a file ends only when its writer does.
TEST(Trajectory, AReaderTakesWhatWasThereWhenItBegan) {
    const Directory directory;
    const Recording<2> recording = any_recording<2>(3000);
    auto writer = TrajectoryWriter<2>::create(directory / "t", recording.start);
    ASSERT_TRUE(writer);
    for (std::size_t i = 0; i < 1000; ++i) writer->write(recording.events[i]);
    const auto size = std::filesystem::file_size(directory / "t.partial");
    auto opened = open_trajectory(directory / "t.partial");
    ASSERT_TRUE(opened);
    auto& reader = std::get<TrajectoryReader<2>>(*opened);
    for (std::size_t i = 1000; i < 3000; ++i) writer->write(recording.events[i]);
    ASSERT_FALSE(writer->close(recording.end));
    while (reader.next()) {
    }
    EXPECT_FALSE(reader.fault());
    EXPECT_FALSE(reader.closed());
    EXPECT_EQ(reader.left_out(), 0U);
    // What was written in blocks by then, which is all but the last block.
    EXPECT_LT(reader.records(), 1000U);
    EXPECT_GT(reader.records(), 700U);
    EXPECT_GT(std::filesystem::file_size(directory / "t"), size);
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

TEST(Trajectory, WhatCannotBeWrittenIsAnErrorAndNoCrash) {
    const Directory directory;
    const Recording<2> recording = any_recording<2>(2000);
    EXPECT_FALSE(TrajectoryWriter<2>::create(directory / "no/such/place", recording.start));
    EXPECT_FALSE(TrajectoryWriter<2>::create(directory / "", recording.start));
    std::filesystem::create_directory(directory / "taken");
    EXPECT_FALSE(TrajectoryWriter<2>::create(directory / "taken", recording.start));
    const FileLimit little(100);
    const auto full = TrajectoryWriter<2>::create(directory / "full", recording.start);
    ASSERT_FALSE(full);
    EXPECT_NE(full.error().message.find("full.partial: cannot write: File too large"), std::string::npos);
}

}  // namespace
}  // namespace carom::test
