// Neighbour shells: a pair that is on no list is out of reach, and no ball is outside of its shell.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "sim/neighbours.hpp"
#include "support/lane_sets.hpp"
#include "support/random_scene.hpp"

namespace carom::detail {
namespace {

constexpr double kNear = 1e-4;  // what far places, and reaches in floats, do to a distance

/// What a scene is like: sizes in units of the largest ball.
struct Setting {
    unsigned periodic_axes = 0;  // a bit each
    double side = 10;
    double smallest = 1;
    double thickness = 0.5;
    double offset = 0;
    std::size_t balls = 50;
    std::size_t walls = 0;
};

/// Balls in flight that may overlap, with no impacts but random changes of flight. Tracks each shell from
/// outside.
template <int N>
class Flights {
public:
    Flights(const Setting& setting, std::uint64_t seed)
        : setting_(setting),
          random_(seed),
          scene_(scene()),
          world_(scene_),
          domain_(world_.domain),
          clock_(world_.clock),
          shells_(domain_, setting.thickness, 0.0, 0.0, NeighbourSearch::shells),
          balls_(scene_, world_) {
        centers_.resize(balls_.size());
        thicknesses_.resize(balls_.size());
        reset();
    }

    void reset() {
        shells_.reset(balls_, now_, HUGE_VAL, endless_);
        for (std::uint32_t i = 0; i < balls_.size(); ++i) track(i);
    }

    /// The next exit of all, or a change of flight before it.
    void step() {
        std::uint32_t ball = 0;
        for (std::uint32_t i = 0; i < balls_.size(); ++i)
            if (exit(i) < exit(ball)) ball = i;
        if (random_() % 2 == 0) {
            advance_to(exit(ball));
            balls_.record(ball).expiries_since_impact = 0;  // so that shells get no thicker than usual
            shells_.tell_neighbours(ball, shells_.rebuild(balls_, ball, now_));
            track(ball);
        } else {
            const double wait = std::min(exit(ball) - clock_.seconds(now_), setting_.side);
            advance_to(clock_.seconds(now_) + test::uniform(random_, 0, 0.9) * wait);
            change_flight(static_cast<std::uint32_t>(random_() % balls_.size()));
        }
        if (random_() % 100 == 0) shells_.move_origin(balls_, now_, setting_.side, endless_);
        if (random_() % 400 == 0) reset();
    }

    void change_flight(std::uint32_t ball) {
        balls_.begin_flight(ball, balls_.position_at(ball, now_), velocity(), free_flight, now_);
        shells_.refresh(balls_, ball, now_);
    }

    /// In seconds; infinity for a ball at rest.
    double exit(std::uint32_t ball) const {
        return clock_.seconds(shells_.scale().origin) + balls_[ball].expiry;
    }

    double now() const { return clock_.seconds(now_); }
    std::uint32_t count() const { return static_cast<std::uint32_t>(balls_.size()); }
    const Neighbours<N>& shells() const { return shells_; }
    const BallRecord<N>& record(std::uint32_t ball) const { return balls_[ball]; }

    /// How far the ball is from its shell's centre at a time, in units of its thickness.
    double off_center(std::uint32_t ball, double seconds) const {
        const Flight<N>& flight = balls_[ball].flight;
        Vec<double, N> d = flight.position - centers_[ball];
        for (int k = 0; k < N; ++k) {
            d[k] += (seconds - clock_.seconds(flight.time)) * flight.velocity[k];
            if (domain_.is_periodic(k)) d[k] -= std::nearbyint(d[k] / domain_.period[k]) * domain_.period[k];
        }
        return length(d) / thicknesses_[ball];
    }

    /// The distance of two shells in units of the sum of their reaches.
    double distance(std::uint32_t ball, Entry entry) const {
        const std::uint32_t other = place_of(entry);
        Vec<double, N> d = centers_[other] - centers_[ball];
        for (int k = 0; k < N; ++k) d[k] += image_of(entry, k) * domain_.period[k];
        return length(d) / (reach(ball) + reach(other));
    }

    double distance_to_wall(std::uint32_t ball, std::size_t wall) const {
        const Surface<N>& surface = domain_.walls[wall].surface;
        double distance = -surface.offset / to_double(surface.norm);
        for (int k = 0; k < N; ++k) distance -= surface.toward[k] * centers_[ball][k];
        return distance / reach(ball);
    }

    double reach(std::uint32_t ball) const { return balls_[ball].radius + thicknesses_[ball]; }
    double thickness(std::uint32_t ball) const { return thicknesses_[ball]; }

    /// Entries of all lists.
    std::size_t listed() const {
        std::size_t sum = 0;
        for (std::uint32_t ball = 0; ball < count(); ++ball) sum += listed_of(ball).size();
        return sum;
    }

    std::vector<Entry> listed_of(std::uint32_t ball) const {
        ListScratch scratch;
        const std::span<const Entry> list = shells_.of(ball, scratch);
        return {list.begin(), list.end()};
    }
    std::vector<Entry> balls_near(std::uint32_t ball) const {
        ListScratch scratch;
        const std::span<const Entry> list = shells_.of_balls(ball, scratch);
        return {list.begin(), list.end()};
    }

    std::size_t wall_count() const { return domain_.walls.size(); }

    /// All entries there can be.
    std::vector<Entry> entries(std::uint32_t owner) const {
        std::vector<Entry> entries;
        for (std::uint32_t other = 0; other < balls_.size(); ++other) {
            for (int image = 0; other != owner && image < (N == 3 ? 27 : 9); ++image) {
                Entry entry = other;
                bool exists = true;
                for (int k = 0, rest = image; k < N; ++k, rest /= 3) {
                    entry |= image_bits(rest % 3 - 1, k);
                    exists = exists && (rest % 3 == 1 || domain_.is_periodic(k));
                }
                if (exists) entries.push_back(entry);
            }
        }
        return entries;
    }

private:
    /// Balls that may overlap: no simulation would take it.
    Scene<N> scene() {
        Scene<N> scene;
        scene.world = world();
        for (std::size_t i = 0; i < setting_.balls; ++i) {
            SceneBall<N> ball;
            ball.radius = std::pow(setting_.smallest, i % 8 == 0 ? 0 : test::uniform(random_, 0, 1));
            ball.position = test::random_vec<N>(random_, setting_.offset, setting_.offset + setting_.side);
            ball.velocity = velocity();
            scene.balls.push_back(ball);
        }
        return scene;
    }

    World<N> world() {
        World<N> world;
        for (int k = 0; k < N; ++k) {
            world.box.lower[k] = setting_.offset;
            world.box.upper[k] = setting_.offset + setting_.side;
            if ((setting_.periodic_axes >> k & 1U) != 0)
                world.boundary[static_cast<std::size_t>(k)] = Boundary::periodic;
        }
        for (std::size_t i = 0; i < setting_.walls; ++i) {
            HalfSpace<double, N> half_space{test::random_vec<N>(random_, 0.1, 1), 0};
            const Vec<double, N> at = test::random_vec<N>(random_, setting_.offset - setting_.side,
                                                          setting_.offset + setting_.side);
            for (int k = 0; k < N; ++k) half_space.offset += half_space.normal[k] * at[k];
            world.walls.push_back({"", half_space});
        }
        return world;
    }

    Vec<double, N> velocity() {
        if (random_() % 8 == 0) return {};
        return std::pow(10, -test::uniform(random_, 0, 3)) * test::random_vec<N>(random_, -1, 1);
    }

    void advance_to(double seconds) { now_ = std::max(now_, clock_.at(seconds)); }

    /// As thick as it says, and half of that ahead of the ball. Centres are floats in the bounding flights'
    /// units.
    void track(std::uint32_t ball) {
        const Flight<N>& flight = balls_[ball].flight;
        const auto reach = static_cast<double>(shells_.shell_of(balls_[ball]).reach);
        thicknesses_[ball] = reach / shells_.scale().length - balls_[ball].radius;
        Vec<double, N> center = position_at(clock_, flight, now_);
        if (largest(flight.velocity) > 0)
            center = center + (thicknesses_[ball] / (2 * length(flight.velocity))) * flight.velocity;
        wrap(clock_, domain_, center, now_);
        const FlightScale<N>& scale = shells_.scale();
        for (int k = 0; k < N; ++k) {
            const auto stored = static_cast<float>((center[k] - scale.center[k]) * scale.length);
            centers_[ball][k] = static_cast<double>(stored) / scale.length + scale.center[k];
        }
    }

    Setting setting_;
    std::mt19937_64 random_;
    Scene<N> scene_;
    EngineWorld<N> world_;
    Domain<N> domain_;
    Clock clock_;
    Neighbours<N> shells_;
    BallTable<N> balls_;
    std::vector<Vec<double, N>> centers_;
    std::vector<double> thicknesses_;
    Patience endless_;
    Time now_;
};

template <int N>
void expect_right_list(const Flights<N>& flights, std::uint32_t ball) {
    const std::vector<Entry> list = flights.listed_of(ball);
    const std::set<Entry> listed(list.begin(), list.end());
    ASSERT_EQ(listed.size(), list.size()) << "twice";
    for (const Entry entry : flights.entries(ball)) {
        const double distance = flights.distance(ball, entry);
        ASSERT_TRUE(distance > 1 - kNear || listed.contains(entry)) << ball << " " << place_of(entry);
        ASSERT_TRUE(distance < 1 + 1e-3 || !listed.contains(entry)) << ball << " " << place_of(entry);
    }
    for (std::size_t wall = 0; wall < flights.wall_count(); ++wall) {
        const double distance = flights.distance_to_wall(ball, wall);
        const auto entry = static_cast<Entry>(flights.shells().first_wall() + wall);
        ASSERT_TRUE(distance > 1 - kNear || listed.contains(entry)) << ball << ", wall " << wall;
        ASSERT_TRUE(distance < 1 + 1e-3 || !listed.contains(entry)) << ball << ", wall " << wall;
    }
    const auto is_wall = [&](Entry entry) { return place_of(entry) >= flights.shells().first_wall(); };
    ASSERT_TRUE(std::is_partitioned(list.begin(), list.end(), is_wall));
    const std::vector<Entry> balls = flights.balls_near(ball);
    ASSERT_TRUE(std::none_of(balls.begin(), balls.end(), is_wall));
    ASSERT_EQ(std::count_if(list.begin(), list.end(), is_wall),
              static_cast<std::ptrdiff_t>(list.size() - balls.size()));
}

template <int N>
void expect_links_back(const Flights<N>& flights, std::uint32_t ball) {
    const std::vector<Entry> list = flights.balls_near(ball);
    for (const Entry entry : list) {
        const std::vector<Entry> its = flights.listed_of(place_of(entry));
        ASSERT_EQ(std::count(its.begin(), its.end(), reversed<N>(entry, ball)), 1)
            << ball << " " << place_of(entry);
    }
}

template <int N>
void expect_right_exit(Flights<N>& flights, std::uint32_t ball) {
    if (largest(flights.record(ball).flight.velocity) == 0) {
        ASSERT_EQ(flights.exit(ball), HUGE_VAL);
        return;
    }
    const double off = flights.off_center(ball, flights.exit(ball));
    ASSERT_LT(off, 1 + kNear) << ball;
    ASSERT_GT(off, 1 - kNear) << ball;
}

template <int N>
void expect_right_shells(const Setting& setting, std::uint64_t seed, int steps) {
    Flights<N> flights(setting, seed);
    for (int step = 0; step < steps; ++step) {
        flights.step();
        for (std::uint32_t ball = 0; ball < flights.count(); ++ball) {
            expect_right_exit(flights, ball);
            if (step % 32 == 0) expect_right_list(flights, ball);
            if (step % 32 == 0) expect_links_back(flights, ball);
            if (testing::Test::HasFatalFailure()) return;
        }
    }
}

template <int N>
void expect_right_shells(Setting setting) {
    for (setting.periodic_axes = 0; setting.periodic_axes < (1U << N); ++setting.periodic_axes) {
        SCOPED_TRACE("periodic axes " + std::to_string(setting.periodic_axes));
        expect_right_shells<N>(setting, setting.periodic_axes, 600);
        if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(Shells, EveryImageWithinReachIsListedOnBothSides) {
    test::in_both_dimensions([]<int N>() { expect_right_shells<N>(Setting{}); });
}

TEST(Shells, OfSmallBallsAmongLargeOnes) {
    test::in_both_dimensions([]<int N>() {
        expect_right_shells<N>({.side = 20, .smallest = 0.01, .thickness = 0.05, .balls = 120});
    });
}

TEST(Shells, WithMoreNeighboursThanALineHolds) {
    test::in_both_dimensions([]<int N>() {
        const Setting setting{.side = 10, .thickness = 2, .balls = 70};
        expect_right_shells<N>(setting);
        EXPECT_GT(Flights<N>(setting, 1).listed_of(0).size(), 15U);
    });
}

TEST(Shells, ThatHaveManyNeighboursGetThinner) {
    test::in_both_dimensions([]<int N>() {
        Flights<N> flights({.periodic_axes = 3, .side = N == 3 ? 10 : 20, .thickness = 3, .balls = 400}, 1);
        const std::size_t before = flights.listed();
        for (int step = 0; step < 30'000; ++step) flights.step();
        EXPECT_LT(flights.listed(), before / 2);
        for (std::uint32_t ball = 0; ball < flights.count(); ++ball) {
            EXPECT_GT(flights.thickness(ball), 0.24) << ball;
            EXPECT_LT(flights.thickness(ball), 3.01) << ball;
        }
    });
}

TEST(Shells, InABoxHardlyWiderThanItsBalls) {
    test::in_both_dimensions([]<int N>() {
        expect_right_shells<N>({.side = 2.05, .smallest = 0.1, .thickness = 0.02, .balls = 8});
    });
}

TEST(Shells, FarFromTheOrigin) {
    test::in_both_dimensions([]<int N>() { expect_right_shells<N>({.side = 20, .offset = 1e9}); });
}

TEST(Shells, NearWalls) {
    test::in_both_dimensions([]<int N>() {
        for (const std::size_t walls : {2U, 100U})
            expect_right_shells<N>({.balls = 20, .walls = walls}, walls, 600);
    });
}

TEST(Shells, ALonelyBallGetsThickerOnes) {
    Scene<2> scene;
    scene.balls.push_back({"", {0, 0}, {1, 0}, 1, 1});
    const EngineWorld<2> world(scene);
    BallTable<2> balls(scene, world);
    Neighbours<2> shells(world.domain, 0.5, 0.0, 0.0, NeighbourSearch::shells);
    Patience endless;
    shells.reset(balls, {}, HUGE_VAL, endless);
    double thickness = 0.5;
    double now = 0;
    for (int i = 0; i < 20; ++i) {
        // From half a thickness behind the middle, but in shells wider than half of the scene, from there.
        const double way = (thickness < 2 ? 1.5 : 1) * thickness;
        EXPECT_NEAR(balls[0].expiry, now + way, 1e-4 * thickness) << "exit " << i;
        now = balls[0].expiry;
        shells.rebuild(balls, 0, balls.clock().at(now));
        if (i >= 4) thickness *= 2;
    }
}

}  // namespace
}  // namespace carom::detail
