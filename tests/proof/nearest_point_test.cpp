// Promise: the point that NearestPoint finds is within all bounds, and no other point within them is nearer:
// what is left of the way to the start is a sum of active columns with positive factors, at right angles to
// the point.
#include "proof/nearest_point.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <numeric>
#include <random>
#include <vector>

namespace carom::proof {
namespace {

using Column = NearestPoint::Column;

double product(const Column& x, const Column& y) {
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

/// Small whole numbers: many columns are sums of others, and many points lie on bounds.
Column whole_numbers(std::mt19937_64& random, std::size_t size) {
    Column column(size);
    do {
        for (double& x : column) x = static_cast<double>(random() % 3) - 1;
    } while (product(column, column) == 0);
    return column;
}

void expect_nearest(const std::vector<NearestPoint::Bound>& bounds, const Column& start) {
    std::vector<std::size_t> all(bounds.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    NearestPoint nearest(bounds);
    Column point = start;
    nearest.solve(all, point);
    Column way = point;
    for (std::size_t i = 0; i < way.size(); ++i) way[i] -= start[i];
    for (const std::size_t i : all) {
        EXPECT_GE(product(bounds[i].c, point), -1e-13);
        if (nearest.is_active(i)) {
            EXPECT_NEAR(product(bounds[i].c, point), 0, 1e-13);
        }
    }
    EXPECT_NEAR(product(way, point), 0, 1e-12);
    EXPECT_NEAR(nearest.outside(), 0, 1e-13);
    EXPECT_GE(nearest.pushes() + 1e-13, std::sqrt(product(way, way)));
}

TEST(NearestPoint, IsWithinAllBoundsAndNearest) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 20000; ++i) {
        const std::size_t size = 2 + random() % 8;
        std::vector<NearestPoint::Bound> bounds(1 + random() % 14);
        for (NearestPoint::Bound& bound : bounds) {
            bound.c = whole_numbers(random, size);
            const double length = std::sqrt(product(bound.c, bound.c));
            for (double& x : bound.c) x /= length;
        }
        expect_nearest(bounds, whole_numbers(random, size));
        if (HasFailure()) FAIL() << "case " << i;
    }
}

TEST(NearestPoint, SaysHowFarOutsideItIsWhereNoPointIsWithin) {
    const std::vector<NearestPoint::Bound> bounds = {{{1, 0}, -1}, {{-1, 0}, -1}};
    NearestPoint nearest(bounds);
    Column point(2);
    nearest.solve({0, 1}, point);
    EXPECT_GE(nearest.outside(), 1);
}

}  // namespace
}  // namespace carom::proof
