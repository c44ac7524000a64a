// Promise: the checker proves trajectories in sheared boxes, with and without its search, and rejects what is
// wrong with them. Their file is of version 3.
#include <gtest/gtest.h>

#include "carom/sim/simulation.hpp"
#include "proof/both_searches.hpp"
#include "proof/recorded.hpp"
#include "record/plain_recording.hpp"
#include "record/recording.hpp"
#include "support/event_bits.hpp"
#include "support/share.hpp"
#include "support/sheared_scene.hpp"

namespace carom::test {
namespace {

template <int N>
Recording<N> sheared_recording(std::uint64_t seed) {
    return recorded(sheared_scene<N>(seed), 5, 400);
}

template <int N>
void expect_proved(std::uint64_t seed) {
    SCOPED_TRACE(std::to_string(N) + "D, seed " + std::to_string(seed));
    const Recording<N> recording = sheared_recording<N>(seed);
    const CheckReport report = expect_same_report(recording, "sheared");
    EXPECT_TRUE(report) << all_faults(report);
    EXPECT_EQ(report.records, recording.events.size());
}

TEST(CheckShear, ProvesTheSimulationWithBothSearches) {
    for (std::uint64_t seed = 0; seed < share_of(60); ++seed) {
        expect_proved<2>(seed);
        expect_proved<3>(seed);
    }
}

/// The first recording with impacts across sliding faces: one that is wrong when nothing slides.
Recording<2> sliding_recording() {
    for (std::uint64_t seed = 0;; ++seed) {
        Recording<2> recording = sheared_recording<2>(seed);
        Recording<2> still = recording;
        still.start.scene.world.shear.reset();
        for (Event<2>& event : still.events) event.ball_after.phase = free_flight;
        if (recording.events.size() > 50 && !check_recording(still)) return recording;
    }
}

TEST(CheckShear, RejectsARateWrongByABillionth) {
    Recording<2> recording = sliding_recording();
    recording.start.scene.world.shear->rate *= 1 + 1e-9;
    EXPECT_FALSE(check_recording(recording));
    recording.start.scene.world.shear->rate *= -1;
    EXPECT_FALSE(check_recording(recording));
}

TEST(CheckShear, RejectsARemovedRecord) {
    const Recording<2> recording = sliding_recording();
    for (std::size_t i = 0; i < recording.events.size(); i += 7) {
        Recording<2> cut = recording;
        cut.events.erase(cut.events.begin() + static_cast<std::ptrdiff_t>(i));
        EXPECT_FALSE(expect_same_report(cut, "cut")) << i;
    }
}

TEST(CheckShear, RejectsABallInAWrongRowOrWithAWrongSpeed) {
    const Recording<2> recording = sliding_recording();
    const Shear shear = *recording.start.scene.world.shear;
    Recording<2> wrong = recording;
    wrong.events.front().ball_after.image[shear.gradient] += 1;
    EXPECT_FALSE(check_recording(wrong));
    wrong = recording;
    wrong.events.front().ball_after.velocity[shear.flow] += drift_speed(recording.start.scene.world);
    EXPECT_FALSE(check_recording(wrong));
}

TEST(CheckShear, RejectsAnImpactOfSeveralContacts) {
    Recording<2> recording = sliding_recording();
    Event<2>& event = recording.events.front();
    event.kind = EventKind::cluster;
    event.other = 0;
    EXPECT_FALSE(check_recording(recording));
}

TEST(CheckShear, FilesKeepTheShear) {
    const Directory directory;
    const Recording<2> recording = sliding_recording();
    write(recording, directory / "t");
    EXPECT_EQ(bytes_of(directory / "t")[8], 3);
    const auto reading = read<2>(directory / "t");
    EXPECT_EQ(reading.fault, "");
    const auto& shear = reading.recording.start.scene.world.shear;
    ASSERT_TRUE(shear);
    EXPECT_EQ(shear->flow, recording.start.scene.world.shear->flow);
    EXPECT_EQ(shear->gradient, recording.start.scene.world.shear->gradient);
    EXPECT_EQ(shear->rate, recording.start.scene.world.shear->rate);
    ASSERT_EQ(reading.recording.events.size(), recording.events.size());
    for (std::size_t i = 0; i < recording.events.size(); ++i)
        EXPECT_TRUE(same_bits(reading.recording.events[i], recording.events[i]));
}

}  // namespace
}  // namespace carom::test
