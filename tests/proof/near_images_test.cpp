// Images that a long flight passes: all that a walk from box to box finds.
#include "proof/near_images.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "math/vec_ops.hpp"

namespace carom::proof {
namespace {

/// The nearest that the flight comes to an image, as a square.
template <int N>
double nearest(const LongFlight<N>& flight, const Vec<double, N>& image) {
    double along = 0, square = 0;
    Vec<double, N> d = flight.d;
    for (int k = 0; k < N; ++k) {
        d[k] += image[k] * flight.width[k];
        along -= d[k] * flight.w[k];
        square += flight.w[k] * flight.w[k];
    }
    const double s = square > 0 ? std::clamp(along / square, 0.0, flight.duration) : 0;
    double result = 0;
    for (int k = 0; k < N; ++k) result += (d[k] + s * flight.w[k]) * (d[k] + s * flight.w[k]);
    return result;
}

/// Walks in steps that are shorter than the reach, and looks at the images around each place.
template <int N>
std::vector<Vec<double, N>> walked(const LongFlight<N>& flight) {
    std::vector<Vec<double, N>> images;
    const double speed = std::sqrt(detail::dot(flight.w, flight.w));
    const double steps = std::ceil(flight.duration * speed / flight.reach) + 1;
    for (double step = 0; step <= steps; step += 1) {
        Vec<double, N> image;
        for (int k = 0; k < N; ++k) {
            const double at = flight.d[k] + flight.w[k] * (flight.duration * step / steps);
            if (flight.width[k] > 0) image[k] = -std::nearbyint(at / flight.width[k]);
        }
        const bool is_near = nearest(flight, image) <= flight.reach * flight.reach;
        if (is_near && (images.empty() || images.back() != image)) images.push_back(image);
    }
    return images;
}

template <int N>
void expect_all(const LongFlight<N>& flight) {
    std::vector<Vec<double, N>> found;
    ASSERT_TRUE(near_images(flight, found));
    for (const Vec<double, N>& image : walked(flight)) {
        EXPECT_NE(std::find(found.begin(), found.end(), image), found.end())
            << "reach " << flight.reach << ", duration " << flight.duration;
    }
}

template <int N>
void try_many(unsigned seed) {
    std::mt19937_64 bits(seed);
    const auto share = [&] { return static_cast<double>(bits()) * 0x1p-64; };
    const auto cube = [&](double half) {
        Vec<double, N> x;
        for (int k = 0; k < N; ++k) x[k] = half * (2 * share() - 1);
        return x;
    };
    std::size_t seen = 0;
    for (int round = 0; round < 400; ++round) {
        LongFlight<N> flight{cube(0.5), cube(1), 10 + 200 * share(), 0.002 + 0.1 * share(), {}};
        for (int k = 0; k < N; ++k) flight.width[k] = 0.5 + share();
        if (round % 4 == 1) flight.w[round % N] = 0;  // along a face
        if (round % 4 == 2) flight.w = flight.width;  // from box to box
        if (round % 5 == 3) flight.width[N - 1] = 0;  // not periodic
        if (round % 7 == 0) flight.w[0] *= 1e-9;
        expect_all(flight);
        seen += walked(flight).size();
    }
    EXPECT_GT(seen, 400U);
}

TEST(NearImages, AreAllThatAWalkFinds) {
    try_many<2>(1);
    try_many<3>(2);
}

/// Closed form: along (1, sqrt 2) the nearest images are those of the convergents p/q, at a distance of about
/// 1 / (2 sqrt(2) q) over the speed.
TEST(NearImages, OfAFlightAcrossAMillionBoxesAreConvergents) {
    const LongFlight<2> flight{{{0, 0}}, {{-1, -std::sqrt(2.0)}}, 1e6, 1e-6, {{1, 1}}};
    std::vector<Vec<double, 2>> found;
    ASSERT_TRUE(near_images(flight, found));
    const auto has = [&](double q, double p) {
        return std::find(found.begin(), found.end(), Vec<double, 2>{{q, p}}) != found.end();
    };
    EXPECT_TRUE(has(0, 0));
    EXPECT_TRUE(has(470832, 665857));
    EXPECT_LE(found.size(), 4U) << "hardly any others";
}

/// Two in lanes of their own pass a million images, none of which is near; a flight that meets them all is
/// told.
TEST(NearImages, OfFlightsAlongAnAxisAreNoneOrMore) {
    LongFlight<3> flight{{{0, 0.105, 0}}, {{1, 0, 0}}, 1e6, 0.1, {{1, 1, 1}}};
    std::vector<Vec<double, 3>> found;
    ASSERT_TRUE(near_images(flight, found));
    EXPECT_TRUE(found.empty());
    flight.reach = 0.11;
    ASSERT_TRUE(near_images(flight, found));
    EXPECT_EQ(found.size(), kMostNearImages);
}

TEST(NearImages, TooFarForADoubleIsTold) {
    const LongFlight<2> flight{{{0, 0}}, {{1, 0.6180339887498949}}, 1e15, 1e-3, {{1, 1}}};
    std::vector<Vec<double, 2>> found;
    EXPECT_FALSE(near_images(flight, found));
}

}  // namespace
}  // namespace carom::proof
