// The curve goes through every cell once, from each to a neighbour.
#include "math/hilbert.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <vector>

namespace carom::detail {
namespace {

template <int N>
using Cell = std::array<int, N>;

template <int N>
int distance(const Cell<N>& x, const Cell<N>& y) {
    int sum = 0;
    for (std::size_t k = 0; k < N; ++k) sum += std::abs(x[k] - y[k]);
    return sum;
}

template <int N>
void expect_curve(int levels) {
    const HilbertCurve<N, int> curve(levels);
    const std::size_t count = std::size_t{1} << (N * levels);
    std::vector<Cell<N>> cells(count);
    std::vector<bool> met(count);
    for (std::size_t i = 0; i < count; ++i) {
        Cell<N> cell;
        for (std::size_t k = 0; k < N; ++k) {
            cell[k] = static_cast<int>(i >> (static_cast<std::size_t>(levels) * k)) & ((1 << levels) - 1);
        }
        const auto place = static_cast<std::size_t>(curve.place(cell));
        ASSERT_LT(place, count);
        ASSERT_FALSE(met[place]) << place;
        met[place] = true;
        cells[place] = cell;
    }
    for (std::size_t i = 1; i < count; ++i) ASSERT_EQ(distance<N>(cells[i - 1], cells[i]), 1) << i;
}

TEST(HilbertCurve, GoesFromCellToNeighbourThroughEachCellOnceIn2D) {
    for (const int levels : {2, 4, 6, 8}) expect_curve<2>(levels);
}
TEST(HilbertCurve, GoesFromCellToNeighbourThroughEachCellOnceIn3D) {
    for (const int levels : {2, 4, 6}) expect_curve<3>(levels);
}

/// A finer curve stays inside the cells of the coarser one in their order, up to the finest.
template <int N>
void expect_refinement() {
    std::mt19937 draw(41);
    for (int levels = 4; levels <= HilbertCurve<N, int>::kMostLevels; levels += 2) {
        const HilbertCurve<N, int> fine(levels);
        const HilbertCurve<N, int> coarse(levels - 2);
        for (int i = 0; i < 2000; ++i) {
            Cell<N> cell;
            Cell<N> above;
            for (std::size_t k = 0; k < N; ++k) {
                cell[k] = static_cast<int>(draw() >> (32 - levels));
                above[k] = cell[k] / 4;
            }
            ASSERT_EQ(fine.place(cell) >> (2 * N), coarse.place(above));
        }
    }
}

TEST(HilbertCurve, FinerCurvesRefineCoarserOnes) {
    expect_refinement<2>();
    expect_refinement<3>();
}

}  // namespace
}  // namespace carom::detail
