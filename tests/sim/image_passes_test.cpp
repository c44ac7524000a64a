// Promise: the passes of two balls in a periodic box are those that going from image to image finds: none is
// missed, and what is said of one is not later than it is, nor much earlier.
#include "sim/image_passes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "support/random_scene.hpp"

namespace carom::detail {
namespace {

using test::random_vec;
using test::uniform;

TEST(CircleReturns, AreThoseOfAPointThatTurnsRound) {
    std::mt19937_64 random(1);
    constexpr std::uint64_t kCircle = CircleReturns::kCircle;
    for (int round = 0; round < 4000; ++round) {
        std::uint64_t step = random() % kCircle;
        if (round % 4 == 0) step = kCircle / (1 + random() % 50) + (random() % 3 - 1) * (random() % 1000);
        if (round % 16 == 1) step = random() % 3;
        step %= kCircle;
        const std::uint64_t start = round % 5 == 0 ? random() % 4 : random() % kCircle;
        const auto most = static_cast<std::uint64_t>(std::ldexp(uniform(random, 0.5, 1), 61 - round % 14));
        constexpr std::uint64_t kLast = 2000;
        CircleReturns returns(start, step, most);
        std::uint64_t next = returns.next(kLast);
        for (std::uint64_t turn = 0; turn <= kLast; ++turn) {
            const bool is_there = ((start + turn * step) & (kCircle - 1)) <= most;
            ASSERT_EQ(next == turn, is_there) << "round " << round << ", turn " << turn << ", next " << next;
            if (is_there) next = returns.next(kLast);
        }
        ASSERT_GT(next, kLast);
    }
}

/// Image by image, those near the way.
template <int N>
std::vector<double> passes_one_by_one(const Vec<double, N>& d, const Vec<double, N>& w,
                                      const Vec<double, N>& period, double reach, double until) {
    std::vector<double> times;
    constexpr double kStep = 0.25;
    double speed = 0;
    for (int k = 0; k < N; ++k) speed += w[k] * w[k];
    const double step = kStep * reach / std::sqrt(speed);
    double last = -1;
    for (double t = 0; t <= until; t += step) {
        double b = 0;
        double c = -reach * reach;
        for (int k = 0; k < N; ++k) {
            const double x = d[k] + w[k] * t;
            const double off = x - period[k] * std::floor(x / period[k] + 0.5);
            b += off * w[k];
            c += off * off;
        }
        const double square = b * b - speed * c;
        if (square < 0) continue;
        const double begins = t - (b + std::sqrt(square)) / speed;
        if (begins > 0 && begins <= until && begins > last + step) times.push_back(last = begins);
    }
    return times;
}

template <int N>
void expect_the_same_passes(int rounds) {
    std::mt19937_64 random(N);
    int passes = 0;
    for (int round = 0; round < rounds; ++round) {
        const Vec<double, N> period = random_vec<N>(random, 0.7, 1.5);
        const double reach = std::ldexp(uniform(random, 0.02, 0.1), -(round % 3));
        Vec<double, N> d = random_vec<N>(random, -0.3, 0.3);
        Vec<double, N> w = random_vec<N>(random, -1, 1);
        if (round % 8 == 0) w[0] = 0;
        if (round % 8 == 1) w[1] = w[0];
        if (round % 16 == 2) d[0] += 20;
        double square = 0;
        for (int k = 0; k < N; ++k) square += d[k] * d[k];
        if (square < 4 * reach * reach) continue;
        const double until = N == 2 ? 100 : 1000;
        ImagePasses<N> search(d, w, period, reach, until);
        for (const double exact : passes_one_by_one<N>(d, w, period, reach, until)) {
            double bound = search.next();
            while (bound < exact - 2 * reach) bound = search.next();
            ASSERT_LE(bound, exact) << round;
            ASSERT_NEAR(bound, exact, 1e-4) << round;
            ++passes;
        }
    }
    EXPECT_GT(passes, rounds);
}

TEST(ImagePasses, AreThoseOfImageAfterImage) {
    expect_the_same_passes<2>(200);
    expect_the_same_passes<3>(60);
}

TEST(ImagePasses, BallsThatTouchAndPartMeetLater) {
    const Vec<double, 3> period{10, 10, 10};
    ImagePasses<3> parting({1, 0, 0}, {1, 0, 0}, period, 1 + 1e-12, 100);
    EXPECT_NEAR(parting.next(), 8, 1e-6);
    EXPECT_NEAR(parting.next(), 18, 1e-6);
    ImagePasses<3> closing({1, 0, 0}, {-1, 0, 0}, period, 1 + 1e-12, 100);
    EXPECT_EQ(closing.next(), 0);
    ImagePasses<3> at_rest({1, 0, 0}, {0, 0, 0}, period, 1 + 1e-12, 100);
    EXPECT_EQ(at_rest.next(), HUGE_VAL);
}

TEST(ImagePasses, SayHowFarTheyHaveLooked) {
    const Vec<double, 3> period{20, 20, 20};
    ImagePasses<3> near({5, 3, 0}, {1, 0, 0}, period, 1, 1e6);
    EXPECT_EQ(near.next(), HUGE_VAL);
    EXPECT_EQ(near.looked_until(), 1e6);
    ImagePasses<3> far({5, 3, 0}, {1, 0, 0}, period, 1, 1e12);
    EXPECT_EQ(far.next(), HUGE_VAL);
    EXPECT_GT(far.looked_until(), 1e9);
    EXPECT_LT(far.looked_until(), 2e9);
    // What is met by then is told.
    ImagePasses<3> meets({5, 1.001, 0}, {1, -1e-12, 0}, period, 1, 1e12);
    const double wait = meets.next();
    EXPECT_GT(wait, 0.9e9);
    EXPECT_LT(wait, 1.1e9);
}

}  // namespace
}  // namespace carom::detail
