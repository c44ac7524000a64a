// Every routine that Carom grew from, as printed, next to Carom's answer: docs/seeds.md names these tests.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <vector>

#include "carom/pair/bounce.hpp"
#include "carom/pair/clip_move.hpp"
#include "carom/pair/overlap.hpp"
#include "carom/pair/sweep.hpp"
#include "compat/printed_listings.hpp"
#include "support/pair_families.hpp"
#include "support/rational_oracle.hpp"

namespace carom {
namespace {

using printed::V3;

template <class T>
Vec<T, 3> vec(const V3<T>& x) {
    return {x[0], x[1], x[2]};
}
template <class T>
V3<T> array(const Vec<T, 3>& x) {
    return {x[0], x[1], x[2]};
}

/// Unit spheres: a rests in the origin, b goes from `from` to `to`.
printed::SweepAnswer<double> printed_sweep(const V3<double>& from, const V3<double>& to) {
    return printed::sphere_sphere_sweep<double>(1, {}, {}, 1, from, to);
}
Sweep<double, 3> carom_sweep(const V3<double>& from, const V3<double>& to) {
    return sweep(MovingBall<double, 3>{{}, 1, {}},
                 MovingBall<double, 3>{vec(from), 1, vec(printed::from_to(from, to))});
}

TEST(SeedOverlap, SampleOfFourSpheres) {
    const std::vector<Sphere<float>> spheres{
        {{0, 0, 0}, 2}, {{0, 3.5F, 0}, 1}, {{0, -3, 0}, 1}, {{1, 0, 0}, 1}};
    const bool expected[4][4]{{true, false, true, true},
                              {false, true, false, false},
                              {true, false, true, false},
                              {true, false, false, true}};
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            const bool printed_answer = printed::overlap(array(spheres[i].center), spheres[i].radius,
                                                         array(spheres[j].center), spheres[j].radius);
            EXPECT_EQ(printed_answer, expected[i][j]) << i << ' ' << j;
            EXPECT_EQ(overlaps(spheres[i], spheres[j]), expected[i][j]) << i << ' ' << j;
        }
    }
}

TEST(SeedOverlap, RoundedSumOfRadiiTouchesWhatItDoesNotReach) {
    const float ulp = 0x1p-23F;
    const Sphere<float> a{{0, 0, 0}, 1};
    const Sphere<float> b{{1 + 2 * ulp, 0, 0}, 1.5F * ulp};  // 1 + 1.5 ulp is rounded up to 1 + 2 ulp
    EXPECT_TRUE(printed::overlap(array(a.center), a.radius, array(b.center), b.radius));
    EXPECT_FALSE(overlaps(a, b));
}

TEST(SeedSphereSphereSweep, AgreesOnAPlainHit) {
    const auto old = printed_sweep({6, 0, 0}, {-10, 0, 0});
    const auto now = carom_sweep({6, 0, 0}, {-10, 0, 0});
    EXPECT_TRUE(old.touch);
    EXPECT_EQ(old.u0, now.first);
    EXPECT_EQ(old.u1, now.last);
}

TEST(SeedSphereSphereSweep, PrintedReportsHitsOutsideTheFrame) {
    const auto late = printed_sweep({6, 0, 0}, {5, 0, 0});
    EXPECT_TRUE(late.touch);
    EXPECT_EQ(late.u0, 4);
    EXPECT_FALSE(carom_sweep({6, 0, 0}, {5, 0, 0}));
    const auto past = printed_sweep({6, 0, 0}, {8, 0, 0});
    EXPECT_TRUE(past.touch);
    EXPECT_LT(past.u1, 0);
    EXPECT_FALSE(carom_sweep({6, 0, 0}, {8, 0, 0}));
}

TEST(SeedSphereSphereSweep, PrintedGivesNanForEqualVelocities) {
    const auto old = printed_sweep({6, 0, 0}, {6, 0, 0});
    EXPECT_TRUE(old.touch);
    EXPECT_TRUE(std::isnan(old.u0));
    EXPECT_FALSE(carom_sweep({6, 0, 0}, {6, 0, 0}));
}

TEST(SeedSphereSphereSweep, PrintedLosesTheExitTimeOfAnOverlap) {
    EXPECT_EQ(printed_sweep({1, 0, 0}, {5, 0, 0}).u1, 0);
    EXPECT_EQ(carom_sweep({1, 0, 0}, {5, 0, 0}).last, 0.25);
}

TEST(SeedSphereSphereSweep, PrintedDiscriminantMissesSmallFarSpheres) {
    families::Maker<float, 3> make(3);
    int hits_missed = 0;
    int misses_hit = 0;
    int wrong_now = 0;
    for (int i = 0; i < 4000; ++i) {
        auto p = make(families::Family::small_far);
        // a rests in the origin and b moves by the difference of its positions, so both get the same numbers.
        V3<float> to;
        for (int k = 0; k < 3; ++k) {
            p.b.center[k] -= p.a.center[k];
            const float end = p.b.center[k] + (p.b.displacement[k] - p.a.displacement[k]);
            p.b.displacement[k] = end - p.b.center[k];
            to[static_cast<std::size_t>(k)] = p.b.center[k] + p.b.displacement[k];
        }
        p.a.center = p.a.displacement = {};
        const auto old =
            printed::sphere_sphere_sweep<float>(p.a.radius, {}, {}, p.b.radius, array(p.b.center), to);
        const bool reported = old.touch && old.u0 <= 1 && old.u1 >= 0;
        const bool truth = oracle::state(oracle::quadratic(p.a, p.b)) != ContactState::apart;
        hits_missed += truth && !reported ? 1 : 0;
        misses_hit += !truth && reported ? 1 : 0;
        wrong_now += static_cast<bool>(sweep(p.a, p.b)) != truth ? 1 : 0;
    }
    std::cout << "R = 0.02 at 100 to 1000, float: as printed " << hits_missed << " hits missed and "
              << misses_hit << " misses reported of 4000; carom " << wrong_now << '\n';
    EXPECT_GT(hits_missed, 400);
    EXPECT_GT(misses_hit, 100);
    EXPECT_EQ(wrong_now, 0);
}

/// A sphere of radius 1 from height z0 to z1; the plane z = 5.
bool printed_plane(double z0, double z1) {
    double u = 0;
    return printed::sphere_plane_sweep<double>(1, {0, 0, z0}, {0, 0, z1},
                                               printed::plane_as_meant<double>({0, 0, 5}, {0, 0, 1}), u);
}
Sweep<double, 3> carom_plane(double z0, double z1) {
    return sweep(MovingBall<double, 3>{{0, 0, z0}, 1, {0, 0, z1 - z0}}, Plane<double, 3>{{0, 0, 1}, 5});
}

TEST(SeedPlane, SignOfDAsShownMovesThePlaneToTheOtherSide) {
    const V3<double> on_it{3, 4, 5};
    EXPECT_EQ(printed::plane_as_shown<double>({0, 0, 5}, {0, 0, 1}).distance(on_it), 10);
    EXPECT_EQ(printed::plane_as_meant<double>({0, 0, 5}, {0, 0, 1}).distance(on_it), 0);
    EXPECT_EQ(signed_distance(plane_through(Vec<double, 3>{0, 0, 5}, Vec<double, 3>{0, 0, 1}), vec(on_it)),
              0);
}

TEST(SeedPlane, AgreesFromThePositiveSide) {
    double u = 0;
    EXPECT_TRUE(printed::sphere_plane_sweep<double>(
        1, {0, 0, 8}, {0, 0, 0}, printed::plane_as_meant<double>({0, 0, 5}, {0, 0, 1}), u));
    EXPECT_EQ(u, carom_plane(8, 0).first);
}

TEST(SeedPlane, PrintedIsOneSided) {
    EXPECT_FALSE(printed_plane(0, 8));
    EXPECT_EQ(carom_plane(0, 8).first, 0.5);
}

TEST(SeedPlane, PrintedMissesATouchAtTheVeryEnd) {
    EXPECT_FALSE(printed_plane(8, 6));
    EXPECT_EQ(carom_plane(8, 6).first, 1);
}

TEST(SeedPlane, PrintedCallsPartingContact) {
    EXPECT_TRUE(printed_plane(6, 9));
    EXPECT_EQ(carom_plane(6, 9).state, ContactState::touching_parting);
}

/// Circle a of radius 1 at (x, y) moves by (vx, vy) toward a resting circle of radius 1 in the origin.
struct Clip {
    bool met = false;
    V3<double> move{};
};
Clip printed_clip(double x, double y, double vx, double vy) {
    Clip c;
    c.move = {vx, vy, 0};
    c.met = printed::clip_move<double>({x, y, 0}, 1, c.move, {}, 1);
    return c;
}
ClippedMove<double, 2> carom_clip(double x, double y, double vx, double vy) {
    const std::vector<Circle<double>> obstacles{{{0, 0}, 1}};
    return clip_move(MovingBall<double, 2>{{x, y}, 1, {vx, vy}}, std::span<const Circle<double>>(obstacles));
}
Sweep<double, 2> carom_moving(double x, double y, double vx, double vy) {
    return sweep(MovingBall<double, 2>{{x, y}, 1, {vx, vy}}, Circle<double>{{0, 0}, 1});
}

TEST(SeedClipMove, AgreesOnAPlainHit) {
    const Clip old = printed_clip(-6, 0, 8, 0);
    EXPECT_TRUE(old.met);
    EXPECT_EQ(old.move[0], carom_clip(-6, 0, 8, 0).displacement[0]);
}

TEST(SeedClipMove, TheThreeEarlyOutsAreNoContactHereToo) {
    for (const auto& [x, y, vx, vy] : {std::array{-6.0, 0.0, 3.0, 0.0}, std::array{-6.0, 0.0, -30.0, 0.0},
                                       std::array{-6.0, 3.0, 30.0, 0.0}}) {
        EXPECT_FALSE(printed_clip(x, y, vx, vy).met);
        EXPECT_FALSE(carom_moving(x, y, vx, vy));
        EXPECT_FALSE(carom_clip(x, y, vx, vy).obstacle);
    }
}

TEST(SeedClipMove, PrintedCountsGrazingAtRestButNotInMotion) {
    EXPECT_TRUE(printed::overlap<double>({0, 2, 0}, 1, {}, 1));
    EXPECT_FALSE(printed_clip(-6, 2, 12, 0).met);
    EXPECT_EQ(carom_moving(-6, 2, 12, 0).first, 0.5);
}

TEST(SeedClipMove, PrintedCallsMovingAwayWhileOverlappingNoContact) {
    EXPECT_FALSE(printed_clip(-1, 0, -4, 0).met);
    EXPECT_EQ(carom_moving(-1, 0, -4, 0).state, ContactState::overlapping);
    EXPECT_EQ(carom_moving(-1, 0, -4, 0).last, 0.25);
}

TEST(SeedClipMove, PrintedMovesAnOverlappingCircleBackward) {
    const Clip old = printed_clip(-1, 0, 4, 0);
    EXPECT_TRUE(old.met);
    EXPECT_EQ(old.move[0], -1);
    const auto now = carom_clip(-1, 0, 4, 0);
    EXPECT_EQ(now.fraction, 0);
    EXPECT_EQ(now.displacement[0], 0);
}

TEST(SeedClipMove, PrintedGivesNanForAnOverlappingCircleAtRest) {
    const Clip old = printed_clip(-1, 0, 0, 0);
    EXPECT_TRUE(old.met);
    EXPECT_TRUE(std::isnan(old.move[0]));
    EXPECT_EQ(carom_clip(-1, 0, 0, 0).fraction, 1);
}

TEST(SeedClipMove, PrintedEndsInsideAfterHalfOfItsMoves) {
    families::Maker<double, 2> make(8);
    int inside = 0;
    int met = 0;
    for (int i = 0; i < 4000; ++i) {
        const double x = make.uniform(-9, -3);
        const double y = make.uniform(-1.9, 1.9);
        const Clip old = printed_clip(x, y, 12, 0);
        if (!old.met) continue;
        ++met;
        const Circle<double> end{{x + old.move[0], y + old.move[1]}, 1};
        const Circle<double> resting{{0, 0}, 1};
        if (gap(end, resting) < 0) ++inside;
        const auto now = carom_clip(x, y, 12, 0);
        ASSERT_GE(gap(Circle<double>{{x + now.displacement[0], y + now.displacement[1]}, 1}, resting), 0);
    }
    std::cout << "clipped moves as printed: " << inside << " of " << met << " end inside the obstacle\n";
    EXPECT_GT(inside, met / 3);
}

TEST(SeedMovingMoving, RelativeMotionIsTheSameQuestion) {
    const MovingBall<double, 2> a{{0, 0}, 1, {4, 1}};
    const MovingBall<double, 2> b{{6, 0}, 1, {-4, 1}};
    const auto both = sweep(a, b);
    const auto one = sweep(MovingBall<double, 2>{{0, 0}, 1, {8, 0}}, Circle<double>{{6, 0}, 1});
    EXPECT_EQ(both.first, one.first);
    EXPECT_EQ(both.last, one.last);
    EXPECT_EQ(both.first, 0.5);
}

TEST(SeedMovingMoving, PrintedFractionIsNanForEqualMoves) {
    V3<double> relative{};
    const double whole = printed::magnitude(relative);
    printed::clip_move<double>({}, 1, relative, {1, 0, 0}, 1);
    EXPECT_TRUE(std::isnan(printed::magnitude(relative) / whole));
    const auto now =
        sweep(MovingBall<double, 2>{{0, 0}, 1, {3, 0}}, MovingBall<double, 2>{{1, 0}, 1, {3, 0}});
    EXPECT_EQ(now.first, 0);
    EXPECT_EQ(now.last, 1);
}

TEST(SeedThreeDimensions, CollinearNeedsNoSpecialCase) {
    const Sphere<double> resting{{0, 0, 6}, 1};
    EXPECT_EQ(sweep(MovingBall<double, 3>{{0, 0, 0}, 1, {0, 0, 8}}, resting).first, 0.5);
    EXPECT_EQ(sweep(MovingBall<double, 3>{{0, 0, 0}, 1, {0, 0, 4}}, resting).first, 1);
}

TEST(SeedThreeDimensions, PrintedCollinearTestForgetsTheDirectionAndTheTouch) {
    EXPECT_TRUE(printed::meets_collinear<double>({}, 1, {0, 0, -8}, {0, 0, 6}, 1));
    EXPECT_FALSE(sweep(MovingBall<double, 3>{{0, 0, 0}, 1, {0, 0, -8}}, Sphere<double>{{0, 0, 6}, 1}));
    EXPECT_FALSE(printed::meets_collinear<double>({}, 1, {0, 0, 4}, {0, 0, 6}, 1));
}

double energy(const V3<double>& x, const V3<double>& y) {
    return printed::dot(x, x) + printed::dot(y, y);
}

TEST(SeedBounce, PrintedMultipliesEnergyBy25AtDistanceTwo) {
    const auto [v1, v2] = printed::bounce<double>({0, 0, 0}, {1, 0, 0}, 1, {2, 0, 0}, {0, 0, 0}, 1);
    EXPECT_EQ(energy(v1, v2), 25);
    const auto now =
        bounce(Body<double, 3>{{0, 0, 0}, {1, 0, 0}, 1}, Body<double, 3>{{2, 0, 0}, {0, 0, 0}, 1}, 1.0);
    EXPECT_EQ(now.a, (Vec<double, 3>{0, 0, 0}));
    EXPECT_EQ(now.b, (Vec<double, 3>{1, 0, 0}));
}

TEST(SeedBounce, AgreesAtDistanceOne) {
    const auto [v1, v2] = printed::bounce<double>({0, 0, 0}, {1, 2, 0}, 3, {1, 0, 0}, {-1, 0, 5}, 1);
    const auto now = bounce(Body<double, 3>{{0, 0, 0}, {1, 2, 0}, 1.0 / 3},
                            Body<double, 3>{{1, 0, 0}, {-1, 0, 5}, 1}, 1.0);
    for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(v1[static_cast<std::size_t>(k)], now.a[k], 1e-15);
        EXPECT_NEAR(v2[static_cast<std::size_t>(k)], now.b[k], 1e-15);
    }
}

TEST(SeedBounce, PrintedTurnsPartingBallsBackIntoEachOther) {
    const auto [v1, v2] = printed::bounce<double>({0, 0, 0}, {-1, 0, 0}, 1, {1, 0, 0}, {1, 0, 0}, 1);
    EXPECT_EQ(v1[0], 1);
    EXPECT_EQ(v2[0], -1);
    const auto now =
        bounce(Body<double, 3>{{0, 0, 0}, {-1, 0, 0}, 1}, Body<double, 3>{{1, 0, 0}, {1, 0, 0}, 1}, 1.0);
    EXPECT_EQ(now.a[0], -1);
    EXPECT_EQ(now.b[0], 1);
}

}  // namespace
}  // namespace carom
