// Promise: the tree and the grid of boxes find every box that meets a given one, once; the agenda knows who
// is first.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "proof/agenda.hpp"
#include "proof/box_grid.hpp"
#include "proof/box_tree.hpp"
#include "support/random_scene.hpp"

namespace carom::proof {
namespace {

/// Often on a coarse lattice, so that boxes touch and coincide.
template <int N>
BoundingBox<N> random_box(std::mt19937_64& random) {
    BoundingBox<N> box;
    const bool coarse = random() % 2 == 0;
    for (int k = 0; k < N; ++k) {
        box.lower[k] = coarse ? static_cast<double>(random() % 8) : test::uniform(random, 0, 8);
        box.upper[k] =
            box.lower[k] + (coarse ? static_cast<double>(random() % 3) : test::uniform(random, 0, 1));
    }
    return box;
}

template <int N, class Search, class... Options>
void expect_all_found(std::mt19937_64& random, std::size_t count, Options... options) {
    std::vector<Vec<double, N>> centers(count);
    Search search(centers, options...);
    std::vector<BoundingBox<N>> boxes(count);
    for (int change = 0; change < 200; ++change) {
        const std::size_t ball = random() % count;
        boxes[ball] = random() % 8 == 0 ? BoundingBox<N>() : random_box<N>(random);
        search.set(ball, boxes[ball]);
        centers[ball] = boxes[ball] == BoundingBox<N>() ? Vec<double, N>{} : boxes[ball].lower;
        if (change % 50 == 49) search.arrange(centers);
        const BoundingBox<N> wanted = random_box<N>(random);
        std::vector<std::size_t> expected;
        for (std::size_t i = 0; i < count; ++i) {
            if (boxes[i].meets(wanted)) expected.push_back(i);
        }
        std::vector<std::size_t> found;
        search.for_each_meeting(wanted, [&](std::size_t i) { found.push_back(i); });
        std::sort(found.begin(), found.end());
        ASSERT_EQ(found, expected) << count << " boxes, change " << change;
        BoundingBox<N> root = search.root();
        for (const BoundingBox<N>& box : boxes) ASSERT_FALSE(root.enclose(box)) << "outside of the root";
    }
}

TEST(CheckBoxTree, FindsWhatALookAtAllFinds) {
    std::mt19937_64 random(1);
    for (const std::size_t count : {1U, 2U, 3U, 7U, 8U, 9U, 64U, 65U, 100U, 513U, 1000U}) {
        expect_all_found<2, BoxTree<2>>(random, count);
        expect_all_found<3, BoxTree<3>>(random, count);
    }
}

TEST(CheckBoxGrid, FindsWhatALookAtAllFinds) {
    std::mt19937_64 random(1);
    for (const std::size_t count : {1U, 2U, 3U, 9U, 100U, 1000U}) {
        for (const double width : {0.1, 0.9, 3.0, 100.0}) {
            expect_all_found<2, BoxGrid<2>>(random, count, width);
            expect_all_found<3, BoxGrid<3>>(random, count, width);
        }
    }
}

TEST(CheckBoxGrid, SeesACrowd) {
    std::mt19937_64 random(1);
    std::vector<Vec<double, 3>> centers(4000);
    BoxGrid<3> grid(centers, 1);
    for (const double span : {16.0, 0.5}) {
        for (std::size_t i = 0; i < centers.size(); ++i) {
            centers[i] = test::random_vec<3>(random, 0, i == 0 ? 16 : span);
            grid.set(i, {centers[i], centers[i]});
        }
        centers[0] = {16, 16, 16};
        centers[1] = {0, 0, 0};
        grid.arrange(centers);
        EXPECT_EQ(grid.is_crowded(), span < 1) << span;
    }
}

TEST(CheckBoxTree, BoxesThatTouchMeet) {
    BoundingBox<2> a;
    a.lower = {0, 0};
    a.upper = {1, 1};
    BoundingBox<2> b;
    b.lower = {1, 1};
    b.upper = {2, 2};
    EXPECT_TRUE(a.meets(b) && b.meets(a));
    EXPECT_FALSE(a.meets(BoundingBox<2>()) || BoundingBox<2>().meets(a));
}

TEST(CheckAgenda, KnowsWhoIsFirst) {
    std::mt19937_64 random(1);
    constexpr std::size_t kBalls = 20;
    Agenda agenda(kBalls);
    std::vector<Time> times(kBalls);
    std::vector<bool> noted(kBalls, false);
    for (int change = 0; change < 20'000; ++change) {
        const std::size_t ball = random() % kBalls;
        noted[ball] = random() % 3 != 0;
        times[ball] = {static_cast<std::int64_t>(random() % 5), test::uniform(random, 0, 1)};
        if (noted[ball]) {
            agenda.set(ball, times[ball]);
        } else {
            agenda.remove(ball);
        }
        ASSERT_EQ(agenda.empty(), std::find(noted.begin(), noted.end(), true) == noted.end());
        if (agenda.empty()) continue;
        ASSERT_TRUE(noted[agenda.first()]);
        ASSERT_EQ(agenda.first_time(), times[agenda.first()]);
        for (std::size_t i = 0; i < kBalls; ++i) ASSERT_FALSE(noted[i] && times[i] < agenda.first_time());
    }
}

}  // namespace
}  // namespace carom::proof
