// The functions for plain gases: every instruction set does what the engine's parts do one after the other.
#include "sim/plain_gas.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "pair/impact.hpp"
#include "sim/neighbours.hpp"
#include "sim/predict.hpp"
#include "support/lane_sets.hpp"
#include "support/random_scene.hpp"
#include "support/same_bits.hpp"

namespace carom::detail {
namespace {

/// A periodic box of points of a lattice, a little moved, so that lists are short.
template <int N>
Scene<N> gas_scene(std::mt19937_64& random, double restitution) {
    constexpr int kSide = N == 3 ? 6 : 12;
    Scene<N> scene;
    scene.law.restitution_balls = restitution;
    for (int k = 0; k < N; ++k) {
        scene.world.box.lower[k] = -1;
        scene.world.box.upper[k] = kSide - 1;
        scene.world.boundary[static_cast<std::size_t>(k)] = Boundary::periodic;
    }
    for (int i = 0; i < (N == 3 ? kSide * kSide * kSide : kSide * kSide); ++i) {
        SceneBall<N> ball;
        ball.radius = test::uniform(random, 0.2, 0.25);
        ball.mass = test::uniform(random, 0.5, 2);
        ball.velocity = test::random_vec<N>(random, -1, 1);
        for (int k = 0, rest = i; k < N; ++k, rest /= kSide)
            ball.position[k] = rest % kSide - 0.5 + test::uniform(random, -0.2, 0.2);
        scene.balls.push_back(ball);
    }
    return scene;
}

/// The parts of an engine that a plain gas is made of.
template <int N>
struct Parts {
    explicit Parts(const Scene<N>& scene)
        : world(scene),
          balls(scene, world),
          neighbours(world.domain, 0.35, scene.law.contact_tolerance, 0, NeighbourSearch::shells),
          pending(scene.balls.size()) {
        Patience endless;
        neighbours.reset(balls, {}, 8, endless);
    }

    PlainGas<N> gas() {
        PlainGas<N> gas = plain_gas_in(world);
        gas.records = balls.records().data();
        gas.pending = pending.data();
        neighbours.describe(gas);
        return gas;
    }

    std::multiset<Entry> listed(std::uint32_t ball) const {
        ListScratch scratch;
        const std::span<const Entry> list = neighbours.of(ball, scratch);
        return {list.begin(), list.end()};
    }

    EngineWorld<N> world;
    BallTable<N> balls;
    Neighbours<N> neighbours;
    std::vector<Pending> pending;
};

template <int N>
bool same_flight(const Flight<N>& a, const Flight<N>& b) {
    return same_bits(a.position, b.position) && same_bits(a.velocity, b.velocity) && a.time == b.time;
}

/// What one instruction set has seen is near what the first has: these are bounds in floats.
void expect_alike(const std::vector<Pending>& one, const std::vector<Pending>& other, const Clock& clock) {
    for (std::size_t i = 0; i < one.size(); ++i) {
        ASSERT_EQ(one[i].kind, other[i].kind) << i;
        ASSERT_EQ(one[i].other, other[i].other) << i;
        if (one[i].time == kNever) continue;
        ASSERT_NEAR(clock.seconds(one[i].time), clock.seconds(other[i].time), 1e-4) << i;
    }
}

/// Any pair that closes bounces, wherever the two are.
template <int N>
void expect_impact(const Scene<N>& scene, std::mt19937_64& random) {
    const Parts<N> start(scene);
    const auto a = static_cast<std::uint32_t>(random() % scene.balls.size());
    ListScratch scratch;
    const std::span<const Entry> list = start.neighbours.of(a, scratch);
    if (list.empty()) return;
    const std::uint32_t b = place_of(list[random() % list.size()]);
    const Time now = start.world.clock.at(test::uniform(random, 0, 2));
    const Vec<double, N> at_a = start.balls.position_at(a, now);
    const Vec<double, N> at_b = start.balls.position_at(b, now);
    const Image<N> image = generate<std::int64_t, N>(
        [&](int k) { return std::llround((at_a[k] - at_b[k]) * start.world.domain.per_period[k]); });
    const Vec<double, N> d = shifted(start.world.clock, start.world.domain, at_b - at_a, image, now);
    const auto& one = start.balls[a];
    const auto& two = start.balls[b];
    const Vec<double, N> w = two.flight.velocity - one.flight.velocity;
    const double e = restitution_at(start.world.rules, scene.law.restitution_balls, -dot(normalised(d), w),
                                    start.world.clock.between({}, now), CollapseRisk::possible)
                         .e;
    const auto after = impact(d, one.flight.velocity, two.flight.velocity, 1 / one.mass, 1 / two.mass, e);
    Parts<N> expected = start;
    expected.balls.begin_flight(a, at_a, after.a, free_flight, now);
    expected.balls.begin_flight(b, at_b, after.b, free_flight, now);
    std::vector<Pending> first;
    for (const LaneFunctions<N>& set : test::every_lane_functions<N>()) {
        Parts<N> parts = start;
        const PlainGas<N> gas = parts.gas();
        GasImpact<N> impact;
        BallState<N> states[2];
        impact.ball = a;
        impact.other = b;
        impact.now = now;
        impact.restitution = scene.law.restitution_balls;
        impact.shells[0] = parts.neighbours.shell_of(one);
        impact.shells[1] = parts.neighbours.shell_of(two);
        impact.after[0] = &states[0];
        impact.after[1] = &states[1];
        set.gas_impact(gas, impact);
        ASSERT_EQ(impact.happens, dot(d, w) < 0);
        if (!impact.happens) return;
        ASSERT_TRUE(same_bits(impact.restitution, e));
        for (const std::uint32_t ball : {a, b}) {
            const BallState<N>& state = states[ball == a ? 0 : 1];
            ASSERT_TRUE(same_flight(parts.balls[ball].flight, expected.balls[ball].flight));
            ASSERT_TRUE(same_flight(flight_of(state), expected.balls[ball].flight));
            ASSERT_EQ(parts.balls[ball].image, expected.balls[ball].image);
            ASSERT_EQ(state.image, expected.balls[ball].image);
            ASSERT_EQ(parts.balls[ball].impacts_in_epoch, expected.balls[ball].impacts_in_epoch);
            ASSERT_EQ(parts.neighbours.bounding_flight(ball).flights, 1U);
            const double exit = parts.balls[ball].expiry;
            expected.neighbours.refresh(expected.balls, ball, now);
            ASSERT_TRUE(same_bits(exit, expected.balls[ball].expiry));
        }
        ASSERT_TRUE(same_flight(impact.before[0].flight, one.flight));
        ASSERT_TRUE(impact.has_looked);
        ASSERT_NE(parts.pending[a].time, kNever);
        if (first.empty()) first = parts.pending;
        expect_alike(parts.pending, first, parts.world.clock);
    }
}

TEST(PlainGas, EveryInstructionSetResolvesImpactsAsTheEngineDoes) {
    test::in_both_dimensions([]<int N>() {
        std::mt19937_64 random(N);
        for (const double restitution : {1.0, 0.7}) {
            const Scene<N> scene = gas_scene<N>(random, restitution);
            for (int i = 0; i < 300 && !testing::Test::HasFatalFailure(); ++i) expect_impact(scene, random);
        }
    });
}

template <int N>
void expect_same_lists(const Parts<N>& parts, const Parts<N>& expected) {
    for (std::uint32_t ball = 0; ball < parts.balls.size(); ++ball)
        ASSERT_EQ(parts.listed(ball), expected.listed(ball)) << "ball " << ball;
}

/// Balls leave their shells one after the other. Every instruction set lists who is near as `rebuild` does.
TEST(PlainGas, EveryInstructionSetRenewsShellsAsTheEngineDoes) {
    test::in_both_dimensions([]<int N>() {
        std::mt19937_64 random(N + 2);
        const Scene<N> scene = gas_scene<N>(random, 1);
        std::vector<Pending> first;
        for (const LaneFunctions<N>& set : test::every_lane_functions<N>()) {
            std::mt19937_64 same(7);
            Parts<N> parts(scene);
            Parts<N> expected(scene);
            int done = 0;
            for (int i = 0; i < 400; ++i) {
                const auto ball = static_cast<std::uint32_t>(same() % scene.balls.size());
                const Time now = parts.world.clock.at(0.005 * i);
                GasShell fresh;
                fresh.ball = ball;
                fresh.now = now;
                fresh.reach = parts.neighbours.next_reach(parts.balls[ball], ball);
                const ListChange change = expected.neighbours.rebuild(expected.balls, ball, now);
                expected.neighbours.tell_neighbours(ball, change);
                if (set.gas_shell(parts.gas(), fresh)) {
                    parts.neighbours.tell_neighbours(fresh);
                    ++done;
                } else {
                    parts.neighbours.tell_neighbours(ball, parts.neighbours.rebuild(parts.balls, ball, now));
                }
                const double exit = expected.balls[ball].expiry;
                ASSERT_NEAR(parts.balls[ball].expiry, exit, 1e-6 * (1 + exit));
                expect_same_lists(parts, expected);
                if (testing::Test::HasFatalFailure()) return;
            }
            EXPECT_GT(done, 200);
            if (first.empty()) first = parts.pending;
            expect_alike(parts.pending, first, parts.world.clock);
        }
    });
}

}  // namespace
}  // namespace carom::detail
