// Promise: the search in space finds what looking at all pairs one by one finds: the same faults in the same
// order, the same numbers, in right trajectories and in wrong ones. Argument: docs/math/check.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "carom/proof/check.hpp"
#include "carom/sim/simulation.hpp"
#include "proof/both_searches.hpp"
#include "record/recording.hpp"
#include "support/random_scene.hpp"
#include "support/share.hpp"

namespace carom::test {
namespace {

template <int N>
Recording<N> simulated(Scene<N> scene, double until, std::size_t most_events) {
    auto simulation = Simulation<N>::create(scene);
    EXPECT_TRUE(simulation) << scene.name;
    scene.law.elastic_below = simulation->elastic_below();
    Recording<N> recording{{scene, simulation->epoch_length()}, {}, {}};
    while (recording.events.size() < most_events) {
        const auto event = simulation->next_event(until);
        if (!event) break;
        recording.events.push_back(*event);
    }
    recording.end = simulation->now();
    return recording;
}

/// Balls at random free places of a box, radii from `least` to `most`, each axis as its boundary says.
template <int N>
Scene<N> scattered(std::mt19937_64& random, std::size_t count, double side, double least, double most) {
    Scene<N> scene;
    for (int k = 0; k < N; ++k) {
        scene.world.box.upper[k] = side;
        scene.world.boundary[static_cast<std::size_t>(k)] = static_cast<Boundary>(random() % 3);
    }
    for (int tries = 0; tries < 4000 && scene.balls.size() < count; ++tries) {
        SceneBall<N> ball;
        ball.radius = least * std::pow(most / least, std::pow(uniform(random, 0, 1), 3));
        ball.mass = ball.radius * ball.radius;
        ball.position = random_vec<N>(random, 1.001 * ball.radius, side - 1.001 * ball.radius);
        if (random() % 6 != 0) ball.velocity = random_vec<N>(random, -1, 1);
        if (is_free(scene, ball)) scene.balls.push_back(ball);
    }
    return scene;
}

template <int N>
void move_by(Scene<N>& scene, double far) {
    for (int k = 0; k < N; ++k) {
        scene.world.box.lower[k] += far;
        scene.world.box.upper[k] += far;
        for (SceneBall<N>& ball : scene.balls) ball.position[k] += far;
    }
}

constexpr int kKinds = 9;

/// Of every kind of scene, with a time to simulate in which something happens.
template <int N>
Recording<N> any_simulated(int kind, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Scene<N> scene = random_scene<N>(seed);
    double until = 3;
    switch (kind) {
        case 0:
            break;
        case 1:  // flights across hundreds of boxes
            until = 1000;
            break;
        case 2:  // bullets: flights that cross a periodic box many times
            scene = scattered<N>(random, 30, 10, 0.1, 0.2);
            scene.world.boundary.fill(Boundary::periodic);
            for (SceneBall<N>& ball : scene.balls)
                for (double& v : ball.velocity.coordinates)
                    v *= std::ldexp(1, static_cast<int>(random() % 8));
            until = 8;
            break;
        case 3:  // radii 1 : 1000
            scene = scattered<N>(random, 60, 40, 0.01, 10);
            until = 20;
            break;
        case 4:  // far from the origin: rounding is coarse
            scene = scattered<N>(random, 30, 6, 0.2, 0.5);
            move_by(scene, std::ldexp(1, static_cast<int>(random() % 24)));
            break;
        case 5:  // a dense crowd
            scene = scattered<N>(random, 60, N == 2 ? 9 : 5, 0.4, 0.5);
            until = 1;
            break;
        case 6:  // two crowds, far from each other
            scene = scattered<N>(random, 40, 8, 0.2, 0.5);
            scene.world.boundary.fill(Boundary::open);
            for (std::size_t i = 0; i < scene.balls.size(); i += 2) scene.balls[i].position[0] += 1e7;
            until = 1e4;
            break;
        case 7:  // a stream round the box
            scene = scattered<N>(random, 25, 10, 0.2, 0.5);
            scene.world.boundary[0] = Boundary::periodic;
            for (SceneBall<N>& ball : scene.balls)
                ball.velocity[0] += std::ldexp(1, static_cast<int>(seed % 8));
            until = 8;
            break;
        default:  // slow, tiny, and hardly anything happens
            scene = scattered<N>(random, 12, 10, 0.01, 0.1);
            until = 2;
            break;
    }
    return simulated(scene, until, 40);
}

template <int N>
Vec<double, N> jumped(std::mt19937_64& random, Vec<double, N> x) {
    constexpr double kJumps[] = {1e-9, 0.3, 5, 1e3, 1e9, 1e18, 1e140};
    const double jump = kJumps[random() % std::size(kJumps)];
    for (int k = 0; k < N; ++k) x[k] += uniform(random, -jump, jump);
    return x;
}

template <int N>
Vec<double, N> speeded(std::mt19937_64& random, Vec<double, N> v) {
    constexpr double kFactors[] = {0, -1, 1 + 1e-9, 30, 1e18, 1e-12, 1e140, 1e-200};
    const double factor = kFactors[random() % std::size(kFactors)];
    for (int k = 0; k < N; ++k) v[k] *= factor;
    return v;
}

/// A few, or so many that a flight is refused. What lies between is proved, but not while a test waits.
std::int64_t some_epochs(std::mt19937_64& random) {
    return std::int64_t{1} << (random() % 2 == 0 ? random() % 5 : 50 + random() % 10);
}

/// Makes something wrong at record i, or at the start.
template <int N>
std::string tampered(std::mt19937_64& random, Recording<N>& recording) {
    std::vector<Event<N>>& events = recording.events;
    std::vector<SceneBall<N>>& balls = recording.start.scene.balls;
    SceneBall<N>& ball = balls[random() % balls.size()];
    if (events.empty() || random() % 6 == 0) {
        switch (random() % 4) {
            case 0:
                ball.position = jumped(random, ball.position);
                return "position at the start";
            case 1:
                ball.velocity = speeded(random, ball.velocity);
                return "velocity at the start";
            case 2:
                ball.radius *= uniform(random, 0.1, 30);
                return "radius";
            default:
                recording.end.epoch += some_epochs(random);
                return "end";
        }
    }
    const std::size_t i = random() % events.size();
    Event<N>& event = events[i];
    const bool pair = event.kind == EventKind::ball_ball;
    BallState<N>& after = pair && random() % 2 == 0 ? event.other_after : event.ball_after;
    switch (random() % 8) {
        case 0:
            events.erase(events.begin() + static_cast<std::ptrdiff_t>(i));
            return "missed";
        case 1:
            std::swap(events[i], events[random() % events.size()]);
            return "swapped";
        case 2:
            after.position = jumped(random, after.position);
            return "position";
        case 3:
            after.velocity = speeded(random, after.velocity);
            return "velocity";
        case 4:
            event.time.offset *= uniform(random, 0, 1);
            return "offset";
        case 5:
            event.time.epoch += random() % 2 == 0 ? some_epochs(random) : -event.time.epoch / 2;
            recording.end.epoch = std::max(recording.end.epoch, event.time.epoch + 1);
            return "epoch";
        case 6:
            event.ball_after.position = event.ball_after.velocity;
            return "place";
        default:
            events.resize(i);
            return "all from one on missed";
    }
}

/// Image counts of axes that are not periodic are refused by the reader, so they are tampered with apart.
template <int N>
bool tamper_images(std::mt19937_64& random, Recording<N>& recording) {
    const auto& boundary = recording.start.scene.world.boundary;
    if (recording.events.empty()) return false;
    Event<N>& event = recording.events[random() % recording.events.size()];
    for (int k = 0; k < N; ++k) {
        if (boundary[static_cast<std::size_t>(k)] == Boundary::periodic)
            event.ball_after.image[k] += std::int64_t{1} << (random() % 60);
    }
    return true;
}

template <int N>
void expect_same_reports(std::uint64_t first_seed, std::uint64_t seeds) {
    std::uint64_t passed = 0;
    std::uint64_t failed = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + seeds; ++seed) {
        for (int kind = 0; kind < kKinds; ++kind) {
            SCOPED_TRACE(std::to_string(N) + "D, kind " + std::to_string(kind) + ", seed " +
                         std::to_string(seed));
            const Recording<N> good = any_simulated<N>(kind, seed);
            if (expect_same_report(good, "as it was")) ++passed;
            std::mt19937_64 random(seed * kKinds + static_cast<std::uint64_t>(kind));
            for (int wrong = 0; wrong < 3; ++wrong) {
                Recording<N> bad = good;
                const std::string what = wrong < 2 ? tampered(random, bad) : "images";
                if (wrong == 2 && !tamper_images(random, bad)) continue;
                if (wrong == 1) tampered(random, bad);
                if (!expect_same_report(bad, what)) ++failed;
            }
            if (testing::Test::HasFailure()) return;
        }
    }
    EXPECT_EQ(passed, seeds * kKinds);
    EXPECT_GT(failed, seeds * kKinds);
}

TEST(CheckSearch, ReportsWhatAllPairsReportIn2D) {
    expect_same_reports<2>(0, share_of(24));
}

TEST(CheckSearch, ReportsWhatAllPairsReportIn3D) {
    expect_same_reports<3>(1000, share_of(24));
}

/// Many spheres in a periodic cube, a sixth of it full.
Recording<3> gas(std::size_t count, std::size_t events) {
    std::mt19937_64 random(1);
    const double side = std::cbrt(static_cast<double>(count) * 3.1);
    Scene<3> scene = scattered<3>(random, count, side, 0.5, 0.5);
    scene.world.boundary.fill(Boundary::periodic);
    return simulated(scene, 1000, events);
}

TEST(CheckSearch, FindsEachMissedContactOfManyBalls) {
    const Recording<3> good = gas(400, 2000);
    for (std::size_t missed = 0; missed < 1800; missed += 149 * kShare) {
        Recording<3> bad = good;
        bad.events.erase(bad.events.begin() + static_cast<std::ptrdiff_t>(missed));
        const CheckReport report = expect_same_report(bad, "missed " + std::to_string(missed));
        EXPECT_FALSE(report);
    }
}

TEST(CheckSearch, LooksAtFewPairs) {
    const Recording<3> recording = gas(400, 2000);
    const CheckReport report = expect_same_report(recording, "gas");
    EXPECT_TRUE(report) << all_faults(report);
    EXPECT_LT(report.pairs_proved, 6 * (recording.events.size() + recording.start.scene.balls.size()));
}

/// Balls that all but stand to each other go round the box 10^7 times, and one comes nearer to the next.
TEST(CheckSearch, FollowsAStreamRoundTheBox) {
    Scene<2> scene;
    scene.world.boundary.fill(Boundary::periodic);
    scene.world.box = {{0, 0}, {10, 10}};
    for (int i = 0; i < 9; ++i) scene.balls.push_back({"", {1.1 * i, 5}, {1000, 0}, 0.5, 1});
    scene.balls[4].velocity[0] += 1e-6;
    const auto flying_for = [&](std::int64_t seconds) { return Recording<2>{{scene, 1}, {}, {seconds, 0}}; };
    EXPECT_TRUE(expect_same_report(flying_for(99'000), "before"));
    EXPECT_FALSE(expect_same_report(flying_for(101'000), "after"));
}

/// Two swarms, `far` from each other, of balls at rest; a bullet flies from the one to the other.
Recording<2> swarms(double far, double aim) {
    Scene<2> scene;
    for (int i = 0; i < 100; ++i) {
        const double x = 3.0 * (i % 10) + (i < 50 ? 0 : far);
        scene.balls.push_back({"", {x, 3.0 * (i / 10 % 5)}, {0, 0}, 1, 1});
    }
    scene.balls.push_back({"", {-10, aim}, {1000, 0}, 0.25, 1});
    return {{scene, 1}, {}, {static_cast<std::int64_t>(far / 1000), 0.5}};
}

TEST(CheckSearch, FindsAMissedContactBehindALongFlight) {
    const double between_rows = 1.5;  // where the bullet passes all balls, 1/4 from each
    EXPECT_TRUE(expect_same_report(swarms(1e6, between_rows), "passes"));
    Recording<2> hits = swarms(1e6, between_rows);
    hits.start.scene.balls[67].position[1] -= 0.25 + 1e-6;
    EXPECT_EQ(expect_same_report(hits, "hits one ball of the far swarm").fault_count, 1U);
    EXPECT_EQ(expect_same_report(swarms(1e6, 0), "hits a row").fault_count, 20U);
}

/// A bullet crosses the box 63 times, each time a little higher, before it meets a ball a thousandth as wide.
TEST(CheckSearch, FindsAContactAfterManyCrossings) {
    Scene<3> scene;
    scene.world.boundary.fill(Boundary::periodic);
    scene.world.box = {{0, 0, 0}, {10, 10, 10}};
    for (int i = 0; i < 10; ++i) scene.balls.push_back({"", {1.0 * i, 9, 9}, {0, 0, 0}, 0.01, 1});
    scene.balls.push_back({"", {5, 5, 5}, {0, 0, 0}, 0.01, 1});
    scene.balls.push_back({"", {0, 5, 4}, {40, 0, 0.0625}, 0.01, 1});
    const auto flying_for = [&](std::int64_t seconds) { return Recording<3>{{scene, 1}, {}, {seconds, 0}}; };
    EXPECT_TRUE(expect_same_report(flying_for(15), "before"));
    EXPECT_FALSE(expect_same_report(flying_for(17), "after"));
}

/// More balls in one place than the search remembers for each.
TEST(CheckSearch, FindsEveryOverlapOfACrowd) {
    constexpr std::uint64_t kCrowd = 600;
    Scene<2> scene;
    for (std::uint64_t i = 0; i < kCrowd; ++i)
        scene.balls.push_back({"", {0, 0}, {i % 2 == 0 ? 1.0 : 0.0, 0}, 1, 1});
    const CheckReport report = expect_same_report(Recording<2>{{scene, 1}, {}, {1, 0}}, "crowd");
    EXPECT_EQ(report.fault_count, kCrowd * (kCrowd - 1) / 2);
}

/// A ball that is suddenly elsewhere is a fault; what it meets there is found all the same.
TEST(CheckSearch, GoesOnFromWhereABallJumpedTo) {
    const Recording<3> good = gas(400, 400);
    const std::size_t at = 200;
    for (const double jump : {1.0, 4.0, 1e3, 1e9}) {
        Recording<3> bad = good;
        bad.events[at].ball_after.position[0] += jump;
        const CheckReport report = expect_same_report(bad, "jump by " + std::to_string(jump));
        EXPECT_GT(report.fault_count, 1U);
    }
}

}  // namespace
}  // namespace carom::test
