// Promise: the checker proves trajectories of worlds with gravity, containers, moving and thermal walls,
// balls that slide and rest, and a thermostat. It passes what is right, whoever made it, and rejects what is
// not.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <tuple>
#include <utility>

#include "carom/sim/simulation.hpp"
#include "proof/both_searches.hpp"
#include "proof/changed_records.hpp"
#include "record/plain_recording.hpp"
#include "support/extended_scene.hpp"
#include "support/scene_over_floor.hpp"
#include "support/share.hpp"

namespace carom::test {
namespace {

/// Every third one settles.
template <int N>
Scene<N> any_scene(std::uint64_t seed, std::size_t most_balls = 12) {
    return seed % 3 == 0 ? settling_scene<N>(seed, most_balls) : extended_scene<N>(seed, most_balls);
}

/// What the events of many recordings were about.
struct SpeciesTable {
    std::array<int, 16> kinds{};
    int slides = 0;
    int bowls = 0;
    int moving = 0;
    int thermal = 0;
    int held = 0;

    template <int N>
    void note(const Recording<N>& recording) {
        const World<N>& world = recording.start.scene.world;
        for (const Event<N>& event : recording.events) {
            ++kinds[static_cast<std::size_t>(event.kind)];
            if (event.ball_after.phase.kind() == MotionPhase::Kind::sliding) ++slides;
            if (is_pair(event.kind) &&
                (event.ball_after.phase == at_rest || event.other_after.phase == at_rest))
                ++held;
            if (event.kind != EventKind::ball_wall || event.other < 2 * N) continue;
            const std::size_t wall = event.other - 2 * N;
            if (wall >= world.walls.size()) {
                ++bowls;
                continue;
            }
            if (world.walls[wall].speed != 0) ++moving;
            if (world.walls[wall].temperature) ++thermal;
        }
    }
    int of(EventKind kind) const { return kinds[static_cast<std::size_t>(kind)]; }
};

template <int N>
void expect_plain_engine_passes(std::uint64_t seed, SpeciesTable& table) {
    const Recording<N> recording = plain_recording(any_scene<N>(seed), 4, 150);
    table.note(recording);
    const CheckReport report = check_recording(recording);
    EXPECT_TRUE(report) << N << "D, seed " << seed << "\n" << all_faults(report);
    EXPECT_EQ(report.records, recording.events.size());
    EXPECT_GT(report.worst_gap, -1e-12);
    EXPECT_LE(report.worst_bound_share, 1);
}

TEST(CheckWorld, PassesAnIndependentPlainEngine) {
    SpeciesTable table;
    for (std::uint64_t seed = 0; seed < share_of(200); ++seed) {
        expect_plain_engine_passes<2>(seed, table);
        expect_plain_engine_passes<3>(seed, table);
    }
    if (kShare > 1) return;  // too few to count on every kind
    for (const EventKind kind :
         {EventKind::ball_ball, EventKind::ball_wall, EventKind::kick, EventKind::rest, EventKind::wake}) {
        EXPECT_GT(table.of(kind), 50) << "kind " << static_cast<int>(kind);
    }
    EXPECT_GT(table.slides, 50);
    EXPECT_GT(table.bowls, 50);
    EXPECT_GT(table.moving, 50);
    EXPECT_GT(table.thermal, 50);
    EXPECT_GT(table.held, 3);
}

template <int N>
bool comes_later(const Recording<N>& recording, std::size_t i) {
    const auto concerns = [&](const Event<N>& event) {
        const std::uint32_t ball = recording.events[i].ball;
        return event.ball == ball || (is_pair(event.kind) && event.other == ball);
    };
    return std::any_of(recording.events.begin() + static_cast<std::ptrdiff_t>(i) + 1, recording.events.end(),
                       concerns);
}

/// True when the law, the seed and the state before leave no choice for the state after the record.
template <int N>
bool is_forced(const Event<N>& event) {
    return is_pair(event.kind) || event.kind == EventKind::ball_wall || event.kind == EventKind::kick;
}

/// Fast enough that a billionth part of the speed is no rounding.
template <int N>
bool is_fast(const Vec<double, N>& velocity) {
    return std::sqrt(plain_dot(velocity, velocity)) > 1e-3;
}

template <int N>
Recording<N> world_recording(std::uint64_t seed) {
    return plain_recording(any_scene<N>(seed, 8), 3, 50);
}

template <class Change>
void expect_found(const char* what, Change change, int least = 100) {
    const int in_2d = expect_changes_found(share_of(60), world_recording<2>, what, change);
    const int in_3d = expect_changes_found(share_of(60), world_recording<3>, what, change);
    if (kShare == 1) {
        EXPECT_GE(std::min(in_2d, in_3d), least) << what;
    }
}

TEST(CheckWorld, RejectsAWrongTime) {
    for (const double factor : {1 + 1e-9, 1 - 1e-9}) {
        expect_found("time", [&](auto& recording, std::size_t i) {
            const double time = plain_seconds(recording.events[i].time);
            if (!is_forced(recording.events[i]) || time < 1e-3 ||
                !is_fast(recording.events[i].ball_after.velocity))
                return false;
            recording.events[i].time = plain_time(time * factor);
            return true;
        });
    }
}

TEST(CheckWorld, RejectsAWrongVelocity) {
    expect_found("velocity of the first", [](auto& recording, std::size_t i) {
        auto& velocity = recording.events[i].ball_after.velocity;
        if (!is_fast(velocity) || !(is_forced(recording.events[i]) || comes_later(recording, i)))
            return false;
        velocity = stretched(velocity);
        return true;
    });
    expect_found(
        "velocity of the second",
        [](auto& recording, std::size_t i) {
            auto& velocity = recording.events[i].other_after.velocity;
            if (!is_fast(velocity)) return false;
            velocity = stretched(velocity);
            return true;
        },
        50);
}

TEST(CheckWorld, RejectsAWrongPosition) {
    expect_found("position", [](auto& recording, std::size_t i) {
        auto& position = recording.events[i].ball_after.position;
        position = stretched(position);
        return true;
    });
}

TEST(CheckWorld, RejectsAWrongRestitution) {
    expect_found("restitution", [](auto& recording, std::size_t i) {
        if (recording.events[i].restitution == 0) return false;
        recording.events[i].restitution *= 1 - 1e-9;
        return true;
    });
    expect_found(
        "slide",
        [](auto& recording, std::size_t i) {
            if (recording.events[i].restitution != 0) return false;
            recording.events[i].restitution = 1e-9;
            return true;
        },
        2);
}

/// With gravity, so that there is something to be held against.
TEST(CheckWorld, RejectsAWrongHold) {
    expect_found(
        "falls",
        [](auto& recording, std::size_t i) {
            MotionPhase& phase = recording.events[i].ball_after.phase;
            if (phase == free_flight ||
                (recording.events[i].kind != EventKind::rest && !comes_later(recording, i)))
                return false;
            phase = free_flight;
            return true;
        },
        20);
    expect_found("rests", [](auto& recording, std::size_t i) {
        auto& after = recording.events[i].ball_after;
        if (after.phase == at_rest) return false;
        after.phase = at_rest;
        return true;
    });
    expect_found(
        "slides",
        [](auto& recording, std::size_t i) {
            const auto& world = recording.start.scene.world;
            auto& after = recording.events[i].ball_after;
            const MotionPhase phase = sliding_on(static_cast<std::uint32_t>(2 * world.boundary.size()));
            if (world.walls.empty() || after.phase == phase) return false;
            after.phase = phase;
            return true;
        },
        20);
}

TEST(CheckWorld, RejectsAWrongKind) {
    expect_found("kind", [](auto& recording, std::size_t i) {
        EventKind& kind = recording.events[i].kind;
        switch (kind) {
            case EventKind::kick:
                kind = i % 2 == 0 ? EventKind::wake : EventKind::rest;
                return true;
            case EventKind::rest:
                kind = i % 2 == 0 ? EventKind::wake : EventKind::kick;
                return true;
            case EventKind::wake:
                kind = EventKind::rest;
                return true;
            default:
                return false;
        }
    });
}

TEST(CheckWorld, RejectsAWrongWall) {
    expect_found("wall", [](auto& recording, std::size_t i) {
        Event<std::tuple_size_v<decltype(recording.start.scene.world.boundary)>>& event = recording.events[i];
        if (event.kind != EventKind::ball_wall) return false;
        event.other = event.other == 0 ? 1 : event.other - 1;
        return true;
    });
}

/// Nothing is missed yet where the file ends at the very moment of the impact.
TEST(CheckWorld, RejectsARemovedRecord) {
    expect_found("removed", [](auto& recording, std::size_t i) {
        if (!is_forced(recording.events[i]) ||
            plain_seconds(recording.end) - plain_seconds(recording.events[i].time) < 1e-6)
            return false;
        recording.events.erase(recording.events.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
    });
}

TEST(CheckWorld, RejectsAWrongGravity) {
    int changes = 0;
    for (std::uint64_t seed = 0; seed < share_of(100); ++seed) {
        Recording<3> recording = plain_recording(extended_scene<3>(seed, 8), 3, 50);
        auto& gravity = recording.start.scene.world.gravity;
        if (recording.events.size() < 20 || gravity == stretched(gravity)) continue;
        ++changes;
        gravity = stretched(gravity);
        EXPECT_FALSE(check_recording(recording)) << "seed " << seed;
    }
    EXPECT_GE(changes, 20 / kShare);
}

template <int N>
void expect_same_reports() {
    std::uint64_t passed = 0;
    for (std::uint64_t seed = 0; seed < share_of(60); ++seed) {
        const Recording<N> good = plain_recording(any_scene<N>(seed, 20), 4, 80);
        const std::string what = std::to_string(N) + "D, seed " + std::to_string(seed);
        passed += expect_same_report(good, what) ? 1U : 0U;
        const World<N>& world = good.start.scene.world;
        const bool may_slide = !world.walls.empty() && world.gravity != Vec<double, N>{};
        std::mt19937_64 random(seed);
        for (int wrong = 0; wrong < 6 && !good.events.empty(); ++wrong) {
            Recording<N> bad = good;
            const std::size_t i = random() % bad.events.size();
            auto& after = bad.events[i].ball_after;
            const double factor = std::ldexp(1, static_cast<int>(random() % 12) - 4);
            if (wrong == 0) bad.events.erase(bad.events.begin() + static_cast<std::ptrdiff_t>(i));
            if (wrong == 1) after.velocity[0] *= factor;
            if (wrong == 2) after.position[0] += factor;
            if (wrong == 3)
                after.phase = after.phase == free_flight && may_slide ? sliding_on(2 * N) : free_flight;
            if (wrong == 4) bad.start.scene.world.gravity[0] += factor;
            if (wrong == 5) bad.end.epoch += static_cast<std::int64_t>(random() % 100);
            expect_same_report(bad, what + ", wrong " + std::to_string(wrong));
        }
    }
    EXPECT_EQ(passed, share_of(60));
}

TEST(CheckWorld, BothSearchesReportTheSame) {
    expect_same_reports<2>();
    expect_same_reports<3>();
}

/// A ball that is struck off the floor it lies on touches that floor at once, but is not wedged.
TEST(CheckWorld, RejectsThatAStruckBallComesToRestAtOnce) {
    Recording<2> recording;
    Scene<2>& scene = recording.start.scene;
    scene = scene_over_floor<2>(1);
    scene.law.restitution_walls = 0.5;
    scene.balls = {{"cue", {0, 0.5}, {1, 0}, 0.5, 1}, {"struck", {2, 0.5}, {}, 0.5, 1}};
    auto simulation = Simulation<2>::create(scene);
    recording.start.epoch_length = simulation->epoch_length();
    scene.law.elastic_below = simulation->elastic_below();
    while (const auto event = simulation->next_event(2)) recording.events.push_back(*event);
    recording.end = simulation->now();
    EXPECT_EQ(all_faults(check_recording(recording)), "");
    Event<2> stop = recording.events.back();
    ASSERT_EQ(stop.kind, EventKind::ball_wall);
    ASSERT_EQ(stop.ball, 1U);
    stop.kind = EventKind::rest;
    stop.other = 0;
    stop.restitution = 1;
    stop.ball_after.velocity = {};
    stop.ball_after.phase = at_rest;
    recording.events.push_back(stop);
    EXPECT_NE(all_faults(check_recording(recording)).find("comes to rest but moves too fast"),
              std::string::npos);
}

}  // namespace
}  // namespace carom::test
