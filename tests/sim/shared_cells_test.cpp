// Shared cells: what a ball touches on its way, on which cells look alike on every instruction set, and that
// crossings are taken in their windows.
#include "sim/shared_cells.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "pair/kernel.hpp"
#include "sim/crossing_windows.hpp"
#include "support/lane_sets.hpp"
#include "support/random_scene.hpp"

namespace carom::detail {
namespace {

template <int N>
CellAxes some_axes(std::mt19937_64& random) {
    CellAxes axes;
    for (int k = 0; k < N; ++k) {
        axes.lower[k] = test::uniform(random, -50, 50);
        axes.width[k] = test::uniform(random, 1, 3);
        axes.per_width[k] = 1 / axes.width[k];
        axes.count[k] = static_cast<double>(5 + random() % 20);
        axes.per_count[k] = 1 / axes.count[k];
    }
    return axes;
}

/// Whether a coordinate lies in a cell of the way, boxes left out.
bool is_in(const CellAxes& axes, const CellsOnWay& way, int k, double x) {
    const auto count = static_cast<std::int64_t>(axes.count[k]);
    const auto cell = static_cast<std::int64_t>(std::floor((x - axes.lower[k]) / axes.width[k]));
    const std::int64_t from = ((cell - way.first[k]) % count + count) % count;
    return from < way.count[k];
}

TEST(SharedCells, AWayLiesInItsCellsUntilItNeedsAnother) {
    test::in_both_dimensions([]<int N>() {
        std::mt19937_64 random(N);
        for (int i = 0; i < 20'000; ++i) {
            const CellAxes axes = some_axes<N>(random);
            const Vec<double, N> x = test::random_vec<N>(random, -200, 200);
            Vec<double, N> v = test::random_vec<N>(random, -1, 1);
            if (i % 5 == 0) v[0] = 0;
            const double reach = test::uniform(random, 0, 0.3);
            const double time = test::uniform(random, 0, 0.2);
            for (const LaneFunctions<N>& set : test::every_lane_functions<N>()) {
                const CellsOnWay way = set.cells_on_way(axes, &x[0], &v[0], time, reach, 0x1p-44);
                ASSERT_GE(way.wait, 0);
                for (const double t : {0.0, time / 2, time, time + way.wait * (1 - 1e-9) - 1e-12}) {
                    for (int k = 0; k < N; ++k) {
                        ASSERT_TRUE(is_in(axes, way, k, x[k] + t * v[k] - reach))
                            << i << " axis " << k << " " << t;
                        ASSERT_TRUE(is_in(axes, way, k, x[k] + t * v[k] + reach))
                            << i << " axis " << k << " " << t;
                    }
                }
            }
        }
    });
}

/// Where the nearest image of a ball first touches, in doubles.
template <int N>
double nearest_contact(const NearestQuery<N>& query, const BoundingFlight<N>& flight) {
    RelativeMotion<double, N> m;
    for (int k = 0; k < N; ++k) {
        const auto period = static_cast<double>(query.period[k]);
        const auto v = static_cast<double>(flight.velocity[k]);
        m.w[k] = v - static_cast<double>(query.velocity[k]);
        m.d[k] = static_cast<double>(flight.position[k]) + v * static_cast<double>(query.since) -
                 static_cast<double>(query.position[k]);
        if (period > 0) m.d[k] -= period * std::nearbyint(m.d[k] / period);
    }
    m.r = static_cast<double>(query.reach + flight.reach) - static_cast<double>(query.slack);
    return first_closing_contact(m);
}

template <int N>
struct SomeCell {
    CellPack<N> packs[kAtOnce / kCellPack];
    BoundingFlight<N> flights[kAtOnce];
    NearestQuery<N> query;

    explicit SomeCell(std::mt19937_64& random) {
        for (unsigned i = 0; i < kAtOnce; ++i) {
            flights[i] = some_flight(random);
            CellPack<N>& pack = packs[i / kCellPack];
            for (int k = 0; k < N; ++k) {
                pack.position[k][i % kCellPack] = flights[i].position[k];
                pack.velocity[k][i % kCellPack] = flights[i].velocity[k];
            }
            pack.reach[i % kCellPack] = flights[i].reach;
            pack.balls[i % kCellPack] = i + 100;
        }
        const BoundingFlight<N> mine = some_flight(random);
        for (int k = 0; k < N; ++k) {
            query.position[k] = mine.position[k];
            query.velocity[k] = mine.velocity[k];
            query.speed += std::fabs(mine.velocity[k]);
            query.period[k] = random() % 2 == 0 ? 0 : 1;
            query.per_period[k] = query.period[k];
        }
        query.reach = mine.reach;
        query.slack = 0x1p-16F;
        query.since = static_cast<float>(test::uniform(random, 0, 1));
        query.limit = 100;
        query.ball = 100 + static_cast<std::uint32_t>(random() % kAtOnce);
    }

private:
    static BoundingFlight<N> some_flight(std::mt19937_64& random) {
        BoundingFlight<N> flight;
        for (int k = 0; k < N; ++k) {
            flight.position[k] = static_cast<float>(test::uniform(random, -1, 1));
            flight.velocity[k] = static_cast<float>(test::uniform(random, -1, 1));
        }
        flight.reach = static_cast<float>(test::uniform(random, 0.01, 0.1));
        return flight;
    }
};

TEST(SharedCells, ALookLeavesOutNobodyButTheBallItself) {
    test::in_both_dimensions([]<int N>() {
        std::mt19937_64 random(10 + N);
        int contacts = 0;
        for (unsigned round = 0; round < 12'000; ++round) {
            const SomeCell<N> cell(random);
            const unsigned count = 1 + round % kAtOnce;
            for (const LaneFunctions<N>& set : test::every_lane_functions<N>()) {
                float soonest[kAtOnce];
                const CellBounds found = set.cell_bounds(cell.packs, count, cell.query, soonest);
                EXPECT_EQ(static_cast<unsigned>(std::popcount(found.which)), found.touching);
                float first = std::numeric_limits<float>::infinity();
                for (unsigned i = 0; i < count; ++i) {
                    first = std::min(first, soonest[i]);
                    const bool is_itself = 100 + i == cell.query.ball;
                    if (is_itself) {
                        ASSERT_EQ(soonest[i], std::numeric_limits<float>::infinity());
                    }
                    const double contact = nearest_contact(cell.query, cell.flights[i]);
                    if (is_itself || contact > 50) continue;
                    ++contacts;
                    ASSERT_LE(static_cast<double>(soonest[i]) * (1 - 0x1p-15), contact) << N << "D " << round;
                }
                ASSERT_EQ(found.first, first);
                for (unsigned i = 0; i < count; ++i)
                    ASSERT_EQ(set.place_in_cell(cell.packs, count, i + 100), i);
            }
        }
        EXPECT_GT(contacts, 10'000);
    });
}

void expect_each_ball_once_and_in_time(bool passes) {
    std::mt19937_64 random(3);
    constexpr std::uint32_t kBalls = 500;
    constexpr double kLength = 0.25;
    CrossingWindows windows;
    windows.reset(kBalls, kLength);
    std::vector<double> due(kBalls);
    for (std::uint32_t ball = 0; ball < kBalls; ++ball) {
        windows.schedule(ball, 0);  // void
        due[ball] = ball == 0 ? HUGE_VAL : test::uniform(random, 0, ball % 2 == 0 ? 10 : 2000);
        windows.schedule(ball, due[ball]);
    }
    std::vector<int> taken(kBalls);
    int begun = 0;
    while (!windows.is_empty()) {
        const double before = windows.end();
        if (passes) windows.pass_empty(before + 64);
        EXPECT_LE(windows.end(), before + 64);
        ++begun;
        const double begin = windows.end();
        windows.advance(
            [&](std::uint32_t ball) {
                ++taken[ball];
                EXPECT_LT(due[ball], begin + kLength);
                EXPECT_TRUE(due[ball] >= begin || begin == kLength) << due[ball] << " " << begin;
            },
            [](std::size_t, std::uint32_t) {});
    }
    for (std::uint32_t ball = 1; ball < kBalls; ++ball) EXPECT_EQ(taken[ball], 1) << ball;
    EXPECT_EQ(taken[0], 0);
    EXPECT_EQ(begun < 600, passes) << "windows of 8,000 were not passed over";
}

TEST(CrossingWindows, TakeEachBallOnceAndInTime) {
    expect_each_ball_once_and_in_time(false);
}

TEST(CrossingWindows, PassOverThoseInWhichNothingIsDue) {
    expect_each_ball_once_and_in_time(true);
}

}  // namespace
}  // namespace carom::detail
