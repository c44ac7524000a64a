// Whole shots against exact answers: the same events in order, times and places within 1e-13 plus 30 times
// what the shot makes of a change of one position by 1e-15 of itself.
#include <gtest/gtest.h>

#include <cmath>

#include "billiards/exact_shot.hpp"

namespace carom::billiards::testing {
namespace {

class ExactShots : public ::testing::TestWithParam<const char*> {};

std::string described(const ExactEvent& event) {
    std::string text = event.kind;
    for (const std::string& name : event.names) text += " " + name;
    return text;
}

/// Events whose exact times are closer than this may change places.
constexpr double kTie = 1e-13;

TEST_P(ExactShots, SameEventsTimesAndPlaces) {
    const ExactShot exact(GetParam());
    ASSERT_TRUE(faults_of(exact.setup).empty()) << faults_of(exact.setup).front().message;
    ShotPlayer player(exact.setup);
    player.play(exact.start, exact.shot);
    std::vector<ExactEvent> events;
    for (const ShotEvent& event : player.events()) events.push_back(exact.named(event));

    double worst_time = 0;
    ASSERT_EQ(events.size(), exact.events.size());
    for (std::size_t k = 0; k < events.size(); ++k) {
        const ExactEvent& wanted = exact.events[k];
        for (std::size_t other = k + 1; other < events.size() && described(events[k]) != described(wanted);
             ++other) {
            if (exact.events[other].time - wanted.time > kTie) break;
            std::swap(events[k], events[other]);
        }
        ASSERT_EQ(described(events[k]), described(wanted)) << "event " << k << " at " << wanted.time;
        worst_time = std::max(worst_time, std::fabs(events[k].time - wanted.time));
    }
    EXPECT_LE(worst_time, 1e-13 + 30 * exact.time_sensitivity);

    double worst_place = 0;
    for (std::size_t k = 0; k < exact.places.size(); ++k) {
        const BallState& at = player.final_states()[k];
        EXPECT_EQ(at.phase == Phase::pocketed ? 4 : static_cast<int>(at.phase), exact.places[k].phase);
        worst_place = std::max(
            worst_place, std::hypot(at.position[0] - exact.places[k].x, at.position[1] - exact.places[k].y));
    }
    EXPECT_LE(worst_place, 1e-13 + 30 * exact.place_sensitivity);
    RecordProperty("worst_time", std::to_string(worst_time / (1e-13 + 30 * exact.time_sensitivity)));
    RecordProperty("worst_place", std::to_string(worst_place / (1e-13 + 30 * exact.place_sensitivity)));
}

INSTANTIATE_TEST_SUITE_P(Shots, ExactShots,
                         ::testing::Values("01_example_default", "02_example_simple",
                                           "03_straight_stun_simple", "05_draw_default",
                                           "07_oneball_side_han", "09_oneball_side_impulse",
                                           "11_oneball_side_mirror_ec", "13_threecushion_han",
                                           "14_threecushion_mathavan", "15_threecushion_impulse",
                                           "16_masse_default", "17_random5_default", "19_random15_default",
                                           "21_nineball_break_simple_ec"),
                         [](const auto& shot) { return std::string(shot.param); });

}  // namespace
}  // namespace carom::billiards::testing
