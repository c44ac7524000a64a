// The event queue gives what a sorted list of the pending events gives, whatever the length of its buckets.
#include "sim/calendar.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace carom::detail {
namespace {

constexpr double kEpoch = 0.25;

/// A calendar, the pending events that it asks about, and a plain search for the earliest of them.
class Schedule {
public:
    Schedule(std::size_t balls, int exponent, std::size_t buckets)
        : pending_(balls, kNever), exponent_(exponent), buckets_(buckets) {
        calendar_.reset(Clock(kEpoch), {}, exponent, buckets, buckets % 3 != 0);
    }

    void set(std::uint32_t ball, Time time) {
        pending_[ball] = time;
        calendar_.schedule(ball, time);
    }

    std::uint32_t take() {
        return calendar_.take([&](std::uint32_t ball) { return pending_[ball]; },
                              [&](std::uint32_t ball) { return rank_of(ball); },
                              [](std::int64_t, std::uint32_t) {});
    }

    std::uint32_t earliest() const {
        std::uint32_t first = Calendar::kNobody;
        for (std::uint32_t ball = 0; ball < pending_.size(); ++ball) {
            if (pending_[ball] == kNever) continue;
            if (first == Calendar::kNobody || rank_of(ball) < rank_of(first)) first = ball;
        }
        return first;
    }

    void rebase_time_origin(Time from) {
        calendar_.reset(Clock(kEpoch), from, exponent_, buckets_, true);
        for (std::uint32_t ball = 0; ball < pending_.size(); ++ball) calendar_.schedule(ball, pending_[ball]);
    }

    Time time(std::uint32_t ball) const { return pending_[ball]; }
    std::size_t bytes() const { return calendar_.bytes(); }

    /// Some order that is not that of the numbers.
    EventRank rank_of(std::uint32_t ball) const { return {pending_[ball], true, ball % 7, 0, ball}; }

private:
    Calendar calendar_;
    std::vector<Time> pending_;
    int exponent_;
    std::size_t buckets_;
};

/// Soon, at the same moment, a lap or many laps on, or never.
Time some_time(std::mt19937_64& random, Time now) {
    const Clock clock(kEpoch);
    const double part = static_cast<double>(random() % 1024) / 1024;
    switch (random() % 12) {
        case 0:
            return now;
        case 1:
            return kNever;
        case 2:
            return clock.after(now, std::ldexp(part, 20));
        case 3:
            return clock.after(now, std::ldexp(part, 40));
        case 4:
            return {now.epoch + 1, 0};
        default:
            return clock.after(now, part);
    }
}

/// `steps` events: the earliest is taken, and it and some others get new times, not before now.
void run(Schedule& schedule, std::uint32_t balls, std::uint64_t seed, int steps) {
    std::mt19937_64 random(seed);
    const auto any = [&] { return static_cast<std::uint32_t>(random() % balls); };
    Time now;
    for (std::uint32_t ball = 0; ball < balls; ++ball) schedule.set(ball, some_time(random, now));
    for (int step = 0; step < steps; ++step) {
        const std::uint32_t expected = schedule.earliest();
        ASSERT_EQ(schedule.take(), expected) << "seed " << seed << ", step " << step;
        if (expected == Calendar::kNobody) {
            schedule.set(any(), some_time(random, now));
            continue;
        }
        now = schedule.time(expected);
        schedule.set(expected, random() % 8 == 0 ? now : some_time(random, now));
        for (std::uint64_t others = random() % 4; others > 0; --others)
            schedule.set(any(), some_time(random, now));
        if (random() % 1000 == 0) schedule.rebase_time_origin(now);
    }
}

TEST(Calendar, GivesTheEarliestOfThePendingEventsWhateverTheBuckets) {
    std::uint64_t seed = 0;
    for (const int exponent : {-40, -30, -12, -4, -1, 0, 3, 20, 60, Calendar::kEndless}) {
        for (const std::uint32_t balls : {1U, 3U, 70U, 300U}) {
            for (const unsigned buckets : {1U, 18U, 512U, 3000U}) {
                Schedule schedule(balls, exponent, buckets);
                run(schedule, balls, ++seed, 1500);
                if (testing::Test::HasFatalFailure()) return;
            }
        }
    }
}

TEST(Calendar, TakesEachEventOnceInOrder) {
    Schedule schedule(100, -3, 64);
    for (std::uint32_t ball = 0; ball < 100; ++ball)
        schedule.set(ball, {static_cast<std::int64_t>(ball * 37 % 100 / 10) * 1000, 0.125});
    EventRank before;
    for (int taken = 0; taken < 100; ++taken) {
        const std::uint32_t ball = schedule.take();
        ASSERT_NE(ball, Calendar::kNobody);
        const EventRank here = schedule.rank_of(ball);
        EXPECT_TRUE(taken == 0 || before < here) << taken;
        before = here;
    }
    EXPECT_EQ(schedule.take(), Calendar::kNobody);
}

/// As at a start where many balls touch.
TEST(Calendar, ManyEventsOfOneBucketAreTakenInOrder) {
    constexpr std::uint32_t kBalls = 50'000;
    std::mt19937_64 random(3);
    for (const bool at_once : {false, true}) {
        Schedule schedule(kBalls, 20, 64);
        for (std::uint32_t ball = 0; ball < kBalls; ++ball) {
            const bool early = at_once && ball % 3 != 0;
            schedule.set(ball, {early ? 0 : 1 + static_cast<std::int64_t>(random() % 1000), 0.125});
        }
        std::vector<bool> taken(kBalls);
        EventRank before;
        for (std::uint32_t i = 0; i < kBalls; ++i) {
            const std::uint32_t ball = schedule.take();
            ASSERT_NE(ball, Calendar::kNobody);
            ASSERT_FALSE(taken[ball]);
            ASSERT_LE(before, schedule.rank_of(ball));
            before = schedule.rank_of(ball);
            taken[ball] = true;
        }
        EXPECT_EQ(schedule.take(), Calendar::kNobody);
    }
}

TEST(Calendar, AnEventTakenAndPutBackIsStillNext) {
    Schedule schedule(3, -2, 4);
    for (std::uint32_t ball = 0; ball < 3; ++ball) schedule.set(ball, {static_cast<std::int64_t>(ball), 0});
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(schedule.take(), 0U);
        schedule.set(0, {0, 0});
    }
}

TEST(Calendar, FindsWhatLiesBeyondAllBuckets) {
    const std::int64_t last = std::int64_t{1} << 61;
    for (const int exponent : {-40, -20, -1, 0, 30, 60}) {
        Schedule schedule(4, exponent, 128);
        schedule.set(0, {0, 0});
        schedule.set(1, {last, 0.125});
        schedule.set(2, {last - 1, 0.125});
        EXPECT_EQ(schedule.take(), 0U);
        schedule.set(0, kNever);
        EXPECT_EQ(schedule.take(), 2U);
        schedule.set(2, {last, 0});
        schedule.set(3, {last, 0.0625});
        for (const std::uint32_t ball : {2U, 3U, 1U, Calendar::kNobody}) EXPECT_EQ(schedule.take(), ball);
    }
}

/// A ball that is scheduled over and over leaves stale entries; they may not pile up.
TEST(Calendar, StaleEntriesAreTidiedAway) {
    for (const int exponent : {-4, Calendar::kEndless}) {
        Schedule schedule(10, exponent, 16);
        for (std::uint32_t ball = 0; ball < 10; ++ball) schedule.set(ball, {1 << 20, 0});
        std::mt19937_64 random(1);
        for (std::int64_t step = 0; step < 20'000; ++step) {
            schedule.set(0, {step / 16, 0});
            for (std::uint32_t ball = 1; ball < 10; ++ball)
                schedule.set(ball, {step / 16 + 1, kEpoch * static_cast<double>(random() % 64) / 64});
            ASSERT_EQ(schedule.take(), 0U);
        }
        EXPECT_LT(schedule.bytes(), 100'000U);
    }
}

}  // namespace
}  // namespace carom::detail
