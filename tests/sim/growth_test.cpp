// Growth to a dense packing: what it reaches, where it gets stuck, and that nothing ever overlaps.
#include "sim/growth.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numbers>
#include <random>

#include "carom/scene/validate.hpp"
#include "carom/sim/dense_gas.hpp"
#include "carom/sim/simulation.hpp"
#include "sim/growing_pair.hpp"
#include "sim/growth_flight.hpp"
#include "sim/side_of.hpp"
#include "support/random_scene.hpp"
#include "support/share.hpp"

namespace carom::detail {
namespace {

template <int N>
double volume(double radius) {
    return N == 2 ? std::numbers::pi * radius * radius : 4 * std::numbers::pi / 3 * radius * radius * radius;
}

/// n balls of radius `ratio` to 1, half of the volume in the large ones, that shall fill `packing` of a box.
template <int N>
GrowthRequest<N> request_for(std::size_t n, double packing, Boundary boundary, double ratio = 1,
                             std::uint64_t seed = 1) {
    GrowthRequest<N> request;
    for (int k = 0; k < N; ++k) {
        request.box.lower[k] = -3;
        request.box.upper[k] = 5 + k;
        request.periodic[k] = boundary == Boundary::periodic;
    }
    double domain = 1;
    for (int k = 0; k < N; ++k) domain *= request.box.upper[k] - request.box.lower[k];
    const auto large = static_cast<std::size_t>(static_cast<double>(n) / (1 + std::pow(ratio, N)));
    double wanted = 0;
    for (std::size_t i = 0; i < n; ++i) {
        request.radii.push_back(i < large ? ratio : 1);
        wanted += volume<N>(request.radii.back());
    }
    const double unit = side_of<N>(packing * domain / wanted);
    for (double& radius : request.radii) radius *= unit;
    std::mt19937_64 random(seed);
    for (std::size_t i = 0; i < n; ++i) {
        Vec<double, N> center;
        for (int k = 0; k < N; ++k) {
            const double share = test::uniform(random, 0, 1);
            center[k] = request.box.lower[k] + share * (request.box.upper[k] - request.box.lower[k]);
        }
        request.centers.push_back(center);
    }
    request.seed = seed;
    return request;
}

/// The balls where they ended, with `part` of their radii.
template <int N>
Scene<N> scene_of(const GrowthRequest<N>& request, const GrowthResult<N>& result, double part) {
    Scene<N> scene;
    scene.world.box = request.box;
    for (int k = 0; k < N; ++k) {
        scene.world.boundary[static_cast<std::size_t>(k)] =
            request.periodic[k] ? Boundary::periodic : Boundary::wall;
    }
    for (std::size_t i = 0; i < result.centers.size(); ++i)
        scene.balls.push_back({"", result.centers[i], {}, part * request.radii[i], 1});
    return scene;
}

template <int N>
void expect_sound(const Scene<N>& scene) {
    const Validation validation = validate(scene);
    EXPECT_TRUE(validation.faults.empty()) << validation.faults.front().message;
    EXPECT_TRUE(validation.notes.empty()) << validation.notes.front().message;
}

template <int N>
void expect_grown(const GrowthRequest<N>& request, double packing) {
    const GrowthResult<N> result = grow(request);
    EXPECT_EQ(result.end, GrowthEnd::grown) << packing << " " << result.packing;
    EXPECT_NEAR(result.packing, packing, 1e-12);
    expect_sound(scene_of(request, result, 1));
}

TEST(Growth, ReachesEveryPackingWithoutAnOverlap) {
    for (const Boundary boundary : {Boundary::periodic, Boundary::wall}) {
        // Along walls there is less room: fewer balls get stuck.
        const std::size_t n = boundary == Boundary::wall ? 2000 : 800;
        for (const double packing : {0.45, 0.1, 0.3, 0.55, 0.6}) {
            expect_grown(request_for<3>(n, packing, boundary), packing);
            if (test::kShare > 1) break;
        }
        for (const double packing : {0.7, 0.3, 0.5, 0.8}) {
            expect_grown(request_for<2>(n, packing, boundary), packing);
            if (test::kShare > 1) break;
        }
    }
}

TEST(Growth, MixesSizes) {
    for (const double ratio : {5.0, 1.4, 20.0}) {
        expect_grown(request_for<3>(800, 0.6, Boundary::periodic, ratio), 0.6);
        expect_grown(request_for<2>(800, 0.8, Boundary::periodic, ratio), 0.8);
        if (test::kShare > 1) return;
    }
    expect_grown(request_for<3>(800, 0.5, Boundary::wall, 5), 0.5);
    expect_grown(request_for<2>(800, 0.75, Boundary::wall, 5), 0.75);
}

TEST(Growth, TakesAnyNumberOfBalls) {
    for (const std::size_t n : {1U, 2U, 10U}) {
        expect_grown(request_for<3>(n, 0.3, Boundary::periodic), 0.3);
        expect_grown(request_for<2>(n, 0.6, Boundary::periodic), 0.6);
        expect_grown(request_for<3>(n, 0.2, Boundary::wall), 0.2);
        expect_grown(request_for<2>(n, 0.4, Boundary::wall), 0.4);
    }
}

TEST(Growth, TakesAnyUnits) {
    for (const double unit : {0x1p-90, 0x1p+90}) {
        GrowthRequest<2> request = request_for<2>(50, 0.7, Boundary::periodic);
        const GrowthResult<2> usual = grow(request);
        request.box = {unit * request.box.lower, unit * request.box.upper};
        for (auto& center : request.centers) center = unit * center;
        for (double& radius : request.radii) radius *= unit;
        const GrowthResult<2> result = grow(request);
        for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(result.centers[i], unit * usual.centers[i]);
    }
}

TEST(Growth, LeavesRoomForTheRoundingFarFromTheOrigin) {
    GrowthRequest<2> request = request_for<2>(300, 0.75, Boundary::wall);
    const double far = 0x1p+32;  // where a radius is some 65536 ulp
    for (int k = 0; k < 2; ++k) {
        request.box.lower[k] += far;
        request.box.upper[k] += far;
        for (auto& center : request.centers) center[k] += far;
    }
    expect_grown(request, 0.75);
}

TEST(Growth, GivesTheSameBitsOnEveryMachine) {
    const auto hash = []<int N>(const std::vector<Vec<double, N>>& centers) {
        std::uint64_t sum = 0xCBF29CE484222325U;
        for (const Vec<double, N>& center : centers) {
            for (int k = 0; k < N; ++k)
                sum = (sum ^ std::bit_cast<std::uint64_t>(center[k])) * 0x100000001B3U;
        }
        return sum;
    };
    EXPECT_EQ(hash(grow(request_for<3>(1000, 0.55, Boundary::periodic, 2)).centers), 14630539177325228938U);
    EXPECT_EQ(hash(grow(request_for<2>(1000, 0.75, Boundary::wall)).centers), 18325427209470639018U);
    EXPECT_EQ(hash(grow(request_for<2>(1000, 0.75, Boundary::wall, 1, 2)).centers), 18411439744202076691U);
}

TEST(Growth, SaysWhereFastGrowthIsJammed) {
    GrowthRequest<3> request = request_for<3>(1000, 0.64, Boundary::periodic);
    request.rate = 0.2;
    const GrowthResult<3> result = grow(request);
    EXPECT_EQ(result.end, GrowthEnd::jammed);
    EXPECT_GT(result.packing, 0.58);
    EXPECT_LT(result.packing, 0.64);
    EXPECT_GE(result.pressure, jammed_pressure);
    expect_sound(scene_of(request, result, side_of<3>(result.packing / 0.64) * (1 - 1e-12)));
}

TEST(Growth, GetsStuckWhereGeometrySaysSo) {
    // Two spheres in opposite corners of a cube, two circles in those of a square, four circles in a square.
    const auto jammed_at = []<int N>(GrowthRequest<N> request, double width) {
        request.box = {{}, {}};
        for (int k = 0; k < N; ++k) request.box.upper[k] = width;
        for (auto& center : request.centers) {
            for (int k = 0; k < N; ++k) center[k] = (center[k] + 3) / 11 * width;
        }
        request.radii.assign(request.radii.size(), width);  // can never be reached
        const GrowthResult<N> result = grow(request);
        EXPECT_EQ(result.end, GrowthEnd::jammed);
        expect_sound(
            scene_of(request, result,
                     side_of<N>(result.packing / volume<N>(1) / static_cast<double>(request.centers.size())) *
                         (1 - 1e-12)));
        return result.packing;
    };
    const double cube = std::sqrt(3.0) / (2 + 2 * std::sqrt(3.0));
    const double square = std::sqrt(2.0) / (2 + 2 * std::sqrt(2.0));
    EXPECT_NEAR(jammed_at(request_for<3>(2, 0.5, Boundary::wall), 7), 2 * volume<3>(cube), 1e-3);
    EXPECT_NEAR(jammed_at(request_for<2>(2, 0.5, Boundary::wall), 7), 2 * volume<2>(square), 1e-3);
    EXPECT_NEAR(jammed_at(request_for<2>(4, 0.5, Boundary::wall), 7), 4 * volume<2>(0.25), 1e-3);
}

TEST(Growth, StopsWhenTold) {
    GrowthRequest<3> request = request_for<3>(3000, 0.6, Boundary::periodic);
    double last = 0;
    request.goes_on = [&](double packing) {
        EXPECT_GE(packing, last);
        last = packing;
        return packing < 0.5;
    };
    const GrowthResult<3> result = grow(request);
    EXPECT_EQ(result.end, GrowthEnd::stopped);
    EXPECT_GE(result.packing, 0.5);
    EXPECT_LT(result.packing, 0.55);
    expect_sound(scene_of(request, result, side_of<3>(result.packing / 0.6) * (1 - 1e-12)));
}

/// The smallest gap between any two balls in any images, and to the walls, in units of the radii.
template <int N>
double smallest_gap(const GrowthFlight<N>& flight, const GrowthBox<N>& box) {
    double smallest = HUGE_VAL;
    const auto at = [&](const Grower<N>& ball) {
        return ball.position + (flight.now() - ball.time) * ball.velocity;
    };
    for (const Grower<N>& a : flight.balls()) {
        for (int k = 0; k < N; ++k) {
            if (box.period[k] > 0) continue;
            const double gap = box.half[k] - std::fabs(at(a)[k]) - flight.part() * a.radius;
            smallest = std::min(smallest, gap / a.radius);
        }
        for (const Grower<N>& b : flight.balls()) {
            if (&a == &b) continue;
            Vec<double, N> d = at(b) - at(a);
            for (int k = 0; k < N; ++k) {
                if (box.period[k] > 0) d[k] = std::remainder(d[k], box.period[k]);
            }
            const double radii = a.radius + b.radius;
            smallest = std::min(smallest, length(d) / radii - flight.part());
        }
    }
    return smallest;
}

TEST(GrowthFlight, NeverMissesAnImpact) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        std::mt19937_64 random(seed);
        const GrowthBox<2> box{{0.4, 0.5}, {seed % 2 == 0 ? 0.8 : 0, 1}};
        PageVector<Grower<2>> balls;
        for (int i = 0; i < 24; ++i) {
            Grower<2> ball;
            ball.position = test::random_vec<2>(random, -0.35, 0.35);
            ball.velocity = test::random_vec<2>(random, -1, 1);
            ball.radius = i % 6 == 0 ? 0.12 : 0.06;
            balls.push_back(ball);
        }
        GrowthFlight<2> flight(box, std::move(balls), 0, {});
        while (flight.part() < 0.9) {
            flight.set_out(1, 0.1);
            const double until = std::min(flight.longest_flight(0.1), 0.05);
            for (int i = 0; i < 100 && flight.now() < until; ++i) {
                flight.fly(until, 1);
                ASSERT_GT(smallest_gap(flight, box), -1e-12) << "seed " << seed;
            }
        }
    }
}

TEST(GrowingPair, TouchesAtItsTimeAndNotBefore) {
    std::mt19937_64 random(3);
    int touched = 0;
    for (int i = 0; i < 20000; ++i) {
        const Vec3d d = test::random_vec<3>(random, -1, 1);
        const Vec3d w = test::random_vec<3>(random, -1, 1);
        const double reach = 0.9 * length(d) * test::uniform(random, 0, 1);
        const double speed = i % 2 == 0 ? 0.1 : 3 * test::uniform(random, 0, 1);
        const double time = time_to_touch(d, w, reach, speed);
        touched += time < HUGE_VAL ? 1 : 0;
        const double end = std::min(time, 100.0);
        for (int k = 0; k < 50; ++k) {
            const double u = end * k / 50;
            EXPECT_GT(length(d + u * w), reach + u * speed - 1e-12) << time;
        }
        if (time == HUGE_VAL) continue;
        EXPECT_NEAR(length(d + time * w), reach + time * speed, 1e-9 * (1 + time));
    }
    EXPECT_GT(touched, 5000);
    EXPECT_EQ(time_to_touch(Vec2d{1, 0}, {-1, 0}, 1, 0), 0);          // touching and closing
    EXPECT_EQ(time_to_touch(Vec2d{1, 0}, {1, 0}, 1, 0.5), HUGE_VAL);  // parting faster than they grow
    EXPECT_EQ(time_to_touch(Vec2d{3, 0}, {0, 0}, 1, 0.5), 4);         // at rest, growing
}

TEST(GrowingPair, LeavesAShrinkingShellAtItsTimeAndNotBefore) {
    std::mt19937_64 random(4);
    for (int i = 0; i < 20000; ++i) {
        const Vec2d off = test::random_vec<2>(random, -1, 1);
        const Vec2d v = i % 10 == 0 ? Vec2d{} : test::random_vec<2>(random, -1, 1);
        const double thickness = length(off) * (1.001 + test::uniform(random, 0, 2));
        const double speed = 2 * test::uniform(random, 0, 1) + 1e-3;
        const double time = time_to_leave(off, v, thickness, speed);
        EXPECT_NEAR(length(off + time * v), thickness - time * speed, 1e-9);
        for (int k = 0; k < 50; ++k) {
            const double u = time * k / 50;
            EXPECT_LT(length(off + u * v), thickness - u * speed + 1e-12);
        }
    }
    EXPECT_EQ(time_to_leave(Vec2d{1, 0}, {0, 0}, 2, 0), HUGE_VAL);
    EXPECT_EQ(time_to_leave(Vec2d{3, 0}, {0, 0}, 2, 0), 0);
}

TEST(SideOf, IsTheRoot) {
    for (const double x : {1e-200, 0.1, 1.0, 8.0, 3e10, 1e200}) {
        EXPECT_NEAR(side_of<2>(x) / std::sqrt(x), 1, 1e-15);
        EXPECT_NEAR(side_of<3>(x) / std::cbrt(x), 1, 1e-15);
    }
    EXPECT_EQ(side_of<3>(27), 3);
}

}  // namespace
}  // namespace carom::detail
